/** What a device says before the office has decided, against what the office's own commands say on whole rows. */
import { expect, test } from "vitest"
import { actsOn, fieldCalls } from "@ops/platform/access/field-calls.ts"
import type { AnyResource } from "@ops/platform/http/resources/resource.ts"
import type { RowMeta } from "@ops/platform/records/record.ts"
import type { AnyStream, Change } from "@ops/platform/records/stream.ts"
import { given, type Then } from "@ops/platform/testing/given.ts"
import { assignOrder, raiseOrder } from "@ops/facilities/work-orders/commands.ts"
import { workOrders as orderResource } from "@ops/facilities/work-orders/resource.ts"
import { company, service, supervisor, technician, today } from "@ops/facilities/testing.ts"
import { mealAccounts, MealAccountOpened, PeriodBilled } from "@ops/meals/head-counts/meal-account.ts"
import { mealAttendances } from "@ops/meals/meal-sessions/meal-attendance.ts"
import { mealSessions, SessionCompleted, SessionOpened, SlotSigned } from "@ops/meals/meal-sessions/meal-session.ts"
import { contract, diner } from "@ops/meals/testing.ts"
import { purchaseRequests as requestResource } from "@ops/procurement/purchase-requests/resource.ts"
import { deviceActs, kept, type KeptName } from "./device-acts.ts"
import { foreseer } from "./foreseer.ts"
import { howOf, stateOf } from "./outcome.ts"

const now = `${today}T10:00:00.000Z`
const open = (id: number, mealType: "lunch" | "dinner", contractId: number): Change =>
  mealSessions.at(
    id,
    SessionOpened({
      sessionDate: today,
      startsAt: now,
      mealType,
      siteId: 1,
      clientId: 1,
      contractId,
      projectId: null,
      mealCost: 1250,
      currency: "USD",
      notes: "",
      recordedBy: null,
      slot: `slot ${id}`,
    }),
  )
/** Orders 1 and 2 are assigned to the technician; of the sessions, 1 is open, 2 closed for hours, 3 billed, 4 signed. */
const office = given(
  ...company,
  ...contract(1, { clientId: 1, siteId: 1, from: "2026-01-01" }),
  ...contract(2, { clientId: 1, siteId: 2, from: "2026-01-01" }),
  ...[1, 2, 3].flatMap((id) => diner(id, { clientId: 1, siteId: 1, ...(id === 3 && { left: "2026-11-01" }) })),
  open(1, "lunch", 1),
  open(2, "dinner", 1),
  open(3, "lunch", 2),
  open(4, "dinner", 1),
  mealSessions.at(2, SessionCompleted({ attended: 0, missed: 0 })),
  mealSessions.at(4, SlotSigned({ sheet: "A1B2C3", name: "Camp boss" })),
  mealAccounts.at(2, MealAccountOpened({ contractId: 2 })),
  mealAccounts.at(2, PeriodBilled({ contractId: 2, from: "2026-11-01", to: "2026-11-30", invoiceId: 9 })),
)
  .when(raiseOrder, { ...service }, supervisor)
  .when(assignOrder, { id: 1, scheduledDate: null, assignedTo: 1, contractorId: null, team: null }, supervisor)
  .when(raiseOrder, { ...service }, supervisor)
  .when(assignOrder, { id: 2, scheduledDate: null, assignedTo: 1, contractorId: null, team: null }, supervisor)

const ids = Array.from({ length: 6 }, (_, n) => n + 1)
const rowsOf = (then: Then, stream: AnyStream) => ids.flatMap((id) => (then.row(stream, id) as RowMeta | undefined) ?? [])
/** What the pack sends: only the fields that a device keeps. */
const packOf = (then: Then) =>
  Object.fromEntries(
    Object.entries(kept).map(([kind, { stream, fields }]) => [
      kind,
      rowsOf(then, stream).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) as object as RowMeta),
    ]),
  )
const people = { 3: technician, 6: supervisor }
const device = (then: Then, person: 3 | 6 = 3) => {
  const { level, name, department, confinedTo } = people[person]
  const { foresee } = foreseer({ last: 0, rows: packOf(then) }, { id: person, name, level, department, confinedTo })
  return (act: string, input: unknown, done: ReadonlyArray<readonly [act: string, input: unknown]> = []) =>
    foresee(
      { person, act, input },
      done.map(([act, input], n) => ({ number: n + 1, at: `${today}T10:0${n}:30.000Z`, state: "waiting" as const, act, input })),
      `${today}T10:30:00.000Z`,
    )
}
const tap = (mealSessionId: number, staffMemberId: number, attended = true) => ({
  mealSessionId,
  staffMemberId,
  attended,
  reason: attended ? "" : "Undone",
  notes: "",
})
const count = (quantity: string) => ({ siteId: 1, lines: [{ stockItemId: 1, quantity }] })

// proves U-06-7
test.each<readonly [act: string, input: unknown, state: string, sentence: string | RegExp]>([
  ["meal_attendance.record", tap(1, 1), "recorded", ""],
  ["meal_attendance.record", tap(1, 3), "refused", "This person left on 2026-11-01"],
  ["meal_attendance.record", tap(2, 1), "refused", "This session is closed. A supervisor can add people late, with a reason"],
  ["meal_attendance.record", tap(3, 1), "proposed", /^This meal is already billed/],
  ["meal_attendance.record", tap(4, 1), "proposed", /signed this meal/],
  ["meal_session.tally", { id: 1, kind: "visitors", count: 1 }, "recorded", ""],
  ["meal_session.tally", { id: 2, kind: "visitors", count: 1 }, "refused", "Diners are counted while the session is open"],
  ["staff_feeding.record", { siteId: 1, mealType: "lunch", staffCount: 40 }, "recorded", ""],
  ["staff_feeding.record", { siteId: 1, mealType: "lunch", staffCount: 40_000 }, "refused", /exceed the limit/],
  ["staff_feeding.record", { siteId: 2, mealType: "lunch", staffCount: 40 }, "refused", "You work at another site than Site 2"],
  ["attendance.tap_on_device", { siteId: 2, staffNumber: "FO-001" }, "refused", "You work at another site than Site 2"],
  ["work_order.start", { id: 1 }, "recorded", ""],
  ["work_order.resume", { id: 1 }, "refused", "Only an order that is on hold can be resumed"],
  ["work_order.complete", { id: 1 }, "refused", /has not started. Start it first$/],
  ["purchase_request.raise", { siteId: 1, priority: "medium", neededBy: "2026-11-01" }, "refused", "Needed by must be today or later"],
])("%s of %o: the device says %s, as the office does", (act, input, state, sentence) => {
  const said = device(office)(act, input)
  expect(said).toEqual({ state, sentence: typeof sentence === "string" ? sentence : expect.stringMatching(sentence) })
  // the same on the whole rows of the office
  const { read, command } = deviceActs.get(act)!
  const known = (kind: KeptName) => rowsOf(office, kept[kind].stream).map(({ id }) => id)
  const { refusal, events } = office.when(command(known), read(input), {
    ...technician,
    at: now,
    via: "device",
    onDevice: { device: 1, number: 1, arrivedAt: now, doubtMs: 0 },
  })
  expect(
    refusal ? stateOf(refusal) : howOf(events.map(([, type, data]) => ({ stream: mealAttendances, id: 1, event: { type, schemaVersion: 1, data } }))),
  ).toBe(state)
  if (refusal && said?.sentence.includes("billed") !== true) expect(refusal.message).toBe(said?.sentence)
})

test("acts that were done here before are laid over the rows: a second tap, an order that was started, stock that was used", () => {
  const says = device(office)
  const done: Array<readonly [string, unknown]> = [
    ["meal_attendance.record", tap(1, 1)],
    ["work_order.start", { id: 1 }],
  ]
  expect(says("meal_attendance.record", tap(1, 1), done)).toEqual({ state: "duplicate", sentence: "" })
  expect(says("work_order.hold", { id: 1, reason: "No parts" }, done)).toEqual({ state: "recorded", sentence: "" })
  const oil = { id: 1, checklist: [1, 2].map((line) => ({ line, result: "ok" })), parts: [{ stockItemId: 1, quantity: "3" }] }
  expect(says("work_order.complete", oil, done)).toEqual({ state: "recorded", sentence: "" })
  done.push(["work_order.complete", oil], ["work_order.start", { id: 2 }])
  expect(says("work_order.complete", { ...oil, id: 2 }, done)).toEqual({ state: "refused", sentence: "There are only 1.00 piece of Oil filter at Site 1" })
  done.push(["meal_attendance.record", tap(1, 1, false)])
  expect(says("meal_attendance.record", tap(1, 1), done)).toEqual({ state: "recorded", sentence: "" })
})

test("what the device does not keep is unknown, and nothing is said", () => {
  const says = device(office)
  // another site's session or order, a request that is not approved, an exchange rate, staff of other sites
  expect(says("attendance.tap_on_device", { siteId: 1, staffNumber: "FO-999" })).toBeUndefined()
  expect(says("meal_attendance.record", tap(77, 1))).toBeUndefined()
  expect(says("purchase_request.receive", { id: 5, lines: [{ itemId: 1, received: 1 }] })).toBeUndefined()
  const expense = {
    amount: "5.00",
    currency: "SSP",
    category: "Meals & Entertainment",
    subcategory: "",
    description: "Bread",
    businessPurpose: "Guests",
    siteId: 1,
  }
  expect(says("expense.request", expense)).toBeUndefined()
  expect(says("signed_day.sign", {})).toBeUndefined()
  // and of a person who is not the one the device knows
  const { foresee } = foreseer({ last: 0, rows: packOf(office) }, { id: 6, name: "Person 6", level: 6, department: null, confinedTo: 1 })
  expect(foresee({ person: 3, act: "work_order.start", input: { id: 1 } }, [], now)).toBeUndefined()
})

test("an act that the rows have already is not laid over them again", () => {
  const after = office.when(
    deviceActs.get("meal_session.tally")!.command(() => []),
    { id: 1, kind: "visitors", count: 1 },
    technician,
  )
  const { foresee } = foreseer({ last: 1, rows: packOf(after) }, { id: 3, name: "Person 3", level: 3, department: null, confinedTo: 1 })
  const tally = { act: "meal_session.tally", input: { id: 1, kind: "visitors", count: 1 }, at: now }
  const taken = { person: 3, act: "stock_level.count_site", input: count("2") }
  expect(foresee({ person: 3, ...tally }, [{ number: 1, state: "recorded" as const, ...tally }], now)).toEqual({ state: "recorded", sentence: "" })
  expect(foresee(taken, [], now)).toEqual({ state: "refused", sentence: "Only stock managers can count it" })
})

// proves U-06-7
test("an order that was started on the device can be completed on it before the office knows, and not started again", () => {
  const { outlook } = foreseer({ last: 0, rows: packOf(office) }, { id: 3, name: "Person 3", level: 3, department: null, confinedTo: 1 })
  const doing = (number: number, act: string, input: object) => ({ number, act, input, at: now, state: "waiting" as const })
  const start = doing(1, "work_order.start", { id: 1 })
  expect(outlook("work_order", 1, [], now)).toMatchObject({ canStart: true, canHold: false, canComplete: false })
  expect(outlook("work_order", 1, [start], now)).toMatchObject({
    status: "in_progress",
    canStart: false,
    canHold: true,
    canPhotograph: true,
    canComplete: true,
  })
  expect(outlook("work_order", 2, [start], now)).toMatchObject({ canStart: true, canComplete: false })
  const done = doing(2, "work_order.complete", { id: 1, checklist: [1, 2].map((line) => ({ line, result: "ok" })) })
  expect(outlook("work_order", 1, [start, done], now)).toMatchObject({ status: "completed", canStart: false, canHold: false, canComplete: false })
  // the device does not keep it
  expect(outlook("work_order", 6, [start, done], now)).toBeUndefined()
  expect(outlook("expense_request", 1, [start, done], now)).toBeUndefined()
})

test("a delivery that was received on the device whole is completed there, also in fields that the device does not keep", () => {
  const item = { id: 1, stockItemId: 1, quantity: 12, approvedQuantity: 12, received: 0, damaged: 0, estimatedCost: 100, name: null, unit: null, addedBy: 1 }
  const row = { id: 5, version: 3, createdAt: now, updatedAt: now, requestNumber: "PR-1", siteId: 1, status: "approved", deliveryLots: [], receipts: [] }
  const rows = { ...packOf(office), purchase_request: [{ ...row, items: [item] } as RowMeta] }
  const { outlook } = foreseer({ last: 0, rows }, { id: 6, name: "Person 6", level: 6, department: null, confinedTo: 1 })
  const received = (number: number, received: number) => ({
    number,
    act: "purchase_request.receive",
    at: now,
    state: "waiting" as const,
    input: { id: 5, note: "", lines: [{ itemId: 1, received, damaged: 0, lotNumber: "", expiryDate: "" }] },
  })
  expect(outlook("purchase_request", 5, [], now)).toEqual({ canReceive: true })
  expect(outlook("purchase_request", 5, [received(1, 5)], now)).toMatchObject({ canReceive: true })
  expect(outlook("purchase_request", 5, [received(1, 5), received(2, 7)], now)).toMatchObject({ status: "completed", canReceive: false })
})

test("what may be done with a record is named on the device as the office names it", () => {
  const resources: ReadonlyArray<AnyResource> = [orderResource, requestResource]
  const named = resources.flatMap(({ commands }) => Object.entries(commands).map(([name, { command }]) => [command.name, name] as const))
  const ofOffice = new Map(named)
  const onRecord = [...deviceActs.values()].filter(({ asked }) => asked)
  expect(onRecord.length).toBeGreaterThan(4)
  for (const { name } of onRecord) expect(ofOffice.get(name)).toBe(name.split(".")[1])
  expect(onRecord.map(({ name }) => name).toSorted()).toEqual([...actsOn("/api/work-orders"), ...actsOn("/api/purchase-requests")].toSorted())
})

// proves U-06-7
test("an act that names files is read with the files that follow it, and without them where they may be missing", () => {
  const digest = "ab".repeat(32)
  const file = { id: 7, name: "a.png", type: "image/png", size: 1, sha256: digest }
  const filesOf = (act: string, signed: object) => deviceActs.get(act)!.read(signed, (name) => (name === digest || name === 7 ? file : undefined))
  expect(filesOf("work_order.photograph", { id: 1, photos: [digest, 7] })).toEqual({ id: 1, photos: [file, file] })
  expect(filesOf("work_order.photograph", { id: 1 })).toBeUndefined()
  expect(filesOf("work_order.photograph", { id: 1, photos: ["cd".repeat(32)] })).toBeUndefined()
  expect(filesOf("work_order.complete", { id: 1, photos: [digest], signature: digest, signedBy: "Camp boss" })).toMatchObject({
    photos: [file],
    signature: file,
  })
  expect(filesOf("work_order.complete", { id: 1 })).toMatchObject({ photos: [], signature: null })
  expect(filesOf("work_order.complete", { id: 1, signature: null })).toMatchObject({ signature: null })
  for (const [name, { files = [], act }] of fieldCalls.map((each) => [each.call, each] as const)) {
    const { filesIn } = deviceActs.get(act) ?? { filesIn: undefined }
    if (filesIn)
      expect([name, filesIn(Object.fromEntries(files.map((field) => [field, [digest]])))]).toEqual([
        name,
        filesIn({ photos: [digest], receipts: [digest], signature: [digest] }),
      ])
  }
})

test("every act needs only kinds of rows that the device keeps, and no kind is kept for nothing", () => {
  const needed = new Set([...deviceActs.values()].flatMap(({ needs }) => needs))
  expect([...needed].toSorted()).toEqual(Object.keys(kept).toSorted())
  for (const [kind, { stream }] of Object.entries(kept)) expect(stream.record.kind).toBe(kind)
})
