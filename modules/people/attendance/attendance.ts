/**
 * Who was at work on which day: one record per person and day. Recording it again is a correction, and both are kept.
 * Times are HH:MM in Juba; hours are in thousandths, calculated from the times if both are given.
 */
import type { Schema } from "effect"
import { addDays, timeOf } from "@ops/platform/calendar.ts"
import { holds } from "@ops/platform/access/levels.ts"
import {
  command,
  type By,
  conflict,
  find,
  forbidden,
  get,
  invalid,
  findById,
  newId,
  notFound,
  type Outcome,
  type CommandGenerator,
  unchanged,
} from "@ops/platform/records/command.ts"
import { BusinessDate, Flag, label, Literals, Optional, Quantity, Ref, Text, withDefault } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { siteOf } from "@ops/sites/site.ts"
import { companyStaff, type CompanyStaffRow } from "../staff/company-staff.ts"
import { departments, leads } from "../departments/department.ts"
import { isTime, minutesBetween, minutesOf, type Shift, shiftMinutes, shiftOn, siteShifts } from "./shift.ts"
import { attendanceStatuses } from "../labels.ts"

const facts = {
  staffId: Ref("company_staff"),
  attendanceDate: BusinessDate,
  /** the person's site on that day */
  siteId: Optional(Ref("site")),
  checkInTime: Optional(Text(5)),
  checkOutTime: Optional(Text(5)),
  workHours: Quantity,
  overtimeHours: Quantity,
  status: Literals(...attendanceStatuses),
  location: Text(200),
  notes: Text(500),
  /** who approved it; null until then for taps at the door */
  approvedBy: Optional(Ref("person")),
  recordedBy: Optional(Ref("person")),
}
export const Attendance = record(
  "attendance",
  {
    ...facts,
    corrected: Flag,
    /** pin: every tap had the person's own PIN, so no approval is needed; unverified: one was made offline and a supervisor must confirm it */
    proof: Optional(Literals("pin", "unverified")),
    /** the latest tap of a device that is too near the check-in to be the check-out, unless an earlier one arrives */
    lastTap: Optional(Text(5)),
  },
  {
    grows: true,
    label: "Attendance",
    title: "to_char(attendance_date, 'YYYY-MM-DD')",
    unique: [{ fields: ["staffId", "attendanceDate"], sentence: "This day is already recorded. Record it again to correct it" }],
    indexes: [["attendanceDate", "id"]],
  },
)
const words = { present: "Present", absent: "Absent", late: "Late", half_day: "Half a day", on_leave: "On leave" }
const said = ({ status, checkInTime, checkOutTime }: { status: keyof typeof words; checkInTime: string | null; checkOutTime: string | null }) =>
  `${words[status]}${checkInTime === null ? "" : `, in ${checkInTime}`}${checkOutTime === null ? "" : `, out ${checkOutTime}`}`
export const AttendanceRecorded = event("AttendanceRecorded", 1, facts, said)
export const AttendanceCorrected = event("AttendanceCorrected", 1, facts, (facts) => `Corrected: ${said(facts)}`)
/** The tap on the way out. */
export const AttendanceEnded = event("AttendanceEnded", 1, facts, said)
/** A tapped day was approved. A later tap of the day requires a new approval. */
export const AttendanceApproved = event("AttendanceApproved", 1, { approvedBy: Optional(Ref("person")) }, () => "Approved")
/** The proof of the day's taps from now on; null if one of them had no PIN. */
export const AttendanceProved = event("AttendanceProved", 1, { proof: Optional(Literals("pin", "unverified")) }, ({ proof }) =>
  proof === "pin" ? "By PIN at the kiosk" : proof === "unverified" ? "Recorded offline: no PIN was checked" : "Recorded without a PIN",
)
/** Taps of devices arrive in any order: what is too near to the check-in now may be the check-out later. */
export const AttendanceTapped = event("AttendanceTapped", 1, { time: Text(5) }, ({ time }) => `Tapped again at ${time}`)
export const attendances = stream(
  Attendance,
  AttendanceRecorded,
  AttendanceCorrected,
  AttendanceEnded,
  AttendanceApproved,
  AttendanceProved,
  AttendanceTapped,
).fold({
  AttendanceRecorded: (_, recorded) => ({ ...recorded, corrected: false, proof: null, lastTap: null }),
  AttendanceCorrected: ({ lastTap }, corrected) => ({ ...corrected, corrected: true, proof: null, lastTap }),
  AttendanceEnded: ({ corrected, proof, lastTap }, ended) => ({ ...ended, corrected, proof, lastTap }),
  AttendanceTapped: (row, { time }) => ({ ...row, lastTap: time }),
  AttendanceProved: (row, { proof }) => ({ ...row, proof }),
  AttendanceApproved: (row, approved) => ({ ...row, ...approved }),
})
type Facts = Parameters<typeof AttendanceRecorded>[0]

/** Up to this many minutes, no break is deducted. */
const breakAfter = 360
/** The longest plausible day, in minutes: beyond it, a time must be wrong. */
const longest = 960
/** Thousandths of an hour, rounded to hundredths as people write them. */
const thousandths = (minutes: number) => Math.round((minutes * 100) / 60) * 10

/** Minutes at work between two times, less the shift's break after more than six hours. */
export const workedMinutes = (shift: Shift, from: string, to: string): number => {
  const there = minutesBetween(from, to)
  return there > breakAfter ? Math.max(there - shift.breakMinutes, breakAfter) : there
}

/** Hours and overtime of a day, in thousandths: time beyond the shift is overtime. Rejects implausibly long days. */
export const hoursOf = (shift: Shift, from: string, to: string) => {
  if (minutesBetween(from, to) > longest) throw invalid(`From ${from} to ${to} is more than 16 hours. Check the times`)
  const worked = workedMinutes(shift, from, to)
  return { workHours: thousandths(worked), overtimeHours: thousandths(Math.max(worked - shiftMinutes(shift), 0)) }
}

/** Late, half day or present, by the shift. Someone who has not left yet is present. */
export const statusOf = (shift: Shift, from: string, to: string | null): "present" | "late" | "half_day" => {
  if (to !== null && workedMinutes(shift, from, to) < shift.halfDayMinutes) return "half_day"
  // 06:50 is early for 07:00, and 00:30 is late for 22:00
  const after = ((minutesOf(from) - minutesOf(shift.start) + 720 + 1440) % 1440) - 720
  return after > shift.graceMinutes ? "late" : "present"
}

/** Rejects the caller's own attendance, that of other teams, and days on which the person did not work here. */
function* recordable(staff: CompanyStaffRow, day: string, by: By, verb = "record"): CommandGenerator<void> {
  const name = `${staff.firstName} ${staff.lastName}`
  if (by.person !== null) {
    if (staff.personId === by.person) throw forbidden(`You cannot ${verb} your own attendance. Ask another person of your team`)
    if (by.confinedTo !== null && staff.siteId !== by.confinedTo) throw notFound(`Staff member ${staff.id} does not exist`)
    if (!holds(by, "team.manage") && !leads(by, yield* get(departments, staff.departmentId))) throw forbidden(`${name} belongs to another department`)
  }
  if (day > by.today) throw invalid("Date must be today or earlier")
  if (day < staff.hireDate) throw invalid(`${name} works here since ${staff.hireDate}`)
  if (staff.terminationDate !== null && day > staff.terminationDate) throw conflict(`${name} left on ${staff.terminationDate}`)
}

function* shiftOf(staff: CompanyStaffRow, day: string): CommandGenerator<Shift> {
  return shiftOn(staff.siteId === null ? [] : ((yield* findById(siteShifts, staff.siteId))?.shifts ?? []), day)
}

const asked = {
  staffId: label("Staff member", facts.staffId),
  attendanceDate: label("Date", facts.attendanceDate),
  checkInTime: label("Check-in time", Optional(Text())),
  checkOutTime: label("Check-out time", Optional(Text())),
  /** calculated from the times if both are given */
  workHours: Optional(Quantity),
  overtimeHours: Optional(Quantity),
  /** derived from the shift if null: late, half day or present */
  status: Optional(facts.status),
  location: withDefault("", facts.location),
  notes: withDefault("", facts.notes),
}
const requireTime = (field: string, text: string | null) => {
  if (text !== null && !isTime(text)) throw invalid(`${field} must be a time such as 07:30`)
}

const nothing = { checkInTime: null, checkOutTime: null, workHours: 0, overtimeHours: 0 }

function* factsOf(given: Schema.Struct.Type<typeof asked>, staff: CompanyStaffRow, by: By): CommandGenerator<Facts> {
  const { checkInTime, checkOutTime, status, staffId, attendanceDate, location, notes } = given
  const about = { staffId, attendanceDate, siteId: staff.siteId, location, notes, approvedBy: by.person, recordedBy: by.person }
  if (status === "absent" || status === "on_leave") {
    if (checkInTime !== null || checkOutTime !== null) throw invalid("An absent person has no times. Remove them, or choose another status")
    return { ...about, ...nothing, status }
  }
  if (checkInTime === null && checkOutTime !== null) throw invalid("Check-in time is required with a check-out time")
  const shift = yield* shiftOf(staff, attendanceDate)
  const counted = checkInTime !== null && checkOutTime !== null ? hoursOf(shift, checkInTime, checkOutTime) : null
  const workHours = counted?.workHours ?? given.workHours ?? 0
  const overtimeHours = given.overtimeHours ?? counted?.overtimeHours ?? 0
  if (workHours > 24_000) throw invalid("A day has 24 hours at most")
  if (overtimeHours > workHours) throw invalid("Overtime cannot be more than the hours worked")
  const byShift = checkInTime === null ? "present" : statusOf(shift, checkInTime, checkOutTime)
  return { ...about, checkInTime, checkOutTime, workHours, overtimeHours, status: status ?? byShift }
}

/** Records or corrects a person's day. Not allowed for one's own. */
export const recordAttendance = command("attendance.record", "Record a person's day, or correct it", asked, function* (given, by) {
  requireTime("Check-in time", given.checkInTime)
  requireTime("Check-out time", given.checkOutTime)
  const staff = yield* get(companyStaff, given.staffId)
  yield* recordable(staff, given.attendanceDate, by)
  const facts = yield* factsOf(given, staff, by)
  const before = yield* find(attendances, { staffId: given.staffId, attendanceDate: given.attendanceDate }, { expected: false })
  if (!before) return [attendances.at(yield* newId(attendances), AttendanceRecorded(facts))]
  const same = (Object.keys(facts) as Array<keyof Facts>).every((name) => name.endsWith("By") || facts[name] === before[name])
  return same ? unchanged(before.id) : [attendances.at(before.id, AttendanceCorrected(facts))]
})

export type AttendanceGiven = Parameters<typeof recordAttendance.decide>[0]

/** Two taps within this many minutes count as one: leaving again takes longer. */
const twice = 10

type Proof = "pin" | "unverified" | null
/** The combined proof of two taps. */
const both = (one: Proof, other: Proof): Proof => (one === other ? one : one === "unverified" || other === "unverified" ? "unverified" : null)

export interface Tapping {
  readonly date: string
  readonly time: string
  readonly proof: Proof
  /** the kiosk's site; "" at the door */
  readonly location: string
}

/** The first tap of a day is the arrival, the next one the departure; later ones move the departure, earlier ones change nothing. */
function* tapping(staff: CompanyStaffRow, { date, time, proof, location }: Tapping, by: By): CommandGenerator<ReadonlyArray<Change> | Outcome> {
  const shift = yield* shiftOf(staff, date)
  const on = (day: string) => find(attendances, { staffId: staff.id, attendanceDate: day })
  // a night shift began the day before
  const lastNight = minutesOf(shift.end) <= minutesOf(shift.start) ? yield* on(addDays(date, -1)) : undefined
  const goesOn = lastNight && lastNight.checkInTime !== null && lastNight.checkOutTime === null && minutesBetween(lastNight.checkInTime, time) <= longest
  const before = goesOn ? lastNight : yield* on(date)
  const about = { staffId: staff.id, attendanceDate: before?.attendanceDate ?? date, siteId: staff.siteId, approvedBy: null, recordedBy: by.person }
  const proves = (id: number, now: Proof, known: Proof) => (now === known ? [] : [attendances.at(id, AttendanceProved({ proof: now }))])
  const noted = { location: before?.location || location, notes: before?.notes ?? "" }
  if (!before || before.checkInTime === null) {
    const comes = { ...about, ...nothing, ...noted, checkInTime: time, status: statusOf(shift, time, null) }
    const id = before?.id ?? (yield* newId(attendances))
    return [attendances.at(id, (before ? AttendanceCorrected : AttendanceRecorded)(comes)), ...proves(id, proof, null)]
  }
  const { id, checkInTime, checkOutTime, lastTap } = before
  if (by.onDevice && !goesOn) {
    // taps of devices arrive in any order: the earliest is the way in, the latest the way out, whatever is between
    const taps = [checkInTime, checkOutTime, lastTap, time].filter((tap) => tap !== null).toSorted((a, b) => minutesOf(a) - minutesOf(b))
    const [first, last] = [taps[0]!, taps.at(-1)!]
    const out = minutesBetween(first, last) < twice ? null : last
    const tapped = out === null && last !== first && last !== lastTap ? [attendances.at(id, AttendanceTapped({ time: last }))] : []
    if (first === checkInTime && out === checkOutTime) return tapped.length > 0 ? tapped : unchanged(id)
    const there = { ...about, ...(out === null ? nothing : hoursOf(shift, first, out)), ...noted, checkInTime: first, checkOutTime: out }
    const status = statusOf(shift, first, out)
    const [changed, known] =
      first === checkInTime ? ([AttendanceEnded({ ...there, status }), before.proof] as const) : ([AttendanceCorrected({ ...there, status }), null] as const)
    return [attendances.at(id, changed), ...proves(id, both(before.proof, proof), known), ...tapped]
  }
  const since = minutesBetween(checkInTime, time)
  if (since < twice || (checkOutTime !== null && since <= minutesBetween(checkInTime, checkOutTime) + 1)) return unchanged(id)
  const hours = hoursOf(shift, checkInTime, time)
  const goes = { ...about, ...noted, ...hours, checkInTime, checkOutTime: time, status: statusOf(shift, checkInTime, time) }
  return [attendances.at(id, AttendanceEnded(goes)), ...proves(id, both(before.proof, proof), before.proof)]
}

const requireEmployed = ({ status, firstName, lastName }: CompanyStaffRow) => {
  if (status !== "active") throw conflict(`${firstName} ${lastName} is ${status === "inactive" ? "suspended" : "no longer employed"}`)
}

/** A tap by staff number at the door, watched by the signed-in user. The shift decides whether it is late or a half day. */
export const tap = command(
  "attendance.tap",
  function* ({ staffNumber, date, time }: { readonly staffNumber: string; readonly date: string; readonly time: string }, by) {
    const staff = yield* find(companyStaff, { staffNumber })
    // a staff number of another site gets the same answer as an unknown one
    if (!staff || (by.confinedTo !== null && staff.siteId !== by.confinedTo)) throw invalid(`There is no staff member with the number ${staffNumber}`)
    requireEmployed(staff)
    yield* recordable(staff, date, by)
    return yield* tapping(staff, { date, time, proof: null, location: "" }, by)
  },
)

export interface KioskTap {
  readonly staffId: number
  readonly siteId: number | string
  readonly date: string
  readonly time: string
  /** whether the PIN was correct, or could not be checked because the kiosk was offline */
  readonly proof: "pin" | "unverified"
}

/** A tap at a site's kiosk by anyone who works there: identified by the PIN, or confirmed later by a supervisor. */
export const tapAtKiosk = command("attendance.kiosk", function* ({ staffId, siteId, date, time, proof }: KioskTap, by) {
  const site = yield* siteOf(siteId, by)
  const staff = yield* get(companyStaff, staffId)
  requireEmployed(staff)
  if (date > by.today) throw invalid("This entry is dated in the future. Check the kiosk's clock")
  if (date < addDays(by.today, -7)) throw invalid("This entry is more than a week old. Ask a supervisor to record the day")
  if (date < staff.hireDate) throw invalid(`${staff.firstName} ${staff.lastName} works here since ${staff.hireDate}`)
  return yield* tapping(staff, { date, time, proof, location: site.name }, by)
})

/** A tap on an enrolled device of a site, at the time when it was made: no PIN can be looked at there, so a supervisor says that it was so. */
export const tapOnDevice = command(
  "attendance.tap_on_device",
  function* ({ siteId, staffNumber }: { readonly siteId: number; readonly staffNumber: string }, by) {
    const site = yield* siteOf(siteId, by)
    const number = staffNumber.trim().toUpperCase()
    const staff = yield* find(companyStaff, { staffNumber: number })
    if (!staff) throw invalid(`There is no staff member with the number ${number}`)
    requireEmployed(staff)
    if (by.today < staff.hireDate) throw invalid(`${staff.firstName} ${staff.lastName} works here since ${staff.hireDate}`)
    return yield* tapping(staff, { date: by.today, time: timeOf(by.at), proof: "unverified", location: site.name }, by)
  },
)

/** Vouches for a day that was tapped at the door: not one's own, and once the person has gone. Approved already, it stays. */
const approving = { id: Ref("attendance") }
export const approveAttendance = command("attendance.approve", "Approve a day recorded at the kiosk", approving, function* ({ id }, by) {
  const day = yield* get(attendances, id)
  const staff = yield* get(companyStaff, day.staffId)
  yield* recordable(staff, day.attendanceDate, by, "approve")
  if (day.approvedBy !== null) return unchanged(id)
  if (day.checkInTime !== null && day.checkOutTime === null) {
    const name = `${staff.firstName} ${staff.lastName}`
    throw conflict(
      `${name} checked in at ${day.checkInTime} and has not checked out yet. ${day.attendanceDate < by.today ? "Record the check-out" : "Approve the day when it is over"}`,
    )
  }
  return [attendances.at(id, AttendanceApproved({ approvedBy: by.person }))]
})
