/** Requests for leave: decided by the supervisor or the head of the department, never by the person on leave. */
import { approvalText, approving } from "@ops/platform/records/rules/decision.ts"
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { addDays, daysBetween } from "@ops/platform/calendar.ts"
import {
  command,
  type By,
  conflict,
  consequence,
  find,
  forbidden,
  get,
  invalid,
  findById,
  newId,
  notFound,
  permitted,
  type CommandGenerator,
  unchanged,
} from "@ops/platform/records/command.ts"
import { BusinessDate, Days, erasedOf, Flag, Instant, label, Line, Literals, Optional, Personal, Ref, Text, withDefault } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { AttendanceRecorded, attendances } from "../attendance/attendance.ts"
import { companyStaff, type CompanyStaffRow, StaffErased, StaffTerminated } from "../staff/company-staff.ts"
import { departments, leads } from "../departments/department.ts"
import {
  AbsenceAsked,
  AbsenceDropped,
  AbsenceGranted,
  AbsenceShortened,
  askedOf,
  bookedOf,
  leaveAccounts,
  staffName,
  requireNoOverlap,
} from "./leave-account.ts"
import { type Booked, daysText } from "./leave-ledger.ts"
import { leaveTypes, type LeaveTypeRow } from "./leave-type.ts"
import { staffHere, staffRosters, turnsOf } from "../assignments/staff-assignment.ts"
import { calendarOf } from "../working-days/work-week.ts"
import { datesFrom, workingDays } from "../working-days/working-days.ts"

const about = {
  /** may contain health information */
  reason: Personal(Text(1000), "erased"),
  emergencyContact: Personal(Optional(Line())),
  emergencyPhone: Personal(Optional(Line(60))),
  handoverNotes: Personal(Text(), ""),
}
const facts = {
  staffId: label("Staff member", Ref("company_staff")),
  leaveTypeId: label("Leave type", Ref("leave_type")),
  startDate: BusinessDate,
  endDate: BusinessDate,
  /** half a day, of a single date */
  halfDay: Flag,
  /** calculated here */
  totalDays: Days,
  /** the form's own count, if it differed */
  claimedDays: Optional(Days),
  ...about,
  requestedBy: Optional(Ref("person")),
}
const decision = { by: Optional(Ref("person")), overrideReason: Optional(Text(500)) }

export const LeaveRequest = record(
  "leave_request",
  {
    ...facts,
    appliedDate: BusinessDate,
    status: Literals("pending", "approved", "rejected", "cancelled", "taken"),
    approvedBy: Optional(Ref("person")),
    approvedDate: Optional(Instant),
    rejectionReason: Optional(Text(500)),
    overrideReason: Optional(Text(500)),
    cancelReason: Optional(Text(500)),
    /** marked in attendance up to this day */
    markedUntil: Optional(BusinessDate),
  },
  {
    grows: true,
    label: "Leave request",
    title: "to_char(start_date, 'YYYY-MM-DD') || ' to ' || to_char(end_date, 'YYYY-MM-DD')",
    indexes: [["staffId"], ["status", "startDate"]],
  },
)
export type LeaveRequestRow = Row<typeof LeaveRequest>

const span = ({ startDate, endDate }: { startDate: string; endDate: string }) => (startDate === endDate ? startDate : `${startDate} to ${endDate}`)
export const LeaveRequested = event(
  "LeaveRequested",
  1,
  { ...facts, appliedDate: BusinessDate },
  ({ leaveTypeId, totalDays, claimedDays, ...dates }, title) =>
    `${title("leave_type", leaveTypeId)}, ${span(dates)}: ${daysText(totalDays)} days${claimedDays === null ? "" : ` (the form counted ${daysText(claimedDays)})`}`,
)
export const LeaveApproved = event("LeaveApproved", 1, decision, (facts) => approvalText(facts))
export const LeaveRejected = event("LeaveRejected", 1, { by: decision.by, reason: Text(500) }, ({ reason }) => `Rejected: ${reason}`)
export const LeaveCancelled = event(
  "LeaveCancelled",
  1,
  { by: decision.by, reason: Text(500) },
  ({ reason }) => `Cancelled${reason === "" ? "" : `: ${reason}`}`,
)
export const LeaveShortened = event(
  "LeaveShortened",
  1,
  { by: decision.by, reason: Text(500), endDate: BusinessDate, totalDays: Days },
  ({ endDate, reason }) => `Ended sooner, on ${endDate}${reason === "" ? "" : `: ${reason}`}`,
)
/** Days of this leave that have come, and are marked in attendance. */
export const LeaveDaysMarked = event("LeaveDaysMarked", 1, { until: BusinessDate, over: Flag }, ({ until, over }) =>
  over ? "Taken" : `Recorded in attendance up to ${until}`,
)
/** From here on the reason is unreadable: this event destroys its encryption key. */
export const LeaveDetailsErased = event("LeaveDetailsErased", 1, {}, () => "Personal data erased", { erases: true })

export const leaveRequests = stream(
  LeaveRequest,
  LeaveRequested,
  LeaveApproved,
  LeaveRejected,
  LeaveCancelled,
  LeaveShortened,
  LeaveDaysMarked,
  LeaveDetailsErased,
).fold({
  LeaveRequested: (_, asked) => ({
    ...asked,
    status: "pending" as const,
    approvedBy: null,
    approvedDate: null,
    rejectionReason: null,
    overrideReason: null,
    cancelReason: null,
    markedUntil: null,
  }),
  LeaveApproved: (row, { by, overrideReason }, at) => ({ ...row, status: "approved" as const, approvedBy: by, approvedDate: at, overrideReason }),
  LeaveRejected: (row, { reason }) => ({ ...row, status: "rejected" as const, rejectionReason: reason }),
  LeaveCancelled: (row, { reason }) => ({ ...row, status: "cancelled" as const, cancelReason: reason }),
  LeaveShortened: (row, { endDate, totalDays, reason }) => ({ ...row, endDate, totalDays, cancelReason: reason }),
  LeaveDaysMarked: (row, { until, over }) => ({ ...row, markedUntil: until, status: over ? ("taken" as const) : row.status }),
  LeaveDetailsErased: (row) => ({ ...row, ...erasedOf(about) }),
})

/** Whether the user may see and request leave of this person: for oneself, for people of the own site or department, or for everyone. */
function* leadsOrIs(staff: CompanyStaffRow, by: By): CommandGenerator<boolean> {
  if (by.person === null || staff.personId === by.person || by.level >= 10) return true
  if (by.confinedTo !== null && staff.siteId !== by.confinedTo) return false
  return holds(by, "team.manage") || leads(by, yield* get(departments, staff.departmentId))
}

/** The right by which the user may decide on this person's leave; undefined if there is none. */
function* rightOf(staff: CompanyStaffRow, by: By): CommandGenerator<string | undefined> {
  if (by.person === null) return "system"
  if (staff.personId === by.person) return undefined
  if (by.level >= 10) return "override"
  if (!holdsAny(by, ["approval.team", "approval.departmental"])) return undefined
  const supervisor = staff.supervisorId === null ? undefined : yield* findById(companyStaff, staff.supervisorId)
  if (supervisor?.personId === by.person) return "supervisor"
  const department = yield* get(departments, staff.departmentId)
  if (department.managerId === by.person) return "head"
  if (by.confinedTo !== null && staff.siteId !== by.confinedTo) return undefined
  if (holds(by, "approval.departmental") && leads(by, department)) return "head"
  // if the supervisor has no account, the supervisor of the site decides
  return (supervisor?.personId ?? null) === null && holds(by, "approval.team") ? "site" : undefined
}

/** The days of the leave that count. */
function* daysOf(staff: CompanyStaffRow, type: LeaveTypeRow, startDate: string, endDate: string): CommandGenerator<ReadonlyArray<string>> {
  if (type.countsEveryDay) return datesFrom(startDate, endDate)
  const roster = yield* findById(staffRosters, staff.id)
  return workingDays(yield* calendarOf(staff.siteId, turnsOf(roster), startDate, endDate), startDate, endDate)
}

/** The entries that the leave deducts from the balance: one for each year it includes. */
const entriesOf = (days: ReadonlyArray<string>, requestId: number, halfDay: boolean): ReadonlyArray<Booked> => {
  const years = Map.groupBy(days, (date) => date.slice(0, 4))
  return [...years.values()].map((dates) => ({ kind: "taken" as const, days: halfDay ? -50 : dates.length * -100, date: dates[0]!, requestId, reason: null }))
}

const { staffId, leaveTypeId, startDate, endDate, halfDay, claimedDays } = facts
const asked = {
  staffId,
  leaveTypeId,
  startDate,
  endDate,
  reason: Line(1000),
  halfDay: withDefault(false, halfDay),
  claimedDays,
  emergencyContact: about.emergencyContact,
  emergencyPhone: about.emergencyPhone,
  handoverNotes: withDefault("", about.handoverNotes),
}
/** Requests leave. The days are calculated here; a different count of the form is recorded. */
export const requestLeave = command("leave.request", "Request leave", asked, function* (input, by) {
  const { startDate, endDate, halfDay } = input
  if (endDate < startDate) throw invalid("End date must be on or after the start date")
  if (daysBetween(startDate, endDate) > 366) throw invalid("Leave can last a year at most. Request the rest later")
  if (halfDay && startDate !== endDate) throw invalid("Half a day is on one date. Enter the same start and end date")
  const staff = yield* staffHere(input.staffId, by)
  if (!(yield* leadsOrIs(staff, by))) throw forbidden(`You cannot request leave for ${staffName(staff)}: the person is not in your team`)
  if (staff.status === "terminated") throw conflict(`${staffName(staff)} left on ${staff.terminationDate}`)
  if (staff.status === "inactive") throw conflict(`${staffName(staff)} is suspended. Reinstate the person first`)
  if (startDate < staff.hireDate) throw invalid(`${staffName(staff)} works here since ${staff.hireDate}`)
  if (daysBetween(by.today, startDate) > 730) throw invalid("Leave can be requested up to two years ahead")
  const type = yield* get(leaveTypes, input.leaveTypeId)
  if (!type.isActive) throw conflict(`${type.name} is no longer available. Choose another type`)
  const account = yield* findById(leaveAccounts, staff.id)
  const other = account?.absences.find((absence) => absence.startDate <= endDate && startDate <= absence.endDate)
  if (other) {
    const { name } = yield* get(leaveTypes, other.leaveTypeId)
    throw conflict(
      `${staffName(staff)} has ${name} from ${other.startDate} to ${other.endDate} ${other.granted ? "already" : "asked for already"}. Choose other dates`,
    )
  }
  const days = yield* daysOf(staff, type, startDate, endDate)
  if (days.length === 0) throw invalid(`There is no working day from ${startDate} to ${endDate}, so no leave is needed`)
  const id = yield* newId(leaveRequests)
  const entries = entriesOf(days, id, halfDay)
  requireNoOverlap(staff, type, [...bookedOf(account, type.id), ...askedOf(account, type.id)], entries)
  const totalDays = halfDay ? 50 : days.length * 100
  const claimedDays = input.claimedDays === totalDays ? null : input.claimedDays
  return [
    leaveRequests.at(id, LeaveRequested({ ...input, claimedDays, totalDays, requestedBy: by.person, appliedDate: by.today })),
    leaveAccounts.at(staff.id, AbsenceAsked({ requestId: id, leaveTypeId: type.id, startDate, endDate, entries })),
  ]
})

export type LeaveAsked = Parameters<typeof requestLeave.decide>[0]

/** Marks the given days as leave in attendance; existing records of a day are kept. */
function* marked(staff: CompanyStaffRow, days: ReadonlyArray<string>, by: By): CommandGenerator<ReadonlyArray<Change>> {
  const changes: Array<Change> = []
  for (const attendanceDate of days) {
    if (yield* find(attendances, { staffId: staff.id, attendanceDate }, { expected: false })) continue
    changes.push(
      attendances.at(
        yield* newId(attendances),
        AttendanceRecorded({
          staffId: staff.id,
          attendanceDate,
          siteId: staff.siteId,
          checkInTime: null,
          checkOutTime: null,
          workHours: 0,
          overtimeHours: 0,
          status: "on_leave",
          location: "",
          notes: "",
          approvedBy: by.person,
          recordedBy: by.person,
        }),
      ),
    )
  }
  return changes
}

/** The changes to attendance and to the request for the days up to today. */
function* daysCome(
  id: number,
  request: Pick<LeaveRequestRow, "startDate" | "endDate" | "halfDay" | "markedUntil">,
  staff: CompanyStaffRow,
  type: LeaveTypeRow,
  by: By,
): CommandGenerator<ReadonlyArray<Change>> {
  const first = request.markedUntil === null ? request.startDate : addDays(request.markedUntil, 1)
  const last = request.endDate < by.today ? request.endDate : by.today
  const over = request.endDate < by.today
  if (last < first) return over ? [leaveRequests.at(id, LeaveDaysMarked({ until: request.endDate, over }))] : []
  const days = request.halfDay ? [] : yield* daysOf(staff, type, first, last)
  return [leaveRequests.at(id, LeaveDaysMarked({ until: last, over })), ...(yield* marked(staff, days, by))]
}

function* decidable(id: number, by: By): CommandGenerator<readonly [LeaveRequestRow, CompanyStaffRow]> {
  const request = yield* get(leaveRequests, id)
  const staff = yield* get(companyStaff, request.staffId)
  if (!(yield* leadsOrIs(staff, by)) && (yield* rightOf(staff, by)) === undefined) throw notFound(`Leave request ${id} does not exist`)
  return [request, staff]
}

const notDecider = (staff: CompanyStaffRow) => forbidden(`The supervisor of ${staffName(staff)} or the head of the department decides on this leave`)

/** Approves leave: the days are deducted from the balance, and past ones are marked in attendance. */
const grant = approving("leave_request")
export const approveLeave = command("leave.approve", "Approve leave: its days are deducted from the balance", grant, function* ({ id, overrideReason }, by) {
  const [request, staff] = yield* decidable(id, by)
  if (request.status === "approved" || request.status === "taken") {
    if (request.approvedBy === by.person) return unchanged(id)
    throw conflict("This leave is already approved")
  }
  if (request.status !== "pending") throw conflict("Only pending leave can be approved")
  const own = by.person !== null && staff.personId === by.person
  const overrides = own && by.level >= 10 && !!overrideReason
  if (own && !overrides) throw forbidden("You cannot approve your own leave. Ask your supervisor or the head of your department")
  if (!own && (yield* rightOf(staff, by)) === undefined) throw notDecider(staff)
  if (staff.status === "terminated") throw conflict(`${staffName(staff)} left on ${staff.terminationDate}`)
  yield* permitted()
  const type = yield* get(leaveTypes, request.leaveTypeId)
  const account = yield* get(leaveAccounts, staff.id)
  const { entries } = account.absences.find(({ requestId }) => requestId === id)!
  requireNoOverlap(staff, type, bookedOf(account, type.id), entries)
  return [
    leaveRequests.at(id, LeaveApproved({ by: by.person, overrideReason: overrides ? overrideReason : null })),
    leaveAccounts.at(staff.id, AbsenceGranted({ requestId: id })),
    ...(yield* daysCome(id, request, staff, type, by)),
  ]
})

const withReason = { id: Ref("leave_request"), reason: withDefault("", Text(500)) }
export const rejectLeave = command("leave.reject", "Reject leave, with the reason", withReason, function* ({ id, reason }, by) {
  const [request, staff] = yield* decidable(id, by)
  if (request.status === "rejected") return unchanged(id)
  if (request.status !== "pending") throw conflict("Only pending leave can be rejected")
  if (by.person !== null && staff.personId === by.person) throw forbidden("You cannot decide on your own leave. Cancel it instead")
  if ((yield* rightOf(staff, by)) === undefined) throw notDecider(staff)
  yield* permitted()
  if (reason.trim() === "") throw invalid("Reason is required")
  yield* get(leaveAccounts, staff.id)
  return [leaveRequests.at(id, LeaveRejected({ by: by.person, reason })), leaveAccounts.at(staff.id, AbsenceDropped({ requestId: id }))]
})

/** Returns the days of granted leave after its new last day to the balance; `lastDay` null means that no leave is taken. */
function* shortened(
  request: LeaveRequestRow,
  staff: CompanyStaffRow,
  lastDay: string | null,
): CommandGenerator<{ readonly back: Change; readonly totalDays: number }> {
  const account = yield* get(leaveAccounts, staff.id)
  const { entries } = account.absences.find(({ requestId }) => requestId === request.id)!
  const type = yield* get(leaveTypes, request.leaveTypeId)
  const kept = lastDay === null ? [] : entriesOf(yield* daysOf(staff, type, request.startDate, lastDay), request.id, request.halfDay)
  // a holiday added since then moves no entry to another day, and returns no more than was taken
  const parts = entries.map((entry) => ({
    ...entry,
    still: Math.max(entry.days, kept.find(({ date }) => date.slice(0, 4) === entry.date.slice(0, 4))?.days ?? 0),
  }))
  const returned = parts.flatMap(
    ({ date, days, still }): ReadonlyArray<Booked> =>
      still === days ? [] : [{ kind: "returned", days: still - days, date, requestId: request.id, reason: null }],
  )
  const totalDays = parts.reduce((sum, { still }) => sum - still, 0)
  return { back: leaveAccounts.at(staff.id, AbsenceShortened({ requestId: request.id, lastDay, entries: returned })), totalDays }
}

/** Cancels leave: all of it before it has started, or the days from tomorrow on during it. The days are returned. */
const cancelling = "Cancel leave: its days come back; while it lasts, those from tomorrow on"
export const cancelLeave = command("leave.cancel", cancelling, withReason, function* ({ id, reason }, by) {
  const [request, staff] = yield* decidable(id, by)
  const own = by.person !== null && (staff.personId === by.person || request.requestedBy === by.person)
  if (!own && (yield* rightOf(staff, by)) === undefined) throw notDecider(staff)
  if (request.status === "cancelled") return unchanged(id)
  if (request.status === "pending") {
    yield* permitted()
    yield* get(leaveAccounts, staff.id)
    return [leaveRequests.at(id, LeaveCancelled({ by: by.person, reason })), leaveAccounts.at(staff.id, AbsenceDropped({ requestId: id }))]
  }
  if (request.status === "rejected") throw conflict("This leave was rejected")
  if (request.endDate <= by.today) throw conflict(`This leave ended on ${request.endDate}. Adjust the balance instead`)
  yield* permitted()
  if (request.startDate > by.today) {
    const { back } = yield* shortened(request, staff, null)
    return [leaveRequests.at(id, LeaveCancelled({ by: by.person, reason })), back]
  }
  const { back, totalDays } = yield* shortened(request, staff, by.today)
  return [leaveRequests.at(id, LeaveShortened({ by: by.person, reason, endDate: by.today, totalDays })), back]
})

/** Marks the days of granted leave that have come, in attendance too; and once it is over, records it as taken. */
export const markLeaveDays = command("leave.mark_days", function* ({ id }: { readonly id: number }, by) {
  const request = yield* get(leaveRequests, id)
  if (request.status !== "approved") return unchanged(id)
  const staff = yield* get(companyStaff, request.staffId)
  const changes = yield* daysCome(id, request, staff, yield* get(leaveTypes, request.leaveTypeId), by)
  return changes.length === 0 ? unchanged(id) : changes
})

/** When employment ends, leave after the last day is cancelled. */
const onTermination = consequence(StaffTerminated, function* ({ terminationDate }, { id, by }) {
  const account = yield* findById(leaveAccounts, id)
  const staff = yield* get(companyStaff, id)
  const changes: Array<Change> = []
  for (const { requestId, endDate, granted } of account?.absences ?? []) {
    if (endDate <= terminationDate) continue
    const request = yield* get(leaveRequests, requestId)
    const reason = `Employment ended on ${terminationDate}`
    const lastDay = granted && request.startDate <= terminationDate ? terminationDate : null
    const { back, totalDays } = granted
      ? yield* shortened(request, staff, lastDay)
      : { back: leaveAccounts.at(id, AbsenceDropped({ requestId })), totalDays: 0 }
    const told = lastDay === null ? LeaveCancelled({ by: by.person, reason }) : LeaveShortened({ by: by.person, reason, endDate: lastDay, totalDays })
    changes.push(leaveRequests.at(requestId, told), back)
  }
  return changes
})

/** Erasing the person erases the reasons given for leave. */
const onErasure = consequence(StaffErased, function* (_, { id }) {
  const { requests = [] } = (yield* findById(leaveAccounts, id)) ?? {}
  for (const requestId of requests) yield* get(leaveRequests, requestId)
  return requests.map((requestId) => leaveRequests.at(requestId, LeaveDetailsErased({})))
})

export const leaveConsequences = [onTermination, onErasure]
