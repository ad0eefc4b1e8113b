import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { billableHeads, billOf, rateOf, type Slot, type Terms } from "./bill.ts"
import { changesBetween, digestOf, type PlannedBill, unbilledParts } from "./plan.ts"

const meals = ["breakfast", "lunch", "dinner"] as const
const tax = 1800
const day = (n: number) => `2026-10-${String(n).padStart(2, "0")}`
const slot = (date: string, mealType: string, served: number, more: Partial<Slot> = {}): Slot => ({
  date,
  mealType,
  projectId: null,
  planned: served,
  served,
  missed: 0,
  discrepancy: false,
  openSession: false,
  exceptions: 0,
  ...more,
})
const flat = (rate: number, more: Partial<Terms> = {}): Terms => ({
  rates: [{ from: "2026-01-01", rate, bands: [] }],
  bases: [{ from: "2026-01-01", basis: "served", guaranteedShare: 0 }],
  ...more,
})

const date = fc.integer({ min: 1, max: 31 }).map(day)
const cents = fc.integer({ min: 1, max: 20_000 })
const bands = fc
  .uniqueArray(fc.record({ fromHeads: fc.integer({ min: 2, max: 300 }), rate: cents }), { selector: ({ fromHeads }) => fromHeads, maxLength: 3 })
  .map((bands) => bands.sort((a, b) => a.fromHeads - b.fromHeads))
const dated = <T extends object>(term: fc.Arbitrary<T>) =>
  fc
    .tuple(term, fc.uniqueArray(fc.tuple(date, term), { selector: ([from]) => from, maxLength: 3 }))
    .map(([first, later]) => [{ from: "2026-01-01", ...first }, ...later.sort(([a], [b]) => (a < b ? -1 : 1)).map(([from, term]) => ({ from, ...term }))])
const terms: fc.Arbitrary<Terms> = fc.record({
  rates: dated(fc.record({ rate: cents, bands })),
  bases: dated(
    fc.record({ basis: fc.constantFrom("served" as const, "planned" as const, "guaranteed" as const), guaranteedShare: fc.integer({ min: 1, max: 10_000 }) }),
  ),
})
const slots = fc.uniqueArray(
  fc
    .tuple(date, fc.constantFrom(...meals), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }))
    .map(([date, mealType, served, planned]) => slot(date, mealType, served, { planned, missed: Math.max(planned - served, 0) })),
  { selector: ({ date, mealType }) => `${date} ${mealType}`, maxLength: 93 },
)
const taxRate = fc.integer({ min: 0, max: 10_000 })

describe("a bill", () => {
  test("is heads × price, with a line for each meal and price in date order, and tax rounded once", () => {
    const bill = billOf(
      flat(1250, {
        rates: [
          { from: "2026-01-01", rate: 1250, bands: [{ fromHeads: 100, rate: 1001 }] },
          { from: day(15), rate: 1305, bands: [] },
        ],
      }),
      [slot(day(16), "lunch", 3), slot(day(2), "lunch", 100), slot(day(1), "lunch", 99), slot(day(1), "breakfast", 7)],
      tax,
    )
    expect(bill.lines).toEqual([
      { description: "Breakfast, 2026-10-01", quantity: 7, unitPrice: 1250, amount: 8750, taxRate: tax },
      { description: "Lunch, 2026-10-01", quantity: 99, unitPrice: 1250, amount: 123_750, taxRate: tax },
      { description: "Lunch, 2026-10-02", quantity: 100, unitPrice: 1001, amount: 100_100, taxRate: tax },
      { description: "Lunch, 2026-10-16", quantity: 3, unitPrice: 1305, amount: 3915, taxRate: tax },
    ])
    // 236515 × 18 % = 42572.7
    expect(bill).toMatchObject({ subtotal: 236_515, tax: 42_573, total: 279_088, heads: 209, served: 209, taxes: [{ rate: tax, net: 236_515, tax: 42_573 }] })
  })

  test("rounds half a cent of tax up", () => {
    expect(billOf(flat(25), [slot(day(1), "lunch", 1)], 1000)).toMatchObject({ subtotal: 25, tax: 3, total: 28 })
    expect(billOf(flat(24), [slot(day(1), "lunch", 1)], 1000)).toMatchObject({ subtotal: 24, tax: 2, total: 26 })
  })

  test("lists warnings, and the problems that stop it from being issued", () => {
    const rates = [{ from: day(2), rate: 1250, bands: [] }]
    const doubtful = slot(day(2), "dinner", 4, { discrepancy: true, exceptions: 2 })
    const bill = billOf(flat(0, { rates }), [slot(day(1), "lunch", 5), doubtful, slot(day(3), "lunch", 6, { openSession: true })], tax)
    expect(bill.obstacles).toEqual(["Lunch of 2026-10-01: the contract has no price for this day", "Lunch of 2026-10-03: the session is not closed"])
    expect(bill.problems).toEqual([
      ...bill.obstacles,
      "Dinner of 2026-10-02: the head-count differs from the attendances",
      "Dinner of 2026-10-02: 2 exceptions not decided",
    ])
    expect(bill).toMatchObject({ heads: 10, subtotal: 12_500 })
  })

  test("of no meals comes to zero", () => {
    expect(billOf(flat(1250), [slot(day(1), "lunch", 0, { planned: 40, missed: 40 })], tax)).toMatchObject({
      lines: [],
      taxes: [],
      total: 0,
      missed: 40,
      problems: [],
    })
  })

  test("equals, for any contract, the sum of heads × price of each slot, plus tax on that sum, to the cent", () => {
    fc.assert(
      fc.property(terms, slots, taxRate, (terms, slots, taxRate) => {
        const bill = billOf(terms, slots, taxRate)
        let net = 0n
        for (const { date, served, planned } of slots) {
          const basis = terms.bases.filter(({ from }) => from <= date).at(-1)!
          const rate = terms.rates.filter(({ from }) => from <= date).at(-1)!
          // the smallest whole number of heads that reaches the share
          let guaranteed = served
          while (BigInt(guaranteed) * 10_000n < BigInt(planned) * BigInt(basis.guaranteedShare)) guaranteed++
          const heads = { served, planned, guaranteed }[basis.basis]
          let price = rate.rate
          for (const band of rate.bands) if (heads >= band.fromHeads) price = band.rate
          net += BigInt(heads) * BigInt(price)
        }
        expect(BigInt(bill.subtotal)).toBe(net)
        // half up: twice the product, and one half of ten thousand
        expect(BigInt(bill.tax)).toBe((net * BigInt(taxRate) * 2n + 10_000n) / 20_000n)
        expect(bill.total).toBe(bill.subtotal + bill.tax)
        expect(bill.lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)).toBe(bill.subtotal)
        expect(bill.slots.reduce((sum, { amount }) => sum + amount, 0)).toBe(bill.subtotal)
      }),
    )
  })

  test("does not depend on the order of its slots", () => {
    fc.assert(
      fc.property(
        terms,
        slots.chain((slots) => fc.tuple(fc.constant(slots), fc.shuffledSubarray(slots, { minLength: slots.length }))),
        (terms, [slots, shuffled]) => {
          expect(billOf(terms, shuffled, tax)).toEqual(billOf(terms, slots, tax))
        },
      ),
    )
  })

  test("of a month equals, before tax, the sum of the bills of its two parts", () => {
    fc.assert(
      fc.property(terms, slots, date, (terms, slots, split) => {
        const [before, after] = [slots.filter(({ date }) => date < split), slots.filter(({ date }) => date >= split)].map((part) => billOf(terms, part, tax))
        expect(before!.subtotal + after!.subtotal).toBe(billOf(terms, slots, tax).subtotal)
        expect(before!.heads + after!.heads).toBe(billOf(terms, slots, tax).heads)
      }),
    )
  })
})

describe("the quantity billed", () => {
  test("is heads served, heads planned, or the larger of heads served and a guaranteed share of heads planned", () => {
    const heads = { served: 61, planned: 77 }
    expect(billableHeads(heads, "served", 0)).toBe(61)
    expect(billableHeads(heads, "planned", 0)).toBe(77)
    // 80 % of 77 are 61.6
    expect(billableHeads(heads, "guaranteed", 8000)).toBe(62)
    expect(billableHeads(heads, "guaranteed", 7000)).toBe(61)
    expect(billableHeads({ served: 0, planned: 50 }, "guaranteed", 10_000)).toBe(50)
  })
  test("is never less than the guarantee or the heads served", () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), fc.integer({ min: 1, max: 10_000 }), (served, planned, share) => {
        const heads = billableHeads({ served, planned }, "guaranteed", share)
        expect(heads).toBeGreaterThanOrEqual(served)
        expect(BigInt(heads) * 10_000n).toBeGreaterThanOrEqual(BigInt(planned) * BigInt(share))
        expect(heads === served || BigInt(heads - 1) * 10_000n < BigInt(planned) * BigInt(share)).toBe(true)
      }),
    )
  })
  test("is charged at the price of its band on that day", () => {
    const rates = [
      {
        from: "2026-01-01",
        rate: 1250,
        bands: [
          { fromHeads: 100, rate: 1000 },
          { fromHeads: 200, rate: 900 },
        ],
      },
    ]
    expect([99, 100, 199, 200].map((heads) => rateOf({ rates }, day(1), heads))).toEqual([1250, 1000, 1000, 900])
    expect(rateOf({ rates }, "2025-12-31", 1)).toBeUndefined()
  })
})

describe("the unbilled parts of a period", () => {
  const month = { from: day(1), to: day(31) }
  test("are the gaps between the bills", () => {
    expect(unbilledParts(month, [])).toEqual([month])
    expect(
      unbilledParts(month, [
        { from: day(8), to: day(14) },
        { from: "2026-09-20", to: day(1) },
      ]),
    ).toEqual([
      { from: day(2), to: day(7) },
      { from: day(15), to: day(31) },
    ])
    expect(unbilledParts(month, [{ from: "2026-09-01", to: "2026-11-30" }])).toEqual([])
    expect(unbilledParts(month, [{ from: "2026-11-01", to: "2026-11-30" }])).toEqual([month])
  })
  test("cover each unbilled day exactly once", () => {
    const period = fc.tuple(date, date).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }))
    fc.assert(
      fc.property(fc.array(period, { maxLength: 6 }), (billed) => {
        const within = (date: string) => (period: { from: string; to: string }) => period.from <= date && date <= period.to
        const parts = unbilledParts(month, billed)
        for (let n = 1; n <= 31; n++) expect(parts.filter(within(day(n)))).toHaveLength(billed.some(within(day(n))) ? 0 : 1)
      }),
    )
  })
})

describe("changes since a plan was made", () => {
  const planned = (more: Partial<PlannedBill> = {}, slots = [slot(day(1), "lunch", 31)], rate = 1250): PlannedBill => ({
    contractId: 1,
    contractNumber: "CT-1",
    clientId: 1,
    client: "SLB",
    siteId: 1,
    site: "Unity State",
    siteCode: "US",
    projectId: null,
    currency: "USD",
    from: day(1),
    to: day(31),
    taxCode: "SALES",
    replaces: null,
    ...billOf(flat(rate), slots, 0),
    ...more,
  })
  test("are listed bill by bill, with meals and amounts", () => {
    expect(changesBetween([planned()], [planned({}, [slot(day(1), "lunch", 33)])])).toEqual(["SLB at Unity State: meals 31 → 33, USD 387.50 → USD 412.50"])
    expect(changesBetween([planned()], [planned({}, undefined, 1300)])).toEqual(["SLB at Unity State: prices, USD 387.50 → USD 403.00"])
    expect(changesBetween([planned()], [planned()])).toEqual([])
    expect(changesBetween([planned()], [])).toEqual(["SLB at Unity State, 2026-10-01 to 2026-10-31: USD 387.50 → no longer to be billed for these days"])
    expect(changesBetween([], [planned()])).toEqual(["SLB at Unity State, 2026-10-01 to 2026-10-31: not in the plan → USD 387.50"])
  })
  test("are detected even when the sums are equal", () => {
    const [one, other] = [
      [31, 33],
      [33, 31],
    ].map((served) =>
      planned(
        {},
        served.map((heads, n) => slot(day(n + 1), "lunch", heads)),
      ),
    )
    expect(changesBetween([one!], [other!])).toEqual(["SLB at Unity State: lunch of 2026-10-01 31 → 33"])
    expect(digestOf([one!])).not.toBe(digestOf([other!]))
  })
  test("ignore differences in ids only", () => {
    expect(digestOf([planned()])).toBe(digestOf([planned({ clientId: 7, replaces: 9, projectId: 3 })]))
  })
})
