/** Who looks after stock, and who sees it. */
import type { Permission } from "@ops/platform/access/levels.ts"

export const KEEPERS: ReadonlyArray<Permission> = ["inventory.manage", "department.manage"]
export const VIEWERS: ReadonlyArray<Permission> = ["inventory.view", ...KEEPERS, "finance.full"]
