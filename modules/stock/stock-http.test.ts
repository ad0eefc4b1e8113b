/** The calls over HTTP, on a real database: a day in two stores, permissions, and books that equal the stores. */
import { Context, Effect, Layer, Logger, ManagedRuntime, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { verifyLog } from "@ops/platform/event-store/verify.ts"
import { Authentication } from "@ops/platform/http/contract.ts"
import { ErrorMappingLive, AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { recorded } from "@ops/platform/http/access-log.ts"
import { command, system, Rejection } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { replay } from "@ops/platform/records/generations/replay.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { config } from "@ops/identity/testing.ts"
import { identityModule } from "@ops/identity/module.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { sites } from "@ops/sites/site.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { StockApi } from "./contract.ts"
import { stockItems as itemResource } from "./items/resource.ts"
import { stockModule } from "./module.ts"
import { StockLive } from "./server.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { stores } from "./testing.ts"

const modules = [identityModule, ledgerModule, stockModule]
const model = {
  streams: [sites, ...modules.flatMap(({ streams }) => [...streams])],
  consequences: stockModule.consequences,
  views: modules.flatMap(({ views }): ReadonlyArray<string> => views),
  tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
}
const runtime = ManagedRuntime.make(testDatabase(model))

/** Signs in with a level, limited to a site if one is given: "6@1", "10". */
const signedIn = (token: string) => {
  const [level, site] = token.split("@")
  const confinedTo = site === undefined ? null : Number(site)
  const by = { ...system("test"), actor: `person:${level}`, person: Number(level), level: Number(level), permissions: permissionsOf(Number(level)), confinedTo }
  return { ...by, employeeId: token, siteId: confinedTo, sessionId: null, proven: true }
}
const sessions = Layer.succeed(
  Authentication,
  Authentication.of({
    cookie: () => Effect.fail(new Rejection(401, "Only tokens")),
    bearer: (effect, { credential }) => Effect.provideService(effect, Who, signedIn(Redacted.value(credential)) as SignedIn),
  }),
)
const api = HttpApiBuilder.layer(StockApi).pipe(
  Layer.provide([StockLive, resourceLive(itemResource)]),
  Layer.provide([sessions, ErrorMappingLive, recorded.pipe(Layer.provide(AuthorizationLive))]),
)
const web = HttpRouter.toWebHandler(
  Layer.mergeAll(api, Logger.layer([])).pipe(
    Layer.provideMerge(Layer.unwrap(Effect.map(runtime.contextEffect, (context) => Layer.succeedContext(context)))),
    Layer.provide([config("demo"), HttpServer.layerServices]),
  ),
)
const call = async (token: string, path: string, body?: object, method = body ? "POST" : "GET", key?: string) => {
  const answer = await web.handler(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
        ...(key && { "idempotency-key": key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
    Context.empty() as Context.Context<unknown>,
  )
  const text = await answer.text()
  return { status: answer.status, text, json: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : undefined, headers: answer.headers }
}
const query = (text: string, values: ReadonlyArray<unknown> = []) => runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, values)))

const given = command("test.given", function* ({ changes }: { readonly changes: ReadonlyArray<Change> }) {
  return changes
})
beforeAll(async () => {
  await runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(given, { changes: stores }, system("test"))))
}, 60_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

const move = (token: string, kind: string, more: object, key?: string) =>
  call(token, "/api/stock/movements", { kind, siteId: 1, stockItemId: 1, quantity: 10, ...more }, "POST", key)

// proves API-241
test("two stores receive, issue, transfer, waste and count stock, and the books equal what the stores hold", async () => {
  const [{ later }] = (await query("select to_char(es.today() + 3, 'YYYY-MM-DD') as later")) as [{ later: string }]
  const received = await move("6@1", "receive", { quantity: "100.5", cost: "120.60", lotNumber: "A1", expiryDate: later })
  expect([received.status, received.json.currentQuantity, received.json.value, received.json.averageCost]).toEqual([201, "100.50", "120.60", "1.20"])
  expect(received.json).toMatchObject({
    nextExpiry: later,
    lots: [{ lotNumber: "A1", expiryDate: later, quantity: "100.50" }],
    itemName: "Diesel",
    siteCode: "US",
  })

  // once, however often it is sent
  for (const _ of [1, 2]) expect((await move("3@1", "issue", { quantity: 40, note: "Kitchen" }, "issue-1")).json.currentQuantity).toBe("60.50")
  expect((await move("3@1", "issue", { quantity: 61 })).text).toBe("There are only 60.50 litre of Diesel at Unity State")

  const sent = await call("6@1", "/api/stock/transfers", { fromSiteId: 1, toSiteId: "jb", stockItemId: 1, quantity: 10 })
  expect([sent.status, sent.json.currentQuantity]).toEqual([201, "50.50"])
  expect((await call("6@1", "/api/stock/waste", { siteId: 1, stockItemId: 1, quantity: 0.5, note: "Leaked" })).json.currentQuantity).toBe("50.00")
  await move("6@1", "opening", { stockItemId: 2, quantity: 20 })
  const counted = await call("6@1", "/api/stock/counts", {
    siteId: 1,
    lines: [
      { stockItemId: 1, quantity: 49 },
      { stockItemId: 2, quantity: 21 },
    ],
  })
  expect(counted.json.map(({ itemName, currentQuantity, value }: Fields) => [itemName, currentQuantity, value]).sort()).toEqual([
    ["Chlorine", "21.00", "105.00"],
    ["Diesel", "49.00", "58.80"],
  ])

  const kinds = async (path: string, token = "10") => (await call(token, path)).json.map(({ kind, quantity }: Fields) => [kind, quantity])
  expect(await kinds("/api/stock/movements?stockItemId=1")).toEqual([
    ["count", "-1.00"],
    ["waste", "-0.50"],
    ["transfer_in", "10.00"],
    ["transfer_out", "-10.00"],
    ["issue", "-40.00"],
    ["receive", "100.50"],
  ])
  expect(await kinds("/api/stock/counts")).toEqual([
    ["count", "1.00"],
    ["count", "-1.00"],
  ])
  expect(await kinds("/api/stock/transfers", "6@2")).toEqual([["transfer_in", "10.00"]])
  expect((await call("10", "/api/stock/lots?status=soon")).json.map(({ siteCode, quantity, daysLeft }: Fields) => [siteCode, quantity, daysLeft])).toEqual([
    ["JB", "10.00", 3],
    ["US", "49.00", 3],
  ])

  const valuation = (await call("7", "/api/stock/valuation")).json
  const books = await query(
    "select coalesce(sum(l.debit_usd - l.credit_usd), 0)::bigint as cents from journal_line l join account a on a.id = l.account_id where a.account_number = '1200'",
  )
  expect(valuation.total).toBe("175.80")
  expect(books).toEqual([{ cents: 17_580 }])
  expect((await call("7", "/api/stock/valuation?at=2020-01-01")).json).toEqual({ at: "2020-01-01", total: "0.00", rows: [] })
  expect((await call("6@2", "/api/stock/valuation")).json.rows.map(({ siteCode, items, value }: Fields) => [siteCode, items, value])).toEqual([
    ["JB", 1, "12.00"],
  ])
  expect((await call("6@2", "/api/stock/valuation?siteId=1")).json.rows).toEqual([])
})

test("each bad input is refused with one sentence, and nothing is written", async () => {
  const before = await query("select count(*) as events from es.event")
  const refused = async (status: number, sentence: RegExp, answer: Promise<{ status: number; text: string }>) => {
    const { status: was, text } = await answer
    expect([was, text]).toEqual([status, expect.stringMatching(sentence)])
  }
  await refused(403, /stock managers/, move("3@1", "receive", {}))
  await refused(403, /You work at another site than Unity State/, move("3@2", "issue", { quantity: 1 }))
  await refused(403, /do not have access/, call("3@1", "/api/stock/waste", { siteId: 1, stockItemId: 1, quantity: 1, note: "x" }))
  await refused(403, /do not have access/, call("5", "/api/stock/levels"))
  await refused(422, /^Quantity must be greater than 0/, move("6@1", "issue", { quantity: 0 }))
  await refused(400, /Quantity must be a number with at most three decimals/, move("6@1", "issue", { quantity: 0.0001 }))
  await refused(422, /Cost and expiry apply to receipts only/, move("6@1", "issue", { quantity: 1, cost: 1 }))
  await refused(422, /^A count covers all lots together/, move("6@1", "count", { lotNumber: "A1" }))
  await refused(400, /Reason is required/, call("6@1", "/api/stock/waste", { siteId: 1, stockItemId: 1, quantity: 1, note: "" }))
  await refused(404, /Stock item 99 does not exist/, move("6@1", "receive", { stockItemId: 99 }))
  await refused(409, /already has opening stock/, move("6@1", "opening", {}))
  await refused(400, /at must be a day/, call("7", "/api/stock/valuation?at=soon"))
  await refused(422, /is not a cost account/, call("6@1", "/api/stock/items/1", { costAccount: "1200" }, "PATCH"))
  expect(await query("select count(*) as events from es.event")).toEqual(before)
})

test("fifty concurrent issues never take more than is on hand", async () => {
  await call("6@2", "/api/stock/counts", { siteId: 2, lines: [{ stockItemId: 2, quantity: 30 }] })
  const answers = await Promise.all(Array.from({ length: 50 }, () => move("6@2", "issue", { siteId: 2, stockItemId: 2, quantity: 1 })))
  const done = answers.filter(({ status }) => status === 201).length
  const busy = answers.filter(({ status }) => status === 409).length
  const [level] = (await call("10", "/api/stock/levels?siteId=2&stockItemId=2")).json
  expect(Number(level.currentQuantity)).toBe(30 - done)
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThanOrEqual(30)
  expect(answers.length - done - busy).toBe(answers.filter(({ text }) => /There are only 0.00/.test(text)).length)
})

test("an item has its costs, and the log replays to the same rows", async () => {
  const made = await call("6", "/api/stock/items", { name: "Rice", category: "other", unit: "kg", unitCost: "1.15" })
  expect([made.status, made.json.unitCost, made.json.costAccount]).toEqual([201, "1.15", null])
  expect((await call("6", `/api/stock/items/${made.json.id}`, { costAccount: "5200" }, "PATCH")).json).toMatchObject({ unitCost: "1.15", costAccount: "5200" })
  expect((await runtime.runPromise(verifyLog({ keys: [] }))).clean).toBe(true)
  expect((await runtime.runPromise(replay(model.streams, model.views, { diff: true }))).compared!.differences).toEqual([])
})
