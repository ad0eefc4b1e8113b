import { expect, test } from "vitest"
import { addDays } from "../../calendar.ts"
import { addMonths } from "../../dates/days.ts"
import { sameDayBy } from "./same-day.ts"

test("the same day of another month, or its last one, is what the server reckons", () => {
  for (let day = "2026-01-01"; day < "2029-01-01"; day = addDays(day, 1)) {
    for (const months of [-13, -1, 1, 12]) expect(sameDayBy(day, months)).toBe(addMonths(day, months))
  }
  expect(sameDayBy("2026-03-31", -1)).toBe("2026-02-28")
})
