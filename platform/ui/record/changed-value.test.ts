import { describe, expect, test } from "vitest"
import { changedValue } from "./changed-value.ts"

const forms = { instant: (at: string) => `at ${at}`, text: (text: string) => `text ${text}` }

describe("a value in a history", () => {
  test.each([
    ["a moment", "2026-11-27T08:52:29.894Z", "at 2026-11-27T08:52:29.894Z"],
    ["a moment with an offset", "2026-11-27T10:52:00+02:00", "at 2026-11-27T10:52:00+02:00"],
    ["a day", "2026-11-27", "text 2026-11-27"],
    ["a code", "in_progress", "In progress"],
    ["a code of one word", "cleaning", "Cleaning"],
    ["nothing", "nothing", "–"],
    ["missing", null, "–"],
    ["a text of a person", "Bring the long ladder", "text Bring the long ladder"],
    ["a number of a document", "INV-2026-00014", "text INV-2026-00014"],
    ["an address", "office@nile.example", "text office@nile.example"],
  ])("that is %s is shown as people read it", (_, value, shown) => {
    expect(changedValue(value, forms)).toBe(shown)
  })
})
