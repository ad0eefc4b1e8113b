/** Migrates a database to this version: the log's tables by their owner, the rows by folding the log. */
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { PersonalKeys } from "../personal-data/personal.ts"
import { Model } from "../records.ts"
import { ensureRows, type Progress } from "./generation.ts"
import * as Database from "../../database/database.ts"
import type { DatabaseOptions } from "../../database/database.ts"

/**
 * Creates or alters the log's tables, as their owner. One process at a time. Briefly locks the tables for writers; `ifChanged` skips what was last
 * created by the same SQL, which suffices for maintenance beside a running server.
 */
export const migrateStore = (owner: DatabaseOptions, options: { readonly ifChanged?: boolean } = {}) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { transaction, query } = yield* Database.make({ ...owner, max: 1, timeouts: false })
      const text = yield* Effect.promise(() => readFile(new URL("../../event-store/schema.sql", import.meta.url), "utf8"))
      const made = `made by schema.sql ${createHash("sha256").update(text).digest("hex")}`
      if (options.ifChanged) {
        const [known] = yield* query((sql) => sql`select obj_description(to_regnamespace('es'), 'pg_namespace') as made`)
        if (known?.["made"] === made) return
      }
      yield* transaction(
        Effect.gen(function* () {
          yield* query((sql) => sql`select pg_advisory_xact_lock(hashtext('field office: migrate'))`)
          yield* query((sql) => sql.unsafe(text).simple())
          yield* query((sql) => sql.unsafe(`comment on schema es is '${made}'`))
        }),
      )
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
      yield* query((sql) => sql`select pg_advisory_xact_lock(hashtext('field office: rows'))`)
      return yield* Effect.exit(Database.atInstant(undefined, work))
    })
    return yield* yield* transaction(held)
  })
