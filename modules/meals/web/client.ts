/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { ClientsGroup, ProjectHeadsGroup } from "@ops/clients/contract.ts"
import type { projects } from "@ops/clients/projects/resource.ts"
import type { staffMembers } from "@ops/clients/staff-members/resource.ts"
import type { MealsGroup } from "../contract.ts"
import type { mealSessions } from "../meal-sessions/resource.ts"

export const { ask, pathOf, pathsOf, send, useApi, useCommand } = clientOf<
  typeof ClientsGroup | typeof MealsGroup | typeof mealSessions.group | typeof projects.group | typeof staffMembers.group | typeof ProjectHeadsGroup
>()
