/**
 * What the test files with a database begin with: a data folder in which the log's tables and the role are made already. It is made
 * once a run, and each file copies it, since initdb and the tables take longer than most of the tests.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect } from "effect"
import * as Database from "../database/database.ts"
import { make } from "../database/embedded.ts"
import { migrateStore } from "../records/generations/migrate.ts"
import { copyFolder, newFolder } from "./data-folder.ts"

const variable = "OPS_TEST_TEMPLATE"
/** Beside the database's own folder lies its password. */
const databaseIn = (folder: string) => path.join(folder, "postgres")

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

/** Before all tests: makes the template; what it answers takes it away after them. */
export const setup = async () => {
  const folder = newFolder("test")
  await Effect.runPromise(prepared(databaseIn(folder)))
  process.env[variable] = folder
  return () => fs.rmSync(folder, { recursive: true, force: true })
}

/** A copy of the template that goes with the scope; where there is no template, a folder made as it is made. */
export const dataFolder = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => newFolder("test")),
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
  )
  const template = process.env[variable]
  if (template === undefined) yield* prepared(databaseIn(folder))
  else yield* Effect.sync(() => copyFolder(template, folder))
  return databaseIn(folder)
})
