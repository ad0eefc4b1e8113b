/** Stock in the books. */
import { movedBy } from "./levels/stock-of-month.ts"
import type { Tie } from "@ops/ledger/checks/ties.ts"

export const stockTies: ReadonlyArray<Tie> = [
  {
    key: "stock",
    title: "Stock on hand equals stock in the ledger",
    accounts: ["1200"],
    sql: `select 'USD', m.value from ${movedBy("$1::date")} m`,
    path: "/catering/stock",
  },
]
