import { assert, describe, it, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Schema } from "effect"
import * as Database from "./database.ts"
import { col, type Columns, columnsFault, sqlOf } from "./statement.ts"
import { superuserOptions, temporaryServer } from "./temporary-server.ts"

const database = Layer.effect(
  Database.Database,
  Effect.flatMap(superuserOptions, (options) => Database.make({ ...options, max: 1 })),
).pipe(Layer.provide(temporaryServer))
const said = <A, E>(effect: Effect.Effect<A, E, Database.Database>) =>
  Effect.map(Effect.exit(effect), (exit) => (Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : "it was answered"))

layer(database, { excludeTestServices: true, timeout: "60 seconds" })("the rows of a declared statement", (it) => {
  const all = { id: col.whole, part: col.number, name: col.text, kind: col.words("tin", "sack"), isNew: col.flag, bytes: col.bytes, tags: col.list(col.text) }
  const text = `select 7::bigint as id, 0.5::float8 as part, 'Beans' as name, $1::text as kind, true as "isNew", '\\x01'::bytea as bytes, array['dry'] as tags`

  it.effect("are what was declared", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database.Database
      const [row] = yield* statement(sqlOf(all)(text), ["tin"])
      assert.deepStrictEqual({ ...row! }, { id: 7, part: 0.5, name: "Beans", kind: "tin", isNew: true, bytes: Buffer.from([1]), tags: ["dry"] })
      const json = sqlOf({ a: col.json(Schema.Struct({ b: Schema.Int })), none: col.nullable(col.text) })
      assert.deepStrictEqual({ ...(yield* statement(json(`select '{"b":1}'::jsonb as a, null::text as none`), []))[0]! }, { a: { b: 1 }, none: null })
      assert.deepStrictEqual([...(yield* statement(sqlOf({})("create temporary table shelf (n int)"), []))], [])
    }),
  )

  const never = [
    [
      "a column that was renamed, though no row is answered",
      "select 1 as number where false",
      { id: col.whole },
      "id is declared, but not selected; number is selected, but not declared",
    ],
    ["a column too many", "select 1 as id, 2 as more", { id: col.whole }, "more is selected, but not declared"],
    ["null where a value must be", "select null::int as id", { id: col.whole }, "id is not what was declared (object)"],
    ["another word", "select 'box' as kind", { kind: col.words("tin", "sack") }, "kind is not what was declared (string)"],
    ["JSON of another shape", `select '{"b":"x"}'::json as a`, { a: col.json(Schema.Struct({ b: Schema.Int })) }, "a is not what was declared (object)"],
  ] as const
  for (const [what, text, columns, fault] of never) {
    it.effect(`never are ${what}`, () =>
      Effect.gen(function* () {
        const { statement } = yield* Database.Database
        assert.include(yield* said(statement(sqlOf<Columns>(columns)(text), [])), fault)
      }),
    )
  }
})

describe("columns that the database describes", () => {
  it("must have the declared types", () => {
    assert.isUndefined(
      columnsFault({ id: col.whole, at: col.nullable(col.text) }, [
        { name: "id", type: "bigint" },
        { name: "at", type: "date" },
      ]),
    )
    assert.strictEqual(columnsFault({ id: col.whole }, [{ name: "id", type: "text" }]), "id is text, declared smallint or integer or bigint")
    assert.strictEqual(
      columnsFault({ ids: col.list(col.whole) }, [{ name: "ids", type: "bigint" }]),
      "ids is bigint, declared smallint[] or integer[] or bigint[]",
    )
  })
})
