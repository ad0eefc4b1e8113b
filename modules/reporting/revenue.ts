import { booksCutAt } from "@ops/ledger/journal-entries/lines.ts"
import { moneyWithin } from "@ops/ledger/money-names.ts"

const { earned } = moneyWithin
/** Entries from a day until before another. */
const between = (from: string, until: string) => `l.entry_date >= ${from} and l.entry_date < ${until}`
const revenueBetween = (from: string, until: string) =>
  `(select coalesce(sum(${earned.amount}), 0) from ${booksCutAt(from, until)} l join account a on a.id = l.account_id
    where ${earned.where} and ${between(from, until)} and ($1::bigint is null or l.site_id = $1))`

/** The revenue of the month of a day, and of the previous month up to the same day, for the site $1 or all sites. */
export const revenueOn = (day: string) => {
  const month = (later: number) => `(date_trunc('month', ${day}::timestamp) + interval '${later} months')::date`
  // a longer month is compared with the whole of a shorter one
  const soFar = (first: string, next: string) => `nullif(${revenueBetween(first, `least(${first} + (${day} - ${month(0)}) + 1, ${next})`)}, 0)::float8 / 100`
  return {
    /** lines `l` of this month */
    inThisMonth: between(month(0), month(1)),
    /** dollars */
    thisMonth: `${revenueBetween(month(0), month(1))}::float8 / 100`,
    /** dollars of this month and of the twelve before, a list */
    months: `(select json_agg(coalesce(e.amount, 0) order by d) from generate_series(${month(-12)}::timestamp, ${month(0)}::timestamp, interval '1 month') d
      left join (select date_trunc('month', l.entry_date::timestamp) as month, sum(${earned.amount})::float8 / 100 as amount
        from ${booksCutAt(month(-12), month(1))} l join account a on a.id = l.account_id
        where ${earned.where} and ${between(month(-12), month(1))} and ($1::bigint is null or l.site_id = $1) group by 1) e on e.month = d)`,
    /** dollars; null if there was none */
    lastMonthSoFar: soFar(month(-1), month(0)),
    /** the first and last day of that */
    lastMonthDays: `to_char(${month(-1)}, 'YYYY-MM-DD') || ' to ' || to_char(least(${month(-1)} + (${day} - ${month(0)}), ${month(0)} - 1), 'YYYY-MM-DD')`,
    /** the same days a year earlier: dollars; null if there was none */
    lastYearSoFar: soFar(month(-12), month(-11)),
  }
}
export const revenueSql = revenueOn("es.today()")
