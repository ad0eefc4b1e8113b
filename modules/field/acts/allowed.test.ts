/** What devices may sign, against what their screens send. */
import { Effect } from "effect"
import { expect, test } from "vitest"
import { fieldActOf, fieldCalls } from "@ops/platform/access/field-calls.ts"
import { expenseRequests } from "@ops/finance/expense-requests/resource.ts"
import { workOrders } from "@ops/facilities/work-orders/resource.ts"
import { Database } from "@ops/platform/database/database.ts"
import { pathOn } from "@ops/platform/http/resources/resource.ts"
import { describedAs } from "@ops/platform/records/field.ts"
import { purchaseRequests } from "@ops/procurement/purchase-requests/resource.ts"
import { allowed } from "./allowed.ts"

const file = (id: number, type = "image/jpeg") => ({ id, name: `${id}.jpg`, type, size: 9, sha256: String(id).repeat(64) })
/** The office has the files 7, 8 and 9 of the person; 9 is no picture. */
const statement = () => Effect.succeed([file(7), file(8), file(9, "application/pdf")])
const prepared = (act: string, signed: unknown) =>
  Effect.runSync(
    allowed
      .get(act)!
      .prepare(signed, "2026-11-21T08:00:00.000Z", 3)
      .pipe(Effect.provideService(Database, { statement } as object as Database["Service"])),
  ) as { readonly input?: unknown; readonly awaits?: number } | undefined

// proves U-06-4
test("every call that a device keeps is a call of the command that the server decides, and nothing else is allowed", () => {
  const declared = [workOrders, purchaseRequests, expenseRequests].flatMap(({ path, commands }) =>
    Object.entries(commands).map(([name, { command, method, isNew, path: end, ...more }]) => [
      command.name,
      `${method} ${isNew ? path : pathOn(path, end ?? name, more)}`,
    ]),
  )
  const byHand = [
    ["stock_level.count_site", "POST /api/stock/counts"],
    ["staff_feeding.record", "POST /api/staff-feeding"],
  ]
  expect([...declared, ...byHand]).toEqual(expect.arrayContaining(fieldCalls.map(({ act, call }) => [act, call])))
  const own = ["meal_session.tally", "meal_attendance.record", "attendance.tap_on_device", "signed_day.sign"]
  expect([...allowed.keys()].toSorted()).toEqual([...fieldCalls.map(({ act }) => act), ...own].toSorted())
})

test("a call becomes an act with the id of its path; one that needs a connection does not", () => {
  expect(fieldActOf("PATCH", "/api/work-orders/12/hold", { reason: "No parts" })).toEqual({
    act: "work_order.hold",
    what: "Work on hold",
    about: "orderNumber",
    record: "/api/work-orders/12",
    files: [],
    input: { reason: "No parts", id: 12 },
  })
  expect(fieldActOf("PATCH", "/api/work-orders/12/start", undefined)).toEqual({
    act: "work_order.start",
    what: "Work begun",
    about: "orderNumber",
    record: "/api/work-orders/12",
    files: [],
    input: { id: 12 },
  })
  for (const [method, path] of [
    ["PATCH", "/api/work-orders/12/verify"],
    ["POST", "/api/expense-requests/3/approve"],
    ["PATCH", "/api/work-orders/12"],
    ["PATCH", "/api/work-orders/12x/start"],
  ] as const)
    expect(fieldActOf(method, path, {})).toBeUndefined()
})

test("what a device has signed is read as the payload of the call; what is no such payload is not decided", () => {
  const asked = { siteId: 1, priority: "medium", justification: "Gas", items: [{ stockItemId: 3, quantity: 2, estimatedCost: "5.00" }] }
  expect(prepared("purchase_request.raise", asked)?.input).toMatchObject({
    siteId: 1,
    neededBy: null,
    items: [{ stockItemId: 3, quantity: 2, estimatedCost: 500 }],
  })
  expect(prepared("purchase_request.raise", { ...asked, priority: "whenever" })).toBeUndefined()
  expect(prepared("purchase_request.receive", { id: 4, lines: [{ itemId: 1, received: 5, lotNumber: "L7", expiryDate: "2027-01-31" }] })?.input).toMatchObject({
    id: 4,
    lines: [{ itemId: 1, received: 5, damaged: 0, lotNumber: "L7", expiryDate: "2027-01-31" }],
  })
  expect(prepared("work_order.start", { id: "4; drop table" })).toBeUndefined()
})

// proves U-06-8
test("an act with files is decided with them once all have arrived, and is no act if a photo is no picture", () => {
  const [there, other, missing] = [file(7).sha256, file(9).sha256, "f".repeat(64)]
  expect(prepared("work_order.complete", { id: 4, photos: [there, 8] })?.input).toMatchObject({ id: 4, photos: [file(7), file(8)], signature: null })
  expect(prepared("work_order.complete", { id: 4, photos: [there, missing], signature: missing })).toEqual({ awaits: 1 })
  expect(prepared("work_order.complete", { id: 4, photos: [], signature: there })?.input).toMatchObject({ photos: [], signature: file(7) })
  expect(prepared("work_order.complete", { id: 4, photos: [other] })).toBeUndefined()
  expect(prepared("work_order.complete", { id: 4, photos: "all" })).toBeUndefined()
  expect(prepared("work_order.photograph", { id: 4, photos: [-5] })).toBeUndefined()
  const expense = { amount: "5.00", category: "staff_feeding", subcategory: null, description: "Bread", businessPurpose: "Guests", siteId: 1 }
  const asked = { ...expense, requiredDate: null, paymentMethod: "cash", receipts: [other] }
  expect(prepared("expense.request", asked)?.input).toMatchObject({ receipts: [file(9, "application/pdf")], amount: 500 })
})

test("the fields of files that a call keeps are those of its command", () => {
  for (const { act, files = [] } of fieldCalls) {
    const fields =
      [workOrders, purchaseRequests, expenseRequests].flatMap(({ commands }) => Object.values(commands)).find(({ command }) => command.name === act)?.command
        .fields ?? {}
    const named = Object.entries(fields).flatMap(([name, schema]) => (/^files?$/.test(describedAs(schema).kind ?? "") ? [name] : []))
    expect([act, files.toSorted()]).toEqual([act, named.toSorted()])
  }
})
