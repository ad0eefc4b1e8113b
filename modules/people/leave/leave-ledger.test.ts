/** The leave ledger: examples by hand, and random bookings compared with an independent recount. */
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { balanceOn, type Booked, leastLeft, leaveLedger, type LeaveTerms } from "./leave-ledger.ts"
import { addMonths, datesFrom, monthsBetween } from "../working-days/working-days.ts"

const annual: LeaveTerms = {
  from: "2000-01-01",
  accrual: "monthly",
  maxDaysPerYear: 21,
  seniority: [
    { years: 3, days: 25 },
    { years: 15, days: 30 },
  ],
  carryForward: true,
  carryMonths: 24,
}
const sick: LeaveTerms = { ...annual, accrual: "yearly", maxDaysPerYear: 12, seniority: [], carryForward: false, carryMonths: null }
const since = (hireDate: string, terminationDate: string | null = null) => ({ hireDate, terminationDate })
const took = (date: string, days: number, requestId = 1): Booked => ({ kind: "taken", days: -days * 100, date, requestId, reason: null })
const gaveBack = (date: string, days: number, requestId = 1): Booked => ({ kind: "returned", days: days * 100, date, requestId, reason: null })
const balance = (terms: LeaveTerms, hired: string, booked: ReadonlyArray<Booked>, at: string) => balanceOn(leaveLedger(since(hired), [terms], booked, at), at)

describe("accrual", () => {
  const forever = { ...annual, carryMonths: null }
  test("is 21 days a year at first, 25 after 3 years and 30 after 15, to the hundredth of a day", () => {
    expect(balance(forever, "2010-05-17", [], "2010-06-16")).toBe(0)
    expect(balance(forever, "2010-05-17", [], "2010-06-17")).toBe(175)
    expect(balance(forever, "2010-05-17", [], "2011-05-17")).toBe(2100)
    expect(balance(forever, "2010-05-17", [], "2013-05-17")).toBe(6300)
    expect(balance(forever, "2010-05-17", [], "2014-05-17")).toBe(6300 + 2500)
    expect(balance(forever, "2010-05-17", [], "2025-05-17")).toBe(6300 + 12 * 2500)
    expect(balance(forever, "2010-05-17", [], "2026-05-17")).toBe(6300 + 12 * 2500 + 3000)
  })
  test("a yearly grant is available on the first day, and the remainder expires with the year", () => {
    expect(balance(sick, "2026-03-10", [], "2026-03-09")).toBe(0)
    expect(balance(sick, "2026-03-10", [], "2026-03-10")).toBe(1200)
    expect(balance(sick, "2026-03-10", [took("2026-06-01", 5)], "2026-12-31")).toBe(700)
    expect(balance(sick, "2026-03-10", [took("2026-06-01", 5)], "2027-01-01")).toBe(1200)
  })
  test("stops after the last day of employment", () => {
    const ledger = leaveLedger(since("2020-01-15", "2020-07-20"), [annual], [], "2022-01-01")
    expect(balanceOn(ledger, "2022-01-01")).toBe(1050)
  })
  test("uses new terms from their effective date; days already accrued stay", () => {
    const more: LeaveTerms = { ...forever, from: "2026-07-01", maxDaysPerYear: 24 }
    const ledger = leaveLedger(since("2026-01-01"), [forever, more], [], "2027-01-01")
    expect(balanceOn(ledger, "2026-06-30")).toBe(5 * 175)
    expect(balanceOn(ledger, "2026-07-01")).toBe(5 * 175 + 200)
    expect(balanceOn(ledger, "2027-01-01")).toBe(5 * 175 + 7 * 200)
  })
})

describe("carry-forward", () => {
  test("the days that expire first are used first, and only unused days expire", () => {
    // 2024 accrues 11 months; the unused days expire after 2026
    const hired = "2024-01-01"
    const none = leaveLedger(since(hired), [annual], [], "2027-01-01")
    expect(balanceOn(none, "2025-01-01")).toBe(2100)
    expect(none.find(({ kind }) => kind === "carry_forward")).toMatchObject({ date: "2025-01-01", days: 0, carried: 1925 })
    expect(none.filter(({ kind }) => kind === "expiry")).toMatchObject([{ date: "2027-01-01", days: -1925 }])
    const some = leaveLedger(since(hired), [annual], [took("2026-08-03", 10)], "2027-01-01")
    expect(some.filter(({ kind }) => kind === "expiry")).toMatchObject([{ date: "2027-01-01", days: -925 }])
    const all = leaveLedger(since(hired), [annual], [took("2026-08-03", 25)], "2027-01-01")
    expect(all.filter(({ kind }) => kind === "expiry")).toEqual([])
  })
  test("cancelled leave counts as never used: the days it kept from expiring expire", () => {
    const booked = [took("2026-08-03", 10), gaveBack("2026-08-03", 10)]
    const without = leaveLedger(since("2024-01-01"), [annual], [], "2028-01-01")
    const ledger = leaveLedger(since("2024-01-01"), [annual], booked, "2028-01-01")
    for (const date of ["2026-08-02", "2026-08-03", "2026-12-31", "2027-01-01", "2028-01-01"]) expect(balanceOn(ledger, date)).toBe(balanceOn(without, date))
  })
  test("a negative balance is repaid by the next accrual", () => {
    const booked = [took("2026-02-10", 5)]
    expect(balance(annual, "2026-01-01", booked, "2026-02-10")).toBe(175 - 500)
    expect(balance(annual, "2026-01-01", booked, "2026-06-01")).toBe(5 * 175 - 500)
  })
})

/** An independent calculation, day by day: hundredths in a bucket for each year, using the one that expires first. */
const recount = (hireDate: string, terms: LeaveTerms, booked: ReadonlyArray<Booked>, until: string) => {
  const buckets = new Map<number, number>()
  const byDay = new Map<string, number>()
  const used = Map.groupBy(booked, ({ date }) => date)
  let debt = 0
  for (const date of datesFrom(hireDate, until)) {
    const year = Number(date.slice(0, 4))
    for (const old of buckets.keys()) {
      const kept = terms.carryForward ? terms.carryMonths! / 12 : 0
      if (old + kept < year) buckets.delete(old)
    }
    let given = 0
    const months = monthsBetween(hireDate, date)
    if (terms.accrual === "yearly" && (date === hireDate || date.endsWith("-01-01"))) given = terms.maxDaysPerYear * 100
    if (terms.accrual === "monthly" && months > 0 && addMonths(hireDate, months) === date) {
      const service = Math.floor((months - 1) / 12)
      const yearly = service >= 15 ? 3000 : service >= 3 ? 2500 : 2100
      const upTo = (n: number) => Math.round((yearly * n) / 12)
      given = upTo(((months - 1) % 12) + 1) - upTo((months - 1) % 12)
    }
    const today = used.get(date) ?? []
    given += today.reduce((sum, { days, requestId }) => (requestId === null && days > 0 ? sum + days : sum), 0)
    const paid = Math.min(debt, given)
    debt -= paid
    if (given > 0) buckets.set(year, (buckets.get(year) ?? 0) + given - paid)
    let wanted = -today.reduce((sum, { days, requestId }) => (requestId !== null || days < 0 ? sum + days : sum), 0)
    for (const old of [...buckets.keys()].sort()) {
      const from = Math.min(buckets.get(old)!, wanted)
      buckets.set(old, buckets.get(old)! - from)
      wanted -= from
    }
    debt += wanted
    byDay.set(date, [...buckets.values()].reduce((sum, left) => sum + left, 0) - debt)
  }
  return byDay
}

const hired = fc.integer({ min: 0, max: 3 * 365 }).map((n) => addDays("2021-01-01", n))
const day = fc.integer({ min: 0, max: 5 * 365 }).map((n) => addDays("2022-01-01", n))
const bookings = fc
  .array(fc.record({ date: day, days: fc.integer({ min: 1, max: 24 }), cancelled: fc.boolean(), manual: fc.integer({ min: -3, max: 3 }) }), { maxLength: 14 })
  .map((all) =>
    all.flatMap(
      ({ date, days, cancelled, manual }, n): ReadonlyArray<Booked> => [
        { kind: "taken", days: -days * 50, date, requestId: n + 1, reason: null },
        ...(cancelled ? [{ kind: "returned" as const, days: days * 50, date, requestId: n + 1, reason: null }] : []),
        ...(manual === 0 ? [] : [{ kind: "adjusted" as const, days: manual * 100, date: addDays(date, 3), requestId: null, reason: "Counted anew" }]),
      ],
    ),
  )
const kinds = fc.constantFrom(annual, sick, { ...annual, carryMonths: 12 })

describe("whatever leave is booked", () => {
  const last = "2027-12-31"
  test("the balance of any day equals an independent recount", { timeout: 60_000 }, () => {
    const runs = times(20, 80)
    let compared = 0
    fc.assert(
      fc.property(hired, kinds, bookings, fc.array(day, { minLength: 20, maxLength: 20 }), (hireDate, terms, all, dates) => {
        const booked = all.filter(({ date }) => date >= hireDate)
        const counted = recount(hireDate, terms, booked, last)
        for (const date of dates) {
          if (date < hireDate) continue
          expect(balanceOn(leaveLedger(since(hireDate), [terms], booked, date), date)).toBe(counted.get(date))
          compared++
        }
      }),
      { numRuns: runs },
    )
    expect(compared).toBeGreaterThan(runs * 8)
  })
  test("the balance of a future day, seen today, is the balance on that day", () => {
    fc.assert(
      fc.property(hired, kinds, bookings, day, (hireDate, terms, booked, at) => {
        expect(balanceOn(leaveLedger(since(hireDate), [terms], booked, last), at)).toBe(balanceOn(leaveLedger(since(hireDate), [terms], booked, at), at))
      }),
    )
  })
  test("the order of bookings does not matter", () => {
    fc.assert(
      fc.property(hired, kinds, bookings, fc.infiniteStream(fc.nat()), day, (hireDate, terms, booked, weights, at) => {
        const shuffled = booked.map((entry) => ({ entry, weight: weights.next().value as number })).sort((a, b) => a.weight - b.weight)
        const again = shuffled.map(({ entry }) => entry)
        expect(balanceOn(leaveLedger(since(hireDate), [terms], again, at), at)).toBe(balanceOn(leaveLedger(since(hireDate), [terms], booked, at), at))
      }),
    )
  })
  test("returning all days restores every balance", () => {
    fc.assert(
      fc.property(hired, kinds, bookings, day, fc.integer({ min: 1, max: 30 }), day, (hireDate, terms, booked, date, days, at) => {
        const more = [...booked, took(date, days, 999), gaveBack(date, days, 999)]
        expect(balanceOn(leaveLedger(since(hireDate), [terms], more, at), at)).toBe(balanceOn(leaveLedger(since(hireDate), [terms], booked, at), at))
      }),
    )
  })
  test("leave granted only against a sufficient balance never makes it negative on any day", () => {
    fc.assert(
      fc.property(hired, kinds, fc.array(fc.record({ date: day, days: fc.integer({ min: 1, max: 15 }) }), { maxLength: 15 }), (hireDate, terms, asked) => {
        const granted: Array<Booked> = []
        for (const [n, { date, days }] of asked.entries()) {
          const entry = took(date, days, n + 1)
          if (date >= hireDate && leastLeft(since(hireDate), [terms], granted, [entry]) >= 0) granted.push(entry)
        }
        const ledger = leaveLedger(since(hireDate), [terms], granted, last)
        for (const { date } of ledger) expect(balanceOn(ledger, date)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
