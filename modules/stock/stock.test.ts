import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { system } from "@ops/platform/records/act.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { alerts } from "@ops/alerts/alert.ts"
import { alertRules } from "@ops/alerts/rules.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { StockItemAdded, stockItems } from "./stock-item.ts"
import { countStock, daysRemaining, issueStock, setStockLimits, stockLevels, takeIn } from "./stock-level.ts"

const store = given(
  sites.at(1, SiteOpened({ code: "US", slug: "unity-state", name: "Unity State", label: "Unity State - SLB", client: "SLB", location: null })),
  stockItems.at(1, StockItemAdded({ name: "Diesel", category: "other", unit: "litre", description: null, preferredVendorId: null })),
).with(...alertRules)
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
  test("at or under the minimum raises one alert, critical at two days or less; back above it resolves by itself", () => {
    const low = limits.when(countStock, move(900_000))
    expect(low.row(alerts, 1)).toMatchObject({ priority: "high", status: "open", siteId: 1, title: "Diesel below minimum" })
    const worse = low.when(issueStock, move(480_000))
    expect(worse.row(alerts, 1)).toMatchObject({ priority: "critical", message: "420.00 litre left at Unity State, minimum is 900.00 litre" })
    expect(worse.row(alerts, 2)).toBeUndefined()
    const well = worse.when(takeIn, move(2_000_000))
    expect(well.row(alerts, 1)).toMatchObject({ status: "resolved", openCause: null })
    expect(well.when(countStock, move(1_000)).row(alerts, 2)).toMatchObject({ status: "open", priority: "critical" })
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
