/**
 * A load of the demo data that was interrupted. It cannot be resumed, because its data depends on the day it is loaded, so the database is emptied
 * and the load starts again.
 */
import * as fs from "node:fs"
import { Effect } from "effect"
import { Config } from "@ops/platform/config.ts"
import * as Database from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { demoStatus } from "./demo.ts"
import { recordedMode } from "../installation-mode.ts"
import { hasLog, StartRefused } from "../starts/refusals.ts"

/** Connections of a process that was just killed take a moment to close. */
const patience = 15_000

const refused = (text: string) => new StartRefused({ message: `The server does not start:\n- ${text}` })

const othersSql = sql(
  { many: col.whole },
  `select count(*) as many from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and backend_type is distinct from 'autovacuum worker'`,
)

/** Other connections to this database. */
const others = Effect.gen(function* () {
  const { statement } = yield* Database.Database
  return (yield* statement(othersSql, []))[0]!.many
})

const isUnfinished = Effect.gen(function* () {
  if (!(yield* hasLog) || (yield* recordedMode) !== "demo") return false
  return (yield* demoStatus) === "begun"
})

/**
 * Empties a demo database whose load was interrupted, if nothing else was ever written there. Called before the first connection of the process
 * itself. Fails while another process uses the database, because that may be the one that is loading.
 */
export const discardUnfinishedDemo = (owner: Database.DatabaseOptions) =>
  Effect.gen(function* () {
    const { mode, rehearsal, sealNotes } = yield* Config
    // a rehearsal of a demo begins in the middle of the scenario
    if (mode !== "demo" || rehearsal !== undefined) return
    const { query, transaction } = yield* Database.Database
    if (!(yield* isUnfinished)) return
    const until = Date.now() + patience
    while ((yield* others) > 0) {
      if (Date.now() > until) {
        return yield* refused(
          "The demo data in this database are not complete, and another program is connected to it. If a server is loading them, wait for it; otherwise stop that program and start again.",
        )
      }
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 100)))
    }
    const discarded = yield* transaction(
      Effect.gen(function* () {
        yield* query((sql) => sql`select pg_advisory_xact_lock(hashtext('field office: migrate'))`)
        if (!(yield* isUnfinished)) return false
        // each schema is dropped by its owner: the rows belong to the application's role, the log to this user
        const schemas = yield* query(
          (sql) => sql<Array<{ name: string; ours: boolean }>>`
            select nspname as name, nspowner::regrole::text <> 'ops' as ours from pg_namespace where nspname ~ '^(es|app|live|(rows|retired|as_of)_[0-9]+)$'`,
        )
        for (const { name, ours } of schemas) {
          yield* query((sql) => sql.unsafe(`set local role ${ours ? "none" : "ops"}; drop schema "${name}" cascade`).simple())
        }
        return true
      }),
    )
    if (!discarded) return
    // notes of deleted seals would indicate that the new log had been rewritten
    if (fs.existsSync(sealNotes)) fs.renameSync(sealNotes, `${sealNotes}.discarded-${new Date().toISOString().replace(/[:.]/g, "-")}`)
    console.error("Loading the demo data was interrupted last time. Loading starts again.")
  }).pipe(Effect.provide(Database.layer({ ...owner, max: 1, timeouts: false })))
