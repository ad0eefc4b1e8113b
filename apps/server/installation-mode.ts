/** Production or demo: the database stores which mode it belongs to, and a server in the other mode does not start on it. */
import { Effect } from "effect"
import { PersonAdded } from "@ops/identity/person.ts"
import { Config, type Settings } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { StartRefused } from "./starts/refusals.ts"

type Mode = Settings["mode"]

const tablesSql = sql(
  { log: col.flag, table: col.flag },
  "select to_regclass('es.event') is not null as log, to_regclass('es.installation') is not null as table",
)
const mode = col.words<Mode>("production", "demo")
const modeSql = sql({ mode }, "select mode from es.installation")
const firstSql = sql({ via: col.text }, "select c.via from es.event e join es.commit c on c.id = e.commit_id where e.type = $1 order by e.position limit 1")
const recordSql = sql({ mode }, "insert into es.installation (mode) values ($1) on conflict do nothing returning mode")

/**
 * The mode a database belongs to; undefined while it has neither a recorded mode nor an account. A database from before the mode was recorded is
 * recognised by its first account: it was added by the demo, or by an administrator.
 */
export const recordedMode = Effect.gen(function* () {
  const { statement } = yield* Database
  const { log, table } = (yield* statement(tablesSql, []))[0]!
  const [recorded] = table ? yield* statement(modeSql, []) : []
  if (recorded || !log) return recorded?.mode
  const [first] = yield* statement(firstSql, [PersonAdded.type])
  return first && ((first.via === "demo" ? "demo" : "production") satisfies Mode)
})

/** Why a database of one mode cannot be used in the other; empty if they agree. */
export const modeFaults = (recorded: Mode | undefined, { mode, sources }: Pick<Settings, "mode" | "sources">): ReadonlyArray<string> => {
  if (recorded === undefined || recorded === mode) return []
  const given = sources["OPS_MODE"] === "default" ? "OPS_MODE is not set, which means demo" : `OPS_MODE is ${mode}`
  return [
    recorded === "production"
      ? `This database belongs to a production installation, and ${given}: set OPS_MODE=production. For a demonstration, name another database: a new folder as OPS_DATA, or a new database in DATABASE_URL.`
      : `This database belongs to a demonstration, and ${given}: production needs a separate database. Name a new one in DATABASE_URL (or a new folder in OPS_DATA), or set OPS_MODE=demo to continue the demonstration.`,
  ]
}

/** Records the mode at the first start. Fails with StartRefused, without writing, if the database belongs to the other mode. */
export const keepMode = Effect.gen(function* () {
  const config = yield* Config
  const { statement } = yield* Database
  const known = yield* recordedMode
  const [fault] = modeFaults(known, config)
  if (fault !== undefined) return yield* new StartRefused({ message: `The server does not start:\n- ${fault}` })
  const [written] = yield* statement(recordSql, [config.mode])
  // of two concurrent first starts, only one has recorded its mode
  const [late] = written ? [] : modeFaults(yield* recordedMode, config)
  if (late !== undefined) return yield* new StartRefused({ message: `The server does not start:\n- ${late}` })
})
