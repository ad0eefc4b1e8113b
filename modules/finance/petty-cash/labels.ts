import type { Permission } from "@ops/platform/access/levels.ts"
/** The words that contracts, records and screens of petty cash share. */
export const pettyCashCategories = ["marketing_materials", "transport", "entertainment", "office_supplies", "meals", "other"] as const
export const pettyCashStatuses = ["pending", "approved", "rejected", "disbursed", "retired"] as const
/** The kinds of cash book lines. */
export const movementKinds = ["top_up", "disbursement", "return", "count"] as const
/** Permissions to decide on requests for petty cash. */
export const PETTY_CASH_DECIDERS: ReadonlyArray<Permission> = ["approval.team", "approval.departmental", "approval.override", "finance.full"]
/** Permissions to count floats. */
export const FLOAT_COUNTERS: ReadonlyArray<Permission> = ["operations.supervise", "department.manage", "finance.full"]
