/** How days of attendance are reached and recorded, and how many are at work. Times are Juba's, HH:MM; hours are decimal strings. */
import { recordedAtSql } from "@ops/platform/records/recorded-at.ts"
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { STAFF } from "@ops/platform/access/rule.ts"
import { created, DateInput, TextInput } from "@ops/platform/http/contract.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { siteIfAny } from "@ops/sites/joins.ts"
import { approveAttendance, Attendance, attendances as stream, recordAttendance } from "./attendance.ts"
import { approvesSql, attendanceScope, waitingSql } from "./queries.ts"
import { isTime } from "./shift.ts"

const AttendanceStatsAnswer = Schema.Struct({
  date: Schema.String,
  /** number of people with a record */
  recorded: Schema.Int,
  /** including late and half days */
  present: Schema.Int,
  late: Schema.Int,
  halfDay: Schema.Int,
  onLeave: Schema.Int,
  /** recorded as absent, plus the missing */
  absent: Schema.Int,
  absentRecorded: Schema.Int,
  expected: Schema.Int,
  /** expected, and without a record after the end of the shift */
  expectedMissing: Schema.Int,
}).annotate({ identifier: "AttendanceStats" })
export const ShiftAnswer = Schema.Struct({
  siteId: Schema.Int,
  siteName: Schema.String,
  from: Schema.String,
  start: Schema.String,
  end: Schema.String,
  breakMinutes: Schema.Int,
  graceMinutes: Schema.Int,
  halfDayMinutes: Schema.Int,
}).annotate({ identifier: "Shift" })

const time = (field: string) => Schema.String.check(Schema.makeFilter((text) => (isTime(text) ? undefined : `${field} must be a time such as 07:30`)))
/** A tap at the door; the time defaults to now. */
const TapInput = Schema.Struct({
  staffNumber: TextInput("Staff number", { required: true, most: 40 }),
  attendanceDate: Schema.optional(Schema.NullOr(DateInput("Date"))),
  time: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), time("Time")]))),
})
const minutes = (field: string) =>
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 720 }, { message: `${field} must be a whole number of minutes from 0 to 720` }))
const ShiftInput = Schema.Struct({
  from: DateInput("Date from"),
  start: time("Start"),
  end: time("End"),
  breakMinutes: minutes("Break"),
  graceMinutes: minutes("Grace"),
  halfDayMinutes: minutes("Half a day"),
})

const Asked = Schema.optional(Schema.String)
const counts = { may: ["team.manage", "department.manage", "access.monitor"], scope: "6: own site; 8: own department; 5 and 10: all" } as const
const keeps = { may: ["team.manage", "department.manage"], scope: "6: own site; 8: own department; 10: all", duties: "not one's own" } as const
/** Security sees the attendance of every site. */
const acrossSites = ["access.monitor"] as const

const Staff = Schema.Struct({
  id: Schema.Int,
  staffNumber: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  department: Schema.String,
})
const nameSql = "p.first_name || ' ' || p.last_name"
const person = {
  fields: {
    staff: computed(
      Staff,
      "json_build_object('id', p.id, 'staffNumber', p.staff_number, 'firstName', p.first_name, 'lastName', p.last_name, 'department', d.name)",
    ),
    name: computed(Schema.String, nameSql, { label: "Staff" }),
    staffNumber: computed(Schema.String, "p.staff_number", { label: "Staff #" }),
    recordedAt: computed(Schema.NullOr(Schema.String), recordedAtSql("attendance", "r"), { kind: "instant", label: "Recorded" }),
  },
  from: "join company_staff p on p.id = r.staff_id left join department d on d.id = p.department_id",
  dependsOn: ["company_staff"],
  filters: {
    departmentId: { sql: "p.department_id" },
    approval: { sql: `case when ${waitingSql} then 'waiting' else 'approved' end`, words: ["waiting", "approved"], label: "Approval" },
  },
  sorts: { lastName: "p.last_name" },
  search: [nameSql, "p.staff_number"],
} as const

export const attendance = resource("attendance", stream, {
  path: "/api/hr/attendance",
  noun: ["record", "records"],
  answer: "Attendance",
  read: { may: STAFF, rows: { where: attendanceScope, words: `${counts.scope}; others: own rows` }, acrossSites },
  hidden: ["lastTap"],
  joins: [person, siteIfAny(Attendance, "siteId")],
  titles: { attendanceDate: "Date", checkInTime: "In", checkOutTime: "Out", workHours: "Hours", overtimeHours: "Overtime", proof: "Approval" },
  list: {
    columns: ["attendanceDate", "staffNumber", "name", "status", "checkInTime", "checkOutTime", "workHours", "overtimeHours", "proof", "notes"],
    unexported: ["proof", "notes"],
    filters: ["status", "staffId", "departmentId", "approval"],
    sorts: ["attendanceDate", "staffNumber", "lastName", "status", "checkInTime", "workHours"],
    order: "-attendanceDate,staffNumber",
    date: "attendanceDate",
    site: "siteId",
    file: "Attendance",
  },
  commands: {
    record: creates(recordAttendance, keeps),
    // a day of absence, or one proved by a PIN, can be approved, but does not await approval
    approve: updates(approveAttendance, { ...keeps, method: "PUT", hint: approvesSql, onHint: true }),
  },
  more: (answer) => [
    call.get("stats", "/api/hr/attendance/stats", "Read the figures of attendance", AttendanceStatsAnswer, {
      query: { siteId: Asked, date: Schema.optional(DateInput("Date")), asOf: Asked },
      ...counts,
      dependsOn: ["attendance", "company_staff", "leave_request", "holiday", "work_week", "site_shift"],
      acrossSites: acrossSites,
    }),
    call.list("today", "/api/hr/attendance/today", "Read your own attendance of today", answer, {
      filters: ["staffId", "departmentId", "approval"],
      ...counts,
      dependsOn: ["attendance", "company_staff"],
      acrossSites: acrossSites,
    }),
    call.post("tap", "/api/hr/attendance/tap", "Record your own check-in or check-out", answer.pipe(created), { payload: TapInput, ...keeps, isTap: true }),
    call.get("shifts", "/api/hr/shifts", "List shifts", Schema.Array(ShiftAnswer), {
      query: { asOf: Asked },
      ...counts,
      scope: "all",
      dependsOn: ["site_shift", "site"],
    }),
    call.put("setShift", "/api/hr/shifts/:id", "Set the shift of a site", ShiftAnswer, {
      payload: ShiftInput,
      may: ["department.manage", "users.manage"],
      scope: "8: own site if it has one; 10: all",
    }),
  ],
})

export const AttendanceApi = attendance.api
