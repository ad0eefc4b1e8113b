/** What was posted to income accounts from a day until before another, in cents of USD. Reversals are postings too. */
const between = (from: string, until: string) => `l.entry_date >= ${from} and l.entry_date < ${until}`
const revenueBetween = (from: string, until: string) =>
  `(select coalesce(sum(l.credit_usd - l.debit_usd), 0) from journal_line l join account a on a.id = l.account_id and a.account_type = 'income'
    where ${between(from, until)} and ($1::bigint is null or l.site_id = $1))`

const month = (later: number) => `(date_trunc('month', es.today()::timestamp) + interval '${later} months')::date`

/** The revenue of this month in dollars, of the site $1 or of all, and that of the month before: null if there was none. */
export const revenueSql = {
  /** lines `l` of this month */
  inThisMonth: between(month(0), month(1)),
  thisMonth: `${revenueBetween(month(0), month(1))}::float8 / 100`,
  lastMonth: `nullif(${revenueBetween(month(-1), month(0))}, 0)::float8 / 100`,
}
