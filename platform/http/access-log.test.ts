/** Reads of sensitive data over HTTP: logged before the answer, refused if they cannot be, in a tamper-evident chain. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { InvalidatedBy, Rule } from "../access/rule.ts"
import { Who } from "../access/who.ts"
import { Config } from "../config.ts"
import { Database } from "../database/database.ts"
import { EmbeddedPostgres } from "../database/embedded.ts"
import * as Databases from "../database/database.ts"
import { command, newId, system, Rejection } from "../records/command.ts"
import { Line } from "../records/field.ts"
import { Snapshots } from "../records/snapshots/snapshots.ts"
import { record } from "../records/record.ts"
import { Records } from "../records/records.ts"
import { event, stream } from "../records/stream.ts"
import { testDatabase } from "../testing/database.ts"
import { ErrorMapping, ListQuery, Authorization, rejections, Authentication } from "./contract.ts"
import { type ListAsked, listAnswer } from "./list-query.ts"
import { asOfRequests } from "./as-of.ts"
import { ErrorMappingLive, AuthorizationLive } from "./middleware.ts"
import { readsBefore, recorded, verifyReads } from "./access-log.ts"

const Diet = record("diet", { name: Line() }, { label: "Diet", title: "name" })
const DietNoted = event("DietNoted", 1, { name: Line() }, () => "Noted")
const diets = stream(Diet, DietNoted).fold({ DietNoted: (_, diet) => diet })
const noteDiet = command("diet.note", function* ({ name }: { name: string }) {
  return [diets.at(yield* newId(diets), DietNoted({ name }))]
})

const rows = Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String }))
class Kitchen extends HttpApiGroup.make("kitchen")
  .add(
    HttpApiEndpoint.get("diets", "/api/diets", { query: ListQuery, success: rows, error: rejections })
      .annotate(Rule, { may: ["team.manage"], scope: "all", audited: "health" })
      .annotate(InvalidatedBy, ["diet"]),
  )
  .add(
    HttpApiEndpoint.get("names", "/api/names", { query: ListQuery, success: rows, error: rejections })
      .annotate(Rule, { may: ["team.manage"], scope: "all" })
      .annotate(InvalidatedBy, ["diet"]),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping) {}
class KitchenApi extends HttpApi.make("test").add(Kitchen) {}

const shape = {
  select: `d.id as "id", d.name as "name"`,
  from: "diet d",
  id: "d.id",
  sorts: { id: "d.id" },
  order: "id",
  columns: [{ key: "name", title: "Name", kind: "text" as const }],
}
const KitchenLive = HttpApiBuilder.group(
  KitchenApi,
  "kitchen",
  Effect.fn(function* (handlers) {
    const context = yield* Effect.context<Database>()
    const list = (path: string) => (call: { readonly query: ListAsked }) => Effect.provide(listAnswer(path, shape, call.query), context)
    return handlers.handleAll({ diets: list("/api/diets"), names: list("/api/names") })
  }),
)

const session = Layer.succeed(
  Authentication,
  Authentication.of({
    cookie: () => Effect.fail(new Rejection(401, "Only tokens")),
    bearer: (effect, { credential }) => {
      const may = Redacted.value(credential) === "cook"
      const by = {
        ...system("test", new Date().toISOString()),
        actor: may ? "person:1" : "person:2",
        person: may ? 1 : 2,
        level: 1,
        permissions: may ? ["team.manage"] : [],
      }
      return Effect.provideService(effect, Who, { ...by, employeeId: "E", siteId: null, sessionId: null, proven: true })
    },
  }),
)

const served = Effect.gen(function* () {
  const services = yield* Effect.context<Database | Records | Snapshots>()
  const web = HttpRouter.toWebHandler(
    HttpApiBuilder.layer(KitchenApi).pipe(
      Layer.provide(KitchenLive),
      Layer.provide([session, ErrorMappingLive, recorded.pipe(Layer.provide(asOfRequests), Layer.provide(AuthorizationLive))]),
      Layer.provide(Layer.succeed(Config, { mode: "demo" } as Config["Service"])),
      Layer.provide(Layer.succeedContext(services)),
      Layer.provide(HttpServer.layerServices),
    ),
    { disableLogger: true },
  )
  yield* Effect.addFinalizer(() => Effect.promise(() => web.dispose()))
  return (path: string, who = "cook", headers: Record<string, string> = {}) =>
    Effect.promise(async () => {
      const answer = await web.handler(new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${who}`, ...headers } }), Context.empty())
      return { status: answer.status, text: await answer.text() }
    })
})
const noted = (many: number) => readsBefore(Number.MAX_SAFE_INTEGER, many)
/** Runs as the owner of the tables with triggers disabled, as a person with full access to the database could. */
const tamper = (statement: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* EmbeddedPostgres
      const { query } = yield* Databases.make({ ...server, database: "postgres", max: 1 })
      yield* query((sql) => sql.unsafe(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`).simple())
    }),
  )

layer(testDatabase({ streams: [diets] }), { timeout: 60_000 })("reads of sensitive data", (it) => {
  it.effect("are logged with the person, purpose, records and as-of moment", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const ask = yield* served
      const { position } = yield* execute(noteDiet, { name: "no nuts" }, system("test"))
      yield* execute(noteDiet, { name: "no milk" }, system("test"))
      assert.strictEqual((yield* ask("/api/names")).status, 200)
      assert.lengthOf(yield* noted(10), 0)

      const answer = yield* ask("/api/diets", "cook", { "x-purpose": "  the lunch of today " })
      assert.strictEqual(answer.status, 200)
      assert.lengthOf(JSON.parse(answer.text), 2)
      yield* ask(`/api/diets?asOf=@${position}`)
      yield* ask("/api/names?format=csv")
      yield* ask("/api/diets?format=csv&limit=1")
      assert.strictEqual((yield* ask("/api/diets", "guest")).status, 403)

      const reads = yield* noted(10)
      const told = reads.map((read) => [read.actor, read.endpoint, read.class, read.purpose, read.records, read.shown, read.status, read.asOf])
      assert.deepStrictEqual(told, [
        ["person:2", "kitchen.diets", "health", null, [], 0, 403, null],
        ["person:1", "kitchen.diets", "health, export", null, ["diet/1", "diet/2"], 2, 200, null],
        ["person:1", "kitchen.names", "export", null, ["diet/1", "diet/2"], 2, 200, null],
        ["person:1", "kitchen.diets", "health", null, ["diet/1"], 1, 200, position],
        ["person:1", "kitchen.diets", "health", "the lunch of today", ["diet/1", "diet/2"], 2, 200, null],
      ])
      assert.deepInclude(yield* verifyReads, { reads: 5, broken: null })
    }),
  )

  it.effect("of many records are counted, and simultaneous ones form one chain", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const ask = yield* served
      yield* Effect.forEach(Array.from({ length: 60 }), (_, n) => execute(noteDiet, { name: `diet ${n}` }, system("test")), { concurrency: 8 })
      const [{ last }] = (yield* Effect.flatMap(Database, ({ statement }) => statement("select max(id) as last from es.read", []))) as [{ last: number }]
      const answers = yield* Effect.all(
        Array.from({ length: 40 }, () => ask("/api/diets")),
        { concurrency: 40 },
      )
      assert.isTrue(answers.every(({ status }) => status === 200))
      const reads = yield* noted(40)
      assert.deepStrictEqual(
        reads.map(({ id }) => Number(id)).sort((a, b) => a - b),
        Array.from({ length: 40 }, (_, n) => Number(last) + 1 + n),
      )
      assert.isTrue(reads.every(({ shown, records }) => shown === 62 && records.length === 0))
      assert.strictEqual((yield* verifyReads).broken, null)
    }),
  )

  it.effect("cannot be changed in the log, and a change made by bypassing its rules is detected", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      const { reads } = yield* verifyReads
      for (const change of [
        "update es.read set actor = 'person:9'",
        "delete from es.read",
        "insert into es.read select * from es.read limit 1",
        "truncate es.read",
      ]) {
        assert.strictEqual((yield* Effect.flip(statement(change, []))).code, "42501", change)
      }
      yield* tamper("update es.read set purpose = 'lunch' where id = 3")
      assert.strictEqual((yield* verifyReads).broken?.id, 3)
      yield* tamper("update es.read set purpose = null where id = 3")
      assert.strictEqual((yield* verifyReads).broken, null)
      yield* tamper("delete from es.read where id = 4")
      assert.match((yield* verifyReads).broken!.sentence, /Read 4 is missing/)
      assert.isAbove(reads, 4)
    }),
  )

  it.effect("are refused if they cannot be logged", () =>
    Effect.gen(function* () {
      const ask = yield* served
      yield* tamper("alter table es.read rename to read_away")
      const answer = yield* ask("/api/diets")
      assert.deepStrictEqual(answer, { status: 503, text: "This access could not be recorded, so the data is not shown. Try again in a minute." })
      assert.strictEqual((yield* ask("/api/names")).status, 200)
      yield* tamper("alter table es.read_away rename to read")
      assert.strictEqual((yield* ask("/api/diets")).status, 200)
    }),
  )
})
