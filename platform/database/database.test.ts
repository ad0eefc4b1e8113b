import { setTimeout as delay } from "node:timers/promises"
import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Layer } from "effect"
import * as Database from "./database.ts"
import { superuserOptions, temporaryServer } from "./temporary-server.ts"

const database = (max: number, kept = 0) =>
  Layer.effect(
    Database.Database,
    Effect.gen(function* () {
      const database = yield* Database.make({ ...(yield* superuserOptions), max, kept })
      yield* database.query((sql) => sql`create table if not exists dish (name text constraint dish_once primary key)`)
      return database
    }),
  )

const { Database: Service } = Database
const add = (name: string) => Effect.flatMap(Service, ({ statement }) => statement("insert into dish values ($1)", [name]))
const dishes = Effect.gen(function* () {
  const { query } = yield* Service
  return (yield* query((sql) => sql<Array<{ name: string }>>`select name from dish order by name`)).map((row) => row.name)
})
const emptied = Effect.flatMap(Service, ({ query }) => query((sql) => sql`truncate dish`))
const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(Service, ({ transaction }) => transaction(effect))

/** Waits until the server reports `statements` running queries like `pattern`. */
const seen = (pattern: string, statements: number) =>
  Effect.gen(function* () {
    const { query } = yield* Service
    for (;;) {
      const [row] = yield* query(
        (sql) => sql`
          select count(*) from pg_stat_activity
          where state = 'active' and query like ${pattern} and pid <> pg_backend_pid()`,
      )
      if (row?.count === statements) return
      yield* Effect.promise(() => delay(20))
    }
  })

layer(temporaryServer, { excludeTestServices: true, timeout: "60 seconds" })("the database", (it) => {
  it.layer(database(3, 1))("reserved connections", (it) => {
    it.effect("answer while all others are busy, even in a transaction", () =>
      Effect.gen(function* () {
        yield* emptied
        const { query } = yield* Service
        const slow = yield* Effect.forEach([1, 2, 3, 4], () => Effect.forkChild(query((sql) => sql`select pg_sleep(60)`)))
        yield* Database.ahead(seen("select pg_sleep(60)", 2))
        const behind = yield* Effect.forkChild(dishes)
        yield* Database.ahead(transaction(add("soup")))
        assert.deepStrictEqual(yield* Database.ahead(dishes), ["soup"])
        assert.isUndefined(behind.pollUnsafe())
        yield* Fiber.interruptAll(slow)
        assert.deepStrictEqual(yield* Fiber.join(behind), ["soup"])
      }),
    )
  })

  it.layer(database(3))("transactions", (it) => {
    it.effect("commit on success", () =>
      Effect.gen(function* () {
        yield* emptied
        assert.strictEqual(yield* transaction(Effect.as(add("soup"), "done")), "done")
        assert.deepStrictEqual(yield* dishes, ["soup"])
      }),
    )

    it.effect("roll back on failure and pass the failure on", () =>
      Effect.gen(function* () {
        yield* emptied
        const exit = yield* Effect.exit(transaction(Effect.andThen(add("soup"), Effect.fail("too salty"))))
        assert.deepStrictEqual(exit, Exit.fail("too salty"))
        assert.deepStrictEqual(yield* dishes, [])
      }),
    )

    it.effect("roll back on a defect and pass the defect on", () =>
      Effect.gen(function* () {
        yield* emptied
        const exit = yield* Effect.exit(transaction(Effect.andThen(add("soup"), Effect.die("burnt"))))
        assert.deepStrictEqual(exit, Exit.die("burnt"))
        assert.deepStrictEqual(yield* dishes, [])
      }),
    )

    it.effect("roll back on interruption and cancel pending queries", () =>
      Effect.gen(function* () {
        yield* emptied
        const { statement } = yield* Service
        const fiber = yield* Effect.forkChild(transaction(Effect.andThen(add("soup"), statement("select pg_sleep(9)", []))))
        yield* seen("select pg_sleep(9)%", 1)
        yield* Fiber.interrupt(fiber)
        yield* seen("select pg_sleep(9)%", 0)
        assert.deepStrictEqual(yield* dishes, [])
        const [left] = yield* statement("select count(*) from pg_stat_activity where state like 'idle in%'", [])
        assert.strictEqual(left.count, 0)
      }),
    )

    it.effect("stop waiting for a connection when interrupted, and leave none open", () =>
      Effect.gen(function* () {
        yield* emptied
        const { statement } = yield* Service
        const busy = yield* Effect.forkChild(
          Effect.all(
            [1, 2, 3].map((i) => statement(`select pg_sleep(${i} - ${i} + 1), 'busy'`, [])),
            { concurrency: 3 },
          ),
        )
        yield* Effect.promise(() => delay(100))
        const waiting = yield* Effect.forkChild(transaction(add("soup")))
        yield* Effect.promise(() => delay(100))
        yield* Fiber.interrupt(waiting)
        yield* Fiber.join(busy)
        assert.deepStrictEqual(yield* Effect.all([dishes, dishes, dishes], { concurrency: 3 }), [[], [], []])
        const [left] = yield* statement("select count(*) from pg_stat_activity where state like 'idle in%'", [])
        assert.strictEqual(left.count, 0)
      }),
    )

    it.effect("are savepoints when nested", () =>
      Effect.gen(function* () {
        yield* emptied
        yield* transaction(
          Effect.gen(function* () {
            yield* add("soup")
            yield* Effect.ignore(transaction(Effect.andThen(add("soup"), add("bread"))))
            yield* Effect.ignore(transaction(Effect.andThen(add("rice"), Effect.fail("no"))))
            yield* transaction(add("cake"))
          }),
        )
        assert.deepStrictEqual(yield* dishes, ["cake", "soup"])
      }),
    )

    it.effect("fail if a statement in them failed, even if its error was caught", () =>
      Effect.gen(function* () {
        yield* emptied
        const exit = yield* Effect.exit(transaction(add("soup").pipe(Effect.andThen(Effect.ignore(add("soup"))), Effect.andThen(Effect.succeed("fine")))))
        assert.isTrue(Exit.isFailure(exit))
        assert.deepStrictEqual(yield* dishes, [])
      }),
    )

    it.effect("accept no further queries once they are over", () =>
      Effect.gen(function* () {
        yield* emptied
        const late = yield* transaction(
          Effect.forkDetach(
            Effect.exit(
              Effect.andThen(
                Effect.promise(() => delay(200)),
                add("late"),
              ),
            ),
          ),
        )
        const exit = yield* Effect.flatten(Fiber.join(late)).pipe(Effect.flip)
        assert.strictEqual(exit.code, "TRANSACTION_ENDED")
        assert.deepStrictEqual(yield* dishes, [])
      }),
    )
  })

  it.layer(database(1))("one connection", (it) => {
    it.effect("a violated constraint is named", () =>
      Effect.gen(function* () {
        yield* emptied
        yield* add("soup")
        const error = yield* Effect.flip(add("soup"))
        assert.strictEqual(error._tag, "DatabaseError")
        assert.strictEqual(error.code, "23505")
        assert.strictEqual(error.constraint, "dish_once")
      }),
    )

    it.effect("a statement is prepared once for any parameters", () =>
      Effect.gen(function* () {
        const { statement } = yield* Service
        const text = "select $1::text as a, $2::bool as b, $3::timestamptz as c"
        for (const parameters of [
          ["x", true, new Date(0)],
          [null, null, null],
          ["y", false, "2026-11-20 09:00Z"],
        ]) {
          yield* statement(text, parameters)
        }
        yield* statement("select 1 as nothing_asked", [])
        yield* statement("select 1 as nothing_asked", [])
        const prepared = yield* statement(
          `select statement, (generic_plans + custom_plans) as runs from pg_prepared_statements
           where statement = any($1) order by statement`,
          [[text, "select 1 as nothing_asked"]],
        )
        assert.deepStrictEqual(
          [...prepared],
          [
            { statement: text, runs: 3 },
            { statement: "select 1 as nothing_asked", runs: 2 },
          ],
        )
      }),
    )

    it.effect("values keep their types", () =>
      Effect.gen(function* () {
        const { statement } = yield* Service
        const [row] = yield* statement(
          `select $1::int8 as big, $2::date as day, $3::timestamptz as instant, $4::numeric as price,
                  $5::jsonb as part, $6::int8[] as many, $7::bool[] as flags, $8::date[] as days,
                  $9::text[] as words, count(*) as rows`,
          [
            Number.MAX_SAFE_INTEGER,
            "2026-11-20",
            "2026-11-20 10:00:00.123456+01",
            "12.50",
            { a: ["b", null] },
            [1, 2n],
            [true, false, null],
            ["2026-01-01", "2026-12-31"],
            ["a,b", "NULL", null, '"{}'],
          ],
        )
        assert.deepStrictEqual(row, {
          big: 9007199254740991,
          day: "2026-11-20",
          instant: "2026-11-20 09:00:00.123456+00",
          price: "12.50",
          part: { a: ["b", null] },
          many: [1, 2],
          flags: [true, false, null],
          days: ["2026-01-01", "2026-12-31"],
          words: ["a,b", "NULL", null, '"{}'],
          rows: 1,
        })
        const error = yield* Effect.flip(statement("select 9007199254740993 as big", []))
        assert.match(error.message, /9007199254740993 is too large/)
        assert.deepStrictEqual([...(yield* statement("select 1 as well", []))], [{ well: 1 }])
      }),
    )

    it.effect("the session is configured", () =>
      Effect.gen(function* () {
        const { statement } = yield* Service
        const rows = yield* statement("select name, setting from pg_settings where source = 'client'", [])
        const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
        assert.deepInclude(settings, {
          application_name: "ops",
          TimeZone: "UTC",
          search_path: "live,es,public",
          statement_timeout: "10000",
          lock_timeout: "3000",
          idle_in_transaction_session_timeout: "15000",
          random_page_cost: "1.1",
          max_parallel_workers_per_gather: "0",
          jit: "off",
        })
      }),
    )

    it.effect("a missing parameter is refused without affecting other queries", () =>
      Effect.gen(function* () {
        const { statement } = yield* Service
        const bad = Effect.flip(statement("select $1::text", [undefined]))
        const errors = yield* Effect.all([bad, bad, bad], { concurrency: 3 })
        assert.deepStrictEqual(
          errors.map(({ code }) => code),
          ["UNDEFINED_VALUE", "UNDEFINED_VALUE", "UNDEFINED_VALUE"],
        )
        assert.deepStrictEqual([...(yield* statement("select 1 as well", []))], [{ well: 1 }])
      }),
    )

    it.effect("interrupting a query does not affect other queries", () =>
      Effect.gen(function* () {
        const { statement } = yield* Service
        let interrupted = 0
        for (let turn = 0; turn < 200; turn++) {
          const fiber = yield* Effect.forkChild(statement("select pg_sleep($1)", [(turn % 20) / 4000]))
          yield* Effect.promise(() => delay(1))
          const [exit, [row]] = yield* Effect.all(
            [Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber)), statement("select $1::int as turn, pg_sleep(0.001)", [turn])],
            { concurrency: 2 },
          )
          assert.strictEqual(row.turn, turn)
          if (Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause)) interrupted++
        }
        assert.isAbove(interrupted, 0)
      }),
    )

    it.effect("a query that fails after its first rows leaves nothing to the next one", () =>
      Effect.gen(function* () {
        const { statement } = yield* Service
        const failed = yield* Effect.flip(statement("select 1 / (n - 3) as part from generate_series(1, $1) n", [5]))
        assert.strictEqual(failed.code, "22012")
        assert.deepStrictEqual([...(yield* statement("select 1 as one", []))], [{ one: 1 }])
      }),
    )
  })

  it.effect("an interruption while connecting does not cost a connection", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database.make({ ...(yield* superuserOptions), max: 1 })
      const fiber = yield* Effect.forkChild(statement("select 1", []))
      yield* Effect.promise(() => delay(0))
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual([...(yield* statement("select 1 as well", []))], [{ well: 1 }])
    }),
  )

  it.effect("a session can act as a role, without time limits", () =>
    Effect.gen(function* () {
      const options = yield* superuserOptions
      const owner = yield* Database.make({ ...options, max: 1 })
      yield* owner.query((sql) => sql`create role cook nologin`)
      const cook = yield* Database.make({ ...options, role: "cook", timeouts: false, max: 1 })
      const [row] = yield* cook.statement(
        `select current_user as me, current_setting('statement_timeout') as limit,
                current_setting('idle_in_transaction_session_timeout') as idle`,
        [],
      )
      assert.deepStrictEqual(row, { me: "cook", limit: "0", idle: "0" })
      const error = yield* Effect.flip(cook.statement("select * from pg_authid", []))
      assert.strictEqual(error.code, "42501")
    }),
  )

  it.effect("a COPY that fills its stream at the end leaves the connection usable", () =>
    Effect.gen(function* () {
      const { sql, statement } = yield* Database.make({ ...(yield* superuserOptions), max: 1 })
      for (const size of [10, 20_000, 40_000, 100_000]) {
        const text = yield* Effect.promise(async () => {
          const stream = await sql.unsafe(`copy (select repeat('x', ${size})) to stdout`).readable()
          let bytes = 0
          for await (const chunk of stream) bytes += (chunk as Buffer).length
          return bytes
        })
        assert.strictEqual(text, size + 1)
        assert.deepStrictEqual([...(yield* statement("select 1 as well", []))], [{ well: 1 }])
      }
    }),
  )
})
