/** The named money figures of one period. $1: site or null; $2 and $3: its first and last day. Cents. */
import { col, sql } from "@ops/platform/database/statement.ts"
import { booksCutAt } from "@ops/ledger/journal-entries/lines.ts"
import { moneyAt, moneyWithin } from "@ops/ledger/money-names.ts"

interface Sum {
  readonly where: string
  readonly amount: string
}
const summed = (sums: Readonly<Record<string, Sum>>, within: string) =>
  Object.entries(sums).map(([name, { where, amount }]) => `coalesce(sum(${amount}) filter (where ${where}${within}), 0)::bigint as ${name}`)

export const moneySql = sql(
  { earned: col.whole, billed: col.whole, costs: col.whole, result: col.whole, collected: col.whole, cash: col.whole, outstanding: col.whole },
  `select ${[...summed(moneyWithin, " and l.entry_date >= $2"), ...summed(moneyAt, "")].join(", ")}
   from ${booksCutAt("$2::date", "($3::date + 1)")} l join account a on a.id = l.account_id where l.entry_date <= $3 and ($1::bigint is null or l.site_id = $1)`,
)
