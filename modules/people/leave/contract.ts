/** The API of leave balances, absences, and working days. Days may have fractions: 0.5, 12.25. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Rule, STAFF } from "@ops/platform/access/rule.ts"
import { created, DateInput, Id, IdInput, OneOf, TextInput } from "@ops/platform/http/contract.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)

const Entry = Schema.Struct({
  kind: Schema.Literals(["accrual", "carry_forward", "expiry", "taken", "returned", "encashed", "adjusted"]),
  date: Schema.String,
  /** 0 for a carry-forward: it moves `carried` days into the new year without changing the balance */
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
      /** the sum of the entries up to that day */
      balance: Schema.Finite,
      /** days requested and not decided */
      pending: Schema.Finite,
      available: Schema.Finite,
      accrued: Schema.Finite,
      taken: Schema.Finite,
      expired: Schema.Finite,
      /** for a type that is carried forward: the days that expire next if unused, and the last day to use them */
      expiring: Schema.NullOr(Schema.Struct({ days: Schema.Finite, date: Schema.String })),
      entries: Schema.Array(Entry),
    }),
  ),
}).annotate({ identifier: "LeaveBalance" })
export const LeavePreviewAnswer = Schema.Struct({
  startDate: Schema.String,
  endDate: Schema.String,
  /** number of days deducted from the balance */
  totalDays: Schema.Finite,
  /** calendar days that do not count, including named holidays */
  notCounted: Schema.Array(Schema.Struct({ date: Schema.String, why: Schema.String })),
  balance: Schema.Finite,
  /** balance after this request and all pending ones */
  left: Schema.Finite,
  covered: Schema.Boolean,
}).annotate({ identifier: "LeavePreview" })
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
}).annotate({ identifier: "LeaveCalendar" })
export const WorkWeekAnswer = Schema.Struct({ siteId: Schema.Int, siteName: Schema.String, from: Text, days: Schema.Array(Schema.Int) }).annotate({
  identifier: "WorkWeek",
})

const days = (field: string) =>
  Schema.Finite.check(
    Schema.makeFilter((value) =>
      Number.isInteger(Math.round(value * 10_000) / 100) && Math.abs(value) <= 400 ? undefined : `${field} must be a number of days such as 2.5`,
    ),
  )
const count = (field: string, least: number, most: number) =>
  Schema.Int.check(Schema.isBetween({ minimum: least, maximum: most }, { message: `${field} must be a whole number from ${least} to ${most}` }))
export const LeaveAdjustmentInput = Schema.Struct({
  kind: OneOf("Kind", "adjusted", "encashed"),
  leaveTypeId: IdInput("Leave type is required"),
  days: days("Days"),
  date: Schema.optional(DateInput("Date")),
  reason: TextInput("Reason", { required: true, most: 500 }),
})
export const WorkWeekInput = Schema.Struct({ from: Schema.optional(DateInput("Date from")), days: Schema.Array(count("Day", 1, 7)) })

const asOf = { asOf: Schema.optional(Schema.String) }
const rows = "3 and 5: own rows; 6: own site; 8: own department; 7 and 10: all"
const calendars: Rule = { may: ["department.manage", "users.manage"], scope: "8: own site if it has one; 10: all" }
export class LeaveGroup extends callGroup(
  "leave",
  call.get("balance", "/api/hr/staff/:id/leave-balance", "Read a person's leave balance", LeaveBalanceAnswer, {
    query: { at: Schema.optional(DateInput("at")), ...asOf },
    may: STAFF,
    scope: rows,
    dependsOn: ["leave_account", "leave_type", "company_staff"],
  }),
  call.get("ownBalance", "/api/hr/leave-balance", "Read your own leave balance", Schema.NullOr(LeaveBalanceAnswer), {
    query: asOf,
    may: STAFF,
    scope: "your own; null if you are not on the company's staff",
    dependsOn: ["leave_account", "leave_type", "company_staff"],
  }),
  call.get("preview", "/api/hr/staff/:id/leave-preview", "Preview a leave request", LeavePreviewAnswer, {
    query: {
      leaveTypeId: Id,
      startDate: DateInput("Start date"),
      endDate: DateInput("End date"),
      halfDay: Schema.optional(Schema.Literals(["true", "false"])),
      ...asOf,
    },
    may: STAFF,
    scope: rows,
    dependsOn: ["leave_account", "leave_type", "holiday", "work_week"],
  }),
  call.post("adjust", "/api/hr/staff/:id/leave-adjustments", "Adjust a leave balance", LeaveBalanceAnswer.pipe(created), {
    payload: LeaveAdjustmentInput,
    may: ["users.department", "users.manage"],
    scope: "8: own department; 10: all",
    duties: "never one's own",
    stepUp: true,
  }),
  call.get("calendar", "/api/hr/leave-calendar", "Read the leave calendar", LeaveCalendarAnswer, {
    query: { from: DateInput("from"), to: DateInput("to"), siteId: Schema.optional(Schema.String), ...asOf },
    may: STAFF,
    scope: rows,
    dependsOn: ["leave_request", "company_staff", "leave_type", "holiday"],
  }),
  call.get("workWeeks", "/api/hr/work-weeks", "List work weeks", Schema.Array(WorkWeekAnswer), {
    query: asOf,
    may: STAFF,
    scope: "all",
    dependsOn: ["work_week", "site"],
  }),
  call.put("setWorkWeek", "/api/hr/work-weeks/:id", "Set a work week", WorkWeekAnswer, { payload: WorkWeekInput, ...calendars }),
) {}

export class LeaveApi extends HttpApi.make("ops").add(LeaveGroup) {}
