/** Every declared statement is prepared by Postgres, and the columns it describes are those that are decoded. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import { columnsFault, declared } from "@ops/platform/database/statement.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { model } from "./modules.ts"
// imports everything that runs on a server or in the command line, so that its statements are declared
import "./app.ts"
import "./demo/demo.ts"
import "./starts/refusals.ts"
import "./demo/unfinished-demo.ts"
import "@ops/platform/event-store/backup.ts"
import "@ops/platform/event-store/log-file.ts"

layer(testDatabase(model), { excludeTestServices: true, timeout: "120 seconds" })("declared statements", (it) => {
  it.effect("are understood by the database, and answer the columns that are declared", () =>
    Effect.gen(function* () {
      const { query } = yield* Database
      const types = new Map(
        (yield* query((sql) => sql<Array<{ oid: number; name: string }>>`select oid::int, format_type(oid, null) as name from pg_type`)).map((type) => [
          type.oid,
          type.name,
        ]),
      )
      const faults = yield* Effect.forEach(declared, ({ text, columns }) =>
        query((sql) => sql.unsafe(text).describe()).pipe(
          Effect.map((described) =>
            columnsFault(
              columns,
              (described.columns ?? []).map(({ name, type }) => ({ name, type: types.get(type) ?? String(type) })),
            ),
          ),
          Effect.catch(({ message }) => Effect.succeed(message)),
          Effect.map((fault) => (fault === undefined ? [] : [`${fault}\n  ${text.replace(/\s+/g, " ").slice(0, 160)}`])),
        ),
      )
      assert.isAbove(declared.length, 40)
      assert.deepStrictEqual(faults.flat(), [])
    }),
  )
})
