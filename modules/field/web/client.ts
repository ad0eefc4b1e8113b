/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { clients } from "@ops/clients/resource.ts"
import type { CompanyGroup } from "@ops/sites/contract.ts"
import type { fieldActs } from "../acts/resource.ts"
import type { fieldDevices } from "../devices/resource.ts"
import type { DayLinksGroup, signedDays } from "../signed-days/resource.ts"

export const { pathOf, pathsOf, send, useApi } = clientOf<
  typeof fieldDevices.group | typeof fieldActs.group | typeof signedDays.group | typeof DayLinksGroup | typeof clients.group | typeof CompanyGroup
>()
