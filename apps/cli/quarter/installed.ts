/** The demonstration on a server of this process, for the quarter and for what is proved after it. */
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect } from "effect"
import * as Database from "@ops/platform/database/database.ts"
import * as Embedded from "@ops/platform/database/embedded.ts"
import { newFolder } from "@ops/platform/testing/data-folder.ts"
import { demoServer } from "../../server/demo/demo-server.ts"

/** Statements as a superuser, with the triggers of the database switched off. Gives the rows of the last one. */
export const superuserOf =
  (data: string) =>
  (...texts: ReadonlyArray<string>) =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const database = yield* Embedded.make(path.join(data, "postgres"))
          const { query } = yield* Database.make({ ...database, database: "ops", max: 1 })
          const rows = yield* query((sql) => sql.unsafe(["set session_replication_role = replica", ...texts].join("; ")).simple())
          return (rows as unknown as ReadonlyArray<ReadonlyArray<Record<string, unknown>>>).at(-1)!
        }),
      ),
    )

export const installed = async () => {
  const folder = newFolder("quarter")
  const server = await demoServer({ limits: false, env: { OPS_SEAL_SECONDS: "1" } })
  const superuser = superuserOf(server.data)
  const chief = await server.as("FO-CEO-001")
  const dispose = async () => {
    await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  const env = { OPS_DATA: server.data, OPS_CONFIG_DIR: path.join(folder, "config"), XDG_CACHE_HOME: path.join(folder, "cache"), NO_COLOR: "1" }
  return { server, superuser, env, dispose, at: { url: server.url, data: server.data, folder, rows: superuser, ask: chief } }
}
