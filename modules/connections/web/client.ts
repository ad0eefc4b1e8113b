/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { CalendarsGroup } from "../calendars/contract.ts"
import type { webhooks } from "../webhooks/resource.ts"

export const { pathsOf, useApi, useCommand } = clientOf<typeof CalendarsGroup | typeof webhooks.group>()
