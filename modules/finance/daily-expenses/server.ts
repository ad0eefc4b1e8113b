import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { reversalPreview } from "@ops/ledger/reversals/server.ts"
import { reverseDailyExpense } from "./record.ts"
import { dailyExpenses } from "./resource.ts"

export const DailyExpensesLive = resourceLive(dailyExpenses, {
  reversal: ({ params: { id } }: RequestOf<typeof dailyExpenses, "reversal">) => reversalPreview(reverseDailyExpense, { id }),
})
