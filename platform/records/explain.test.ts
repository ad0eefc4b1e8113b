/** The components of a figure are checked when read, like rows of declared statements. */
import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Schema } from "effect"
import { col } from "../database/statement.ts"
import { testDatabase } from "../testing/database.ts"
import { listedAt, partsBy } from "./explain.ts"

const shape = {
  select: `x.id, x.name, to_char(x.day, 'YYYY-MM-DD') as "day"`,
  from: "(values (1, 'Rice', date '2026-10-01'), (2, 'Beans', date '2026-10-02')) x(id, name, day)",
  id: "x.id",
  sorts: {},
  order: "id",
}
const Good = Schema.Struct({ id: Schema.Int, name: Schema.String, canSend: Schema.Boolean, cannot: Schema.Struct({}) })
const faultOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(effect), (exit) => (Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : "none"))

layer(testDatabase({}), { excludeTestServices: true })("parts and rows of figures", (it) => {
  it.effect("parts come with the declared columns, and their amounts beside them", () =>
    Effect.gen(function* () {
      const sql = "select n as id, 'Sack ' || n as title, n * 250 as amount from generate_series(1, 60) n order by n"
      const parts = yield* partsBy("USD", { id: col.whole, title: col.text }, sql, [], ({ id, title }, amount) => ({ label: title, at: id, cents: amount }))
      assert.deepStrictEqual(parts.rows.slice(0, 2), [
        { value: "2.50", label: "Sack 1", at: 1, cents: 250 },
        { value: "5.00", label: "Sack 2", at: 2, cents: 500 },
      ])
      assert.deepStrictEqual([parts.rows.length, parts.total, parts.sum], [50, 60, "4575.00"])
      assert.include(yield* faultOf(partsBy("USD", { id: col.text, title: col.text }, sql, [], () => ({}))), "id is not what was declared")
      assert.include(yield* faultOf(partsBy("USD", { id: col.whole }, sql, [], () => ({}))), "title is selected, but not declared")
    }),
  )
  it.effect("a row of a list is read by its answer, without what is decided of it afterwards", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* listedAt(Good, shape, 2, "Good"), { id: 2, name: "Beans" })
      assert.include(yield* faultOf(listedAt(Good, shape, 3, "Good")), "Good 3 does not exist")
      assert.include(yield* faultOf(listedAt(Schema.Struct({ name: Schema.Int }), shape, 1, "Good")), "name")
    }),
  )
})
