/** The checklist of a month that is to be closed: what each module says stands in the way, read from the rows as they are. */
import { Context, Effect } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import { spanOf } from "./statement.ts"

/** One line of the checklist, declared by the module whose facts it looks at. */
export interface ClosingCheck {
  readonly key: string
  /** what should be so: "All meals are billed" */
  readonly title: string
  /** what stands in the way from day $1 to day $2: one row each, with its words as `text` and where to mend it as `path` */
  readonly sql: string
}
export interface ClosingLine {
  readonly key: string
  readonly title: string
  readonly ok: boolean
  readonly count: number
  /** the first ten that stand in the way */
  readonly examples: ReadonlyArray<{ readonly text: string; readonly path: string | null }>
}

/** Every module's checks. */
export class ClosingChecks extends Context.Service<ClosingChecks, ReadonlyArray<ClosingCheck>>()("@ops/ledger/ClosingChecks") {}

/** What the books themselves look at. */
export const ledgerChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "earlier-periods",
    title: "Earlier months are closed",
    sql: `select m.period || ' is not closed' as text, null::text as path from (select distinct to_char(entry_date, 'YYYY-MM') as period from journal_entry where entry_date < $1::date) m
      left join fiscal_period f on f.period = m.period where f.status is distinct from 'closed' and $2::date is not null order by 1`,
  },
  {
    key: "suspense",
    title: "Nothing is left in suspense",
    sql: `select a.account_number || ' ' || a.account_name || ': USD ' || es.money(sum(l.debit_usd - l.credit_usd)::bigint) as text, '/api/journal-entries?account=' || a.account_number as path
      from journal_line l join account a on a.id = l.account_id where a.account_number like '199%' and l.entry_date <= $2::date and $1::date is not null
      group by a.account_number, a.account_name having sum(l.debit_usd - l.credit_usd) <> 0`,
  },
  {
    key: "balance",
    title: "Debit equals credit",
    sql: `select 'The books differ by USD ' || es.money(sum(debit_usd - credit_usd)::bigint) as text, null::text as path from journal_line
      where entry_date <= $2::date and $1::date is not null having sum(debit_usd - credit_usd) <> 0`,
  },
]

/** The checklist of a month (2026-10), line by line. */
export const checklist = (period: string) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const { from, to } = spanOf(period)
    return yield* Effect.forEach(yield* ClosingChecks, ({ key, title, sql }) =>
      Effect.map(
        statement(
          `with found as (${sql}) select (select count(*) from found)::int as count,
             (select coalesce(json_agg(x), '[]') from (select text, path from found limit 10) x) as examples`,
          [from, to],
        ),
        ([{ count, examples }]): ClosingLine => ({ key, title, ok: count === 0, count, examples }),
      ),
    )
  })
