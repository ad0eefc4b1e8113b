/** The calls that these screens make, as the contracts type them. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { ClientsGroup, ProjectsGroup, StaffMembersGroup } from "@ops/clients/contract.ts"
import type { MealsGroup } from "../contract.ts"

export const { ask, pathOf, pathsOf, send, useApi, useCommand } = clientOf<
  typeof ClientsGroup | typeof MealsGroup | typeof ProjectsGroup | typeof StaffMembersGroup
>()
