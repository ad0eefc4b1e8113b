/** The client for the calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { AuditGroup } from "../contract.ts"
import type { SealsGroup } from "../seals/contract.ts"

export const { ask, pathOf, useApi, useCommand } = clientOf<typeof AuditGroup | typeof SealsGroup>()
