/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { ClientsGroup } from "@ops/clients/contract.ts"
import type { MealsGroup } from "@ops/meals/contract.ts"
import type { mealSessions } from "@ops/meals/meal-sessions/resource.ts"
import type { purchaseRequests } from "@ops/procurement/purchase-requests/resource.ts"
import type { StockGroup } from "@ops/stock/contract.ts"
import type { MenusGroup } from "../contract.ts"
import type { RecipesGroup } from "../recipes/contract.ts"

export const { pathOf, pathsOf, useApi, useCommand, useTotal } = clientOf<
  | typeof ClientsGroup
  | typeof MealsGroup
  | typeof mealSessions.group
  | typeof MenusGroup
  | typeof purchaseRequests.group
  | typeof RecipesGroup
  | typeof StockGroup
>()
