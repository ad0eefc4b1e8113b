/** Migrates a database to this version: the log's tables by their owner, the rows by folding the log. */
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { Effect, Fiber } from "effect"
import { PersonalKeys } from "../personal-data/personal.ts"
import { Model } from "../records.ts"
import { ensureRows, inTheWay, pause, type Progress } from "./generation.ts"
import * as Database from "../../database/database.ts"
import type { DatabaseOptions } from "../../database/database.ts"
import { col, sql } from "../../database/statement.ts"

/** How long the log's tables may be waited for at once, in ms: writers queue behind this. And how often, with pauses in between. */
const patience = { lock: 1_000, attempts: 30, pause: 1_000 }

/** Transactions that hold a lock on the log's tables. Queries are left out, because they may contain personal data. */
const holdersSql = sql(
  { holders: col.text },
  `select coalesce(string_agg(format('process %s (%s, %s since %s)', pid, coalesce(nullif(application_name, ''), 'unnamed'), state, to_char(xact_start at time zone 'UTC', 'HH24:MI:SS')), '; '), 'unknown') as holders
   from pg_stat_activity where pid <> pg_backend_pid() and pid in
     (select pid from pg_locks where granted and relation in (select oid from pg_class where relnamespace = to_regnamespace('es')))`,
)

/**
 * Creates or alters the log's tables, as their owner. One process at a time. Briefly locks the tables for writers, and gives way to a long
 * transaction: it tries again for a minute, and then fails and names that transaction. `ifChanged` skips what was last created by the same SQL, which
 * suffices for maintenance beside a running server.
 */
export const migrateStore = (owner: DatabaseOptions, options: { readonly ifChanged?: boolean } = {}) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { transaction, query, statement } = yield* Database.make({ ...owner, max: 1, timeouts: false })
      const text = yield* Effect.promise(() => readFile(new URL("../../event-store/schema.sql", import.meta.url), "utf8"))
      const made = `made by schema.sql ${createHash("sha256").update(text).digest("hex")}`
      if (options.ifChanged) {
        const [known] = yield* query((sql) => sql`select obj_description(to_regnamespace('es'), 'pg_namespace') as made`)
        if (known?.["made"] === made) return
      }
      const migration = transaction(
        Effect.gen(function* () {
          yield* query((sql) => sql`select pg_advisory_xact_lock(hashtext('field office: migrate'))`)
          yield* query((sql) => sql.unsafe(`set local lock_timeout = ${patience.lock}`))
          const still = yield* Effect.forkChild(
            Effect.forever(
              Effect.andThen(Effect.sleep("10 seconds"), Effect.logWarning("Still changing the tables of the log: a new index takes minutes on a long one")),
            ),
          )
          yield* query((sql) => sql.unsafe(text).simple())
          yield* Fiber.interrupt(still)
          yield* query((sql) => sql.unsafe(`comment on schema es is '${made}'`))
        }),
      )
      const attempt = (left: number): typeof migration =>
        Effect.catch(migration, (error) =>
          Effect.gen(function* () {
            if (!inTheWay(error)) return yield* Effect.fail(error)
            const [row] = yield* statement(holdersSql, [])
            const message = `The tables of the log are locked by ${row!.holders}`
            if (left === 0) return yield* Effect.fail(new Database.DatabaseError({ ...error, message }))
            yield* Effect.logWarning(`${message}. Trying again in a second`)
            yield* pause(patience.pause)
            return yield* attempt(left - 1)
          }),
        )
      yield* Database.patiently(attempt(patience.attempts))
    }),
  )

/** Creates the tables of the application's own role, and the rows if they are missing or were folded by older code. */
export const migrateRows = (progress?: (at: Progress) => void) =>
  Effect.gen(function* () {
    const { query, transaction } = yield* Database.Database
    const { streams, views, tables } = yield* Model
    yield* (yield* PersonalKeys).check
    yield* query((sql) => sql`select es.erase_again(${streams.flatMap(({ erasing }) => [...erasing])})`)
    const work = Effect.gen(function* () {
      for (const table of tables) yield* query((sql) => sql.unsafe(table))
      return yield* ensureRows(streams, views, progress)
    })
    // a transaction holds the lock while the rows are built on other connections, so that only one of several processes builds them
    const held = Effect.gen(function* () {
      yield* query((sql) =>
        sql.unsafe("set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0").simple(),
      )
      const said = yield* Effect.forkChild(
        Effect.andThen(Effect.sleep("10 seconds"), Effect.logWarning("Waiting for another process that is migrating this database")),
      )
      yield* query((sql) => sql`select pg_advisory_xact_lock(hashtext('field office: rows'))`)
      yield* Fiber.interrupt(said)
      return yield* Effect.exit(Database.atInstant(undefined, work))
    })
    return yield* yield* Database.patiently(transaction(held))
  })
