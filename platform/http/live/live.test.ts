import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, PubSub, Schema, Stream } from "effect"
import { TestClock } from "effect/testing"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AcrossSites, InvalidatedBy, Rule } from "../../access/rule.ts"
import { Who } from "../../access/who.ts"
import { Config } from "../../config.ts"
import type { StoredEvent } from "../../event-store/event-store.ts"
import { Tail } from "../../event-store/tail.ts"
import { Rejection, system } from "../../records/command.ts"
import { Authentication } from "../contract.ts"
import { LiveApi } from "./live-contract.ts"
import { listsByKind, listsFor, live, messages } from "./live.ts"
import { ErrorMappingLive, AuthorizationLive } from "../middleware.ts"

const open: Rule = { may: "session", scope: "all" } as const
const kept: Rule = { may: ["reports.basic"], scope: "all" }
class Lists extends HttpApiGroup.make("lists")
  .add(HttpApiEndpoint.get("parcels", "/api/parcels", { success: Schema.Void }).annotate(Rule, open).annotate(InvalidatedBy, ["parcel", "site"]))
  .add(
    HttpApiEndpoint.get("parcel", "/api/archive/:id/parts", { params: { id: Schema.String }, success: Schema.Void })
      .annotate(Rule, kept)
      .annotate(InvalidatedBy, ["parcel"])
      .annotate(AcrossSites, ["reports.all"]),
  )
  .add(HttpApiEndpoint.get("sites", "/api/sites", { success: Schema.Void }).annotate(Rule, open).annotate(InvalidatedBy, ["site"]))
  .add(HttpApiEndpoint.post("send", "/api/parcels/send", { success: Schema.Void }).annotate(Rule, open).annotate(InvalidatedBy, ["parcel"])) {}
class Api extends HttpApi.make("ops").add(Lists) {}

const event = (position: number, stream: string): StoredEvent => ({
  position,
  stream,
  version: 1,
  type: "Changed",
  schemaVersion: 1,
  occurredAt: "2026-11-21T05:00:00.000Z",
  data: {},
  commitId: 1,
})
const fakeTail = Effect.map(PubSub.unbounded<ReadonlyArray<StoredEvent>>(), (batches) => ({
  batches,
  tail: { subscribe: Stream.fromPubSub(batches), position: Effect.succeed(5) },
}))

const someone = {
  ...system("test", "2026-11-21T05:00:00.000Z"),
  person: 7,
  employeeId: "E7",
  siteId: null,
  sessionId: 1,
  level: 6,
  permissions: ["reports.basic"],
}
/** No record belongs to a site. */
const nowhere = () => Effect.succeed(new Map())

/** Collects messages; `news` returns those received since its last call. */
const listen = (tail: Tail["Service"], still: Effect.Effect<boolean> = Effect.succeed(true)) =>
  Effect.gen(function* () {
    const heard: Array<unknown> = []
    const listsOf = listsFor(listsByKind(Api), nowhere, someone)
    const fiber = yield* Effect.forkChild(Stream.runForEach(messages(tail, listsOf, still), (message) => Effect.sync(() => heard.push(message))))
    return { fiber, news: (wait: number) => Effect.map(TestClock.adjust(wait), () => heard.splice(0)) }
  })

it("the contract determines the lists in which a kind of record is shown", () => {
  const paths = [...listsByKind(Api)].map(([kind, lists]) => [kind, lists.map(({ path }) => path)])
  assert.deepStrictEqual(Object.fromEntries(paths), {
    parcel: ["/api/parcels", "/api/archive"],
    site: ["/api/parcels", "/api/sites"],
  })
})

describe("a person is notified of", () => {
  /** The first parcel is at site 1, the second at sites 2 and 3, and the third at none. */
  const sites = new Map([
    ["parcel/1", [1]],
    ["parcel/2", [2, 3]],
    ["parcel/3", []],
  ])
  const told = (parcel: number, who: Partial<typeof someone>) =>
    Effect.map(listsFor(listsByKind(Api), () => Effect.succeed(sites), { ...someone, ...who })([event(6, `parcel/${parcel}`)]), (paths) => [...paths])
  const both = ["/api/parcels", "/api/archive"]

  it.effect("records of their own site and of the company, if confined to a site", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* told(1, { confinedTo: 2 }), [])
      assert.deepStrictEqual(yield* told(2, { confinedTo: 2 }), both)
      assert.deepStrictEqual(yield* told(3, { confinedTo: 2 }), both)
      assert.deepStrictEqual(yield* told(1, { confinedTo: -1 }), [], "without a site")
      assert.deepStrictEqual(yield* told(1, { confinedTo: null }), both)
    }),
  )
  it.effect("lists they have permission to read, and no others", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* told(1, { confinedTo: null, permissions: [] }), ["/api/parcels"])
    }),
  )
  it.effect("other sites in a list whose rule shows them those sites", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* told(1, { confinedTo: 2, permissions: ["reports.basic", "reports.all"] }), ["/api/archive"])
    }),
  )
})

it.effect("sends its position at once, and then the lists that are out of date", () =>
  Effect.gen(function* () {
    const { batches, tail } = yield* fakeTail
    const { news } = yield* listen(tail)
    assert.deepStrictEqual(yield* news(0), [{ position: 5, lists: [] }])
    yield* PubSub.publish(batches, [event(6, "site/1"), event(7, "unlisted/2")])
    assert.deepStrictEqual(yield* news(0), [{ position: 7, lists: ["/api/parcels", "/api/sites"] }])
  }),
)

it.effect("combines a burst into few messages without omitting anything", () =>
  Effect.gen(function* () {
    const { batches, tail } = yield* fakeTail
    const { news } = yield* listen(tail)
    yield* news(0)
    for (let n = 0; n < 100; n++) {
      yield* PubSub.publish(batches, [event(10 + n, n === 99 ? "site/1" : "parcel/1")])
      yield* TestClock.adjust(10)
    }
    const heard = (yield* news(1000)) as ReadonlyArray<{ position: number; lists: ReadonlyArray<string> }>
    assert.isAtMost(heard.length, 7)
    assert.strictEqual(heard.at(-1)!.position, 109)
    assert.include(heard.at(-1)!.lists, "/api/sites")
  }),
)

it.effect("sends a sign of life every 20 seconds, and ends with the session", () =>
  Effect.gen(function* () {
    const { tail } = yield* fakeTail
    let signedIn = true
    const { fiber, news } = yield* listen(
      tail,
      Effect.sync(() => signedIn),
    )
    assert.lengthOf(yield* news(0), 1)
    assert.lengthOf(yield* news(19_000), 0)
    assert.deepStrictEqual(yield* news(1_000), [{ position: 5, lists: [] }])
    signedIn = false
    assert.lengthOf(yield* news(20_000), 0)
    yield* Fiber.join(fiber)
  }),
)

// proves API-210
it.live("over HTTP, requires a session and sends server-sent events of the default type", () =>
  Effect.gen(function* () {
    const { batches, tail } = yield* fakeTail
    const who = { ...system("test", new Date().toISOString()), person: 7, employeeId: "E7", siteId: null, sessionId: 1 }
    const refused = () => Effect.fail(new Rejection(401, "Sign in first"))
    const session = Layer.succeed(
      Authentication,
      Authentication.of({
        cookie: refused,
        bearer: (effect, { credential }) => (String(credential) === "" ? refused() : Effect.provideService(effect, Who, who)),
      }),
    )
    const web = HttpRouter.toWebHandler(
      HttpApiBuilder.layer(LiveApi).pipe(
        Layer.provide(live(Api, nowhere)),
        Layer.provide([session, ErrorMappingLive, AuthorizationLive]),
        Layer.provide([Layer.succeed(Tail, tail), Layer.succeed(Config, { mode: "demo" } as Config["Service"])]),
        Layer.provide(HttpServer.layerServices),
      ),
      { disableLogger: true },
    )
    const ask = (headers: Record<string, string>) =>
      Effect.promise(() => web.handler(new Request("http://localhost/api/events/stream", { headers }), Context.empty()))

    const response = yield* ask({ authorization: "Bearer abc" })
    assert.strictEqual(response.headers.get("content-type"), "text/event-stream")
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    const next = Effect.promise(() => reader.read())
    assert.strictEqual((yield* next).value, 'data: {"position":5,"lists":[]}\n\n')
    yield* PubSub.publish(batches, [event(6, "site/1")])
    assert.strictEqual((yield* next).value, 'data: {"position":6,"lists":["/api/parcels","/api/sites"]}\n\n')
    yield* Effect.promise(() => reader.cancel())
    yield* Effect.promise(() => web.dispose())
  }),
)
