/** The calls that these screens make, as the contracts type them. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { projects } from "@ops/clients/projects/resource.ts"
import type { payables } from "@ops/finance/payables/resource.ts"
import type { StaffGroup } from "@ops/people/contract.ts"
import type { vendors } from "@ops/procurement/vendors/resource.ts"
import type { ContractorsGroup } from "../contract.ts"
import type { ContractorWorkGroup } from "../work/contract.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<
  typeof ContractorWorkGroup | typeof ContractorsGroup | typeof payables.group | typeof projects.group | typeof StaffGroup | typeof vendors.group
>()
