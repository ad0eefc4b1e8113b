import { describe, expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { completeSession, mealSessions, noteCapacityExceeded, recountServing, SessionOpened } from "@ops/meals/meal-session.ts"
import { MealsRecorded, staffFeedingRecords } from "@ops/meals/staff-feeding.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { StockItemAdded, stockItems } from "@ops/stock/stock-item.ts"
import { countStock, issueStock, takeIn } from "@ops/stock/stock-acts.ts"
import { setStockLimits } from "@ops/stock/stock-level.ts"
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

describe("alerts of meals", () => {
  const session = {
    sessionDate: "2026-11-21",
    startsAt: "2026-11-21T10:30:00.000Z",
    mealType: "lunch",
    siteId: 1,
    clientId: 1,
    contractId: null,
    projectId: null,
    mealCost: 1250,
    currency: "USD",
    notes: "",
    recordedBy: null,
    slot: "lunch",
  } as const
  const counted = { siteId: 1, clientId: 1, date: "2026-11-21", mealType: "lunch", staffCount: 40, notes: "", recordedBy: null } as const
  const site = sites.at(1, SiteOpened({ code: "US", slug: "unity-state", name: "Unity State", label: "Unity State - SLB", client: "SLB", location: null }))
  const open = given(site, mealSessions.at(1, SessionOpened(session)), staffFeedingRecords.at(1, MealsRecorded(counted))).with(...alertRules)
  test("more at table than the site can feed raises one", () => {
    open.when(noteCapacityExceeded, { id: 1, attended: 51, maximum: 50 }).holds(alerts, 1, {
      priority: "high",
      title: "More at lunch than Unity State can feed",
      message: "51 at table on 2026-11-21, the capacity is 50",
      siteId: 1,
    })
  })
  test("a head-count that differs from who was at table raises one, which ends when it was put right; the same number raises none", () => {
    const differs = open.when(completeSession, { id: 1, attended: 38, missed: 0 })
    differs.holds(alerts, 1, {
      priority: "medium",
      status: "open",
      message: "38 at table by name, 40 by head-count at Unity State. What was recorded by name is billed",
    })
    differs.when(recountServing, { id: 1, attended: 40, missed: 0 }).holds(alerts, 1, { status: "resolved" })
    expect(open.when(completeSession, { id: 1, attended: 40, missed: 0 }).row(alerts, 1)).toBeUndefined()
  })
})
