/** The explainable figures that only the dashboard has; the others belong to the modules. */
import { Effect } from "effect"
import { ANYONE } from "@ops/platform/access/rule.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { added, figure, partsBy, said } from "@ops/platform/records/explain.ts"
import { figureParts } from "@ops/facilities/work-orders/board.ts"
import { revenueSql } from "./revenue.ts"

const workOrders = figure("dashboard.activeWorkOrders", {
  label: "Active work orders",
  unit: "orders",
  takes: ["siteId"],
  may: ANYONE,
  explain: Effect.fnUntraced(function* ({ siteId }) {
    const inputs = yield* partsBy(
      "orders",
      { status: col.text },
      `select r.status, count(*)::int as amount from work_order r where ${figureParts.activeOrders} and ($1::bigint is null or r.site_id = $1) group by 1 order by 1`,
      [siteId ?? null],
      ({ status }) => ({ label: status.replace("_", " ") }),
    )
    return { value: inputs.sum, inputs, formula: `Orders that are pending, assigned, in progress or on hold: ${said(inputs.sum, "orders")}` }
  }),
})

const revenueTotalSql = sql(
  { value: col.text, before: col.nullable(col.text), days: col.text },
  `select round((${revenueSql.thisMonth})::numeric, 2)::text as value, round((${revenueSql.lastMonthSoFar})::numeric, 2)::text as before, ${revenueSql.lastMonthDays} as days`,
)

const revenue = figure("dashboard.monthlyRevenue", {
  label: "Revenue of this month",
  unit: "USD",
  takes: ["siteId"],
  isOfBooks: true,
  may: ANYONE,
  explain: Effect.fnUntraced(function* ({ siteId }, { today }) {
    const [row] = yield* statement(revenueTotalSql, [siteId ?? null])
    const month = today.slice(0, 7)
    const inputs = yield* partsBy(
      "USD",
      { id: col.whole, account_number: col.text, account_name: col.text },
      `select a.id, a.account_number, a.account_name, sum(l.credit_usd - l.debit_usd) as amount from journal_line l join account a on a.id = l.account_id
       where a.account_type = 'income' and ${revenueSql.inThisMonth} and ($1::bigint is null or l.site_id = $1) group by 1, 2, 3 order by 2`,
      [siteId ?? null],
      (account) => ({
        label: `${account.account_number} ${account.account_name}`,
        figure: { name: "account.month", parameters: { id: account.id, month, siteId } },
      }),
    )
    const { value, before, days } = row!
    return {
      value,
      inputs,
      ...(before !== null && { before: { label: days, value: before } }),
      formula: `Income posted in ${month}, net of reversals, in USD: ${added(inputs, "USD", "accounts")}`,
    }
  }),
})

export const reportingFigures = [workOrders, revenue]
