/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { InvoicesGroup } from "@ops/billing/contract.ts"
import type { clients } from "@ops/clients/resource.ts"
import type { StockGroup } from "@ops/stock/contract.ts"
import type { stockItems } from "@ops/stock/items/resource.ts"
import type { assets } from "../assets/resource.ts"
import type { AssigneesGroup } from "../assignees/contract.ts"
import type { FacilitiesBillingGroup } from "../billing/contract.ts"
import type { maintenance } from "../maintenance/resource.ts"
import type { SlaGroup } from "../service-levels/contract.ts"
import type { workOrders } from "../work-orders/resource.ts"

export const { pathOf, pathsOf, send, useApi, useCommand } = clientOf<
  | typeof assets.group
  | typeof AssigneesGroup
  | typeof clients.group
  | typeof FacilitiesBillingGroup
  | typeof InvoicesGroup
  | typeof maintenance.group
  | typeof SlaGroup
  | typeof StockGroup
  | typeof stockItems.group
  | typeof workOrders.group
>()
