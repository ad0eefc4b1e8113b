/** The clock is read when something happens, never while code is loaded: the start time would be used for weeks. */
import { afterAll, expect, test } from "vitest"

const RealDate = Date
const repository = new URL("../../../", import.meta.url).pathname
const readers: Array<string> = []
const noteReader = () => {
  const ours = new Error().stack?.split("\n").find((line) => line.includes(repository) && !/node_modules|load-time\.test/.test(line))
  if (ours) readers.push(ours.trim())
}
/** A clock that records who reads it. */
class WatchedDate extends RealDate {
  constructor(...given: Array<unknown>) {
    if (given.length === 0) noteReader()
    super(...(given as [number]))
  }
  static override now() {
    noteReader()
    return RealDate.now()
  }
}
afterAll(() => {
  globalThis.Date = RealDate
})

test("no server code reads the clock while loading, so no command can carry the start time", { timeout: 120_000 }, async () => {
  globalThis.Date = WatchedDate as DateConstructor
  const { system, acting } = await import("@ops/platform/records/command.ts")
  await import("../app.ts")
  expect(readers).toEqual([])
  acting(system("test"))
  expect(readers, "the watch itself sees a reader").toHaveLength(1)
})
