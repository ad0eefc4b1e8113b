/** Leave in the demo scenario, whatever today's date is. */
import { expect, test } from "vitest"
import { onWork } from "./demo.ts"

const calendar = { weeks: [], holidays: new Set(["2026-12-25", "2026-12-26", "2027-07-09"]) }

test("demo leave that covers only Sundays and holidays moves to the next working days", () => {
  // Christmas Day, Boxing Day and a Sunday
  expect(onWork(calendar, "2026-12-31", { from: -6, to: -4 })).toEqual({ from: -5, to: -3 })
})

test("demo leave of a person absent today moves back a few days if today and yesterday are days off", () => {
  // a Sunday after Boxing Day
  expect(onWork(calendar, "2026-12-27", { from: -1, to: 0 })).toEqual({ from: -3, to: -2 })
})

test("demo leave that includes a working day keeps its dates", () => {
  expect(onWork(calendar, "2027-07-09", { from: -1, to: 0 })).toEqual({ from: -1, to: 0 })
  expect(onWork(calendar, "2026-12-31", { from: -3, to: 8 })).toEqual({ from: -3, to: 8 })
})
