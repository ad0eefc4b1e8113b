/** Differences between two instants: exact, and explained by the events between them. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Database } from "../../database/database.ts"
import { testDatabase } from "../../testing/database.ts"
import { command, get, newId, system } from "../command.ts"
import { Line, Money, Parts } from "../field.ts"
import { Snapshots } from "./snapshots.ts"
import { applied, between, differences } from "./snapshot-diff.ts"
import { record } from "../record.ts"
import { Records } from "../records.ts"
import { event, stream } from "../stream.ts"
import { Schema } from "effect"

const row = fc.record({
  name: fc.string(),
  amount: fc.integer(),
  parts: fc.array(fc.record({ a: fc.integer(), b: fc.string() })),
  note: fc.option(fc.string()),
})
const rows = fc.dictionary(fc.integer({ min: 1, max: 12 }).map(String), row).map((each) => new Map(Object.entries(each).map(([id, row]) => [Number(id), row])))

describe("the differences between two sets of rows", () => {
  it("turn the first into the second when applied", () =>
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        const made = applied(a, differences(a, b))
        expect([...made].sort(([one], [other]) => one - other)).toEqual([...b].sort(([one], [other]) => one - other))
      }),
    ))
  it("are empty for equal rows, in any key order", () =>
    fc.assert(
      fc.property(rows, (a) => {
        const turned = new Map([...a].map(([id, row]) => [id, Object.fromEntries(Object.entries(row).reverse())]))
        expect(differences(a, turned)).toEqual([])
      }),
    ))
})

const Sack = record(
  "sack",
  { name: Line(), price: Money, marks: Parts(Schema.Struct({ by: Schema.String, at: Schema.Int })) },
  { label: "Sack", title: "name" },
)
const SackFilled = event("SackFilled", 1, { name: Line(), price: Money }, ({ name }) => `Filled: ${name}`)
const SackPriced = event("SackPriced", 1, { price: Money }, ({ price }) => `Priced at ${price}`)
const SackSeen = event("SackSeen", 1, {}, () => "Seen")
const sacks = stream(Sack, SackFilled, SackPriced, SackSeen).fold({
  SackFilled: (_, filled) => ({ ...filled, marks: [{ by: "x", at: 1 }] }),
  SackPriced: (sack, { price }) => ({ ...sack, price }),
  SackSeen: (sack) => sack,
})
const fill = command("sack.fill", function* (given: { name: string; price: number }) {
  return [sacks.at(yield* newId(sacks), SackFilled(given))]
})
const price = command("sack.price", function* ({ id, price }: { id: number; price: number }) {
  yield* get(sacks, id)
  return [sacks.at(id, SackPriced({ price }))]
})
const see = command("sack.see", function* ({ id }: { id: number }) {
  yield* get(sacks, id)
  return [sacks.at(id, SackSeen({}))]
})
const by = system("test")

layer(testDatabase({ streams: [sacks] }), { timeout: 60_000 })("between two moments", (it) => {
  it.effect("every step is listed, and together they make up the difference; anything no event explains is shown", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { resolve } = yield* Snapshots
      const { query, statement } = yield* Database
      const one = yield* execute(fill, { name: "one", price: 100 }, by)
      const a = yield* resolve(`@${one.position}`)
      yield* execute(price, { id: one.id, price: 250 }, by)
      const priced = yield* execute(price, { id: one.id, price: 100 }, by)
      yield* execute(see, { id: one.id }, by)
      const two = yield* execute(fill, { name: "two", price: 40 }, by)
      const b = yield* resolve(`@${two.position}`)

      const found = yield* between(sacks, a, b, b.position)
      assert.deepStrictEqual(
        differences(found.before, found.after).map(({ id, what }) => [id, what]),
        [[two.id, "added"]],
      )
      assert.deepStrictEqual(
        found.steps.map(({ event: { text }, made }) => [text, made.what]),
        [
          ["Priced at 250", "changed"],
          ["Priced at 100", "changed"],
          ["Filled: two", "added"],
        ],
      )
      let rows = found.before
      for (const { made } of found.steps) rows = applied(rows, [made])
      assert.deepStrictEqual(differences(rows, found.after), [])
      assert.deepStrictEqual(differences(found.log, found.after), [])

      const middle = yield* between(sacks, a, yield* resolve(`@${priced.position - 1}`), priced.position - 1)
      assert.deepStrictEqual(differences(middle.before, middle.after), [{ id: one.id, what: "changed", fields: [{ field: "price", before: 100, after: 250 }] }])

      yield* query((sql) => sql`update live.sack set price = 99900 where id = ${one.id}`)
      const [{ closed }] = (yield* statement("select es.closed() as closed", [])) as [{ closed: number }]
      const tampered = yield* between(sacks, a, undefined, closed)
      assert.deepStrictEqual(differences(tampered.log, tampered.after), [
        { id: one.id, what: "changed", fields: [{ field: "price", before: 100, after: 99900 }] },
      ])
    }),
  )
})
