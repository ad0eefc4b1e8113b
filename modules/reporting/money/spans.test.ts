import { assert, describe, it } from "@effect/vitest"
import { comparedSpan, moneySpan } from "./spans.ts"

describe("the days of the money", () => {
  it("are this month up to today where none are asked for", () => {
    assert.deepStrictEqual(moneySpan({}, "2026-11-26"), { from: "2026-11-01", to: "2026-11-26" })
    assert.deepStrictEqual(moneySpan({}, "2026-12-01"), { from: "2026-12-01", to: "2026-12-01" })
    assert.throws(() => moneySpan({ from: "2026-12-01" }, "2026-11-26"), /future|after from/)
  })

  it("are compared with the same days of the month before, a whole month with a whole one, and a longer one no further than its end", () => {
    assert.deepStrictEqual(comparedSpan({ from: "2026-11-01", to: "2026-11-22" }), { from: "2026-10-01", to: "2026-10-22" })
    assert.deepStrictEqual(comparedSpan({ from: "2026-11-01", to: "2026-11-30" }), { from: "2026-10-01", to: "2026-10-31" })
    assert.deepStrictEqual(comparedSpan({ from: "2027-03-01", to: "2027-03-30" }), { from: "2027-02-01", to: "2027-02-28" })
    assert.deepStrictEqual(comparedSpan({ from: "2027-01-01", to: "2027-01-05" }), { from: "2026-12-01", to: "2026-12-05" })
    assert.deepStrictEqual(comparedSpan({ from: "2026-11-09", to: "2026-11-15" }), { from: "2026-11-02", to: "2026-11-08" })
  })

  it("are compared with the same days of the year before where that is asked for", () => {
    assert.deepStrictEqual(comparedSpan({ from: "2026-11-01", to: "2026-11-22" }, "year"), { from: "2025-11-01", to: "2025-11-22" })
    assert.deepStrictEqual(comparedSpan({ from: "2028-02-01", to: "2028-02-29" }, "year"), { from: "2027-02-01", to: "2027-02-28" })
    assert.deepStrictEqual(comparedSpan({ from: "2026-11-09", to: "2026-11-15" }, "year"), { from: "2025-11-09", to: "2025-11-15" })
  })
})
