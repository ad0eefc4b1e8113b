/**
 * Revaluation at month-end: the SSP balances of monetary accounts are revalued at the official rate of the last day, and the difference is reversed on the
 * first day of the next month. Each month-end therefore shows the current value of SSP balances, and a later settlement is counted once, at its own rate. The
 * record's id is the month as a number: 202610. Amounts are cents.
 */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import {
  type About,
  command,
  type By,
  conflict,
  consequence,
  forbidden,
  invalid,
  findById,
  type CommandGenerator,
  unchanged,
} from "@ops/platform/records/command.ts"
import { BusinessDate, Line, Money, Optional, Parts, Ref, Rate } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { officialRate, toUsd } from "../exchange-rates/exchange-rate.ts"
import { type EntryLine, post, reverse } from "../journal-entries/journal-entry.ts"
import { periodId, periodTitle, requireOpenPeriod } from "../periods/period.ts"
import { isCash } from "../statements/cash-flow.ts"
import { spanOf } from "../statements/statement.ts"

/** An account's SSP balance on the last day, debits less credits, and its carrying amount in USD. */
export const OpenBalance = Schema.Struct({ accountNumber: Schema.String, balance: Schema.Int, carriedUsd: Schema.Int })
export type OpenBalance = typeof OpenBalance.Type
const RevaluedLine = Schema.Struct({ ...OpenBalance.fields, worthUsd: Schema.Int, difference: Schema.Int })
export type RevaluedLine = typeof RevaluedLine.Type
const Entries = Schema.Struct({ journalEntryId: Schema.Int, reversalEntryId: Schema.NullOr(Schema.Int) })

const run = {
  period: Line(7),
  /** the last day of the month */
  date: BusinessDate,
  /** hundredths of SSP per dollar */
  rate: Rate,
  lines: Parts(RevaluedLine),
  revaluedBy: Optional(Ref("person")),
}
export const Revaluation = record(
  "revaluation",
  {
    ...run,
    /** total gain in USD; negative is a loss */
    total: Money,
    /** the entries of the lines above */
    entries: Parts(Entries),
    /** the entries of earlier runs, if more was posted into the month after them */
    earlier: Parts(Entries),
  },
  { label: "Revaluation", title: "period" },
)
export const PeriodRevalued = event("PeriodRevalued", 1, run, ({ period, rate, lines }) => {
  const total = lines.reduce((sum, { difference }) => sum + difference, 0)
  return `${period} revalued at ${formatMoney(rate)} SSP per USD: USD ${formatMoney(total)}`
})
export const RevaluationPosted = event(
  "RevaluationPosted",
  1,
  { journalEntryId: Ref("journal_entry") },
  ({ journalEntryId }, title) => `Posted as ${title("journal_entry", journalEntryId)}`,
)
export const RevaluationReversed = event(
  "RevaluationReversed",
  1,
  { journalEntryId: Ref("journal_entry"), reversalEntryId: Ref("journal_entry") },
  ({ reversalEntryId }, title) => `Reversed on the first of the next month by ${title("journal_entry", reversalEntryId)}`,
)

export const revaluations = stream(Revaluation, PeriodRevalued, RevaluationPosted, RevaluationReversed).fold({
  PeriodRevalued: (known, revalued) => ({
    ...revalued,
    total: revalued.lines.reduce((sum, { difference }) => sum + difference, known?.total ?? 0),
    entries: [],
    earlier: known ? [...known.earlier, ...known.entries] : [],
  }),
  RevaluationPosted: (row, { journalEntryId }) => ({ ...row, entries: [...row.entries, { journalEntryId, reversalEntryId: null }] }),
  RevaluationReversed: (row, { journalEntryId, reversalEntryId }) => ({
    ...row,
    entries: row.entries.map((entry) => (entry.journalEntryId === journalEntryId ? { journalEntryId, reversalEntryId } : entry)),
  }),
})

/** The USD value of each balance at a rate, and its difference from the books; accounts without a difference are left out. */
export const revalued = (balances: ReadonlyArray<OpenBalance>, rate: number): ReadonlyArray<RevaluedLine> =>
  balances
    .map((open) => ({ ...open, worthUsd: toUsd(open.balance, rate) }))
    .map((open) => ({ ...open, difference: open.worthUsd - open.carriedUsd }))
    .filter(({ difference }) => difference !== 0)

export interface Revaluing {
  readonly period: string
  /** the version of the month's revaluation when the balances were read; 0 if there was none yet */
  readonly version: number
  readonly balances: ReadonlyArray<OpenBalance>
}

/** Refuses a month that cannot be revalued; returns its last day. */
export function* revaluable(period: string, by: By): CommandGenerator<string> {
  if (by.person !== null && !holds(by, "finance.full")) throw forbidden("Only finance can revalue balances")
  const title = periodTitle(period)
  const { to } = spanOf(period)
  if (to >= by.today) throw invalid(`${title} is not over`)
  yield* requireOpenPeriod(to, by, "Revaluation")
  yield* requireOpenPeriod(addDays(to, 1), by, "Revaluation")
  return to
}

/**
 * Revalues a month. Run again, it posts only what was added to the month since, or nothing. Refused if the month or the next one is closed, or without an
 * official rate.
 */
export const revaluePeriod = command("period.revalue", function* ({ period, version, balances }: Revaluing, by) {
  const date = yield* revaluable(period, by)
  const id = periodId(period)
  const known = yield* findById(revaluations, id)
  if ((known?.version ?? 0) !== version) throw conflict(`${periodTitle(period)} was just revalued by another person. Check the result before you repeat it`)
  const rate = yield* officialRate(date)
  const lines = revalued(balances, rate)
  if (known && lines.length === 0) return unchanged(id)
  return [revaluations.at(id, PeriodRevalued({ period, date, rate, lines, revaluedBy: by.person }))]
})

/** Cash has a separate entry, so that the cash flow shows only the exchange difference on cash. */
const groupsOf = ({ lines }: Row<typeof Revaluation>) =>
  [true, false].map((cash) => lines.filter(({ accountNumber }) => isCash(accountNumber) === cash)).filter((lines) => lines.length > 0)

/** Posts the next entry that a revaluation still requires. */
function* postNext(revaluation: Row<typeof Revaluation>, by: By): CommandGenerator<ReadonlyArray<Change>> {
  const { id, period, date, rate, entries } = revaluation
  const lines = groupsOf(revaluation)[entries.length]
  if (lines === undefined) return []
  const changes = yield* post(
    {
      date,
      description: `Revaluation of ${spanOf(period).title} at ${formatMoney(rate)} SSP per USD`,
      reference: period,
      source: { kind: "revaluation", id },
      currency: "SSP",
      rate,
      lines: lines.flatMap(({ accountNumber, balance, difference }): ReadonlyArray<EntryLine> => {
        const [account, exchange] = difference > 0 ? (["debit", "credit"] as const) : (["credit", "debit"] as const)
        const amount = { usd: Math.abs(difference), description: `${accountNumber}: SSP ${formatMoney(balance)}` }
        return [
          { account: accountNumber, [account]: 0, ...amount },
          { account: "7900", [exchange]: 0, ...amount },
        ]
      }),
    },
    by,
  )
  return [...changes, revaluations.at(id, RevaluationPosted({ journalEntryId: changes[0]!.id }))]
}

// one after the other: each entry takes its number after the previous one
export const revaluationConsequences = [
  consequence(PeriodRevalued, (_, { row, by }: About<typeof revaluations>) => postNext(row, by)),
  consequence(RevaluationPosted, function* ({ journalEntryId }, { id, row, by }: About<typeof revaluations>) {
    const changes = yield* reverse(journalEntryId, addDays(row.date, 1), "month-end revaluation", by)
    return [...changes, revaluations.at(id, RevaluationReversed({ journalEntryId, reversalEntryId: changes[0]!.id }))]
  }),
  consequence(RevaluationReversed, (_, { row, by }: About<typeof revaluations>) => postNext(row, by)),
]
