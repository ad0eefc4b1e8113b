/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { ProjectHeadsGroup } from "@ops/clients/contract.ts"
import type { clients } from "@ops/clients/resource.ts"
import type { projects } from "@ops/clients/projects/resource.ts"
import type { staffMembers } from "@ops/clients/staff-members/resource.ts"
import type { MealsGroup } from "../contract.ts"
import type { mealSessions } from "../meal-sessions/resource.ts"

export const { ask, pathOf, pathsOf, send, useApi, useCommand } = clientOf<
  typeof clients.group | typeof MealsGroup | typeof mealSessions.group | typeof projects.group | typeof staffMembers.group | typeof ProjectHeadsGroup
>()
