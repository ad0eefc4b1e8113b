/** Kept sums always equal the totals of their rows: in the present, after a rebuild and at past instants. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as fc from "fast-check"
import { Database } from "../../database/database.ts"
import { testDatabase } from "../../testing/database.ts"
import { command, get, newId, system } from "../command.ts"
import { BusinessDate, Line, Money, Parts } from "../field.ts"
import { record } from "../record.ts"
import { Records } from "../records.ts"
import { Snapshots } from "../snapshots/snapshots.ts"
import { event, stream } from "../stream.ts"
import { rebuild } from "./generation.ts"
import { keptSum, monthly, monthOf } from "./kept-sum.ts"
import { replay } from "./replay.ts"

const facts = { shelf: Line(), date: BusinessDate, fees: Parts(Money) }
const Crate = record("crate", facts, { label: "Crate", title: "shelf" })
const CrateStored = event("CrateStored", 1, facts, () => "Stored")
const CrateMoved = event("CrateMoved", 1, { shelf: Line() }, () => "Moved")
const CrateCharged = event("CrateCharged", 1, { fees: Parts(Money) }, () => "Charged")
const crates = stream(Crate, CrateStored, CrateMoved, CrateCharged).fold({
  CrateStored: (_, stored) => ({ ...stored }),
  CrateMoved: (crate, { shelf }) => ({ ...crate, shelf }),
  CrateCharged: (crate, { fees }) => ({ ...crate, fees }),
})
const streams = [crates]
const views = keptSum({
  name: "fees_of_month",
  of: "crate",
  join: "cross join lateral jsonb_array_elements_text(r.fees) f",
  by: { shelf: "r.shelf", month: monthOf("r.date") },
  sums: { fee: "f::bigint" },
})
const by = system("test")

interface Step {
  readonly what: "store" | "move" | "charge" | "reverse"
  readonly which: number
  readonly shelf: string
  readonly date: string
  readonly fees: ReadonlyArray<number>
}
const store = command("crate.store", function* ({ shelf, date, fees }: Step) {
  return [crates.at(yield* newId(crates), CrateStored({ shelf, date, fees }))]
})
const change = command("crate.change", function* ({ id, what, shelf, fees }: Step & { readonly id: number }) {
  const crate = yield* get(crates, id)
  if (what === "move") return [crates.at(id, CrateMoved({ shelf }))]
  const reversed = crate.fees.flatMap((fee) => [fee, -fee])
  return [crates.at(id, CrateCharged({ fees: what === "reverse" ? reversed : fees }))]
})
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom("store", "move", "charge", "reverse"),
  which: fc.nat(1000),
  shelf: fc.constantFrom("A", "B", "C'"),
  date: fc.constantFrom("2026-09-30", "2026-10-01", "2026-10-31", "2026-11-02"),
  fees: fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 3 }),
})

const work = (steps: ReadonlyArray<Step>, ids: Array<number>) =>
  Effect.gen(function* () {
    const { execute } = yield* Records
    yield* Effect.forEach(
      steps,
      (step) => {
        const id = ids[step.which % ids.length]
        return step.what === "store" || id === undefined
          ? Effect.map(execute(store, step, by), (done) => void ids.push(done.id))
          : Effect.asVoid(execute(change, { ...step, id }, by))
      },
      { concurrency: 4, discard: true },
    )
  })
const sql = (text: string) => Effect.flatMap(Database, ({ statement }) => statement(text, []))
const kept = sql("select shelf, month, lines, fee from fees_of_month order by 1, 2")
const addedUp = sql("select shelf, month, lines, fee from fees_of_month_added_up order by 1, 2")
const found = Effect.map(replay(streams, views, { diff: true }), ({ compared }) => compared!.differences)

layer(testDatabase({ streams, views }), { excludeTestServices: true, timeout: 120_000 })("a kept sum", (it) => {
  const ids: Array<number> = []
  it.effect("is what the rows add up to after any commands, corrections and reversals, and after a rebuild beside them", () =>
    Effect.gen(function* () {
      for (const steps of fc.sample(fc.array(step, { minLength: 1, maxLength: 40 }), 12)) {
        yield* work(steps, ids)
        assert.deepStrictEqual(yield* kept, yield* addedUp)
      }
      assert.deepStrictEqual(yield* found, [])
      const working = yield* Effect.forkChild(work(fc.sample(step, 600), ids))
      yield* rebuild(streams, views)
      yield* Fiber.join(working)
      assert.deepStrictEqual(yield* kept, yield* addedUp)
      assert.deepStrictEqual(yield* found, [])
    }),
  )

  it.effect("adds up whole months, and days of a month that is divided, as the rows do", () =>
    Effect.gen(function* () {
      const rows = "select date as day, shelf, f::bigint as fee from crate cross join lateral jsonb_array_elements_text(fees) f"
      const both = (from: string, to: string) => {
        const source = monthly({ kept: "select month as date, shelf, fee from fees_of_month", rows }, [`'${from}'::date`, `('${to}'::date + 1)`])
        const sum = (of: string, day: string) => `(select coalesce(sum(fee), 0)::text from ${of} s where ${day} between '${from}' and '${to}')`
        return sql(`select ${sum(source, "date")} as kept, ${sum(`(${rows})`, "day")} as rows`)
      }
      for (const [from, to] of [
        ["2026-09-30", "2026-11-01"],
        ["2026-10-01", "2026-10-31"],
        ["2026-10-02", "2026-10-30"],
        ["2026-09-01", "2026-11-30"],
      ] as const) {
        const [{ kept, rows }] = (yield* both(from, to)) as [{ kept: string; rows: string }]
        assert.strictEqual(kept, rows, `${from} to ${to}`)
      }
    }),
  )

  it.effect("is seen at a past moment as it was then", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { resolve, within } = yield* Snapshots
      const { id, position } = yield* execute(store, { what: "store", which: 0, shelf: "past", date: "2026-10-05", fees: [500] }, by)
      yield* execute(change, { id, what: "charge", which: 0, shelf: "", date: "", fees: [700, 200] }, by)
      const fee = Effect.map(sql("select fee::int as fee from fees_of_month where shelf = 'past'"), ([row]) => row.fee)
      assert.strictEqual(yield* fee, 900)
      assert.strictEqual(yield* within(yield* resolve(`@${position}`), fee), 500)
    }),
  )

  it.effect("that was changed, removed or invented in the database is found by the replay and made right by a rebuild", () =>
    Effect.gen(function* () {
      const record = "Sum fees_of_month of shelf past, month 2026-10-01"
      yield* sql("update fees_of_month set fee = fee + 1 where shelf = 'past'")
      assert.deepStrictEqual(yield* found, [
        { stream: "fees_of_month", record, what: "changed", fields: [{ field: "fee", rows: "901", log: "900" }], event: null },
      ])
      yield* sql("delete from fees_of_month where shelf = 'past'")
      yield* sql("insert into fees_of_month values ('none', '2026-10-01', 1, 0)")
      assert.deepStrictEqual(
        (yield* found).map(({ record, fields }) => [record, fields.map(({ rows, log }) => [rows, log])]),
        [
          [
            "Sum fees_of_month of shelf none, month 2026-10-01",
            [
              ["0", "nothing"],
              ["1", "nothing"],
            ],
          ],
          [
            record,
            [
              ["nothing", "900"],
              ["nothing", "2"],
            ],
          ],
        ],
      )
      yield* rebuild(streams, views)
      assert.deepStrictEqual(yield* found, [])
    }),
  )
})
