/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { AuthGroup, UsersGroup } from "../contract.ts"

export const { pathOf, pathsOf, send, useApi, useCommand } = clientOf<typeof AuthGroup | typeof UsersGroup>()
