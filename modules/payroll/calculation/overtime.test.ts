import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { mondayOf } from "@ops/platform/dates/days.ts"
import { type DayOfWork, overTheCaps, overtimeOf } from "./overtime.ts"

const monday = "2026-10-05"
/** Days starting on a Monday, by their hours; the seventh is off. */
const week = (hours: ReadonlyArray<number>, more: Partial<DayOfWork> = {}, from = monday): ReadonlyArray<DayOfWork> =>
  hours.map((worked, n) => ({
    date: addDays(from, n),
    workHours: worked * 1000,
    overtimeHours: 0,
    isWorking: n % 7 !== 6,
    isRest: n % 7 === 6,
    ...more,
  }))
const hoursOf = (days: ReadonlyArray<DayOfWork>) => overtimeOf(days, 40).map(({ date, hours, kind }) => [Number(date.slice(8)), hours / 1000, kind])

describe("overtime by law", () => {
  test("hours over eight a day are overtime, even if the shift is longer", () => {
    expect(hoursOf(week([8, 9, 8]))).toEqual([[6, 1, "weekday"]])
  })
  test("hours over forty a week are overtime: six days of nine hours give fourteen", () => {
    const days = overtimeOf(week([9, 9, 9, 9, 9, 9]), 40)
    expect(days.reduce((sum, { hours }) => sum + hours, 0)).toBe(14_000)
    expect(days.at(-1)).toEqual({ date: "2026-10-10", hours: 9_000, kind: "weekday" })
  })
  test("all work on a day off is overtime at the rest-day rate and does not count towards the week", () => {
    expect(hoursOf(week([8, 8, 8, 8, 8, 0, 5]))).toEqual([[11, 5, "rest"]])
  })
  test("in a rotation, only the overtime on the site's rest day is paid at the rest-day rate", () => {
    expect(hoursOf(week([8, 8, 8, 8, 8, 0, 9], { isWorking: true }))).toEqual([[11, 9, "rest"]])
    expect(hoursOf(week([8, 8, 8, 0, 0, 0, 9], { isWorking: true }))).toEqual([[11, 1, "rest"]])
  })
  test("recorded overtime is a minimum", () => {
    expect(hoursOf(week([8], { overtimeHours: 1_000 }))).toEqual([[5, 1, "weekday"]])
  })
  test("overtime above three hours a day or ten a week is reported", () => {
    const days = overtimeOf(week([9, 9, 9, 9, 13.5, 9]), 40)
    const all = () => true
    expect(overTheCaps(days, all, monday)).toEqual([
      "More than 3 h of overtime on 2 days, at most 9 h on 2026-10-10: above the legal limit",
      "More than 10 h of overtime in 1 week, at most 18.5 h in the week of 2026-10-05: above the legal limit",
    ])
    expect(overTheCaps(days, all, "2026-10-12")).toEqual([])
  })

  const hours = fc.array(fc.integer({ min: 0, max: 15_500 }), { minLength: 1, maxLength: 35 })
  test("for any hours, regular time is at most eight hours a day and forty a week, and no hour counts twice", () => {
    fc.assert(
      fc.property(hours, (worked) => {
        const days = worked.map((workHours, n): DayOfWork => ({ date: addDays(monday, n), workHours, overtimeHours: 0, isWorking: true, isRest: false }))
        const overtime = new Map(overtimeOf(days, 40).map(({ date, hours }) => [date, hours]))
        const usual = new Map<string, number>()
        for (const { date, workHours } of days) {
          const own = workHours - (overtime.get(date) ?? 0)
          expect(own).toBeGreaterThanOrEqual(0)
          expect(own).toBeLessThanOrEqual(8_000)
          usual.set(mondayOf(date), (usual.get(mondayOf(date)) ?? 0) + own)
        }
        for (const [start, own] of usual) {
          const capped = days.filter(({ date }) => mondayOf(date) === start).reduce((sum, { workHours }) => sum + Math.min(workHours, 8_000), 0)
          expect(own).toBe(Math.min(capped, 40_000))
        }
      }),
    )
  })
  test("a month paid in two parts has the overtime of the whole month if the first days of the split week are known", () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: 0, max: 34 }), (worked, cut) => {
        const days = worked.map((workHours, n): DayOfWork => ({ date: addDays(monday, n), workHours, overtimeHours: 0, isWorking: true, isRest: false }))
        const from = addDays(monday, cut)
        const sum = (all: ReadonlyArray<{ readonly hours: number }>) => all.reduce((total, { hours }) => total + hours, 0)
        const first = overtimeOf(
          days.filter(({ date }) => date < from),
          40,
        )
        const second = overtimeOf(
          days.filter(({ date }) => date >= mondayOf(from)),
          40,
        ).filter(({ date }) => date >= from)
        expect(sum(first) + sum(second)).toBe(sum(overtimeOf(days, 40)))
      }),
    )
  })
})
