/** The calls about who was at work. Times are Juba's, HH:MM; hours are decimal strings. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint } from "effect/http-api"
import { callGroup } from "@ops/platform/http/call-group.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { AcrossSites, InvalidatedBy, Rule, STAFF } from "@ops/platform/access/rule.ts"
import { created, DateInput, Id, IdInput, ListQuery, OneOf, rejections, TextInput } from "@ops/platform/http/contract.ts"
import { parseQuantity } from "@ops/platform/quantity.ts"
import { attendanceStatuses } from "../labels.ts"

const Text = Schema.NullOr(Schema.String)
export const AttendanceAnswer = Schema.Struct({
  id: Schema.Int,
  staffId: Schema.Int,
  staffNumber: Schema.String,
  name: Schema.String,
  staff: Schema.Struct({ id: Schema.Int, staffNumber: Schema.String, firstName: Schema.String, lastName: Schema.String, department: Schema.String }),
  attendanceDate: Schema.String,
  siteId: Schema.NullOr(Schema.Int),
  site: Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })),
  checkInTime: Text,
  checkOutTime: Text,
  workHours: Schema.String,
  overtimeHours: Schema.String,
  status: Schema.Literals(attendanceStatuses),
  location: Schema.String,
  notes: Schema.String,
  /** said more than once: the history has both */
  corrected: Schema.Boolean,
  /** pin: tapped with the PIN alone; unverified: tapped offline, to be confirmed */
  proof: Schema.NullOr(Schema.Literals(["pin", "unverified"])),
  /** who vouches for it; null while what was tapped is not approved */
  approvedBy: Schema.NullOr(Schema.Int),
  canApprove: Schema.Boolean,
  recordedBy: Schema.NullOr(Schema.Int),
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})
export const AttendanceStatsAnswer = Schema.Struct({
  date: Schema.String,
  /** how many have a record */
  recorded: Schema.Int,
  /** with the late and the half days */
  present: Schema.Int,
  late: Schema.Int,
  halfDay: Schema.Int,
  onLeave: Schema.Int,
  /** recorded as absent, and the missing */
  absent: Schema.Int,
  absentRecorded: Schema.Int,
  expected: Schema.Int,
  /** expected, and nothing recorded after the end of the shift */
  expectedMissing: Schema.Int,
})
export const ShiftAnswer = Schema.Struct({
  siteId: Schema.Int,
  siteName: Schema.String,
  from: Schema.String,
  start: Schema.String,
  end: Schema.String,
  breakMinutes: Schema.Int,
  graceMinutes: Schema.Int,
  halfDayMinutes: Schema.Int,
})

const time = (field: string) =>
  Schema.String.check(Schema.makeFilter((text) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? undefined : `${field} must be a time such as 07:30`)))
const maybeTime = (field: string) => Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), time(field)])))
const hours = (field: string) =>
  Schema.optional(
    Schema.NullOr(
      Schema.Union([Schema.String, Schema.Finite]).check(
        Schema.makeFilter((value) =>
          value === "" || parseQuantity(String(value)) !== undefined ? undefined : `${field} must be a number with at most three decimals`,
        ),
      ),
    ),
  )
const line = (field: string, most: number) => Schema.optional(Schema.NullOr(TextInput(field, { most })))

export const AttendanceInput = Schema.Struct({
  staffId: IdInput("Staff member is required").pipe(Schema.annotateKey({ messageMissingKey: "Staff member is required" })),
  attendanceDate: DateInput("Date").pipe(Schema.annotateKey({ messageMissingKey: "Date is required" })),
  checkInTime: maybeTime("Check-in time"),
  checkOutTime: maybeTime("Check-out time"),
  /** counted where both times are given */
  workHours: hours("Work hours"),
  overtimeHours: hours("Overtime hours"),
  /** by the shift if it is left out */
  status: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), OneOf("Status", ...attendanceStatuses)]))),
  location: line("Location", 200),
  notes: line("Notes", 500),
})
/** A tap at the door; now, if no time is given. */
export const TapInput = Schema.Struct({
  staffNumber: TextInput("Staff number", { required: true, most: 40 }),
  attendanceDate: Schema.optional(Schema.NullOr(DateInput("Date"))),
  time: maybeTime("Time"),
})
const minutes = (field: string) =>
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 720 }, { message: `${field} must be a whole number of minutes from 0 to 720` }))
export const ShiftInput = Schema.Struct({
  from: DateInput("Date from"),
  start: time("Start"),
  end: time("End"),
  breakMinutes: minutes("Break"),
  graceMinutes: minutes("Grace"),
  halfDayMinutes: minutes("Half a day"),
})

const sees: ReadonlyArray<Permission> = ["team.manage", "department.manage", "access.monitor"]
const rows = "6: own site; 8: own department; 5 and 10: all"
const keeps: Rule = { may: ["team.manage", "department.manage"], scope: "6: own site; 8: own department; 10: all", duties: "not one's own" }
const query = {
  ...ListQuery,
  staffId: Schema.optional(Schema.String),
  departmentId: Schema.optional(Schema.String),
  /** waiting or approved */
  approval: Schema.optional(Schema.String),
}
const madeOf = ["attendance", "company_staff"]
const id = { params: { id: Id } }

/** Security sees who is at work at every site. */
const across: ReadonlyArray<Permission> = ["access.monitor"]

export class AttendanceGroup extends callGroup(
  "attendance",
  HttpApiEndpoint.get("list", "/api/hr/attendance", { query, success: Schema.Array(AttendanceAnswer), error: rejections })
    .annotate(Rule, { may: STAFF, scope: `${rows}; others: own rows` })
    .annotate(InvalidatedBy, madeOf)
    .annotate(AcrossSites, across),
  HttpApiEndpoint.get("stats", "/api/hr/attendance/stats", {
    query: { siteId: Schema.optional(Schema.String), date: Schema.optional(DateInput("Date")), asOf: Schema.optional(Schema.String) },
    success: AttendanceStatsAnswer,
    error: rejections,
  })
    .annotate(Rule, { may: sees, scope: rows })
    .annotate(InvalidatedBy, [...madeOf, "leave_request", "holiday", "work_week", "site_shift"])
    .annotate(AcrossSites, across),
  HttpApiEndpoint.get("today", "/api/hr/attendance/today", { query, success: Schema.Array(AttendanceAnswer), error: rejections })
    .annotate(Rule, { may: sees, scope: rows })
    .annotate(InvalidatedBy, madeOf)
    .annotate(AcrossSites, across),
  HttpApiEndpoint.get("history", "/api/hr/attendance/:id/history", { ...id, success: HistoryAnswer, error: rejections })
    .annotate(Rule, { may: STAFF, scope: `${rows}; others: own rows` })
    .annotate(InvalidatedBy, ["attendance"]),
  HttpApiEndpoint.post("record", "/api/hr/attendance", { payload: AttendanceInput, success: AttendanceAnswer.pipe(created), error: rejections }).annotate(
    Rule,
    keeps,
  ),
  HttpApiEndpoint.post("tap", "/api/hr/attendance/tap", { payload: TapInput, success: AttendanceAnswer.pipe(created), error: rejections }).annotate(Rule, {
    ...keeps,
    isTap: true,
  }),
  HttpApiEndpoint.put("approve", "/api/hr/attendance/:id/approve", { ...id, success: AttendanceAnswer, error: rejections }).annotate(Rule, keeps),
  HttpApiEndpoint.get("shifts", "/api/hr/shifts", { query: { asOf: Schema.optional(Schema.String) }, success: Schema.Array(ShiftAnswer), error: rejections })
    .annotate(Rule, { may: sees, scope: "all" })
    .annotate(InvalidatedBy, ["site_shift", "site"]),
  HttpApiEndpoint.put("setShift", "/api/hr/shifts/:id", { ...id, payload: ShiftInput, success: ShiftAnswer, error: rejections }).annotate(Rule, {
    may: ["department.manage", "users.manage"],
    scope: "8: own site if it has one; 10: all",
  }),
) {}

export class AttendanceApi extends HttpApi.make("ops").add(AttendanceGroup) {}
