/** The SSP balances of a month, and the SQL of the list of revaluations. */
import { Effect, Schema } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { periodId } from "../periods/period.ts"
import { rateAt } from "../exchange-rates/exchange-rate.ts"
import { OpenBalance, Revaluation, revalued } from "./revaluation.ts"
import { spanOf } from "../statements/statement.ts"

const entrySql = (id: string) => `(select json_build_object('id', j.id, 'entryNumber', j.entry_number) from journal_entry j where j.id = ${id})`

export const revaluationList: ListShape = {
  select: `${Revaluation.answer("r", "id", "period", "date", "total", "createdAt")}, es.money(r.rate) as rate,
    (select coalesce(json_agg(json_build_object('accountNumber', x."accountNumber", 'accountName', a.account_name, 'balance', es.money(x.balance),
        'carriedUsd', es.money(x."carriedUsd"), 'worthUsd', es.money(x."worthUsd"), 'difference', es.money(x.difference)) order by x."accountNumber"), '[]')
      from jsonb_to_recordset(r.lines) as x("accountNumber" text, balance bigint, "carriedUsd" bigint, "worthUsd" bigint, difference bigint)
      join account a on a.account_number = x."accountNumber") as lines,
    (select coalesce(json_agg(json_build_object('entry', ${entrySql('x."journalEntryId"')}, 'reversal', ${entrySql('x."reversalEntryId"')}) order by x."journalEntryId"), '[]')
      from jsonb_to_recordset(r.earlier || r.entries) as x("journalEntryId" bigint, "reversalEntryId" bigint)) as entries,
    (select json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name) from person p where p.id = r.revalued_by) as "revaluedByUser"`,
  from: "revaluation r",
  id: "r.id",
  date: "r.date",
  search: ["r.period"],
  sorts: { period: "r.period", total: "r.total" },
  order: "-period",
}

const latestSql = sql(
  { by: col.nullable(col.text), at: col.nullable(col.text) },
  `select (select p.first_name || ' ' || p.last_name from person p where p.id = r.revalued_by) as by,
     to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from revaluation r where r.id = $1`,
)

const openSql = sql(
  {
    version: col.whole,
    rates: col.nullable(col.json(Schema.Array(Schema.Struct({ from: Schema.String, rate: Schema.Int })))),
    balances: col.json(Schema.Array(Schema.Struct({ ...OpenBalance.fields, accountName: Schema.String }))),
  },
  `select coalesce((select version from revaluation where id = $1), 0)::int as version,
         (select rates from exchange_rate where type = 'official') as rates,
         (select coalesce(json_agg(b order by b."accountNumber"), '[]') from (
           select a.account_number as "accountNumber", a.account_name as "accountName",
             sum(l.debit - l.credit)::bigint as balance, sum(l.debit_usd - l.credit_usd)::bigint as "carriedUsd"
           from journal_line l join account a on a.id = l.account_id
           where a.is_monetary and l.currency = 'SSP' and l.entry_date <= $2::date group by 1, 2) b) as balances`,
)

/** The SSP balances of monetary accounts at the end of a month, and the version of its revaluation, from one consistent read. */
export const openOf = (period: string) =>
  Effect.gen(function* () {
    const [row] = yield* statement(openSql, [periodId(period), spanOf(period).to])
    return row!
  })

/** What a revaluation of a month would post at the official rate of its last day: the balances whose carrying amount differs. No lines if there is no rate. */
export const revaluationPreview = (period: string) =>
  Effect.map(openOf(period), ({ rates, balances }) => {
    const rate = rateAt({ rates: rates ?? [] }, spanOf(period).to)
    const names = new Map(balances.map(({ accountNumber, accountName }) => [accountNumber, accountName]))
    const lines = rate === undefined ? [] : revalued(balances, rate).map((line) => ({ ...line, accountName: names.get(line.accountNumber) ?? "" }))
    return { rate, lines, total: lines.reduce((sum, { difference }) => sum + difference, 0) }
  })

/** Who last revalued a month, and when. */
export const latestRevaluation = (period: string) =>
  Effect.gen(function* () {
    const [row] = yield* statement(latestSql, [periodId(period)])
    return row ?? { by: null, at: null }
  })
