import type { Permission } from "@ops/platform/access/levels.ts"
/** The enum values of project budgets and billing, and the permissions on them. */

export const costKinds = ["bill", "stock", "labour", "moved"] as const
export type CostKind = (typeof costKinds)[number]
export const costKindNames: Record<CostKind, string> = { bill: "Supplier's bill", stock: "From stock", labour: "Hours", moved: "Moved from the ledger" }

export const certificateKinds = ["progress", "advance", "release"] as const
export type CertificateKind = (typeof certificateKinds)[number]
export const certificateKindNames: Record<CertificateKind, string> = { progress: "Progress", advance: "Advance", release: "Retention released" }
export const certificateStatuses = ["claimed", "certified", "rejected", "void"] as const
export const changeStatuses = ["pending", "approved", "rejected"] as const

/** Permissions to see the costs and billing of projects: levels 6, 7, 8 and 10. */
export const MONEY_READERS: ReadonlyArray<Permission> = ["operations.supervise", "department.manage", "finance.departmental", "finance.full"]
/** Permissions to set budgets and record contracts with the client: levels 7, 8 and 10. */
export const PLANNERS: ReadonlyArray<Permission> = ["projects.manage", "budget.manage", "finance.full"]
/** Permissions to charge costs, request changes and claim progress: levels 6, 7, 8 and 10. */
export const BUILDERS: ReadonlyArray<Permission> = ["operations.supervise", "projects.manage", "finance.full"]
