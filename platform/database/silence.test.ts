import { setTimeout as delay } from "node:timers/promises"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Redacted, Schedule } from "effect"
import postgres from "postgres"
import { type Proxy, startProxy } from "../testing/proxy.ts"
import * as Database from "./database.ts"
import { superuserOptions, temporaryServer } from "./temporary-server.ts"

const proxied = Effect.gen(function* () {
  const options = yield* superuserOptions
  const proxy = yield* Effect.acquireRelease(
    Effect.promise(() => startProxy(options.port)),
    (proxy) => Effect.sync(proxy.close),
  )
  const through = { ...options, host: "127.0.0.1", port: proxy.port, max: 2 }
  return { proxy, options: through, direct: yield* Database.make({ ...options, max: 1 }) }
})

/** Tries again while no connection can be made in the driver's three seconds, as on a busy machine. */
const connected = <A>(query: Effect.Effect<A, Database.DatabaseError>) =>
  Effect.retry(query, { while: Database.lostConnection, schedule: Schedule.spaced("50 millis") })

layer(temporaryServer, { excludeTestServices: true, timeout: "60 seconds" })("a database that falls silent", (it) => {
  it.effect("a slow query on a working network is left alone", () =>
    Effect.gen(function* () {
      const { options } = yield* proxied
      const { statement } = yield* Database.make({ ...options, silence: { patience: 50, answer: 5_000 } })
      assert.deepStrictEqual([...(yield* statement("select pg_sleep(2)::text as slept", []))], [{ slept: "" }])
    }).pipe(Effect.scoped),
  )

  it.effect("a connection that loses its answers fails while the database is reachable; a write is in doubt, a read is not", () =>
    Effect.gen(function* () {
      const { proxy, options, direct } = yield* proxied
      yield* direct.statement("create table note (text text)", [])
      const { statement } = yield* Database.make({ ...options, silence: { patience: 500, answer: 5_000 } })
      for (const [text, inDoubt] of [
        ["select 1", undefined],
        ["insert into note values ('kept')", true],
      ] as const) {
        const sleeps = statement("select pg_sleep(0.1)", [])
        yield* connected(Effect.all([sleeps, sleeps], { concurrency: 2 })) // each on its own connection
        const before = proxy.swallowed()
        proxy.silence()
        const failing = yield* Effect.forkChild(Effect.flip(Effect.all([statement(text, []), statement(text, [])], { concurrency: 2 })), {
          startImmediately: true,
        })
        while (proxy.swallowed() < before + 2) yield* Effect.promise(() => delay(5))
        proxy.speak()
        const error = yield* Fiber.join(failing)
        assert.strictEqual(error.inDoubt, inDoubt, text)
        assert.isTrue(Database.lostConnection(error))
      }
      assert.deepStrictEqual([...(yield* connected(statement("select 1 as well", [])))], [{ well: 1 }])
    }).pipe(Effect.scoped),
  )

  it.effect("on a silent network, running queries fail, new ones fail at once, and both work again afterwards", () =>
    Effect.gen(function* () {
      const { proxy, options } = yield* proxied
      const { statement, transaction } = yield* Database.make({ ...options, silence: { patience: 50, answer: 500 } })
      yield* connected(statement("select 1", []))
      proxy.silence()
      const asked = Effect.flip(statement("select 1", []))
      const errors = yield* Effect.all([asked, asked, asked, asked, asked, Effect.flip(transaction(statement("select 1", [])))], { concurrency: "unbounded" })
      for (const error of errors) assert.isTrue(Database.lostConnection(error as Database.DatabaseError), String(error))
      assert.strictEqual((yield* Effect.flip(statement("insert into note values ('never sent')", []))).inDoubt, undefined)
      proxy.speak()
      assert.deepStrictEqual([...(yield* connected(statement("select 1 as again", [])))], [{ again: 1 }])
    }).pipe(Effect.scoped),
  )

  it.effect("long work, such as an upgrade, outlasts a silence in which the query of a request fails", () =>
    Effect.gen(function* () {
      const { proxy, options, direct } = yield* proxied
      const { statement, transaction } = yield* Database.make({ ...options, timeouts: false, silence: { patience: 50, answer: 5_000 } })
      const sleeps = statement("select pg_sleep(0.1)", [])
      yield* connected(Effect.all([sleeps, sleeps], { concurrency: 2 })) // each on its own connection
      // a lock for each: the connection of the failed request stays open in the database, where it would keep a common lock
      const locks = (call: string) => direct.statement(`select ${call}(7), ${call}(8)`, [])
      yield* locks("pg_advisory_lock")
      const waits = (lock: number) => transaction(statement("select pg_advisory_xact_lock($1)::text as got", [lock]))
      const request = yield* Effect.forkChild(Effect.flip(waits(7)))
      const upgrade = yield* Effect.forkChild(Database.patiently(waits(8)))
      const waiting = direct.statement("select count(*)::int as many from pg_locks where locktype = 'advisory' and not granted", [])
      const bothWait = Effect.repeat(waiting, { until: ([row]) => row!["many"] === 2 })
      // one that fails before says why
      yield* Effect.raceFirst(bothWait, Effect.raceFirst(Fiber.join(upgrade), Fiber.join(request)))
      proxy.silence()
      assert.isTrue(Database.lostConnection(yield* Fiber.join(request)))
      proxy.speak()
      yield* locks("pg_advisory_unlock")
      assert.deepStrictEqual([...(yield* Fiber.join(upgrade))], [{ got: "" }])
    }).pipe(Effect.scoped),
  )

  it.effect("a query that was never sent is not in doubt", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database.make({ host: "127.0.0.1", port: 1, user: "x", password: Redacted.make("x"), database: "x", max: 1 })
      const error = yield* Effect.flip(statement("insert into note values ('x')", []))
      assert.deepStrictEqual([error.code, error.inDoubt], ["ECONNREFUSED", undefined])
    }).pipe(Effect.scoped),
  )
})

/** The driver itself, and the unhandled rejections during `test`, each of which would crash a server. */
const unhandledOf = (
  test: (connect: (through?: Proxy) => postgres.Sql, port: number) => Promise<void>,
): Effect.Effect<ReadonlyArray<unknown>, unknown, Effect.Services<typeof superuserOptions>> =>
  Effect.gen(function* () {
    const { host, port, user, password, database } = yield* superuserOptions
    const options = { user, password: Redacted.value(password), database, max: 1, onnotice: () => {}, backoff: () => 0 }
    return yield* Effect.promise(async () => {
      const unhandled: Array<unknown> = []
      const note = (error: unknown) => void unhandled.push(error)
      const opened: Array<postgres.Sql> = []
      process.on("unhandledRejection", note)
      try {
        await test((through) => {
          const sql = postgres({ ...options, ...(through ? { host: "127.0.0.1", port: through.port } : { host, port }) })
          opened.push(sql)
          return sql
        }, port)
        await delay(0) // Node reports unhandled rejections after the microtasks of the current turn
      } finally {
        process.off("unhandledRejection", note)
        await Promise.all(opened.map((sql) => sql.end({ timeout: 0 })))
      }
      return unhandled
    })
  })

layer(temporaryServer, { excludeTestServices: true, timeout: "60 seconds" })("a connection lost in the driver", (it) => {
  it.effect("while reserved, fails only its own queries and leaves the pool usable after its release", () =>
    Effect.gen(function* () {
      const { host, port, user, password, database } = yield* superuserOptions
      const options = { host, port, user, password: Redacted.value(password), database, onnotice: () => {}, backoff: () => 0 }
      yield* Effect.promise(async () => {
        const [sql, killer] = [postgres({ ...options, max: 1 }), postgres({ ...options, max: 1 })]
        try {
          for (let turn = 0; turn < 5; turn++) {
            const reserved = await sql.reserve()
            const [own] = await reserved`select pg_backend_pid() as pid`
            const queries = [reserved`select pg_sleep(10)`, reserved`select 1`]
            for (const query of queries) void query.catch(() => {})
            // a waiting caller takes over the connection; without one, it is lost when released
            const next = turn % 2 === 0 ? sql.reserve() : undefined
            await delay(20)
            await killer`select pg_terminate_backend(${own!["pid"]})`
            assert.deepStrictEqual(
              (await Promise.allSettled(queries)).map(({ status }) => status),
              ["rejected", "rejected"],
            )
            ;(await next)?.release()
            const late = await reserved`select 1`.catch((error: { code: string }) => error.code)
            assert.strictEqual(late, "CONNECTION_CLOSED")
            reserved.release()
            reserved.release()
            assert.deepStrictEqual([...(await sql`select 1 as one`)], [{ one: 1 }])
            assert.deepStrictEqual([...(await sql`select 2 as two`)], [{ two: 2 }])
          }
        } finally {
          await Promise.all([sql.end({ timeout: 1 }), killer.end({ timeout: 1 })])
        }
      })
    }),
  )
  it.effect("while sending a cancel request, drops the request, and the query answers", () =>
    Effect.gen(function* () {
      const unhandled = yield* unhandledOf(async (connect, port) => {
        const proxy = await startProxy(port)
        const [sql, direct] = [connect(proxy), connect()]
        await sql`select 1`
        const lock = await direct.reserve()
        await lock`select pg_advisory_lock(1)`
        const query = sql`select 'answered' as text, pg_advisory_lock(1)`.execute()
        while ((await lock`select from pg_locks where locktype = 'advisory' and not granted`).length === 0) await delay(5)
        proxy.refuse()
        query.cancel()
        await lock`select pg_advisory_unlock(1)`
        // the connection waits for the cancel request to end, delivered or not, before it answers
        assert.strictEqual((await query)[0]?.["text"], "answered")
        assert.deepStrictEqual([...(await sql`select 1 as one`)], [{ one: 1 }])
        proxy.close()
      })
      assert.deepStrictEqual(unhandled, [])
    }),
  )

  it.effect("while loading array types, fails only the waiting query", () =>
    Effect.gen(function* () {
      const unhandled = yield* unhandledOf(async (connect, port) => {
        let resets = 0
        const proxy = await startProxy(port, { resets: (data) => data.includes("typarray") && resets++ === 0 })
        const sql = connect(proxy)
        const error = await sql`select 1`.then(undefined, (error: { code: string }) => error.code)
        assert.strictEqual(error, "ECONNRESET")
        assert.deepStrictEqual([...(await sql`select array['a', 'b'] as words`)], [{ words: ["a", "b"] }])
        assert.isAbove(resets, 1) // requested again
        proxy.close()
      })
      assert.deepStrictEqual(unhandled, [])
    }),
  )

  it.effect("while a cursor is being read, fails the query, whatever happens to the reader", () =>
    Effect.gen(function* () {
      const unhandled = yield* unhandledOf(async (connect) => {
        const [sql, killer] = [connect(), connect()]
        const [own] = await sql`select pg_backend_pid() as pid`
        const reading = Promise.withResolvers<void>()
        const reader = Promise.withResolvers<void>()
        const query = sql`select generate_series(1, 10) as n`.cursor(1, () => {
          reading.resolve()
          return reader.promise
        })
        const failed = (query as unknown as Promise<unknown>).then(undefined, Database.lostConnection)
        await reading.promise
        await killer`select pg_terminate_backend(${own!["pid"]})`
        assert.isTrue(await failed)
        reader.reject(new Error("the reader has failed"))
        assert.deepStrictEqual([...(await sql`select 1 as one`)], [{ one: 1 }])
        assert.deepStrictEqual([...(await sql`select 2 as two`)], [{ two: 2 }])
      })
      assert.deepStrictEqual(unhandled, [])
    }),
  )
})
