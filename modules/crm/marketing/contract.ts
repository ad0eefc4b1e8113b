/** The calls about targets, budgets and campaigns of marketing. Money is a number of USD. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { AcrossSites, FINANCE, InvalidatedBy, OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import {
  ErrorMapping,
  created,
  DateInput,
  Id,
  IdInput,
  ListQuery,
  OneOf,
  Authorization,
  rejections,
  Authentication,
  TextInput,
} from "@ops/platform/http/contract.ts"
import { Amount, kept, line, Reason, Text, UserNamed, Whole, WholeInput } from "../contract-parts.ts"
import { budgetCategories, budgetStatuses, campaignStatuses, campaignTypes, costKinds, periods, targetStatuses, targetTypes } from "../labels.ts"

const when = { year: Schema.Int, month: Whole, quarter: Whole, fromDay: Schema.String, toDay: Schema.String }

export const TargetAnswer = Schema.Struct({
  id: Schema.Int,
  teamMemberId: Schema.Int,
  teamMember: UserNamed,
  targetType: Schema.Literals(targetTypes),
  /** USD of revenue, else how many */
  targetValue: Schema.Finite,
  achievedValue: Schema.Finite,
  /** achieved of the target, percent with one decimal */
  progress: Schema.Finite,
  targetPeriod: Schema.Literals(periods),
  ...when,
  status: Schema.Literals(targetStatuses),
  canChange: Schema.Boolean,
  ...kept,
})
export const MarketingBudgetAnswer = Schema.Struct({
  id: Schema.Int,
  category: Schema.Literals(budgetCategories),
  allocatedAmount: Schema.Finite,
  spentAmount: Schema.Finite,
  remainingAmount: Schema.Finite,
  budgetPeriod: Schema.Literals(periods),
  ...when,
  status: Schema.Literals(budgetStatuses),
  canChange: Schema.Boolean,
  ...kept,
})
export const CampaignAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  description: Schema.String,
  campaignType: Schema.Literals(campaignTypes),
  budget: Schema.Finite,
  spentAmount: Schema.Finite,
  startDate: Schema.String,
  endDate: Schema.String,
  targetAudience: Schema.String,
  expectedLeads: Schema.Int,
  /** prospects that name the campaign */
  actualLeads: Schema.Int,
  wonLeads: Schema.Int,
  /** spent by actual leads; null while there are none */
  costPerLead: Schema.NullOr(Schema.Finite),
  status: Schema.Literals(campaignStatuses),
  statusReason: Text,
  managedBy: Whole,
  managedByUser: UserNamed,
  canChange: Schema.Boolean,
  canStart: Schema.Boolean,
  canComplete: Schema.Boolean,
  canCancel: Schema.Boolean,
  canCharge: Schema.Boolean,
  ...kept,
})
export const CostAnswer = Schema.Struct({
  kind: Schema.Literals(costKinds),
  sourceId: Schema.Int,
  number: Schema.String,
  date: Schema.String,
  /** what it was spent on, as finance has it */
  spentOn: Schema.String,
  /** the budget that it counts in */
  category: Schema.Literals(budgetCategories),
  what: Schema.String,
  amount: Schema.Finite,
  campaignId: Whole,
  campaignName: Text,
})

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
export const BudgetInput = Schema.Struct({
  category: OneOf("Category", ...budgetCategories),
  allocatedAmount: Amount("Allocated amount"),
  budgetPeriod: Schema.optional(OneOf("Period", ...periods)),
  ...PeriodInput,
})
export const BudgetChange = Schema.Struct({ allocatedAmount: Amount("Allocated amount"), reason: Reason })
export const ReasonInput = Schema.Struct({ reason: Reason })
const described = {
  description: line("Description", 2000),
  targetAudience: line("Target audience", 500),
  managedBy: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), IdInput("Managed by must be one of the list")]))),
}
export const CampaignInput = Schema.Struct({
  name: TextInput("Name", { required: true, most: 200 }),
  campaignType: Schema.optional(OneOf("Campaign type", ...campaignTypes)),
  budget: Amount("Budget"),
  startDate: DateInput("Start date"),
  endDate: DateInput("End date"),
  expectedLeads: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), WholeInput("Expected leads")]))),
  ...described,
})
export const CampaignChanges = Schema.Struct({
  name: Schema.optional(TextInput("Name", { required: true, most: 200 })),
  campaignType: Schema.optional(OneOf("Campaign type", ...campaignTypes)),
  budget: Schema.optional(Amount("Budget")),
  startDate: Schema.optional(DateInput("Start date")),
  endDate: Schema.optional(DateInput("End date")),
  expectedLeads: Schema.optional(WholeInput("Expected leads")),
  ...described,
})
export const CampaignStatusInput = Schema.Struct({ status: OneOf("Status", "active", "completed", "cancelled"), reason: line("Reason", 500) })
export const ChargeInput = Schema.Struct({
  /** the number of an expense request, a petty cash request or a transaction */
  document: TextInput("Document", { required: true, most: 60 }),
  campaignId: Schema.NullOr(IdInput("Campaign must be one of the list")),
})

const id = { params: { id: Id } }
const reads: Rule = { may: [...OPERATIONS, ...FINANCE], scope: "all" }
const sets: Rule = { may: ["department.manage", "budget.manage"], scope: "8: own department; 7 and 10: all" }
const spending = ["campaign_cost", "expense_request", "petty_cash_request", "money_transaction"]
const query = { ...ListQuery, year: Schema.optional(Schema.String), month: Schema.optional(Schema.String) }

export class MarketingGroup extends HttpApiGroup.make("marketing")
  .add(
    HttpApiEndpoint.get("targets", "/api/crm/marketing-targets", {
      query: { ...query, teamMemberId: Schema.optional(Schema.String), targetType: Schema.optional(Schema.String) },
      success: Schema.Array(TargetAnswer),
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["marketing_target", "prospect", "prospect_activity", "person"]),
  )
  .add(
    HttpApiEndpoint.post("setTarget", "/api/crm/marketing-targets", { payload: TargetInput, success: TargetAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      sets,
    ),
  )
  .add(
    HttpApiEndpoint.patch("changeTarget", "/api/crm/marketing-targets/:id", {
      ...id,
      payload: TargetChange,
      success: TargetAnswer,
      error: rejections,
    }).annotate(Rule, sets),
  )
  .add(
    HttpApiEndpoint.put("cancelTarget", "/api/crm/marketing-targets/:id/cancel", {
      ...id,
      payload: ReasonInput,
      success: TargetAnswer,
      error: rejections,
    }).annotate(Rule, sets),
  )
  .add(
    HttpApiEndpoint.get("budgets", "/api/crm/marketing-budgets", {
      query: { ...query, category: Schema.optional(Schema.String) },
      success: Schema.Array(MarketingBudgetAnswer),
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["marketing_budget", ...spending])
      .annotate(AcrossSites, "session"),
  )
  .add(
    HttpApiEndpoint.post("setBudget", "/api/crm/marketing-budgets", {
      payload: BudgetInput,
      success: MarketingBudgetAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, sets),
  )
  .add(
    HttpApiEndpoint.patch("changeBudget", "/api/crm/marketing-budgets/:id", {
      ...id,
      payload: BudgetChange,
      success: MarketingBudgetAnswer,
      error: rejections,
    }).annotate(Rule, sets),
  )
  .add(
    HttpApiEndpoint.put("closeBudget", "/api/crm/marketing-budgets/:id/close", {
      ...id,
      payload: ReasonInput,
      success: MarketingBudgetAnswer,
      error: rejections,
    }).annotate(Rule, sets),
  )
  .add(
    HttpApiEndpoint.get("campaigns", "/api/crm/marketing-campaigns", {
      query: { ...ListQuery, campaignType: Schema.optional(Schema.String) },
      success: Schema.Array(CampaignAnswer),
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["marketing_campaign", "prospect", ...spending])
      .annotate(AcrossSites, "session"),
  )
  .add(
    HttpApiEndpoint.get("campaign", "/api/crm/marketing-campaigns/:id", { ...id, success: CampaignAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["marketing_campaign", "prospect", ...spending])
      .annotate(AcrossSites, "session"),
  )
  .add(
    HttpApiEndpoint.get("campaignHistory", "/api/crm/marketing-campaigns/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["marketing_campaign"]),
  )
  .add(
    HttpApiEndpoint.post("plan", "/api/crm/marketing-campaigns", { payload: CampaignInput, success: CampaignAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      sets,
    ),
  )
  .add(
    HttpApiEndpoint.patch("changeCampaign", "/api/crm/marketing-campaigns/:id", {
      ...id,
      payload: CampaignChanges,
      success: CampaignAnswer,
      error: rejections,
    }).annotate(Rule, sets),
  )
  .add(
    HttpApiEndpoint.patch("stepCampaign", "/api/crm/marketing-campaigns/:id/status", {
      ...id,
      payload: CampaignStatusInput,
      success: CampaignAnswer,
      error: rejections,
    }).annotate(Rule, sets),
  )
  .add(
    HttpApiEndpoint.get("costs", "/api/crm/marketing-costs", {
      query: { ...ListQuery, campaignId: Schema.optional(Schema.String), category: Schema.optional(Schema.String) },
      success: Schema.Array(CostAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: FINANCE, scope: "8: own site if it has one; 7 and 10: all" })
      .annotate(InvalidatedBy, spending),
  )
  .add(HttpApiEndpoint.put("charge", "/api/crm/marketing-costs", { payload: ChargeInput, success: CostAnswer, error: rejections }).annotate(Rule, sets))
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class MarketingApi extends HttpApi.make("ops").add(MarketingGroup) {}
