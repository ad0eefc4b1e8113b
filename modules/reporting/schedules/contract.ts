/** Scheduled reports: the report, frequency and recipients, and the result of each run. Hours are in Juba time. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { Rule } from "@ops/platform/access/rule.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { created, IdInput, ListQuery, OneOf, TextInput, SiteGiven } from "@ops/platform/http/contract.ts"
import { frequencies, relativePeriods, reportFormats, scheduledReports, SCHEDULERS } from "../analytics/labels.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)

export const ReportScheduleAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  report: Schema.Literals(scheduledReports),
  period: Schema.Literals(relativePeriods),
  siteId: Whole,
  siteName: Text,
  frequency: Schema.Literals(frequencies),
  weekday: Whole,
  dayOfMonth: Whole,
  hour: Schema.Int,
  format: Schema.Literals(reportFormats),
  recipients: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String })),
  isActive: Schema.Boolean,
  nextRunAt: Text,
  lastRunAt: Text,
  createdByName: Text,
  canChange: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
}).annotate({ identifier: "ReportSchedule" })
export const ReportRunAnswer = Schema.Struct({
  id: Schema.Int,
  scheduleId: Schema.Int,
  /** null if it was started by hand */
  dueAt: Text,
  at: Schema.String,
  from: Schema.String,
  to: Schema.String,
  startedByName: Text,
  sent: Schema.Int,
  deliveries: Schema.Array(
    Schema.Struct({
      personId: Schema.Int,
      name: Text,
      /** queued, sent or failed; null if no mail was sent */
      mail: Schema.NullOr(Schema.Literals(["queued", "sent", "failed"])),
      /** why no mail was sent, or why it failed */
      reason: Text,
    }),
  ),
}).annotate({ identifier: "ReportRun" })

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))
const wholeNumber = (field: string) => Schema.Int.annotate({ message: `${field} must be a whole number` })
const facts = {
  name: TextInput("Name", { required: true, most: 120 }),
  report: OneOf("Report", ...scheduledReports),
  period: OneOf("Period", ...relativePeriods),
  frequency: OneOf("Frequency", ...frequencies),
  hour: wholeNumber("Hour"),
  format: OneOf("Format", ...reportFormats),
  recipients: Schema.Array(IdInput("Recipients must be people of the list")),
}
const also = {
  siteId: optional(SiteGiven),
  weekday: optional(wholeNumber("Day of the week")),
  dayOfMonth: optional(wholeNumber("Day of the month")),
}
export const NewScheduleInput = Schema.Struct({ ...facts, ...also })
export const ScheduleChanges = Schema.Struct({
  name: Schema.optional(facts.name),
  report: Schema.optional(facts.report),
  period: Schema.optional(facts.period),
  frequency: Schema.optional(facts.frequency),
  hour: Schema.optional(facts.hour),
  format: Schema.optional(facts.format),
  recipients: Schema.optional(facts.recipients),
  ...also,
  /** false pauses it, true resumes it */
  isActive: Schema.optional(Schema.Boolean),
})

const scope = "10: all; others: schedules the caller created or receives"
const reads = { may: SCHEDULERS, scope }
const changes: Rule = { may: SCHEDULERS, scope: "10: all; others: schedules the caller created, of reports the caller can see; 6 and 8: own site, if any" }
const path = "/api/report-schedules/:id" as const

export class ReportSchedulesGroup extends callGroup(
  "reportSchedules",
  call.list("list", "/api/report-schedules", "List report schedules", ReportScheduleAnswer, {
    filters: ["report", "isActive"],
    ...reads,
    words: { status: ["active", "paused"] },
    dependsOn: ["report_schedule"],
  }),
  call.get(
    "recipients",
    "/api/report-schedules/recipients",
    "List possible recipients of a report",
    Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String, position: Text, siteId: Whole })),
    {
      query: { report: OneOf("Report", ...scheduledReports), asOf: Schema.optional(Schema.String) },
      may: SCHEDULERS,
      scope: "people who can see the report; of one's own site if limited to it",
      dependsOn: ["person"],
    },
  ),
  call.get("one", path, "Read one report schedule", ReportScheduleAnswer, { ...reads, dependsOn: ["report_schedule"] }),
  call.get("runs", `${path}/runs`, "List the runs of a report schedule", Schema.Array(ReportRunAnswer), {
    query: ListQuery,
    ...reads,
    dependsOn: ["report_run", "mail"],
  }),
  call.post("make", "/api/report-schedules", "Create a report schedule", ReportScheduleAnswer.pipe(created), { payload: NewScheduleInput, ...changes }),
  call.patch("change", path, "Change a report schedule", ReportScheduleAnswer, { payload: ScheduleChanges, ...changes }),
  call.delete("pause", path, "Pause a report schedule", ReportScheduleAnswer, changes),
  call.post("run", `${path}/run`, "Run a report schedule now", ReportRunAnswer, changes),
) {}

export class ReportSchedulesApi extends HttpApi.make("ops").add(ReportSchedulesGroup) {}
