/** The calls about what sites spend on purchases: the figures over the requests, and the budgets. Money is a decimal string in USD. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import { DateInput, ListQuery, SiteGiven } from "@ops/platform/http/contract.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { rows } from "../purchase-requests/purchase-request.ts"
import { SEE_COSTS } from "../purchase-requests/queries.ts"

export const ProcurementFigures = Schema.Struct({
  pendingRequests: Schema.Int,
  approvedThisMonth: Schema.Int,
  totalEstimatedValue: Schema.String,
  monthlyBudget: Schema.String,
  budgetUsed: Schema.String,
  month: Schema.String,
  asOf: Schema.String,
}).annotate({ identifier: "ProcurementFigures" })

const Text = Schema.NullOr(Schema.String)
/** The information about a site for a new request. */
export const RequestOutlook = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      name: Schema.String,
      category: Schema.String,
      unit: Schema.String,
      /** null if the site never had it */
      onHand: Text,
      maximum: Text,
      daysRemaining: Schema.NullOr(Schema.Int),
      /** unit price in USD when it was last approved for the site; with the date */
      lastPrice: Text,
      lastBought: Text,
      /** usual unit cost, USD */
      usualPrice: Text,
      supplier: Text,
      /** the median days from an order to this supplier until the site had received it; null before the first */
      supplierDays: Schema.NullOr(Schema.Int),
    }),
  ),
  /** of this month; null if the site has none */
  budget: Schema.NullOr(Schema.Struct({ monthly: Schema.String, committed: Schema.String })),
  /** the people who can approve here, with their limits, lowest first; null means no limit */
  approvers: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String, level: Schema.Int, upTo: Text })),
  /** the median waiting time of requests approved in the last 90 days, in hours; null if there were none */
  usualHours: Schema.NullOr(Schema.Int),
}).annotate({ identifier: "RequestOutlook" })

export const BudgetInput = Schema.Struct({
  siteId: SiteGiven,
  from: DateInput("From"),
  monthly: MoneyInput("Monthly budget must be a number with at most two decimals"),
})

export class ProcurementGroup extends callGroup(
  "procurement",
  call.get("figures", "/api/purchase-requests/figures", "Read the figures of purchasing", ProcurementFigures, {
    query: ListQuery,
    may: SEE_COSTS,
    scope: rows.words,
    dependsOn: ["purchase_request", "procurement_budget"],
  }),
  call.get("outlook", "/api/purchase-requests/outlook", "Read what a new purchase request needs about a site", RequestOutlook, {
    query: { siteId: Schema.String, asOf: Schema.optional(Schema.String) },
    may: OPERATIONS,
    scope: rows.words,
    dependsOn: ["purchase_request", "procurement_budget", "stock_item", "stock_level", "approval_policy"],
  }),
  call.put("setBudget", "/api/procurement-budgets", "Set a purchasing budget", ProcurementFigures, {
    payload: BudgetInput,
    may: ["budget.manage"],
    scope: "all",
  }),
  call.get("budgetHistory", "/api/procurement-budgets/:id/history", "Read the history of one purchasing budget", HistoryAnswer, {
    may: ["budget.manage"],
    scope: "all",
    dependsOn: ["procurement_budget"],
  }),
) {}

export class ProcurementApi extends HttpApi.make("ops").add(ProcurementGroup) {}
