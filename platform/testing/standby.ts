/** A hot standby of an embedded server, from what `npm ci` brings: no pg_basebackup is needed. */
import { chownSync, rmSync, statSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { Effect, Redacted } from "effect"
import * as Database from "../database/database.ts"
import { type EmbeddedPostgres, make } from "../database/embedded.ts"
import { col, sql } from "../database/statement.ts"
import { copyFolder, newFolder } from "./data-folder.ts"

const folderSql = sql({ folder: col.text }, `select current_setting('data_directory') as folder`)
const beginSql = sql({ begun: col.text }, "select pg_backup_start('standby', true)::text as begun")
const endSql = sql({ label: col.text }, "select labelfile as label from pg_backup_stop(false)")

/** A copy of the running primary's data directory that follows its WAL, until the scope closes. */
export const standbyOf = Effect.fnUntraced(function* (primary: EmbeddedPostgres["Service"]) {
  const { statement } = yield* Database.make({ ...primary, database: "postgres", max: 1 })
  const [{ folder }] = (yield* statement(folderSql, [])) as [{ folder: string }]
  const beside = yield* Effect.acquireRelease(
    Effect.sync(() => newFolder("standby")),
    (beside) => Effect.sync(() => rmSync(beside, { recursive: true, force: true })),
  )
  const copy = path.join(beside, path.basename(folder))
  yield* statement(beginSql, [])
  yield* Effect.sync(() => copyFolder(path.dirname(folder), beside))
  const [{ label }] = (yield* statement(endSql, [])) as [{ label: string }]
  const { uid, gid } = statSync(copy)
  const follow = `primary_conninfo = 'host=${primary.host} port=${primary.port} user=${primary.user} password=${Redacted.value(primary.password)}'\n`
  for (const [name, text] of Object.entries({ backup_label: label, "standby.signal": "", "postgresql.auto.conf": follow })) {
    writeFileSync(path.join(copy, name), text)
    chownSync(path.join(copy, name), uid, gid)
  }
  rmSync(path.join(copy, "postmaster.pid"), { force: true })
  return yield* make(copy)
})
