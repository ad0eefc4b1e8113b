/**
 * The months of the books: open, soft-closed (only finance posts), closed (no postings), and re-opened by two people. A month without a record is open. The
 * record's id is the month as a number: 202610.
 */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { command, type By, conflict, forbidden, get, invalid, findById, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { Instant, Line, Literals, Optional, Parts, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { spanOf } from "../statements/statement.ts"

/** A checklist line that was overridden, and why. */
const Override = Schema.Struct({ key: Schema.String, reason: Schema.String })

/** A statement of the closed month as it was published. */
/** The data of version 1 of PeriodPublished. */
interface Published1 {
  readonly pack: ReadonlyArray<object>
}

/** `statementVersion`: the version of the code that made it (`statementVersions`) */
const Published = Schema.Struct({ report: Schema.String, sha256: Schema.String, bytes: Schema.Int, statementVersion: Schema.Int })

/** A close that was reversed: who closed it, with which overrides, and the statements published at it, which stay readable. */
const Closing = Schema.Struct({
  closedBy: Schema.NullOr(Schema.Int),
  closedAt: Schema.NullOr(Schema.String),
  overrides: Schema.Array(Override),
  pack: Schema.Array(Published),
  reopenedBy: Schema.NullOr(Schema.Int),
  reopenedAt: Schema.String,
  reason: Schema.NullOr(Schema.String),
})

export const FiscalPeriod = record(
  "fiscal_period",
  {
    /** 2026-10 */
    period: Line(7),
    status: Literals("open", "soft_closed", "closed"),
    /** the reason for the soft close */
    reason: Text(500),
    overrides: Parts(Override),
    closedBy: Optional(Ref("person")),
    closedAt: Optional(Instant),
    /** the statements published at the close; none while the month is open */
    pack: Parts(Published),
    /** who requested the re-opening, until another person confirms it */
    reopeningAskedBy: Optional(Ref("person")),
    reopeningReason: Optional(Text(500)),
    /** every earlier close, oldest first: version 1, 2, … of its pack */
    closings: Parts(Closing),
  },
  { label: "Period", title: "period" },
)
export const PeriodOpened = event("PeriodOpened", 1, { period: Line(7) }, ({ period }) => `${period} opened`)
export const PeriodSoftClosed = event("PeriodSoftClosed", 1, { reason: Text(500), closedBy: Optional(Ref("person")) }, ({ reason }) => `Soft-closed: ${reason}`)
export const PeriodClosed = event(
  "PeriodClosed",
  1,
  { overrides: Parts(Override), closedBy: Optional(Ref("person")) },
  ({ overrides }) => `Closed${overrides.length > 0 ? ` over ${overrides.map(({ key, reason }) => `${key} (${reason})`).join(", ")}` : ""}`,
)
export const PeriodPublished = event(
  "PeriodPublished",
  2,
  /** `position`: the event that closed the month; the statements are as of it */
  { period: Line(7), position: Whole, pack: Parts(Published) },
  ({ pack }) => `Statements published: ${pack.map(({ report }) => report).join(", ")}`,
  // before statements had a version, all were created by the first one, or by one that creates the same bytes
  { from: { 1: (old: Published1) => ({ ...old, pack: old.pack.map((file) => ({ ...file, statementVersion: 1 })) }) } },
)
export const ReopeningAsked = event(
  "ReopeningAsked",
  1,
  { reason: Text(500), askedBy: Optional(Ref("person")) },
  ({ reason }) => `Reopening requested: ${reason}`,
)
export const PeriodReopened = event("PeriodReopened", 1, { reopenedBy: Optional(Ref("person")) }, () => "Re-opened")

const calm = { reason: "", overrides: [], closedBy: null, closedAt: null, pack: [], reopeningAskedBy: null, reopeningReason: null }
export const fiscalPeriods = stream(FiscalPeriod, PeriodOpened, PeriodSoftClosed, PeriodClosed, PeriodPublished, ReopeningAsked, PeriodReopened).fold({
  PeriodOpened: (_, { period }) => ({ period, status: "open" as const, ...calm, closings: [] }),
  PeriodSoftClosed: (row, { reason, closedBy }) => ({ ...row, status: "soft_closed" as const, reason, closedBy }),
  PeriodClosed: (row, { overrides, closedBy }, at) => ({ ...row, status: "closed" as const, overrides, closedBy, closedAt: at }),
  PeriodPublished: (row, { pack }) => ({ ...row, pack }),
  ReopeningAsked: (row, { reason, askedBy }) => ({ ...row, reopeningAskedBy: askedBy, reopeningReason: reason }),
  PeriodReopened: ({ period, status, closedBy, closedAt, overrides, pack, reopeningReason, closings }, { reopenedBy }, at) => {
    const closing = { closedBy, closedAt, overrides, pack, reopenedBy, reopenedAt: at, reason: reopeningReason }
    return { period, status: "open" as const, ...calm, closings: status === "closed" ? [...closings, closing] : closings }
  },
})

/** The id of the period of a day: 202610. */
export const periodId = (day: string): number => Number(day.slice(0, 4) + day.slice(5, 7))
/** "October 2026". Refused (400) if it is not a month. */
export const periodTitle = (period: string): string => {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(period)) throw invalid(`${period.slice(0, 20)} is not a month. Give one such as 2026-10`)
  return spanOf(period).title
}

/** Refuses a day of a month that has not started. */
export const rejectFutureMonth = (day: string, by: By): void => {
  const month = day.slice(0, 7)
  if (month > by.today.slice(0, 7)) throw invalid(`${periodTitle(month)} has not started. Choose a day up to the end of this month`)
}

/**
 * Refuses a manual posting on a day of a closed period; while the period is closing, only finance may post, with a reason. Returns the reason if one was
 * needed.
 */
export function* requireOpenPeriod(day: string, by: By, reason: string | null): CommandGenerator<string | null> {
  rejectFutureMonth(day, by)
  const period = yield* findById(fiscalPeriods, periodId(day))
  if (period === undefined || period.status === "open") return null
  const title = periodTitle(period.period)
  if (period.status === "closed") throw conflict(`${title} is closed. Post to an open period, or request its reopening`)
  if (by.person !== null && !holds(by, "finance.full")) throw forbidden(`${title} is closing: only finance can post to it now`)
  if (reason === null || reason.trim() === "") throw invalid(`${title} is closing: give a reason for posting to it`)
  return reason.trim()
}

/** The day after a period that does not accept postings by this person; undefined if it does. */
const passedOver = (period: Row<typeof FiscalPeriod> | undefined, by: By): string | undefined => {
  const isFinance = by.person === null || holds(by, "finance.full")
  if (period === undefined || period.status === "open" || (period.status === "soft_closed" && isFinance)) return undefined
  return addDays(spanOf(period.period).to, 1)
}

/** The posting date of a transaction of a day, with a note if it is another day. */
export const postingOf = (day: string, postedOn: string) => ({
  date: day,
  postedOn,
  note: postedOn === day ? null : `${day.slice(0, 7)} is closed: posted on ${postedOn}`,
})

/**
 * The posting date of a transaction that must not be refused: its own date, or the first later day on which the person may post. Refused (409) if there is
 * none up to today.
 */
export function* postingDay(day: string, by: By): CommandGenerator<string> {
  let open = day
  for (;;) {
    const period = yield* findById(fiscalPeriods, periodId(open))
    const next = passedOver(period, by)
    if (next === undefined) return open
    if (next > by.today) throw conflict(`${periodTitle(period!.period)} is closed. Request its reopening`)
    open = next
  }
}

const requireFinance = requiring("finance.full", "Only finance can close periods")

/** Gives a month its record, so that concurrent postings and closes conflict. A month that has not started cannot have one. */
export const openPeriod = command("period.open", function* ({ period }: { readonly period: string }, by) {
  requireFinance(by)
  const title = periodTitle(period)
  if (spanOf(period).from > by.today) throw invalid(`${title} has not started`)
  const id = periodId(period)
  return (yield* findById(fiscalPeriods, id)) ? unchanged(id) : [fiscalPeriods.at(id, PeriodOpened({ period }))]
})

/** From now on only finance may post into this open month. */
export const softClosePeriod = command("period.softClose", function* ({ period, reason }: { readonly period: string; readonly reason: string }, by) {
  requireFinance(by)
  const row = yield* get(fiscalPeriods, periodId(period))
  if (row.status !== "open") throw conflict(`${periodTitle(period)} is ${row.status === "closed" ? "closed" : "soft-closed"} already`)
  if (reason.trim() === "") throw invalid("Reason is required")
  return [fiscalPeriods.at(row.id, PeriodSoftClosed({ reason: reason.trim(), closedBy: by.person }))]
})

export interface Closing {
  readonly period: string
  /** the keys of the blocking checklist lines, as just read */
  readonly blockers: ReadonlyArray<string>
  readonly overrides: ReadonlyArray<typeof Override.Type>
}

/** Closes a month that is over. Each blocking line of the checklist needs a reason to override it. */
export const closePeriod = command("period.close", function* ({ period, blockers, overrides }: Closing, by) {
  requireFinance(by)
  const row = yield* get(fiscalPeriods, periodId(period))
  const title = periodTitle(period)
  if (row.status === "closed") throw conflict(`${title} is closed already`)
  if (spanOf(period).to >= by.today) throw invalid(`${title} is not over`)
  const given = new Map(overrides.map(({ key, reason }) => [key, reason.trim()]))
  const open = blockers.filter((key) => !given.get(key))
  if (open.length > 0) throw conflict(`${title} cannot be closed yet: ${open.join(", ")}. See the checklist; a line can be overridden with a reason`)
  const used = blockers.map((key) => ({ key, reason: given.get(key)! }))
  return [fiscalPeriods.at(row.id, PeriodClosed({ overrides: used, closedBy: by.person }))]
})

/** Records the statements published at the close, once. */
export const publishPeriod = command("period.publish", function* (published: Parameters<typeof PeriodPublished>[0]) {
  const { period, pack } = published
  const row = yield* get(fiscalPeriods, periodId(period))
  if (row.status !== "closed") throw conflict(`${periodTitle(period)} is not closed`)
  return row.pack.length > 0 || pack.length === 0 ? unchanged(row.id) : [fiscalPeriods.at(row.id, PeriodPublished(published))]
})

/** Requests that a closed month be re-opened; another person must confirm. */
export const askReopening = command("period.askReopening", function* ({ period, reason }: { readonly period: string; readonly reason: string }, by) {
  requireFinance(by)
  const row = yield* get(fiscalPeriods, periodId(period))
  if (row.status === "open") throw conflict(`${periodTitle(period)} is open`)
  if (row.reopeningAskedBy !== null) throw conflict(`Re-opening ${periodTitle(period)} is already requested. Another person must confirm it`)
  if (reason.trim() === "") throw invalid("Reason is required")
  return [fiscalPeriods.at(row.id, ReopeningAsked({ reason: reason.trim(), askedBy: by.person }))]
})

/** Confirms a re-opening that another person requested. The person who confirms must be of level 10. */
export const confirmReopening = command("period.confirmReopening", function* ({ period }: { readonly period: string }, by) {
  const row = yield* get(fiscalPeriods, periodId(period))
  if (row.reopeningAskedBy === null) throw conflict(`There is no request to re-open ${periodTitle(period)}`)
  if (by.person !== null && by.level !== 10) throw forbidden("Only level 10 can confirm the re-opening of a period")
  if (row.reopeningAskedBy === by.person) throw forbidden("You cannot confirm your own request")
  return [fiscalPeriods.at(row.id, PeriodReopened({ reopenedBy: by.person }))]
})
