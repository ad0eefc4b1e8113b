/** People served: one record per session and person. Each tap is one event; the same tap sent twice makes one record. */
import {
  command,
  type By,
  conflict,
  find,
  forbidden,
  get,
  invalid,
  newId,
  notFound,
  type Outcome,
  type CommandGenerator,
  all,
  unchanged,
  requireHere,
} from "@ops/platform/records/command.ts"
import { Flag, Instant, Literals, Money, Optional, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { planCovers, type StaffMember, staffMembers } from "@ops/clients/staff-members/staff-member.ts"
import { unbilled } from "../head-counts/meal-account.ts"
import { type MealSession, mealSessions, sessionInScope, SomeoneAddedLate, rejectFutureMonth, requireUnsigned, wasInTime } from "./meal-session.ts"
import { mealTypes, serves, supervises } from "../head-counts/staff-feeding.ts"

/** Why a tap requires a supervisor's decision: it is stored and shown, but not billed until it is allowed. */
export const exceptions = ["not_on_plan", "no_contract"] as const

const facts = {
  mealSessionId: Ref("meal_session"),
  staffMemberId: Ref("staff_member"),
  /** false: a recorded miss */
  attended: Flag,
  attendanceTime: Instant,
  mealType: Literals(...mealTypes),
  /** cents, copied from the session */
  mealCost: Money,
  currency: Literals("USD", "SSP"),
  exception: Optional(Literals(...exceptions)),
  /** added after the session was closed, with the reason in the notes */
  late: Flag,
  notes: Text(500),
  recordedBy: Optional(Ref("person")),
}

export const MealAttendance = record(
  "meal_attendance",
  {
    ...facts,
    /** a supervisor's decision on an exception */
    allowed: Optional(Flag),
    allowedBy: Optional(Ref("person")),
    /** served, and not an undecided or refused exception */
    billable: Flag,
  },
  {
    grows: true,
    label: "Meal attendance",
    title: "(select p.first_name || ' ' || p.last_name from staff_member p where p.id = staff_member_id)",
    unique: [{ fields: ["mealSessionId", "staffMemberId"], sentence: "This person is already recorded at this meal" }],
  },
)

export const MealAttended = event("MealAttended", 1, facts, ({ attended, late }) => (attended ? (late ? "Served, added late" : "Served") : "Not served"))
export const AttendanceCorrected = event(
  "AttendanceCorrected",
  1,
  { attended: Flag, notes: Text(500), late: Flag, recordedBy: Optional(Ref("person")) },
  ({ attended }) => (attended ? "Corrected: served" : "Corrected: not served"),
)
/** Moves the time of the last tap, with which a contrary tap of another device that arrives later is compared. */
export const MealTappedAgain = event("MealTappedAgain", 1, {}, () => "Tapped again on a device")
export const ExceptionDecided = event(
  "ExceptionDecided",
  1,
  { allowed: Flag, reason: Text(500), allowedBy: Optional(Ref("person")) },
  ({ allowed, reason }) => `Exception ${allowed ? "allowed" : "refused"}${reason ? `: ${reason}` : ""}`,
)

export const mealAttendances = stream(MealAttendance, MealAttended, AttendanceCorrected, MealTappedAgain, ExceptionDecided).fold({
  MealAttended: (_, tap) => ({ ...tap, allowed: null, allowedBy: null, billable: tap.attended && tap.exception === null }),
  AttendanceCorrected: (tap, corrected) => ({
    ...tap,
    ...corrected,
    billable: corrected.attended && (tap.exception === null || tap.allowed === true),
  }),
  MealTappedAgain: (tap) => tap,
  ExceptionDecided: (tap, { allowed, allowedBy }) => ({ ...tap, allowed, allowedBy, billable: tap.attended && allowed }),
})

type Attendance = Row<typeof MealAttendance>
type Session = Row<typeof MealSession>

/** Rejects people who cannot be at this table: of another client or site, already departed, or not yet arrived. */
const belongs = (person: Row<typeof StaffMember>, { clientId, siteId, sessionDate }: Session): void => {
  if (person.clientId !== clientId) throw invalid("This person belongs to another client")
  if (person.siteId !== siteId) throw invalid("This person is at another site")
  if (person.endDate !== null && person.endDate < sessionDate) throw invalid(`This person left on ${person.endDate}`)
  if (person.hireDate !== null && person.hireDate > sessionDate) throw invalid(`This person joins on ${person.hireDate}`)
}

/** Rejects (409) reversing a served meal without a reason. Marking a missing person as served requires none. */
const requireNoObstacle = (before: Pick<Attendance, "attended">, attended: boolean, reason: string): void => {
  if (before.attended && !attended && reason === "") throw conflict("This person is recorded as having eaten. Correct it with a reason")
}

/** Refuses to change who was served: on a day to come, in a cancelled session, after the close without a supervisor's reason, once billed or signed. */
function* writable(session: Session, reason: string, by: By): CommandGenerator<void> {
  const { contractId, sessionDate, status } = session
  rejectFutureMonth(session, by)
  if (status === "cancelled") throw conflict("This session was cancelled")
  const isClosed = status === "completed" && !wasInTime(session, by)
  if (isClosed && !supervises(by)) throw forbidden("This session is closed. A supervisor can add people late, with a reason")
  if (isClosed && reason === "") throw invalid("This session is closed. Give a reason for adding people late")
  yield* unbilled(contractId, sessionDate)
  requireUnsigned(session)
}

/** The change that records a person at a meal; undefined if the record already says so. */
function* tap(session: Session, person: Row<typeof StaffMember>, before: Attendance | undefined, said: Said, by: By): CommandGenerator<Change | undefined> {
  const late = session.status === "completed"
  const notes = said.reason || said.notes
  if (before) {
    // acts of devices arrive in any order; the latest by time counts
    if (before.attended === said.attended || (by.onDevice && by.at <= before.updatedAt)) return undefined
    const corrected = { attended: said.attended, notes: notes || before.notes, late: late || before.late, recordedBy: by.person }
    return mealAttendances.at(before.id, AttendanceCorrected(corrected))
  }
  belongs(person, session)
  const facts = {
    mealSessionId: session.id,
    staffMemberId: person.id,
    attended: said.attended,
    attendanceTime: by.at,
    mealType: session.mealType,
    mealCost: session.mealCost,
    currency: session.currency,
    exception:
      session.contractId === null && !session.ownCost
        ? ("no_contract" as const)
        : planCovers(person.mealPlan, session.mealType)
          ? null
          : ("not_on_plan" as const),
    late,
    notes,
    recordedBy: by.person,
  }
  return mealAttendances.at(yield* newId(mealAttendances), MealAttended(facts))
}

/** A late change is also an event of the session, so that closing, cancelling or billing it detects the change. */
const lateIn = (session: Session, staffMemberIds: ReadonlyArray<number>): ReadonlyArray<Change> =>
  session.status === "completed" ? [mealSessions.at(session.id, SomeoneAddedLate({ staffMemberIds }))] : []

interface Said {
  /** false: a recorded miss */
  readonly attended: boolean
  /** the reason if the session is closed; "" while it is open */
  readonly reason: string
  readonly notes: string
}
export interface Tap extends Said {
  readonly mealSessionId: number
  readonly staffMemberId: number
}

/**
 * Records a person as served at a meal, or as missing. Repeating it changes nothing; the opposite is a correction,
 * which requires a reason if a served meal is reversed. A meal that is not in the person's plan is stored as an
 * exception for a supervisor. After the close: level 6 and above, with a reason, and marked late. Spec: NS-056…058,
 * API-113.
 */
export const recordAttendance = command("meal_attendance.record", function* ({ mealSessionId, staffMemberId, ...said }: Tap, by) {
  if (!serves(by)) throw forbidden("Only operations can record attendance")
  const [session, person, before] = yield* all(
    sessionInScope(mealSessionId, by),
    get(staffMembers, staffMemberId),
    find(mealAttendances, { mealSessionId, staffMemberId }, { expected: false }),
  )
  if (!before) requireHere(staffMembers, person, by)
  const isOpen = session.status === "active" || wasInTime(session, by)
  if (before?.attended === said.attended && by.onDevice && by.at > before.updatedAt && isOpen) return [mealAttendances.at(before.id, MealTappedAgain({}))]
  const change = yield* tap(session, person, before, said, by)
  if (!change) return unchanged(before!.id)
  yield* writable(session, said.reason, by)
  if (before && !by.onDevice) requireNoObstacle(before, said.attended, said.reason)
  return [change, ...lateIn(session, [staffMemberId])]
})

export interface Taps extends Said {
  readonly mealSessionId: number
  readonly staffMemberIds: ReadonlyArray<number>
}

/**
 * Does the same for many people of a session in one commit: all of them, or none if one cannot be at this table.
 * `known` maps people to the ids of their existing attendances in the session. Spec: NS-057, API-250.
 */
export const recordAttendances = (known: ReadonlyMap<number, number>) =>
  command("meal_attendance.bulk", function* ({ mealSessionId, staffMemberIds, ...said }: Taps, by): CommandGenerator<Outcome> {
    if (!serves(by)) throw forbidden("Only operations can record attendance")
    const session = yield* sessionInScope(mealSessionId, by)
    const ids = [...new Set(staffMemberIds)]
    const people = yield* all(...ids.map((id) => get(staffMembers, id)))
    const before = new Map<number, Attendance>()
    const there = ids.flatMap((id) => known.get(id) ?? [])
    for (const attendance of yield* all(...there.map((id) => get(mealAttendances, id)))) before.set(attendance.staffMemberId, attendance)
    const changes: Array<Change> = []
    for (const person of people) if (!before.has(person.id)) requireHere(staffMembers, person, by)
    for (const person of people) {
      const change = yield* tap(session, person, before.get(person.id), said, by)
      if (change) changes.push(change)
    }
    if (changes.length === 0) return unchanged(mealSessionId)
    yield* writable(session, said.reason, by)
    for (const attendance of before.values()) requireNoObstacle(attendance, said.attended, said.reason)
    return { changes: [...changes, ...lateIn(session, ids)], id: mealSessionId }
  })

/** The attendance and its session, if they are in the user's scope. */
function* attendanceInScope(id: number, by: By): CommandGenerator<readonly [Attendance, Session]> {
  const attendance = yield* get(mealAttendances, id)
  const session = yield* get(mealSessions, attendance.mealSessionId)
  if (by.confinedTo !== null && session.siteId !== by.confinedTo) throw notFound(`Meal attendance ${id} does not exist`)
  return [attendance, session]
}

/** Reverses an attendance, with a reason if a served meal is reversed. After the close: level 6 and above, with a reason, and marked late. */
export const correctAttendance = command(
  "meal_attendance.correct",
  function* ({ id, attended, reason }: { id: number; attended: boolean; reason: string }, by) {
    if (!serves(by)) throw forbidden("Only operations can correct attendance")
    const [attendance, session] = yield* attendanceInScope(id, by)
    if (attendance.attended === attended) return unchanged(id)
    yield* writable(session, reason, by)
    requireNoObstacle(attendance, attended, reason)
    const late = attendance.late || session.status === "completed"
    const corrected = AttendanceCorrected({ attended, notes: reason || attendance.notes, late, recordedBy: by.person })
    return [mealAttendances.at(id, corrected), ...lateIn(session, [attendance.staffMemberId])]
  },
)

/** A supervisor's decision on an exception: if allowed, it is billed. It can be changed until the meal is billed. Spec: NS-058. */
export const decideException = command("meal_attendance.decide", function* ({ id, allowed, reason }: { id: number; allowed: boolean; reason: string }, by) {
  if (!supervises(by)) throw forbidden("Only a supervisor can decide on exceptions")
  const [attendance, session] = yield* attendanceInScope(id, by)
  if (attendance.exception === null) throw invalid("There is nothing to decide: this is not an exception")
  if (attendance.allowed === allowed) return unchanged(id)
  yield* unbilled(session.contractId, session.sessionDate)
  return [mealAttendances.at(id, ExceptionDecided({ allowed, reason, allowedBy: by.person }))]
})
