import { spawn } from "node:child_process"
import { once } from "node:events"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Redacted } from "effect"
import { Database } from "../database/database.ts"
import { EmbeddedPostgres } from "../database/embedded.ts"
import { command, get, newId, system } from "../records/command.ts"
import { Line } from "../records/field.ts"
import { record } from "../records/record.ts"
import { Records } from "../records/records.ts"
import { event, stream } from "../records/stream.ts"
import { testDatabase } from "../testing/database.ts"
import { eventually } from "../testing/eventually.ts"
import { parked, reactor, retryParked, runReactors } from "./reactor.ts"

const Bell = record("bell", { name: Line() }, { label: "Bell", title: "name" })
const BellHung = event("BellHung", 1, { name: Line() }, () => "Hung")
const BellRung = event("BellRung", 1, {}, () => "Rung")
const bells = stream(Bell, BellHung, BellRung).fold({ BellHung: (_, hung) => hung, BellRung: (bell) => bell })
const hang = command("bell.hang", function* (name: string) {
  return [bells.at(yield* newId(bells), BellHung({ name }))]
})
const ring = command("bell.ring", function* (id: number) {
  yield* get(bells, id)
  return [bells.at(id, BellRung({}))]
})
const by = system("test")
const hangOne = (name: string) => Effect.flatMap(Records, ({ execute }) => execute(hang, name, by))
const hangAll = (...names: ReadonlyArray<string>) => Effect.forEach(names, hangOne, { concurrency: "unbounded" })

const effects = (name: string) => Effect.flatMap(Database, ({ statement }) => statement("select * from es.effect where reactor = $1 order by position", [name]))
const checkpoint = (name: string) =>
  Effect.flatMap(Database, ({ statement }) =>
    Effect.map(statement("select position from es.reactor where name = $1", [name]), ([row]) => row?.position as number | undefined),
  )
const hung = Effect.flatMap(Database, ({ statement }) =>
  Effect.map(statement("select position, data->>'name' as name from es.event where type = 'BellHung' order by position", []), (rows) =>
    rows.map(({ position }) => position as number),
  ),
)

layer(testDatabase({ streams: [bells] }), { excludeTestServices: true, timeout: 60_000 })("reactors", (it) => {
  it.effect(
    "run each event's effect once, with any number of runners, and leave none pending",
    () =>
      Effect.gen(function* () {
        const done: Array<number> = []
        const counting = reactor("counting", {
          on: [BellHung],
          react: ({ position }) =>
            Effect.andThen(
              Effect.sleep(1),
              Effect.sync(() => done.push(position)),
            ),
        })
        yield* runReactors([counting])
        yield* runReactors([counting])
        yield* hangAll(...Array.from({ length: 100 }, (_, n) => `c${n}`))
        yield* runReactors([counting])
        yield* hangAll(...Array.from({ length: 99 }, (_, n) => `d${n}`))
        const { id } = yield* hangOne("last")
        yield* (yield* Records).execute(ring, id, by)
        yield* eventually(Effect.map(hung, (positions) => done.length >= positions.length))
        yield* eventually(Effect.map(effects("counting"), (rows) => rows.length === 0))
        assert.deepStrictEqual(
          done.toSorted((a, b) => a - b),
          yield* hung,
        )
      }),
    30_000,
  )

  it.effect(
    "retry a failed effect with its attempt number, and continue with the others meanwhile",
    () =>
      Effect.gen(function* () {
        const tries: Array<string> = []
        const moody = reactor("moody", {
          on: [BellHung],
          pause: "10 millis",
          react: ({ data: { name } }, { number, last }) =>
            Effect.suspend(() => {
              tries.push(`${name} ${number}${last ? " last" : ""}`)
              if (name !== "stubborn") return Effect.void
              return number < 3 ? Effect.fail(new Error("not yet")) : Effect.void
            }),
          attempts: 3,
        })
        yield* hangAll("stubborn")
        yield* hangAll("easy")
        yield* runReactors([moody])
        yield* eventually(Effect.sync(() => tries.includes("stubborn 3 last") && tries.includes("easy 1")))
        assert.deepStrictEqual(
          tries.filter((line) => line.startsWith("stubborn")),
          ["stubborn 1", "stubborn 2", "stubborn 3 last"],
        )
        assert.deepStrictEqual(
          tries.filter((line) => line.startsWith("easy")),
          ["easy 1"],
        )
        yield* eventually(Effect.map(effects("moody"), (rows) => rows.length === 0))
      }),
    30_000,
  )

  it.effect(
    "park an effect after its last failure, defects and timeouts included, show it, and retry it on request",
    () =>
      Effect.gen(function* () {
        let mended = false
        const done: Array<string> = []
        const failing = reactor("failing", {
          on: [BellHung],
          pause: "1 millis",
          within: "100 millis",
          attempts: 2,
          react: ({ data }) => {
            const name = String(data["name"])
            if (mended || !["fails", "throws", "hangs"].includes(name)) return Effect.sync(() => done.push(name))
            if (name === "fails") return Effect.fail(new Error("no paper"))
            if (name === "throws") throw new TypeError("a fault")
            return Effect.never
          },
        })
        yield* hangAll("fails", "throws", "hangs", "works")
        yield* runReactors([failing])
        const ours = Effect.map(parked, (all) => all.filter((each) => each.reactor === "failing"))
        yield* eventually(Effect.map(ours, (all) => all.length === 3))
        yield* eventually(Effect.sync(() => done.includes("works")))
        const given = yield* ours
        assert.deepStrictEqual(given.map(({ error }) => error).sort(), ["It took longer than 0.1 s", "a fault", "no paper"])
        assert.deepStrictEqual(
          given.map(({ attempts, type }) => [attempts, type]),
          Array.from({ length: 3 }, () => [2, "BellHung"]),
        )

        mended = true
        for (const { position } of given) assert.isTrue(yield* retryParked("failing", position))
        yield* eventually(Effect.sync(() => ["fails", "throws", "hangs"].every((name) => done.includes(name))))
        yield* eventually(Effect.map(effects("failing"), (rows) => rows.length === 0))
        assert.isFalse(yield* retryParked("failing", given[0]!.position))
      }),
    30_000,
  )

  it.effect(
    "return unfinished work on a graceful stop without counting the attempt",
    () =>
      Effect.gen(function* () {
        const begun = yield* Deferred.make<void>()
        yield* hangAll("orderly")
        yield* Effect.scoped(
          Effect.gen(function* () {
            const waiting = reactor("orderly", { on: [BellHung], react: () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never) })
            yield* runReactors([waiting])
            yield* Deferred.await(begun)
          }),
        )
        const left = yield* effects("orderly")
        assert.strictEqual(left.length, (yield* hung).length)
        assert.deepStrictEqual([...new Set(left.map((row) => `${row.attempts} ${row.leased_until} ${row.parked}`))], ["0 null false"])
      }),
    30_000,
  )

  it.effect(
    "redo what a killed process had begun",
    () =>
      Effect.gen(function* () {
        const server = yield* EmbeddedPostgres
        const { position } = yield* hangOne("abandoned")
        const here = import.meta.dirname
        const program = `
        import { Effect, Layer, Redacted } from "effect"
        const { runReactors, reactor } = await import("${here}/reactor.ts")
        const EventStore = await import("${here}/event-store.ts")
        const Database = await import("${here}/../database/database.ts")
        const { password, ...server } = JSON.parse(process.env.SERVER)
        const database = Database.layer({ ...server, password: Redacted.make(password), database: "postgres", role: "ops" })
        const react = ({ position }) => position === ${position} ? Effect.andThen(Effect.sync(() => console.log("begun")), Effect.never) : Effect.void
        await Effect.runPromise(Effect.scoped(Effect.andThen(
          runReactors([reactor("abandoned", { on: [{ type: "BellHung", schemaVersion: 1 }], react, within: "1 second" })]), Effect.never,
        )).pipe(Effect.provide(EventStore.layer.pipe(Layer.provideMerge(database)))))`
        const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
          cwd: here,
          env: { ...process.env, SERVER: JSON.stringify({ ...server, password: Redacted.value(server.password) }) },
          stdio: ["ignore", "pipe", "inherit"],
        })
        yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
        yield* Effect.promise(() => once(child.stdout, "data"))
        child.kill("SIGKILL")
        yield* Effect.promise(() => once(child, "exit"))
        const [leased] = (yield* effects("abandoned")).filter((row) => row.position === position)
        assert.strictEqual(leased.attempts, 1)

        const again: Array<[number, number]> = []
        yield* runReactors([reactor("abandoned", { on: [BellHung], react: (event, { number }) => Effect.sync(() => again.push([event.position, number])) })])
        yield* eventually(Effect.map(effects("abandoned"), (rows) => rows.length === 0))
        assert.deepStrictEqual(
          again.filter(([each]) => each === position),
          [[position, 2]],
        )
      }),
    30_000,
  )

  it.effect(
    "stop at an event with an unknown schema version, where a newer version continues",
    () =>
      Effect.gen(function* () {
        const { execute } = yield* Records
        const { id, position: before } = yield* hangOne("before")
        const { position: foreign } = yield* execute(ring, id, by)
        const { position: after } = yield* hangOne("after")
        const done: Array<number> = []
        const react = ({ position }: { position: number }) => Effect.sync(() => done.push(position))
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* runReactors([reactor("strict", { on: [BellHung, { type: "BellRung", schemaVersion: 2 }], react })])
            const firstRung = yield* Effect.flatMap(Database, ({ statement }) =>
              statement("select min(position) as position from es.event where type = 'BellRung'", []),
            )
            yield* eventually(Effect.map(checkpoint("strict"), (at) => at === firstRung[0].position - 1))
            yield* eventually(Effect.map(effects("strict"), (rows) => rows.length === 0))
            assert.deepStrictEqual(
              done.toSorted((a, b) => a - b),
              (yield* hung).filter((position) => position < firstRung[0].position),
            )
          }),
        )
        yield* runReactors([reactor("strict", { on: [BellHung, BellRung], react })])
        yield* eventually(Effect.sync(() => [before, foreign, after].every((position) => done.includes(position))))
        assert.strictEqual(new Set(done).size, done.length)
      }),
    30_000,
  )
})
