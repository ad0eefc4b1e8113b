/** What a client signs, and what is locked by it. */
import { describe, expect, test } from "vitest"
import { system } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { given } from "@ops/platform/testing/given.ts"
import { mealAccounts, PeriodBilled } from "@ops/meals/head-counts/meal-account.ts"
import { recordAttendance } from "@ops/meals/meal-sessions/meal-attendance.ts"
import { mealSessions, reopenSession, SessionCompleted, SessionOpened, SlotSigned, tallyDiner } from "@ops/meals/meal-sessions/meal-session.ts"
import { client, contract, diner, person, siteAt } from "@ops/meals/testing.ts"
import { readSheet, type Sheet, writeSheet } from "@ops/platform/access/day-sheet.ts"
import { disputeMeal, type KnownMeal, signDay, signedDays, type Signing } from "./signed-day.ts"

const today = "2026-11-21"
const cook = person(1, 3, today, { confinedTo: 1 })
const supervisor = person(2, 6, today, { confinedTo: 1 })
const elsewhere = person(5, 6, today, { confinedTo: 2 })
const boss = { ...cook, ...system("client"), actor: "client:1" }

const open = (id: number, mealType: "breakfast" | "lunch" | "dinner"): Change =>
  mealSessions.at(
    id,
    SessionOpened({
      sessionDate: today,
      startsAt: `${today}T04:00:00Z`,
      mealType,
      siteId: 1,
      clientId: 1,
      contractId: 1,
      projectId: null,
      mealCost: 1250,
      currency: "USD",
      notes: "",
      recordedBy: null,
      slot: `slot ${id}`,
    }),
  )
const closed = (id: number) => mealSessions.at(id, SessionCompleted({ attended: 0, missed: 0 }))
const world = [
  siteAt(1, "unity-state"),
  siteAt(2, "paloj-adar"),
  client(1),
  ...contract(1, { clientId: 1, siteId: 1, from: "2026-01-01" }),
  ...diner(1, { clientId: 1, siteId: 1 }),
  open(10, "breakfast"),
  open(11, "lunch"),
  open(12, "dinner"),
  closed(10),
  closed(11),
]
const meal = (sessionId: number, mealType: "breakfast" | "lunch" | "dinner", served: number): KnownMeal => ({
  sessionId,
  mealType,
  served,
  late: 0,
  undecided: 0,
  visitors: 0,
  contractors: 0,
  own: 0,
  version: 2,
})
const breakfast = meal(10, "breakfast", 90)
const lunch = meal(11, "lunch", 84)
const sheet: Sheet = { clientId: 1, clientName: "Client 1", siteId: 1, siteName: "Site 1", date: today, meals: [breakfast, lunch], devices: [] }
const signing: Signing = { text: writeSheet(sheet), signedBy: "Peter Lado", role: "Camp boss", drawing: "1,2 3,4;5,6", disputes: [] }
const sign = (...known: ReadonlyArray<KnownMeal>) => signDay(known.length > 0 ? known : [breakfast, lunch])
/** The day with both meals signed, on day 1. */
const signed = (more: Partial<Signing> = {}, by = cook) => given(...world).when(sign(), { ...signing, ...more }, by)
const tap = { mealSessionId: 11, staffMemberId: 1, attended: true, reason: "He came late", notes: "" }

describe("the text of a sheet", () => {
  test("is read as it was written, with its devices and the sheets before it", () => {
    const devices = [{ key: "raA57apgqHSyrtAdqDAwjw", number: 120, digest: "9ubmVKT0NpIQ92_zIx5aURgAPXscvOL24w-QlQW7ANk" }]
    const { version: _, ...only } = breakfast
    const of = { ...sheet, meals: [only], services: [{ orderId: 7, number: "WO-2026-00007", what: "Rooms cleaned" }], after: ["7DDB83", "A0B1C2"], devices }
    expect(readSheet(writeSheet(of))).toEqual(of)
  })
  test.each([
    ["with a line of no kind", `${signing.text}note none\n`],
    ["without its last line end", signing.text.slice(0, -1)],
    ["of another format", signing.text.replace("day/1", "day/2")],
    ["with a meal twice", writeSheet({ ...sheet, meals: [breakfast, lunch, { ...lunch, served: 12 }] })],
    ["with the same line twice", writeSheet({ ...sheet, meals: [breakfast, breakfast] })],
  ])("is refused %s", (_, text) => {
    expect(readSheet(text)).toBeUndefined()
    signed({ text }).refuses("This text is not a signed day's sheet", 422)
  })
})

describe("signing a day", () => {
  // proves U-09, U-09-2
  test("keeps the sheet to the byte and locks its meals; the same sheet twice is one", () => {
    signed()
      .gives(
        ["signed_day/1", "DaySigned"],
        ["meal_session/10", "SlotSigned", { sheet: "7DDB83", name: "Peter Lado" }],
        ["meal_session/11", "SlotSigned", { sheet: "7DDB83", name: "Peter Lado" }],
      )
      .holds(signedDays, 1, { text: signing.text, sheet: "7DDB83", signedBy: "Peter Lado", role: "Camp boss", way: "tablet", recordedBy: 1 })
      .when(sign(), signing, cook)
      .gives()
  })
  test("by a link is by the client, without a person of ours", () => {
    signed({}, boss).holds(signedDays, 1, { way: "link", recordedBy: null }).holds(mealSessions, 11, { signature: "signed", signedBy: "Peter Lado" })
  })
  test("needs a name, a position, a drawn signature and a closed meal", () => {
    signed({ signedBy: " " }).refuses("Name is required", 422)
    signed({ role: "" }).refuses("Position is required", 422)
    signed({ drawing: "" }).refuses("Signature is required", 422)
    signed({ drawing: "1,2 <b>" }).refuses("Signature is required", 422)
    signed({ drawing: "typed" }).holds(signedDays, 1, { drawing: "typed" })
    const services = [{ orderId: 7, number: "WO-2026-00007", what: "Rooms cleaned" }]
    signed({ text: writeSheet({ ...sheet, services }) }).refuses("Work order 7 does not exist", 404)
    signed({ text: writeSheet({ ...sheet, meals: [] }) }).refuses("There is no closed meal to sign on this day", 422)
    signed({ text: writeSheet({ ...sheet, meals: [meal(12, "dinner", 1)] }) }).refuses(`Dinner of ${today} is not closed yet. Close it first`, 409)
  })
  test("is for operations of the site, and a sheet names no other client's meals", () => {
    signed({}, elsewhere).refuses(/^You work at another site/, 403)
    signed({}, person(9, 2, today)).refuses("Only operations can have a day signed", 403)
    signed({ text: signing.text.replace(today, "2026-11-20") }).refuses("This sheet has a meal of another day", 422)
    signed({ disputes: [{ sessionId: 12, reason: "Too many" }] }).refuses("A disputed meal is not on this sheet", 422)
    const named = "The names on this sheet are not those of the client and the site. Look at the sheet again"
    signed({ text: signing.text.replace("client 1 Client 1", "client 1 Another") }, boss).refuses(named, 409)
    signed({ text: signing.text.replace("site 1 Site 1", "site 1 Another") }).refuses(named, 409)
  })
  test("leaves open what the client disputes, with the client's words", () => {
    signed({ disputes: [{ sessionId: 11, reason: "Two were not ours" }] })
      .gives(["signed_day/1", "DaySigned"], ["meal_session/10", "SlotSigned"], ["meal_session/11", "SlotDisputed", { reason: "Two were not ours" }])
      .when(recordAttendance, tap, supervisor)
      .gives(["meal_attendance/1", "MealAttended"], ["meal_session/11", "SomeoneAddedLate"])
  })
  test("is refused where the day has changed since it was shown", () => {
    given(...world)
      .when(sign(breakfast, { ...lunch, served: 85 }), signing, cook)
      .refuses(`Lunch of ${today} has changed since this sheet was made: served 84 on the sheet, 85 recorded. Look at it again`, 409)
    given(...world)
      .when(sign(breakfast, { ...lunch, version: 1 }), signing, cook)
      .refuses("The attendance has just changed. Look at the sheet again", 409)
  })
  test("on a device signs what is the same at arrival, and disputes the rest with both figures", () => {
    const onDevice = { ...cook, onDevice: { device: 1, number: 1, arrivedAt: cook.at, doubtMs: 0 } }
    given(...world)
      .when(sign(breakfast, { ...lunch, served: 85, visitors: 2 }), signing, onDevice)
      .gives(
        ["signed_day/1", "DaySigned"],
        ["meal_session/10", "SlotSigned"],
        ["meal_session/11", "SlotDisputed", { reason: "served 84 on the sheet, 85 recorded, visitors 0 on the sheet, 2 recorded" }],
      )
  })
})

describe("a signed meal", () => {
  const locked = "Peter Lado signed this meal on sheet 7DDB83. Dispute it on the sheet first, with a reason"
  // proves U-09-3
  test("cannot be changed, reopened or signed again", () => {
    for (const refusal of [
      signed().when(recordAttendance, tap, supervisor),
      signed().when(reopenSession, { id: 11, reason: "Once more" }, supervisor),
      signed().when(tallyDiner, { id: 11, kind: "visitors", count: 1 }, { ...cook, onDevice: { device: 1, number: 1, arrivedAt: cook.at, doubtMs: 0 } }),
    ]) {
      refusal.refuses(locked, 409)
      expect(refusal.refusal?.code).toBe("signed")
    }
    signed()
      .when(sign(), { ...signing, signedBy: "Another", text: writeSheet({ ...sheet, meals: [lunch] }) }, cook)
      .refuses(`Lunch of ${today} is signed already by Peter Lado on sheet 7DDB83`, 409)
  })
  test("is opened by a dispute with a reason, corrected, and signed on another sheet", () => {
    const dispute = { id: 1, mealType: "lunch" as const, reason: "Two drivers were not ours" }
    signed()
      .when(disputeMeal, { ...dispute, reason: " " }, supervisor)
      .refuses("Reason is required", 422)
    signed().when(disputeMeal, dispute, cook).refuses("A supervisor disputes a meal for the client", 403)
    signed().when(disputeMeal, dispute, elsewhere).refuses("Signed day 1 does not exist", 404)
    signed()
      .when(disputeMeal, { ...dispute, mealType: "dinner" }, supervisor)
      .refuses("No signed dinner is on this sheet", 409)
    const again = { ...lunch, served: 85, late: 1, version: 5 }
    signed()
      .when(disputeMeal, dispute, supervisor)
      .gives(
        ["signed_day/1", "MealDisputed", { mealType: "lunch", reason: dispute.reason, disputedBy: 2 }],
        ["meal_session/11", "SlotDisputed", { reason: dispute.reason }],
      )
      .when(disputeMeal, dispute, supervisor)
      .refuses("No signed lunch is on this sheet", 409)
      .when(recordAttendance, tap, supervisor)
      .gives(["meal_attendance/1", "MealAttended"], ["meal_session/11", "SomeoneAddedLate"])
      .when(sign(again), { ...signing, text: writeSheet({ ...sheet, meals: [again] }) }, cook)
      .holds(mealSessions, 11, { signature: "signed", signedBy: "Peter Lado" })
  })
  test("is not disputed once it is billed: what is known then is a late meal", () => {
    const billed = mealAccounts.at(1, PeriodBilled({ contractId: 1, from: today, to: today, invoiceId: 3 }))
    given(...world, mealSessions.at(11, SlotSigned({ sheet: "7DDB83", name: "Peter Lado" })), billed)
      .when(sign(breakfast), { ...signing, text: writeSheet({ ...sheet, meals: [breakfast] }) }, cook)
      .when(disputeMeal, { id: 1, mealType: "breakfast", reason: "Too many" }, supervisor)
      .refuses(/^This meal is already billed on/, 409)
  })
})
