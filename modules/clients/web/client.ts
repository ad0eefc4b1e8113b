/** The calls of these screens, typed by the contracts. */
import type { BadgesGroup } from "../badges/contract.ts"
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { contracts } from "../contracts/resource.ts"
import type { projects } from "../projects/resource.ts"
import type { clients } from "../resource.ts"
import type { staffMembers } from "../staff-members/resource.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<
  typeof clients.group | typeof contracts.group | typeof projects.group | typeof staffMembers.group | typeof BadgesGroup
>()
