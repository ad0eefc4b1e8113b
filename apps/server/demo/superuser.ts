/** For tests: the database of a data folder, behind the product's back. */
import * as path from "node:path"
import { Effect } from "effect"
import * as Database from "@ops/platform/database/database.ts"
import * as Embedded from "@ops/platform/database/embedded.ts"

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
