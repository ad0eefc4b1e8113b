import { describe, expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { StockItemAdded, stockItems } from "@ops/stock/stock-item.ts"
import { countStock, issueStock, setStockLimits, takeIn } from "@ops/stock/stock-level.ts"
import { alerts } from "./alert.ts"
import { alertRules } from "./rules.ts"

const store = given(
  sites.at(1, SiteOpened({ code: "US", slug: "unity-state", name: "Unity State", label: "Unity State - SLB", client: "SLB", location: null })),
  stockItems.at(1, StockItemAdded({ name: "Diesel", category: "other", unit: "litre", description: null, preferredVendorId: null })),
).with(...alertRules)
const limits = store.when(setStockLimits, { siteId: 1, stockItemId: 1, minimumLevel: 900_000, maximumLevel: 4_000_000 })
const move = (quantity: number) => ({ siteId: 1, stockItemId: 1, quantity, note: "test" })

describe("alerts of stock", () => {
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
})
