import { fileIndex } from "@ops/platform/documents/attachment.ts"
import { expenseCategories } from "./expense-categories/category.ts"
import { financeChecks } from "./closing.ts"
import { dailyExpenses } from "./daily-expenses/record.ts"
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
import { transactions } from "./transactions/transaction.ts"

export const financeModule = {
  streams: [
    expenseRequests,
    transactions,
    dailyExpenses,
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
  views: [
    fileIndex("expense_request", "receipts"),
    fileIndex("daily_expense", "receipts"),
    fileIndex("money_transaction", "attachments"),
    fileIndex("payable", "attachments"),
    fileIndex("petty_cash_request", "receipts"),
  ],
  tables: [],
  reactors: [],
  closing: [...financeChecks, ...payableChecks, ...pettyCashChecks],
  ties: [...payableTies, ...pettyCashTies],
  attachments: financeFiles,
  spenders: financeSpenders,
  inbox: [...financeInbox, ...payableInbox, pettyCashInbox],
  setup: setupFinance,
}
