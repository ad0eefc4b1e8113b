import type { Permission } from "@ops/platform/access/levels.ts"
/** The words of a project's money, and permissions on it. */

export const costKinds = ["bill", "stock", "labour", "moved"] as const
export type CostKind = (typeof costKinds)[number]
export const costKindNames: Record<CostKind, string> = { bill: "Supplier's bill", stock: "From stock", labour: "Hours", moved: "Moved from the books" }

export const certificateKinds = ["progress", "advance", "release"] as const
export type CertificateKind = (typeof certificateKinds)[number]
export const certificateKindNames: Record<CertificateKind, string> = { progress: "Progress", advance: "Advance", release: "Retention released" }
export const certificateStatuses = ["claimed", "certified", "rejected", "void"] as const
export const changeStatuses = ["pending", "approved", "rejected"] as const

/** Who sees what a project costs and bills: levels 6, 7, 8 and 10. */
export const MONEY_READERS: ReadonlyArray<Permission> = ["operations.supervise", "department.manage", "finance.departmental", "finance.full"]
/** Who sets budgets and records contracts with the client: levels 7, 8 and 10. */
export const PLANNERS: ReadonlyArray<Permission> = ["projects.manage", "budget.manage", "finance.full"]
/** Who charges costs, asks for changes and claims progress: levels 6, 7, 8 and 10. */
export const BUILDERS: ReadonlyArray<Permission> = ["operations.supervise", "projects.manage", "finance.full"]
