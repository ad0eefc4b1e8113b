/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { clients } from "@ops/clients/resource.ts"
import type { pettyCash } from "@ops/finance/petty-cash/resource.ts"
import type { prospectActivities } from "../prospects/activities.ts"
import type { prospects } from "../prospects/resource.ts"
import type { marketingBudgets } from "../budgets/resource.ts"
import type { marketingCampaigns } from "../campaigns/resource.ts"
import type { MarketingGroup } from "../marketing/contract.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<
  | typeof clients.group
  | typeof MarketingGroup
  | typeof marketingBudgets.group
  | typeof marketingCampaigns.group
  | typeof pettyCash.group
  | typeof prospectActivities.group
  | typeof prospects.group
>()
