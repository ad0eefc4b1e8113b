import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { titleOf } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { given } from "@ops/platform/testing/given.ts"
import { mealAccounts, PeriodBilled, PeriodHeld } from "./head-counts/meal-account.ts"
import {
  correctAttendance,
  decideException,
  MealAttended,
  mealAttendances,
  recordAttendance,
  recordAttendances as recordAttendancesOf,
  type Tap,
} from "./meal-sessions/meal-attendance.ts"
import { setCapacity as setCapacityAmong, siteMealCapacities } from "./capacities/meal-capacity.ts"
import {
  cancelSession,
  completeSession,
  countDiners,
  mealSessions,
  noteCapacityExceeded,
  openSession as openSessionUnder,
  recountServing,
  reopenSession,
  SessionCompleted,
  SessionOpened,
} from "./meal-sessions/meal-session.ts"
import { instantIn } from "@ops/platform/calendar.ts"
import { parseMealTime } from "./meal-time.ts"
import { correctMeals as correctMealsUnder, mostHeads, recordMeals as recordMealsUnder, staffFeedingRecords } from "./head-counts/staff-feeding.ts"
import { client, contract, diner, person, project, siteAt } from "./testing.ts"

const today = "2026-11-21"
const cook = person(1, 3, today, { confinedTo: 1 })
const supervisor = person(2, 6, today, { confinedTo: 1 })
const manager = person(3, 8, today)
const finance = person(4, 7, today)
const elsewhere = person(5, 6, today, { confinedTo: 2 })

/** Site 1 feeds client 1 alone; site 2 feeds clients 1 and 2; site 3 none. Contract 4 has ended. */
const known = [1, 2, 3, 4]
const openSession = openSessionUnder(known)
const recordMeals = recordMealsUnder(known)
const correctMeals = correctMealsUnder(known)
const world = [
  siteAt(1, "unity-state"),
  siteAt(2, "paloj-adar"),
  siteAt(3, "juba-office"),
  client(1),
  client(2),
  ...contract(1, { clientId: 1, siteId: 1, from: "2026-01-01", heads: 100 }),
  ...contract(2, { clientId: 1, siteId: 2, from: "2026-01-01" }),
  ...contract(3, { clientId: 2, siteId: 2, from: "2026-01-01" }),
  ...contract(4, { clientId: 2, siteId: 1, from: "2025-01-01", to: "2026-10-31" }),
  ...diner(1, { clientId: 1, siteId: 1 }),
  ...diner(2, { clientId: 1, siteId: 1, mealPlan: "breakfast" }),
  ...diner(3, { clientId: 2, siteId: 1 }),
  ...diner(4, { clientId: 1, siteId: 2 }),
  ...diner(5, { clientId: 1, siteId: 1, left: "2026-11-20" }),
  ...diner(6, { clientId: 1, siteId: 1, hireDate: "2026-11-22" }),
  ...diner(7, { clientId: 1, siteId: 1 }),
  project(1, { clientId: 2, siteId: 2 }),
  project(2, { clientId: 1, siteId: 1 }),
  project(3, { clientId: null, siteId: 1 }),
]
const camp = given(...world)
const lunch = { sessionDate: { date: today, at: null }, mealType: "lunch", siteId: 1, clientId: null, projectId: null, notes: "" } as const
const open = camp.when(openSession, lunch, cook)
const tap = (staffMemberId: number, more: Partial<Tap> = {}): Tap => ({ mealSessionId: 1, staffMemberId, attended: true, reason: "", notes: "", ...more })
const one = open.when(recordAttendance, tap(1), cook)
const closed = one.when(completeSession, { id: 1, attended: 1, missed: 0 }, cook)
const billed = (from: string, to: string) => mealAccounts.at(1, PeriodBilled({ contractId: 1, from, to, invoiceId: 12 }))
const held = (from: string, to: string) => mealAccounts.at(1, PeriodHeld({ contractId: 1, from, to, runId: null }))

describe("a session", () => {
  test("has the client, contract and price of the day; the contract's account is opened with it", () => {
    open
      .gives(["meal_session/1", "SessionOpened"], ["meal_account/1", "MealAccountOpened"])
      .holds(mealSessions, 1, { clientId: 1, contractId: 1, mealCost: 1250, currency: "USD", status: "active", startsAt: "2026-11-21T10:30:00.000Z" })
    open.when(openSession, { ...lunch, mealType: "dinner" }, cook).gives(["meal_session/2", "SessionOpened"])
  })
  test("requires the client if several are possible, takes the project's client, and costs 60.00 USD without a contract", () => {
    camp.when(openSession, { ...lunch, siteId: 2 }, manager).refuses("Client is required", 422)
    camp.when(openSession, { ...lunch, siteId: 3 }, manager).refuses("Client is required", 422)
    camp.when(openSession, { ...lunch, siteId: "paloj-adar", projectId: 1 }, manager).holds(mealSessions, 1, { clientId: 2, contractId: 3, projectId: 1 })
    camp.when(openSession, { ...lunch, siteId: 3, clientId: 2 }, manager).holds(mealSessions, 1, { contractId: null, mealCost: 6000, currency: "USD" })
    camp.when(openSession, { ...lunch, clientId: 2 }, manager).holds(mealSessions, 1, { contractId: null })
    camp.when(openSession, { ...lunch, clientId: 2, sessionDate: { date: "2026-10-31", at: null } }, manager).holds(mealSessions, 1, { contractId: 4 })
    camp.when(openSession, { ...lunch, projectId: 1 }, manager).refuses("This project is at another site", 422)
    camp.when(openSession, { ...lunch, projectId: 2, clientId: 2 }, manager).refuses("This project belongs to another client", 422)
    camp.when(openSession, { ...lunch, clientId: 9 }, manager).refuses("Client 9 does not exist", 404)
  })
  test("at a construction project without a client belongs to the company: no contract, no price, no exception", () => {
    const own = camp
      .when(openSession, { ...lunch, projectId: 3 }, cook)
      .gives(["meal_session/1", "SessionOpened"], ["meal_session/1", "ServedAtOwnCost"])
      .holds(mealSessions, 1, { ownCost: true, contractId: null, clientId: 1, projectId: 3, mealCost: 0, status: "active" })
    own.when(recordAttendance, tap(1), cook).holds(mealAttendances, 1, { exception: null, mealCost: 0 })
    own.when(recordAttendance, tap(2), cook).holds(mealAttendances, 1, { exception: "not_on_plan" })
    camp.when(openSession, { ...lunch, projectId: 3, clientId: 2 }, cook).holds(mealSessions, 1, { ownCost: true, contractId: null, clientId: 2 })
    camp.when(openSession, { ...lunch, projectId: 2 }, cook).holds(mealSessions, 1, { ownCost: false, contractId: 1, mealCost: 1250 })
    camp.when(openSession, { ...lunch, projectId: 9 }, cook).refuses("Project 9 does not exist", 404)
  })
  test("is unique by site, client, project, day and meal; a cancelled one can be replaced", () => {
    open.when(openSession, lunch, supervisor).refuses("This meal already has a session: lunch on 2026-11-21", 409)
    open.when(openSession, { ...lunch, projectId: 2 }, supervisor).gives(["meal_session/2", "SessionOpened"])
    const cancelled = open
      .when(completeSession, { id: 1, attended: 0, missed: 0 }, cook)
      .when(cancelSession, { id: 1, version: 2, reason: "No gas" }, cook)
      .holds(mealSessions, 1, { status: "cancelled", slot: null })
    cancelled.when(openSession, lunch, cook).gives(["meal_session/2", "SessionOpened"])
    cancelled.when(recordAttendance, tap(1), cook).refuses("This session was cancelled", 409)
    cancelled.when(reopenSession, { id: 1, reason: "Gas is here" }, supervisor).refuses(/Open a new one/, 409)
  })
  test("cannot be opened far in advance, by finance, or at another site", () => {
    camp.when(openSession, { ...lunch, sessionDate: { date: "2026-11-23", at: null } }, cook).refuses("A meal session cannot be later than tomorrow", 422)
    camp
      .when(openSession, { ...lunch, sessionDate: { date: "2026-11-22", at: null } }, cook)
      .gives(["meal_session/1", "SessionOpened"], ["meal_account/1", "MealAccountOpened"])
    camp.when(openSession, lunch, finance).refuses("Only operations can open a meal session", 403)
    camp.when(openSession, { ...lunch, siteId: 2, clientId: 1 }, cook).refuses(/another site/, 403)
    one.when(completeSession, { id: 1, attended: 1, missed: 0 }, elsewhere).refuses("Meal session 1 does not exist", 404)
  })
  test("closes once with its counts, which can be corrected for people who arrived at that moment", () => {
    closed.holds(mealSessions, 1, { status: "completed", closedWith: 1, missedAtClose: 0 })
    closed.when(completeSession, { id: 1, attended: 5, missed: 0 }, cook).gives()
    closed.when(recountServing, { id: 1, attended: 2, missed: 0 }, cook).holds(mealSessions, 1, { closedWith: 2 })
    open.when(recountServing, { id: 1, attended: 2, missed: 0 }, cook).gives()
    one
      .when(completeSession, { id: 1, attended: 1, missed: 0, visitors: 3 }, cook)
      .gives(["meal_session/1", "DinersCounted", { visitors: 3, contractorDiners: 0, ownStaffDiners: 0 }], ["meal_session/1", "SessionCompleted"])
  })
  test("counts visitors and others while it is open", () => {
    const counted = open.when(countDiners, { id: 1, visitors: 2 }, cook).holds(mealSessions, 1, { visitors: 2, ownStaffDiners: 0 })
    counted.when(countDiners, { id: 1, visitors: 2 }, cook).gives()
    closed.when(countDiners, { id: 1, visitors: 2 }, cook).refuses(/while the session is open/, 409)
  })
  test("can be reopened by a supervisor with a reason", () => {
    closed.when(reopenSession, { id: 1, reason: "Bus was late" }, cook).refuses("Only a supervisor can reopen a session", 403)
    closed.when(reopenSession, { id: 1, reason: "" }, supervisor).refuses("Reason is required", 422)
    const again = closed.when(reopenSession, { id: 1, reason: "Bus was late" }, supervisor)
    again.holds(mealSessions, 1, { status: "active", reopened: true, closedWith: null })
    again.when(recordAttendance, tap(7), cook).holds(mealAttendances, 2, { late: false })
  })
  test("can be cancelled only in a version without attendance", () => {
    open.when(cancelSession, { id: 1, version: 1, reason: "" }, cook).refuses(/Check the session again/, 409)
    const late = closed.when(recordAttendance, tap(7, { reason: "Was forgotten" }), supervisor)
    late.when(cancelSession, { id: 1, version: 2, reason: "" }, cook).refuses(/Check the session again/, 409)
  })
  test("reports once that it is over capacity", () => {
    const over = one.when(noteCapacityExceeded, { id: 1, attended: 101, maximum: 100 }, cook).gives(["meal_session/1", "CapacityExceeded"])
    over.when(noteCapacityExceeded, { id: 1, attended: 102, maximum: 100 }, cook).gives()
    one.when(noteCapacityExceeded, { id: 1, attended: 100, maximum: 100 }, cook).gives()
  })
})

describe("a meal on a future day", () => {
  const tomorrow = camp.when(openSession, { ...lunch, sessionDate: { date: "2026-11-22", at: null } }, cook)
  const sentence = "This meal is on 2026-11-22, which has not started. Record it on its day"
  test("cannot be recorded, counted or closed by anyone, but can be cancelled", () => {
    for (const by of [cook, supervisor, manager]) {
      tomorrow.when(recordAttendance, tap(1), by).refuses(sentence, 409)
      tomorrow.when(recordAttendancesOf(new Map()), { ...tap(1), staffMemberIds: [1] }, by).refuses(sentence, 409)
      tomorrow.when(countDiners, { id: 1, visitors: 2 }, by).refuses(sentence, 409)
      tomorrow.when(completeSession, { id: 1, attended: 0, missed: 0 }, by).refuses(sentence, 409)
    }
    const shut = tomorrow.when(completeSession, { id: 1, attended: 0, missed: 0, toCancel: true }, cook)
    shut.when(cancelSession, { id: 1, version: 2, reason: "No gas" }, cook).holds(mealSessions, 1, { status: "cancelled" })
  })
})

describe("attendance", () => {
  test("is one event; repeating it changes nothing, and the opposite corrects it", () => {
    one.gives(["meal_attendance/1", "MealAttended"]).holds(mealAttendances, 1, { billable: true, mealCost: 1250, exception: null, late: false })
    one.when(recordAttendance, tap(1), supervisor).gives()
    const eaten = "This person is recorded as having eaten. Correct it with a reason"
    one.when(recordAttendance, tap(1, { attended: false }), cook).refuses(eaten, 409)
    one.when(recordAttendancesOf(new Map([[1, 1]])), { ...tap(1, { attended: false }), staffMemberIds: [1] }, cook).refuses(eaten, 409)
    one.when(correctAttendance, { id: 1, attended: false, reason: "" }, cook).refuses(eaten, 409)
    const missed = one.when(recordAttendance, tap(1, { attended: false, reason: "Wrong badge" }), cook)
    missed.gives(["meal_attendance/1", "AttendanceCorrected"]).holds(mealAttendances, 1, { attended: false, billable: false })
    missed.when(correctAttendance, { id: 1, attended: true, reason: "" }, cook).holds(mealAttendances, 1, { attended: true, billable: true })
  })
  test("is for the client's people who are at the site on that day", () => {
    open.when(recordAttendance, tap(3), cook).refuses("This person belongs to another client", 422)
    open.when(recordAttendance, tap(4), cook).refuses("Staff member 4 does not exist", 404)
    open.when(recordAttendance, tap(4), manager).refuses("This person is at another site", 422)
    open.when(recordAttendance, tap(5), cook).refuses("This person left on 2026-11-20", 422)
    open.when(recordAttendance, tap(6), cook).refuses("This person joins on 2026-11-22", 422)
    open.when(recordAttendance, tap(99), cook).refuses("Staff member 99 does not exist", 404)
    open.when(recordAttendance, { ...tap(1), mealSessionId: 9 }, cook).refuses("Meal session 9 does not exist", 404)
    open.when(recordAttendance, tap(1), elsewhere).refuses("Meal session 1 does not exist", 404)
    open.when(recordAttendance, tap(1), finance).refuses(/Only operations/, 403)
  })
  test("of a person who is not on the plan, or without a contract, waits for a supervisor's decision", () => {
    const waiting = open.when(recordAttendance, tap(2), cook).holds(mealAttendances, 1, { exception: "not_on_plan", billable: false, allowed: null })
    waiting.when(decideException, { id: 1, allowed: true, reason: "" }, cook).refuses("Only a supervisor can decide on exceptions", 403)
    waiting.when(decideException, { id: 1, allowed: true, reason: "" }, elsewhere).refuses("Meal attendance 1 does not exist", 404)
    const allowed = waiting.when(decideException, { id: 1, allowed: true, reason: "Night shift" }, supervisor)
    allowed.holds(mealAttendances, 1, { allowed: true, allowedBy: 2, billable: true })
    allowed.when(decideException, { id: 1, allowed: true, reason: "" }, supervisor).gives()
    allowed.when(decideException, { id: 1, allowed: false, reason: "" }, manager).holds(mealAttendances, 1, { billable: false })
    allowed.when(correctAttendance, { id: 1, attended: false, reason: "Wrong badge" }, cook).holds(mealAttendances, 1, { billable: false })
    one.when(decideException, { id: 1, allowed: true, reason: "" }, supervisor).refuses(/this is not an exception/, 422)
    camp
      .when(openSession, { ...lunch, clientId: 2 }, cook)
      .when(recordAttendance, tap(3), cook)
      .holds(mealAttendances, 1, { exception: "no_contract", billable: false })
  })
  test("after the close requires a supervisor and a reason, and is marked as late", () => {
    closed.when(recordAttendance, tap(7, { reason: "x" }), cook).refuses(/A supervisor can add people late/, 403)
    closed.when(recordAttendance, tap(7), supervisor).refuses(/Give a reason/, 422)
    const late = closed.when(recordAttendance, tap(7, { reason: "Was forgotten" }), supervisor)
    late.gives(["meal_attendance/2", "MealAttended"], ["meal_session/1", "SomeoneAddedLate", { staffMemberIds: [7] }])
    late.holds(mealAttendances, 2, { late: true, notes: "Was forgotten", billable: true })
    closed.when(correctAttendance, { id: 1, attended: false, reason: "" }, supervisor).refuses(/Give a reason/, 422)
    closed.when(correctAttendance, { id: 1, attended: false, reason: "Was ill" }, supervisor).holds(mealAttendances, 1, { late: true, attended: false })
    closed.when(recordAttendance, tap(1), cook).gives() // the same tap, sent again after the close
  })
  test("of several people is one commit, all or none; people already recorded are skipped", () => {
    const many = { mealSessionId: 1, staffMemberIds: [7, 1, 7, 2], attended: true, reason: "", notes: "" }
    const bulk = one.when(recordAttendancesOf(new Map([[1, 1]])), many, cook)
    bulk.gives(["meal_attendance/2", "MealAttended"], ["meal_attendance/3", "MealAttended"]).holds(mealAttendances, 3, { exception: "not_on_plan" })
    const all = [1, 7, 2].map((who, n): [number, number] => [who, n + 1])
    bulk.when(recordAttendancesOf(new Map(all)), many, cook).gives()
    one.when(recordAttendancesOf(new Map()), { ...many, staffMemberIds: [7, 3] }, cook).refuses("This person belongs to another client", 422)
    one.when(recordAttendancesOf(new Map()), many, cook).refuses("This person is already recorded at this meal", 409)
  })
  test("has at most one record per person and session, and counts attendees correctly for any sequence of commands", () => {
    const step = fc.oneof(
      fc.record({
        does: fc.constant("tap" as const),
        who: fc.constantFrom(1, 2, 7),
        attended: fc.boolean(),
        by: fc.constantFrom(cook, supervisor),
        reason: fc.constantFrom("", "late"),
      }),
      fc.record({ does: fc.constant("close" as const) }),
      fc.record({ does: fc.constant("reopen" as const) }),
      fc.record({ does: fc.constant("cancel" as const) }),
      fc.record({ does: fc.constant("decide" as const), id: fc.integer({ min: 1, max: 3 }), allowed: fc.boolean() }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let story: Pick<typeof open, "when" | "row"> = open
        const said = new Map<number, boolean>()
        let late = 0
        for (const it of steps) {
          const session = story.row(mealSessions, 1)!
          const atTable = [...said.values()].filter(Boolean).length
          const next =
            it.does === "tap"
              ? story.when(recordAttendance, tap(it.who, { attended: it.attended, reason: it.reason }), it.by)
              : it.does === "close"
                ? story.when(completeSession, { id: 1, attended: atTable, missed: said.size - atTable }, cook)
                : it.does === "reopen"
                  ? story.when(reopenSession, { id: 1, reason: "again" }, supervisor)
                  : it.does === "cancel"
                    ? story.when(cancelSession, { id: 1, version: said.size === 0 ? session.version : 0, reason: "" }, cook)
                    : story.when(decideException, { id: it.id, allowed: it.allowed, reason: "" }, supervisor)
          if (next.refusal) continue
          if (it.does === "tap" && next.events.length > 0) {
            if (session.status === "cancelled") return false
            if (session.status === "completed") {
              if (it.by !== supervisor || it.reason === "") return false
              late += 1
            }
            said.set(it.who, it.attended)
          }
          if (it.does === "cancel" && said.size > 0 && session.status !== "cancelled") return false
          story = next
        }
        const rows = [1, 2, 3, 4].flatMap((id) => story.row(mealAttendances, id) ?? [])
        const same = rows.every(({ staffMemberId, attended }) => said.get(staffMemberId) === attended)
        const paid = rows.every(({ attended, exception, allowed, billable }) => billable === (attended && (exception === null || allowed === true)))
        return rows.length === said.size && same && paid && rows.filter((row) => row.late).length <= late
      }),
    )
  })
})

describe("meals that are billed or being billed", () => {
  const acts = (story: Pick<typeof open, "when">, sentence: RegExp | string) => {
    story.when(recordAttendance, tap(7), cook).refuses(sentence, 409)
    story.when(recordAttendance, tap(1, { attended: false }), cook).refuses(sentence, 409)
    story.when(recordAttendancesOf(new Map()), { mealSessionId: 1, staffMemberIds: [7], attended: true, reason: "", notes: "" }, cook).refuses(sentence, 409)
    story.when(correctAttendance, { id: 1, attended: false, reason: "" }, cook).refuses(sentence, 409)
    story.when(decideException, { id: 2, allowed: true, reason: "" }, supervisor).refuses(sentence, 409)
    story.when(completeSession, { id: 1, attended: 2, missed: 0 }, cook).refuses(sentence, 409)
    story.when(openSession, { ...lunch, mealType: "dinner" }, cook).refuses(sentence, 409)
    story.when(recordMeals, { siteId: 1, mealType: "lunch", staffCount: 5, notes: "" }, cook).refuses(sentence, 409)
    story.when(correctMeals, { siteId: 1, date: "2026-11-20", mealType: "lunch", staffCount: 5, reason: "x" }, supervisor).refuses(sentence, 409)
  }
  /** The lunch with two people present, one of them not in the plan, and the given billing events. */
  const add = (...billing: ReadonlyArray<Change>) =>
    given(
      ...world,
      mealSessions.at(1, SessionOpened(open.events[0]![2])),
      mealAttendances.at(1, MealAttended(one.events[0]![2])),
      mealAttendances.at(2, MealAttended(open.when(recordAttendance, tap(2), cook).events[0]![2])),
      ...billing,
    )
  test("cannot be changed in any way", () => {
    acts(add(billed("2026-11-01", "2026-11-30")), `This meal is already billed on ${titleOf("invoice", 12)}`)
    acts(add(held("2026-11-01", "2026-11-30")), /^November 2026 is being billed right now. Try again in a few minutes$/)
    const month = add(billed("2026-10-01", "2026-10-31"), held("2026-12-01", "2026-12-31"))
    month.when(recordAttendance, tap(7), cook).gives(["meal_attendance/3", "MealAttended"])
    add(billed("2026-11-01", "2026-11-30")).when(recordAttendance, tap(1), cook).gives() // a repeated tap is not an error
  })
  test("cannot be reopened, cancelled or recorded late", () => {
    const closing = mealSessions.at(1, SessionCompleted({ attended: 2, missed: 0 }))
    const story = add(closing, billed("2026-11-01", "2026-11-30"))
    story.when(reopenSession, { id: 1, reason: "x" }, supervisor).refuses(`This meal is already billed on ${titleOf("invoice", 12)}`, 409)
    story.when(recordAttendance, tap(7, { reason: "x" }), supervisor).refuses(`This meal is already billed on ${titleOf("invoice", 12)}`, 409)
    story.when(cancelSession, { id: 1, version: 2, reason: "x" }, supervisor).refuses(`This meal is already billed on ${titleOf("invoice", 12)}`, 409)
    add(closing).when(reopenSession, { id: 1, reason: "x" }, supervisor).gives(["meal_session/1", "SessionReopened"])
  })
})

describe("head-counts", () => {
  const count = { siteId: 1, mealType: "lunch", staffCount: 40, notes: "" } as const
  // proves U-06-9
  test("of two devices that count one meal, the second is refused with both numbers, also where it corrects a count that has changed", () => {
    const count = { siteId: 1, clientId: 1, mealType: "lunch" as const, notes: "" }
    const onDevice = { ...cook, via: "device" as const, onDevice: { device: 2, number: 1, arrivedAt: cook.at, doubtMs: 0 } }
    const first = camp.when(recordMeals, { ...count, staffCount: 30 }, onDevice)
    const says = "Lunch was counted by another person: 30. This count says 34"
    first.when(recordMeals, { ...count, staffCount: 34 }, onDevice).refuses(`${says}. Correct it with a reason`, 409)
    first.when(recordMeals, { ...count, staffCount: 30 }, onDevice).gives()
    first
      .when(recordMeals, { ...count, staffCount: 34, reason: "Late shift", seen: 28 }, onDevice)
      .refuses(`${says}, and corrects 28. Correct it with a reason`, 409)
    first.when(recordMeals, { ...count, staffCount: 34, reason: "Late shift", seen: 30 }, onDevice).holds(staffFeedingRecords, 1, { staffCount: 34 })
  })

  test("belong to the sole client with a contract, to the named one of several, or to none if there is none", () => {
    camp
      .when(recordMeals, count, cook)
      .gives(["staff_feeding_record/1", "MealsRecorded"], ["meal_account/1", "MealAccountOpened"])
      .holds(staffFeedingRecords, 1, { clientId: 1, slot: "1/1/2026-11-21/lunch" })
    camp.when(recordMeals, { ...count, siteId: 2 }, manager).refuses("Client is required", 422)
    camp.when(recordMeals, { ...count, siteId: 2, clientId: 2 }, manager).holds(staffFeedingRecords, 1, { clientId: 2 })
    camp
      .when(recordMeals, { ...count, siteId: 3 }, manager)
      .gives(["staff_feeding_record/1", "MealsRecorded"])
      .holds(staffFeedingRecords, 1, { clientId: null })
  })
  test("are refused above three sittings of the day's capacity or, without one, above two thousand", () => {
    camp.when(recordMeals, { ...count, staffCount: 2_000 }, cook).holds(staffFeedingRecords, 1, { staffCount: 2_000 })
    camp.when(recordMeals, { ...count, staffCount: 2_001 }, cook).refuses(/2001 people at one meal exceed the limit of 2000/, 422)
    const window = {
      clientId: 1,
      startDate: "2026-01-01",
      endDate: null,
      isActive: true,
      maxBreakfastCapacity: 50,
      maxLunchCapacity: 130,
      maxDinnerCapacity: 0,
    }
    const lunch = { clientId: 1, date: "2026-11-21", mealType: "lunch" } as const
    expect(mostHeads([window], lunch)).toEqual({ places: 130, most: 390 })
    expect(mostHeads([window, { ...window, clientId: 2 }], lunch).most).toBe(390)
    expect(mostHeads([window, { ...window, clientId: 2 }], { ...lunch, clientId: null }).most).toBe(780)
    expect(mostHeads([{ ...window, endDate: "2026-11-20" }], lunch)).toEqual({ places: null, most: 2_000 })
  })
  test("are one record per meal: a different count requires a reason, which is kept", () => {
    const first = camp.when(recordMeals, count, cook)
    first.when(recordMeals, { ...count, staffCount: 42 }, cook).refuses("Lunch was counted by another person: 40. Correct it with a reason", 409)
    first
      .when(recordMealsUnder(known, { names: new Map([[1, "Deng Ajak"]]) }), { ...count, staffCount: 42 }, cook)
      .refuses("Lunch was counted by Deng Ajak: 40. Correct it with a reason", 409)
    first
      .when(recordMeals, { ...count, staffCount: 42, reason: "Two came late" }, cook)
      .gives(["staff_feeding_record/1", "MealsCorrected"])
      .holds(staffFeedingRecords, 1, { staffCount: 42, notes: "Two came late" })
    first.when(recordMeals, count, cook).gives()
  })
  test("of an earlier day can be corrected by a supervisor with a reason", () => {
    const late = { siteId: 1, date: "2026-11-19", mealType: "dinner", staffCount: 30, reason: "Sheet was lost" } as const
    camp.when(correctMeals, late, cook).refuses(/Only a supervisor can correct/, 403)
    camp.when(correctMeals, { ...late, reason: "" }, supervisor).refuses("Reason is required", 422)
    camp.when(correctMeals, { ...late, date: "2026-11-22" }, supervisor).refuses(/a future day/, 422)
    const put = camp.when(correctMeals, late, supervisor).holds(staffFeedingRecords, 1, { date: "2026-11-19", staffCount: 30, notes: "Sheet was lost" })
    put
      .when(correctMeals, { ...late, staffCount: 31, reason: "Counted again" }, supervisor)
      .holds(staffFeedingRecords, 1, { staffCount: 31, notes: "Counted again" })
  })
})

describe("a capacity", () => {
  const capacity = {
    siteId: 1,
    clientId: 1,
    projectId: null,
    maxBreakfastCapacity: 120,
    maxLunchCapacity: 130,
    maxDinnerCapacity: 120,
    mealRate: null,
    startDate: "2026-11-01",
    endDate: null,
    notes: "",
  }
  const among = (...windows: ReadonlyArray<number>) => setCapacityAmong({ contracts: known, windows })
  const first = camp.when(among(), capacity, supervisor)
  test("has the contract's rate; only levels 8 and 10 can set another one", () => {
    first.holds(siteMealCapacities, 1, { mealRate: 1250, currency: "USD", endDate: null, createdBy: 2 })
    camp.when(among(), { ...capacity, mealRate: 1250 }, supervisor).holds(siteMealCapacities, 1, { mealRate: 1250 })
    camp.when(among(), { ...capacity, mealRate: 1300 }, supervisor).refuses("The meal rate is 12.50 USD by the contract. Level 8 or 10 can set another", 403)
    camp.when(among(), { ...capacity, mealRate: 1300 }, manager).holds(siteMealCapacities, 1, { mealRate: 1300 })
    camp.when(among(), { ...capacity, clientId: 2 }, supervisor).holds(siteMealCapacities, 1, { mealRate: 6000 })
  })
  test("ends the previous one the day before, replaces one with the same first day, and cannot overlap a later one", () => {
    const second = first.when(among(1), { ...capacity, startDate: "2026-12-01" }, supervisor)
    second.gives(["site_meal_capacity/2", "CapacitySet"], ["site_meal_capacity/1", "CapacityEnded", { endDate: "2026-11-30" }])
    second.holds(siteMealCapacities, 1, { isActive: true })
    first.when(among(1), capacity, supervisor).holds(siteMealCapacities, 1, { isActive: false, endDate: "2026-10-31" })
    second.when(among(1, 2), { ...capacity, startDate: "2026-11-15" }, supervisor).refuses(/Another capacity starts on 2026-12-01/, 409)
    second
      .when(among(1, 2), { ...capacity, startDate: "2026-11-15", endDate: "2026-11-30" }, supervisor)
      .holds(siteMealCapacities, 1, { endDate: "2026-11-14" })
    first.when(among(1), { ...capacity, clientId: 2, startDate: "2026-12-01" }, supervisor).holds(siteMealCapacities, 1, { endDate: null })
  })
  test("is refused for invalid input", () => {
    camp.when(among(), { ...capacity, endDate: "2026-10-31" }, supervisor).refuses("End date must be on or after start date", 422)
    camp.when(among(), { ...capacity, projectId: 1 }, supervisor).refuses("Project 1 does not exist", 404)
    camp.when(among(), { ...capacity, projectId: 1 }, manager).refuses(/another client or site/, 422)
    camp.when(among(), { ...capacity, siteId: 2 }, supervisor).refuses(/another site/, 403)
    camp.when(among(), capacity, cook).refuses("Your level cannot set meal capacities", 403)
  })
})

describe("the time of a meal", () => {
  test("is accepted as a day, as a date and time in Juba, or as an instant, whose day is Juba's", () => {
    expect(parseMealTime("2026-11-21")).toEqual({ date: "2026-11-21", at: null })
    expect(parseMealTime("2026-11-21T13:00")).toEqual({ date: "2026-11-21", at: "2026-11-21T11:00:00.000Z" })
    expect(parseMealTime("2026-11-21T22:30:00.000Z")).toEqual({ date: "2026-11-22", at: "2026-11-21T22:30:00.000Z" })
    expect(parseMealTime("2026-11-21T00:30:00+03:00")).toEqual({ date: "2026-11-20", at: "2026-11-20T21:30:00.000Z" })
    expect(instantIn("2020-06-01T12:00")).toBe("2020-06-01T09:00:00.000Z") // three hours ahead until 2021
    for (const wrong of ["", "today", "2026-02-30", "2026-11-21T25:00", "2026-11-21 13:00", "2026-11-21T13:00+99:00"])
      expect(parseMealTime(wrong)).toBeUndefined()
  })
})
