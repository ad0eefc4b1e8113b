/** The movements of stock of each month, as kept sums. */
import { keptSum, monthly, monthOf } from "@ops/platform/records/generations/kept-sum.ts"

export const stockOfMonth = keptSum({
  name: "stock_of_month",
  of: "stock_movement",
  by: { site_id: "r.site_id", stock_item_id: "r.stock_item_id", month: monthOf("r.date") },
  sums: { quantity: "r.quantity", value: "r.value" },
})

/** The movements up to a date, given as an SQL expression, for sums. */
export const movedBy = (day: string): string => {
  const moved = monthly(
    {
      kept: "select month as date, site_id, stock_item_id, quantity, value from stock_of_month",
      rows: "select date as day, site_id, stock_item_id, quantity, value from stock_movement",
    },
    [`(${day} + 1)`],
  )
  return `(select * from ${moved} m where m.date <= ${day})`
}
