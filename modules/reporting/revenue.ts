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
  const sameDay = `least(${month(-1)} + (${day} - ${month(0)}) + 1, ${month(0)})`
  return {
    /** lines `l` of this month */
    inThisMonth: between(month(0), month(1)),
    /** dollars */
    thisMonth: `${revenueBetween(month(0), month(1))}::float8 / 100`,
    /** dollars, of the month of a first day */
    of: (first: string) => `${revenueBetween(first, `(${first} + interval '1 month')::date`)}::float8 / 100`,
    /** dollars; null if there was none */
    lastMonthSoFar: `nullif(${revenueBetween(month(-1), sameDay)}, 0)::float8 / 100`,
  }
}
export const revenueSql = revenueOn("es.today()")
