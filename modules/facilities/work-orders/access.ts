/** Who does what with work orders, and who sees what of them. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { OPERATIONS } from "@ops/platform/access/rule.ts"

type Permissions = ReadonlyArray<Permission>
/** Who assigns and verifies work. */
export const DISPATCHERS: Permissions = ["work_orders.approve", "department.manage"]
export const SEES_ORDERS: Permissions = [...OPERATIONS, "finance.full", "incidents.manage"]
/** Who sees what an order costs. */
export const SEES_COSTS: Permissions = [...DISPATCHERS, "finance.full"]
/** Who sees the cost of a person's hours: it reveals what that person earns. */
export const SEES_PAY: Permissions = ["finance.full", "department.manage", "users.manage"]
