/** The checklist of a month to be closed: what each module reports as blocking, read from the current rows. */
import { Context, Effect, Schema } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sqlOf } from "@ops/platform/database/statement.ts"
import { spanOf } from "../statements/statement.ts"
import { statutoryRates } from "../taxes/tax-code.ts"
import type { closingSteps } from "./contract.ts"
import { groupedSql } from "@ops/platform/text.ts"

export type ClosingStep = (typeof closingSteps)[number]

/** One line of the checklist, declared by the module that owns the data. */
export interface ClosingCheck {
  readonly key: string
  /** the month-end step in which it is resolved; by default the last check */
  readonly step?: ClosingStep
  /** what must be true: "All meals are billed" */
  readonly title: string
  /** the command line that resolves it or lists what is to be resolved; {month}, {from} and {to} are replaced by those of the month */
  readonly command: string
  /** what blocks the close from day $1 to day $2: one row each, with a description as `text` and the screen that resolves it as `path` */
  readonly sql: string
}
export interface ClosingLine {
  readonly key: string
  readonly title: string
  readonly command: string
  readonly ok: boolean
  readonly count: number
  /** the first ten that block the close */
  readonly examples: ReadonlyArray<{ readonly text: string; readonly path: string | null }>
}

const foundSql = sqlOf({
  count: col.whole,
  examples: col.json(Schema.Array(Schema.Struct({ text: Schema.String, path: Schema.NullOr(Schema.String) }))),
})

/** The checks of all modules. */
export class ClosingChecks extends Context.Service<ClosingChecks, ReadonlyArray<ClosingCheck>>()("@ops/ledger/ClosingChecks") {}

/** The checks of the ledger itself. */
export const ledgerChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "earlier-periods",
    title: "Earlier months are closed",
    command: "ops periods list",
    sql: `select to_char((m.period || '-01')::date, 'FMMonth YYYY') || ' is still open' as text, null::text as path from (select distinct to_char(entry_date, 'YYYY-MM') as period from journal_entry where entry_date < $1::date) m
      left join fiscal_period f on f.period = m.period where f.status is distinct from 'closed' and $2::date is not null order by m.period`,
  },
  {
    key: "opening",
    title: "Opening balances are confirmed by another person",
    command: "ops ledger openings list",
    sql: `select 'Opening balances are not confirmed by another person' as text, '/approvals' as path
      from opening where status = 'entered' and $1::date is not null and $2::date is not null`,
  },
  {
    key: "revaluation",
    step: "revalue",
    title: "Foreign balances revalued",
    command: "ops revaluation run --period {month}",
    sql: `select a.account_number || ' ' || a.account_name || ': SSP ' || ${groupedSql("s.balance")} || ' carried at USD ' || ${groupedSql("s.usd")} ||
        coalesce('; at the closing rate USD ' || ${groupedSql("s.worth")}, '; there is no rate') as text, '/financial?tab=reports&view=checks' as path
      from (select b.account_id, b.balance, b.usd, round(b.balance::numeric * 100 / r.rate)::bigint as worth
        from (select l.account_id, sum(l.debit - l.credit)::bigint as balance, sum(l.debit_usd - l.credit_usd)::bigint as usd
          from journal_line l where l.currency = 'SSP' and l.entry_date <= $2::date and $1::date is not null group by l.account_id) b
        left join lateral (select x.rate from exchange_rate e cross join jsonb_to_recordset(e.rates) as x("from" date, rate bigint)
          where e.type = 'official' and x."from" <= $2::date order by x."from" desc limit 1) r on true) s
      join account a on a.id = s.account_id where a.is_monetary and s.worth is distinct from s.usd order by a.account_number`,
  },
  {
    key: "tax-rates",
    step: "tax",
    title: "Tax rates match the law or are confirmed by Finance",
    command: "ops taxes list",
    sql: `select t.name || ': ' || es.money(r.rate) || '%, by law ' || es.money(s.rate) || '% since ' || s."from" || ' (' || s.source || ')' as text,
        '/financial?tab=reports&view=taxes' as path
      from tax_code t
      cross join lateral (select x.rate, x.confirmed from jsonb_to_recordset(t.rates) as x("from" date, rate bigint, confirmed boolean)
        where x."from" <= $2::date order by x."from" desc limit 1) r
      cross join lateral (select v."from", v.rate, v.source from (values ${statutoryRates
        .map(({ code, from, rate, source }) => `('${code}', date '${from}', ${rate}::bigint, '${source}')`)
        .join(", ")}) as v(code, "from", rate, source) where v.code = t.code and v."from" <= $2::date order by v."from" desc limit 1) s
      where r.rate <> s.rate and not r.confirmed and $1::date is not null order by t.code`,
  },
]

/** The checklist of a month (2026-10), line by line. */
export const checklist = (period: string) =>
  Effect.gen(function* () {
    const { from, to } = spanOf(period)
    const inMonth = (command: string) => command.replaceAll("{month}", period).replaceAll("{from}", from).replaceAll("{to}", to)
    return yield* Effect.forEach(yield* ClosingChecks, ({ key, title, command, sql }) =>
      Effect.map(
        statement(
          foundSql(`with found as (${sql}) select (select count(*) from found)::int as count,
             (select coalesce(json_agg(x), '[]') from (select text, path from found limit 10) x) as examples`),
          [from, to],
        ),
        ([found]): ClosingLine => ({ key, title, command: inMonth(command), ok: found!.count === 0, ...found! }),
      ),
    )
  })
