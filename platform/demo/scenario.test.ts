import { Effect } from "effect"
import fc from "fast-check"
import { expect, test } from "vitest"
import { storyDays, telling } from "./scenario.ts"

const moment = fc.integer({ min: 0, max: 50 }).map((n) => String(n).padStart(2, "0"))

test("concurrent stories are told in the order of their moments, however they are split", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(moment, { maxLength: 6 }), { maxLength: 8 }), fc.array(moment, { maxLength: 4 }), async (stories, nested) => {
      const { until, atOnce } = telling()
      const heard: Array<string> = []
      const tell = (moments: ReadonlyArray<string>) =>
        Effect.forEach(
          [...moments].sort(),
          (at) =>
            until(at).pipe(
              Effect.andThen(Effect.yieldNow), // like a command that uses the database
              Effect.andThen(Effect.sync(() => heard.push(at))),
            ),
          { discard: true },
        )
      const parts = stories.map((story, n) => (n === 1 ? Effect.andThen(tell(story), atOnce(nested.map((at) => tell([at])))) : tell(story)))
      await Effect.runPromise(atOnce(parts))
      // a nested story comes after what the outer one performed before
      const late = [...(stories[1] ?? [])].sort().at(-1) ?? ""
      const all = [...stories.flat(), ...(stories.length > 1 ? nested : [])]
      expect([...heard].sort()).toEqual([...all].sort())
      if (nested.every((at) => at >= late)) expect(heard).toEqual([...all].sort())
    }),
  )
})

test("at the same moment the story that asked first goes first, and the last one returns to its caller", async () => {
  const { until, atOnce } = telling()
  const heard: Array<string> = []
  const tell = (name: string, at: string) =>
    Effect.andThen(
      until(at),
      Effect.sync(() => heard.push(name)),
    )
  await Effect.runPromise(
    Effect.gen(function* () {
      yield* tell("before", "1")
      yield* atOnce([tell("a", "2"), tell("b", "2"), atOnce([tell("c", "2"), tell("d", "3")])])
      heard.push("after")
      yield* atOnce([])
      yield* tell("late", "1")
    }),
  )
  expect(heard).toEqual(["before", "a", "b", "c", "d", "after", "late"])
})

test("a failing story ends the telling", async () => {
  const { until, atOnce } = telling()
  const lost: Effect.Effect<void, string> = Effect.andThen(until("2"), Effect.fail("lost"))
  const stories: ReadonlyArray<Effect.Effect<void, string>> = [until("9"), lost, until("1")]
  const told = Effect.runPromise(atOnce(stories))
  await expect(told).rejects.toThrow("lost")
})

test.each([
  ["2026-11-20", "2026-09-22", 60],
  ["2026-12-01", "2026-10-03", 60],
  ["2026-11-30", "2026-09-24", 68],
  ["2026-12-31", "2026-10-25", 68],
  ["2028-02-29", "2027-12-25", 67],
])("a story that ends on %s begins on %s, so that it includes two month-ends", (today, first, length) => {
  const days = storyDays(today, 1)
  expect([days[0], days.at(-1), days.length]).toEqual([first, today, length])
})

test("a larger company's story also ends today and has at most 3600 days", () => {
  expect(storyDays("2026-11-20", 2)).toHaveLength(120)
  expect(storyDays("2026-11-20", 1000)).toHaveLength(3600)
  expect(storyDays("2026-11-20", 1000).at(-1)).toBe("2026-11-20")
})
