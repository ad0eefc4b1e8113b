import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { given } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { attendances, AttendanceRecorded } from "../attendance/attendance.ts"
import { companyStaff, StaffErased, StaffSuspended, StaffTerminated } from "../staff/company-staff.ts"
import { addHoliday } from "../working-days/holiday.ts"
import { adjustLeave, encashLeave, leaveAccounts } from "./leave-account.ts"
import { balanceOn, leaveLedger } from "./leave-ledger.ts"
import { approveLeave, cancelLeave, type LeaveAsked, leaveConsequences, leaveRequests, markLeaveDays, rejectLeave, requestLeave } from "./leave-request.ts"
import { company, hired, person } from "./testing.ts"
import { leaveTypes } from "./leave-type.ts"
import { assignStaff } from "../assignments/staff-assignment.ts"

const world = given(...company).with(...leaveConsequences)
/** Monday 23 November to Saturday 28 November: six working days. */
const asked: LeaveAsked = {
  staffId: 2,
  leaveTypeId: 1,
  startDate: "2026-11-23",
  endDate: "2026-11-28",
  halfDay: false,
  claimedDays: null,
  reason: "Home",
  emergencyContact: null,
  emergencyPhone: null,
  handoverNotes: "",
}
const ajak = person(3, { person: 32 })
const request = (more: Partial<LeaveAsked> = {}, by = ajak) => world.when(requestLeave, { ...asked, ...more }, by)
const approval = { id: 1, overrideReason: null }
const onDay = (date: string) => ({ ...system("clock", `${date}T04:00:00.000Z`) })
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})

/** The remaining annual leave on a day. */
const left = (then: ReturnType<typeof request>, date: string, staffId = 2) => {
  const entries = then.row(leaveAccounts, staffId)?.entries.filter(({ leaveTypeId }) => leaveTypeId === 1) ?? []
  return balanceOn(leaveLedger(then.row(companyStaff, staffId)!, then.row(leaveTypes, 1)!.terms, entries, date), date)
}

describe("requesting leave", () => {
  test("the server counts the days and notes when the form counted differently", () => {
    request().holds(leaveRequests, 1, { totalDays: 600, claimedDays: null, status: "pending", appliedDate: "2026-11-21", requestedBy: 32 })
    request({ claimedDays: 600 }).holds(leaveRequests, 1, { totalDays: 600, claimedDays: null })
    request({ claimedDays: 900 }).holds(leaveRequests, 1, { totalDays: 600, claimedDays: 900 })
    // Sunday and Christmas do not count, except for a type that counts every day
    request({ startDate: "2026-12-24", endDate: "2026-12-28" }).holds(leaveRequests, 1, { totalDays: 300 })
    request({ leaveTypeId: 2, startDate: "2026-12-24", endDate: "2026-12-28" }).holds(leaveRequests, 1, { totalDays: 500 })
    request({ startDate: "2026-11-23", endDate: "2026-11-23", halfDay: true }).holds(leaveRequests, 1, { totalDays: 50 })
  })
  test("holidays of another site do not count", () => {
    request({ staffId: 4, startDate: "2026-12-24", endDate: "2026-12-28" }, person(8)).holds(leaveRequests, 1, { totalDays: 200 })
  })
  test.each([
    [{ endDate: "2026-11-22" }, "End date must be on or after the start date"],
    [{ endDate: "2027-12-28" }, "Leave can last a year at most. Request the rest later"],
    [{ halfDay: true }, "Half a day is on one date. Enter the same start and end date"],
    [{ startDate: "2026-11-22", endDate: "2026-11-22" }, "There is no working day from 2026-11-22 to 2026-11-22, so no leave is needed"],
    [{ startDate: "2023-11-20", endDate: "2023-11-21" }, "Ajak Deng works here since 2024-01-01"],
    [{ startDate: "2029-01-01", endDate: "2029-01-02" }, "Leave can be requested up to two years ahead"],
    [
      { leaveTypeId: 2, startDate: "2026-09-01", endDate: "2026-12-05" },
      "Ajak Deng has 90 days of Maternity Leave for these dates, and this takes 96. Choose fewer days or another type",
    ],
    [{ staffId: 3 }, "You cannot request leave for Bol Deng: the person is not in your team"],
    [{ leaveTypeId: 9 }, "Leave type 9 does not exist"],
  ] as const)("%o is refused", (more, sentence) => {
    request(more).refuses(sentence)
  })
  test("a person who has left or is suspended cannot request leave", () => {
    given(...company, companyStaff.at(2, StaffTerminated({ terminationDate: "2026-11-20", reason: "Left" })))
      .when(requestLeave, asked, person(6))
      .refuses("Ajak Deng left on 2026-11-20", 409)
    given(...company, companyStaff.at(2, StaffSuspended({ reason: "" })))
      .when(requestLeave, asked, person(6))
      .refuses("Ajak Deng is suspended. Reinstate the person first", 409)
  })
  test("the same days can be requested only once, and other pending leave counts against the balance", () => {
    const first = request()
    first
      .when(requestLeave, { ...asked, startDate: "2026-11-28", endDate: "2026-12-01" }, ajak)
      .refuses("Ajak Deng has Annual Leave from 2026-11-23 to 2026-11-28 asked for already. Choose other dates", 409)
    first
      .when(approveLeave, approval, person(6))
      .when(requestLeave, { ...asked, leaveTypeId: 2 }, ajak)
      .refuses("Ajak Deng has Annual Leave from 2026-11-23 to 2026-11-28 already. Choose other dates", 409)
    // in the third year there are 59.5 days: requesting 36 leaves 23.5
    const more = request({ startDate: "2026-12-01", endDate: "2027-01-14" })
    more.holds(leaveRequests, 1, { totalDays: 3800 })
    more
      .when(requestLeave, { ...asked, startDate: "2027-02-01", endDate: "2027-03-31" }, ajak)
      .refuses(/^Ajak Deng has .* days of Annual Leave for these dates, and this takes 51\. Choose fewer days or another type$/)
  })
  test("a leave type that allows a negative balance can go below zero", () => {
    request({ leaveTypeId: 3, endDate: "2026-12-05" }).holds(leaveRequests, 1, { totalDays: 1200, status: "pending" })
  })
  test("by level, people request leave for themselves, their site or their department", () => {
    request({ staffId: 3 }).refuses("You cannot request leave for Bol Deng: the person is not in your team", 403)
    request({ staffId: 3 }, person(6)).holds(leaveRequests, 1, { staffId: 3, requestedBy: 6 })
    request({ staffId: 4 }, person(6)).refuses("Staff member 4 does not exist", 404)
    request({ staffId: 4 }, person(8)).holds(leaveRequests, 1, { staffId: 4 })
    request({ staffId: 4 }, person(8, { person: 81, department: "Finance" })).refuses(/not in your team/, 403)
    request({ staffId: 3 }, person(7, { confinedTo: null })).refuses(/not in your team/, 403)
  })
})

describe("deciding on leave", () => {
  test("approved leave deducts its days, and days in the past are recorded in the attendance", () => {
    const days = { ...asked, startDate: "2026-11-19", endDate: "2026-11-24" }
    const approved = world.when(requestLeave, days, ajak).when(approveLeave, approval, person(6))
    approved.gives(
      ["leave_request/1", "LeaveApproved", { by: 6, overrideReason: null }],
      ["leave_account/2", "AbsenceGranted"],
      ["leave_request/1", "LeaveDaysMarked", { until: "2026-11-21", over: false }],
      ["attendance/1", "AttendanceRecorded"],
      ["attendance/2", "AttendanceRecorded"],
      ["attendance/3", "AttendanceRecorded"],
    )
    approved.holds(attendances, 3, { attendanceDate: "2026-11-21", status: "on_leave", staffId: 2, siteId: 1 })
    approved.holds(leaveRequests, 1, { status: "approved", approvedBy: 6 })
    // the following days are marked one by one, each once; then the leave is taken
    const monday = approved.when(markLeaveDays, { id: 1 }, onDay("2026-11-23"))
    monday.gives(["leave_request/1", "LeaveDaysMarked", { until: "2026-11-23", over: false }], ["attendance/4", "AttendanceRecorded"])
    expect(monday.when(markLeaveDays, { id: 1 }, onDay("2026-11-23")).events).toEqual([])
    monday
      .when(markLeaveDays, { id: 1 }, onDay("2026-11-26"))
      .gives(["leave_request/1", "LeaveDaysMarked", { until: "2026-11-24", over: true }], ["attendance/5", "AttendanceRecorded"])
      .holds(leaveRequests, 1, { status: "taken" })
  })
  test("attendance recorded earlier for a day is kept", () => {
    const recorded = attendances.at(
      1,
      AttendanceRecorded({
        staffId: 2,
        attendanceDate: "2026-11-20",
        siteId: 1,
        checkInTime: "07:00",
        checkOutTime: null,
        workHours: 0,
        overtimeHours: 0,
        status: "present",
        location: "",
        notes: "",
        approvedBy: null,
        recordedBy: null,
      }),
    )
    const approved = given(...company, recorded)
      .when(requestLeave, { ...asked, startDate: "2026-11-20" }, ajak)
      .when(approveLeave, approval, person(6))
    approved.holds(attendances, 1, { status: "present" }).holds(attendances, 2, { attendanceDate: "2026-11-21", status: "on_leave" })
  })
  test("the supervisor or the head of the department decides, but never the person on leave", () => {
    const pending = request()
    pending.when(approveLeave, approval, ajak).refuses("You cannot approve your own leave. Ask your supervisor or the head of your department", 403)
    pending
      .when(approveLeave, approval, person(6, { person: 61 }))
      .refuses("The supervisor of Ajak Deng or the head of the department decides on this leave", 403)
    pending.when(approveLeave, approval, person(6, { person: 62, confinedTo: 2 })).refuses("Leave request 1 does not exist", 404)
    pending.when(approveLeave, approval, person(8, { person: 81, department: "Finance" })).refuses("Leave request 1 does not exist", 404)
    for (const by of [person(6), person(8), person(8, { person: 82 }), person(10)])
      pending.when(approveLeave, approval, by).holds(leaveRequests, 1, { status: "approved", approvedBy: by.person })
    // no superior of Chol has an account: the supervisor of the site decides
    const chol = request({ staffId: 4 }, person(8))
    chol.when(approveLeave, approval, person(6, { person: 62, confinedTo: 2 })).holds(leaveRequests, 1, { status: "approved" })
  })
  test("level 10 approves their own leave only with a reason, which is kept", () => {
    const own = request({ staffId: 6 }, person(10))
    own.when(approveLeave, approval, person(10)).refuses(/You cannot approve your own leave/, 403)
    own
      .when(approveLeave, { id: 1, overrideReason: "No one above" }, person(10))
      .holds(leaveRequests, 1, { status: "approved", overrideReason: "No one above" })
    request({ staffId: 1 }, person(6))
      .when(approveLeave, { id: 1, overrideReason: "Me" }, person(6))
      .refuses(/You cannot approve your own leave/, 403)
  })
  test("a second approval by the same person changes nothing; another person gets a conflict", () => {
    const approved = request().when(approveLeave, approval, person(6))
    expect(approved.when(approveLeave, approval, person(6)).events).toEqual([])
    approved.when(approveLeave, approval, person(8)).refuses("This leave is already approved", 409)
    approved.when(rejectLeave, { id: 1, reason: "No" }, person(6)).refuses("Only pending leave can be rejected", 409)
  })
  test("a balance used up in the meantime is detected at approval", () => {
    const pending = request({ startDate: "2026-11-23", endDate: "2026-12-31" })
    pending
      .when(adjustLeave, { staffId: 2, leaveTypeId: 1, days: -3000, date: "2026-11-21", reason: "Counted twice" }, person(8))
      .when(approveLeave, approval, person(6))
      .refuses(/^Ajak Deng has .* days of Annual Leave for these dates, and this takes 33/)
  })
  test("a rejection has a reason and releases the days", () => {
    const pending = request()
    pending.when(rejectLeave, { id: 1, reason: " " }, person(6)).refuses("Reason is required")
    pending.when(rejectLeave, { id: 1, reason: "No" }, ajak).refuses("You cannot decide on your own leave. Cancel it instead", 403)
    const rejected = pending.when(rejectLeave, { id: 1, reason: "Audit week" }, person(6))
    rejected.holds(leaveRequests, 1, { status: "rejected", rejectionReason: "Audit week" })
    rejected.when(requestLeave, asked, ajak).holds(leaveRequests, 2, { status: "pending" })
    rejected.when(approveLeave, approval, person(6)).refuses("Only pending leave can be approved", 409)
  })
})

describe("cancelling leave", () => {
  const before = world.when(requestLeave, asked, ajak)
  test("before it begins, all days are returned", () => {
    const approved = request().when(approveLeave, approval, person(6))
    expect(left(approved, "2026-12-31")).toBe(left(before, "2026-12-31") - 600)
    const cancelled = approved.when(cancelLeave, { id: 1, reason: "Trip called off" }, ajak)
    cancelled.holds(leaveRequests, 1, { status: "cancelled", cancelReason: "Trip called off" })
    expect(left(cancelled, "2026-12-31")).toBe(left(before, "2026-12-31"))
    cancelled.when(requestLeave, asked, ajak).holds(leaveRequests, 2, { status: "pending" })
    expect(cancelled.when(cancelLeave, { id: 1, reason: "" }, ajak).events).toEqual([])
  })
  test("during the leave, the days from tomorrow are returned", () => {
    const approved = world.when(requestLeave, { ...asked, startDate: "2026-11-19" }, ajak).when(approveLeave, approval, person(6))
    const cut = approved.when(cancelLeave, { id: 1, reason: "Called back" }, person(6))
    cut.holds(leaveRequests, 1, { status: "approved", endDate: "2026-11-21", totalDays: 300 })
    expect(left(cut, "2026-12-31")).toBe(left(before, "2026-12-31") - 300)
    cut.when(cancelLeave, { id: 1, reason: "" }, ajak).refuses("This leave ended on 2026-11-21. Adjust the balance instead", 409)
  })
  test("pending leave can be cancelled by the requester, but not by others at the site", () => {
    request().when(cancelLeave, { id: 1, reason: "" }, ajak).holds(leaveRequests, 1, { status: "cancelled" })
    request()
      .when(cancelLeave, { id: 1, reason: "" }, person(3, { person: 33 }))
      .refuses("Leave request 1 does not exist", 404)
  })
  test("a person who leaves the company takes no leave after the last day", () => {
    const approved = world
      .when(requestLeave, { ...asked, startDate: "2026-11-16", endDate: "2026-11-28" }, ajak)
      .when(approveLeave, approval, person(6))
      .when(requestLeave, { ...asked, startDate: "2026-12-07", endDate: "2026-12-08" }, ajak)
    const gone = approved.when(told, [companyStaff.at(2, StaffTerminated({ terminationDate: "2026-11-20", reason: "Left" }))])
    gone.holds(leaveRequests, 1, { endDate: "2026-11-20", totalDays: 500 }).holds(leaveRequests, 2, { status: "cancelled" })
    expect(gone.row(leaveAccounts, 2)!.absences).toHaveLength(1)
  })
  test("days are returned only once", () => {
    const cut = world
      .when(requestLeave, { ...asked, startDate: "2026-11-16", endDate: "2026-11-28" }, ajak)
      .when(approveLeave, approval, person(6))
      .when(cancelLeave, { id: 1, reason: "Called back" }, person(6))
    const gone = cut.when(told, [companyStaff.at(2, StaffTerminated({ terminationDate: "2026-11-18", reason: "Left" }))])
    gone.holds(leaveRequests, 1, { endDate: "2026-11-18", totalDays: 300 })
    expect(gone.row(leaveAccounts, 2)!.entries.reduce((sum, { days }) => sum + days, 0)).toBe(-300)
  })
  test("a holiday added later does not return a day twice", () => {
    const approved = world.when(requestLeave, { ...asked, startDate: "2026-11-19" }, ajak).when(approveLeave, approval, person(6))
    const moved = approved.when(addHoliday, { date: "2026-11-19", name: "Mourning", siteId: null }, person(10))
    const cut = moved.when(cancelLeave, { id: 1, reason: "" }, ajak)
    cut.holds(leaveRequests, 1, { endDate: "2026-11-21", totalDays: 200 })
    expect(cut.row(leaveAccounts, 2)!.entries.reduce((sum, { days }) => sum + days, 0)).toBe(-200)
  })
  test("erasing a person erases the texts of their leave, including rejected requests", () => {
    const erased = request()
      .when(rejectLeave, { id: 1, reason: "No" }, person(6))
      .when(requestLeave, { ...asked, emergencyContact: "Aunt" }, ajak)
      .when(told, [companyStaff.at(2, StaffErased({ reason: "Asked for it" }))])
    erased.holds(leaveRequests, 1, { reason: "erased", totalDays: 600 }).holds(leaveRequests, 2, { reason: "erased", emergencyContact: null })
  })
})

describe("other leave entries", () => {
  const adjust = { staffId: 2, leaveTypeId: 1, days: 250, date: "2026-11-21", reason: "Brought along" }
  test("an adjustment requires a reason and a person of a higher level", () => {
    const adjusted = world.when(adjustLeave, adjust, person(8))
    expect(left(adjusted, "2026-11-21") - left(request(), "2026-11-21")).toBe(250)
    world.when(adjustLeave, adjust, person(6)).refuses("You can only change the leave of people of your own department", 403)
    world.when(adjustLeave, { ...adjust, staffId: 5 }, person(8)).refuses("You cannot change your own leave. Ask your manager", 403)
    world.when(adjustLeave, { ...adjust, days: -9000 }, person(8)).refuses(/and this takes 90/)
    world.when(adjustLeave, { ...adjust, days: 0 }, person(8)).refuses("Days must not be 0")
  })
  test("at most half of the days can be paid out, after two years", () => {
    // 34 months: 59.5 days, of which 2024's 19.25 are left until the end of 2026
    world
      .when(encashLeave, { ...adjust, days: 2975 }, person(8))
      .gives(["leave_account/2", "LeaveEncashed", { leaveTypeId: 1, days: 2975, date: "2026-11-21", reason: "Brought along" }])
    world.when(encashLeave, { ...adjust, days: 2976 }, person(8)).refuses("At most half of the remaining balance can be paid out: 29.75 of 59.5 days", 409)
    given(...company, hired(7, "Malual", { hireDate: "2025-01-01" }))
      .when(encashLeave, { ...adjust, staffId: 7, days: 100 }, person(8))
      .refuses("Days can be paid out after two years of service; Malual Deng works here since 2025-01-01", 409)
  })
})

test("on a rotation, only days of the turn count as leave", () => {
  const turns = {
    staffId: 2,
    siteId: 1,
    projectKind: null,
    projectId: null,
    assignmentType: "rotation",
    startDate: "2026-11-23",
    endDate: null,
    role: "Cook",
    responsibilities: "",
    rotation: { daysOn: 7, daysOff: 7 },
    notes: "",
  } as const
  const assigned = world.when(assignStaff, turns, person(8))
  assigned.when(requestLeave, { ...asked, startDate: "2026-11-27", endDate: "2026-12-09" }, ajak).holds(leaveRequests, 1, { totalDays: 600 })
  assigned.when(requestLeave, { ...asked, startDate: "2026-11-30", endDate: "2026-12-06" }, ajak).refuses(/so no leave is needed/)
})

test("in any order of requests, approvals and cancellations, no day counts twice, and cancelling restores a balance never below 0", () => {
  const step = fc.record({
    start: fc.integer({ min: -40, max: 200 }),
    length: fc.integer({ min: 0, max: 20 }),
    does: fc.constantFrom("approve", "reject", "leave", "cancel"),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      let then = request({ staffId: 3 }, person(6))
      for (const { start, length, does } of steps) {
        const startDate = addDays("2026-11-21", start)
        const before = left(then, "2027-12-31")
        const asking = then.when(requestLeave, { ...asked, startDate, endDate: addDays(startDate, length) }, ajak)
        if (asking.id === undefined) continue
        then = asking
        const id = asking.id
        if (does === "approve" || does === "cancel") then = then.when(approveLeave, { id, overrideReason: null }, person(6))
        if (does === "reject") then = then.when(rejectLeave, { id, reason: "No" }, person(6))
        if (does === "cancel" && startDate > "2026-11-21") {
          then = then.when(cancelLeave, { id, reason: "" }, ajak)
          expect(left(then, "2027-12-31")).toBe(before)
        }
      }
      const account = then.row(leaveAccounts, 2)
      const spans = (account?.absences ?? []).toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))
      for (const [n, { startDate }] of spans.entries()) if (n > 0) expect(spans[n - 1]!.endDate < startDate).toBe(true)
      for (const { date } of account?.entries ?? []) expect(left(then, date)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: times(15, 60) },
  )
})
