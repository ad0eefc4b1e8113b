import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { allocate, formatMoney, parseMoney, proportion } from "./money.ts"
import { addDays, dateOf, isDate } from "./calendar.ts"
import { formatQuantity, parseQuantity } from "./quantity.ts"

const cents = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })

describe("money", () => {
  test("a written amount reads back exactly", () => {
    fc.assert(fc.property(cents, (amount) => parseMoney(formatMoney(amount)) === amount))
  })
  test.each(["NaN", "Infinity", "1e5", "1.005", "0x1F", "1_000", "1,000", "", " ", "-", "12345678901234", "1.", ".5", "١"])("%s is not an amount", (text) => {
    expect(parseMoney(text)).toBeUndefined()
  })
  test("a proportion is within half a cent, rounds halves away from zero, and is symmetric in sign", () => {
    const whole = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), whole, whole, (amount, part, of) => {
        const off = 2n * (BigInt(proportion(amount, part, of)) * BigInt(of) - BigInt(amount) * BigInt(part))
        expect(off > -BigInt(of) && off <= BigInt(of)).toBe(true)
        expect(proportion(-amount, part, of) + proportion(amount, part, of)).toBe(0)
      }),
    )
    expect([proportion(5, 1, 10), proportion(-5, 1, 10), proportion(4, 1, 10)]).toEqual([1, -1, 0])
  })
  test("parts add up to the whole, each within a cent", () => {
    fc.assert(
      fc.property(cents, fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 }), (amount, weights) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0)
        fc.pre(total > 0)
        const parts = allocate(amount, weights)
        expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(amount))
        for (const [n, part] of parts.entries()) {
          const exact = BigInt(amount) * BigInt(weights[n]!)
          const off = BigInt(part) * BigInt(total) - exact
          expect((off < 0n ? -off : off) <= BigInt(total)).toBe(true)
        }
      }),
    )
  })
})

describe("quantities", () => {
  test("a written quantity reads back exactly", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (amount) => parseQuantity(formatQuantity(amount)) === amount))
  })
  test("two decimals are shown, and a third only if needed", () => {
    expect([2500, 125, 0, 420_000].map(formatQuantity)).toEqual(["2.50", "0.125", "0.00", "420.00"])
  })
})

describe("business dates", () => {
  test("the day in Juba starts at 22:00 UTC, and before February 2021 at 21:00", () => {
    expect(dateOf("2026-11-20T21:59:59.999Z")).toBe("2026-11-20")
    expect(dateOf("2026-11-20T22:00:00.000Z")).toBe("2026-11-21")
    expect(dateOf("2020-06-01T21:30:00.000Z")).toBe("2020-06-02")
  })
  test("the day equals that of a Juba calendar, in any order of instants", () => {
    const calendar = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Juba", year: "numeric", month: "2-digit", day: "2-digit" })
    const instants = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-12-30"), noInvalidDate: true })
    const aroundMidnight = fc.integer({ min: -3_600_000, max: 3_600_000 }).map((ms) => new Date(Date.UTC(2026, 10, 20, 22) + ms))
    fc.assert(fc.property(fc.array(fc.oneof(instants, aroundMidnight)), (asked) => asked.every((at) => dateOf(at) === calendar.format(at))))
  })
  test("days can be added and subtracted", () => {
    const days = fc.date({ min: new Date("2000-01-02"), max: new Date("2100-12-30"), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
    fc.assert(fc.property(days, fc.integer({ min: -400, max: 400 }), (day, n) => addDays(addDays(day, n), -n) === day))
  })
  test.each(["2026-02-29", "2026-13-01", "1999-12-31", "2026-1-1", "21 Nov 2026", "2101-01-01"])("%s is not a date", (text) => {
    expect(isDate(text)).toBe(false)
  })
})
