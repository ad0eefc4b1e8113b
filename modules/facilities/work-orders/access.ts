/** Who may do what with work orders, and who sees which fields. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { OPERATIONS } from "@ops/platform/access/rule.ts"

type Permissions = ReadonlyArray<Permission>
/** Who may assign and verify work. */
export const DISPATCHERS: Permissions = ["work_orders.approve", "department.manage"]
export const SEES_ORDERS: Permissions = [...OPERATIONS, "finance.full", "incidents.manage"]
/** Who may see the cost of an order. */
export const SEES_COSTS: Permissions = [...DISPATCHERS, "finance.full"]
/** Who may see the cost of a person's hours, which reveals that person's pay. */
export const SEES_PAY: Permissions = ["finance.full", "department.manage", "users.manage"]
