import fc from "fast-check"
import { expect, test } from "vitest"
import { addDays, daysBetween } from "@ops/platform/calendar.ts"
import { addMonths, datesFrom, isOnTurn, monthsBetween, weekdayOf, workingDays } from "./working-days.ts"

const calendar = { weeks: [], holidays: new Set<string>() }
const day = fc.integer({ min: 0, max: 9000 }).map((n) => addDays("2010-01-01", n))

test("by default the working week is Monday to Saturday, without holidays", () => {
  // 21 November 2026 is a Saturday
  expect(weekdayOf("2026-11-21")).toBe(6)
  expect(workingDays(calendar, "2026-11-20", "2026-11-24")).toEqual(["2026-11-20", "2026-11-21", "2026-11-23", "2026-11-24"])
  expect(workingDays({ ...calendar, holidays: new Set(["2026-11-23"]) }, "2026-11-20", "2026-11-24")).toEqual(["2026-11-20", "2026-11-21", "2026-11-24"])
  expect(workingDays(calendar, "2026-11-24", "2026-11-20")).toEqual([])
})

test("a day uses the latest working week in effect", () => {
  const weeks = [
    { from: "2026-11-23", days: [1, 2, 3, 4, 5] },
    { from: "2026-01-01", days: [7, 1] },
  ]
  expect(workingDays({ ...calendar, weeks }, "2026-11-21", "2026-11-29")).toEqual([
    "2026-11-22",
    "2026-11-23",
    "2026-11-24",
    "2026-11-25",
    "2026-11-26",
    "2026-11-27",
  ])
})

test("on a rotation the days of its turns count, including Sundays, while it lasts", () => {
  const rotations = [{ from: "2026-11-01", to: "2026-11-30", daysOn: 14, daysOff: 14 }]
  const days = workingDays({ ...calendar, holidays: new Set(["2026-11-03"]), rotations }, "2026-11-01", "2026-12-06")
  expect(days.slice(0, 4)).toEqual(["2026-11-01", "2026-11-02", "2026-11-04", "2026-11-05"])
  expect(days.filter((date) => date < "2026-12-01")).toHaveLength(15)
  expect(days.filter((date) => date >= "2026-12-01")).toEqual(["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05"])
})

test("the days of two adjacent periods add up to those of the whole", () => {
  fc.assert(
    fc.property(day, fc.nat(120), fc.nat(120), fc.array(day, { maxLength: 20 }), (from, first, second, free) => {
      const holidays = new Set(free)
      const [middle, to] = [addDays(from, first), addDays(from, first + 1 + second)]
      const whole = workingDays({ weeks: [], holidays }, from, to)
      expect([...workingDays({ weeks: [], holidays }, from, middle), ...workingDays({ weeks: [], holidays }, addDays(middle, 1), to)]).toEqual(whole)
      expect(whole.every((date) => weekdayOf(date) !== 7 && !holidays.has(date))).toBe(true)
    }),
  )
})

test("a turn has the same number of days on in every cycle", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), fc.nat(20), (from, daysOn, daysOff, round) => {
      const begins = addDays(from, round * (daysOn + daysOff))
      const dates = datesFrom(begins, addDays(begins, daysOn + daysOff - 1))
      expect(dates.filter((date) => isOnTurn({ from, to: null, daysOn, daysOff }, date))).toEqual(dates.slice(0, daysOn))
    }),
  )
})

test("months are counted from the start date, and in a short month end on its last day", () => {
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28")
  expect(addMonths("2024-02-29", 12)).toBe("2025-02-28")
  expect(monthsBetween("2026-01-31", "2026-02-28")).toBe(1)
  expect(monthsBetween("2026-01-31", "2026-02-27")).toBe(0)
  fc.assert(
    fc.property(day, fc.nat(400), (from, months) => {
      const to = addMonths(from, months)
      expect(monthsBetween(from, to)).toBe(months)
      expect(monthsBetween(from, addDays(to, -1))).toBe(Math.max(0, months - 1))
      expect(addDays(from, daysBetween(from, to))).toBe(to)
    }),
  )
})
