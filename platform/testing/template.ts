/**
 * Templates for test files with a database: a new cluster, or one that already has the log's tables and the role. Both are created once per run, and
 * each file copies one, because initdb and the tables take longer than most of the tests.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect } from "effect"
import * as Database from "../database/database.ts"
import { make } from "../database/embedded.ts"
import { migrateStore } from "../records/generations/migrate.ts"
import { copyFolder, newFolder } from "./data-folder.ts"

const variables = { cluster: "OPS_TEST_CLUSTER", store: "OPS_TEST_TEMPLATE" } as const
/** The password is in the folder around the database's own folder. */
const databaseIn = (folder: string) => path.join(folder, "postgres")

/** Creates a new cluster and leaves it stopped. */
const cluster = (folder: string) => Effect.asVoid(Effect.scoped(make(folder)))
/** Creates the log's tables and the role `ops` in a cluster, creating the cluster if necessary, and leaves it stopped. */
const store = (folder: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const owner = { ...(yield* make(folder)), database: "postgres" }
      const { query } = yield* Database.make({ ...owner, max: 1 })
      yield* query((sql) => sql`create role ops nologin`)
      yield* migrateStore(owner)
    }),
  )

/** Runs before all tests: creates the templates and returns the function that removes them afterwards. */
export const setup = async () => {
  const [plain, prepared] = [newFolder("cluster"), newFolder("test")]
  await Effect.runPromise(cluster(databaseIn(plain)))
  copyFolder(plain, prepared)
  await Effect.runPromise(store(databaseIn(prepared)))
  process.env[variables.cluster] = plain
  process.env[variables.store] = prepared
  return () => [plain, prepared].forEach((folder) => fs.rmSync(folder, { recursive: true, force: true }))
}

/** A copy of a template, removed with the scope; if there is no template, a folder created in the same way. */
const copyOf = <E>(variable: string, made: (folder: string) => Effect.Effect<void, E>) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => newFolder("test")),
      (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
    )
    const template = process.env[variable]
    if (template === undefined) yield* made(databaseIn(folder))
    else yield* Effect.sync(() => copyFolder(template, folder))
    return databaseIn(folder)
  })
export const newCluster = copyOf(variables.cluster, cluster)
export const dataFolder = copyOf(variables.store, store)
