import { expenseCategories } from "./category.ts"
import { financeChecks } from "./closing.ts"
import { dailyExpenses } from "./daily-expense.ts"
import { expenseRequests } from "./expense-request.ts"
import { expensePolicies } from "./policy.ts"
import { setupFinance } from "./setup.ts"
import { transactions } from "./transaction.ts"

export const financeModule = {
  streams: [expenseRequests, transactions, dailyExpenses, expenseCategories, expensePolicies],
  consequences: [],
  views: [],
  tables: [],
  reactors: [],
  closing: financeChecks,
  setup: setupFinance,
}
