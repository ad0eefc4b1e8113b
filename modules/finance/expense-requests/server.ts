import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { reversalPreview } from "@ops/ledger/reversals/server.ts"
import { reverseExpense } from "./expense-request.ts"
import { expenseRequests } from "./resource.ts"

export const ExpenseRequestsLive = resourceLive(expenseRequests, {
  reversal: ({ params: { id } }: RequestOf<typeof expenseRequests, "reversal">) => reversalPreview(reverseExpense, { id }),
})
