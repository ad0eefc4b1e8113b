import { defineModule } from "@ops/platform/module.ts"
import { fileIndex } from "@ops/platform/documents/attachment.ts"
import { expenseCategories } from "./expense-categories/category.ts"
import { financeChecks } from "./closing.ts"
import { dailyExpenses } from "./daily-expenses/resource.ts"
import { expenseRequests } from "./expense-requests/expense-request.ts"
import { payableConsequences } from "./payables/commands.ts"
import { payables } from "./payables/payable.ts"
import { payableChecks, payableTies } from "./payables/closing.ts"
import { payableInbox } from "./payables/inbox.ts"
import { paymentRuns } from "./payment-runs/payment-run.ts"
import { pettyCashChecks, pettyCashTies } from "./petty-cash/closing.ts"
import { pettyCashFloats, pettyCashMovements } from "./petty-cash/float.ts"
import { pettyCashInbox } from "./petty-cash/inbox.ts"
import { pettyCashPolicies } from "./petty-cash/policy.ts"
import { pettyCashRequests } from "./petty-cash/request.ts"
import { expensePolicies } from "./expense-requests/policy.ts"
import { purchaseBillings } from "./payables/purchase-billing.ts"
import { financeFiles } from "./files.ts"
import { financeInbox } from "./inbox.ts"
import { setupFinance } from "./setup.ts"
import { financeSpenders } from "./spenders.ts"
import { transactions } from "./transactions/resource.ts"

export const financeModule = defineModule({
  resources: [dailyExpenses, transactions],
  streams: [
    expenseRequests,
    expenseCategories,
    expensePolicies,
    payables,
    purchaseBillings,
    paymentRuns,
    pettyCashFloats,
    pettyCashMovements,
    pettyCashRequests,
    pettyCashPolicies,
  ],
  consequences: payableConsequences,
  views: [fileIndex("expense_request", "receipts"), fileIndex("payable", "attachments"), fileIndex("petty_cash_request", "receipts")],
  closing: [...financeChecks, ...payableChecks, ...pettyCashChecks],
  ties: [...payableTies, ...pettyCashTies],
  attachments: financeFiles,
  spenders: financeSpenders,
  inbox: [...financeInbox, ...payableInbox, pettyCashInbox],
  setup: setupFinance,
})
