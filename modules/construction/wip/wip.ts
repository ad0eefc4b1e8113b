/**
 * Work in progress at month-end: the revenue earned on each contract, by the share of its cost that is spent, compared with the certified amount. What is
 * earned and not billed is an asset (1210), what is billed and not earned a liability (2310). Posted on the last day of the month and reversed on the first
 * day of the next. The record's id is the month as a number: 202610. Cents of USD.
 */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { addDays, lastDayOf } from "@ops/platform/calendar.ts"
import { formatMoney, proportion } from "@ops/platform/money.ts"
import { type About, command, conflict, consequence, forbidden, invalid, findById, unchanged } from "@ops/platform/records/command.ts"
import { BusinessDate, Line, Optional, Parts, Ref } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { type EntryLine, post, reverse } from "@ops/ledger/journal-entries/journal-entry.ts"
import { periodId, periodTitle, requireOpenPeriod } from "@ops/ledger/periods/period.ts"

const underBilled = "1210"
const overBilled = "2310"
const revenue = "4300"

/** The state of a contract at the end of a month. */
const facts = {
  projectId: Schema.Int,
  projectNumber: Schema.String,
  siteId: Schema.Int,
  clientId: Schema.Int,
  contractValue: Schema.Int,
  /** spent up to that day */
  actual: Schema.Int,
  /** the forecast of the total cost */
  forecast: Schema.Int,
  certified: Schema.Int,
  isComplete: Schema.Boolean,
}
export const Facts = Schema.Struct(facts)
export type WipFacts = typeof Facts.Type
const WipLine = Schema.Struct({
  ...facts,
  earned: Schema.Int,
  /** earned less certified: above 0 is not billed yet, below 0 is billed in advance */
  position: Schema.Int,
})
export type WipLine = typeof WipLine.Type

/** The revenue earned: the contract value times the share of the cost that is spent; the whole value once the contract is complete. */
export const earnedOf = ({ contractValue, actual, forecast, isComplete }: Pick<WipFacts, "contractValue" | "actual" | "forecast" | "isComplete">): number => {
  if (isComplete) return contractValue
  const spent = Math.max(0, actual)
  const all = Math.max(spent, forecast)
  return all === 0 ? 0 : proportion(contractValue, spent, all)
}
/** The same in SQL, over columns of these names. */
export const earnedSql = (alias: string) => `(case when ${alias}.is_complete then ${alias}.contract_value
  when greatest(${alias}.actual, ${alias}.forecast, 0) = 0 then 0
  else round(${alias}.contract_value::numeric * greatest(${alias}.actual, 0) / greatest(${alias}.actual, ${alias}.forecast)) end)::bigint`

export const wipOf = (facts: WipFacts): WipLine => {
  const earned = earnedOf(facts)
  return { ...facts, earned, position: earned - facts.certified }
}

const Entries = Schema.Struct({ journalEntryId: Schema.Int, reversalEntryId: Schema.NullOr(Schema.Int) })
const run = {
  period: Line(7),
  /** the last day of the month */
  date: BusinessDate,
  lines: Parts(WipLine),
  by: Optional(Ref("person")),
}
export const ContractWip = record(
  "contract_wip",
  { period: Line(7), date: BusinessDate, lines: Parts(WipLine), entries: Parts(Entries), postedBy: Optional(Ref("person")) },
  { label: "Work in progress", title: "period" },
)
export const WipCounted = event("ContractWipCounted", 1, run, ({ period, lines }) => {
  const sum = (of: (line: WipLine) => number) => formatMoney(lines.reduce((total, line) => total + of(line), 0))
  return `${period}: USD ${sum(({ position }) => Math.max(0, position))} earned but not billed, USD ${sum(({ position }) => Math.max(0, -position))} billed in advance`
})
export const WipPosted = event(
  "ContractWipPosted",
  1,
  { journalEntryId: Ref("journal_entry") },
  ({ journalEntryId }, title) => `Posted as ${title("journal_entry", journalEntryId)}`,
)
export const WipReversed = event(
  "ContractWipReversed",
  1,
  { journalEntryId: Ref("journal_entry"), reversalEntryId: Ref("journal_entry") },
  ({ reversalEntryId }, title) => `Reversed on the first of the next month by ${title("journal_entry", reversalEntryId)}`,
)
export const contractWip = stream(ContractWip, WipCounted, WipPosted, WipReversed).fold({
  ContractWipCounted: (known, { by, ...counted }) => ({ ...counted, entries: known?.entries ?? [], postedBy: by }),
  ContractWipPosted: (row, { journalEntryId }) => ({ ...row, entries: [...row.entries, { journalEntryId, reversalEntryId: null }] }),
  ContractWipReversed: (row, { journalEntryId, reversalEntryId }) => ({
    ...row,
    entries: row.entries.map((entry) => (entry.journalEntryId === journalEntryId ? { journalEntryId, reversalEntryId } : entry)),
  }),
})

/** The entry lines that bring the books from `before` to `now`: 1210 and 2310 by project, against 4300. */
const wipEntry = (before: ReadonlyArray<WipLine>, now: ReadonlyArray<WipLine>): ReadonlyArray<EntryLine> => {
  const known = new Map([...before, ...now].map((line) => [line.projectId, line]))
  return [...known.values()].flatMap(({ projectId, projectNumber, siteId, clientId }): ReadonlyArray<EntryLine> => {
    const was = before.find((line) => line.projectId === projectId)?.position ?? 0
    const is = now.find((line) => line.projectId === projectId)?.position ?? 0
    const line = (account: string, amount: number): ReadonlyArray<EntryLine> =>
      amount === 0 ? [] : [{ account, [amount > 0 ? "debit" : "credit"]: Math.abs(amount), description: projectNumber, siteId, clientId }]
    return [...line(underBilled, Math.max(0, is) - Math.max(0, was)), ...line(overBilled, Math.max(0, -was) - Math.max(0, -is)), ...line(revenue, was - is)]
  })
}

export interface CountingWip {
  readonly period: string
  /** the version of the month's record when its contracts were read; 0 if there was none yet */
  readonly version: number
  readonly contracts: ReadonlyArray<WipFacts>
}

/** Posts the work in progress of a month; run again, it posts only the changes since. Refused before the month is over, and if it or the next one is closed. */
export const postWip = command("contract_wip.post", function* ({ period, version, contracts }: CountingWip, by) {
  if (by.person !== null && !holds(by, "finance.full")) throw forbidden("Only finance can post the work in progress")
  const title = periodTitle(period)
  const to = lastDayOf(period)
  if (to >= by.today) throw invalid(`${title} is not over`)
  yield* requireOpenPeriod(to, by, "Work in progress")
  yield* requireOpenPeriod(addDays(to, 1), by, "Work in progress")
  const id = periodId(period)
  const known = yield* findById(contractWip, id)
  if ((known?.version ?? 0) !== version) throw conflict(`Another person has just posted the work in progress of ${title}. Check it before you post again`)
  const lines = contracts.map(wipOf)
  if (known && wipEntry(known.lines, lines).length === 0) return unchanged(id)
  const entry = wipEntry(known?.lines ?? [], lines)
  const counted = contractWip.at(id, WipCounted({ period, date: to, lines, by: by.person }))
  if (entry.length === 0) return [counted]
  const description = `Work in progress of ${title}`
  const posted = yield* post({ date: to, description, reference: period, source: { kind: "contract_wip", id }, currency: "USD", lines: entry }, by)
  return [counted, ...posted, contractWip.at(id, WipPosted({ journalEntryId: posted[0]!.id }))]
})

// the reversal takes its number after the entry
export const wipConsequences = [
  consequence(WipPosted, function* ({ journalEntryId }, { id, row, by }: About<typeof contractWip>) {
    const { date }: Row<typeof ContractWip> = row
    const changes = yield* reverse(journalEntryId, addDays(date, 1), "work in progress of the month-end", by)
    return [...changes, contractWip.at(id, WipReversed({ journalEntryId, reversalEntryId: changes[0]!.id }))]
  }),
]
