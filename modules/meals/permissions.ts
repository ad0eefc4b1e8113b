/** Who reads what is recorded about meals, and whose decision counts after a meal. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { OPERATIONS } from "@ops/platform/access/rule.ts"

export const READERS: ReadonlyArray<Permission> = [...OPERATIONS, "finance.full"]
export const SUPERVISORS: ReadonlyArray<Permission> = ["operations.supervise", "department.manage"]
