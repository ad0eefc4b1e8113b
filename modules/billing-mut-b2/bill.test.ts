import * as fc from "fast-check"
import { expect, test } from "vitest"
import { taxOn } from "@ops/ledger/tax-code.ts"
import { billableHeads, billOf, rateOf, type Slot } from "./bill.ts"

const slot = (date: string, mealType: string, served: number, planned = served, more: Partial<Slot> = {}): Slot => ({
  date,
  mealType,
  projectId: null,
  planned,
  served,
  missed: Math.max(0, planned - served),
  discrepancy: false,
  openSession: false,
  exceptions: 0,
  ...more,
})
const terms = {
  rates: [
    { from: "2026-01-01", rate: 1_000, bands: [] },
    {
      from: "2026-10-11",
      rate: 1_200,
      bands: [
        { fromHeads: 50, rate: 1_100 },
        { fromHeads: 100, rate: 900 },
      ],
    },
  ],
  bases: [
    { from: "2026-01-01", basis: "served" as const, guaranteedShare: 0 },
    { from: "2026-10-21", basis: "guaranteed" as const, guaranteedShare: 8_000 },
  ],
}

test("heads by the basis, prices by the day and the band", () => {
  expect([billableHeads({ served: 70, planned: 99 }, "served", 0), billableHeads({ served: 70, planned: 99 }, "planned", 0)]).toEqual([70, 99])
  expect([70, 80, 81].map((served) => billableHeads({ served, planned: 99 }, "guaranteed", 8_000))).toEqual([80, 80, 81])
  expect([49, 50, 99, 100].map((heads) => rateOf(terms, "2026-10-11", heads))).toEqual([1_200, 1_100, 1_100, 900])
  expect([rateOf(terms, "2026-10-10", 100), rateOf(terms, "2025-12-31", 1)]).toEqual([1_000, undefined])
})

test("a line for each meal and price, in order of days; tax once on the sum", () => {
  const bill = billOf(
    terms,
    [slot("2026-10-12", "lunch", 50), slot("2026-10-10", "lunch", 50), slot("2026-10-09", "dinner", 3), slot("2026-10-09", "lunch", 7)],
    1800,
  )
  expect(bill.lines).toEqual([
    { description: "Lunch, 2026-10-09 to 2026-10-10", quantity: 57, unitPrice: 1_000, amount: 57_000, taxRate: 1800 },
    { description: "Dinner, 2026-10-09", quantity: 3, unitPrice: 1_000, amount: 3_000, taxRate: 1800 },
    { description: "Lunch, 2026-10-12", quantity: 50, unitPrice: 1_100, amount: 55_000, taxRate: 1800 },
  ])
  expect(bill).toMatchObject({ subtotal: 115_000, tax: 20_700, total: 135_700, served: 110, missed: 0, problems: [] })
})

test("what is doubtful is named; a meal without a price is not billed", () => {
  const bill = billOf(
    terms,
    [
      slot("2025-12-31", "lunch", 5),
      slot("2026-10-01", "lunch", 2, 4, { openSession: true, exceptions: 2 }),
      slot("2026-10-02", "dinner", 1, 1, { discrepancy: true, exceptions: 1 }),
    ],
    1800,
  )
  expect(bill.subtotal).toBe(3_000)
  expect(bill.missed).toBe(2)
  expect(bill.problems).toEqual([
    "Lunch of 2025-12-31: the contract has no price for this day",
    "Lunch of 2026-10-01: the session is not closed",
    "Lunch of 2026-10-01: 2 exceptions not decided",
    "Dinner of 2026-10-02: the head-count differs from the attendances",
    "Dinner of 2026-10-02: 1 exception not decided",
  ])
})

test("whatever the meals: each is billed once at its price, their order does not matter, and two halves give the whole", () => {
  const slots = fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 1, max: 31 }),
      mealType: fc.constantFrom("breakfast", "lunch", "dinner"),
      served: fc.nat({ max: 200 }),
      planned: fc.nat({ max: 200 }),
    }),
    { selector: ({ day, mealType }) => `${day} ${mealType}`, maxLength: 60 },
  )
  fc.assert(
    fc.property(slots, fc.integer({ min: 1, max: 31 }), fc.integer({ min: 0, max: 4_000 }), (made, cut, taxRate) => {
      const all = made.map(({ day, mealType, served, planned }) => slot(`2026-10-${String(day).padStart(2, "0")}`, mealType, served, planned))
      const bill = billOf(terms, all, taxRate)
      const byHand = all.reduce((sum, each) => {
        const heads = each.date < "2026-10-21" ? each.served : Math.max(each.served, Math.ceil(each.planned * 0.8 - 1e-9))
        const price = each.date < "2026-10-11" ? 1_000 : heads >= 100 ? 900 : heads >= 50 ? 1_100 : 1_200
        return sum + heads * price
      }, 0)
      expect(bill.subtotal).toBe(byHand)
      expect(bill.total).toBe(byHand + taxOn(byHand, taxRate))
      expect(billOf(terms, [...all].reverse(), taxRate)).toEqual(bill)
      const day = `2026-10-${String(cut).padStart(2, "0")}`
      const halves = [all.filter(({ date }) => date < day), all.filter(({ date }) => date >= day)].map((half) => billOf(terms, half, taxRate))
      expect(halves[0]!.subtotal + halves[1]!.subtotal).toBe(bill.subtotal)
    }),
  )
})
