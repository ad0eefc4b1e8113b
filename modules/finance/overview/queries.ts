/** The SQL of the finance overview, which also explains its figures. $1: site or null. */
import { col, sql } from "@ops/platform/database/statement.ts"
import { booksCutAt, ofAccount } from "@ops/ledger/journal-entries/lines.ts"
import { moneyWithin } from "@ops/ledger/money-names.ts"

const here = (column: string) => `($1::bigint is null or ${column} = $1)`
const year = "date_trunc('year', es.today()::timestamp)::date"
const month = (later: number) => `(date_trunc('month', es.today()::timestamp) + interval '${later} months')::date`

/** Lines `l` of accounts `a`, for the site. */
const lines = `journal_line l join account a on a.id = l.account_id`
/** Lines of this year up to today. */
export const thisYear = `l.entry_date >= ${year} and l.entry_date <= es.today() and ${here("l.site_id")}`
/** Lines of the month that ended this many months ago. */
export const inMonth = (later: number) => `l.entry_date >= ${month(later)} and l.entry_date < ${month(later + 1)} and ${here("l.site_id")}`

const debits = "l.debit_usd - l.credit_usd"
const credits = "l.credit_usd - l.debit_usd"
const { earned, costs } = moneyWithin
const payables = { where: `a.account_number = '2000' and l.entry_date <= es.today() and ${here("l.site_id")}`, amount: credits }
/** The sums by name: which lines, and the amount that is summed, in cents. */
export const sums = {
  totalRevenue: { where: `${earned.where} and ${thisYear}`, amount: earned.amount },
  totalExpenses: { where: `${costs.where} and ${thisYear}`, amount: costs.amount },
  payables: { ...payables, where: `${ofAccount} and ${payables.where}` },
  food: { where: `a.account_number in ('5100', '5200') and ${thisYear}`, amount: debits },
  revenueOfMonth: { where: `${earned.where} and ${inMonth(-1)}`, amount: earned.amount },
  revenueBefore: { where: `${earned.where} and ${inMonth(-2)}`, amount: earned.amount },
}
/** The services, each with its revenue account. */
export const services = { catering: "4100", facilities: "4200", construction: "4300" } as const
const revenueOf = (accounts: ReadonlyArray<string>) => ({
  where: `a.account_number in (${accounts.map((number) => `'${number}'`).join(", ")}) and ${thisYear}`,
  amount: credits,
})
export const serviceSums = {
  catering: revenueOf([services.catering]),
  facilities: revenueOf([services.facilities]),
  construction: revenueOf([services.construction]),
  services: revenueOf(Object.values(services)),
}

interface Sum {
  readonly where: string
  readonly amount: string
}
const sumIn =
  (from: string) =>
  ({ where, amount }: Sum) =>
    `(select coalesce(sum(${amount}), 0)::bigint from ${from} where ${where})`
export const sumSql = sumIn(lines)
/** The part of a sum that was posted in SSP, in SSP. */
export const poundsOf = ({ where, amount }: Sum): Sum => ({ where: `${where} and l.currency = 'SSP'`, amount: amount.replaceAll("_usd", "") })
export const accountColumns = { id: col.whole, account_number: col.text, account_name: col.text }
/** A sum by account, for its explanation. */
export const partsOf = ({ where, amount }: Sum) =>
  `select a.id, a.account_number, a.account_name, sum(${amount})::bigint as amount from ${lines} where ${where} group by 1, 2, 3 having sum(${amount}) <> 0 order by 2`
/** A sum by month. */
export const monthsOf = ({ where, amount }: Sum) =>
  `select to_char(l.entry_date, 'YYYY-MM') as month, sum(${amount})::bigint as amount from ${lines} where ${where} group by 1 order by 1 desc`

/** Meals served this year: everyone who ate, whether billed or not. */
export const mealsSql = `(select coalesce(sum(h.heads + h.others), 0)::bigint from heads_fed h where h.date between ${year} and es.today() and ${here("h.site_id")})`

export const staffColumns = { id: col.whole, staff_number: col.text, first_name: col.text, last_name: col.text }
export const staffSql = `select c.id, c.staff_number, c.first_name, c.last_name, 1 as amount from company_staff c where c.status = 'active' and ${here("c.site_id")} order by c.staff_number`

const percent = (part: string, whole: string) => `round(100.0 * ${part} / nullif(${whole}, 0), 1)::text`

/** The lines of all sums except the payables, read once. */
const books = `books as materialized (select l.entry_date, l.currency, l.site_id, l.debit, l.credit, l.debit_usd, l.credit_usd, a.account_type, a.account_number
  from ${booksCutAt(`least(${year}, ${month(-2)})`, "(es.today() + 1)")} l join account a on a.id = l.account_id where a.account_type in ('income', 'expense') and l.entry_date between least(${year}, ${month(-2)}) and es.today() and ${here("l.site_id")})`
const recent = sumIn("books l cross join lateral (select l.account_type, l.account_number) a")
const both = (sum: Sum) => `json_build_object('USD', es.money(${recent(sum)}), 'SSP', es.money(${recent(poundsOf(sum))}))`

/** All values in one answer. */
export const overviewSql = sql(
  { body: col.text },
  `with ${books} select json_build_object(
  'totalRevenue', ${both(sums.totalRevenue)},
  'totalExpenses', ${both(sums.totalExpenses)},
  'activeEmployees', (select count(*) from (${staffSql}) s),
  'payables', es.money(${sumIn(`${booksCutAt("(es.today() + 1)")} l join account a on a.id = l.account_id`)(payables)}),
  'costPerMeal', (select round(f.cents / 100.0 / nullif(f.meals, 0), 2)::text from (select ${recent(sums.food)} as cents, ${mealsSql} as meals) f),
  'growth', (select ${percent("(g.now - g.before)", "g.before")} from (select ${recent(sums.revenueOfMonth)} as now, ${recent(sums.revenueBefore)} as before) g),
  'share', (select json_build_object(
      'catering', ${percent("s.catering", "s.services")}, 'facilities', ${percent("s.facilities", "s.services")}, 'construction', ${percent("s.construction", "s.services")})
    from (select ${Object.entries(serviceSums)
      .map(([name, sum]) => `${recent(sum)} as ${name}`)
      .join(", ")}) s),
  'asOf', to_char(es.now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as body`,
)
