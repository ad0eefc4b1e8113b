/** Answers and inputs about prospects that have a shape of their own. Values are numbers of USD. */
import { Schema } from "effect"
import { IdInput, OneOf, TextInput } from "@ops/platform/http/contract.ts"
import { payloadOn } from "@ops/platform/http/resources/wire.ts"
import { day, InstantInput, line, Text, Whole, WholeInput } from "./contract-parts.ts"
import { moveProspect } from "./prospects/commands.ts"
import { activityOutcomes, activityTypes, stages } from "./labels.ts"

const Stage = Schema.Literals(stages)
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
  moveTo: Schema.optional(Schema.NullOr(payloadOn(moveProspect))),
})
