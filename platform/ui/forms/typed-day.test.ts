import { expect, test } from "vitest"
import { typedDay } from "./typed-day.ts"

test.each([
  ["19 Nov 2026", "2026-11-19"],
  ["19 november", "2026-11-19"],
  ["9nov", "2026-11-09"],
  ["19/11/26", "2026-11-19"],
  ["1.2.", "2026-02-01"],
  ["1 2 2027", "2027-02-01"],
  ["19112026", "2026-11-19"],
  ["2026-11-19", "2026-11-19"],
  ["29/02/2028", "2028-02-29"],
])("a date typed as %s is %s: the day comes first, and a missing year is this one", (text, day) => {
  expect(typedDay(text, "2026-11-27")).toBe(day)
})

test.each(["", "19", "nov", "31 Feb 2026", "11/19/2026", "19 Nov 2026 at noon", "2026-13-01", "19 Novxx"])("%j is no date", (text) => {
  expect(typedDay(text, "2026-11-27")).toBeUndefined()
})
