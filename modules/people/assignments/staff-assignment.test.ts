import fc from "fast-check"
import { expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { given } from "@ops/platform/testing/given.ts"
import { companyStaff, StaffSuspended, StaffTerminated } from "../staff/company-staff.ts"
import { approveLeave, requestLeave } from "../leave/leave-request.ts"
import { company, person } from "../leave/testing.ts"
import { assignStaff, cancelAssignment, endAssignment, type NewAssignment, staffAssignments, staffRosters } from "./staff-assignment.ts"

const world = given(...company)
const cook: NewAssignment = {
  staffId: 2,
  siteId: 1,
  projectKind: null,
  projectId: null,
  assignmentType: "temporary",
  startDate: "2026-12-01",
  endDate: "2026-12-31",
  role: "Relief cook",
  responsibilities: "",
  rotation: null,
  notes: "",
}
const assign = (more: Partial<NewAssignment> = {}, by = person(8)) => world.when(assignStaff, { ...cook, ...more }, by)
const turns = { assignmentType: "rotation", rotation: { daysOn: 28, daysOff: 28 }, endDate: null } as const
const leave = {
  staffId: 2,
  leaveTypeId: 1,
  startDate: "2026-12-10",
  endDate: "2026-12-12",
  halfDay: false,
  claimedDays: null,
  reason: "Home",
  emergencyContact: null,
  emergencyPhone: null,
  handoverNotes: "",
}
const onLeave = world.when(requestLeave, leave, person(6)).when(approveLeave, { id: 1, overrideReason: null }, person(6))

test("a person is assigned to a site by id or name", () => {
  assign().holds(staffAssignments, 1, { siteId: 1, status: "active", assignedBy: 8, approvedBy: 8 })
  assign({ siteId: "site-2" }).holds(staffAssignments, 1, { siteId: 2 })
})

test.each([
  [{ endDate: "2026-11-30" }, "End date must be on or after the start date"],
  [{ endDate: null }, "End date is required for a temporary assignment"],
  [{ assignmentType: "rotation" }, "Days on and days off are required for a rotation"],
  [{ rotation: { daysOn: 28, daysOff: 28 } }, "Only a rotation has days on and days off"],
  [{ assignmentType: "rotation", rotation: { daysOn: 0, daysOff: 28 } }, "Days on and days off must each be from 1 to 366"],
  [{ startDate: "2023-12-01" }, "Ajak Deng works here since 2024-01-01"],
  [{ startDate: "2029-12-01", endDate: "2029-12-02" }, "Assignments can be planned up to two years ahead"],
  [{ siteId: 9 }, "Site 9 does not exist"],
] as const)("%o is refused", (more, sentence) => {
  assign(more).refuses(sentence)
})

test("a person who has left or is suspended cannot be assigned", () => {
  given(...company, companyStaff.at(2, StaffTerminated({ terminationDate: "2026-11-20", reason: "Left" })))
    .when(assignStaff, cook, person(8))
    .refuses("Ajak Deng left on 2026-11-20", 409)
  given(...company, companyStaff.at(2, StaffSuspended({ reason: "" })))
    .when(assignStaff, cook, person(8))
    .refuses("Ajak Deng is suspended. Reinstate the person first", 409)
})

test("overlapping assignments are refused, naming the existing one", () => {
  const other = { ...cook, siteId: 2, startDate: "2026-12-31", endDate: "2027-01-31" }
  assign()
    .when(assignStaff, other, person(8))
    .refuses("Ajak Deng is Relief cook at Site 1 from 2026-12-01 to 2026-12-31. End that assignment first, or choose other dates", 409)
  assign({ ...turns, siteId: 2 })
    .when(assignStaff, other, person(8))
    .refuses("Ajak Deng is Relief cook at Site 2 since 2026-12-01, without an end. End that assignment first, or choose other dates", 409)
  const ended = assign().when(endAssignment, { id: 1, endDate: "2026-12-30", reason: "Sooner" }, person(8))
  ended.holds(staffAssignments, 1, { endDate: "2026-12-30" }).when(assignStaff, other, person(8)).holds(staffAssignments, 2, { siteId: 2 })
})

test("leave that the assignment would interrupt is named", () => {
  const sentence = "Ajak Deng is on Annual Leave from 2026-12-10 to 2026-12-12. Choose other dates"
  onLeave.when(assignStaff, cook, person(8)).refuses(sentence, 409)
  onLeave.when(assignStaff, { ...cook, ...turns, startDate: "2026-12-11" }, person(8)).refuses(sentence, 409)
  // during a permanent or rotation assignment, leave is an ordinary absence
  onLeave.when(assignStaff, { ...cook, ...turns }, person(8)).holds(staffAssignments, 1, { status: "active" })
  onLeave.when(assignStaff, { ...cook, endDate: "2026-12-09" }, person(8)).holds(staffAssignments, 1, { status: "active" })
  // pending leave does not prevent an assignment
  world.when(requestLeave, leave, person(6)).when(assignStaff, cook, person(8)).holds(staffAssignments, 1, { status: "active" })
})

test("depending on the level, people assign at their own site, in their own department, or everywhere", () => {
  assign({}, person(6)).holds(staffAssignments, 1, { assignedBy: 6 })
  assign({ siteId: 2 }, person(6)).refuses("You work at another site than Site 2", 403)
  assign({ staffId: 4 }, person(6)).refuses("Staff member 4 does not exist", 404)
  assign({}, person(8, { department: "Finance" })).refuses("Ajak Deng is not in your team", 403)
  assign({}, person(10, { department: "Finance" })).holds(staffAssignments, 1, { assignedBy: 10 })
  assign({}, person(7, { confinedTo: null, department: "Finance" })).refuses("Your level cannot assign staff", 403)
  assign({ siteId: 2 }).when(endAssignment, { id: 1, endDate: "2026-12-05", reason: "" }, person(6)).refuses("Assignment 1 does not exist", 404)
})

test("an assignment is cancelled before it begins and ended afterwards", () => {
  const cancelled = assign().when(cancelAssignment, { id: 1, reason: "Not needed" }, person(8))
  cancelled.holds(staffAssignments, 1, { status: "cancelled", endReason: "Not needed" }).holds(staffRosters, 2, { places: [] })
  cancelled.when(endAssignment, { id: 1, endDate: "2026-12-05", reason: "" }, person(8)).refuses("This assignment is cancelled", 409)
  const begun = assign({ startDate: "2026-11-20" })
  begun.when(cancelAssignment, { id: 1, reason: "" }, person(8)).refuses("This assignment started on 2026-11-20. End it instead", 409)
  begun.when(endAssignment, { id: 1, endDate: "2026-11-19", reason: "" }, person(8)).refuses(/To cancel it, use Cancel/)
  begun
    .when(endAssignment, { id: 1, endDate: "2027-01-05", reason: "" }, person(8))
    .refuses("This assignment ends on 2026-12-31. Create a new one for later days", 409)
})

test("whatever is assigned, ended or cancelled, no two assignments of a person share a day", () => {
  const step = fc.record({
    start: fc.integer({ min: 1, max: 300 }),
    days: fc.nat(60),
    does: fc.constantFrom("end", "cancel", "leave"),
    half: fc.nat(59),
    siteId: fc.constantFrom(1, 2, 3),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 10 }), (steps) => {
      let then = assign({ staffId: 3 })
      for (const { start, days, does, half, siteId } of steps) {
        const startDate = addDays("2026-11-21", start)
        const assigned = then.when(assignStaff, { ...cook, siteId, startDate, endDate: addDays(startDate, days) }, person(8))
        if (assigned.id === undefined) continue
        then = assigned
        const id = assigned.id
        if (does === "end") then = then.when(endAssignment, { id, endDate: addDays(startDate, Math.min(half, days)), reason: "" }, person(8))
        if (does === "cancel") then = then.when(cancelAssignment, { id, reason: "" }, person(8))
      }
      const places = (then.row(staffRosters, 2)?.places ?? []).toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))
      for (const [n, { startDate }] of places.entries()) if (n > 0) expect(places[n - 1]!.endDate! < startDate).toBe(true)
    }),
  )
})
