/** The calls about leave, its types and balances, and about the days on which people work. Days may be halves: 0.5, 12.25. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { APPROVERS, InvalidatedBy, Rule, STAFF } from "@ops/platform/access/rule.ts"
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
import { FilterWords } from "@ops/platform/http/filter-words.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const kept = { version: Schema.Int, createdAt: Schema.String, updatedAt: Schema.String }
const Named = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))
const Place = Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }))

export const LeaveTypeAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  description: Schema.String,
  maxDaysPerYear: Schema.Int,
  accrual: Schema.Literals(["monthly", "yearly"]),
  seniority: Schema.Array(Schema.Struct({ years: Schema.Int, days: Schema.Int })),
  carryForward: Schema.Boolean,
  carryMonths: Whole,
  paid: Schema.Boolean,
  countsEveryDay: Schema.Boolean,
  mayGoNegative: Schema.Boolean,
  isActive: Schema.Boolean,
  /** what was, is and will be given from which day on, the first first */
  terms: Schema.Array(
    Schema.Struct({
      from: Schema.String,
      accrual: Schema.Literals(["monthly", "yearly"]),
      maxDaysPerYear: Schema.Int,
      seniority: Schema.Array(Schema.Struct({ years: Schema.Int, days: Schema.Int })),
      carryForward: Schema.Boolean,
      carryMonths: Whole,
    }),
  ),
  ...kept,
})

export const LeaveRequestAnswer = Schema.Struct({
  id: Schema.Int,
  staffId: Schema.Int,
  staff: Schema.Struct({ id: Schema.Int, staffNumber: Schema.String, firstName: Schema.String, lastName: Schema.String }),
  name: Schema.String,
  staffNumber: Schema.String,
  department: Schema.String,
  siteId: Whole,
  site: Place,
  leaveTypeId: Schema.Int,
  leaveType: Schema.Struct({ id: Schema.Int, name: Schema.String, maxDaysPerYear: Schema.Int, paid: Schema.Boolean }),
  /** the name of the leave type */
  type: Schema.String,
  startDate: Schema.String,
  endDate: Schema.String,
  halfDay: Schema.Boolean,
  totalDays: Schema.Finite,
  /** what the form had counted, where it was something else */
  claimedDays: Schema.NullOr(Schema.Finite),
  reason: Schema.String,
  emergencyContact: Text,
  emergencyPhone: Text,
  handoverNotes: Schema.String,
  /** approved leave that is over is taken */
  status: Schema.Literals(["pending", "approved", "rejected", "cancelled", "taken"]),
  appliedDate: Schema.String,
  requestedBy: Whole,
  requestedByUser: Named,
  approvedBy: Whole,
  approvedByUser: Named,
  approvedDate: Text,
  rejectionReason: Text,
  overrideReason: Text,
  cancelReason: Text,
  /** what the caller may do now */
  canApprove: Schema.Boolean,
  canReject: Schema.Boolean,
  canCancel: Schema.Boolean,
  ...kept,
})

const Entry = Schema.Struct({
  kind: Schema.Literals(["accrual", "carry_forward", "expiry", "taken", "returned", "encashed", "adjusted"]),
  date: Schema.String,
  /** of a carry-forward 0: it moves `carried` days into the new year, and changes no balance */
  days: Schema.Finite,
  carried: Schema.Finite,
  balance: Schema.Finite,
  requestId: Whole,
  reason: Text,
})
export const LeaveBalanceAnswer = Schema.Struct({
  staffId: Schema.Int,
  staffNumber: Schema.String,
  name: Schema.String,
  at: Schema.String,
  balances: Schema.Array(
    Schema.Struct({
      leaveTypeId: Schema.Int,
      leaveType: Schema.String,
      maxDaysPerYear: Schema.Int,
      paid: Schema.Boolean,
      /** the sum of the entries up to the day */
      balance: Schema.Finite,
      /** asked for and not decided */
      pending: Schema.Finite,
      available: Schema.Finite,
      accrued: Schema.Finite,
      taken: Schema.Finite,
      expired: Schema.Finite,
      /** of a type that is carried forward: what expires next if it is not used, and the last day for it */
      expiring: Schema.NullOr(Schema.Struct({ days: Schema.Finite, date: Schema.String })),
      entries: Schema.Array(Entry),
    }),
  ),
})
export const LeavePreviewAnswer = Schema.Struct({
  startDate: Schema.String,
  endDate: Schema.String,
  /** how many days it takes off the balance */
  totalDays: Schema.Finite,
  /** calendar days that do not count, with the holidays by name */
  notCounted: Schema.Array(Schema.Struct({ date: Schema.String, why: Schema.String })),
  balance: Schema.Finite,
  /** after this and all that is asked for */
  left: Schema.Finite,
  covered: Schema.Boolean,
})
export const LeaveCalendarAnswer = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  holidays: Schema.Array(Schema.Struct({ date: Schema.String, name: Schema.String, siteId: Whole })),
  people: Schema.Array(
    Schema.Struct({
      staffId: Schema.Int,
      name: Schema.String,
      siteCode: Text,
      leaves: Schema.Array(
        Schema.Struct({
          id: Schema.Int,
          leaveType: Schema.String,
          startDate: Schema.String,
          endDate: Schema.String,
          status: Schema.Literals(["pending", "approved", "taken"]),
        }),
      ),
    }),
  ),
})
export const HolidayAnswer = Schema.Struct({
  id: Schema.Int,
  date: Schema.String,
  name: Schema.String,
  siteId: Whole,
  site: Place,
  isActive: Schema.Boolean,
  ...kept,
})
export const WorkWeekAnswer = Schema.Struct({ siteId: Schema.Int, siteName: Schema.String, from: Text, days: Schema.Array(Schema.Int) })

const days = (field: string) =>
  Schema.Finite.check(
    Schema.makeFilter((value) =>
      Number.isInteger(Math.round(value * 10_000) / 100) && Math.abs(value) <= 400 ? undefined : `${field} must be a number of days such as 2.5`,
    ),
  )
const line = (field: string, most = 200) => Schema.optional(Schema.NullOr(TextInput(field, { most })))
export const LeaveInput = Schema.Struct({
  staffId: IdInput("Staff member is required").pipe(Schema.annotateKey({ messageMissingKey: "Staff member is required" })),
  leaveTypeId: IdInput("Leave type is required"),
  startDate: DateInput("Start date"),
  endDate: DateInput("End date"),
  reason: TextInput("Reason", { required: true, most: 1000 }),
  halfDay: Schema.optional(Schema.NullOr(Schema.Boolean)),
  /** counted by the server; another number is noted */
  totalDays: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), days("Total days")]))),
  emergencyContact: line("Emergency contact"),
  emergencyPhone: line("Emergency phone", 60),
  handoverNotes: line("Handover notes", 2000),
})
export const LeaveApprovalInput = Schema.Struct({ overrideReason: line("Reason for the override", 500), version: Schema.optional(Schema.Int) })
export const LeaveRejectionInput = Schema.Struct({ rejectionReason: line("Reason", 500), reason: line("Reason", 500) })
export const LeaveCancelInput = Schema.Struct({ reason: line("Reason", 500) })
const count = (field: string, least: number, most: number) =>
  Schema.Int.check(Schema.isBetween({ minimum: least, maximum: most }, { message: `${field} must be a whole number from ${least} to ${most}` }))
const typeInput = {
  description: line("Description", 500),
  accrual: Schema.optional(OneOf("Accrual", "monthly", "yearly")),
  seniority: Schema.optional(Schema.Array(Schema.Struct({ years: count("Years", 1, 60), days: count("Days", 1, 366) }))),
  carryForward: Schema.optional(Schema.Boolean),
  carryMonths: Schema.optional(Schema.NullOr(count("Months of carry-forward", 1, 120))),
  paid: Schema.optional(Schema.Boolean),
  countsEveryDay: Schema.optional(Schema.Boolean),
  mayGoNegative: Schema.optional(Schema.Boolean),
  /** from which day on it holds; today if it is left out */
  from: Schema.optional(DateInput("Date from")),
}
const Name = TextInput("Name", { required: true, most: 100 })
const PerYear = count("Days per year", 1, 366)
export const LeaveTypeInput = Schema.Struct({ name: Name, maxDaysPerYear: PerYear, ...typeInput })
export const LeaveTypeChanges = Schema.Struct({
  name: Schema.optional(Name),
  maxDaysPerYear: Schema.optional(PerYear),
  ...typeInput,
  isActive: Schema.optional(Schema.Boolean),
})
export const LeaveAdjustmentInput = Schema.Struct({
  kind: OneOf("Kind", "adjusted", "encashed"),
  leaveTypeId: IdInput("Leave type is required"),
  days: days("Days"),
  date: Schema.optional(DateInput("Date")),
  reason: TextInput("Reason", { required: true, most: 500 }),
})
const SiteInput = Schema.Union([Schema.String, Schema.Finite]).annotate({ message: "Site must be one of the list" })
export const HolidayInput = Schema.Struct({
  date: DateInput("Date"),
  name: Name,
  siteId: Schema.optional(Schema.NullOr(SiteInput)),
})
export const WorkWeekInput = Schema.Struct({ from: Schema.optional(DateInput("Date from")), days: Schema.Array(count("Day", 1, 7)) })

const id = { params: { id: Id } }
const asOf = { asOf: Schema.optional(Schema.String) }
const rows = "3 and 5: own rows; 6: own site; 8: own department; 7 and 10: all"
const manages: Rule = { may: ["users.department", "users.manage"], scope: "the company's types of leave" }
const calendars: Rule = { may: ["department.manage", "users.manage"], scope: "8: own site if it has one; 10: all" }
const madeOf = ["leave_request", "company_staff", "leave_type"]
const decides = {
  may: APPROVERS,
  scope: "the supervisor, the head of the department, 6: own site; 8: own department; 10: all",
  duties: "never one's own leave",
  stepUp: true,
}

export class LeaveGroup extends HttpApiGroup.make("leave")
  .add(
    HttpApiEndpoint.get("types", "/api/hr/leave-types", { query: ListQuery, success: Schema.Array(LeaveTypeAnswer), error: rejections })
      .annotate(Rule, { may: STAFF, scope: "all" })
      .annotate(FilterWords, { status: ["active", "closed"] })
      .annotate(InvalidatedBy, ["leave_type"]),
  )
  .add(
    HttpApiEndpoint.post("addType", "/api/hr/leave-types", { payload: LeaveTypeInput, success: LeaveTypeAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      manages,
    ),
  )
  .add(
    HttpApiEndpoint.patch("changeType", "/api/hr/leave-types/:id", { ...id, payload: LeaveTypeChanges, success: LeaveTypeAnswer, error: rejections }).annotate(
      Rule,
      manages,
    ),
  )
  .add(
    HttpApiEndpoint.get("typeHistory", "/api/hr/leave-types/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: STAFF, scope: "all" })
      .annotate(InvalidatedBy, ["leave_type"]),
  )
  .add(
    HttpApiEndpoint.get("list", "/api/hr/leave-requests", {
      query: {
        ...ListQuery,
        staffId: Schema.optional(Schema.String),
        leaveTypeId: Schema.optional(Schema.String),
        departmentId: Schema.optional(Schema.String),
        mine: Schema.optional(Schema.String),
      },
      success: Schema.Array(LeaveRequestAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: STAFF, scope: rows, audited: "health" })
      .annotate(InvalidatedBy, madeOf),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/hr/leave-requests/:id", { ...id, success: LeaveRequestAnswer, error: rejections })
      .annotate(Rule, { may: STAFF, scope: rows, audited: "health" })
      .annotate(InvalidatedBy, madeOf),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/hr/leave-requests/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: STAFF, scope: rows, audited: "health" })
      .annotate(InvalidatedBy, ["leave_request"]),
  )
  .add(
    HttpApiEndpoint.post("request", "/api/hr/leave-requests", { payload: LeaveInput, success: LeaveRequestAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      {
        may: STAFF,
        scope: "the caller; 6: own site; 8: own department; 10: all",
      },
    ),
  )
  .add(
    HttpApiEndpoint.put("approve", "/api/hr/leave-requests/:id/approve", {
      ...id,
      payload: [Schema.Null, LeaveApprovalInput],
      success: LeaveRequestAnswer,
      error: rejections,
    }).annotate(Rule, { ...decides, duties: "never one's own leave; level 10 may override with a reason" }),
  )
  .add(
    HttpApiEndpoint.put("reject", "/api/hr/leave-requests/:id/reject", {
      ...id,
      payload: [Schema.Null, LeaveRejectionInput],
      success: LeaveRequestAnswer,
      error: rejections,
    }).annotate(Rule, decides),
  )
  .add(
    HttpApiEndpoint.put("cancel", "/api/hr/leave-requests/:id/cancel", {
      ...id,
      payload: [Schema.Null, LeaveCancelInput],
      success: LeaveRequestAnswer,
      error: rejections,
    }).annotate(Rule, { may: STAFF, scope: "the person, the requester, and the approver" }),
  )
  .add(
    HttpApiEndpoint.get("balance", "/api/hr/staff/:id/leave-balance", {
      ...id,
      query: { at: Schema.optional(DateInput("at")), ...asOf },
      success: LeaveBalanceAnswer,
      error: rejections,
    })
      .annotate(Rule, { may: STAFF, scope: rows })
      .annotate(InvalidatedBy, ["leave_account", "leave_type", "company_staff"]),
  )
  .add(
    HttpApiEndpoint.get("ownBalance", "/api/hr/leave-balance", { query: asOf, success: Schema.NullOr(LeaveBalanceAnswer), error: rejections })
      .annotate(Rule, { may: STAFF, scope: "your own; null if you are not on the company's staff" })
      .annotate(InvalidatedBy, ["leave_account", "leave_type", "company_staff"]),
  )
  .add(
    HttpApiEndpoint.get("preview", "/api/hr/staff/:id/leave-preview", {
      ...id,
      query: {
        leaveTypeId: Id,
        startDate: DateInput("Start date"),
        endDate: DateInput("End date"),
        halfDay: Schema.optional(Schema.Literals(["true", "false"])),
        ...asOf,
      },
      success: LeavePreviewAnswer,
      error: rejections,
    })
      .annotate(Rule, { may: STAFF, scope: rows })
      .annotate(InvalidatedBy, ["leave_account", "leave_type", "holiday", "work_week"]),
  )
  .add(
    HttpApiEndpoint.post("adjust", "/api/hr/staff/:id/leave-adjustments", {
      ...id,
      payload: LeaveAdjustmentInput,
      success: LeaveBalanceAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { may: ["users.department", "users.manage"], scope: "8: own department; 10: all", duties: "never one's own", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.get("calendar", "/api/hr/leave-calendar", {
      query: { from: DateInput("from"), to: DateInput("to"), siteId: Schema.optional(Schema.String), ...asOf },
      success: LeaveCalendarAnswer,
      error: rejections,
    })
      .annotate(Rule, { may: STAFF, scope: rows })
      .annotate(InvalidatedBy, [...madeOf, "holiday"]),
  )
  .add(
    HttpApiEndpoint.get("holidays", "/api/hr/holidays", { query: ListQuery, success: Schema.Array(HolidayAnswer), error: rejections })
      .annotate(Rule, { may: STAFF, scope: "all" })
      .annotate(FilterWords, { status: ["active", "called_off"] })
      .annotate(InvalidatedBy, ["holiday"]),
  )
  .add(
    HttpApiEndpoint.post("addHoliday", "/api/hr/holidays", { payload: HolidayInput, success: HolidayAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      calendars,
    ),
  )
  .add(HttpApiEndpoint.put("callOffHoliday", "/api/hr/holidays/:id/call-off", { ...id, success: HolidayAnswer, error: rejections }).annotate(Rule, calendars))
  .add(
    HttpApiEndpoint.get("workWeeks", "/api/hr/work-weeks", { query: asOf, success: Schema.Array(WorkWeekAnswer), error: rejections })
      .annotate(Rule, { may: STAFF, scope: "all" })
      .annotate(InvalidatedBy, ["work_week", "site"]),
  )
  .add(
    HttpApiEndpoint.put("setWorkWeek", "/api/hr/work-weeks/:id", { ...id, payload: WorkWeekInput, success: WorkWeekAnswer, error: rejections }).annotate(
      Rule,
      calendars,
    ),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class LeaveApi extends HttpApi.make("ops").add(LeaveGroup) {}
