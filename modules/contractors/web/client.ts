/** The client for the calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { projects } from "@ops/clients/projects/resource.ts"
import type { payables } from "@ops/finance/payables/resource.ts"
import type { departments } from "@ops/people/departments/resource.ts"
import type { vendors } from "@ops/procurement/vendors/resource.ts"
import type { contractorBills } from "../bills/resource.ts"
import type { contractors } from "../resource.ts"
import type { contractorAssignments, contractorHours } from "../work/resource.ts"

export type Contractor = (typeof contractors)["Row"]
export type Assignment = (typeof contractorAssignments)["Row"]

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<
  | typeof contractorAssignments.group
  | typeof contractorBills.group
  | typeof contractorHours.group
  | typeof contractors.group
  | typeof departments.group
  | typeof payables.group
  | typeof projects.group
  | typeof vendors.group
>()
