/** The client for the calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { clients } from "@ops/clients/resource.ts"
import type { contracts } from "@ops/clients/contracts/resource.ts"
import type { AccrualsGroup } from "../accruals/contract.ts"
import type { InvoicesGroup } from "../invoices/contract.ts"
import type { payments } from "../payments/resource.ts"
import type { lateMeals } from "../late-meals/resource.ts"
import type { MealBillingGroup } from "../meal-billing/contract.ts"

export const { pathOf, pathsOf, send, useApi, useCommand, useTotal } = clientOf<
  | typeof AccrualsGroup
  | typeof clients.group
  | typeof contracts.group
  | typeof InvoicesGroup
  | typeof MealBillingGroup
  | typeof payments.group
  | typeof lateMeals.group
>()
