import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { previewing } from "@ops/ledger/reversals/server.ts"
import { reverseDailyExpense } from "./record.ts"
import { dailyExpenses } from "./resource.ts"

export const DailyExpensesLive = resourceLive(dailyExpenses, previewing(reverseDailyExpense))
