/** The stores in the demo scenario: what is kept, and the seven items that run low today, three of them critically. */
import { Effect } from "effect"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { addStockItem, type categories } from "./stock-item.ts"
import { countStock, issueStock, setStockLimits, takeIn } from "./stock-level.ts"

type Category = (typeof categories)[number]
const list: ReadonlyArray<readonly [string, Category, string, number, number]> = [
  // name, category, unit, minimum, vendor (index into the demo vendors)
  ["Fresh tomatoes", "fresh_vegetables", "kg", 80, 0],
  ["Onions", "fresh_vegetables", "kg", 60, 0],
  ["Potatoes", "fresh_vegetables", "kg", 120, 0],
  ["Cabbage", "fresh_vegetables", "kg", 40, 0],
  ["Frozen chicken", "frozen_food", "kg", 150, 1],
  ["Frozen fish", "frozen_food", "kg", 70, 1],
  ["Frozen beef", "meat", "kg", 100, 1],
  ["Goat meat", "meat", "kg", 50, 1],
  ["Rice", "other", "kg", 300, 2],
  ["Maize flour", "other", "kg", 250, 2],
  ["Cooking oil", "other", "litre", 90, 2],
  ["Sugar", "other", "kg", 60, 2],
  ["Chlorine 70%", "cleaning_supplies", "kg", 20, 3],
  ["Floor cleaner", "cleaning_supplies", "litre", 30, 3],
  ["Diesel", "other", "litre", 900, 4],
  ["Kitchen gas", "other", "cylinder", 12, 4],
]

/** Site, item, share of the minimum that is left today. */
const low: ReadonlyArray<readonly [number, string, number]> = [
  [2, "Diesel", 0.4],
  [1, "Fresh tomatoes", 0.38],
  [3, "Kitchen gas", 0.34],
  [1, "Frozen beef", 0.8],
  [2, "Onions", 0.9],
  [1, "Rice", 0.72],
  [2, "Chlorine 70%", 1],
]

const keeper = "FO-CEO-001"

/** What is kept, and its movements. Gives the ids of the items by name. */
export const stockDemo = ({ as, act, chance, days }: Scenario, vendorIds: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const ids = new Map<string, number>()
    const first = days[0]!
    for (const [name, category, unit, , vendor] of list) {
      const item = { name, category, unit, description: null, preferredVendorId: vendorIds[vendor] ?? null }
      ids.set(name, yield* act(`item-${name}`, addStockItem, item, as(keeper, first, "07:00")))
    }
    for (const site of [1, 2, 3]) {
      for (const [name, , , minimum] of list) {
        const stockItemId = ids.get(name)!
        const at = (day: string, time: string) => as(keeper, day, time)
        const limits = { siteId: site, stockItemId, minimumLevel: minimum * 1000, maximumLevel: minimum * 4000 }
        yield* act(`limits-${site}-${name}`, takeIn, { siteId: site, stockItemId, quantity: minimum * 3500, note: "Opening stock" }, at(first, "07:30"))
        yield* act(`opening-${site}-${name}`, setStockLimits, limits, at(first, "07:31"))
        for (let week = 0; week * 7 < days.length; week++) {
          const quantity = Math.round(minimum * (0.2 + chance.next() * 0.1)) * 1000
          const movement = { siteId: site, stockItemId, quantity }
          yield* act(`issue-${site}-${name}-${week}`, issueStock, { ...movement, note: "Kitchen" }, at(days[week * 7]!, "08:00"))
          yield* act(`take-in-${site}-${name}-${week}`, takeIn, { ...movement, note: "Weekly delivery" }, at(days[week * 7]!, "15:00"))
        }
      }
    }
    return ids
  })

/** This morning's count, after everything that came in: seven items are low. */
export const stockCountDemo = ({ as, act, chance, days }: Scenario, items: ReadonlyMap<string, number>) =>
  Effect.gen(function* () {
    const today = days.at(-1)!
    for (const site of [1, 2, 3]) {
      for (const [name, , , minimum] of list) {
        const share = low.find(([s, n]) => s === site && n === name)?.[2] ?? 1.2 + chance.next() * 1.6
        const quantity = Math.round(minimum * share * 10) * 100
        yield* act(`count-${site}-${name}`, countStock, { siteId: site, stockItemId: items.get(name)!, quantity, note: "Count" }, as(keeper, today, "06:00"))
      }
    }
  })
