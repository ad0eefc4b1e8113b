/** Earned and costs of the last 13 months by site, for the charts beside a statement and on Today. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { addMonths } from "@ops/platform/dates/days.ts"
import { booksCutAt } from "../journal-entries/lines.ts"
import { moneyWithin } from "../money-names.ts"

const sum = ({ where, amount }: (typeof moneyWithin)["earned" | "costs"]) => `coalesce(sum(${amount}) filter (where ${where}), 0)::bigint`
const sumsSql = sql(
  { month: col.text, siteId: col.nullable(col.whole), earned: col.whole, costs: col.whole },
  `select to_char(l.entry_date, 'YYYY-MM') as month, l.site_id as "siteId", ${sum(moneyWithin.earned)} as earned, ${sum(moneyWithin.costs)} as costs
   from ${booksCutAt("$1::date", "($2::date + 1)")} l join account a on a.id = l.account_id
   where l.entry_date between $1::date and $2::date and ($3::bigint is null or l.site_id = $3) group by 1, 2 order by 2`,
)

/** In cents, of the month of a day, up to that day, and the twelve before, at a site or at all. */
export const lastMonths = (to: string, siteId: number | null) =>
  Effect.gen(function* () {
    const first = addMonths(`${to.slice(0, 8)}01`, -12)
    const months = Array.from({ length: 13 }, (_, n) => addMonths(first, n).slice(0, 7))
    const rows = yield* statement(sumsSql, [first, to, siteId])
    const sites = [...Map.groupBy(rows, (row) => row.siteId)].map(([id, own]) => {
      const of = (name: "earned" | "costs") => months.map((month) => own.find((row) => row.month === month)?.[name] ?? 0)
      return { siteId: id, earned: of("earned"), costs: of("costs") }
    })
    return { months, sites }
  })
