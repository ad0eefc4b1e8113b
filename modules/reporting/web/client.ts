/** The client for the calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { alerts } from "@ops/alerts/resource.ts"
import type { menus } from "@ops/catering/menus/resource.ts"
import type { expenseRequests } from "@ops/finance/expense-requests/resource.ts"
import type { MealsGroup } from "@ops/meals/contract.ts"
import type { mealSessions } from "@ops/meals/meal-sessions/resource.ts"
import type { leaveRequests } from "@ops/people/leave/resource.ts"
import type { purchaseRequests } from "@ops/procurement/purchase-requests/resource.ts"
import type { CompanyGroup } from "@ops/sites/contract.ts"
import type { StockGroup } from "@ops/stock/contract.ts"
import type { ApprovalsGroup } from "../approvals/contract.ts"
import type { LandingGroup, ReportingGroup } from "../contract.ts"
import type { MarginGroup } from "../margin/contract.ts"
import type { MoneyGroup } from "../money/contract.ts"
import type { MonthEndGroup } from "../month-end/contract.ts"
import type { ReportSchedulesGroup } from "../schedules/contract.ts"

export const { pathOf, pathsOf, useApi, useCommand, useTotal } = clientOf<
  | typeof alerts.group
  | typeof ApprovalsGroup
  | typeof CompanyGroup
  | typeof expenseRequests.group
  | typeof leaveRequests.group
  | typeof LandingGroup
  | typeof MarginGroup
  | typeof MonthEndGroup
  | typeof MoneyGroup
  | typeof MealsGroup
  | typeof menus.group
  | typeof mealSessions.group
  | typeof purchaseRequests.group
  | typeof ReportSchedulesGroup
  | typeof ReportingGroup
  | typeof StockGroup
>()
