/** Search for expenses and other spending. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { searchOf } from "@ops/platform/http/resources/search.ts"
import { expenseRequests } from "./expense-requests/resource.ts"
import { payables } from "./payables/resource.ts"
import { paymentRuns } from "./payment-runs/resource.ts"
import { pettyCash } from "./petty-cash/resource.ts"
import { transactions } from "./transactions/resource.ts"

export const financeSearch = [
  searchOf(expenseRequests, {
    title: "description",
    detail: "status",
    site: true,
    screen: (who) => (holdsAny(who, FINANCE) ? "/financial?tab=expenses&open=:id" : "/expenses?open=:id"),
  }),
  searchOf(pettyCash, { title: "purpose", detail: "status", site: true, screen: "/marketing?tab=petty-cash&open=:id" }),
  searchOf(payables, {
    title: "v.name || ' · ' || r.invoice_number",
    detail: "description",
    site: true,
    screen: "/financial?tab=vendors&view=bills&open=:id",
  }),
  searchOf(paymentRuns, {
    words: ["runNumber", "reference", "notes"],
    title: "'Payment run of ' || to_char(r.payment_date, 'YYYY-MM-DD')",
    detail: "status",
    screen: "/financial?tab=vendors&view=payments&open=:id",
  }),
  searchOf(transactions, {
    words: ["transactionNumber", "description", "referenceNumber"],
    title: "description",
    detail: "status",
    screen: "/financial?tab=transactions&open=:id",
  }),
]
