/** Assets, plans and service levels over HTTP, on a real database: permissions, downtime, creating orders once, and escalation. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { documentsModule } from "@ops/platform/documents/module.ts"
import { AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { recorded } from "@ops/platform/http/access-log.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { mailModule } from "@ops/platform/mail/module.ts"
import { type Command, command, type By, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { replay } from "@ops/platform/records/generations/replay.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { billingModule } from "@ops/billing/module.ts"
import { clientsModule } from "@ops/clients/module.ts"
import { contractorsModule } from "@ops/contractors/module.ts"
import { financeModule } from "@ops/finance/module.ts"
import { identityModule } from "@ops/identity/module.ts"
import { config } from "@ops/identity/testing.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { mealsModule } from "@ops/meals/module.ts"
import { peopleModule } from "@ops/people/module.ts"
import { procurementModule } from "@ops/procurement/module.ts"
import { sitesModule } from "@ops/sites/module.ts"
import { stockModule } from "@ops/stock/module.ts"
import { assets } from "../assets/resource.ts"
import { escalateDue, runMaintenance } from "./clock.ts"
import { maintenance } from "./resource.ts"
import { MaintenanceLive } from "./server.ts"
import { facilitiesModule } from "../module.ts"
import { SlaGroup } from "../service-levels/contract.ts"
import { promiseSla } from "../service-levels/sla-policy.ts"
import { SlaLive } from "../service-levels/server.ts"
import { company, noise, nothingUsed, person } from "../testing.ts"
import { completeOrder } from "../work-orders/completion.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { assignOrder, raiseOrder, startOrder } from "../work-orders/commands.ts"

const modules = [
  sitesModule,
  identityModule,
  peopleModule,
  stockModule,
  procurementModule,
  ledgerModule,
  clientsModule,
  mealsModule,
  billingModule,
  financeModule,
  contractorsModule,
  facilitiesModule,
  mailModule,
  documentsModule,
]
const model = {
  streams: modules.flatMap(({ streams }) => [...streams]),
  consequences: [...facilitiesModule.consequences],
  views: modules.flatMap(({ views }): ReadonlyArray<string> => views),
  tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
}
const runtime = ManagedRuntime.make(testDatabase(model))
const { today } = system("test", new Date().toISOString())

/** Signs in with a level, limited to a site if one is given: "6@1". */
const signedIn = (token: string) => {
  const [, level, site] = /^(\d+)(?:@(\d+))?$/.exec(token)!
  const siteId = site === undefined ? null : Number(site)
  const by = person(Number(level), { confinedTo: siteId, today, at: new Date().toISOString() })
  return { ...by, person: by.person!, employeeId: token, siteId, sessionId: null, proven: true }
}
class Api extends HttpApi.make("ops").add(assets.group).add(maintenance.group).add(SlaGroup) {}
const web = serveApi(
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide([resourceLive(assets), MaintenanceLive, SlaLive]),
    Layer.provide(recorded.pipe(Layer.provide(AuthorizationLive))),
    Layer.provide(config("demo")),
  ),
  runtime,
  signedIn,
)
const ask = (token: string, method: string, address: string, body?: object) => web.call(token, address, body, method)
const run = <A>(effect: Effect.Effect<A, unknown, unknown>) => runtime.runPromise(effect as Effect.Effect<A, unknown, never>)
const execute = <Input>(act: Command<Input>, input: Input, by: By) => Effect.flatMap(Records, ({ execute }) => execute(act, input, by))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const rows = (sql: string) => run(Effect.flatMap(Database, ({ statement }) => statement(sql, [])))
/** A person of site 1, this many minutes ago. */
const ago = (level: number, minutes: number) => {
  const at = new Date(Date.now() - minutes * 60_000).toISOString()
  return person(level, { at, today: system("test", at).today })
}

beforeAll(async () => {
  await run(execute(told, company, system("test", "2026-01-04T06:00:00.000Z")))
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
}, 60_000)

const generator = { name: "Generator 1", kind: "generator", siteId: 1, location: "Power house", meterUnit: "hours", meterReading: "1200.5" }

// proves API-222
test("an asset is registered, read, set down and restored by people with the permission", async () => {
  expect((await ask("3@1", "POST", "/api/assets", generator)).status).toBe(403)
  expect((await ask("6@2", "POST", "/api/assets", generator)).status).toBe(403)
  const made = await ask("6@1", "POST", "/api/assets", generator)
  expect(made).toMatchObject({
    status: 201,
    body: {
      assetNumber: "AST-0001",
      status: "operational",
      meterReading: "1200.50",
      readings: [{ date: today, reading: "1200.50", replaced: false }],
      canChange: true,
    },
  })
  const at = `/api/assets/${made.body.id}`
  expect(await ask("6@1", "POST", "/api/assets", { ...generator, kind: "boat" })).toMatchObject({
    status: 400,
    body: expect.stringMatching(/^Kind must be one of/),
  })
  expect((await ask("3@2", "GET", at)).status).toBe(404)
  expect((await ask("1", "GET", "/api/assets")).status).toBe(403)
  expect(await ask("3@1", "POST", `${at}/readings`, { reading: "1100" })).toMatchObject({
    status: 422,
    body: expect.stringContaining("The meter reading was 1200.50"),
  })
  expect((await ask("3@1", "POST", `${at}/readings`, { reading: "1210" })).body).toMatchObject({
    meterReading: "1210.00",
    canChange: false,
    canReadMeter: true,
  })
  expect((await ask("3@1", "PUT", `${at}/status`, { status: "down", reason: "No fuel pressure" })).body).toMatchObject({
    status: "down",
    downtime: [{ orderId: null, to: null, planned: false, reason: "No fuel pressure" }],
  })
  expect((await ask("6@1", "GET", "/api/assets?status=down")).body).toHaveLength(1)
  expect((await ask("3@1", "PUT", `${at}/status`, { status: "operational" })).body).toMatchObject({
    status: "operational",
    downtime: [{ to: expect.any(String) }],
  })
  expect((await ask("6@1", "GET", `${at}/history`)).body.map(({ type }: { type: string }) => type)).toEqual([
    "AssetRegistered",
    "AssetMeterRead",
    "AssetMeterRead",
    "AssetStatusSet",
    "AssetStatusSet",
  ])
})

test("a change of an asset leaves what it is not given, and a retired asset is listed only where it is asked for", async () => {
  const made = await ask("8", "POST", "/api/assets", {
    ...generator,
    name: "Old pump",
    kind: "pump",
    serialNumber: "PU-1",
    inServiceSince: "2024-03-01",
    notes: "Loud",
  })
  const at = `/api/assets/${made.body.id}`
  expect(made.body).toMatchObject({ site: { id: 1, code: "S1" }, siteCode: "S1", serialNumber: "PU-1" })
  expect((await ask("6@1", "PATCH", at, { serialNumber: "", notes: null, location: "" })).body).toMatchObject({
    name: "Old pump",
    serialNumber: null,
    inServiceSince: "2024-03-01",
    notes: "Loud",
    location: "",
  })
  expect(await ask("6@1", "PATCH", at, { name: "" })).toMatchObject({ status: 400, body: "Name is required" })
  expect((await ask("6@2", "PATCH", at, { notes: "Elsewhere" })).status).toBe(404)
  expect(await ask("6@1", "PUT", `${at}/retire`, { reason: "" })).toMatchObject({ status: 400, body: "Reason is required" })
  expect((await ask("6@1", "PUT", `${at}/retire`, { reason: "Sold" })).body).toMatchObject({
    isActive: false,
    canChange: false,
    cannot: { change: `${made.body.assetNumber} was removed from the register: Sold` },
  })
  const listed = async (query: string) => (await ask("6@1", "GET", `/api/assets${query}`)).body.map(({ name }: Fields) => name)
  expect(await listed("")).not.toContain("Old pump")
  expect(await listed("?active=")).toContain("Old pump")
  expect(await listed("?active=false")).toEqual(["Old pump"])
})

test("overlapping downtime of several orders counts once, within the last thirty days", async () => {
  const { body: pump } = await ask("8", "POST", "/api/assets", { ...generator, name: "Pump", kind: "pump" })
  const broken = (minutes: number) => execute(raiseOrder, { ...noise, priority: "urgent" as const, assetId: pump.id }, ago(6, minutes))
  const finish = (id: number, minutes: number) =>
    Effect.gen(function* () {
      yield* execute(assignOrder, { id, scheduledDate: null, assignedTo: null, contractorId: null, team: "maintenance" as const }, ago(6, minutes))
      yield* execute(startOrder, { id }, ago(6, minutes))
      yield* execute(completeOrder, { id, ...nothingUsed }, ago(6, minutes))
    })
  // from 300 to 100 and from 200 to 60 minutes ago: 240 minutes in total
  const [one, two] = [await run(broken(300)), await run(broken(200))]
  await run(finish(one.id, 100))
  expect((await ask("8", "GET", `/api/assets/${pump.id}`)).body).toMatchObject({ status: "down", openOrders: 1 })
  await run(finish(two.id, 60))
  expect((await ask("8", "GET", `/api/assets/${pump.id}`)).body).toMatchObject({ status: "operational", downMinutes: 240, inspectionMinutes: 0, openOrders: 0 })
})

const service = {
  name: "Oil and filters",
  siteId: 1,
  assetId: 1,
  serviceType: "equipment_maintenance",
  trigger: "calendar",
  every: 1,
  unit: "months",
  startDate: today,
  team: "maintenance",
  checklist: [{ line: "Oil changed", required: true }],
  parts: [{ stockItemId: 1, quantity: "1" }],
}

// proves API-221
test("a plan creates its order once, even for concurrent callers, and only planners can change, pause and end it", async () => {
  expect((await ask("3@1", "POST", "/api/maintenance-plans", service)).status).toBe(403)
  expect(await ask("6@1", "POST", "/api/maintenance-plans", { ...service, every: "1.5" })).toEqual({
    status: 422,
    body: "Every must be a whole number of at least 1",
  })
  const made = await ask("6@1", "POST", "/api/maintenance-plans", service)
  expect(made).toMatchObject({
    status: 201,
    body: {
      planNumber: "PM-0001",
      every: 1,
      nextDue: today,
      makesOn: today,
      asset: { assetNumber: "AST-0001" },
      assignee: "Maintenance team",
      parts: [{ name: "Oil filter", quantity: "1.00" }],
    },
  })
  const at = `/api/maintenance-plans/${made.body.id}`
  // of two concurrent callers, only one creates it
  const looked = await Promise.all([ask("6@1", "POST", "/api/maintenance-plans/run"), run(runMaintenance(system("maintenance", new Date().toISOString())))])
  expect(looked[0].status).toBe(200)
  expect(await rows(`select count(*)::int as n from work_order where plan_id = ${made.body.id}`)).toMatchObject([{ n: 1 }])
  const later = await ask("6@1", "POST", "/api/maintenance-plans/run")
  expect(later.body).toEqual({ made: [], refused: [] })
  expect((await ask("3@1", "GET", at)).body).toMatchObject({ ordersMade: 1, openOrders: [{ status: "assigned", scheduledDate: today }], canChange: false })
  expect((await ask("6@1", "PATCH", at, { name: "Oil", checklist: [] })).body).toMatchObject({ name: "Oil", checklist: [], ordersMade: 1 })
  expect(await ask("6@1", "PUT", `${at}/pause`, { reason: " " })).toMatchObject({ status: 400, body: "Reason is required" })
  expect((await ask("6@1", "PUT", `${at}/pause`, { reason: "Camp is closed" })).body).toMatchObject({ status: "paused", canResume: true })
  expect((await ask("6@1", "PUT", `${at}/resume`)).body).toMatchObject({ status: "active" })
  expect((await ask("6@2", "PUT", `${at}/end`, { reason: "x" })).status).toBe(404)
  expect((await ask("8", "PUT", `${at}/end`, { reason: "Generator goes" })).body).toMatchObject({ status: "ended", statusReason: "Generator goes" })
  expect((await ask("6@1", "GET", "/api/maintenance-plans?status=active")).body).toEqual([])
})

test("after a replacement, a plan by the meter shows the reading of the new meter", async () => {
  const asked = { ...service, name: "Valves", trigger: "meter", every: "250.5", unit: null, startDate: null, startReading: "1500" }
  const made = await ask("6@1", "POST", "/api/maintenance-plans", asked)
  expect(made.body).toMatchObject({ every: 250.5, meterUnit: "hours", nextDue: null, nextReading: "1500.00", startReading: "1500.00" })
  await ask("6@1", "POST", "/api/assets/1/readings", { reading: "1400" })
  await ask("6@1", "POST", "/api/assets/1/readings", { reading: "0", replaced: true })
  expect((await ask("6@1", "GET", `/api/maintenance-plans/${made.body.id}`)).body).toMatchObject({ nextReading: "100.00" })
  expect((await ask("6@1", "POST", "/api/maintenance-plans/run")).body.made).toEqual([])
  await ask("6@1", "POST", "/api/assets/1/readings", { reading: "100" })
  expect((await ask("6@1", "POST", "/api/maintenance-plans/run")).body.made).toMatchObject([{ name: "Valves", due: null }])
  expect((await ask("6@1", "GET", `/api/maintenance-plans/${made.body.id}`)).body).toMatchObject({ nextReading: "350.50" })
})

test("a plan whose order cannot be created is reported by name, and the other orders are created", async () => {
  const other = { ...service, siteId: 2, assetId: null, parts: [], checklist: [], team: null }
  const [closed, well] = [
    await ask("8", "POST", "/api/maintenance-plans", { ...other, name: "Camp 2" }),
    await ask("8", "POST", "/api/maintenance-plans", { ...other, siteId: 1, name: "Camp 1" }),
  ]
  expect([closed.status, well.status]).toEqual([201, 201])
  const { sites, SiteClosed } = await import("@ops/sites/site.ts")
  await run(execute(told, [sites.at(2, SiteClosed({ reason: "Dry season" }))], system("test", new Date().toISOString())))
  expect(await ask("8", "POST", "/api/maintenance-plans/run")).toMatchObject({
    status: 200,
    body: { made: [{ name: "Camp 1", due: today }], refused: [{ name: "Camp 2", reason: "Site 2 is closed. Choose another site" }] },
  })
  await ask("8", "PUT", `/api/maintenance-plans/${closed.body.id}/end`, { reason: "Camp is closed" })
})

test("an SLA close to its deadline is escalated once, then missed, and its credit is decided", async () => {
  const promise = {
    clientId: 1,
    priority: "high",
    from: addDays(today, -3),
    responseMinutes: 60,
    resolutionMinutes: 120,
    aroundTheClock: true,
    creditAmount: "25.00",
  }
  expect((await ask("6@1", "POST", "/api/sla/policies", promise)).status).toBe(403)
  expect(await ask("8", "POST", "/api/sla/policies", { ...promise, responseMinutes: 0 })).toMatchObject({
    status: 400,
    body: "Response must be a whole number of minutes, at least 1",
  })
  expect(await ask("8", "POST", "/api/sla/policies", promise)).toMatchObject({
    status: 200,
    body: { clientName: "Nile Oil", promised: { responseMinutes: 60, creditAmount: "25.00" } },
  })
  const raise = (minutes: number) => run(execute(raiseOrder, { ...noise, priority: "high" as const, clientId: 1 }, ago(6, minutes)))
  const [late, soon, fresh] = [await raise(130), await raise(50), await raise(5)]
  await run(escalateDue)
  await run(escalateDue)
  const clocks = (await ask("6@1", "GET", "/api/sla/clocks?sort=startedAt")).body
  expect(
    clocks.map((clock: Fields & { readonly escalations: ReadonlyArray<Fields> }) => [
      clock.id,
      clock.response,
      clock.resolution,
      clock.escalations.map(({ percent, clock }: Fields) => `${clock} ${percent}`),
    ]),
  ).toEqual([
    [late.id, "missed", "missed", ["response 100", "resolution 100"]],
    [soon.id, "running", "running", ["response 80"]],
    [fresh.id, "running", "running", []],
  ])
  expect((await ask("6@2", "GET", "/api/sla/clocks")).body).toEqual([])
  expect((await ask("3@1", "GET", "/api/sla/clocks")).status).toBe(403)
  expect((await ask("8", "GET", "/api/sla/summary")).body).toEqual([
    { clientId: 1, clientName: "Nile Oil", orders: 3, responseMet: 0, responseMissed: 1, resolutionMet: 0, resolutionMissed: 1, credits: "25.00" },
  ])
  expect((await ask("8", "GET", `/api/sla/summary?from=${addDays(today, 1)}`)).body).toEqual([])
  expect((await ask("8", "GET", "/api/sla/summary?from=soon")).status).toBe(400)
  expect((await ask("6@1", "PUT", `/api/sla/clocks/${late.id}/credit`, { granted: true })).status).toBe(403)
  expect((await ask("7", "PUT", `/api/sla/clocks/${late.id}/credit`, { granted: true })).body).toMatchObject({ creditStatus: "granted", canDecide: false })
  expect((await ask("7", "PUT", `/api/sla/clocks/${soon.id}/credit`, { granted: true })).status).toBe(409)
})

test("a backdated first SLA policy does not affect orders raised before it", async () => {
  const { id } = await run(execute(raiseOrder, { ...noise, priority: "low" as const }, ago(6, 30)))
  await run(
    execute(
      promiseSla,
      {
        clientId: null,
        serviceType: null,
        priority: "low",
        from: addDays(today, -9),
        responseMinutes: 10,
        resolutionMinutes: null,
        aroundTheClock: true,
        creditAmount: 0,
      },
      person(8),
    ),
  )
  expect(await rows(`select count(*)::int as n from sla_clock where id = ${id}`)).toMatchObject([{ n: 0 }])
})

test("refolding the log gives the same rows", async () => {
  expect((await run(replay(model.streams, model.views, { diff: true }))).compared!.differences).toEqual([])
}, 60_000)
