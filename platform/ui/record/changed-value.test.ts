import { describe, expect, test } from "vitest"
import { changedValue } from "./changed-value.ts"

describe("a value in a history", () => {
  test.each([
    ["a moment", "2026-11-27T08:52:29.894Z", "27 Nov 2026, 10:52"],
    ["a moment with an offset", "2026-11-27T10:52:00+02:00", "27 Nov 2026, 10:52"],
    ["a day", "2026-11-27", "27 Nov 2026"],
    ["a code", "in_progress", "In progress"],
    ["a code of one word", "cleaning", "Cleaning"],
    ["nothing", "nothing", "–"],
    ["no value", null, "–"],
    ["a text of a person", "Bring the long ladder", "Bring the long ladder"],
    ["a number of a document", "INV-2026-00014", "INV-2026-00014"],
    ["an address", "office@nile.example", "office@nile.example"],
  ])("that is %s is shown as people read it", (_, value, shown) => {
    expect(changedValue(value)).toBe(shown)
  })
})
