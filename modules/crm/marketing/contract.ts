/** The API of marketing targets, budgets and campaigns. Money is a number of USD. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { FINANCE, InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
import { ErrorMapping, created, Id, IdInput, ListQuery, OneOf, Authorization, rejections, Authentication, TextInput } from "@ops/platform/http/contract.ts"
import { Amount, kept, Reason, Text, UserNamed, Whole, WholeInput } from "../contract-parts.ts"
import { marketingBudgets } from "../budgets/resource.ts"
import { marketingCampaigns } from "../campaigns/resource.ts"
import { READERS, sets, spending } from "./permissions.ts"
import { budgetCategories, costKinds, periods, targetStatuses, targetTypes } from "../labels.ts"

const when = { year: Schema.Int, month: Whole, quarter: Whole, fromDay: Schema.String, toDay: Schema.String }

export const TargetAnswer = Schema.Struct({
  id: Schema.Int,
  teamMemberId: Schema.Int,
  teamMember: UserNamed,
  targetType: Schema.Literals(targetTypes),
  /** USD for revenue, else a count */
  targetValue: Schema.Finite,
  achievedValue: Schema.Finite,
  /** achieved as a percentage of the target, with one decimal */
  progress: Schema.Finite,
  targetPeriod: Schema.Literals(periods),
  ...when,
  status: Schema.Literals(targetStatuses),
  canChange: Schema.Boolean,
  ...kept,
}).annotate({ identifier: "MarketingTarget" })
export const CostAnswer = Schema.Struct({
  kind: Schema.Literals(costKinds),
  sourceId: Schema.Int,
  number: Schema.String,
  date: Schema.String,
  /** what it was spent on, according to finance */
  spentOn: Schema.String,
  /** the budget category in which it counts */
  category: Schema.Literals(budgetCategories),
  what: Schema.String,
  amount: Schema.Finite,
  campaignId: Whole,
  campaignName: Text,
}).annotate({ identifier: "MarketingCost" })

const PeriodInput = {
  year: WholeInput("Year"),
  month: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), WholeInput("Month")]))),
}
export const TargetInput = Schema.Struct({
  teamMemberId: IdInput("Team member is required"),
  targetType: Schema.optional(OneOf("Target type", ...targetTypes)),
  targetValue: Amount("Target"),
  targetPeriod: Schema.optional(OneOf("Period", ...periods)),
  ...PeriodInput,
})
export const TargetChange = Schema.Struct({ targetValue: Amount("Target") })
export const ReasonInput = Schema.Struct({ reason: Reason })
export const ChargeInput = Schema.Struct({
  /** the number of an expense request, a petty cash request or a transaction */
  document: TextInput("Document", { required: true, most: 60 }),
  campaignId: Schema.NullOr(IdInput("Campaign must be one of the list")),
})

const reads: Rule = { may: READERS, scope: "all" }
const query = { ...ListQuery, year: Schema.optional(Schema.String), month: Schema.optional(Schema.String) }

const id = { params: { id: Id } }
const onTarget = { ...id, success: TargetAnswer, error: rejections }

export class MarketingGroup extends HttpApiGroup.make("marketing")
  .add(
    HttpApiEndpoint.get("targets", "/api/crm/marketing-targets", {
      query: { ...query, teamMemberId: Schema.optional(Schema.String), targetType: Schema.optional(Schema.String) },
      success: Schema.Array(TargetAnswer),
      error: rejections,
    })
      .annotateMerge(ruled("List marketing targets", reads))
      .annotate(InvalidatedBy, ["marketing_target", "prospect", "prospect_activity", "person"]),
  )
  .add(
    HttpApiEndpoint.post("setTarget", "/api/crm/marketing-targets", {
      payload: TargetInput,
      success: TargetAnswer.pipe(created),
      error: rejections,
    }).annotateMerge(ruled("Set a marketing target", sets)),
  )
  .add(
    HttpApiEndpoint.patch("changeTarget", "/api/crm/marketing-targets/:id", { ...onTarget, payload: TargetChange }).annotateMerge(
      ruled("Change a marketing target", sets),
    ),
  )
  .add(
    HttpApiEndpoint.put("cancelTarget", "/api/crm/marketing-targets/:id/cancel", { ...onTarget, payload: ReasonInput }).annotateMerge(
      ruled("Cancel a marketing target", sets),
    ),
  )
  .add(
    HttpApiEndpoint.get("costs", "/api/crm/marketing-costs", {
      query: { ...ListQuery, campaignId: Schema.optional(Schema.String), category: Schema.optional(Schema.String) },
      success: Schema.Array(CostAnswer),
      error: rejections,
    })
      .annotateMerge(ruled("List marketing costs", { may: FINANCE, scope: "8: own site if it has one; 7 and 10: all" }))
      .annotate(InvalidatedBy, spending),
  )
  .add(
    HttpApiEndpoint.put("charge", "/api/crm/marketing-costs", { payload: ChargeInput, success: CostAnswer, error: rejections }).annotateMerge(
      ruled("Charge a cost to a campaign", sets),
    ),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class MarketingApi extends HttpApi.make("ops").add(MarketingGroup).add(marketingBudgets.group).add(marketingCampaigns.group) {}
