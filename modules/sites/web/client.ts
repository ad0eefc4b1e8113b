/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { CompanyGroup } from "../contract.ts"
import type { sites } from "../resource.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<typeof CompanyGroup | typeof sites.group>()
