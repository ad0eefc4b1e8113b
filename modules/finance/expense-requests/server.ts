import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { previewing } from "@ops/ledger/reversals/server.ts"
import { reverseExpense } from "./expense-request.ts"
import { expenseRequests } from "./resource.ts"

export const ExpenseRequestsLive = resourceLive(expenseRequests, previewing(reverseExpense))
