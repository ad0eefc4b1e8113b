/**
 * Work that is earned but not billed, and work that is billed and not earned. At month-end it is posted as accruals, which are reversed on the first day of
 * the next month; in an open month it is shown next to the books, as what a month-end on that day would post.
 */
import { Context, Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { Database, type DatabaseError, statement } from "@ops/platform/database/database.ts"
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
  /** at the end of each day, at a site or at all, in USD: what is earned but not billed, and what is billed and not earned; neither is negative */
  on(
    days: ReadonlyArray<string>,
    siteId: number | null,
  ): Effect.Effect<ReadonlyArray<{ readonly notBilled: Cents; readonly ahead: Cents }>, DatabaseError, Database>
}

/** Those of all modules. */
export class WorkNotBilledOfModules extends Context.Service<WorkNotBilledOfModules, ReadonlyArray<WorkNotBilled>>()("@ops/ledger/WorkNotBilled") {}

/** Income that entries of kind $1 have in the books up to each day of $2, at site $3 or at all. */
const bookedSql = sql(
  { amount: col.whole },
  `select (select coalesce(sum(l.credit_usd - l.debit_usd), 0) from journal_entry j join journal_line l on l.journal_entry_id = j.id join account a on a.id = l.account_id
     where j.source_kind = $1 and l.entry_date <= d.day and a.account_type = 'income' and ($3::bigint is null or l.site_id = $3))::bigint as amount
   from unnest($2::date[]) with ordinality d(day, n) order by d.n`,
)

/** Each kind of work at the end of each of the days, and what of it is in the books. */
const workOn = (kinds: ReadonlyArray<WorkNotBilled>, days: ReadonlyArray<string>, siteId: number | null) =>
  Effect.forEach(kinds, (work) =>
    Effect.gen(function* () {
      const booked = yield* statement(bookedSql, [work.source, days, siteId])
      const found = yield* work.on(days, siteId)
      return { work, days: found.map((of, n) => ({ ...of, booked: booked[n]!.amount })) }
    }),
  )

/**
 * What of each kind was earned within the days of each span and is not in the books: what a month-end on the last of them would post, less that of the day before
 * the first.
 */
export const notInTheBooks = (kinds: ReadonlyArray<WorkNotBilled>, spans: ReadonlyArray<Span>, siteId: number | null) =>
  Effect.gen(function* () {
    const days = spans.flatMap(({ from, to }) => [addDays(from, -1), to])
    const found = yield* workOn(kinds, days, siteId)
    const pending = ({ notBilled, ahead, booked }: (typeof found)[number]["days"][number]) => notBilled - ahead - booked
    return spans.map((_, n) =>
      found.map(({ work, days }) => {
        const [before, now] = [days[2 * n]!, days[2 * n + 1]!]
        return { work, now, before, amount: pending(now) - pending(before) }
      }),
    )
  })

/** The parts of an explanation of what one kind of work has earned within days that is not in the books. */
export const partsOf = ({ from, to }: Span, siteId: number | null, { work, now, before }: Effect.Success<ReturnType<typeof notInTheBooks>>[number][number]) => {
  const figure = (day: string): FigureRef => ({ name: work.figure, parameters: { day, siteId } })
  const first = addDays(from, -1)
  return [
    { label: `${work.title}, on ${to}`, amount: now.notBilled - now.ahead, figure: figure(to) },
    { label: `Less on ${first}`, amount: before.ahead - before.notBilled, figure: figure(first) },
    { label: "Less accruals already posted for these days", amount: before.booked - now.booked, figure: null },
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
      title: "Net profit including it",
      lines: [],
      total: line(
        "profit-with-work",
        "Net profit including it",
        profit.map((value, n) => value + total[n]!),
      ),
    },
  ]
}
