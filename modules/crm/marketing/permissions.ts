/** Who may read and set marketing plans, and the records that spending is derived from. */
import { FINANCE, OPERATIONS, type Rule } from "@ops/platform/access/rule.ts"

export const READERS = [...OPERATIONS, ...FINANCE]
export const sets: Rule = { may: ["department.manage", "budget.manage"], scope: "8: own department; 7 and 10: all" }
export const spending = ["campaign_cost", "expense_request", "petty_cash_request", "money_transaction"]
