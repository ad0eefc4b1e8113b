/** The client for the calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { InvoicesGroup } from "@ops/billing/contract.ts"
import type { clients } from "@ops/clients/resource.ts"
import type { costCodes } from "../cost-codes/resource.ts"
import type { construction } from "../projects/resource.ts"
import type { ConstructionBillingGroup } from "../billing/contract.ts"
import type { ConstructionBudgetGroup } from "../budget/contract.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<
  | typeof clients.group
  | typeof ConstructionBillingGroup
  | typeof ConstructionBudgetGroup
  | typeof construction.group
  | typeof costCodes.group
  | typeof InvoicesGroup
>()
