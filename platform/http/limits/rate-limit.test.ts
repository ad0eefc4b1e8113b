import { readFileSync } from "node:fs"
import path from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { testDatabase } from "../../testing/database.ts"
import { CallCounts, callCountTable, layerAt, localCounts } from "./call-counts.ts"
import { limitedCalls, limitsTable } from "./rate-limit.ts"

describe("rate limits", () => {
  it("make a caller beyond the limit wait until the minute is over, and hold up no others", () => {
    let now = 1_020_000
    const { take } = localCounts(() => now)
    for (let n = 0; n < 60; n++) assert.strictEqual(take("changes person:7", 60).seconds, 0)
    assert.strictEqual(take("changes person:7", 60).seconds, 60)
    now += 59_500
    assert.strictEqual(take("changes person:7", 60).seconds, 1)
    assert.strictEqual(take("changes person:8", 60).seconds, 0)
    now += 500
    assert.strictEqual(take("changes person:7", 60).seconds, 0)
  })

  it("do not count a call that is returned", () => {
    const { take } = localCounts(() => 0)
    for (let n = 0; n < 100; n++) take("changes person:7", 1).giveBack()
    assert.strictEqual(take("changes person:7", 1).seconds, 0)
    assert.isAbove(take("changes person:7", 1).seconds, 0)
  })

  it("are documented correctly in the operators' guide", () => {
    const guide = readFileSync(path.join(import.meta.dirname, "../../../docs/guides/operators.md"), "utf8")
    assert.include(guide, limitsTable().join("\n"))
  })

  it("allow for a canteen of 130 people at one kiosk, all at once after an outage", () => {
    const { take } = localCounts(() => 0)
    for (let n = 0; n < 130; n++) assert.strictEqual(take("taps person:7", limitedCalls.taps.limit).seconds, 0)
  })
})

layer(testDatabase({ tables: [callCountTable] }), { excludeTestServices: true, timeout: "60 seconds" })("rate limits over several processes", (it) => {
  it.effect("are counted for all of them together, including a process that starts later", () =>
    Effect.gen(function* () {
      // the clock stands still: counts are reset every minute
      const sharedCounts = layerAt(() => 1_020_000)
      const started = Effect.map(Layer.build(Layer.fresh(sharedCounts)), (context) => Context.get(context, CallCounts))
      const [one, other] = [yield* started, yield* started]
      const key = "changes person:7"
      const known = (counts: typeof one, most: number) =>
        Effect.gen(function* () {
          // calls without counting until it has heard from the others
          for (let tries = 0; tries < 300; tries++) {
            const { seconds, giveBack } = counts.take(key, most)
            giveBack()
            if (seconds > 0) return true
            yield* Effect.sleep("50 millis")
          }
          return false
        })
      for (let n = 0; n < 30; n++) assert.strictEqual(one.take(key, 60).seconds, 0)
      for (let n = 0; n < 30; n++) assert.strictEqual(other.take(key, 60).seconds, 0)
      assert.isTrue(yield* known(one, 60))
      assert.isTrue(yield* known(other, 60))
      const late = yield* started
      late.take(key, 60)
      assert.isTrue(yield* known(late, 60))
    }).pipe(Effect.scoped),
  )
})
