/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { StockGroup } from "../contract.ts"
import type { stockItems } from "../items/resource.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<typeof StockGroup | typeof stockItems.group>()
