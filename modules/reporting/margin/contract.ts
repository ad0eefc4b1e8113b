/** The meals of each site and day: expected, cooked and eaten, what they cost and what they give. Money is USD, as decimal strings. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE, Rule } from "@ops/platform/access/rule.ts"
import { ListQuery } from "@ops/platform/http/contract.ts"

const Whole = Schema.NullOr(Schema.Int)
const Text = Schema.NullOr(Schema.String)

export const MarginAnswer = Schema.Struct({
  /** site-day-meal */
  id: Schema.String,
  date: Schema.String,
  mealType: Schema.Literals(["breakfast", "lunch", "dinner"]),
  siteId: Schema.Int,
  site: Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }),
  siteName: Schema.String,
  /** heads planned by the contracts, and own staff on site */
  planned: Schema.Int,
  ownStaff: Schema.Int,
  expected: Schema.Int,
  /** heads that goods were issued for; null if none were issued */
  cooked: Whole,
  eaten: Whole,
  /** a session is still open: the number of eaters is not final */
  open: Schema.Boolean,
  /** the largest of the three counts less the smallest */
  gap: Whole,
  /** the gap in percent of the largest */
  gapPercent: Schema.NullOr(Schema.Finite),
  /** cost of the issued goods */
  cost: Text,
  /** per person who ate */
  costPerMeal: Text,
  /** the cost of food for heads that did not eat */
  uneaten: Text,
  /** the revenue by the contracts, before tax; SSP at the official rate of the day; null if unknown */
  revenue: Text,
  /** revenue less food cost */
  margin: Text,
}).annotate({ identifier: "MealMargin" })
export const MarginTotals = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  meals: Schema.Int,
  expected: Schema.Int,
  eaten: Schema.Int,
  /** meals with issued goods; the following fields except the gap cover only these */
  costed: Schema.Int,
  cooked: Schema.Int,
  eatenOfCosted: Schema.Int,
  cost: Schema.String,
  costPerMeal: Text,
  /** the cost of food for heads that did not eat */
  uneaten: Schema.String,
  revenue: Schema.String,
  margin: Schema.String,
  gapPercent: Schema.NullOr(Schema.Finite),
  /** the food cost per meal of the last 13 days with issued goods */
  days: Schema.Array(Schema.Finite),
})

const optional = Schema.optional(Schema.String)
const rule: Rule = { may: FINANCE, scope: "level 8: its own site if it has one; 7 and 10: all" }
const dependsOn = [
  "meal_session",
  "meal_attendance",
  "staff_feeding_record",
  "client_contract",
  "kitchen_issue",
  "stock_level",
  "staff_assignment",
  "company_staff",
  "exchange_rate",
]

export class MarginGroup extends callGroup(
  "margin",
  call.list("list", "/api/reports/margin", "List meals with revenue, cost and margin", MarginAnswer, {
    filters: ["month", "mealType", "costed"],
    ...rule,
    dependsOn,
  }),
  call.get("totals", "/api/reports/margin/totals", "Read the totals of the meal margin", MarginTotals, {
    query: { month: optional, from: optional, to: optional, siteId: ListQuery.siteId, asOf: ListQuery.asOf },
    ...rule,
    dependsOn,
  }),
) {}

export class MarginApi extends HttpApi.make("ops").add(MarginGroup) {}
