/** Commands on report schedules: create, change, pause, run. People who may not see a report cannot schedule or receive it. */
import { holdsAny, permissionsOf } from "@ops/platform/access/levels.ts"
import { mails, queueMail } from "@ops/platform/mail/mail.ts"
import { command, type By, conflict, forbidden, get, invalid, findById, newId, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { people, type PersonRow } from "@ops/identity/person.ts"
import { siteScope } from "@ops/platform/access/site-scope.ts"
import { siteOf } from "@ops/sites/site.ts"
import {
  type Delivery,
  reportRuns,
  ReportScheduleChanged,
  ReportScheduled,
  ReportSchedulePaused,
  ReportScheduleRan,
  ReportScheduleResumed,
  type ReportScheduleRow,
  reportSchedules,
  ReportSent,
} from "./report-schedule.ts"
import { nextRun } from "./time.ts"
import { scheduledNames, scheduledReaders } from "../analytics/labels.ts"

type Facts = Omit<Parameters<typeof ReportScheduled>[0], "nextRunAt" | "createdBy">
export interface NewSchedule extends Omit<Facts, "siteId"> {
  /** an id or a slug */
  readonly siteId: number | string | null
}
const mostRecipients = 20

/** Why a person does not receive a report; null if they may. */
export const reasonAgainst = (
  { report, siteId }: Pick<Facts, "report" | "siteId">,
  person: Pick<PersonRow, "isActive" | "erasedAt" | "email" | "accessLevel" | "siteId" | "allSites" | "mustChangePassword">,
): string | null => {
  if (!person.isActive || person.erasedAt !== null) return "no longer has an account"
  const level = person.mustChangePassword ? 0 : person.accessLevel
  if (!holdsAny({ level, permissions: permissionsOf(level) }, scheduledReaders(report))) return `may not see the ${scheduledNames[report]} report`
  const own = siteScope(person)
  if (own !== null && siteId !== null && own !== siteId) return "may not see this site"
  return person.email === null ? "has no e-mail address" : null
}

/** Refuses a schedule that could never send, or whose owner may not see the report. */
function* requirePossible(facts: Facts, by: By): CommandGenerator<void> {
  const { report, siteId, frequency, weekday, dayOfMonth, hour, recipients } = facts
  if (by.person !== null && !holdsAny(by, scheduledReaders(report))) throw forbidden(`You may not see the ${scheduledNames[report]} report`)
  if (by.confinedTo !== null && siteId !== by.confinedTo) throw forbidden("You can only schedule reports of your own site")
  if (hour < 0 || hour > 23) throw invalid("Hour must be from 0 to 23")
  if (frequency === "weekly" && (weekday === null || weekday < 1 || weekday > 7)) throw invalid("Choose the day of the week: 1 is Monday, 7 is Sunday")
  if (frequency === "monthly" && (dayOfMonth === null || dayOfMonth < 1 || dayOfMonth > 31)) throw invalid("Choose the day of the month, from 1 to 31")
  if (recipients.length === 0) throw invalid("Choose at least one recipient")
  if (recipients.length > mostRecipients) throw invalid(`A report goes to ${mostRecipients} people at most`)
  for (const id of recipients) {
    const person = yield* findById(people, id)
    if (!person) throw invalid(`There is no person ${id}: choose recipients from the list`)
    const reason = reasonAgainst(facts, person)
    if (reason) throw invalid(`${person.firstName} ${person.lastName} ${reason}: choose another person`)
  }
}

/** Clears the fields that do not apply to the frequency. */
const tidy = (facts: Facts): Facts => ({
  ...facts,
  recipients: [...new Set(facts.recipients)],
  weekday: facts.frequency === "weekly" ? facts.weekday : null,
  dayOfMonth: facts.frequency === "monthly" ? facts.dayOfMonth : null,
})

function* siteFor(asked: number | string | null, by: By): CommandGenerator<number | null> {
  return asked === null ? by.confinedTo : (yield* siteOf(asked, by)).id
}

/** A schedule that the person may change: their own, or any at level 10. */
function* ownSchedule(id: number, by: By): CommandGenerator<ReportScheduleRow> {
  const schedule = yield* get(reportSchedules, id)
  if (by.person !== null && by.level < 10 && schedule.createdBy !== by.person) throw forbidden("Only the creator of this schedule can change it")
  return schedule
}

export const makeSchedule = command("report_schedule.make", function* ({ siteId, ...given }: NewSchedule, by) {
  const facts = tidy({ ...given, siteId: yield* siteFor(siteId, by) })
  yield* requirePossible(facts, by)
  return [reportSchedules.at(yield* newId(reportSchedules), ReportScheduled({ ...facts, nextRunAt: nextRun(facts, by.at), createdBy: by.person }))]
})

export const changeSchedule = command("report_schedule.change", function* ({ id, ...changes }: Partial<NewSchedule> & { readonly id: number }, by) {
  const { name, report, period, siteId, frequency, weekday, dayOfMonth, hour, format, recipients, isActive } = yield* ownSchedule(id, by)
  const before: Facts = { name, report, period, siteId, frequency, weekday, dayOfMonth, hour, format, recipients }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as typeof changes
  const facts = tidy({ ...before, ...given, siteId: given.siteId === undefined ? siteId : yield* siteFor(given.siteId, by) })
  if (JSON.stringify(facts) === JSON.stringify(tidy(before))) return unchanged(id)
  yield* requirePossible(facts, by)
  return [reportSchedules.at(id, ReportScheduleChanged({ ...facts, nextRunAt: isActive ? nextRun(facts, by.at) : null }))]
})

export const pauseSchedule = command("report_schedule.pause", function* ({ id }: { readonly id: number }, by) {
  const { isActive } = yield* ownSchedule(id, by)
  return isActive ? [reportSchedules.at(id, ReportSchedulePaused({}))] : unchanged(id)
})

export const resumeSchedule = command("report_schedule.resume", function* ({ id }: { readonly id: number }, by) {
  const schedule = yield* ownSchedule(id, by)
  return schedule.isActive ? unchanged(id) : [reportSchedules.at(id, ReportScheduleResumed({ nextRunAt: nextRun(schedule, by.at) }))]
})

interface Made extends Omit<typeof Delivery.Type, "mailId"> {
  /** null means nothing is sent, for the given reason */
  readonly letter: { readonly to: string; readonly subject: string; readonly text: string; readonly name: string; readonly mediaType: string } | null
}
export interface Running {
  readonly id: number
  /** the time for which the run was due; null for a run by hand */
  readonly dueAt: string | null
  readonly from: string
  readonly to: string
  readonly deliveries: ReadonlyArray<Made>
}

/** Records a run and queues its mails, in one commit: if several processes find it due, one of them sends. */
export const runSchedule = command("report_schedule.run", function* ({ id, dueAt, from, to, deliveries }: Running, by) {
  const schedule = yield* ownSchedule(id, by)
  if (dueAt !== null && schedule.nextRunAt !== dueAt) throw conflict("This report was already sent")
  const runId = yield* newId(reportRuns)
  const sent: Array<typeof Delivery.Type> = []
  const letters = []
  for (const { letter, personId, reason, sha256 } of deliveries) {
    if (letter === null || sha256 === null) {
      sent.push({ personId, mailId: null, reason, sha256: null })
      continue
    }
    const { to, subject, text, name, mediaType } = letter
    const mailId = yield* newId(mails)
    letters.push(queueMail(mailId, { to, subject, text, aboutKind: "report_schedule", aboutId: id, attachments: [{ name, sha256, mediaType }] }))
    sent.push({ personId, mailId, reason: null, sha256 })
  }
  // a schedule that was missed several times is sent once
  const nextRunAt = dueAt === null ? schedule.nextRunAt : nextRun(schedule, by.at)
  return [
    reportSchedules.at(id, ReportScheduleRan({ runId, at: by.at, nextRunAt })),
    reportRuns.at(runId, ReportSent({ scheduleId: id, dueAt, from, to, deliveries: sent, startedBy: by.person })),
    ...letters,
  ]
})
