/** The calls that these screens make, as the contracts type them. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { UsersGroup } from "@ops/identity/contract.ts"
import type { accounts } from "@ops/ledger/accounts/resource.ts"
import type { AttachmentsGroup } from "@ops/platform/documents/attachment-contract.ts"
import type { ProcurementGroup } from "@ops/procurement/contract.ts"
import type { vendors } from "@ops/procurement/vendors/resource.ts"
import type { ApprovalLimitsGroup } from "../approval-limits/contract.ts"
import type { dailyExpenses } from "../daily-expenses/resource.ts"
import type { ExpensesGroup } from "../expense-requests/contract.ts"
import type { FinanceOverviewGroup } from "../overview/contract.ts"
import type { PayablesGroup } from "../payables/contract.ts"
import type { PaymentRunsGroup } from "../payment-runs/contract.ts"
import type { PettyCashFloatsGroup, PettyCashGroup } from "../petty-cash/contract.ts"
import type { transactions } from "../transactions/resource.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<
  | typeof ApprovalLimitsGroup
  | typeof AttachmentsGroup
  | typeof dailyExpenses.group
  | typeof ExpensesGroup
  | typeof FinanceOverviewGroup
  | typeof accounts.group
  | typeof PayablesGroup
  | typeof PaymentRunsGroup
  | typeof PettyCashFloatsGroup
  | typeof PettyCashGroup
  | typeof ProcurementGroup
  | typeof transactions.group
  | typeof UsersGroup
  | typeof vendors.group
>()
