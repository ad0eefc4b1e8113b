import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { addDays, daysBetween } from "../calendar.ts"
import { addMonths, mondayOf, monthsBetween, weekdayOf } from "./days.ts"

const dates = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays("2000-01-01", days))

describe("dates on a server", () => {
  it("are as far apart as what is added to one to reach the other", () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
        assert.strictEqual(daysBetween(date, addDays(date, days)), days)
      }),
    )
  })

  it("have their weekday, and the Monday of their week, as calendars of 1582 and later have", () => {
    fc.assert(
      fc.property(dates, (date) => {
        assert.strictEqual(weekdayOf(date), new Date(`${date}T00:00:00Z`).getUTCDay() || 7)
        assert.strictEqual(mondayOf(date), addDays(date, 1 - weekdayOf(date)))
      }),
    )
  })

  it.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-11-25", 3, "2027-02-25"],
    ["2026-03-31", -1, "2026-02-28"],
  ])("%s and %i months is %s", (from, months, to) => {
    assert.strictEqual(addMonths(from, months), to)
  })

  it.each([
    ["2026-01-31", "2026-02-27", 0],
    ["2026-01-31", "2026-02-28", 1],
    ["2026-11-30", "2027-02-28", 3],
    ["2026-01-15", "2027-01-14", 11],
    ["2026-01-15", "2027-01-15", 12],
    ["2026-02-01", "2026-01-01", 0],
  ])("from %s to %s are %i whole months", (from, to, months) => {
    assert.strictEqual(monthsBetween(from, to), months)
  })
})
