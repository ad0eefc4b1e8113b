import { expenseCategories } from "./category.ts"
import { dailyExpenses } from "./daily-expense.ts"
import { expenseRequests } from "./expense-request.ts"
import { expensePolicies } from "./policy.ts"
import { setupFinance } from "./setup.ts"
import { transactions } from "./transaction.ts"
import { transactionIndexes } from "./transactions-queries.ts"

export const financeModule = {
  streams: [expenseRequests, transactions, dailyExpenses, expenseCategories, expensePolicies],
  consequences: [],
  views: [...transactionIndexes],
  tables: [],
  reactors: [],
  setup: setupFinance,
}
