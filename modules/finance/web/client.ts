/** The client for the calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { UsersGroup } from "@ops/identity/contract.ts"
import type { accounts } from "@ops/ledger/accounts/resource.ts"
import type { AttachmentsGroup } from "@ops/platform/documents/attachment-contract.ts"
import type { purchaseRequests } from "@ops/procurement/purchase-requests/resource.ts"
import type { vendors } from "@ops/procurement/vendors/resource.ts"
import type { ApprovalLimitsGroup } from "../approval-limits/contract.ts"
import type { bankAccounts } from "../bank/accounts/resource.ts"
import type { bankLines } from "../bank/lines/resource.ts"
import type { bankStatements } from "../bank/statements/resource.ts"
import type { dailyExpenses } from "../daily-expenses/resource.ts"
import type { ExpensesGroup } from "../expense-categories/contract.ts"
import type { expenseRequests } from "../expense-requests/resource.ts"
import type { FinanceOverviewGroup } from "../overview/contract.ts"
import type { payables } from "../payables/resource.ts"
import type { paymentRuns } from "../payment-runs/resource.ts"
import type { pettyCash } from "../petty-cash/resource.ts"
import type { pettyCashFloats } from "../petty-cash-floats/resource.ts"
import type { transactions } from "../transactions/resource.ts"

export const { pathOf, pathsOf, send, useApi, useCommand } = clientOf<
  | typeof ApprovalLimitsGroup
  | typeof AttachmentsGroup
  | typeof bankAccounts.group
  | typeof bankLines.group
  | typeof bankStatements.group
  | typeof dailyExpenses.group
  | typeof ExpensesGroup
  | typeof expenseRequests.group
  | typeof FinanceOverviewGroup
  | typeof accounts.group
  | typeof payables.group
  | typeof paymentRuns.group
  | typeof pettyCashFloats.group
  | typeof pettyCash.group
  | typeof purchaseRequests.group
  | typeof transactions.group
  | typeof UsersGroup
  | typeof vendors.group
>()
