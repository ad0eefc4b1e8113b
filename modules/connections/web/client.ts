/** The calls that these screens make, as the contracts type them. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { CalendarsGroup } from "../calendars/contract.ts"
import type { webhooks } from "../webhooks/resource.ts"

export const { pathsOf, useApi, useCommand } = clientOf<typeof CalendarsGroup | typeof webhooks.group>()
