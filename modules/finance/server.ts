import { Layer } from "effect"
import { ApprovalLimitsLive } from "./approval-limits/server.ts"
import { DailyExpensesLive } from "./daily-expenses/server.ts"
import { ExpenseCategoriesLive } from "./expense-categories/server.ts"
import { ExpenseRequestsLive } from "./expense-requests/server.ts"
import { OverviewLive } from "./overview/server.ts"
import { PayablesLive } from "./payables/server.ts"
import { BankAccountsLive, BankLinesLive, BankStatementsLive } from "./bank/server.ts"
import { PaymentRunsLive } from "./payment-runs/server.ts"
import { PettyCashFloatsLive } from "./petty-cash-floats/server.ts"
import { PettyCashLive } from "./petty-cash/server.ts"
import { TransactionsLive } from "./transactions/server.ts"

export const FinanceLive = Layer.mergeAll(
  ApprovalLimitsLive,
  ExpenseCategoriesLive,
  ExpenseRequestsLive,
  DailyExpensesLive,
  OverviewLive,
  PayablesLive,
  BankAccountsLive,
  BankStatementsLive,
  BankLinesLive,
  PaymentRunsLive,
  PettyCashFloatsLive,
  PettyCashLive,
  TransactionsLive,
)
