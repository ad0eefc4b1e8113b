import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import * as Database from "./database/database.ts"
import { rowsLiteral, rowLiteral } from "./row-literal.ts"
import { superuserOptions, temporaryServer } from "./database/temporary-server.ts"

const database = Layer.effect(
  Database.Database,
  Effect.flatMap(superuserOptions, (options) => Database.make({ ...options, max: 1 })),
)

/** Text with all characters that are special in rows, arrays and JSON, with line breaks and control characters; NUL cannot be stored. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('"', "\\", "'", ",", "(", ")", "{", "}", " ", "\t", "\n", "\r", "\u0001", "NULL", "null", "é", "🍲"),
      fc.string({ unit: "binary" }),
    ),
  )
  .map((parts) => parts.join("").replaceAll("\0", ""))
const row = fc.record({
  text: fc.option(text),
  whole: fc.option(fc.maxSafeInteger()),
  flag: fc.option(fc.boolean()),
  at: fc.option(fc.constantFrom("2026-11-21T05:17:42.123Z")),
  parts: fc.option(fc.oneof(fc.array(fc.record({ note: text })), fc.record({ note: fc.option(text), nested: fc.array(text) }))),
})

layer(database.pipe(Layer.provide(temporaryServer)))("the text of rows", (it) => {
  it.effect("reads back as it was written, whatever it contains", () =>
    Effect.gen(function* () {
      const { statement, query } = yield* Database.Database
      yield* query((sql) => sql`create table kept (text text, whole bigint, flag boolean, at timestamptz, parts jsonb)`)
      const runPromise = Effect.runPromiseWith(yield* Effect.context<never>())
      const holds = fc.asyncProperty(fc.array(row), async (rows) => {
        const texts = rows.map(({ text, whole, flag, at, parts }) => rowLiteral([text, whole, flag, at, parts]))
        const read = await runPromise(
          statement(`select text, whole, flag, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, parts from unnest($1::text::kept[])`, [
            rowsLiteral(texts),
          ]),
        )
        assert.deepStrictEqual(
          read.map((each) => ({ ...each })),
          rows,
        )
      })
      yield* Effect.promise(() => fc.assert(holds, { numRuns: 300 }))
    }),
  )
})
