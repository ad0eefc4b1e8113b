/** The calls about who works where, and how many should be at a site. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { InvalidatedBy, Rule, STAFF } from "@ops/platform/access/rule.ts"
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
import { assignmentTypes, projectKinds } from "./labels.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const Turns = Schema.NullOr(Schema.Struct({ daysOn: Schema.Int, daysOff: Schema.Int }))

export const AssignmentAnswer = Schema.Struct({
  id: Schema.Int,
  staffId: Schema.Int,
  staff: Schema.Struct({ id: Schema.Int, staffNumber: Schema.String, firstName: Schema.String, lastName: Schema.String }),
  name: Schema.String,
  staffNumber: Schema.String,
  department: Schema.String,
  siteId: Schema.Int,
  site: Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }),
  siteName: Schema.String,
  projectKind: Schema.NullOr(Schema.Literals(projectKinds)),
  projectId: Whole,
  projectName: Text,
  assignmentType: Schema.Literals(assignmentTypes),
  startDate: Schema.String,
  endDate: Text,
  role: Schema.String,
  responsibilities: Schema.String,
  rotation: Turns,
  /** of a rotation: whether today is a day of work */
  onTurn: Schema.NullOr(Schema.Boolean),
  notes: Schema.String,
  /** by its dates, unless it was called off */
  status: Schema.Literals(["planned", "active", "completed", "cancelled"]),
  assignedBy: Whole,
  /** who assigns may: it is approved with it */
  approvedBy: Whole,
  assignedByUser: Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String })),
  endReason: Text,
  canEnd: Schema.Boolean,
  canCancel: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

/** A site's day: who should be there, who was planned for, and who ate. */
export const HeadCountAnswer = Schema.Struct({
  id: Schema.Int,
  date: Schema.String,
  siteId: Schema.Int,
  siteName: Schema.String,
  siteCode: Schema.String,
  /** our own people: assigned there and on turn, or at home there, and not on leave */
  ownStaff: Schema.Int,
  /** our own people who were recorded at work; null where none was recorded */
  ownPresent: Whole,
  /** the clients' people whom the contracts plan for, at the largest meal */
  planned: Schema.Int,
  /** our own people and those planned for */
  expected: Schema.Int,
  /** all who ate at the largest meal; null where no meal was recorded */
  fed: Whole,
  /** fed less expected */
  gap: Whole,
})

const line = (field: string, most = 200) => Schema.optional(Schema.NullOr(TextInput(field, { most })))
const turn = (field: string) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 366 }, { message: `${field} must be a whole number from 1 to 366` }))
export const AssignmentInput = Schema.Struct({
  staffId: IdInput("Staff member is required").pipe(Schema.annotateKey({ messageMissingKey: "Staff member is required" })),
  siteId: Schema.Union([Schema.String, Schema.Finite])
    .annotate({ message: "Site is required" })
    .check(Schema.makeFilter((value) => (value === "" || value === 0 ? "Site is required" : undefined))),
  assignmentType: Schema.optional(OneOf("Assignment type", ...assignmentTypes)),
  startDate: DateInput("Start date"),
  endDate: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), DateInput("End date")]))),
  role: TextInput("Role", { required: true, most: 100 }),
  responsibilities: line("Responsibilities", 1000),
  projectKind: Schema.optional(Schema.NullOr(OneOf("Project kind", ...projectKinds))),
  projectId: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), IdInput("Project must be one of the list")]))),
  rotation: Schema.optional(Schema.NullOr(Schema.Struct({ daysOn: turn("Days on"), daysOff: turn("Days off") }))),
  notes: line("Notes", 500),
})
export const AssignmentEndInput = Schema.Struct({ endDate: Schema.optional(DateInput("End date")), reason: line("Reason", 500) })
export const AssignmentCancelInput = Schema.Struct({ reason: line("Reason", 500) })

const id = { params: { id: Id } }
const rows = "3 and 5: own rows; 6: own site; 8: own department; 7 and 10: all"
const assigns: Rule = { may: ["team.manage", "department.manage"], scope: "6: own people to the own site; 8: own department; 10: all" }
const madeOf = ["staff_assignment", "company_staff"]

export class AssignmentsGroup extends HttpApiGroup.make("assignments")
  .add(
    HttpApiEndpoint.get("list", "/api/hr/assignments", {
      query: { ...ListQuery, staffId: Schema.optional(Schema.String), assignmentType: Schema.optional(Schema.String) },
      success: Schema.Array(AssignmentAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: STAFF, scope: rows })
      .annotate(InvalidatedBy, madeOf),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/hr/assignments/:id", { ...id, success: AssignmentAnswer, error: rejections })
      .annotate(Rule, { may: STAFF, scope: rows })
      .annotate(InvalidatedBy, madeOf),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/hr/assignments/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: STAFF, scope: rows })
      .annotate(InvalidatedBy, ["staff_assignment"]),
  )
  .add(
    HttpApiEndpoint.post("assign", "/api/hr/assignments", { payload: AssignmentInput, success: AssignmentAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      assigns,
    ),
  )
  .add(
    HttpApiEndpoint.put("end", "/api/hr/assignments/:id/end", {
      ...id,
      payload: [Schema.Null, AssignmentEndInput],
      success: AssignmentAnswer,
      error: rejections,
    }).annotate(Rule, assigns),
  )
  .add(
    HttpApiEndpoint.put("cancel", "/api/hr/assignments/:id/cancel", {
      ...id,
      payload: [Schema.Null, AssignmentCancelInput],
      success: AssignmentAnswer,
      error: rejections,
    }).annotate(Rule, assigns),
  )
  .add(
    HttpApiEndpoint.get("headCount", "/api/hr/head-count", {
      query: { ...ListQuery, from: Schema.optional(Schema.String), to: Schema.optional(Schema.String) },
      success: Schema.Array(HeadCountAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: ["team.manage", "department.manage", "finance.full"], scope: "6: own site; 8: own site if it has one; 7 and 10: all" })
      .annotate(InvalidatedBy, ["staff_assignment", "company_staff", "attendance", "leave_request", "meal_session", "meal_attendance", "staff_feeding_record"]),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class AssignmentsApi extends HttpApi.make("ops").add(AssignmentsGroup) {}
