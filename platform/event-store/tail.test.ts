import { generateKeyPairSync } from "node:crypto"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Stream } from "effect"
import * as Database from "../database/database.ts"
import { EmbeddedPostgres } from "../database/embedded.ts"
import { engineFault } from "../database/engine.ts"
import { superuserOptions } from "../database/temporary-server.ts"
import { testDatabase } from "../testing/database.ts"
import { standbyOf } from "../testing/standby.ts"
import { type Commit, EventStore, layer as eventStore, type StoredEvent } from "./event-store.ts"
import { signingKey } from "./note.ts"
import { sealOnce } from "./seals.ts"
import { layer as tailLayer, Tail } from "./tail.ts"

let commands = 0
/** Two more events of a stream, as one commit. */
const commitOf = (stream: string, expected: number): Commit => {
  const commandId = `tail-test-${++commands}`
  const event = { stream, type: "Probed", schemaVersion: 1, occurredAt: "2026-11-21T05:00:00.000Z", data: {}, hash: "", commandId }
  return {
    commit: {
      commandId,
      command: "probe",
      requestHash: "",
      actor: "system:test",
      onBehalfOf: null,
      correlation: commandId,
      causation: null,
      via: "system",
      appVersion: "test",
      result: null,
    },
    streams: [{ stream, expected }],
    read: [],
    events: [
      { ...event, version: expected + 1 },
      { ...event, version: expected + 2 },
    ],
    rows: [],
  }
}

/** The services of another process: its own pool, store and tail, on the same server. */
const process = (max = 10) =>
  Effect.gen(function* () {
    const database = yield* Database.make({ ...(yield* superuserOptions), role: "ops", max })
    const context = yield* Layer.build(
      Layer.fresh(tailLayer.pipe(Layer.provideMerge(eventStore))).pipe(Layer.provide(Layer.succeed(Database.Database, database))),
    )
    return { database, store: Context.get(context, EventStore), tail: Context.get(context, Tail) }
  })

/** Collects what a tail publishes from now on. */
const collect = (tail: Tail["Service"]) =>
  Effect.gen(function* () {
    const told: Array<StoredEvent> = []
    yield* Effect.forkScoped(
      Stream.runForEach(tail.subscribe, (batch) => Effect.sync(() => told.push(...batch))),
      { startImmediately: true },
    )
    return told
  })

const until = (test: () => boolean) =>
  Effect.gen(function* () {
    while (!test()) yield* Effect.sleep(10)
  }).pipe(Effect.timeout("30 seconds"))

const allEvents = (database: Database.Database["Service"]) => database.statement("select position, stream, version from es.event order by position", [])

layer(testDatabase({}), { timeout: 60_000, excludeTestServices: true })("the tail", (it) => {
  it.effect(
    "with 32 writers that commit slowly or roll back, nothing is lost or duplicated or out of order; a naive reader loses some",
    () =>
      Effect.gen(function* () {
        const { database, store, tail } = yield* process(40)
        const told = yield* collect(tail)
        const start = yield* tail.position

        const naive = new Array<number>()
        let writing = true
        const naiveReader = yield* Effect.forkChild(
          Effect.gen(function* () {
            let checkpoint = start
            while (writing) {
              const rows = yield* database.statement("select position from es.event where position > $1 order by position", [checkpoint])
              for (const { position } of rows) naive.push((checkpoint = position))
            }
          }),
        )
        const writer = (n: number) =>
          Effect.gen(function* () {
            let version = 0
            for (let turn = 0; turn < 12; turn++) {
              const rollBack = (n + turn) % 5 === 0
              const commit = commitOf(`probe/${n}`, version)
              yield* database
                .transaction(
                  Effect.gen(function* () {
                    yield* store.appendAll([commit])
                    yield* database.statement("select pg_sleep($1::float8)", [(((n * 7 + turn * 3) % 11) * 3) / 1000])
                    if (rollBack) yield* Effect.fail("rolled back" as const)
                  }),
                )
                .pipe(
                  Effect.catchIf(
                    (error) => error === "rolled back",
                    () => Effect.void,
                  ),
                )
              if (!rollBack) version += 2
            }
          })
        yield* Effect.all(
          Array.from({ length: 32 }, (_, n) => writer(n)),
          { concurrency: "unbounded" },
        )
        writing = false
        yield* Fiber.join(naiveReader)

        const written = yield* allEvents(database)
        yield* until(() => told.length >= written.length)
        assert.deepStrictEqual(
          told.map(({ position, stream, version }) => ({ position, stream, version })),
          [...written],
        )
        assert.isAbove(written.length, 500)
        assert.isBelow(naive.length, written.length, "the naive reader must be seen to lose events")
      }),
    60_000,
  )

  it.effect("two processes on one database see each other's events live in one order", () =>
    Effect.gen(function* () {
      const [a, b] = [yield* process(), yield* process()]
      const [toldA, toldB] = [yield* collect(a.tail), yield* collect(b.tail)]
      for (let turn = 0; turn < 10; turn++) {
        yield* a.store.append(commitOf("pair/1", turn * 2))
        yield* b.store.append(commitOf("pair/2", turn * 2))
      }
      yield* until(() => toldA.length >= 40 && toldB.length >= 40)
      const positions = (events: ReadonlyArray<StoredEvent>) => events.map(({ position }) => position)
      assert.strictEqual(new Set(positions(toldA)).size, 40)
      assert.deepStrictEqual(
        positions(toldA),
        positions(toldA).toSorted((x, y) => x - y),
      )
      assert.deepStrictEqual(positions(toldB), positions(toldA))
      while ((yield* a.tail.position) < positions(toldA).at(-1)!) yield* Effect.sleep(10)
    }),
  )

  it.effect("starts at the present, and reads more than one batch", () =>
    Effect.gen(function* () {
      const { store, tail } = yield* process()
      const told = yield* collect(tail)
      const streams = Array.from({ length: 1200 }, (_, n) => `many/${n}`)
      yield* store.appendAll(streams.map((stream) => commitOf(stream, 0)))
      yield* until(() => told.length >= 2400)
      assert.strictEqual(told.length, 2400)
      assert.isTrue(told.every(({ stream }) => stream.startsWith("many/")))
    }),
  )

  it.effect(
    "on a standby, nothing beyond the newest seal is closed, so a reader there passes no event that its primary has still to commit; and a server refuses it as its database",
    () =>
      Effect.gen(function* () {
        const { database, store } = yield* process()
        const key = signingKey(generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }) as string)
        const seal = sealOnce(key, 0).pipe(Effect.provideService(Database.Database, database), Effect.provideService(EventStore, store))
        yield* store.append(commitOf("sealed/1", 0))
        yield* seal
        const sealed = yield* store.closed

        const address = { ...(yield* standbyOf(yield* EmbeddedPostgres)), database: "postgres" }
        const replica = yield* Database.make({ ...address, max: 1 })
        const there = (text: string) => Effect.map(replica.statement(text, []), ([row]) => Number(Object.values(row!)[0]))
        const held = yield* Deferred.make<void>()
        const written = yield* Deferred.make<void>()
        const late = yield* Effect.forkChild(
          database.transaction(
            Effect.gen(function* () {
              yield* store.appendAll([commitOf("late/1", 0)])
              yield* Deferred.succeed(written, undefined)
              yield* Deferred.await(held)
            }),
          ),
        )
        yield* Deferred.await(written)
        yield* store.append(commitOf("early/1", 0))
        const arrived = (stream: string) =>
          Effect.gen(function* () {
            while ((yield* there(`select count(*) from es.event where stream = '${stream}'`)) < 2) yield* Effect.sleep(10)
          }).pipe(Effect.timeout("30 seconds"))
        yield* arrived("early/1")

        assert.strictEqual(yield* there("select es.closed()"), sealed)
        assert.strictEqual(yield* engineFault(address), "DATABASE_URL leads to a standby, which can only be read. Give the address of the primary.")
        assert.strictEqual(yield* engineFault(yield* superuserOptions), undefined)
        // the sequence itself is already past the two events that have not arrived yet
        assert.isAtLeast(yield* there("select last_value from es.event_position"), sealed + 4)
        assert.strictEqual(yield* there(`select count(*) from es.event where position > ${sealed}`), 2)

        yield* Deferred.succeed(held, undefined)
        yield* Fiber.join(late)
        yield* seal
        const closed = yield* store.closed
        yield* Effect.gen(function* () {
          while ((yield* there("select es.closed()")) < closed) yield* Effect.sleep(10)
        }).pipe(Effect.timeout("30 seconds"))
        assert.strictEqual(yield* there(`select count(*) from es.event where position > ${sealed} and position <= es.closed()`), 4)
      }),
    60_000,
  )

  it.effect(
    "continues after the database was killed",
    () =>
      Effect.gen(function* () {
        const { store, tail } = yield* process()
        const told = yield* collect(tail)
        yield* store.append(commitOf("killed/1", 0))
        yield* until(() => told.length === 2)

        const owner = yield* Database.make({ ...(yield* superuserOptions), max: 1 })
        const [{ data_directory: folder }] = (yield* owner.statement("show data_directory", [])) as [{ data_directory: string }]
        const [pid] = readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n")
        globalThis.process.kill(Number(pid), "SIGKILL")
        yield* until(() => {
          try {
            globalThis.process.kill(Number(pid), 0)
            return false
          } catch {
            return true
          }
        })
        const write = Effect.suspend(() => store.append(commitOf("killed/1", 2)))
        yield* Effect.eventually(Effect.tapError(write, () => Effect.sleep(100)))
        yield* until(() => told.length >= 4)
        assert.deepStrictEqual(
          told.map((event) => event.version),
          [1, 2, 3, 4],
        )
      }),
    60_000,
  )
})
