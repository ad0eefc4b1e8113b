/** The calls about targets, budgets and campaigns of marketing. Money is a number of USD. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE, Rule } from "@ops/platform/access/rule.ts"
import { created, IdInput, ListQuery, OneOf, TextInput } from "@ops/platform/http/contract.ts"
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

export class MarketingGroup extends callGroup(
  "marketing",
  call.get("targets", "/api/crm/marketing-targets", "List marketing targets", Schema.Array(TargetAnswer), {
    query: { ...query, teamMemberId: Schema.optional(Schema.String), targetType: Schema.optional(Schema.String) },
    ...reads,
    dependsOn: ["marketing_target", "prospect", "prospect_activity", "person"],
  }),
  call.post("setTarget", "/api/crm/marketing-targets", "Set a marketing target", TargetAnswer.pipe(created), { payload: TargetInput, ...sets }),
  call.patch("changeTarget", "/api/crm/marketing-targets/:id", "Change a marketing target", TargetAnswer, { payload: TargetChange, ...sets }),
  call.put("cancelTarget", "/api/crm/marketing-targets/:id/cancel", "Cancel a marketing target", TargetAnswer, { payload: ReasonInput, ...sets }),
  call.list("costs", "/api/crm/marketing-costs", "List marketing costs", CostAnswer, {
    filters: ["campaignId", "category"],
    may: FINANCE,
    scope: "8: own site if it has one; 7 and 10: all",
    dependsOn: spending,
  }),
  call.put("charge", "/api/crm/marketing-costs", "Charge a cost to a campaign", CostAnswer, { payload: ChargeInput, ...sets }),
) {}

export class MarketingApi extends HttpApi.make("ops").add(MarketingGroup).add(marketingBudgets.group).add(marketingCampaigns.group) {}
