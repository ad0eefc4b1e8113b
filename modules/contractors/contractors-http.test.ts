/** The calls over HTTP, on a real database: who may see whom and which fields, a month from hours to bill, and the erasure of a person. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { verifyLog } from "@ops/platform/event-store/verify.ts"
import { AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { recorded } from "@ops/platform/http/access-log.ts"
import { Database } from "@ops/platform/database/database.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { replay } from "@ops/platform/records/generations/replay.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { clientsModule } from "@ops/clients/module.ts"
import { financeModule } from "@ops/finance/module.ts"
import { identityModule } from "@ops/identity/module.ts"
import { config } from "@ops/identity/testing.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { peopleModule } from "@ops/people/module.ts"
import { purchaseRequests } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { vendors } from "@ops/procurement/vendors/vendor.ts"
import { sites } from "@ops/sites/site.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { contractorBills } from "./bills/resource.ts"
import { contractorsModule } from "./module.ts"
import { contractors } from "./resource.ts"
import { ContractorsLive } from "./server.ts"
import { company, electrician, person, rewiring } from "./testing.ts"
import { contractorAssignments, contractorHours } from "./work/resource.ts"

const modules = [identityModule, peopleModule, ledgerModule, clientsModule, financeModule, contractorsModule]
const model = {
  streams: [sites, vendors, purchaseRequests, stockItems, ...modules.flatMap(({ streams }) => [...streams])],
  consequences: contractorsModule.consequences,
  views: modules.flatMap(({ views }): ReadonlyArray<string> => views),
  tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
}
const runtime = ManagedRuntime.make(testDatabase(model))

/** Signs in with a level, restricted to a site, as the given person instead of the level: "6@1", "7:71". */
const signedIn = (token: string) => {
  const [, level, site, id] = /^(\d+)(?:@(\d+))?(?::(\d+))?$/.exec(token)!
  const siteId = site === undefined ? null : Number(site)
  const { today, at } = system("test", new Date().toISOString())
  const by = person(Number(level), { person: Number(id ?? level), confinedTo: siteId, today, at })
  return { ...by, person: by.person!, employeeId: token, siteId, sessionId: null, proven: true }
}
class Api extends HttpApi.make("ops").add(contractors.group).add(contractorAssignments.group).add(contractorHours.group).add(contractorBills.group) {}
const web = serveApi(
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide([ContractorsLive, resourceLive(contractors), resourceLive(contractorAssignments)]),
    Layer.provide(recorded.pipe(Layer.provide(AuthorizationLive))),
    Layer.provide(config("demo")),
  ),
  runtime,
  signedIn,
)
const { call } = web
const put = (token: string, address: string, body: object | null = null) => call(token, address, body, "PUT")
const run = <A>(effect: Effect.Effect<A, unknown, unknown>) => runtime.runPromise(effect as Effect.Effect<A, unknown, never>)
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})

const { contractorNumber: _, ...facts } = electrician
const form = { ...facts, contractEnd: "2027-07-31", hourlyRate: "12.50", bankName: "Equity", bankAccount: "100200", notes: "Knows the mechanic" }

beforeAll(async () => {
  await run(
    Effect.gen(function* () {
      const { execute } = yield* Records
      yield* execute(told, [...company], system("test", "2026-01-04T06:00:00.000Z"))
      yield* Effect.flatMap(Database, ({ statement }) => statement("select es.next_value('id_vendor', 100)", []))
    }),
  )
  expect(await call("8", "/api/contractors", form)).toMatchObject({ status: 201, body: { contractorNumber: "CON-0001", hourlyRate: "12.50", dailyRate: null } })
  const catering = { ...form, departmentId: 2, siteId: 2, nationalId: "N-2", serviceType: "Baking" }
  expect((await call("10", "/api/contractors", catering)).status).toBe(201)
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

// proves API-294
test("each level sees its own contractors, and only the fields it is allowed to", async () => {
  const seen = async (token: string) =>
    ((await call(token, "/api/contractors")).body as ReadonlyArray<{ contractorNumber: string }>).map(({ contractorNumber }) => contractorNumber)
  expect(await seen("10")).toEqual(["CON-0001", "CON-0002"])
  expect(await seen("7")).toEqual(["CON-0001", "CON-0002"])
  expect(await seen("8")).toEqual(["CON-0001"])
  expect(await seen("6@1")).toEqual(["CON-0001"])
  expect(await seen("6@2")).toEqual(["CON-0002"])
  expect((await call("5@1", "/api/contractors")).status).toBe(403)
  expect((await call("6@1", "/api/contractors/2")).status).toBe(404)
  const of = async (token: string) => (await call(token, "/api/contractors/1")).body
  expect(await of("8")).toMatchObject({ nationalId: "N-1", bankAccount: "100200", hourlyRate: "12.50", notes: "Knows the mechanic" })
  expect(await of("7")).toMatchObject({ nationalId: null, bankAccount: "100200", hourlyRate: "12.50", notes: null })
  expect(await of("6@1")).toMatchObject({
    nationalId: null,
    bankAccount: null,
    hourlyRate: null,
    rate: null,
    rates: null,
    contractValue: null,
    phone: "+211 912 000 111",
  })
})

test("each invalid form is refused with one sentence", async () => {
  expect(await call("8", "/api/contractors", { ...form, phone: " " })).toMatchObject({ status: 400, body: expect.stringContaining("Phone is required") })
  expect(await call("8", "/api/contractors", { ...form, nationalId: "N-9", contractEnd: "2026-07-01" })).toEqual({
    status: 422,
    body: "Contract end must be on or after the contract start",
  })
  expect(await call("8", "/api/contractor-assignments", { ...rewiring, siteId: "" })).toMatchObject({ status: 400 })
  expect(await call("8", "/api/contractors/1/bills", { month: "October" })).toMatchObject({ status: 403 })
  expect(await call("7:71", "/api/contractors/1/bills", { month: "October" })).toEqual({ status: 400, body: "Month must be written as 2026-10" })
})

test("a contractor's month is assigned, started, recorded, approved and billed once", async () => {
  const assigned = await call("8", "/api/contractor-assignments", { ...rewiring, startDate: "2026-08-01", endDate: "2026-12-31" })
  expect(assigned).toMatchObject({ status: 201, body: { status: "assigned", canStart: true, site: { code: "S1" }, workOrderId: null } })
  expect(await put("6@1", "/api/contractor-assignments/1/start", { date: "2026-08-03" })).toMatchObject({
    status: 200,
    body: { status: "started", canRecord: true },
  })
  expect((await call("8", "/api/contractors/1")).body).toMatchObject({ availabilityStatus: "assigned", currentProjectsCount: 1, billableMonth: null })
  for (const [date, hours] of [
    ["2026-08-04", "8"],
    ["2026-08-05", "7.5"],
  ] as const) {
    expect(await call("6@1", "/api/contractor-hours", { assignmentId: 1, date, hours })).toMatchObject({
      status: 201,
      body: { status: "recorded", canDecide: false },
    })
  }
  expect(await call("6@1", "/api/contractor-hours", { assignmentId: 1, date: "2026-08-06", hours: "24.5" })).toEqual({
    status: 422,
    body: "A day has 24 hours at most",
  })
  expect(await call("8", "/api/contractor-hours/approve", { ids: [1, 2] })).toEqual({ status: 200, body: { approved: 2 } })
  expect((await call("7", "/api/contractors/1")).body).toMatchObject({ unbilledHours: "15.50", billableMonth: "2026-08", canBill: false })
  expect((await call("7", "/api/contractors?billable=true")).body).toHaveLength(1)
  expect(await call("7:71", "/api/contractors/1/bills", { month: "2026-08" })).toEqual({
    status: 409,
    body: "First choose the vendor for Bol Majok is paid",
  })
  expect(await put("7:71", "/api/contractors/1/vendor")).toMatchObject({ status: 200, body: { vendorName: "Bol Majok", canBill: true } })
  const billed = await call("7:71", "/api/contractors/1/bills", { month: "2026-08" })
  expect(billed).toMatchObject({
    status: 201,
    body: { number: "CON-0001/2026-08/S1", amount: "193.75", hours: "15.50", days: 2, dueDate: "2026-09-30", payableStatus: "open", payableApproved: false },
  })
  expect(billed.body.lines).toEqual([{ description: "15.5 hours of 2026-08", unit: "hour", quantity: "15.50", rate: "12.50", amount: "193.75" }])
  expect(await call("7:71", "/api/contractors/1/bills", { month: "2026-08" })).toEqual({
    status: 409,
    body: "2026-08 of Bol Majok is billed already as AP-2026-00001",
  })
  expect((await call("6@1", "/api/contractor-bills")).status).toBe(403)
  expect((await call("8", "/api/contractor-hours?status=billed")).body).toHaveLength(2)
  expect((await call("8", "/api/contractor-assignments/1")).body).toMatchObject({ actualHours: "15.50", canCancel: false })
  expect((await call("8", "/api/contractors?format=csv")).body).toContain("CON-0001")
})

test("completed work is rated, and the contractor shows the average", async () => {
  const { today } = system("test", new Date().toISOString())
  expect(await put("6@1", "/api/contractor-assignments/1/complete", { date: today, rating: "4.5", note: "Fine work" })).toMatchObject({
    status: 200,
    body: { status: "completed", rating: "4.50", canRate: true },
  })
  expect(await put("6@1", "/api/contractor-assignments/1/rating", { rating: 5.5 })).toEqual({ status: 422, body: "Rating must be from 0 to 5" })
  expect((await call("6@1", "/api/contractors/1")).body).toMatchObject({ rating: "4.50", ratings: 1, totalProjectsCompleted: 1, currentProjectsCount: 0 })
})

test("an erased person disappears from every record, while the log stays valid and folds to the same rows", async () => {
  const { today } = system("test", new Date().toISOString())
  await put("10", "/api/contractors/2/end", { endedOn: today, reason: "Done" })
  const erase = { reason: "Asked for it", confirm: "CON-0002" }
  expect(await call("10", "/api/contractors/2/erase", erase)).toMatchObject({ status: 200, body: { firstName: "erased", bankAccount: null, notes: "" } })
  expect(JSON.stringify((await call("10", "/api/contractors/2/history")).body)).not.toContain("Bol")
  expect((await run(verifyLog({ keys: [] }))).clean).toBe(true)
  expect((await run(replay(model.streams, model.views, { diff: true }))).compared!.differences).toEqual([])
})
