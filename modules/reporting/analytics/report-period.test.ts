import fc from "fast-check"
import { expect, test } from "vitest"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { weekdayOf } from "@ops/platform/dates/days.ts"
import { spanAsked, spanOf, stepOf, titleOf } from "./report-period.ts"
import { nextRun, type Rhythm } from "../schedules/time.ts"
import { relativePeriods } from "./labels.ts"

const today = "2026-11-21" // a Saturday

test("counts periods from the day on which the report is made", () => {
  expect(Object.fromEntries(relativePeriods.map((period) => [period, Object.values(spanOf(period, today)).join(" ")]))).toEqual({
    yesterday: "2026-11-20 2026-11-20",
    this_week: "2026-11-16 2026-11-22",
    last_week: "2026-11-09 2026-11-15",
    this_month: "2026-11-01 2026-11-30",
    last_month: "2026-10-01 2026-10-31",
    this_quarter: "2026-10-01 2026-12-31",
    last_quarter: "2026-07-01 2026-09-30",
    this_year: "2026-01-01 2026-12-31",
    last_year: "2025-01-01 2025-12-31",
  })
  expect(spanOf("last_month", "2028-03-31")).toEqual({ from: "2028-02-01", to: "2028-02-29" })
  expect(spanOf("last_quarter", "2027-02-01")).toEqual({ from: "2026-10-01", to: "2026-12-31" })
})

test("keeps periods in order, and the last period ends right before the current one", () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays("2020-01-01", n))
  fc.assert(
    fc.property(day, (day) => {
      for (const part of ["week", "month", "quarter", "year"] as const) {
        const [now, before] = [spanOf(`this_${part}`, day), spanOf(`last_${part}`, day)]
        expect(now.from <= day && day <= now.to).toBe(true)
        expect(addDays(before.to, 1)).toBe(now.from)
        expect(before.from <= before.to).toBe(true)
      }
    }),
  )
})

test("refuses an invalid period in one sentence that says what to do", () => {
  const refused = (asked: Parameters<typeof spanAsked>[0]) => {
    try {
      return spanAsked(asked, today)
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(refused({})).toEqual({ from: "2026-11-01", to: "2026-11-30" })
  expect(refused({ from: "2026-11-20", to: "2026-11-01" })).toBe("to must be on or after from: swap the two days")
  expect(refused({ from: "2016-01-01", to: "2025-12-31" })).toEqual({ from: "2016-01-01", to: "2025-12-31" })
  expect(refused({ from: "2016-01-01", to: "2026-01-01" })).toBe("A report can cover ten years at most: choose fewer")
  expect(refused({ from: "2026-11-01" })).toBe("Give from and to: to is missing")
  expect(refused({ from: "2026-02-30", to: "2026-03-01" })).toBe("from must be a day such as 2026-11-21")
  expect(refused({ from: "2027-01-01", to: "2027-01-31" })).toBe("2027-01-01 is in the future")
  expect(refused({ period: "next_month" })).toMatch(/^period must be one of: yesterday, /)
  expect(refused({ period: "last_month", from: "2026-11-01" })).toBe("Give a period, or from and to, not both")
})

test("names a period by its month, quarter or year, and groups long ranges by week or month", () => {
  expect(titleOf({ from: "2026-02-01", to: "2026-02-28" })).toBe("February 2026")
  expect(titleOf({ from: "2026-10-01", to: "2026-12-31" })).toBe("Quarter 4 of 2026")
  expect(titleOf({ from: "2026-01-01", to: "2026-12-31" })).toBe("2026")
  expect(titleOf({ from: "2026-10-02", to: "2026-10-31" })).toBe("2026-10-02 to 2026-10-31")
  expect(
    [
      ["2026-10-01", "2026-10-31"],
      ["2026-10-01", "2026-11-01"],
      ["2026-01-01", "2026-12-31"],
    ].map(([from, to]) => stepOf({ from: from!, to: to! })),
  ).toEqual(["day", "week", "month"])
})

test("becomes due at its hour in Juba; in a short month, on the last day", () => {
  const monthly: Rhythm = { frequency: "monthly", weekday: null, dayOfMonth: 31, hour: 7 }
  expect(nextRun(monthly, "2027-01-31T05:00:00.000Z")).toBe("2027-02-28T05:00:00.000Z")
  expect(nextRun({ ...monthly, dayOfMonth: 1 }, "2026-11-30T21:30:00.000Z")).toBe("2026-12-01T05:00:00.000Z")
  // until 2021 clocks in Juba were three hours ahead of UTC
  expect(nextRun({ ...monthly, dayOfMonth: 1 }, "2020-05-30T21:30:00.000Z")).toBe("2020-06-01T04:00:00.000Z")
  expect(nextRun({ frequency: "weekly", weekday: 1, dayOfMonth: null, hour: 6 }, "2026-11-21T08:00:00.000Z")).toBe("2026-11-23T04:00:00.000Z")
})

test("never becomes due twice at once and never skips one of its days", () => {
  const rhythm = fc.record({
    frequency: fc.constantFrom("daily" as const, "weekly" as const, "monthly" as const),
    weekday: fc.integer({ min: 1, max: 7 }),
    dayOfMonth: fc.integer({ min: 1, max: 31 }),
    hour: fc.integer({ min: 0, max: 23 }),
  })
  const instant = fc.integer({ min: Date.parse("2022-01-01"), max: Date.parse("2040-01-01") }).map((at) => new Date(at).toISOString())
  fc.assert(
    fc.property(rhythm, instant, (rhythm, after) => {
      const at = nextRun(rhythm, after)
      expect(at > after).toBe(true)
      expect(new Date(at).getUTCHours()).toBe((rhythm.hour + 22) % 24)
      const days = (Date.parse(at) - Date.parse(after)) / 86_400_000
      expect(days).toBeLessThanOrEqual({ daily: 1, weekly: 7, monthly: 31 }[rhythm.frequency])
      if (rhythm.frequency === "weekly") expect(weekdayOf(dateOf(at))).toBe(rhythm.weekday)
      expect(nextRun(rhythm, at) > at).toBe(true)
    }),
  )
})
