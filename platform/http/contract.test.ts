import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { DateInput } from "./contract.ts"

const read = (text: string) => Option.getOrUndefined(Schema.decodeUnknownOption(DateInput("Date"))(text))

describe("a date in a payload", () => {
  it("is accepted as a day, or as an instant within a day in Juba", () => {
    assert.strictEqual(read("2026-11-21"), "2026-11-21")
    assert.strictEqual(read("2026-11-21T10:00:00Z"), "2026-11-21")
    assert.strictEqual(read("2026-11-20T22:30:00.000Z"), "2026-11-21") // half past midnight in Juba
    assert.strictEqual(read("2026-11-21T23:30:00-05:00"), "2026-11-22")
    assert.strictEqual(read("2026-11-21T23:30"), "2026-11-21") // without a time zone, the day is taken as written
  })

  it("is refused in any other form", () => {
    for (const text of ["2026-02-30", "21.11.2026", "2026-11-21T99:00:00Z", "2026-11-21 10:00", "", "today"]) assert.isUndefined(read(text), text)
  })
})
