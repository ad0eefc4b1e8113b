/** The calls about prospects and what was done about them. Values are numbers of USD, as the screens of sales have always had them. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { FINANCE, OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import { created, DateInput, IdInput, ListQuery, OneOf, TextInput } from "@ops/platform/http/contract.ts"
import { payloadOf, payloadOn } from "@ops/platform/http/resources/wire.ts"
import { ErasureAnswer, ErasureInput } from "@ops/platform/http/erasure-contract.ts"
import { day, InstantInput, kept, line, Text, UserNamed, Whole, WholeInput } from "./contract-parts.ts"
import { addProspect, changeProspect, convertProspect, moveProspect } from "./prospects/commands.ts"
import { activityOutcomes, activityTypes, closeOutcomes, industries, prospectStatuses, stages } from "./labels.ts"

const Stage = Schema.Literals(stages)
const OutcomeText = Schema.NullOr(Schema.Literals(closeOutcomes))

export const ProspectAnswer = Schema.Struct({
  id: Schema.Int,
  prospectNumber: Schema.String,
  companyName: Schema.String,
  contactPerson: Text,
  email: Text,
  phone: Text,
  address: Text,
  industry: Schema.NullOr(Schema.Literals(industries)),
  estimatedValue: Schema.NullOr(Schema.Finite),
  /** as typed, percent */
  probability: Schema.Int,
  stage: Stage,
  stageSince: Schema.String,
  /** in the current stage */
  daysInStage: Schema.Int,
  /** each stay in a stage, with its duration in days */
  stays: Schema.Array(Schema.Struct({ stage: Stage, at: Schema.String, days: Schema.Int, by: Text, outcome: OutcomeText, reason: Text })),
  outcome: OutcomeText,
  lostReason: Text,
  status: Schema.Literals(prospectStatuses),
  source: Text,
  campaignId: Whole,
  campaignName: Text,
  notes: Schema.String,
  assignedTo: Whole,
  assignedToUser: UserNamed,
  lastContact: Text,
  nextFollowUp: Text,
  followUpNote: Text,
  followUpDue: Schema.Boolean,
  lastActivity: Schema.NullOr(
    Schema.Struct({ id: Schema.Int, activityType: Schema.Literals(activityTypes), subject: Schema.String, activityDate: Schema.String }),
  ),
  activities: Schema.Int,
  /** percent won among decided prospects that were in this stage; null below ten, and in closed stages */
  winRate: Schema.NullOr(Schema.Finite),
  winCases: Schema.Int,
  /** the value weighted by the measured rate, else by the typed probability; null for closed prospects or without a value */
  weightedValue: Schema.NullOr(Schema.Finite),
  clientId: Whole,
  clientCode: Text,
  clientName: Text,
  createdBy: Whole,
  canChange: Schema.Boolean,
  canMove: Schema.Boolean,
  canAssign: Schema.Boolean,
  canTake: Schema.Boolean,
  canConvert: Schema.Boolean,
  ...kept,
}).annotate({ identifier: "Prospect" })
const BoardProspect = Schema.Struct({
  id: Schema.Int,
  prospectNumber: Schema.String,
  companyName: Schema.String,
  contactPerson: Text,
  estimatedValue: Schema.NullOr(Schema.Finite),
  stage: Stage,
  daysInStage: Schema.Int,
  assignee: Text,
  nextFollowUp: Text,
  followUpDue: Schema.Boolean,
  canMove: Schema.Boolean,
})
export const BoardAnswer = Schema.Struct({
  columns: Schema.Array(Schema.Struct({ stage: Stage, count: Schema.Int, value: Schema.Finite, prospects: Schema.Array(BoardProspect) })),
}).annotate({ identifier: "ProspectBoard" })
export const ActivityAnswer = Schema.Struct({
  id: Schema.Int,
  prospectId: Schema.Int,
  companyName: Schema.String,
  activityType: Schema.Literals(activityTypes),
  subject: Schema.String,
  description: Schema.String,
  activityDate: Schema.String,
  /** minutes */
  duration: Whole,
  outcome: Schema.NullOr(Schema.Literals(activityOutcomes)),
  recordedBy: Whole,
  recordedByUser: UserNamed,
  ...kept,
}).annotate({ identifier: "ProspectActivity" })
export const OverviewAnswer = Schema.Struct({
  prospects: Schema.Int,
  active: Schema.Int,
  closedWon: Schema.Int,
  closedLost: Schema.Int,
  /** closed won as a percentage of all prospects, rounded; 0 if there are none */
  conversionRate: Schema.Int,
  /** won as a percentage of decided prospects, rounded; null if none is decided */
  winRate: Whole,
  /** `pipelineValue` includes all prospects, `openValue` only open ones */
  pipelineValue: Schema.Finite,
  openValue: Schema.Finite,
  weightedValue: Schema.Finite,
  followUpsDue: Schema.Int,
  stages: Schema.Array(
    Schema.Struct({
      stage: Stage,
      count: Schema.Int,
      value: Schema.Finite,
      /** null if fewer than ten decided prospects were in the stage */
      winRate: Schema.NullOr(Schema.Finite),
      winCases: Schema.Int,
      weightedValue: Schema.Finite,
    }),
  ),
  /** sums of the budgets whose period includes today */
  budget: Schema.Struct({ totalAllocated: Schema.Finite, totalSpent: Schema.Finite, remaining: Schema.Finite, budgets: Schema.Int }),
}).annotate({ identifier: "SalesOverview" })
export const TeamAnswer = Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String, department: Text }).annotate({
  identifier: "SalesPerson",
})
/** One of the given words, or nothing. */
const chosen = <const L extends ReadonlyArray<string>>(field: string, ...words: L) =>
  Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), OneOf(field, ...words)])))
export const StageInput = payloadOn(moveProspect)
export const AssignInput = Schema.Struct({ assignedTo: Schema.NullOr(IdInput("Assigned to must be one of the list")) })
export const FollowUpInput = Schema.Struct({ nextFollowUp: Schema.NullOr(DateInput("Next follow-up")), note: line("Note", 200) })
export const ActivityInput = Schema.Struct({
  prospectId: IdInput("Prospect is required"),
  activityType: OneOf("Activity type", ...activityTypes),
  subject: TextInput("Subject", { required: true, most: 200 }),
  description: line("Description", 2000),
  activityDate: InstantInput("Activity date"),
  duration: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), WholeInput("Duration")]))),
  outcome: chosen("Outcome", ...activityOutcomes),
  nextFollowUp: day("Next follow-up"),
  /** moves the prospect to this stage too */
  moveTo: Schema.optional(Schema.NullOr(StageInput)),
})

const reads: Rule = { may: [...OPERATIONS, ...FINANCE], scope: "all" }
const works: Rule = { may: OPERATIONS, scope: "all" }
const prospectKinds = ["prospect", "prospect_activity", "person", "client"]

export class ProspectsGroup extends callGroup(
  "prospects",
  call.list("list", "/api/crm/prospects", "List prospects", ProspectAnswer, {
    filters: ["stage", "industry", "assignedTo", "campaignId", "due", "mine"],
    ...reads,
    dependsOn: prospectKinds,
  }),
  call.get("board", "/api/crm/prospects/board", "Read the board of prospects", BoardAnswer, {
    query: { mine: Schema.optional(Schema.Literals(["true", "false"])), asOf: ListQuery.asOf },
    ...reads,
    dependsOn: prospectKinds,
  }),
  call.get("one", "/api/crm/prospects/:id", "Read one prospect", ProspectAnswer, { ...reads, dependsOn: prospectKinds }),
  call.get("history", "/api/crm/prospects/:id/history", "Read the history of one prospect", HistoryAnswer, { ...reads, dependsOn: ["prospect"] }),
  call.post("add", "/api/crm/prospects", "Add a prospect", ProspectAnswer.pipe(created), { payload: payloadOf(addProspect.fields), ...works }),
  call.patch("change", "/api/crm/prospects/:id", "Change a prospect", ProspectAnswer, { payload: payloadOn(changeProspect), ...works }),
  call.patch("move", "/api/crm/prospects/:id/stage", "Move a prospect to another stage", ProspectAnswer, { payload: StageInput, ...works }),
  call.patch("assign", "/api/crm/prospects/:id/assign", "Assign a prospect", ProspectAnswer, {
    payload: AssignInput,
    may: OPERATIONS,
    scope: "3: takes what is unassigned; 6, 8 and 10: all",
  }),
  call.patch("followUp", "/api/crm/prospects/:id/follow-up", "Set the follow-up of a prospect", ProspectAnswer, { payload: FollowUpInput, ...works }),
  call.post("convert", "/api/crm/prospects/:id/convert", "Convert a prospect to a client", ProspectAnswer, {
    payload: [Schema.Null, payloadOn(convertProspect)],
    may: ["finance.full", "department.manage"],
    scope: "all",
  }),
  call.get("erasure", "/api/crm/prospects/:id/erasure", "Read what would be erased of one prospect", ErasureAnswer, { may: ["system.admin"], scope: "all" }),
  call.post("eraseContact", "/api/crm/prospects/:id/erase-contact", "Erase the contact of a prospect", ProspectAnswer, {
    payload: ErasureInput,
    may: ["system.admin"],
    scope: "all",
    stepUp: true,
  }),
  call.list("activities", "/api/crm/prospect-activities", "List activities with prospects", ActivityAnswer, {
    filters: ["prospectId", "activityType", "outcome", "recordedBy"],
    ...reads,
    dependsOn: ["prospect_activity", "prospect"],
  }),
  call.post("log", "/api/crm/prospect-activities", "Log an activity with a prospect", ActivityAnswer.pipe(created), {
    payload: ActivityInput,
    ...works,
    scope: "all; recorded by whoever is signed in",
  }),
  call.get("overview", "/api/crm/overview", "Read the figures of sales", OverviewAnswer, {
    query: { asOf: ListQuery.asOf },
    ...reads,
    dependsOn: ["prospect", "marketing_budget", "campaign_cost", "expense_request", "petty_cash_request", "money_transaction"],
    acrossSites: "session",
  }),
  call.get("team", "/api/crm/team", "Read the figures of the sales team", Schema.Array(TeamAnswer), {
    query: { asOf: ListQuery.asOf },
    ...reads,
    dependsOn: ["person"],
  }),
) {}

export class ProspectsApi extends HttpApi.make("ops").add(ProspectsGroup) {}
