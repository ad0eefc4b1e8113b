/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { fieldActs } from "../acts/resource.ts"
import type { fieldDevices } from "../devices/resource.ts"

export const { send } = clientOf<typeof fieldDevices.group | typeof fieldActs.group>()
