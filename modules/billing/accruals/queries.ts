/** Meals that were served and not invoiced by the end of a day, and the SQL of the list of accruals. */
import { Effect, Schema } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { billedSql, servedDays } from "@ops/meals/head-counts/views.ts"
import { rateAt } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import type { WorkNotBilled } from "@ops/ledger/statements/not-billed.ts"
import { periodId } from "@ops/ledger/periods/period.ts"
import { accrued, differences, AccruedLine, MealAccrual } from "./accrual.ts"

/**
 * The meal invoices, with the day from which their income is in the books: the last day of a month before that of the invoice, or the first open day after
 * it. A credit in full makes the meals unbilled again from its own date.
 */
const bills = `select i.contract_id, i.period_start, i.period_end,
    coalesce((select min(j.entry_date) from journal_entry j where j.source_kind = 'invoice' and j.source_id = i.id), i.issue_date) as booked,
    case when i.status = 'credited' then (select max(n.issue_date) from invoice n where n.credit_of = i.id) end as credited
  from invoice i where i.kind = 'meal' and i.contract_id is not null and i.status not in ('draft', 'discarded')`

/**
 * The meals that were on no invoice at the end of each `day` of an array, with what the contract `k` bills for them: slots `l`, amounts `p`. First come the days
 * of each contract on which something may have been served and no bill counts, from keys alone; each of their slots is priced once.
 */
const unbilledSlots = (days: string, ofContract = "true") => `(with bill as (${bills}), asked as (select unnest(${days}) as day),
  covered as materialized (select a.day, b.contract_id, range_agg(daterange(b.period_start, b.period_end, '[]')) as days
    from asked a join bill b on b.booked <= a.day and (b.credited is null or b.credited > a.day) group by 1, 2),
  gap as materialized (select a.day, c.id as contract_id, range
    from client_contract c cross join asked a left join covered b on b.contract_id = c.id and b.day = a.day
    cross join unnest(datemultirange(daterange(null, a.day, '[]')) - coalesce(b.days, '{}')) range where ${ofContract}),
  open as materialized (select c.id as contract_id, s.date, array_agg(distinct g.day) as days
    from gap g join client_contract c on c.id = g.contract_id cross join lateral ${servedDays("c", "g.range")} s group by 1, 2)
  select d.day, x.* from (
    select m.days, l.*, k.contract_number, k.currency, p.heads, p.rate, p.amount
    from open m cross join lateral (select * from meal_slot l where l.contract_id = m.contract_id and l.date = m.date offset 0) l
    join client_contract k on k.id = l.contract_id ${billedSql("l", "k", "p")}
    where term.rate is not null and p.heads > 0 offset 0) x cross join unnest(x.days) d(day))`
const unbilledColumns = {
  day: col.text,
  contractId: col.whole,
  contractNumber: col.text,
  clientId: col.whole,
  client: col.text,
  siteId: col.whole,
  site: col.text,
  currency: col.words("USD", "SSP"),
  meals: col.whole,
  amount: col.whole,
}
const unbilledSql = sqlOf(unbilledColumns)
const rateSql = sql(
  { rates: col.nullable(col.json(Schema.Array(Schema.Struct({ from: Schema.String, rate: Schema.Int })))) },
  "select (select rates from exchange_rate where type = 'official') as rates",
)

/** What of each contract's meals was on no invoice at the end of each of the days, in its own currency and at the official rate of that day. */
const unbilledOnEach = (days: ReadonlyArray<string>, siteId: number | null) =>
  Effect.gen(function* () {
    const found = yield* statement(
      unbilledSql(`select to_char(x.day, 'YYYY-MM-DD') as day, x.contract_id as "contractId", x.contract_number as "contractNumber", x.client_id as "clientId",
          c.company_name as client, x.site_id as "siteId", s.name as site, x.currency, sum(x.heads)::bigint as meals, sum(x.amount)::bigint as amount
        from ${unbilledSlots("$1::date[]")} x join client c on c.id = x.client_id join site s on s.id = x.site_id
        where $2::bigint is null or x.site_id = $2 group by 1, 2, 3, 4, 5, 6, 7, 8 order by 7, 5, 2`),
      [days, siteId],
    )
    const [{ rates }] = (yield* statement(rateSql, [])) as [{ readonly rates: ReadonlyArray<{ readonly from: string; readonly rate: number }> | null }]
    return days.map((of) => {
      const rate = rateAt({ rates: rates ?? [] }, of) ?? 0
      // pounds before the first rate are worth nothing yet that could be said in dollars
      const lines = found.filter(({ day, currency }) => day === of && (rate !== 0 || currency === "USD")).map(({ day: _, ...line }) => line)
      return accrued(lines, rate).map((line, n) => ({ ...lines[n]!, ...line }))
    })
  })
export const unbilledOn = (day: string, siteId: number | null = null) => Effect.map(unbilledOnEach([day], siteId), ([lines]) => lines!)

/** The meals that were served and not invoiced, as earned work: for the statement of an open month. */
export const mealsNotBilled: WorkNotBilled = {
  key: "meals",
  title: "Meals served, not billed",
  source: "meal_accrual",
  figure: "meals.notBilled",
  on: (days, siteId) =>
    Effect.map(unbilledOnEach(days, siteId), (found) => found.map((lines) => ({ notBilled: lines.reduce((sum, { usd }) => sum + usd, 0), ahead: 0 }))),
}

/** The slots of one contract that were on no invoice on a day. */
export const unbilledSlotsOf = (contractId: number, day: string) =>
  statement(
    slotSql(`select to_char(x.date, 'YYYY-MM-DD') as date, x.meal_type as "mealType", x.heads, x.rate, x.amount, x.currency
        from ${unbilledSlots("array[$1::date]", "c.id = $2")} x order by x.date, x.meal_type`),
    [day, contractId],
  )
const slotSql = sqlOf({ date: col.text, mealType: col.text, heads: col.whole, rate: col.whole, amount: col.whole, currency: col.words("USD", "SSP") })

const knownSql = sql({ version: col.whole, lines: col.json(Schema.Array(AccruedLine)) }, "select version, lines from meal_accrual where id = $1")

/** What accruing a month would post for the meals up to a day, and the version of that accrual. */
export const accrualPreview = (period: string, day: string) =>
  Effect.gen(function* () {
    const lines = yield* unbilledOn(day)
    const [known] = yield* statement(knownSql, [periodId(period)])
    const changed = differences(known?.lines ?? [], lines)
    return { version: known?.version ?? 0, lines, differences: changed, total: changed.reduce((sum, { usd }) => sum + usd, 0) }
  })

/** For the checklist of the month from $1 to $2: the contracts whose accrual differs from their unbilled meals. */
export const notAccruedSql = `select k.contract_number || ', ' || c.company_name || ': ' || k.currency || ' ' || es.money(coalesce(x.amount, 0)) || ' not billed, accrued ' || es.money(coalesce(y.amount, 0)) as text,
    '/invoices?view=month-end&month=' || to_char($1::date, 'YYYY-MM') as path
  from (select u.contract_id, sum(u.amount)::bigint as amount from ${unbilledSlots("array[$2::date]")} u group by 1) x
  full join (select z."contractId" as contract_id, z.amount from meal_accrual m cross join jsonb_to_recordset(m.lines) as z("contractId" bigint, amount bigint)
    where m.date = $2::date) y on y.contract_id = x.contract_id
  join client_contract k on k.id = coalesce(x.contract_id, y.contract_id) join client c on c.id = k.client_id
  where coalesce(x.amount, 0) <> coalesce(y.amount, 0) order by k.contract_number`

const entrySql = (id: string) => `(select json_build_object('id', j.id, 'entryNumber', j.entry_number) from journal_entry j where j.id = ${id})`
export const accrualList: ListShape = {
  select: `${MealAccrual.answer("r", "id", "period", "date", "createdAt")},
    (select es.money(coalesce(sum(x.usd), 0)::bigint) from jsonb_to_recordset(r.lines) as x(usd bigint)) as total,
    (select coalesce(json_agg(json_build_object('contractId', k.id, 'contractNumber', k.contract_number, 'client', c.company_name, 'site', s.name, 'currency', k.currency,
        'meals', x.meals, 'amount', es.money(x.amount), 'usd', es.money(x.usd)) order by k.id), '[]')
      from jsonb_to_recordset(r.lines) as x("contractId" bigint, meals bigint, amount bigint, usd bigint)
      join client_contract k on k.id = x."contractId" join client c on c.id = k.client_id join site s on s.id = k.site_id) as lines, null as "toPost",
    (select coalesce(json_agg(json_build_object('entry', ${entrySql('x."journalEntryId"')}, 'reversal', ${entrySql('x."reversalEntryId"')}) order by x."journalEntryId"), '[]')
      from jsonb_to_recordset(r.earlier || r.entries) as x("journalEntryId" bigint, "reversalEntryId" bigint)) as entries,
    (select json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name) from person p where p.id = r.accrued_by) as "accruedByUser"`,
  from: "meal_accrual r",
  id: "r.id",
  date: "r.date",
  search: ["r.period"],
  sorts: { period: "r.period" },
  order: "-period",
}
