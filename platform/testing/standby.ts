/** A hot standby of an embedded server, from what `npm ci` brings: no pg_basebackup is needed. */
import { chownSync, rmSync, statSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { Effect, Redacted } from "effect"
import * as Database from "../database/database.ts"
import { type EmbeddedPostgres, make } from "../database/embedded.ts"
import { copyFolder, newFolder } from "./data-folder.ts"

/** A copy of the running primary's data directory that follows its WAL, until the scope closes. */
export const standbyOf = Effect.fnUntraced(function* (primary: EmbeddedPostgres["Service"]) {
  const { statement } = yield* Database.make({ ...primary, database: "postgres", max: 1 })
  const [{ data_directory: folder }] = (yield* statement("show data_directory", [])) as [{ data_directory: string }]
  const beside = yield* Effect.acquireRelease(
    Effect.sync(() => newFolder("standby")),
    (beside) => Effect.sync(() => rmSync(beside, { recursive: true, force: true })),
  )
  const copy = path.join(beside, path.basename(folder))
  yield* statement("select pg_backup_start('standby', true)", [])
  yield* Effect.sync(() => copyFolder(path.dirname(folder), beside))
  const [{ labelfile }] = (yield* statement("select labelfile from pg_backup_stop(false)", [])) as [{ labelfile: string }]
  const { uid, gid } = statSync(copy)
  const follow = `primary_conninfo = 'host=${primary.host} port=${primary.port} user=${primary.user} password=${Redacted.value(primary.password)}'\n`
  for (const [name, text] of Object.entries({ backup_label: labelfile, "standby.signal": "", "postgresql.auto.conf": follow })) {
    writeFileSync(path.join(copy, name), text)
    chownSync(path.join(copy, name), uid, gid)
  }
  rmSync(path.join(copy, "postmaster.pid"), { force: true })
  return yield* make(copy)
})
