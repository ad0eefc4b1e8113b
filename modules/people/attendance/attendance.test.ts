import * as fc from "fast-check"
import { expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import {
  approveAttendance,
  type AttendanceGiven,
  attendances,
  hoursOf,
  recordAttendance,
  statusOf,
  tap,
  tapAtKiosk,
  tapOnDevice,
  workedMinutes,
} from "./attendance.ts"
import { companyStaff, StaffTerminated } from "../staff/company-staff.ts"
import { minutesOf, setShift, type Shift, shiftOn, ShiftSet, siteShifts, usualShift } from "./shift.ts"
import { company, hired, person } from "../testing.ts"

const day: AttendanceGiven = {
  staffId: 1,
  attendanceDate: "2026-11-20",
  checkInTime: "07:05",
  checkOutTime: "16:05",
  workHours: null,
  overtimeHours: null,
  status: null,
  location: "",
  notes: "",
}
const all = [...company, hired(1), hired(2, { personId: 6 }), hired(3, { siteId: 2 }), hired(4, { departmentId: 2, positionId: 2 })]
const supervisor = person(6)

test("hours and status are calculated from the times and the shift", () => {
  given(...all)
    .when(recordAttendance, day, supervisor)
    .gives(["attendance/1", "AttendanceRecorded"])
    .holds(attendances, 1, { status: "present", workHours: 8000, overtimeHours: 0, siteId: 1, recordedBy: 6, approvedBy: 6, corrected: false })
  const statusAt = (more: Partial<AttendanceGiven>) =>
    given(...all)
      .when(recordAttendance, { ...day, ...more }, supervisor)
      .row(attendances, 1)
  expect(statusAt({ checkInTime: "07:16" })).toMatchObject({ status: "late" })
  expect(statusAt({ checkInTime: "07:15" })).toMatchObject({ status: "present" })
  expect(statusAt({ checkOutTime: "11:00" })).toMatchObject({ status: "half_day", workHours: 3920 })
  expect(statusAt({ checkOutTime: "18:05" })).toMatchObject({ workHours: 10_000, overtimeHours: 2000 })
  expect(statusAt({ checkInTime: "07:40", status: "present" })).toMatchObject({ status: "present" })
  expect(statusAt({ checkInTime: null, checkOutTime: null, workHours: 7500, overtimeHours: 500, status: "present" })).toMatchObject({
    workHours: 7500,
    overtimeHours: 500,
  })
  expect(statusAt({ checkInTime: null, checkOutTime: null, status: "absent" })).toMatchObject({ status: "absent", workHours: 0 })
})

test("a second record for the day corrects the first; an identical one writes nothing", () => {
  given(...all)
    .when(recordAttendance, day, supervisor)
    .when(recordAttendance, day, person(8))
    .gives()
    .when(recordAttendance, { ...day, checkInTime: "07:30" }, person(8))
    .gives(["attendance/1", "AttendanceCorrected"])
    .holds(attendances, 1, { status: "late", corrected: true, recordedBy: 8, version: 2 })
})

test("impossible times, days and people are refused with a sentence", () => {
  const refused = (more: Partial<AttendanceGiven>, by = supervisor) => given(...all).when(recordAttendance, { ...day, ...more }, by).refusal?.message
  expect(refused({ attendanceDate: "2026-11-22" })).toBe("Date must be today or earlier")
  expect(refused({ attendanceDate: "2026-01-04" })).toBe("Martin Wol works here since 2026-01-05")
  expect(refused({ staffId: 2 })).toBe("You cannot record your own attendance. Ask another person of your team")
  expect(refused({ staffId: 3 })).toBe("Staff member 3 does not exist")
  expect(refused({ staffId: 4 }, person(8))).toBe("Martin Wol belongs to another department")
  expect(refused({ staffId: 4 }, person(10))).toBeUndefined()
  expect(refused({ staffId: 1 }, person(3))).toBe("Martin Wol belongs to another department")
  expect(refused({ checkInTime: null })).toBe("Check-in time is required with a check-out time")
  expect(refused({ status: "absent" })).toBe("An absent person has no times. Remove them, or choose another status")
  expect(refused({ checkInTime: "07:05", checkOutTime: "07:00" })).toBe("From 07:05 to 07:00 is more than 16 hours. Check the times")
  expect(refused({ checkInTime: null, checkOutTime: null, workHours: 25_000 })).toBe("A day has 24 hours at most")
  expect(refused({ overtimeHours: 9000 })).toBe("Overtime cannot be more than the hours worked")
  given(...all, companyStaff.at(1, StaffTerminated({ terminationDate: "2026-11-10", reason: "" })))
    .when(recordAttendance, day, supervisor)
    .refuses("Martin Wol left on 2026-11-10", 409)
})

test("at the door, the first tap is the check-in, the next is the check-out, and a later one moves the check-out", () => {
  const at = (time: string) => ({ staffNumber: "FO-001", date: "2026-11-21", time })
  given(...all)
    .when(tap, at("07:20"), supervisor)
    .gives(["attendance/1", "AttendanceRecorded"])
    .holds(attendances, 1, { checkInTime: "07:20", checkOutTime: null, status: "late", approvedBy: null })
    .when(tap, at("07:25"), supervisor)
    .gives()
    .when(tap, at("16:30"), supervisor)
    .gives(["attendance/1", "AttendanceEnded"])
    .holds(attendances, 1, { checkOutTime: "16:30", status: "late", workHours: 8170 })
    .when(tap, at("17:20"), supervisor)
    .holds(attendances, 1, { checkOutTime: "17:20", workHours: 9000, overtimeHours: 1000, corrected: false })
    .when(tap, { ...at("17:30"), staffNumber: "FO-009" }, supervisor)
    .refuses("There is no staff member with the number FO-009", 422)
})

test("a tapped day is approved by another person after the check-out; a further tap requires a new approval", () => {
  const at = (time: string, staffNumber = "FO-001") => ({ staffNumber, date: "2026-11-21", time })
  const came = given(...all).when(tap, at("07:05"), supervisor)
  came
    .when(approveAttendance, { id: 1 }, supervisor)
    .refuses("Martin Wol checked in at 07:05 and has not checked out yet. Approve the day when it is over", 409)
  const gone = came.when(tap, at("16:05"), supervisor)
  const approved = gone.when(approveAttendance, { id: 1 }, supervisor).gives(["attendance/1", "AttendanceApproved", { approvedBy: 6 }])
  approved.holds(attendances, 1, { approvedBy: 6, checkInTime: "07:05", checkOutTime: "16:05", workHours: 8000, recordedBy: 6 })
  approved.when(approveAttendance, { id: 1 }, person(8)).gives()
  approved.when(tap, at("17:05"), supervisor).holds(attendances, 1, { approvedBy: null, checkOutTime: "17:05" })
  gone.when(approveAttendance, { id: 1 }, person(3)).refuses("Martin Wol belongs to another department", 403)
  gone.when(approveAttendance, { id: 1 }, person(6, { confinedTo: 2 })).refuses("Staff member 1 does not exist", 404)
  gone.when(approveAttendance, { id: 9 }, supervisor).refuses("Attendance 9 does not exist", 404)
  const own = given(...all)
    .when(tap, at("07:05", "FO-002"), person(10))
    .when(tap, at("16:05", "FO-002"), person(10))
  own.when(approveAttendance, { id: 1 }, supervisor).refuses("You cannot approve your own attendance. Ask another person of your team", 403)
  own.when(approveAttendance, { id: 1 }, person(8)).holds(attendances, 1, { approvedBy: 8 })
})

test("a night shift that began yesterday ends today", () => {
  const night = { from: "2026-01-01", start: "18:00", end: "06:00", breakMinutes: 60, graceMinutes: 15, halfDayMinutes: 300 }
  given(...all, siteShifts.at(1, ShiftSet(night)))
    .when(tap, { staffNumber: "FO-001", date: "2026-11-20", time: "18:05" }, supervisor)
    .holds(attendances, 1, { status: "present" })
    .when(tap, { staffNumber: "FO-001", date: "2026-11-21", time: "06:00" }, supervisor)
    .gives(["attendance/1", "AttendanceEnded"])
    .holds(attendances, 1, { attendanceDate: "2026-11-20", checkOutTime: "06:00", workHours: 10_920, status: "present" })
    .when(tap, { staffNumber: "FO-001", date: "2026-11-21", time: "18:30" }, supervisor)
    .gives(["attendance/2", "AttendanceRecorded"])
    .holds(attendances, 2, { attendanceDate: "2026-11-21", status: "late" })
})

test("a day uses the latest shift in effect; a site without shifts uses the default", () => {
  const later: Shift = { ...usualShift, from: "2026-11-01", start: "06:00" }
  expect(shiftOn([], "2026-11-20")).toEqual(usualShift)
  expect(shiftOn([{ ...later, from: "2026-10-01", start: "05:00" }, later], "2026-10-31").start).toBe("05:00")
  given(...all)
    .when(setShift, { siteId: 1, ...later }, supervisor)
    .refuses("Only management can change the shift of a site", 403)
    .when(setShift, { siteId: 1, ...later, breakMinutes: 600 }, person(8))
    .refuses("Break must be shorter than the shift", 422)
    .when(setShift, { siteId: 1, ...later }, person(8))
    .gives(["site_shift/1", "ShiftSet"])
    .when(setShift, { siteId: 1, ...later, from: "2026-11-10" }, person(8))
    .gives()
    .when(recordAttendance, { ...day, checkInTime: "06:20" }, supervisor)
    .holds(attendances, 1, { status: "late" })
})

test("hours worked never exceed the time present, staying longer never counts for less, and overtime is part of the hours", () => {
  const time = fc.integer({ min: 0, max: 1439 }).map((m) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`)
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 959 }), (from, minutes) => {
      const after = (m: number) => {
        const at = (minutesOf(from) + m) % 1440
        return `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`
      }
      const worked = workedMinutes(usualShift, from, after(minutes))
      expect(worked).toBeLessThanOrEqual(minutes)
      expect(workedMinutes(usualShift, from, after(minutes + 1))).toBeGreaterThanOrEqual(worked)
      const { workHours, overtimeHours } = hoursOf(usualShift, from, after(minutes))
      expect(overtimeHours).toBeLessThanOrEqual(workHours)
      expect(overtimeHours > 0).toBe(worked > 480)
      expect(statusOf(usualShift, from, after(minutes)) === "half_day").toBe(worked < 300)
    }),
  )
})

const atKiosk = (time: string, proof: "pin" | "unverified" = "pin", more: object = {}) => ({ staffId: 1, siteId: 1, date: "2026-11-21", time, proof, ...more })

test("at the kiosk the PIN verifies the day; an offline tap needs confirmation, a tap without a PIN needs approval", () => {
  const came = given(...all)
    .when(tapAtKiosk, atKiosk("07:00"), supervisor)
    .gives(["attendance/1", "AttendanceRecorded"], ["attendance/1", "AttendanceProved", { proof: "pin" }])
    .holds(attendances, 1, { checkInTime: "07:00", location: "Site 1", proof: "pin", approvedBy: null })
  came.when(tapAtKiosk, atKiosk("07:01"), supervisor).gives()
  const gone = came
    .when(tapAtKiosk, atKiosk("16:00"), supervisor)
    .gives(["attendance/1", "AttendanceEnded"])
    .holds(attendances, 1, { checkOutTime: "16:00", proof: "pin" })
  gone.when(tapAtKiosk, atKiosk("16:01", "unverified"), supervisor).gives()
  gone.when(tapAtKiosk, atKiosk("15:00", "unverified"), supervisor).gives()
  const late = gone.when(tapAtKiosk, atKiosk("17:00", "unverified"), supervisor).holds(attendances, 1, { checkOutTime: "17:00", proof: "unverified" })
  late.when(approveAttendance, { id: 1 }, supervisor).holds(attendances, 1, { approvedBy: 6, proof: "unverified" })
  came.when(tap, { staffNumber: "FO-001", date: "2026-11-21", time: "16:00" }, supervisor).holds(attendances, 1, { proof: null })
  late.when(recordAttendance, { ...day, attendanceDate: "2026-11-21" }, supervisor).holds(attendances, 1, { proof: null, approvedBy: 6 })
  // at the own site's kiosk and at another's: the PIN proves the person's identity
  given(...all)
    .when(tapAtKiosk, atKiosk("07:00", "pin", { staffId: 2 }), supervisor)
    .holds(attendances, 1, { proof: "pin" })
  given(...all)
    .when(tapAtKiosk, atKiosk("07:00", "pin", { staffId: 3 }), supervisor)
    .holds(attendances, 1, { siteId: 2, location: "Site 1" })
  const refused = (more: object, by = supervisor) => given(...all).when(tapAtKiosk, atKiosk("07:00", "unverified", more), by).refusal?.message
  expect(refused({ siteId: 2 })).toMatch(/another site/)
  expect(refused({ date: "2026-11-22" })).toBe("This entry is dated in the future. Check the kiosk's clock")
  expect(refused({ date: "2026-11-13" })).toBe("This entry is more than a week old. Ask a supervisor to record the day")
})

// proves U-06-3
test("taps of devices arrive in any order: the earliest is the check-in, the latest the check-out, and none proves a PIN", () => {
  const tapped = { siteId: 1, staffNumber: "fo-001" }
  const onDevice = (hour: number, minute: number) => ({
    ...supervisor,
    at: new Date(Date.UTC(2026, 10, 20, hour - 2, minute)).toISOString(),
    today: "2026-11-20",
    onDevice: { device: 1, number: 1, arrivedAt: supervisor.at, doubtMs: 0 },
  })
  const taps = fc.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 25 })), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(taps, fc.infiniteStream(fc.nat()), (made, order) => {
      // some within minutes of each other: all of them count, and within ten minutes they are one
      const times = made.map((n) => [6 + Math.floor(n / 60), n % 60] as const)
      const shuffled = times.map((time) => ({ time, at: order.next().value as number })).toSorted((a, b) => a.at - b.at)
      let world: { when: ReturnType<typeof given>["when"]; row: ReturnType<ReturnType<typeof given>["when"]>["row"] } = given(...all).when(
        tapOnDevice,
        tapped,
        onDevice(...shuffled[0]!.time),
      )
      for (const { time } of shuffled.slice(1)) world = world.when(tapOnDevice, tapped, onDevice(...time))
      const clock = ([hour, minute]: readonly [number, number]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`
      const sorted = times.map(clock).toSorted()
      const day = world.row(attendances, 1)!
      const hasLeft = Math.max(...made) - Math.min(...made) >= 10
      expect([day.checkInTime, day.checkOutTime, day.proof]).toEqual([sorted[0], hasLeft ? sorted.at(-1) : null, "unverified"])
      expect(day.workHours).toBe(hasLeft ? hoursOf(usualShift, sorted[0]!, sorted.at(-1)!).workHours : 0)
    }),
  )
  expect(given(...all).when(tapOnDevice, { ...tapped, staffNumber: "FO-999" }, onDevice(7, 0)).refusal?.message).toBe(
    "There is no staff member with the number FO-999",
  )
  expect(given(...all).when(tapOnDevice, { ...tapped, siteId: 2 }, onDevice(7, 0)).refusal?.message).toMatch(/another site/)
})

test("whatever the taps of a day, even repeated ones, the first is the check-in, the last the check-out, and the weakest decides", () => {
  const minute = fc.integer({ min: 0, max: 900 })
  const kind = fc.constantFrom("pin" as const, "unverified" as const)
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(minute, kind), { minLength: 1, maxLength: 8, selector: ([at]) => at }), fc.nat(7), (made, again) => {
      const taps = made.toSorted(([a], [b]) => a - b)
      const clock = (at: number) => `${String(Math.floor((at + 360) / 60)).padStart(2, "0")}:${String((at + 360) % 60).padStart(2, "0")}`
      let world: { when: ReturnType<typeof given>["when"]; row: ReturnType<ReturnType<typeof given>["when"]>["row"] } | undefined
      const send = ([at, proof]: (typeof taps)[number]) => (world = (world ?? given(...all)).when(tapAtKiosk, atKiosk(clock(at), proof), supervisor))
      let out: number | null = null
      let proof: string = taps[0]![1]
      for (const [n, each] of taps.entries()) {
        send(each)
        const [at] = each
        if (n > 0 && at - taps[0]![0] >= 10 && (out === null || at - out > 1)) {
          out = at
          if (each[1] === "unverified") proof = "unverified"
        }
        // a tap sent again changes nothing
        const repeated = taps[again % (n + 1)]!
        const before = world!.row(attendances, 1)
        send(repeated)
        expect(world!.row(attendances, 1)).toEqual(before)
      }
      expect(world!.row(attendances, 1)).toMatchObject({ checkInTime: clock(taps[0]![0]), checkOutTime: out === null ? null : clock(out), proof })
    }),
  )
})
