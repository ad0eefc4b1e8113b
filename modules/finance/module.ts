import { defineModule } from "@ops/platform/module.ts"
import { bankAccounts } from "./bank/accounts/resource.ts"
import { bankChecks } from "./bank/closing.ts"
import { bankClearings } from "./bank/lines/bank-line.ts"
import { bankLines } from "./bank/lines/resource.ts"
import { bankStatements } from "./bank/statements/resource.ts"
import { expenseCategories } from "./expense-categories/category.ts"
import { financeChecks } from "./closing.ts"
import { dailyExpenses } from "./daily-expenses/resource.ts"
import { expenseRequests } from "./expense-requests/resource.ts"
import { payableConsequences } from "./payables/commands.ts"
import { payables } from "./payables/resource.ts"
import { payableChecks, payableTies } from "./payables/closing.ts"
import { payableInbox } from "./payables/inbox.ts"
import { paymentRuns } from "./payment-runs/resource.ts"
import { pettyCashChecks, pettyCashTies } from "./petty-cash/closing.ts"
import { pettyCashMovements } from "./petty-cash-floats/float.ts"
import { pettyCashFloats } from "./petty-cash-floats/resource.ts"
import { pettyCashAdvances } from "./petty-cash/import.ts"
import { pettyCashInbox } from "./petty-cash/inbox.ts"
import { pettyCashPolicies } from "./petty-cash/policy.ts"
import { pettyCash } from "./petty-cash/resource.ts"
import { expensePolicies } from "./expense-requests/policy.ts"
import { purchaseBillings } from "./payables/purchase-billing.ts"
import { financeInbox } from "./inbox.ts"
import { payableIndexes } from "./payables/queries.ts"
import { setupFinance } from "./setup.ts"
import { financeSpenders } from "./spenders.ts"
import { transactions } from "./transactions/resource.ts"

export const financeModule = defineModule({
  resources: [bankAccounts, bankLines, bankStatements, dailyExpenses, expenseRequests, payables, paymentRuns, pettyCash, pettyCashFloats, transactions],
  streams: [bankClearings, expenseCategories, expensePolicies, purchaseBillings, pettyCashMovements, pettyCashPolicies],
  consequences: payableConsequences,
  views: payableIndexes,
  closing: [...bankChecks, ...financeChecks, ...payableChecks, ...pettyCashChecks],
  ties: [...payableTies, ...pettyCashTies],
  spenders: financeSpenders,
  inbox: [...financeInbox, ...payableInbox, pettyCashInbox],
  imports: [pettyCashAdvances],
  setup: setupFinance,
})
