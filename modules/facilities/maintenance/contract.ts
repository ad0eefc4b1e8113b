/** The calls about maintenance plans. Meters and quantities are decimal strings, money is USD. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { InvalidatedBy, OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
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
import { MoneyInput } from "@ops/platform/money.ts"
import { QuantityInput } from "@ops/platform/quantity.ts"
import { meterUnits } from "../assets/asset.ts"
import { ReasonInput } from "../contract.ts"
import { bases, intervalUnits, planStatuses, triggers } from "./labels.ts"
import { priorities, serviceTypes, statuses, teams } from "../work-orders/labels.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)

export const PlanAnswer = Schema.Struct({
  id: Schema.Int,
  planNumber: Schema.String,
  name: Schema.String,
  siteId: Schema.Int,
  site: Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }),
  assetId: Whole,
  asset: Schema.NullOr(Schema.Struct({ id: Schema.Int, assetNumber: Schema.String, name: Schema.String })),
  location: Schema.String,
  serviceType: Schema.Literals(serviceTypes),
  priority: Schema.Literals(priorities),
  description: Schema.String,
  trigger: Schema.Literals(triggers),
  /** so many units of the calendar, or of the meter */
  every: Schema.Finite,
  unit: Schema.NullOr(Schema.Literals(intervalUnits)),
  meterUnit: Schema.NullOr(Schema.Literals(meterUnits)),
  basis: Schema.Literals(bases),
  startDate: Text,
  startReading: Text,
  leadDays: Schema.Int,
  endDate: Text,
  /** both null while the work from which the next is counted is not done */
  nextDue: Text,
  nextReading: Text,
  /** when the next order is made */
  makesOn: Text,
  meterReading: Text,
  checklist: Schema.Array(Schema.Struct({ line: Schema.String, required: Schema.Boolean })),
  parts: Schema.Array(Schema.Struct({ stockItemId: Schema.Int, name: Schema.String, unit: Schema.String, quantity: Schema.String })),
  signatureRequired: Schema.Boolean,
  team: Schema.NullOr(Schema.Literals(teams)),
  assignedTo: Whole,
  contractorId: Whole,
  /** the assignee's: of the person, the contractor, or the team */
  assignee: Text,
  clientId: Whole,
  clientName: Text,
  contractId: Whole,
  billable: Schema.Boolean,
  /** for people who see costs; null for others */
  estimatedCost: Text,
  status: Schema.Literals(planStatuses),
  statusReason: Text,
  openOrders: Schema.Array(Schema.Struct({ id: Schema.Int, orderNumber: Schema.String, status: Schema.Literals(statuses), scheduledDate: Text })),
  ordersMade: Schema.Int,
  lastDoneOn: Text,
  /** an order of it is open past its date */
  isOverdue: Schema.Boolean,
  canChange: Schema.Boolean,
  canPause: Schema.Boolean,
  canResume: Schema.Boolean,
  canEnd: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))
const orEmpty = <S extends Schema.Top>(schema: S) => optional(Schema.Union([Schema.Literal(""), schema]))
const about = {
  assetId: optional(IdInput("Asset must be one of the list")),
  location: Schema.optional(TextInput("Location", { most: 200 })),
  priority: Schema.optional(OneOf("Priority", ...priorities)),
  description: Schema.optional(TextInput("Description")),
  unit: optional(OneOf("Unit", ...intervalUnits)),
  basis: Schema.optional(OneOf("Counted from", ...bases)),
  startDate: orEmpty(DateInput("First date")),
  startReading: orEmpty(QuantityInput),
  leadDays: Schema.optional(Schema.Int.annotate({ message: "Days ahead must be a whole number" })),
  endDate: orEmpty(DateInput("Last date")),
  checklist: Schema.optional(
    Schema.Array(Schema.Struct({ line: TextInput("Line", { required: true, most: 200 }), required: Schema.Boolean })).check(
      Schema.isMaxLength(50, { message: "A checklist can have 50 lines at most" }),
    ),
  ),
  parts: Schema.optional(Schema.Array(Schema.Struct({ stockItemId: IdInput("Part is required"), quantity: QuantityInput }))),
  signatureRequired: Schema.optional(Schema.Boolean),
  team: optional(OneOf("Team", ...teams)),
  assignedTo: optional(IdInput("Staff member must be one of the list")),
  contractorId: optional(IdInput("Contractor must be one of the list")),
  clientId: optional(IdInput("Client must be one of the list")),
  contractId: optional(IdInput("Contract must be one of the list")),
  billable: Schema.optional(Schema.Boolean),
  estimatedCost: orEmpty(MoneyInput("Estimated cost must be a number with at most two decimals")),
}
export const NewPlanInput = Schema.Struct({
  name: TextInput("Name", { required: true, most: 120 }),
  siteId: Schema.Union([Schema.String, Schema.Finite]).annotate({ message: "Site is required" }),
  serviceType: OneOf("Service type", ...serviceTypes),
  trigger: OneOf("Planned by", ...triggers),
  every: QuantityInput,
  ...about,
})
export const PlanChanges = Schema.Struct({
  name: Schema.optional(TextInput("Name", { required: true, most: 120 })),
  serviceType: Schema.optional(OneOf("Service type", ...serviceTypes)),
  trigger: Schema.optional(OneOf("Planned by", ...triggers)),
  every: Schema.optional(QuantityInput),
  ...about,
})
export const RunAnswer = Schema.Struct({
  made: Schema.Array(Schema.Struct({ planNumber: Schema.String, name: Schema.String, orderId: Schema.Int, orderNumber: Schema.String, due: Text })),
  /** those whose order could not be made, and why */
  refused: Schema.Array(Schema.Struct({ planNumber: Schema.String, name: Schema.String, reason: Schema.String })),
})

const reads: Rule = { may: [...OPERATIONS, "finance.full"], scope: "3, 6: own site; 8: own site if it has one" }
const plans: Rule = { may: ["work_orders.approve", "department.manage"], scope: "6: own site; 8: own site if it has one" }
const id = { params: { id: Id } }
const answer = { success: PlanAnswer, error: rejections }
const madeOf = ["maintenance_plan", "work_order", "asset"]
const path = "/api/maintenance-plans/:id" as const

export class MaintenanceGroup extends HttpApiGroup.make("maintenance")
  .add(
    HttpApiEndpoint.get("list", "/api/maintenance-plans", {
      query: { ...ListQuery, assetId: Schema.optional(Schema.String), serviceType: Schema.optional(Schema.String), overdue: Schema.optional(Schema.String) },
      success: Schema.Array(PlanAnswer),
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, madeOf),
  )
  .add(
    HttpApiEndpoint.get("one", path, { ...id, ...answer })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, madeOf),
  )
  .add(
    HttpApiEndpoint.get("history", `${path}/history`, { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["maintenance_plan"]),
  )
  .add(
    HttpApiEndpoint.post("make", "/api/maintenance-plans", { payload: NewPlanInput, success: PlanAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      plans,
    ),
  )
  .add(HttpApiEndpoint.post("run", "/api/maintenance-plans/run", { success: RunAnswer, error: rejections }).annotate(Rule, plans))
  .add(HttpApiEndpoint.patch("change", path, { ...id, payload: PlanChanges, ...answer }).annotate(Rule, plans))
  .add(HttpApiEndpoint.put("pause", `${path}/pause`, { ...id, payload: ReasonInput, ...answer }).annotate(Rule, plans))
  .add(HttpApiEndpoint.put("resume", `${path}/resume`, { ...id, ...answer }).annotate(Rule, plans))
  .add(HttpApiEndpoint.put("end", `${path}/end`, { ...id, payload: ReasonInput, ...answer }).annotate(Rule, plans))
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class MaintenanceApi extends HttpApi.make("ops").add(MaintenanceGroup) {}
