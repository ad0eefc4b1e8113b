import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { minutesOf, type Shift, shiftOn, usualShift } from "@ops/people/attendance/shift.ts"
import { isWorkingDay } from "@ops/people/working-days/working-days.ts"
import { atMinute, dueAfter, type Hold, measure, workingMinutesBetween, type WorkingTime } from "./sla.ts"

const usual: WorkingTime = { weeks: [], holidays: new Set(), shifts: [] }
const minute = 60_000
const start = Date.parse("2026-11-02T00:00:00Z")
const iso = (n: number) => new Date(start + n * minute).toISOString()

/** Whether the clock runs in the minute with this number, evaluated separately for each minute. Juba is two hours ahead of UTC. */
const running = (time: WorkingTime, holds: ReadonlyArray<Hold>) => {
  const held = holds.map(({ from, to }) => [(Date.parse(from) - start) / minute, to === null ? Infinity : (Date.parse(to) - start) / minute] as const)
  const shifts = new Map<number, readonly [begins: number, ends: number] | undefined>()
  const shiftOf = (day: number) => {
    if (!shifts.has(day)) {
      const date = addDays("2026-11-02", day)
      const { start, end } = shiftOn(time.shifts, date)
      const [begins, ends] = [minutesOf(start), minutesOf(end)]
      shifts.set(day, isWorkingDay(time, date) ? [begins, ends <= begins ? ends + 1440 : ends] : undefined)
    }
    return shifts.get(day)
  }
  const inShift = (day: number, minuteOfDay: number) => {
    const shift = shiftOf(day)
    return shift !== undefined && shift[0] <= minuteOfDay && minuteOfDay < shift[1]
  }
  return (n: number): boolean => {
    if (held.some(([from, to]) => from <= n && n < to)) return false
    const local = n + 120
    const [day, now] = [Math.floor(local / 1440), local % 1440]
    return time.aroundTheClock === true || inShift(day, now) || inShift(day - 1, now + 1440)
  }
}

const clock = fc.integer({ min: 0, max: 95 }).map((n) => `${String(Math.floor(n / 4)).padStart(2, "0")}:${String((n % 4) * 15).padStart(2, "0")}`)
const day = fc.integer({ min: 0, max: 13 }).map((n) => addDays("2026-10-31", n))
const shift = fc
  .record({ from: day, start: clock, end: clock })
  .filter(({ start, end }) => start !== end)
  .map((term): Shift => ({ ...usualShift, ...term }))
const week = fc.record({ from: day, days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }) })
const workingTime: fc.Arbitrary<WorkingTime> = fc
  .record({
    weeks: fc.array(week, { maxLength: 2 }),
    holidays: fc.array(day, { maxLength: 3 }),
    shifts: fc.uniqueArray(shift, { maxLength: 3, selector: ({ from }) => from }),
    aroundTheClock: fc.boolean(),
  })
  .map(({ holidays, shifts, aroundTheClock, ...time }) => ({
    ...time,
    holidays: new Set(holidays),
    shifts: shifts.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    // mostly calendars: day and night is simple
    aroundTheClock: aroundTheClock && holidays.length === 0,
  }))
const moment = fc.integer({ min: 0, max: 10 * 1440 })
/** Holds that can touch, overlap or lie before the start, in any order. */
const holdings = fc.array(
  fc.tuple(moment, fc.integer({ min: 1, max: 3000 })).map(([from, lasts]): Hold => ({ from: iso(from), to: iso(from + lasts) })),
  { maxLength: 4 },
)

describe("compared with a count of every minute", () => {
  test("the working minutes between two instants are the same", () => {
    fc.assert(
      fc.property(workingTime, holdings, moment, moment, (time, holds, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        const runs = running(time, holds)
        let counted = 0
        for (let n = from; n < to; n++) if (runs(n)) counted++
        expect(workingMinutesBetween(time, iso(from), iso(to), holds)).toBe(counted)
      }),
      { numRuns: times(37, 150) },
    )
  }, 60_000)
  test("a deadline falls at the end of the minute that completes it, and nowhere if the days do not suffice", () => {
    fc.assert(
      fc.property(workingTime, holdings, moment, fc.integer({ min: 1, max: 3000 }), (time, holds, from, promised) => {
        const lastDay = "2026-11-15"
        const end = (Date.parse(`${lastDay}T22:00:00Z`) - start) / minute
        const due = dueAfter(time, iso(from), promised, holds, lastDay)
        const runs = running(time, holds)
        let [left, at] = [promised, from]
        while (left > 0 && at < end) if (runs(at++)) left--
        expect(due).toBe(left === 0 ? iso(at) : null)
      }),
      { numRuns: times(37, 150) },
    )
  }, 60_000)
})

describe("the default week: Monday to Saturday, 07:00 to 16:00", () => {
  // 21 November 2026 is a Saturday
  test("an order raised on Saturday afternoon continues on Monday morning", () => {
    expect(dueAfter(usual, "2026-11-21T13:00:00.000Z", 120, [], "2026-12-01")).toBe("2026-11-23T06:00:00.000Z")
    expect(dueAfter({ ...usual, holidays: new Set(["2026-11-23"]) }, "2026-11-21T13:00:00.000Z", 120, [], "2026-12-01")).toBe("2026-11-24T06:00:00.000Z")
    expect(dueAfter({ ...usual, aroundTheClock: true }, "2026-11-21T13:00:00.000Z", 120, [], "2026-12-01")).toBe("2026-11-21T15:00:00.000Z")
  })
  test("a hold over Sunday changes nothing; a hold over a working hour moves the deadline by an hour", () => {
    const asked = (holds: ReadonlyArray<Hold>) => dueAfter(usual, "2026-11-21T12:00:00.000Z", 240, holds, "2026-12-01")
    expect(asked([])).toBe("2026-11-23T07:00:00.000Z")
    expect(asked([{ from: "2026-11-21T14:00:00.000Z", to: "2026-11-23T05:00:00.000Z" }])).toBe("2026-11-23T07:00:00.000Z")
    expect(asked([{ from: "2026-11-21T13:00:00.000Z", to: "2026-11-23T05:00:00.000Z" }])).toBe("2026-11-23T08:00:00.000Z")
    expect(asked([{ from: "2026-11-21T13:00:00.000Z", to: null }])).toBeNull()
  })
  test("a night shift on the last day counts up to midnight", () => {
    const nights = { ...usual, shifts: [{ ...usualShift, start: "22:00", end: "06:00" }] }
    const due = (lastDay: string) => dueAfter(nights, "2026-11-20T12:00:00.000Z", 180, [], lastDay)
    expect([due("2026-11-20"), due("2026-11-21")]).toEqual([null, "2026-11-20T23:00:00.000Z"])
  })
  test("an order at a site that never works is never due", () => {
    expect(dueAfter({ ...usual, weeks: [{ from: "2026-01-01", days: [] }] }, "2026-11-21T12:00:00.000Z", 1, [], "2027-11-21")).toBeNull()
  })
})

test("clocks in Juba were three hours ahead of UTC before February 2021 and have been two ahead since", () => {
  expect(new Date(atMinute("2020-06-01", 420)).toISOString()).toBe("2020-06-01T04:00:00.000Z")
  expect(new Date(atMinute("2026-06-01", 420)).toISOString()).toBe("2026-06-01T05:00:00.000Z")
  expect(new Date(atMinute("2026-06-01", 1500)).toISOString()).toBe("2026-06-01T23:00:00.000Z")
})

describe("the SLA status of an order", () => {
  const sla = { responseDue: "2026-11-21T10:00:00.000Z", resolutionDue: "2026-11-21T14:00:00.000Z" }
  const open = { sla, respondedAt: null, completedAt: null, holds: [] }
  test("the clock runs until the order is done or due", () => {
    expect(measure(open, "2026-11-21T09:00:00.000Z")).toEqual({ response: "running", resolution: "running" })
    expect(measure(open, "2026-11-21T11:00:00.000Z")).toEqual({ response: "missed", resolution: "running" })
    expect(measure({ ...open, respondedAt: "2026-11-21T10:00:00.000Z", completedAt: "2026-11-21T14:00:00.001Z" }, "2026-11-22T00:00:00.000Z")).toEqual({
      response: "met",
      resolution: "missed",
    })
  })
  test("on hold the clock stops, unless the order was already late; without a policy there is no clock", () => {
    const held = (from: string) => ({ ...open, respondedAt: "2026-11-21T09:00:00.000Z", holds: [{ from, to: null }] })
    expect(measure(held("2026-11-21T13:00:00.000Z"), "2026-11-22T00:00:00.000Z")).toEqual({ response: "met", resolution: "paused" })
    expect(measure(held("2026-11-21T15:00:00.000Z"), "2026-11-22T00:00:00.000Z")).toEqual({ response: "met", resolution: "missed" })
    expect(measure({ ...open, sla: { responseDue: null, resolutionDue: null } }, "2026-11-22T00:00:00.000Z")).toEqual({ response: "none", resolution: "none" })
  })
})
