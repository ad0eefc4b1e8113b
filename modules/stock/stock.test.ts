import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { system } from "@ops/platform/records/act.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { StockItemAdded, stockItems } from "./stock-item.ts"
import { countStock, daysRemaining, issueStock, setStockLimits, stockLevels, takeIn } from "./stock-level.ts"

const store = given(
  sites.at(1, SiteOpened({ code: "US", slug: "unity-state", name: "Unity State", label: "Unity State - SLB", client: "SLB", location: null })),
  stockItems.at(1, StockItemAdded({ name: "Diesel", category: "other", unit: "litre", description: null, preferredVendorId: null })),
)
const limits = store.when(setStockLimits, { siteId: 1, stockItemId: 1, minimumLevel: 900_000, maximumLevel: 4_000_000 })
const move = (quantity: number) => ({ siteId: 1, stockItemId: 1, quantity, note: "test" })

describe("stock", () => {
  test("is never issued below zero", () => {
    limits.when(takeIn, move(5_000)).when(issueStock, move(6_000)).refuses("There are only 5.00 litre of Diesel at Unity State", 422)
    store.when(issueStock, move(1)).refuses(/There are only 0.00/, 422)
  })
  test("is the sum of its movements, whatever they are", () => {
    const movement = fc.record({ kind: fc.constantFrom("in", "out", "count"), quantity: fc.integer({ min: 1, max: 1000 }) })
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 40 }), (movements) => {
        let story: Pick<typeof limits, "when" | "row"> = limits
        let expected = 0
        for (const { kind, quantity } of movements) {
          const next = story.when(kind === "in" ? takeIn : kind === "out" ? issueStock : countStock, move(quantity), system("test", givenAt))
          if (kind === "out" && quantity > expected) {
            if (!next.refusal) return false
            continue
          }
          expected = kind === "in" ? expected + quantity : kind === "out" ? expected - quantity : quantity
          story = next
        }
        return story.row(stockLevels, 1)!.currentQuantity === expected
      }),
    )
  })
  test("days remaining follow the company's formula", () => {
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
})
