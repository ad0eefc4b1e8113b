/** The calls that these screens make, as the contracts type them. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { alerts } from "../resource.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<typeof alerts.group>()
