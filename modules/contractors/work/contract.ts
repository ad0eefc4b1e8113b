/** The calls about what contractors do: assignments, hours, and the bills of their months. Amounts and hours are decimal strings. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
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
import { quantityInput } from "@ops/platform/quantity.ts"
import { ContractorNamed, day, keptFields, line, READERS, ReasonInput, rowsShown, SiteNamed, UserNamed } from "../contract.ts"
import { assignmentStatuses, assignmentTypes, currencies, hoursStatuses, rateUnits } from "../labels.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)

export const ContractorAssignmentAnswer = Schema.Struct({
  id: Schema.Int,
  contractorId: Schema.Int,
  contractor: ContractorNamed,
  name: Schema.String,
  contractorNumber: Schema.String,
  projectId: Whole,
  projectName: Text,
  workOrderId: Whole,
  siteId: Schema.Int,
  site: SiteNamed,
  siteName: Schema.String,
  assignmentType: Schema.Literals(assignmentTypes),
  task: Schema.String,
  startDate: Schema.String,
  endDate: Text,
  startedOn: Text,
  completedOn: Text,
  estimatedHours: Text,
  /** recorded and not rejected */
  actualHours: Schema.String,
  status: Schema.Literals(assignmentStatuses),
  rating: Text,
  ratingNote: Text,
  cancelReason: Text,
  notes: Schema.String,
  assignedBy: Whole,
  assignedByUser: UserNamed,
  canStart: Schema.Boolean,
  canComplete: Schema.Boolean,
  canCancel: Schema.Boolean,
  canRecord: Schema.Boolean,
  canRate: Schema.Boolean,
  ...keptFields,
})
export const ContractorHoursAnswer = Schema.Struct({
  id: Schema.Int,
  assignmentId: Schema.Int,
  task: Schema.String,
  contractorId: Schema.Int,
  contractor: ContractorNamed,
  name: Schema.String,
  contractorNumber: Schema.String,
  siteId: Schema.Int,
  site: SiteNamed,
  siteName: Schema.String,
  date: Schema.String,
  hours: Schema.String,
  note: Schema.String,
  status: Schema.Literals(hoursStatuses),
  recordedBy: Whole,
  recordedByUser: UserNamed,
  approvedBy: Whole,
  approvedByUser: UserNamed,
  rejectionReason: Text,
  billId: Whole,
  bill: Text,
  canDecide: Schema.Boolean,
  ...keptFields,
})
export const ContractorBillAnswer = Schema.Struct({
  id: Schema.Int,
  number: Schema.String,
  contractorId: Schema.Int,
  contractor: ContractorNamed,
  name: Schema.String,
  contractorNumber: Schema.String,
  siteId: Schema.Int,
  site: SiteNamed,
  siteName: Schema.String,
  month: Schema.String,
  date: Schema.String,
  dueDate: Schema.String,
  currency: Schema.Literals(currencies),
  amount: Schema.String,
  lines: Schema.Array(
    Schema.Struct({ description: Schema.String, unit: Schema.Literals(rateUnits), quantity: Schema.String, rate: Schema.String, amount: Schema.String }),
  ),
  days: Schema.Int,
  hours: Schema.String,
  status: Schema.Literals(["billed", "withdrawn"]),
  withdrawnReason: Text,
  /** the supplier's bill that finance approves and pays */
  payableId: Schema.Int,
  billNumber: Schema.String,
  payableStatus: Schema.String,
  payableApproved: Schema.Boolean,
  createdBy: Whole,
  createdByUser: UserNamed,
  ...keptFields,
})
const HoursInput = (field: string) => quantityInput(`${field} must be a number with at most three decimals`)
/** "4.5" of 5, in hundredths. */
const RatingInput = MoneyInput("Rating must be a number from 0 to 5")
export const ContractorAssignmentInput = Schema.Struct({
  contractorId: IdInput("Contractor is required"),
  siteId: Schema.Union([Schema.String, Schema.Finite])
    .annotate({ message: "Site is required" })
    .check(Schema.makeFilter((value) => (value === "" || value === 0 ? "Site is required" : undefined))),
  task: TextInput("Task", { required: true, most: 200 }),
  assignmentType: Schema.optional(OneOf("Assignment type", ...assignmentTypes)),
  projectId: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), IdInput("Project must be one of the list")]))),
  startDate: DateInput("Start date"),
  endDate: day("End date"),
  estimatedHours: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), HoursInput("Estimated hours")]))),
  notes: line("Notes", 500),
})
export const DateOnlyInput = Schema.Struct({ date: Schema.optional(DateInput("Date")) })
export const CompletionInput = Schema.Struct({
  date: Schema.optional(DateInput("Last day")),
  rating: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), RatingInput]))),
  note: line("Note", 500),
})
export const RatedInput = Schema.Struct({ rating: RatingInput, note: line("Note", 500) })
export const ContractorHoursInput = Schema.Struct({
  assignmentId: IdInput("Assignment is required"),
  date: DateInput("Date"),
  hours: HoursInput("Hours"),
  note: line("Note", 500),
})
export const ApprovalInput = Schema.Struct({
  ids: Schema.Array(IdInput("Name the hours that are approved"))
    .check(Schema.isMinLength(1, { message: "Name the hours that are approved" }))
    .check(Schema.isMaxLength(200, { message: "Approve 200 days at most at a time" })),
})

export const BillMonthInput = Schema.Struct({
  month: Schema.String.check(Schema.isPattern(/^\d{4}-(0[1-9]|1[0-2])$/, { message: "Month must be one such as 2026-10" })),
})

const id = { params: { id: Id } }
const places: Rule = { may: ["team.manage", "department.manage"], scope: "6: own site; 8: own department; 10: all" }
const bills: Rule = { may: ["finance.full"], scope: "all" }

export class ContractorWorkGroup extends HttpApiGroup.make("contractorWork")
  .add(
    HttpApiEndpoint.get("assignments", "/api/contractor-assignments", {
      query: {
        ...ListQuery,
        contractorId: Schema.optional(Schema.String),
        assignmentType: Schema.optional(Schema.String),
        projectId: Schema.optional(Schema.String),
      },
      success: Schema.Array(ContractorAssignmentAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: READERS, scope: rowsShown })
      .annotate(InvalidatedBy, ["contractor_assignment", "contractor", "contractor_hours"]),
  )
  .add(
    HttpApiEndpoint.get("assignment", "/api/contractor-assignments/:id", { ...id, success: ContractorAssignmentAnswer, error: rejections })
      .annotate(Rule, { may: READERS, scope: rowsShown })
      .annotate(InvalidatedBy, ["contractor_assignment", "contractor", "contractor_hours"]),
  )
  .add(
    HttpApiEndpoint.get("assignmentHistory", "/api/contractor-assignments/:id/history", {
      ...id,
      success: HistoryAnswer,
      error: rejections,
    })
      .annotate(Rule, { may: READERS, scope: rowsShown })
      .annotate(InvalidatedBy, ["contractor_assignment"]),
  )
  .add(
    HttpApiEndpoint.post("assign", "/api/contractor-assignments", {
      payload: ContractorAssignmentInput,
      success: ContractorAssignmentAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, places),
  )
  .add(
    HttpApiEndpoint.put("start", "/api/contractor-assignments/:id/start", {
      ...id,
      payload: [Schema.Null, DateOnlyInput],
      success: ContractorAssignmentAnswer,
      error: rejections,
    }).annotate(Rule, places),
  )
  .add(
    HttpApiEndpoint.put("complete", "/api/contractor-assignments/:id/complete", {
      ...id,
      payload: [Schema.Null, CompletionInput],
      success: ContractorAssignmentAnswer,
      error: rejections,
    }).annotate(Rule, places),
  )
  .add(
    HttpApiEndpoint.put("cancel", "/api/contractor-assignments/:id/cancel", {
      ...id,
      payload: ReasonInput,
      success: ContractorAssignmentAnswer,
      error: rejections,
    }).annotate(Rule, places),
  )
  .add(
    HttpApiEndpoint.put("rateWork", "/api/contractor-assignments/:id/rating", {
      ...id,
      payload: RatedInput,
      success: ContractorAssignmentAnswer,
      error: rejections,
    }).annotate(Rule, places),
  )
  .add(
    HttpApiEndpoint.get("hours", "/api/contractor-hours", {
      query: { ...ListQuery, contractorId: Schema.optional(Schema.String), assignmentId: Schema.optional(Schema.String) },
      success: Schema.Array(ContractorHoursAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: READERS, scope: rowsShown })
      .annotate(InvalidatedBy, ["contractor_hours", "contractor_bill"]),
  )
  .add(
    HttpApiEndpoint.post("record", "/api/contractor-hours", {
      payload: ContractorHoursInput,
      success: ContractorHoursAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, places),
  )
  .add(
    HttpApiEndpoint.post("approve", "/api/contractor-hours/approve", {
      payload: ApprovalInput,
      success: Schema.Struct({ approved: Schema.Int }),
      error: rejections,
    }).annotate(Rule, { ...places, duties: "not who recorded them" }),
  )
  .add(
    HttpApiEndpoint.put("reject", "/api/contractor-hours/:id/reject", {
      ...id,
      payload: ReasonInput,
      success: ContractorHoursAnswer,
      error: rejections,
    }).annotate(Rule, { ...places, duties: "not who recorded them" }),
  )
  .add(
    HttpApiEndpoint.post("bill", "/api/contractors/:id/bills", {
      ...id,
      payload: BillMonthInput,
      success: ContractorBillAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { ...bills, duties: "who enters a bill does not approve it" }),
  )
  .add(
    HttpApiEndpoint.get("bills", "/api/contractor-bills", {
      query: { ...ListQuery, contractorId: Schema.optional(Schema.String) },
      success: Schema.Array(ContractorBillAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: ["users.department", "users.manage", "finance.full"], scope: "8: own department; 7 and 10: all", audited: "pay" })
      .annotate(InvalidatedBy, ["contractor_bill", "payable"]),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class ContractorWorkApi extends HttpApi.make("ops").add(ContractorWorkGroup) {}
