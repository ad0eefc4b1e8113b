import { setTimeout as delay } from "node:timers/promises"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Database from "./database.ts"
import { superuserOptions, temporaryServer } from "./temporary-server.ts"

layer(temporaryServer, { excludeTestServices: true, timeout: "60 seconds" })("connections terminated under load", (it) => {
  it.effect(
    "crash neither the process nor the pool, and leave no partial transaction",
    () =>
      Effect.gen(function* () {
        const uncaught: Array<unknown> = []
        const note = (error: unknown) => uncaught.push(error)
        process.on("uncaughtExceptionMonitor", note)
        yield* Effect.addFinalizer(() => Effect.sync(() => process.off("uncaughtExceptionMonitor", note)))

        const options = yield* superuserOptions
        const victim = yield* Database.make({ ...options, max: 5 })
        const killer = yield* Database.make({ ...options, max: 1 })
        yield* killer.query((sql) => sql`create table pair (act int, half int)`)

        const acknowledged: Array<number> = []
        const failures = new Map<string, number>()
        const halves = (act: number) =>
          Effect.gen(function* () {
            yield* victim.statement("insert into pair values ($1, 1)", [act])
            yield* victim.query((sql) => sql`select pg_sleep(0.001)`)
            yield* victim.statement("insert into pair values ($1, 2)", [act])
          })
        let acts = 0
        let over = false
        const worker = Effect.gen(function* () {
          while (!over) {
            const act = ++acts
            const work = act % 3 ? victim.transaction(halves(act)) : victim.statement("select pg_sleep(0.001)", [])
            yield* Effect.match(work, {
              onSuccess: () => act % 3 && acknowledged.push(act),
              onFailure: ({ code }) => failures.set(code, (failures.get(code) ?? 0) + 1),
            })
          }
        })
        const assassin = Effect.gen(function* () {
          for (let killed = 0; killed < 80; killed++) {
            yield* Effect.promise(() => delay(50))
            yield* killer.query(
              (sql) => sql`
                select pg_terminate_backend(pid) from pg_stat_activity
                where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`,
            )
          }
          over = true
        })
        yield* Effect.all([assassin, ...Array.from({ length: 10 }, () => worker)], { concurrency: "unbounded" })

        assert.deepStrictEqual(uncaught, [])
        assert.isAbove(
          [...failures.values()].reduce((sum, times) => sum + times, 0),
          0,
        )
        // a connection killed while idle fails at its next use
        const answers = yield* Effect.all(
          Array.from({ length: 20 }, (_, index) => Effect.retry(victim.statement("select $1::int as answer", [index]), { while: Database.lostConnection })),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(
          answers.map(([row]) => row.answer),
          answers.map((_, index) => index),
        )
        const torn = yield* killer.query((sql) => sql`select act from pair group by act having count(*) <> 2`)
        assert.deepStrictEqual([...torn], [])
        const lost = yield* killer.statement("select act from unnest($1::int[]) act where act not in (select pair.act from pair)", [acknowledged])
        assert.deepStrictEqual([...lost], [])
        assert.isAbove(acknowledged.length, 0)
        const left = yield* killer.query((sql) => sql`select count(*) from pg_stat_activity where state like 'idle in transaction%'`)
        assert.strictEqual(left[0]?.count, 0)
      }),
    60_000,
  )
})
