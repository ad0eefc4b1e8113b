import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays, daysBetween } from "@ops/platform/calendar.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { addMonths } from "@ops/people/working-days/working-days.ts"
import { afterDone, afterMade, afterPause, firstOf, isDue, later, type Next, type Schedule } from "./maintenance-schedule.ts"

const days = 1096
const begin = "2026-01-01"
const end = addDays(begin, days)

interface Made {
  readonly due: string | null
  readonly use: number
  readonly on: string
  doneOn?: string
}

/** Three years of a plan: orders are created on the days on which the plan is checked, and completed at random. */
const live = (schedule: Schedule, looks: (day: number) => boolean, takes: () => number, uses: () => number) => {
  const orders: Array<Made> = []
  let next: Next = firstOf(schedule)
  let use = 0
  let open: ReadonlyArray<{ order: Made; until: string }> = []
  const seen: Array<{ readonly today: string; readonly use: number; readonly open: number; readonly next: Next; readonly looked: boolean }> = []
  for (let day = 0; day < days; day++) {
    const today = addDays(begin, day)
    use += uses()
    for (const { order } of open.filter(({ until }) => until <= today)) {
      order.doneOn = today
      open = open.filter((each) => each.order !== order)
      if (open.length === 0) next = afterDone(schedule, next, today, use)
    }
    const looked = looks(day)
    while (looked && isDue(schedule, next, today, use)) {
      const order = { due: next.nextDue, use, on: today }
      orders.push(order)
      open = [...open, { order, until: addDays(today, takes()) }]
      next = afterMade(schedule, next, use)
    }
    seen.push({ today, use, open: open.length, next, looked })
  }
  return { orders, seen }
}

/** Whether a date belongs to the plan, calculated independently of the previous date. */
const isDate = ({ startDate, every, unit }: Schedule, date: string): boolean => {
  if (date < startDate!) return false
  if (unit === "days" || unit === "weeks") return daysBetween(startDate!, date) % (every * (unit === "weeks" ? 7 : 1)) === 0
  const months = (Number(date.slice(0, 4)) - Number(startDate!.slice(0, 4))) * 12 + Number(date.slice(5, 7)) - Number(startDate!.slice(5, 7))
  const lastOfMonth = Number(addDays(addMonths(`${date.slice(0, 7)}-01`, 1), -1).slice(8))
  return months % (every * (unit === "years" ? 12 : 1)) === 0 && Number(date.slice(8)) === Math.min(Number(startDate!.slice(8)), lastOfMonth)
}

const calendar = fc.record({
  trigger: fc.constant("calendar" as const),
  every: fc.integer({ min: 1, max: 12 }),
  unit: fc.constantFrom("days" as const, "weeks" as const, "months" as const, "years" as const),
  startDate: fc.integer({ min: 0, max: 60 }).map((n) => addDays(begin, n)),
  startUse: fc.constant(null),
  leadDays: fc.integer({ min: 0, max: 30 }),
})
const meter = fc.record({
  trigger: fc.constant("meter" as const),
  every: fc.integer({ min: 1_000, max: 400_000 }),
  unit: fc.constant(null),
  startDate: fc.constant(null),
  startUse: fc.integer({ min: 0, max: 400_000 }),
  leadDays: fc.constant(0),
})
const chance = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 200, maxLength: 400 }).map((numbers) => {
  let n = 0
  return () => numbers[n++ % numbers.length]!
})
/** The plan is not checked on about one day in five, nor during a long outage. */
const outage = fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 60 }))

describe("over three years of random completions", () => {
  test("by the calendar, every date gets exactly one order", () => {
    fc.assert(
      fc.property(calendar, chance, outage, (given, next, [from, lasts]) => {
        const schedule: Schedule = { ...given, basis: "scheduled" }
        const looks = (day: number) => (day < from || day >= from + lasts) && next() >= 20
        const { orders, seen } = live(schedule, looks, next, () => 0)
        const lastLook = seen.findLast(({ looked }) => looked)!.today
        const dates = Array.from({ length: daysBetween(begin, end) + 61 }, (_, n) => addDays(begin, n))
        expect(orders.map(({ due }) => due)).toEqual(dates.filter((date) => isDate(schedule, date) && addDays(date, -schedule.leadDays) <= lastLook))
      }),
      { numRuns: times(15, 60) },
    )
  }, 60_000)
  test("counted from the completed date, there is either one open order or one upcoming date", () => {
    fc.assert(
      fc.property(calendar, chance, outage, (given, next, [from, lasts]) => {
        const schedule: Schedule = { ...given, basis: "completed" }
        const looks = (day: number) => (day < from || day >= from + lasts) && next() >= 20
        const { orders, seen } = live(
          schedule,
          looks,
          () => 1 + next(),
          () => 0,
        )
        for (const { today, open, next, looked } of seen) {
          expect(open).toBeLessThanOrEqual(1)
          expect(open === 1).toBe(next.nextDue === null)
          if (looked && next.nextDue !== null) expect(addDays(next.nextDue, -schedule.leadDays) > today).toBe(true)
        }
        for (const [n, { due }] of orders.entries()) expect(due).toBe(n === 0 ? schedule.startDate : later(orders[n - 1]!.doneOn!, schedule, 1))
      }),
      { numRuns: times(15, 60) },
    )
  }, 60_000)
  test("by the meter, each threshold passed gets an order at the next check, and thresholds passed together get one", () => {
    fc.assert(
      fc.property(meter, chance, outage, (given, next, [from, lasts]) => {
        const schedule: Schedule = { ...given, basis: "scheduled" }
        const looks = (day: number) => (day < from || day >= from + lasts) && next() >= 20
        const { orders, seen } = live(schedule, looks, next, () => next() * 240)
        const passed = (use: number) => (use < schedule.startUse! ? 0 : Math.floor((use - schedule.startUse!) / schedule.every) + 1)
        let covered = 0
        const expected: Array<string> = []
        for (const { today, use, looked } of seen) {
          if (!looked || passed(use) === covered) continue
          covered = passed(use)
          expected.push(today)
        }
        expect(orders.map(({ on }) => on)).toEqual(expected)
      }),
      { numRuns: times(15, 60) },
    )
  }, 60_000)
  test("by the meter from completion, the next order comes a whole interval of use later", () => {
    fc.assert(
      fc.property(meter, chance, (given, next) => {
        const schedule: Schedule = { ...given, basis: "completed" }
        const { orders, seen } = live(
          schedule,
          () => true,
          () => 1 + next(),
          () => next() * 240,
        )
        const useOn = new Map(seen.map(({ today, use }) => [today, use]))
        for (const { open, next } of seen) expect(open === 1).toBe(next.nextUse === null)
        for (const [n, { use, on }] of orders.entries()) {
          const threshold = n === 0 ? schedule.startUse! : useOn.get(orders[n - 1]!.doneOn!)! + schedule.every
          expect(use).toBeGreaterThanOrEqual(threshold)
          if (on !== begin) expect(useOn.get(addDays(on, -1))!).toBeLessThan(threshold)
        }
      }),
      { numRuns: times(15, 60) },
    )
  }, 60_000)
})

describe("recurring dates", () => {
  const monthly: Schedule = { trigger: "calendar", every: 1, unit: "months", basis: "scheduled", startDate: "2027-01-31", startUse: null, leadDays: 0 }
  test("the 31st falls on the last day of shorter months and returns to the 31st; a leap day returns every four years", () => {
    expect([0, 1, 2, 3].map((n) => later("2027-01-31", monthly, n))).toEqual(["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"])
    expect([0, 1, 4].map((n) => later("2028-02-29", { every: 1, unit: "years" }, n))).toEqual(["2028-02-29", "2029-02-28", "2032-02-29"])
  })
  test("dates within a pause are skipped", () => {
    const next = firstOf(monthly)
    expect(afterPause(monthly, next, "2027-04-01", null)).toEqual({ occurrence: 3, nextDue: "2027-04-30", nextUse: null })
    expect(afterPause(monthly, next, "2027-01-31", null)).toBe(next)
    expect(afterPause({ ...monthly, basis: "completed" }, next, "2027-04-01", null)).toEqual({ ...next, nextDue: "2027-04-01" })
    const meter: Schedule = { ...monthly, trigger: "meter", every: 250_000, unit: null, startDate: null, startUse: 250_000 }
    expect(afterPause(meter, firstOf(meter), "2027-04-01", 800_000).nextUse).toBe(1_000_000)
    expect(afterPause(meter, firstOf(meter), "2027-04-01", 500_000).nextUse).toBe(500_000)
  })
})
