/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { clients } from "@ops/clients/resource.ts"
import type { MealsGroup } from "@ops/meals/contract.ts"
import type { mealSessions } from "@ops/meals/meal-sessions/resource.ts"
import type { purchaseRequests } from "@ops/procurement/purchase-requests/resource.ts"
import type { StockGroup } from "@ops/stock/contract.ts"
import type { stockItems } from "@ops/stock/items/resource.ts"
import type { menus } from "../menus/resource.ts"
import type { RecipesGroup } from "../recipes/contract.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<
  | typeof clients.group
  | typeof MealsGroup
  | typeof mealSessions.group
  | typeof menus.group
  | typeof purchaseRequests.group
  | typeof RecipesGroup
  | typeof StockGroup
  | typeof stockItems.group
>()
