/** Scheduled reports: the report, frequency and recipients, and the result of each run. */
import { Schema } from "effect"
import { BusinessDate, Flag, Instant, Line, Literals, Optional, Parts, Ref, Structure, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { count } from "@ops/platform/text.ts"
import { rhythmText } from "./time.ts"
import { frequencies, relativePeriods, reportFormats, scheduledReports, scheduledNames } from "../analytics/labels.ts"

const facts = {
  name: Line(120),
  report: Literals(...scheduledReports),
  /** counted from the day on which it is due */
  period: Literals(...relativePeriods),
  /** null means all sites that a recipient may see */
  siteId: Optional(Ref("site")),
  frequency: Literals(...frequencies),
  weekday: Optional(Whole),
  dayOfMonth: Optional(Whole),
  hour: Whole,
  format: Literals(...reportFormats),
  /** ids of people */
  recipients: Structure(Schema.Array(Schema.Int)),
}

export const ReportSchedule = record(
  "report_schedule",
  {
    ...facts,
    isActive: Flag,
    /** null while it is paused */
    nextRunAt: Optional(Instant),
    lastRunAt: Optional(Instant),
    createdBy: Optional(Ref("person")),
  },
  { label: "Report schedule", title: "name", indexes: [["nextRunAt"]] },
)
export type ReportScheduleRow = Row<typeof ReportSchedule>

const nextRunAt = Instant
export const ReportScheduled = event(
  "ReportScheduled",
  1,
  { ...facts, nextRunAt, createdBy: Optional(Ref("person")) },
  ({ report, recipients, ...rhythm }) =>
    `${scheduledNames[report]} report: ${rhythmText(rhythm).toLowerCase()}, to ${count(recipients.length, "person", "people")}`,
)
export const ReportScheduleChanged = event(
  "ReportScheduleChanged",
  1,
  { ...facts, nextRunAt: Optional(Instant) },
  ({ report, recipients, ...rhythm }) =>
    `Changed: ${scheduledNames[report]} report, ${rhythmText(rhythm).toLowerCase()}, to ${count(recipients.length, "person", "people")}`,
)
export const ReportSchedulePaused = event("ReportSchedulePaused", 1, {}, () => "Paused")
export const ReportScheduleResumed = event("ReportScheduleResumed", 1, { nextRunAt }, ({ nextRunAt }) => `Resumed: next at ${nextRunAt}`)
export const ReportScheduleRan = event(
  "ReportScheduleRan",
  1,
  { runId: Ref("report_run"), at: Instant, nextRunAt: Optional(Instant) },
  ({ runId }, title) => `Ran: ${title("report_run", runId)}`,
)

export const reportSchedules = stream(
  ReportSchedule,
  ReportScheduled,
  ReportScheduleChanged,
  ReportSchedulePaused,
  ReportScheduleResumed,
  ReportScheduleRan,
).fold({
  ReportScheduled: (_, made) => ({ ...made, isActive: true, lastRunAt: null }),
  ReportScheduleChanged: (row, changed) => ({ ...row, ...changed }),
  ReportSchedulePaused: (row) => ({ ...row, isActive: false, nextRunAt: null }),
  ReportScheduleResumed: (row, { nextRunAt }) => ({ ...row, isActive: true, nextRunAt }),
  ReportScheduleRan: (row, { at, nextRunAt }) => ({ ...row, lastRunAt: at, nextRunAt }),
})

/** What one recipient received, or why nothing was sent. */
export const Delivery = Schema.Struct({
  personId: Schema.Int,
  /** the mail with the report; null if none was sent */
  mailId: Schema.NullOr(Schema.Int),
  /** why no mail was sent */
  reason: Schema.NullOr(Schema.String),
  /** of the attached file */
  sha256: Schema.NullOr(Schema.String),
})
const run = {
  scheduleId: Ref("report_schedule"),
  /** when it was to run; null if it was started by hand */
  dueAt: Optional(Instant),
  /** the days of the report */
  from: BusinessDate,
  to: BusinessDate,
  deliveries: Parts(Delivery),
  startedBy: Optional(Ref("person")),
}
export const ReportRun = record("report_run", run, {
  grows: true,
  label: "Report run",
  title: "to_char(created_at at time zone 'Africa/Juba', 'YYYY-MM-DD HH24:MI')",
  indexes: [["scheduleId"]],
})
export const ReportSent = event("ReportSent", 1, run, ({ from, to, deliveries }) => {
  const sent = deliveries.filter(({ mailId }) => mailId !== null).length
  return `${from} to ${to}: sent to ${sent} of ${count(deliveries.length, "person", "people")}`
})
export const reportRuns = stream(ReportRun, ReportSent).fold({ ReportSent: (_, sent) => sent })
