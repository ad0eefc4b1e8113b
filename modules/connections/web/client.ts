/** The calls that these screens make, as the contracts type them. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { webhooks } from "../webhooks/resource.ts"

export const { useApi, useCommand } = clientOf<typeof webhooks.group>()
