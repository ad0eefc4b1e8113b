/** The calls over HTTP, on a real database: permissions, an order from the report to its cost, and the board. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Database } from "@ops/platform/database/database.ts"
import { attachments } from "@ops/platform/documents/attachment-server.ts"
import { AttachmentsGroup } from "@ops/platform/documents/attachment-contract.ts"
import { documentsModule } from "@ops/platform/documents/module.ts"
import { AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { recorded } from "@ops/platform/http/access-log.ts"
import { mailModule } from "@ops/platform/mail/module.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
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
import { AccountOpened, accounts } from "@ops/ledger/accounts/account.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { mealsModule } from "@ops/meals/module.ts"
import { AbsenceAsked, AbsenceGranted, leaveAccounts } from "@ops/people/leave/leave-account.ts"
import { peopleModule } from "@ops/people/module.ts"
import { procurementModule } from "@ops/procurement/module.ts"
import { sitesModule } from "@ops/sites/module.ts"
import { stockModule } from "@ops/stock/module.ts"
import { workOrders as orders } from "./resource.ts"
import { facilitiesFiles } from "../files.ts"
import { facilitiesModule } from "../module.ts"
import { WorkOrdersLive } from "./server.ts"
import { company, hired, person } from "../testing.ts"

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
  consequences: [...facilitiesModule.consequences, ...stockModule.consequences],
  views: modules.flatMap(({ views }): ReadonlyArray<string> => views),
  tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
}
const runtime = ManagedRuntime.make(testDatabase(model))

/** Signs in with a level, optionally limited to a site, and as a person whose id differs from the level: "6@1", "3@1:33". */
const signedIn = (token: string) => {
  const [, level, site, id] = /^(\d+)(?:@(\d+))?(?::(\d+))?$/.exec(token)!
  const siteId = site === undefined ? null : Number(site)
  const { today, at } = system("test", new Date().toISOString())
  const by = person(Number(level), { person: Number(id ?? level), confinedTo: siteId, today, at })
  return { ...by, person: by.person!, employeeId: token, siteId, sessionId: null, proven: true }
}
class Api extends HttpApi.make("ops").add(orders.group).add(AttachmentsGroup) {}
const web = serveApi(
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide([WorkOrdersLive, attachments(facilitiesFiles)]),
    Layer.provide(recorded.pipe(Layer.provide(AuthorizationLive))),
    Layer.provide(config("demo")),
  ),
  runtime,
  signedIn,
)
const ask = async (token: string, request: { address: string; method: string; body?: BodyInit; headers?: Record<string, string> }) => {
  const { address, method, body, headers } = request
  const answer = await web.handler(
    new Request(`http://localhost${address}`, { method, headers: { authorization: `Bearer ${token}`, ...headers }, ...(body !== undefined && { body }) }),
  )
  const text = await answer.text()
  return { status: answer.status, body: answer.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text }
}
const json = { "content-type": "application/json" }
const get = (token: string, address: string) => ask(token, { address, method: "GET" })
const post = (token: string, address: string, body: object, headers: Record<string, string> = {}) =>
  ask(token, { address, method: "POST", body: JSON.stringify(body), headers: { ...json, ...headers } })
const patch = (token: string, address: string, body?: object) =>
  ask(token, { address, method: "PATCH", headers: json, ...(body && { body: JSON.stringify(body) }) })
const run = <A>(effect: Effect.Effect<A, unknown, unknown>) => runtime.runPromise(effect as Effect.Effect<A, unknown, never>)
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})

const pump = { siteId: 1, serviceType: "sewage", priority: "high", description: "The pump stands still", location: "Camp B" }
const { today } = system("test", new Date().toISOString())
const checklist = [{ line: "Pressure above 2 bar", required: true }]

beforeAll(async () => {
  const books = (
    [
      ["1200", "Stock", "asset"],
      ["3000", "Opening balances", "equity"],
      ["5300", "Facilities services cost", "expense"],
      ["6190", "Labour charged to jobs", "expense"],
    ] as const
  ).map(([accountNumber, accountName, accountType], n) =>
    accounts.at(900 + n, AccountOpened({ accountNumber, accountName, accountType, subType: null, parentAccountId: null, description: "" })),
  )
  const away = [
    hired(4),
    leaveAccounts.at(4, AbsenceAsked({ requestId: 2, leaveTypeId: 1, startDate: today, endDate: today, entries: [] })),
    leaveAccounts.at(4, AbsenceGranted({ requestId: 2 })),
  ]
  await run(Effect.flatMap(Records, ({ execute }) => execute(told, [...company, ...books, ...away], system("test", "2026-01-04T06:00:00.000Z"))))
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
}, 60_000)

// proves API-220
test("an order goes from report to cost, and each level can perform only its own steps", async () => {
  expect((await post("1", "/api/work-orders", pump)).status).toBe(403)
  expect((await post("3@2", "/api/work-orders", pump)).status).toBe(403)
  const made = await post("3@1:33", "/api/work-orders", { ...pump, origin: "issue", reportedAt: "2026-11-01" })
  expect(made).toMatchObject({
    status: 201,
    body: {
      orderNumber: expect.stringMatching(new RegExp(`^WO-${today.slice(0, 4)}-\\d{5}$`)),
      status: "pending",
      shown: "pending",
      origin: "issue",
      estimatedCost: null,
      actualCost: null,
    },
  })
  // without a deadline or a date it is not late
  expect(made.body).toMatchObject({ dueDate: null, isOverdue: false, sla: { response: "none", resolution: "none" } })
  const { id } = made.body
  const at = `/api/work-orders/${id}`
  expect((await patch("3@1", `${at}/assign`, { assignedTo: 1 })).status).toBe(403)
  expect(await patch("6@1", `${at}/assign`, { assignedTo: 4 })).toEqual({
    status: 422,
    body: `James Okot 4 is on leave from ${today} to ${today}. Choose another person, or another day`,
  })
  expect(await patch("6@1", `${at}/assign`, { assignedTo: 1 })).toMatchObject({
    status: 200,
    body: { status: "assigned", assignee: "James Okot 1", canStart: true },
  })
  expect((await get("3@1:33", at)).body).toMatchObject({ canStart: false, canAssign: false, canCancel: true })
  expect(await patch("3@1:33", `${at}/start`)).toMatchObject({ status: 403, body: expect.stringContaining("assigned to James Okot 1") })
  expect((await patch("3@1", `${at}/start`)).body).toMatchObject({ status: "in_progress", canComplete: true })
  const done = await patch("3@1", `${at}/complete`, {
    parts: [{ stockItemId: 1, quantity: "1" }],
    hours: [{ staffId: 1, minutes: 104 }],
    rating: 4,
    remarks: "New impeller",
  })
  expect(done).toMatchObject({ status: 200, body: { status: "completed", actualCost: null, parts: [{ name: "Oil filter", quantity: "1.00", value: null }] } })
  expect((await get("6@1", at)).body).toMatchObject({ actualCost: "22.50", hours: [{ name: "James Okot 1", minutes: 104, cost: null }], canVerify: true })
  expect((await get("8", at)).body).toMatchObject({ hours: [{ minutes: 104, cost: "10.00" }] })
  expect((await patch("3@1", `${at}/verify`)).status).toBe(403)
  expect((await patch("6@1", `${at}/verify`, { note: "Seen" })).body).toMatchObject({ status: "verified", verifiedBy: 6 })
  const told = JSON.stringify((await get("3@1", `${at}/history`)).body)
  expect(told).not.toContain("22.50")
  const history = (await get("6@1", `${at}/history`)).body as ReadonlyArray<{ type: string; text: string }>
  expect(history.map(({ type }) => type)).toEqual(["WorkOrderRequested", "WorkOrderAssigned", "WorkOrderStarted", "WorkOrderCompleted", "WorkOrderVerified"])
  expect(history[3]!.text).toBe("Completed: 1 part, 104 minutes of work, rated 4 of 5. New impeller")
})

test("each invalid form is refused with one sentence, and writes nothing", async () => {
  const before = (await get("10", "/api/work-orders")).body.length
  const bad = async (body: object) => (await post("8", "/api/work-orders", body)).body
  expect(await bad({ ...pump, serviceType: "painting" })).toBe("Service type must be one of: cleaning, fumigation, sewage, waste, equipment_maintenance, other")
  expect(await bad({ ...pump, dueDate: "soon" })).toBe("Due date must be a day such as 2026-11-21")
  expect(await bad({ ...pump, dueDate: "2020-01-01" })).toBe("Due date cannot be before today")
  expect(await bad({ ...pump, photos: [4711] })).toBe("There is no file 4711 of yours. Upload it first")
  expect(await bad({ ...pump, siteId: "nowhere" })).toBe("Site is required")
  expect(await bad({ ...pump, contractId: 12 })).toContain("12 does not exist")
  expect((await patch("8", "/api/work-orders/99/hold", { reason: "" })).body).toBe("Reason is required")
  expect((await get("10", "/api/work-orders")).body).toHaveLength(before)
})

test("an open checklist line keeps an order open", async () => {
  const { body } = await post("6@1", "/api/work-orders", { ...pump, checklist, assignedTo: 1 })
  const at = `/api/work-orders/${body.id}`
  await patch("6@1", `${at}/start`)
  expect(await patch("6@1", `${at}/complete`, {})).toEqual({
    status: 422,
    body: "Line 1 of the checklist is open: Pressure above 2 bar. Mark it as ok, failed or not applicable",
  })
  expect(await patch("6@1", `${at}/complete`, { parts: [{ stockItemId: 1, quantity: 9 }], checklist: [{ line: 1, result: "ok" }] })).toMatchObject({
    status: 422,
    body: "There are only 3.00 piece of Oil filter at Site 1",
  })
  expect((await get("6@1", at)).body).toMatchObject({ status: "in_progress", checklist: [{ result: null }], parts: [] })
  const failed = await patch("6@1", `${at}/complete`, { checklist: [{ line: 1, result: "failed", note: "0.8 bar" }] })
  expect(failed.body).toMatchObject({ status: "completed", followUps: [{ status: "pending" }] })
  const [{ id }] = failed.body.followUps
  expect((await get("6@1", `/api/work-orders/${id}`)).body).toMatchObject({ origin: "follow_up", followUpOf: { orderNumber: body.orderNumber } })
})

// proves API-293
test("an emergency key creates one emergency, however often the queue sends it", async () => {
  const emergency = { siteId: 1, serviceType: "sewage", origin: "emergency" }
  const key = { "idempotency-key": "queued-1" }
  const first = await post("5@1", "/api/work-orders", emergency, key)
  const second = await post("5@1", "/api/work-orders", emergency, key)
  expect(first).toMatchObject({ status: 201, body: { priority: "urgent", shown: "urgent", emergency: true, description: "Emergency: sewage at Site 1" } })
  expect(second.body.id).toBe(first.body.id)
})

test("people confined to a site see only its orders, including on the board and in the figures", async () => {
  const other = await post("8", "/api/work-orders", { ...pump, siteId: 2, priority: "urgent" })
  expect((await get("6@1", `/api/work-orders/${other.body.id}`)).status).toBe(404)
  const columns = async (token: string, query = "") =>
    Object.fromEntries(
      (
        (await get(token, `/api/work-orders/board${query}`)).body.columns as ReadonlyArray<{
          status: string
          count: number
          orders: ReadonlyArray<{ siteId: number }>
        }>
      ).map(({ status, count, orders }) => [status, [count, [...new Set(orders.map(({ siteId }) => siteId))]]]),
    )
  expect(await columns("6@1")).toEqual({ pending: [2, [1]], assigned: [0, []], in_progress: [0, []], on_hold: [0, []], completed: [1, [1]] })
  expect(await columns("6@1", "?siteId=2")).toEqual(await columns("6@1"))
  expect(await columns("8", "?siteId=site-2")).toMatchObject({ pending: [1, [2]] })
  expect(await columns("8", "?serviceType=cleaning")).toMatchObject({ pending: [0, []] })
  const overview = async (token: string) => (await get(token, "/api/work-orders/overview")).body
  expect(await overview("6@1")).toMatchObject({ activeOrders: 2, urgentRequests: 1, completedToday: 2 })
  expect(await overview("8")).toMatchObject({ activeOrders: 3, urgentRequests: 2, recent: [{ shown: "urgent", siteId: 2 }, { shown: "urgent" }, {}] })
  expect((await overview("8")).services).toContainEqual({ serviceType: "sewage", open: 3, urgent: 2 })
  expect(await get("8", "/api/work-orders?status=completed&mine=false&overdue=false")).toMatchObject({ status: 200, body: [{ status: "completed" }] })
  expect((await get("3@1", "/api/work-orders?mine=true")).body).toHaveLength(2)
})

test("photos and the signature are attached to the order, and everyone who sees the order can open them", async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const upload = async (name: string) => {
    const form = new FormData()
    form.append("file", new Blob([png]), name)
    return (await ask("6@1", { address: "/api/attachments", method: "POST", body: form })).body.id as number
  }
  const [before, after, signature] = [await upload("before.png"), await upload("after.png"), await upload("signature.png")]
  const { body } = await post("6@1", "/api/work-orders", { ...pump, photos: [before], assignedTo: 1, signatureRequired: true })
  const at = `/api/work-orders/${body.id}`
  await patch("6@1", `${at}/start`)
  const done = await patch("6@1", `${at}/complete`, { photos: [after], signature, signedBy: "Ayen Deng" })
  expect(done.body).toMatchObject({
    photos: [
      { name: "before.png", taken: "before" },
      { name: "after.png", taken: "after" },
    ],
    completion: { signature: { name: "signature.png" }, signedBy: "Ayen Deng" },
  })
  for (const id of [before, after, signature]) {
    expect((await get("3@1", `/api/attachments/${id}`)).status).toBe(200)
    expect((await get("3@2", `/api/attachments/${id}`)).status).toBe(404)
  }
})

test("the rows equal the log", async () => {
  expect((await run(replay(model.streams, model.views, { diff: true }))).compared!.differences).toEqual([])
  const [row] = (await run(
    Effect.flatMap(Database, ({ statement }) => statement("select count(*)::int as n from mail where about_kind = 'work_order'", [])),
  )) as [{ n: number }]
  expect(row.n).toBe(3)
})
