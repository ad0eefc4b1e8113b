import * as net from "node:net"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Logger, Redacted, References, Schema, Stream } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Rule } from "../../access/rule.ts"
import { Who } from "../../access/who.ts"
import { Config } from "../../config.ts"
import { DatabaseError } from "../../database/database.ts"
import { Tail } from "../../event-store/tail.ts"
import { Rejection, system } from "../../records/command.ts"
import { ErrorMapping, created, Id, Authorization, rejections, Authentication, TextInput } from "../contract.ts"
import { faultOf, layer as guard } from "./request-limits.ts"
import { ErrorMappingLive, AuthorizationLive } from "../middleware.ts"
import { CallCounts, localCounts } from "./call-counts.ts"
import { limited, noLimits } from "./rate-limit.ts"
import { serve } from "../serving/server.ts"

const Thing = Schema.Struct({ name: Schema.String })
const rule: Rule = { may: "session", scope: "all" } as const
const query = { q: Schema.optional(Schema.String) }
class ThingsGroup extends HttpApiGroup.make("things")
  .add(HttpApiEndpoint.get("list", "/api/things", { success: Schema.Array(Thing), error: rejections }).annotate(Rule, rule))
  .add(
    HttpApiEndpoint.post("add", "/api/things", {
      payload: Schema.Struct({ name: TextInput("Name", { required: true, most: 200 }) }),
      success: Thing.pipe(created),
      error: rejections,
    }).annotate(Rule, rule),
  )
  .add(HttpApiEndpoint.patch("approve", "/api/things/:id/approve", { params: { id: Id }, success: Thing, error: rejections }).annotate(Rule, rule))
  .add(HttpApiEndpoint.get("download", "/api/things/:id/download", { params: { id: Id }, success: Thing, error: rejections }).annotate(Rule, rule))
  .add(HttpApiEndpoint.post("tap", "/api/taps", { success: Thing, error: rejections }).annotate(Rule, { ...rule, isTap: true }))
  .add(HttpApiEndpoint.post("fail", "/api/fail", { query, success: Thing, error: rejections }).annotate(Rule, rule))
  .add(HttpApiEndpoint.post("away", "/api/away", { query, success: Thing, error: rejections }).annotate(Rule, rule))
  .add(HttpApiEndpoint.post("refuse", "/api/refuse", { query, success: Thing, error: rejections }).annotate(Rule, rule))
  .add(HttpApiEndpoint.get("secrets", "/api/secrets", { query, success: Thing, error: rejections }).annotate(Rule, { ...rule, may: ["system.admin"] }))
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping) {}
class ThingsApi extends HttpApi.make("ops").add(ThingsGroup) {}

const who = {
  ...system("test", new Date().toISOString()),
  actor: "person:7",
  person: 7,
  employeeId: "E7",
  siteId: null,
  sessionId: 1,
  level: 3,
  permissions: [],
}
const session = Layer.succeed(
  Authentication,
  Authentication.of({ cookie: (effect) => Effect.provideService(effect, Who, who), bearer: (effect) => Effect.provideService(effect, Who, who) }),
)
const things = HttpApiBuilder.group(ThingsApi, "things", (handlers) =>
  handlers.handleAll({
    list: () => Effect.succeed(Array.from({ length: 200 }, (_, n) => ({ name: `thing ${n}` }))),
    add: ({ payload }) => Effect.succeed({ name: payload.name }),
    approve: () => Effect.succeed({ name: "approved" }),
    download: () => Effect.succeed({ name: "file" }),
    tap: () => Effect.succeed({ name: "tapped" }),
    fail: () => Effect.die(new Error("the secret reason")),
    away: () => Effect.die(new DatabaseError({ code: "CONNECTION_CLOSED", message: "gone", cause: undefined })),
    refuse: () => Effect.fail(new Rejection(409, "Only a pending thing can be approved")),
    secrets: () => Effect.succeed({ name: "secret" }),
  }),
)
const config = Layer.succeed(Config, {
  port: 0,
  host: "127.0.0.1",
  origin: "https://ops.example.com",
  mode: "demo",
  dataFolder: "/tmp",
  databaseUrl: undefined,
  embeddedInProduction: false,
  demoData: "on-request",
  smtpUrl: undefined,
  mailFrom: "a@b",
  demoPassword: undefined,
  pepper: Redacted.make("x".repeat(32)),
  trustedProxies: [],
  webhookNetworks: [],
  signInService: undefined,
  backups: undefined,
  metricsToken: undefined,
  tracesUrl: undefined,
  rehearsal: undefined,
  personalKey: undefined,
  sealKey: undefined,
  sealNotes: "/nowhere/seals.notes",
  sealSeconds: 10,
  auditorMail: undefined,
  sources: {},
})
const quiet = Layer.succeed(References.MinimumLogLevel, "None")
const tail = Layer.succeed(Tail, { subscribe: Stream.never, position: Effect.succeed(42) })

const routes = HttpApiBuilder.layer(ThingsApi).pipe(
  Layer.provide(things),
  Layer.provide([session, ErrorMappingLive, limited(noLimits).pipe(Layer.provide(AuthorizationLive))]),
)
const server = serve(Layer.mergeAll(guard, routes, HttpRouter.add("GET", "/purchases", HttpServerResponse.text("a page"))), {
  host: "127.0.0.1",
  port: 0,
}).pipe(Layer.provide([config, tail, quiet]))

const port = Effect.map(HttpServer.HttpServer, ({ address }) => ("port" in address ? address.port : 0))

/** Sends raw bytes; returns what came back until the server closed or a timeout. */
const raw = (pieces: ReadonlyArray<string | Buffer> | (() => Generator<Buffer>), patience = 5000) =>
  Effect.flatMap(port, (port) =>
    Effect.callback<{ status: number; head: string; body: string; sent: number }>((resume) => {
      const socket = net.connect(port, "127.0.0.1")
      let text = ""
      let sent = 0
      const end = () => {
        clearTimeout(timer)
        socket.destroy()
        const [head = "", body = ""] = text.split("\r\n\r\n", 2)
        resume(Effect.succeed({ status: Number(head.split(" ")[1]), head: head.toLowerCase(), body, sent }))
      }
      const timer = setTimeout(end, patience)
      socket
        .on("data", (data) => (text += data))
        .on("close", end)
        .on("error", () => {})
      const source = typeof pieces === "function" ? pieces() : pieces.values()
      const write = () => {
        for (let next = source.next(); !next.done; next = source.next()) {
          if (socket.destroyed || text !== "") return
          sent += next.value.length
          if (!socket.write(next.value)) return void socket.once("drain", write)
        }
      }
      write()
    }),
  )

interface Call {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}
const ours = { "x-ops-client": "1" }
const json = { ...ours, "content-type": "application/json" }

/** A request with exactly these headers, closing the connection afterwards. */
const call = ({ method = "POST", path = "/api/things", headers = {}, body }: Call) => {
  const given = { host: "localhost", connection: "close", ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }), ...headers }
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`)
  return raw([`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body ?? ""}`])
}

const thing = JSON.stringify({ name: "spade" })
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`

const rules: ReadonlyArray<readonly [name: string, call: Call, status: number, sentence: string | RegExp]> = [
  ["a write from a program with the client header", { headers: json, body: thing }, 201, thing],
  ["a write from our own page", { headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" }, body: thing }, 201, thing],
  [
    "a write from an old browser on our origin",
    { headers: { "content-type": "application/json", origin: "https://ops.example.com" }, body: thing },
    201,
    thing,
  ],
  ["UTF-8 as the declared charset", { headers: { ...ours, "content-type": "application/json; charset=utf-8" }, body: thing }, 201, thing],
  ["no body and no content type", { method: "PATCH", path: "/api/things/1/approve", headers: ours }, 200, /approved/],
  ["no client header", { headers: { "content-type": "application/json" }, body: thing }, 403, /X-Ops-Client/],
  ["a foreign origin", { headers: { ...json, origin: "https://evil.example" }, body: thing }, 403, /did not come from our own pages/],
  ["our host on another port", { headers: { ...json, origin: "https://ops.example.com:8443" }, body: thing }, 403, /did not come/],
  ["a null origin", { headers: { ...json, origin: "null" }, body: thing }, 403, /did not come/],
  ["a same-site page", { headers: { ...json, "sec-fetch-site": "same-site", origin: "https://ops.example.com" }, body: thing }, 403, /did not come/],
  ["a cross-site form without content", { method: "PATCH", path: "/api/things/1/approve", headers: { "sec-fetch-site": "cross-site" } }, 403, /did not come/],
  ["a form", { headers: { ...ours, "content-type": "application/x-www-form-urlencoded" }, body: "name=spade" }, 415, /application\/json/],
  ["plain text", { headers: { ...ours, "content-type": "text/plain" }, body: thing }, 415, /application\/json/],
  ["a body without a content type", { headers: ours, body: thing }, 415, /application\/json/],
  ["another charset", { headers: { ...ours, "content-type": "application/json; charset=utf-16" }, body: thing }, 415, /application\/json/],
  ["a compressed body", { headers: { ...json, "content-encoding": "gzip" }, body: thing }, 415, /Content-Encoding/],
  ["invalid JSON", { headers: json, body: "{" }, 400, "The body is not valid JSON"],
  ["NUL in JSON", { headers: json, body: '{"name":"a\\u0000b"}' }, 400, "Text has characters that cannot be stored"],
  ["NUL in an unknown field", { headers: json, body: '{"name":"a","x":{"y":["\\u0000"]}}' }, 400, "Text has characters that cannot be stored"],
  ["half a surrogate pair", { headers: json, body: '{"name":"\\ud800"}' }, 400, "Text has characters that cannot be stored"],
  ["JSON 33 levels deep", { headers: json, body: deep(33) }, 400, "The request is nested too deep: 32 levels at most"],
  ["JSON 30,000 levels deep", { headers: json, body: "[".repeat(30_000) + "]".repeat(30_000) }, 400, "The request is nested too deep: 32 levels at most"],
  [
    "1,001 entries",
    { headers: json, body: JSON.stringify({ name: "a", x: Array(1001).fill(1) }) },
    400,
    "A list in the request is too long: 1,000 entries at most",
  ],
  ["a body that violates the contract", { headers: json, body: '{"name":" "}' }, 400, "Name is required"],
  ["257 KiB", { headers: json, body: JSON.stringify({ name: "a".repeat(257 * 1024) }) }, 413, "The request is too large: 256 KiB at most"],
  [
    "a foreign host",
    { method: "GET", headers: { host: "evil.example" } },
    400,
    /^This server does not answer under that host name\. It expects [\w.-]+, the host of OPS_ORIGIN: open https?:\/\/[\w.-]+/,
  ],
  ["an invalid host", { method: "GET", headers: { host: "localhost@evil.example" } }, 400, /host name/],
  ["our public host", { method: "GET", path: "/api/things", headers: { host: "OPS.example.com:443" } }, 200, /thing 199/],
  ["OPTIONS", { method: "OPTIONS", headers: { origin: "https://evil.example", "access-control-request-method": "POST" } }, 405, /not used/],
  ["TRACE", { method: "TRACE", headers: json }, 405, /not used/],
  ["an address of 5,000 characters", { method: "GET", path: `/api/things?q=${"a".repeat(5000)}` }, 400, "The address is too long: 4 KiB at most"],
  ["NUL in the address", { method: "GET", path: "/api/things?q=%00" }, 400, /characters that cannot be used/],
  ["an address that cannot be decoded", { method: "GET", path: "/api/things/%ff/download" }, 400, /characters that cannot be used/],
  ["an unknown call", { method: "GET", path: "/api/nothing" }, 404, "There is nothing at this address"],
  ["an unknown writing call", { path: "/api/nothing", headers: json, body: thing }, 404, "There is nothing at this address"],
  ["a call with another method", { method: "DELETE", headers: ours }, 404, "There is nothing at this address"],
  ["a download from our page", { method: "GET", path: "/api/things/1/download", headers: { "sec-fetch-site": "same-origin" } }, 200, /file/],
  ["a download from the address bar", { method: "GET", path: "/api/things/1/download", headers: { "sec-fetch-site": "none" } }, 200, /file/],
  ["a download from a foreign page", { method: "GET", path: "/api/things/1/download", headers: { "sec-fetch-site": "cross-site" } }, 403, /our own pages/],
  ["an export from a foreign page", { method: "GET", path: "/api/things?format=csv", headers: { "sec-fetch-site": "cross-site" } }, 403, /our own pages/],
  [
    "an export from a foreign page, percent-encoded",
    { method: "GET", path: "/api/things?format=%63sv", headers: { "sec-fetch-site": "cross-site" } },
    403,
    /our own/,
  ],
  ["a refusal", { path: "/api/refuse", headers: ours }, 409, "Only a pending thing can be approved"],
  ["an unreachable database", { path: "/api/away", headers: ours }, 503, /not reachable/],
]

layer(server, { timeout: 20_000, excludeTestServices: true })("the guard", (it) => {
  for (const [name, request, status, sentence] of rules) {
    it.effect(`${name}: ${status}`, () =>
      Effect.gen(function* () {
        const answer = yield* call(request)
        assert.strictEqual(answer.status, status, answer.body)
        // decodes a chunked answer
        const body = /transfer-encoding: chunked/.test(answer.head) ? answer.body.replace(/^[\da-f]+\r\n|\r\n0$|\r\n/g, "") : answer.body
        if (typeof sentence === "string") assert.strictEqual(body, sentence)
        else assert.match(body, sentence)
        if (status >= 400) assert.match(answer.head, /content-type: text\/plain/)
      }),
    )
  }

  it.effect("every answer of the API carries the security headers, a request id and the position, and permits no other origin", () =>
    Effect.gen(function* () {
      for (const request of [
        { method: "GET" },
        { headers: ours, path: "/api/refuse" },
        { method: "GET", path: "/api/nothing", headers: { origin: "https://evil.example" } },
      ]) {
        const { head } = yield* call(request)
        assert.match(head, /cache-control: no-store/)
        assert.match(head, /x-content-type-options: nosniff/)
        assert.match(head, /content-security-policy: default-src 'none'; frame-ancestors 'none'/)
        assert.match(head, /strict-transport-security: max-age=31536000; includesubdomains/)
        assert.match(head, /x-request-id: [\da-f-]{36}/)
        assert.match(head, /x-position: 42/)
        assert.notMatch(head, /access-control|x-powered-by|server:/)
      }
    }),
  )

  it.effect("the app's pages carry the app's policy", () =>
    Effect.gen(function* () {
      const { head } = yield* call({ method: "GET", path: "/purchases" })
      assert.match(head, /script-src 'self'; style-src 'self'/)
      assert.match(head, /require-trusted-types-for 'script'; trusted-types field-office invoice mail/)
      assert.match(head, /worker-src 'self'; manifest-src 'self'/)
      if (/report-(to|uri)/.test(head)) assert.match(head, /reporting-endpoints: /, "reports that have nowhere to go")
      assert.match(head, /cross-origin-opener-policy: same-origin/)
      assert.match(head, /referrer-policy: no-referrer/)
    }),
  )

  it.effect("an internal error is reported with its request id but not its cause", () =>
    Effect.gen(function* () {
      const { status, head, body } = yield* call({ path: "/api/fail", headers: ours })
      const [, id] = /x-request-id: ([\da-f-]{36})/.exec(head) ?? []
      assert.strictEqual(status, 500)
      assert.strictEqual(body, `Something went wrong on our side. Nothing was written. Report this number to the office: ${id}`)
    }),
  )

  it.effect("problem details are sent only on request", () =>
    Effect.gen(function* () {
      const { head, body } = yield* call({ path: "/api/refuse", headers: { ...ours, accept: "application/problem+json, */*" } })
      assert.match(head, /content-type: application\/problem\+json/)
      assert.deepInclude(JSON.parse(body), { status: 409, title: "Conflict", detail: "Only a pending thing can be approved" })
    }),
  )

  it.effect("long JSON is compressed for clients that accept it", () =>
    Effect.gen(function* () {
      assert.match((yield* call({ method: "GET", headers: { "accept-encoding": "gzip, br" } })).head, /content-encoding: gzip/)
      assert.notMatch((yield* call({ method: "GET" })).head, /content-encoding/)
    }),
  )

  it.effect("HEAD is answered like GET without a body", () =>
    Effect.gen(function* () {
      const { status, body } = yield* call({ method: "HEAD" })
      assert.deepStrictEqual([status, body], [200, ""])
    }),
  )

  const start = (framing: string) =>
    Buffer.from(`POST /api/things HTTP/1.1\r\nhost: localhost\r\nx-ops-client: 1\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`)
  const megabyte = Buffer.alloc(1024 * 1024, "a")

  it.effect("100 MB announced by length are refused before they are sent", () =>
    Effect.gen(function* () {
      const { status, body, head, sent } = yield* raw(function* () {
        yield start(`content-length: ${100 * megabyte.length}`)
        for (let n = 0; n < 100; n++) yield megabyte
      })
      assert.deepStrictEqual([status, body], [413, "The request is too large: 256 KiB at most"])
      assert.match(head, /connection: close/)
      assert.isBelow(sent, 20 * megabyte.length)
    }),
  )

  it.effect("100 MB in chunks are refused while being sent", () =>
    Effect.gen(function* () {
      const { status, body, sent } = yield* raw(function* () {
        yield start("transfer-encoding: chunked")
        for (let n = 0; n < 100; n++) yield Buffer.concat([Buffer.from(`${megabyte.length.toString(16)}\r\n`), megabyte, Buffer.from("\r\n")])
      })
      assert.deepStrictEqual([status, body], [413, "The request is too large: 256 KiB at most"])
      assert.isBelow(sent, 20 * megabyte.length)
    }),
  )

  it.effect("headers beyond 16 KiB, a missing Host, or invalid HTTP are refused by the server itself", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* call({ method: "GET", headers: { "x-long": "a".repeat(17 * 1024) } })).status, 431)
      assert.strictEqual((yield* raw(["GET /api/things HTTP/1.1\r\n\r\n"])).status, 400)
      assert.strictEqual((yield* raw(["GET /api/things HTTP/1.0\r\n\r\n"])).status, 400)
      assert.strictEqual((yield* raw(["\0\0\0\0\r\n\r\n"])).status, 400)
    }),
  )
})

layer(Layer.empty)("limits per person", (it) => {
  it.effect("over HTTP, changes and files are counted separately; reads, refusals and failures are not counted", () =>
    Effect.gen(function* () {
      const app = HttpApiBuilder.layer(ThingsApi).pipe(
        Layer.provide(things),
        Layer.provide([
          session,
          ErrorMappingLive,
          limited({ ...noLimits, changes: 2, files: 1 }).pipe(
            Layer.provide(AuthorizationLive),
            Layer.provide(
              Layer.succeed(
                CallCounts,
                localCounts(() => 1_020_000),
              ),
            ),
          ),
        ]),
      )
      const web = HttpRouter.toWebHandler(
        Layer.mergeAll(guard, app).pipe(Layer.provide([config, tail]), Layer.provide(HttpServer.layerServices), Layer.provideMerge(quiet)),
        {
          disableLogger: true,
        },
      )
      const ask = (method: string, path: string) =>
        Effect.promise(() => web.handler(new Request(`https://ops.example.com${path}`, { method, headers: ours }), Context.empty()))
      const statuses: Array<number> = []
      for (const [method, path] of [
        ["POST", "/api/refuse"],
        ["POST", "/api/away"],
        ["POST", "/api/fail"],
        ["PATCH", "/api/things/1/approve"],
        ["PATCH", "/api/things/1/approve"],
        ["PATCH", "/api/things/1/approve"],
        ["GET", "/api/things/1/download"],
        ["GET", "/api/things/1/download"],
        ["GET", "/api/things"],
      ] as const) {
        statuses.push((yield* ask(method, path)).status)
      }
      assert.deepStrictEqual(statuses, [409, 503, 500, 200, 200, 429, 200, 429, 200])
      const last = yield* ask("PATCH", "/api/things/1/approve")
      assert.match(yield* Effect.promise(() => last.text()), /^Too many requests: 2 changes a minute at most\. Try again in \d+ seconds?$/)
      assert.match(last.headers.get("retry-after") ?? "", /^\d+$/)
      yield* Effect.promise(() => web.dispose())
    }),
  )

  it.effect("taps and calls by token have limits of their own besides the one for changes", () =>
    Effect.gen(function* () {
      const ways = Authentication.of({
        cookie: () => Effect.fail(new Rejection(401, "Only bearers")),
        bearer: (effect, { credential }) => Effect.provideService(effect, Who, Redacted.value(credential) === "browser" ? who : { ...who, sessionId: null }),
      })
      const app = HttpApiBuilder.layer(ThingsApi).pipe(
        Layer.provide(things),
        Layer.provide([
          Layer.succeed(Authentication, ways),
          ErrorMappingLive,
          limited({ ...noLimits, changes: 1, taps: 3, imports: 2 }).pipe(
            Layer.provide(AuthorizationLive),
            Layer.provide(
              Layer.succeed(
                CallCounts,
                localCounts(() => 1_020_000),
              ),
            ),
          ),
        ]),
      )
      const web = HttpRouter.toWebHandler(
        Layer.mergeAll(guard, app).pipe(Layer.provide([config, tail]), Layer.provide(HttpServer.layerServices), Layer.provideMerge(quiet)),
        { disableLogger: true },
      )
      const statuses = (bearer: string, method: string, path: string, times: number) =>
        Effect.promise(async () => {
          const found: Array<number> = []
          for (let n = 0; n < times; n++) {
            const request = new Request(`https://ops.example.com${path}`, { method, headers: { ...ours, authorization: `Bearer ${bearer}` } })
            found.push((await web.handler(request, Context.empty())).status)
          }
          return found
        })
      assert.deepStrictEqual(yield* statuses("browser", "PATCH", "/api/things/1/approve", 2), [200, 429])
      assert.deepStrictEqual(yield* statuses("browser", "POST", "/api/taps", 4), [200, 200, 200, 429])
      assert.deepStrictEqual(yield* statuses("token", "PATCH", "/api/things/1/approve", 3), [200, 200, 429])
      yield* Effect.promise(() => web.dispose())
    }),
  )
})

layer(Layer.empty)("the call log", (it) => {
  it.effect("has a line for each refused or failed call, without its query, body or credentials", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const log = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
      const app = HttpApiBuilder.layer(ThingsApi).pipe(
        Layer.provide(things),
        Layer.provide([session, ErrorMappingLive, limited(noLimits).pipe(Layer.provide(AuthorizationLive))]),
      )
      const web = HttpRouter.toWebHandler(
        Layer.mergeAll(guard, app).pipe(
          Layer.provide([config, tail]),
          Layer.provide(HttpServer.layerServices),
          Layer.provideMerge(Layer.mergeAll(log, Layer.succeed(References.MinimumLogLevel, "All"))),
        ),
        { disableLogger: true },
      )
      for (const [method, path, status, given] of [
        ["POST", "/api/things", 400, { "content-type": "application/json" }],
        ["POST", "/api/refuse", 409, {}],
        ["POST", "/api/refuse", 403, { "x-ops-client": "0" }],
        ["POST", "/api/fail", 500, {}],
        ["POST", "/api/away", 503, {}],
        ["POST", "/api/nowhere", 404, {}],
        ["GET", "/api/nowhere", 404, {}],
        ["GET", "/api/secrets", 403, {}],
        ["GET", "/api/things/x/download", 400, {}],
        ["GET", "/api/things/1/download", 403, { "sec-fetch-site": "cross-site" }],
        ["POST", "/api/acknowledgements/CANARY", 404, {}],
      ] as const) {
        lines.length = 0
        const init = { method, headers: { ...ours, ...given }, ...("content-type" in given && { body: JSON.stringify({ name: "CANARY".repeat(40) }) }) }
        const answer = yield* Effect.promise(() => web.handler(new Request(`https://ops.example.com${path}?q=CANARY`, init), Context.empty()))
        assert.strictEqual(answer.status, status, `${method} ${path}`)
        const written = lines.join("\n")
        assert.include(written, path.replace("CANARY", "…"))
        assert.notInclude(written, "CANARY")
      }
      yield* Effect.promise(() => web.dispose())
    }),
  )
})

describe("a request body", () => {
  it("can have at most 32 levels and 1,000 entries", () => {
    assert.isUndefined(faultOf(JSON.parse(deep(32))))
    assert.isUndefined(faultOf(Array(1000).fill("ü😀")))
  })
})
