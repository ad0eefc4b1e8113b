import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { command } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { given, givenAt, type Then } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { stockConsequences } from "./postings.ts"
import { countOfThen, countSite, countStock, issueFrom, issueStock, openStock, takeIn, transferStock, wasteStock, worthTaken } from "./levels/commands.ts"
import { addStockItem, costStockItem, stockItems } from "./items/stock-item.ts"
import { daysRemaining, setStockLimits, StockCounted, StockIssued, StockLevelOpened, stockLevels, StockReceived } from "./levels/stock-level.ts"
import { stockMovements } from "./levels/stock-movement.ts"
import { averageOf } from "./levels/stock-value.ts"
import { keeper, operative, postedOf, stores } from "./testing.ts"

const store = given(...stores).with(...stockConsequences)
const move = (quantity: number, stockItemId = 1, siteId = 1) => ({ siteId, stockItemId, quantity, note: "test" })
const diesel = store.when(takeIn, { ...move(10_000), cost: 1250 }, keeper)

describe("quantities", () => {
  test("are never issued below zero", () => {
    diesel.when(issueStock, move(10_001), operative).refuses("There are only 10.00 litre of Diesel at Unity State", 422)
    store.when(issueStock, move(1)).refuses(/There are only 0.00/, 422)
    diesel.when(transferStock, { fromSiteId: 1, toSiteId: 2, stockItemId: 1, quantity: 10_001, note: "" }).refuses(/There are only 10.00/, 422)
    diesel.when(wasteStock, move(10_001), keeper).refuses(/There are only 10.00/, 422)
  })
  test.each([0, -1, -5_000])("never accept a movement of %i of any kind", (quantity) => {
    const nothing = "Quantity must be greater than 0"
    diesel.when(takeIn, { ...move(quantity), cost: 100 }, keeper).refuses(nothing, 422)
    diesel.when(issueStock, move(quantity), keeper).refuses(nothing, 422)
    diesel.when(wasteStock, move(quantity), keeper).refuses(nothing, 422)
    diesel.when(transferStock, { fromSiteId: 1, toSiteId: 2, stockItemId: 1, quantity, note: "" }, keeper).refuses(nothing, 422)
    store.when(openStock, { ...move(quantity), cost: 100 }, keeper).refuses(nothing, 422)
  })
  test("can be issued by field operatives; everything else is for people who manage stock", () => {
    diesel.when(issueStock, move(1000), operative).holds(stockLevels, 1, { currentQuantity: 9_000 })
    diesel.when(takeIn, move(1000), operative).refuses(/stock managers/, 403)
    diesel.when(countStock, move(1000), operative).refuses(/stock managers/, 403)
    diesel.when(wasteStock, move(1000), operative).refuses(/stock managers/, 403)
    diesel.when(issueStock, move(1000), { ...operative, confinedTo: 2 }).refuses("You work at another site than Unity State", 403)
  })
  test("are read correctly from a log from before stock had a value", () => {
    const old = given(
      ...stores,
      stockLevels.at(1, StockLevelOpened({ siteId: 1, stockItemId: 1, minimumLevel: 0, maximumLevel: 0 })),
      stockLevels.at(1, StockReceived({ quantity: 9_000, source: "PR-2026-0001" })),
      stockLevels.at(1, StockIssued({ quantity: 2_000, to: "Kitchen" })),
      stockLevels.at(1, StockCounted({ quantity: 6_500, difference: -500 })),
    ).with(...stockConsequences)
    const issued = old.when(issueStock, move(500), keeper).holds(stockLevels, 1, { currentQuantity: 6_000, value: 0 })
    expect(postedOf(issued)).toEqual([])
    // its value is set once
    const valued = issued.when(openStock, { ...move(6_000), cost: 7_50 }, keeper).holds(stockLevels, 1, { currentQuantity: 6_000, value: 7_50 })
    valued.when(openStock, { ...move(6_000), cost: 7_50 }, keeper).refuses(/already has opening stock/, 409)
  })
  test("give days remaining by the company's formula", () => {
    expect(
      [
        [0, 100],
        [10, 100],
        [100, 100],
        [101, 100],
        [150, 100],
        [5, 0],
      ].map(([current, minimum]) => daysRemaining(current!, minimum!)),
    ).toEqual([1, 1, 5, 7, 11, null])
  })
  test("a maximum below the minimum is refused", () => {
    diesel.when(setStockLimits, { siteId: 1, stockItemId: 1, minimumLevel: 2, maximumLevel: 1 }, keeper).refuses("Maximum must be at least the minimum", 422)
  })
})

describe("stock value", () => {
  test("is the average cost; the last unit takes the remainder; each movement is posted", () => {
    expect(postedOf(diesel)).toEqual([
      ["1200", 1250, 1],
      ["2050", -1250, 1],
    ])
    const third = diesel.when(issueStock, move(3_333), keeper).holds(stockLevels, 1, { currentQuantity: 6_667, value: 833 })
    expect(postedOf(third)).toEqual([
      ["1200", -417, 1],
      ["5100", 417, 1],
    ])
    const dearer = third.when(takeIn, { ...move(3_333), cost: 667 }, keeper).holds(stockLevels, 1, { currentQuantity: 10_000, value: 1500 })
    expect(averageOf(dearer.row(stockLevels, 1)!)).toBe(150)
    dearer.when(issueStock, move(10_000), keeper).holds(stockLevels, 1, { currentQuantity: 0, value: 0 })
  })
  test("without a given cost, uses the average on hand or else the item's usual cost", () => {
    diesel.when(takeIn, move(10_000), keeper).holds(stockLevels, 1, { value: 2500 })
    store.when(takeIn, move(2_000, 2), keeper).holds(stockLevels, 1, { value: 1000 })
    const free = store.when(takeIn, move(2_000), keeper).holds(stockLevels, 1, { currentQuantity: 2_000, value: 0 })
    expect(postedOf(free)).toEqual([])
  })
  test("is posted to the item's cost account; waste and count differences to losses, opening stock to equity", () => {
    const chlorine = store.when(openStock, move(10_000, 2), keeper)
    expect(postedOf(chlorine)).toEqual([
      ["1200", 5000, 1],
      ["3000", -5000, 1],
    ])
    const account = (then: Then) => postedOf(then).filter(([number]) => number !== "1200")
    expect(account(chlorine.when(issueStock, move(1_000, 2), keeper))).toEqual([["5200", 500, 1]])
    expect(account(chlorine.when(wasteStock, move(1_000, 2), keeper))).toEqual([["5110", 500, 1]])
    expect(account(chlorine.when(countStock, move(9_000, 2), keeper))).toEqual([["5110", 500, 1]])
    expect(account(chlorine.when(countStock, move(11_000, 2), keeper))).toEqual([["5110", -500, 1]])
    expect(account(chlorine.when(countStock, move(10_000, 2), keeper))).toEqual([])
    const own = chlorine.when(costStockItem, { id: 2, costAccount: "5300" }, keeper)
    expect(account(own.when(issueStock, move(1_000, 2), keeper))).toEqual([["5300", 500, 1]])
    own.when(costStockItem, { id: 2, costAccount: "1200" }, keeper).refuses(/is not a cost account/, 422)
    own.when(costStockItem, { id: 2, costAccount: "9" }, keeper).refuses("There is no account 9", 422)
  })
  test("is transferred between stores unchanged, and posted at the other site", () => {
    const sent = diesel.when(transferStock, { fromSiteId: 1, toSiteId: 2, stockItemId: 1, quantity: 4_000, note: "" }, keeper)
    sent.holds(stockLevels, 1, { currentQuantity: 6_000, value: 750 }).holds(stockLevels, 2, { siteId: 2, currentQuantity: 4_000, value: 500 })
    expect(postedOf(sent)).toEqual([
      ["1200", -500, 1],
      ["1200", 500, 2],
    ])
    diesel.when(transferStock, { fromSiteId: 1, toSiteId: 1, stockItemId: 1, quantity: 1, note: "" }, keeper).refuses("Choose another site to transfer to", 422)
  })
  test("a count of a site is one command, and each of its entries has its own number", () => {
    const both = diesel.when(takeIn, move(5_000, 2), keeper)
    const lines = [
      { stockItemId: 1, quantity: 9_000 },
      { stockItemId: 2, quantity: 4_000 },
    ]
    const { version } = both.row(stockLevels, 1)!
    // a count of a device is of the level of its time: two came in since, so that what is missing is the same
    const since = countOfThen([{ stockItemId: 1, quantity: 2_000, version }])
    const then = both.when(since, { siteId: 1, lines: [lines[0]!] }, keeper)
    expect(then.row(stockLevels, 1)!.currentQuantity).toBe(lines[0]!.quantity + 2_000)
    both
      .when(countOfThen([{ stockItemId: 1, quantity: 2_000, version: 0 }]), { siteId: 1, lines: [lines[0]!] }, keeper)
      .refuses("The stock has just moved. Count again", 409)
    both
      .when(countOfThen([{ stockItemId: 1, quantity: -90_000, version }]), { siteId: 1, lines: [lines[0]!] }, keeper)
      .refuses(/^More .+ has left the store since this count than was counted. Count it again$/, 422)
    const counted = both.when(countSite, { siteId: 1, lines, note: "" }, keeper)
    const numbers = counted.events.filter(([, type]) => type === "JournalPosted").map(([, , { entryNumber }]) => entryNumber)
    expect(numbers).toEqual(["JE-2026-00003", "JE-2026-00004"])
    both.when(countSite, { siteId: 1, lines: [lines[0]!, lines[0]!], note: "" }, keeper).refuses(/can be counted once/, 422)
  })
})

describe("lots", () => {
  const lot = (lotNumber: string, expiryDate: string | null) => ({ lot: { lotNumber, expiryDate } })
  const lots = diesel
    .when(takeIn, { ...move(2_000), cost: 200, ...lot("B", "2026-12-24") }, keeper)
    .when(takeIn, { ...move(2_000), cost: 200, ...lot("A", "2026-12-01") }, keeper)
  const left = (then: Then) => then.row(stockLevels, 1)!.lots.map(({ lotNumber, quantity }) => [lotNumber, quantity])

  test("the lot that expires first is issued first, then stock without a lot", () => {
    expect(left(lots.when(issueStock, move(3_000), keeper))).toEqual([["B", 1_000]])
    expect(left(lots.when(issueStock, move(5_000), keeper))).toEqual([])
    expect(left(lots.when(issueStock, { ...move(500), lotNumber: "B" }, keeper))).toEqual([
      ["B", 1_500],
      ["A", 2_000],
    ])
    lots.when(issueStock, { ...move(2_001), lotNumber: "B" }, keeper).refuses("There are only 2.00 litre of lot B of Diesel at Unity State", 422)
  })
  test("expired stock can be neither received nor issued; it is written off", () => {
    diesel.when(takeIn, { ...move(1), ...lot("C", "2026-11-20") }, keeper).refuses(/It expired on 2026-11-20/, 422)
    const later = { ...keeper, at: "2026-12-10T08:00:00.000Z", today: "2026-12-10" }
    lots
      .when(issueStock, move(13_000), later)
      .refuses("There are only 12.00 litre of Diesel at Unity State; 2.00 more have expired. Write them off as waste", 422)
    expect(left(lots.when(issueStock, move(1_000), later))).toEqual([
      ["B", 1_000],
      ["A", 2_000],
    ])
    expect(left(lots.when(wasteStock, move(2_000), later))).toEqual([["B", 2_000]])
    lots.when(wasteStock, { ...move(2_000), note: " " }, later).refuses(/Reason is required/, 422)
  })
  test("move along in a transfer; a quantity missing in a count comes from stock without a lot first", () => {
    const sent = lots.when(transferStock, { fromSiteId: 1, toSiteId: 2, stockItemId: 1, quantity: 3_000, note: "" }, keeper)
    expect(sent.row(stockLevels, 2)!.lots).toEqual([
      { lotNumber: "A", expiryDate: "2026-12-01", quantity: 2_000 },
      { lotNumber: "B", expiryDate: "2026-12-24", quantity: 1_000 },
    ])
    expect(left(lots.when(countStock, move(4_000), keeper))).toEqual([
      ["B", 2_000],
      ["A", 2_000],
    ])
    expect(left(lots.when(countStock, move(1_000), keeper))).toEqual([["B", 1_000]])
  })
})

test("a command of another module can issue several times, knows what it took, and never takes more than is on hand", () => {
  const repair = command("test.repair", function* ({ quantities }: { readonly quantities: ReadonlyArray<number> }, by) {
    const changes: Array<Change> = []
    const details = { note: "Pump", source: { kind: "work_order", id: 7 }, account: "5300" }
    for (const quantity of quantities) changes.push(...(yield* issueFrom(1, 1, quantity, details, by, changes)))
    taken = worthTaken(changes)
    return changes
  })
  let taken = 0
  const done = diesel.when(repair, { quantities: [4_000, 6_000] }, operative)
  expect(taken).toBe(1250)
  done.holds(stockLevels, 1, { currentQuantity: 0, value: 0 }).holds(stockMovements, 3, { sourceKind: "work_order", sourceId: 7, value: -750, balance: 0 })
  expect(postedOf(done).filter(([account]) => account === "5300")).toEqual([
    ["5300", 500, 1],
    ["5300", 750, 1],
  ])
  diesel.when(repair, { quantities: [4_000, 6_001] }, operative).refuses("There are only 6.00 litre of Diesel at Unity State", 422)
})

test("an item has a usual cost and a cost account of its own", () => {
  const facts = { name: "Rice", category: "other", unit: "kg", description: null, preferredVendorId: null } as const
  const rice = store.when(addStockItem, { ...facts, unitCost: 115 }, keeper)
  expect(rice.row(stockItems, rice.id!)).toMatchObject({ name: "Rice", unitCost: 115, costAccount: null })
  const own = rice.when(costStockItem, { id: rice.id!, costAccount: "5200" }, keeper)
  expect(own.row(stockItems, rice.id!)).toMatchObject({ unitCost: 115, costAccount: "5200" })
  store.when(addStockItem, { ...facts, unitCost: 115 }, operative).refuses(/stock managers/, 403)
})

test("any sequence of movements keeps quantities at or above zero, empty stock worth nothing, and 1200 equal to the stock value", () => {
  const some = fc.integer({ min: 1, max: 9_000 })
  const where = { siteId: fc.integer({ min: 1, max: 2 }), stockItemId: fc.integer({ min: 1, max: 2 }), quantity: some }
  const expiryDate = fc.constantFrom(null, "2026-11-21", "2026-12-01", "2027-01-01")
  const movement = fc.oneof(
    fc.record({ kind: fc.constant("in" as const), ...where, cost: fc.option(fc.integer({ min: 0, max: 5_000 })), expiryDate }),
    fc.record({ kind: fc.constantFrom("issue" as const, "waste" as const, "count" as const, "transfer" as const, "empty" as const), ...where }),
  )
  fc.assert(
    fc.property(fc.array(movement, { maxLength: 30 }), (movements) => {
      let story = store.when(setStockLimits, { siteId: 1, stockItemId: 1, minimumLevel: 0, maximumLevel: 0 }, keeper)
      let books = 0
      let done = 0
      for (const [n, of] of movements.entries()) {
        const by = { ...keeper, today: n < 15 ? "2026-11-21" : "2026-12-15", at: n < 15 ? givenAt : "2026-12-15T08:00:00.000Z" }
        const { siteId, stockItemId, quantity } = of
        const at = { siteId, stockItemId, quantity, note: "test" }
        const next =
          of.kind === "in"
            ? story.when(takeIn, { ...at, ...(of.cost !== null && { cost: of.cost }), lot: { lotNumber: null, expiryDate: of.expiryDate } }, by)
            : of.kind === "issue"
              ? story.when(issueStock, at, by)
              : of.kind === "waste"
                ? story.when(wasteStock, at, by)
                : of.kind === "transfer"
                  ? story.when(transferStock, { fromSiteId: siteId, toSiteId: 3 - siteId, stockItemId, quantity, note: "" }, by)
                  : story.when(countStock, { ...at, quantity: of.kind === "empty" ? 0 : quantity }, by)
        if (next.refusal) continue
        for (const [account, amount] of postedOf(next)) if (account === "1200") books += amount as number
        done += next.events.filter(([, type]) => type === "StockMovementRecorded").length
        story = next
      }
      const levels = [1, 2, 3, 4].flatMap((id) => story.row(stockLevels, id) ?? [])
      const moved = Array.from({ length: done }, (_, n) => story.row(stockMovements, n + 1)!)
      for (const { id, currentQuantity, value, lots } of levels) {
        const own = moved.filter(({ levelId }) => levelId === id)
        expect(currentQuantity).toBeGreaterThanOrEqual(0)
        expect(value).toBeGreaterThanOrEqual(0)
        if (currentQuantity === 0) expect([value, lots]).toEqual([0, []])
        expect(lots.reduce((sum, lot) => sum + lot.quantity, 0)).toBeLessThanOrEqual(currentQuantity)
        expect(own.reduce((sum, each) => sum + each.quantity, 0)).toBe(currentQuantity)
        expect(own.reduce((sum, each) => sum + each.value, 0)).toBe(value)
      }
      expect(levels.reduce((sum, { value }) => sum + value, 0)).toBe(books)
    }),
    { numRuns: times(37, 150) },
  )
})
