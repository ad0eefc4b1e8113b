/** The calls that these screens make, as the contracts type them. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { ClientsGroup, ContractsGroup, ProjectsGroup, StaffMembersGroup } from "../contract.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<typeof ClientsGroup | typeof ContractsGroup | typeof ProjectsGroup | typeof StaffMembersGroup>()
