/**
 * What the test files with a database begin with: a data folder in which the log's tables and the role are made already. It is made
 * once a run, and each file copies it, since initdb and the tables take longer than most of the tests.
 */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { Effect } from "effect"
import * as Database from "../database/database.ts"
import { make } from "../database/embedded.ts"
import { migrateStore } from "../database/migrate.ts"

const variable = "OPS_TEST_TEMPLATE"
const password = (folder: string) => `${folder}.password`

/** Makes the log's tables and the role `ops` in a new data folder, and leaves it stopped. */
const prepared = (folder: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const owner = { ...(yield* make(folder)), database: "postgres" }
      const { query } = yield* Database.make({ ...owner, max: 1 })
      yield* query((sql) => sql`create role ops nologin`)
      yield* migrateStore(owner)
    }),
  )

/** A folder that the database's own account can enter. */
const parentFolder = () => {
  const parent = fs.mkdtempSync(path.join(tmpdir(), "ops-test-"))
  fs.chmodSync(parent, 0o711)
  return parent
}

/** Before all tests: makes the template; what it answers takes it away after them. */
export const setup = async () => {
  const parent = parentFolder()
  const folder = path.join(parent, "postgres")
  await Effect.runPromise(prepared(folder))
  process.env[variable] = folder
  return () => fs.rmSync(parent, { recursive: true, force: true })
}

/** A copy of the template that goes with the scope; where there is no template, a folder made as it is made. */
export const dataFolder = Effect.gen(function* () {
  const parent = yield* Effect.acquireRelease(Effect.sync(parentFolder), (parent) => Effect.sync(() => fs.rmSync(parent, { recursive: true, force: true })))
  const folder = path.join(parent, "postgres")
  const template = process.env[variable]
  if (template === undefined) yield* prepared(folder)
  else yield* Effect.sync(() => copy(template, folder))
  return folder
})

const copy = (from: string, to: string) => {
  fs.cpSync(from, to, { recursive: true })
  fs.cpSync(password(from), password(to))
  // started by root, Postgres runs as another account, and must own its files
  if (process.getuid?.() !== 0) return
  for (const name of ["", ...fs.readdirSync(from, { recursive: true, encoding: "utf8" })]) {
    const { uid, gid } = fs.lstatSync(path.join(from, name))
    fs.lchownSync(path.join(to, name), uid, gid)
  }
}
