/** Sends what is due: the rights of each recipient are checked at that moment, and the report has the figures that they may see. */
import { Effect } from "effect"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { dateOf } from "@ops/platform/calendar.ts"
import { clock } from "@ops/platform/clocks/clock.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { keepDocument } from "@ops/platform/documents/document.ts"
import { acting, type By, notFound, Rejection, system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { Person, type PersonRow } from "@ops/identity/person.ts"
import { actingAs } from "@ops/identity/sessions.ts"
import { agedReceivables } from "@ops/billing/receivables/aged-receivables.ts"
import { agedPayables } from "@ops/finance/payables/aged-payables.ts"
import { companyName } from "@ops/ledger/statements/answer.ts"
import { statementOf } from "@ops/ledger/statements/server.ts"
import { reportFor } from "../analytics/analytics.ts"
import { ReportSchedule, type ReportScheduleRow } from "./report-schedule.ts"
import { reasonAgainst, runSchedule, type Running } from "./commands.ts"
import { rhythmText } from "./time.ts"
import { spanOf, titleOf } from "../analytics/report-period.ts"
import { isStatement, scheduledNames, tabTitles } from "../analytics/labels.ts"

type Deliveries = Running["deliveries"]
const none = (personId: number, reason: string) => ({ personId, reason, sha256: null, letter: null })

/** The file of a schedule, with the figures that this person may see. Ageing is of the last day. */
const fileFor = ({ report, format, siteId }: ReportScheduleRow, span: { readonly from: string; readonly to: string }, who: SignedIn) =>
  Effect.gen(function* () {
    const site = siteId === null ? {} : { siteId: String(siteId) }
    if (!isStatement(report)) {
      const { reportFile } = yield* Effect.promise(() => import("../analytics/report-file.ts"))
      const made = yield* reportFor(report, { ...span, ...site }, who)
      return { ...(yield* reportFile(made, format, yield* companyName)), title: tabTitles[report], siteName: made.siteName }
    }
    const { statementFile } = yield* Effect.promise(() => import("@ops/ledger/statements/file.ts"))
    const { today } = who
    const aged = { asAt: span.to < today ? span.to : today, ...site }
    const statement = yield* (
      report === "aged-receivables" ? agedReceivables(aged) : report === "aged-payables" ? agedPayables(aged) : statementOf(report, { ...span, ...site })
    ).pipe(Effect.provideService(Who, who))
    const { bytes, name, type } = yield* statementFile(statement, format, yield* companyName)
    return { bytes, name, mediaType: type, title: scheduledNames[report], siteName: statement.siteName }
  })

/** The report of a schedule for one recipient, as they may see it now. */
const deliveryFor = (
  schedule: ReportScheduleRow,
  span: { readonly from: string; readonly to: string },
  personId: number,
  person: PersonRow | undefined,
  at: string,
) =>
  Effect.gen(function* () {
    const reason = person ? reasonAgainst(schedule, person) : "no longer has an account"
    if (!person || reason !== null) return none(personId, reason ?? "no longer has an account")
    const who = actingAs(person, { at, via: "system", simulated: false, sessionId: null })
    const { bytes, name, mediaType, title, siteName } = yield* fileFor(schedule, span, who)
    const of = `${title}, ${titleOf(span)}, ${siteName ?? "all sites"}`
    const text = `Attached is "${schedule.name}": ${of}, with the figures you have access to.\n\nIt is sent automatically: ${rhythmText(schedule).toLowerCase()}. The creator of the schedule can change it under Reports in Field Office.`
    return {
      personId,
      reason: null,
      sha256: yield* keepDocument(bytes, mediaType),
      letter: { to: person.email!, subject: `${schedule.name}: ${of}`.slice(0, 300), text, name, mediaType },
    }
  }).pipe(
    // a report that cannot be created for one recipient does not stop the others
    Effect.catchIf(
      (error): error is Rejection => error instanceof Rejection,
      ({ message }) => Effect.succeed(none(personId, message)),
    ),
  )

const scheduleSql = sql(stateColumns(ReportSchedule), `select ${ReportSchedule.state("s")} from report_schedule s where s.id = $1`)
const peopleSql = sql(stateColumns(Person), `select ${Person.state("p")} from person p where p.id = any($1::bigint[])`)
const dueSql = sql(
  { id: col.whole, dueAt: col.text },
  `select s.id, to_char(s.next_run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt" from report_schedule s
    where s.is_active and s.next_run_at <= es.now() order by s.next_run_at limit 100`,
)

/** Sends a schedule's report. `dueAt` is the time for which the clock found it due; null for a run by hand. Returns the schedule's id. */
export const sendReport = (id: number, dueAt: string | null, by: By, options: { readonly key?: string } = {}) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const [schedule] = yield* statement(scheduleSql, [id])
    if (!schedule) return yield* Effect.fail(notFound(`Report schedule ${id} does not exist`))
    const recipients = schedule.recipients.map(Number)
    const rows = yield* statement(peopleSql, [recipients])
    const people = new Map(rows.map((person) => [person.id, person]))
    const span = spanOf(schedule.period, dueAt === null ? by.today : dateOf(dueAt))
    const deliveries: Deliveries = yield* Effect.forEach(recipients, (personId) => deliveryFor(schedule, span, personId, people.get(personId), by.at))
    return yield* execute(runSchedule, { id, dueAt, ...span, deliveries }, by, options)
  })

/** Sends every report that is due, once. Returns their number. */
export const sendDueReports = Effect.gen(function* () {
  const { statement } = yield* Database
  const due = yield* statement(dueSql, [])
  for (const { id, dueAt } of due) {
    // it is not an error if another process has sent it meanwhile
    yield* Effect.catchIf(
      sendReport(id, dueAt, acting(system("reports"))),
      (error) => error instanceof Rejection,
      ({ message }) => Effect.logWarning(`Report schedule ${id}: ${message}`),
    )
  }
  return due.length
})

export const reportClock = clock("reports", "* * * * *", { work: sendDueReports, failed: "Scheduled reports were not sent" })
