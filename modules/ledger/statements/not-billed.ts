/**
 * Work that is earned and not billed, and work that is billed and not earned. At month-end it is posted as accruals, which are reversed on the first day of
 * the next month; in an open month it is shown next to the books, as what a month-end on that day would post.
 */
import { Context, Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { Database, type DatabaseError } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Cents } from "@ops/platform/money.ts"
import type { FigureRef } from "@ops/platform/records/explain.ts"
import type { Span, StatementSection } from "./statement.ts"

/** One kind of such work, declared by the module that owns it. */
export interface WorkNotBilled {
  readonly key: string
  /** "Meals served, not billed" */
  readonly title: string
  /** the kind of record whose entries post it */
  readonly source: string
  /** the figure that explains `notBilled` less `ahead` on a day */
  readonly figure: string
  /** at the end of a day, for a site or all sites, in USD: what is earned and not billed, and what is billed and not earned; neither is negative */
  on(day: string, siteId: number | null): Effect.Effect<{ readonly notBilled: Cents; readonly ahead: Cents }, DatabaseError, Database>
}

/** Those of all modules. */
export class WorkNotBilledOfModules extends Context.Service<WorkNotBilledOfModules, ReadonlyArray<WorkNotBilled>>()("@ops/ledger/WorkNotBilled") {}

/** The income posted by entries of kind $1 up to day $2, for site $3 or all sites. */
const bookedSql = sql(
  { amount: col.whole },
  `select coalesce(sum(l.credit_usd - l.debit_usd), 0)::bigint as amount from journal_entry j join journal_line l on l.journal_entry_id = j.id join account a on a.id = l.account_id
   where j.source_kind = $1 and l.entry_date <= $2::date and a.account_type = 'income' and ($3::bigint is null or l.site_id = $3)`,
)

/** Each kind of work at the end of a day, with the amount already posted. */
export const workOn = (kinds: ReadonlyArray<WorkNotBilled>, day: string, siteId: number | null) =>
  Effect.forEach(kinds, (work) =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      const [row] = yield* statement(bookedSql, [work.source, day, siteId])
      return { work, booked: row!.amount, ...(yield* work.on(day, siteId)) }
    }),
  )

/** For each kind, what was earned within the period and is not posted: what a month-end on its last day would post, less that of the day before its first. */
export const notInTheBooks = (kinds: ReadonlyArray<WorkNotBilled>, { from, to }: Span, siteId: number | null) =>
  Effect.gen(function* () {
    const [last, before] = yield* Effect.all([workOn(kinds, to, siteId), workOn(kinds, addDays(from, -1), siteId)])
    const pending = ({ notBilled, ahead, booked }: (typeof last)[number]) => notBilled - ahead - booked
    return last.map((now, n) => ({ work: now.work, now, before: before[n]!, amount: pending(now) - pending(before[n]!) }))
  })

/** The components of what one kind of work earned within a period and is not posted. */
export const partsOf = ({ from, to }: Span, siteId: number | null, { work, now, before }: Effect.Success<ReturnType<typeof notInTheBooks>>[number]) => {
  const figure = (day: string): FigureRef => ({ name: work.figure, parameters: { day, siteId } })
  const first = addDays(from, -1)
  return [
    { label: `${work.title}, on ${to}`, amount: now.notBilled - now.ahead, figure: figure(to) },
    { label: `Less on ${first}`, amount: before.ahead - before.notBilled, figure: figure(first) },
    { label: "Less what accruals of these days have in the books", amount: before.booked - now.booked, figure: null },
  ]
}

/** The sections that follow net profit while the month is open. `amounts`: per kind of work and column. */
export const openSections = (
  kinds: ReadonlyArray<WorkNotBilled>,
  amounts: ReadonlyArray<ReadonlyArray<Cents>>,
  profit: ReadonlyArray<Cents>,
): ReadonlyArray<StatementSection> => {
  const total = profit.map((_, n) => amounts.reduce((sum, of) => sum + of[n]!, 0))
  const line = (key: string, title: string, values: ReadonlyArray<Cents>) => ({ key, title, accountNumber: null, values })
  return [
    {
      key: "not-in-the-books",
      title: "Earned, not billed",
      lines: kinds.map(({ key, title }, n) => line(key, title, amounts[n]!)).filter(({ values }) => values.some((value) => value !== 0)),
      total: line("not-in-the-books-total", "Total earned, not billed", total),
    },
    {
      key: "profit-with-work",
      title: "Net profit with it",
      lines: [],
      total: line(
        "profit-with-work",
        "Net profit with it",
        profit.map((value, n) => value + total[n]!),
      ),
    },
  ]
}
