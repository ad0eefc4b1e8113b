/**
 * Meals that were served and not invoiced by the end of a month are still income of that month: they are posted on its last day and reversed on the first day
 * of the next, so that the later invoice, whatever its amount, counts once. Another run posts only the difference from what was posted. The record's id is
 * the month as a number: 202610. Amounts are cents.
 */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { addDays, lastDayOf } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import {
  type About,
  type By,
  command,
  type CommandGenerator,
  conflict,
  consequence,
  findById,
  forbidden,
  invalid,
  unchanged,
} from "@ops/platform/records/command.ts"
import { BusinessDate, Line, Optional, Parts, Ref } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { count } from "@ops/platform/text.ts"
import { officialRate, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { type EntryLine, post, reverse } from "@ops/ledger/journal-entries/journal-entry.ts"
import { periodId, periodTitle, requireOpenPeriod } from "@ops/ledger/periods/period.ts"
import { accruedIncome, revenue } from "../posting-lines.ts"

/** The meals of a contract that were on no invoice at the end of a day. */
const unbilled = {
  contractId: Schema.Int,
  contractNumber: Schema.String,
  clientId: Schema.Int,
  siteId: Schema.Int,
  currency: Schema.Literals(["USD", "SSP"]),
  meals: Schema.Int,
  /** before tax */
  amount: Schema.Int,
}
export const Unbilled = Schema.Struct(unbilled)
export type Unbilled = typeof Unbilled.Type
export const AccruedLine = Schema.Struct({ ...unbilled, usd: Schema.Int })
export type AccruedLine = typeof AccruedLine.Type
const Entries = Schema.Struct({ journalEntryId: Schema.Int, reversalEntryId: Schema.NullOr(Schema.Int) })

const run = {
  period: Line(7),
  /** the last day of the month */
  date: BusinessDate,
  /** everything that was not billed, whether posted before or not */
  lines: Parts(AccruedLine),
  /** the part of it that is posted now */
  differences: Parts(AccruedLine),
  accruedBy: Optional(Ref("person")),
}
export const MealAccrual = record("meal_accrual", { ...run, entries: Parts(Entries), earlier: Parts(Entries) }, { label: "Accrual of meals", title: "period" })
const sum = (lines: ReadonlyArray<AccruedLine>) => lines.reduce((total, { usd }) => total + usd, 0)
export const MealsAccrued = event(
  "MealsAccrued",
  1,
  run,
  ({ period, lines }) => `${period}: USD ${formatMoney(sum(lines))} earned and not billed on ${count(lines.length, "contract")}`,
)
export const AccrualPosted = event(
  "MealAccrualPosted",
  1,
  { journalEntryId: Ref("journal_entry") },
  ({ journalEntryId }, title) => `Posted as ${title("journal_entry", journalEntryId)}`,
)
export const AccrualReversed = event(
  "MealAccrualReversed",
  1,
  { journalEntryId: Ref("journal_entry"), reversalEntryId: Ref("journal_entry") },
  ({ reversalEntryId }, title) => `Reversed on the first of the next month by ${title("journal_entry", reversalEntryId)}`,
)
export const mealAccruals = stream(MealAccrual, MealsAccrued, AccrualPosted, AccrualReversed).fold({
  MealsAccrued: (known, accrued) => ({ ...accrued, entries: [], earlier: known ? [...known.earlier, ...known.entries] : [] }),
  MealAccrualPosted: (row, { journalEntryId }) => ({ ...row, entries: [...row.entries, { journalEntryId, reversalEntryId: null }] }),
  MealAccrualReversed: (row, { journalEntryId, reversalEntryId }) => ({
    ...row,
    entries: row.entries.map((entry) => (entry.journalEntryId === journalEntryId ? { journalEntryId, reversalEntryId } : entry)),
  }),
})

/** Converts what is earned and not billed to dollars, at `rate` hundredths of SSP per dollar. */
export const accrued = (unbilled: ReadonlyArray<Unbilled>, rate: number): ReadonlyArray<AccruedLine> =>
  unbilled.map((line) => ({ ...line, usd: line.currency === "USD" ? line.amount : toUsd(line.amount, rate) }))

/** The differences to post so that the books change from `posted` to `now`; lines without a difference are left out. */
export const differences = (posted: ReadonlyArray<AccruedLine>, now: ReadonlyArray<AccruedLine>): ReadonlyArray<AccruedLine> => {
  const contracts = new Map([...posted, ...now].map((line) => [line.contractId, line]))
  return [...contracts.values()].flatMap((line): ReadonlyArray<AccruedLine> => {
    const of = (lines: ReadonlyArray<AccruedLine>) => lines.find(({ contractId }) => contractId === line.contractId) ?? { meals: 0, amount: 0, usd: 0 }
    const [was, is] = [of(posted), of(now)]
    const difference = { ...line, meals: is.meals - was.meals, amount: is.amount - was.amount, usd: is.usd - was.usd }
    return difference.amount === 0 && difference.usd === 0 ? [] : [difference]
  })
}

/** Refuses a month whose meals cannot be accrued; returns its last day. */
export function* accruable(period: string, by: By): CommandGenerator<string> {
  if (by.person !== null && !holds(by, "finance.full")) throw forbidden("Only finance accrues income")
  const title = periodTitle(period)
  const to = lastDayOf(period)
  if (to >= by.today) throw invalid(`${title} is not over`)
  yield* requireOpenPeriod(to, by, "Accrual of meals")
  yield* requireOpenPeriod(addDays(to, 1), by, "Accrual of meals")
  return to
}

export interface Accruing {
  readonly period: string
  /** the version of the month's accrual when its meals were read; 0 if there was none yet */
  readonly version: number
  readonly unbilled: ReadonlyArray<Unbilled>
}

/** Accrues the meals of a month; run again, it posts only what has changed since. Refused before the month is over, and if it or the next one is closed. */
export const accrueMeals = command("meal_accrual.post", function* ({ period, version, unbilled }: Accruing, by) {
  const date = yield* accruable(period, by)
  const id = periodId(period)
  const known = yield* findById(mealAccruals, id)
  if ((known?.version ?? 0) !== version) throw conflict(`Another person has just accrued the meals of ${periodTitle(period)}. Check it before you post again`)
  const rate = unbilled.some(({ currency }) => currency === "SSP") ? yield* officialRate(date) : 100
  const lines = accrued(unbilled, rate)
  const changed = differences(known?.lines ?? [], lines)
  if (changed.length === 0 && (known || lines.length === 0)) return unchanged(id)
  return [mealAccruals.at(id, MealsAccrued({ period, date, lines, differences: changed, accruedBy: by.person }))]
})

const currenciesOf = ({ differences }: Row<typeof MealAccrual>) =>
  (["USD", "SSP"] as const).filter((currency) => differences.some((line) => line.currency === currency))

/** The lines that post a difference: accrued income against revenue, or the reverse if less is unbilled. */
const entryLines = ({ contractNumber, meals, amount, usd, currency, siteId, clientId }: AccruedLine): ReadonlyArray<EntryLine> => {
  const pair = (amount: number, usd: number): ReadonlyArray<EntryLine> => {
    const [asset, income] = amount > 0 || usd > 0 ? (["debit", "credit"] as const) : (["credit", "debit"] as const)
    const of = { description: `${contractNumber}: ${count(Math.abs(meals), "meal")}`, siteId, clientId, ...(currency === "SSP" && { usd: Math.abs(usd) }) }
    return [
      { account: accruedIncome, [asset]: Math.abs(amount), ...of },
      { account: revenue.meal, [income]: Math.abs(amount), ...of },
    ]
  }
  // after a change of the rate, the SSP and USD amounts can have opposite signs
  return amount * usd < 0 ? [...pair(amount, 0), ...pair(0, usd)] : pair(amount, usd)
}

/** Posts the next entry of an accrual: one per currency. */
function* postNext(accrual: Row<typeof MealAccrual>, by: By): CommandGenerator<ReadonlyArray<Change>> {
  const { id, period, date, entries, differences } = accrual
  const currency = currenciesOf(accrual)[entries.length]
  if (currency === undefined) return []
  const changes = yield* post(
    {
      date,
      description: `Meals of ${periodTitle(period)} served and not billed`,
      reference: period,
      source: { kind: "meal_accrual", id },
      currency,
      lines: differences.filter((line) => line.currency === currency).flatMap(entryLines),
    },
    by,
  )
  return [...changes, mealAccruals.at(id, AccrualPosted({ journalEntryId: changes[0]!.id }))]
}

// one after the other: each entry takes its number after the previous one
export const accrualConsequences = [
  consequence(MealsAccrued, (_, { row, by }: About<typeof mealAccruals>) => postNext(row, by)),
  consequence(AccrualPosted, function* ({ journalEntryId }, { id, row, by }: About<typeof mealAccruals>) {
    const { date }: Row<typeof MealAccrual> = row
    const changes = yield* reverse(journalEntryId, addDays(date, 1), "accrual of the month-end", by)
    return [...changes, mealAccruals.at(id, AccrualReversed({ journalEntryId, reversalEntryId: changes[0]!.id }))]
  }),
  consequence(AccrualReversed, (_, { row, by }: About<typeof mealAccruals>) => postNext(row, by)),
]
