/** Who may read, maintain and agree records about clients. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { FINANCE, OPERATIONS } from "@ops/platform/access/rule.ts"

/** Who manages clients: levels 7, 8 and 10. */
export const OFFICE: ReadonlyArray<Permission> = ["finance.full", "department.manage"]
/** Who maintains the lists of clients' people: supervisors of their site, finance and management. */
export const KEEPERS: ReadonlyArray<Permission> = [...OFFICE, "operations.supervise"]
export const READERS: ReadonlyArray<Permission> = [...OPERATIONS, ...FINANCE]
/** Who reads histories. */
export const HISTORIANS: ReadonlyArray<Permission> = [...KEEPERS, ...FINANCE]
/** Who may see prices and budgets: levels 6, 7, 8 and 10. */
export const PRICES: ReadonlyArray<Permission> = ["operations.supervise", "department.manage", ...FINANCE]
