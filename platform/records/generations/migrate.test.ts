/** The migration of the log's tables beside other transactions. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Logger } from "effect"
import * as Database from "../../database/database.ts"
import { EmbeddedPostgres } from "../../database/embedded.ts"
import { testDatabase } from "../../testing/database.ts"
import { migrateStore } from "./migrate.ts"

layer(testDatabase({}), { excludeTestServices: true, timeout: 60_000 })("a migration of the log's tables", (it) => {
  it.effect("gives way to a transaction that holds them, names it, lets others read meanwhile, and is done after it", () =>
    Effect.gen(function* () {
      const owner = { ...(yield* EmbeddedPostgres), database: "postgres" }
      const { query, transaction } = yield* Database.make({ ...owner, max: 2 })
      const said = yield* Deferred.make<string>()
      const logger = Logger.layer([Logger.make(({ message }) => Deferred.doneUnsafe(said, Effect.succeed(String(message))))])
      const [held, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const reading = Effect.all([query((sql) => sql`select from es.seal limit 1`), Deferred.succeed(held, undefined), Deferred.await(done)])
      const holder = yield* Effect.forkChild(transaction(reading))
      yield* Deferred.await(held)
      const migration = yield* Effect.forkChild(Effect.provide(migrateStore(owner), logger))
      assert.match(yield* Deferred.await(said), /^The tables of the log are locked by process \d+ \(ops, idle in transaction since [\d:]+\)\. Trying again/)
      yield* query((sql) => sql`select from es.seal limit 1`)
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(holder)
      yield* Fiber.join(migration)
      const [row] = yield* query((sql) => sql`select obj_description(to_regnamespace('es'), 'pg_namespace') as made`)
      assert.match(String(row!["made"]), /^made by schema\.sql/)
    }),
  )
})
