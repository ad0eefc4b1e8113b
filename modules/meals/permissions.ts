/** Who may read meal records, and who may decide about a meal afterwards. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { OPERATIONS } from "@ops/platform/access/rule.ts"

export const READERS: ReadonlyArray<Permission> = [...OPERATIONS, "finance.full"]
export const SUPERVISORS: ReadonlyArray<Permission> = ["operations.supervise", "department.manage"]
