/** The calls that these screens make, as the contracts type them. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { AuditGroup } from "../contract.ts"
import type { SealsGroup } from "../seals/contract.ts"

export const { pathOf, useApi, useCommand } = clientOf<typeof AuditGroup | typeof SealsGroup>()
