import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { batched, drawnAhead } from "./batch.ts"

/** A sequence that counts its calls. */
const sequence = () => {
  let last = 0
  const draws: Array<number> = []
  const draw = (many: number) =>
    Effect.map(Effect.yieldNow, () => {
      draws.push(many)
      return Array.from({ length: many }, () => ++last)
    })
  return { draw, draws }
}

it.live("lookups of the same key at the same moment are one, and each gets the value", () =>
  Effect.gen(function* () {
    const loads: Array<ReadonlyArray<number>> = []
    const load = batched<number, string, never>(String, (keys) =>
      Effect.sync(() => {
        loads.push(keys)
        return new Map(keys.map((key) => [String(key), `row ${key}`]))
      }),
    )
    const found = yield* Effect.all([7, 8, 7, 7].map(load), { concurrency: "unbounded" })
    assert.deepStrictEqual(found, ["row 7", "row 8", "row 7", "row 7"])
    assert.deepStrictEqual(loads, [[7, 8]])
  }),
)

describe("values drawn ahead from a sequence", () => {
  it.live("are each used once, in ascending order, with far fewer draws than values", () =>
    Effect.gen(function* () {
      const { draw, draws } = sequence()
      const next = drawnAhead(draw, 64)
      const given: Array<number> = []
      const client = Effect.repeat(
        Effect.map(Effect.suspend(next), (value) => given.push(value)),
        { times: 99 },
      )
      yield* Effect.all([client, client, client, client], { concurrency: "unbounded", discard: true })
      assert.strictEqual(given.length, 400)
      assert.strictEqual(new Set(given).size, 400)
      assert.deepStrictEqual(
        given,
        given.toSorted((a, b) => a - b),
      )
      assert.isBelow(draws.length, 100)
    }),
  )

  it.live("are drawn about once per retention period under constant load", () =>
    Effect.gen(function* () {
      const { draw, draws } = sequence()
      const next = drawnAhead(draw, 1024)
      const begin = performance.now()
      const client = Effect.whileLoop({
        while: () => performance.now() - begin < 1200,
        body: () => Effect.delay(Effect.suspend(next), 1),
        step: () => {},
      })
      yield* Effect.all([client, client, client, client], { concurrency: "unbounded", discard: true })
      const kept = Math.ceil((performance.now() - begin) / 200)
      // about ten draws to reach the maximum size
      assert.isBelow(draws.length, 10 + 2 * kept)
    }),
  )

  it.live("are drawn one by one for occasional requests, so that none is lost", () =>
    Effect.gen(function* () {
      const { draw, draws } = sequence()
      const next = drawnAhead(draw, 64)
      const given = yield* Effect.forEach([1, 2, 3], () => Effect.delay(Effect.suspend(next), 250))
      assert.deepStrictEqual(given, [1, 2, 3])
      assert.deepStrictEqual(draws, [1, 1, 1])
    }),
  )

  it.live("are dropped after a period without requests, so that no statement runs late", () =>
    Effect.gen(function* () {
      const { draw, draws } = sequence()
      const next = drawnAhead(draw, 64)
      while (Math.max(0, ...draws) < 2) yield* next() // a request soon after another draws more than one
      const drawn = draws.reduce((sum, many) => sum + many, 0)
      assert.strictEqual(yield* Effect.delay(Effect.suspend(next), 250), drawn + 1)
    }),
  )
})
