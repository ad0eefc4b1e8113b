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

/** What is kept. Gives the ids of the items by name. */
export const stockItemsDemo = ({ as, act, days }: Scenario, vendorIds: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const ids = new Map<string, number>()
    for (const [name, category, unit, , vendor] of list) {
      const item = { name, category, unit, description: null, preferredVendorId: vendorIds[vendor] ?? null }
      ids.set(name, yield* act(`item-${name}`, addStockItem, item, as(keeper, days[0]!, "05:15")))
    }
    return ids
  })

/** What came in and went out, week by week, and this morning's count: seven items are low. */
export const stockDemo = ({ as, act, atOnce, chance, days }: Scenario, items: ReadonlyMap<string, number>) => {
  const first = days[0]!
  const today = days.at(-1)!
  const movements = (site: number, name: string, minimum: number) =>
    Effect.gen(function* () {
      const stockItemId = items.get(name)!
      const place = { siteId: site, stockItemId }
      const limits = { ...place, minimumLevel: minimum * 1000, maximumLevel: minimum * 4000 }
      yield* act(`limits-${site}-${name}`, takeIn, { ...place, quantity: minimum * 3500, note: "Opening stock" }, as(keeper, first, "07:30"))
      yield* act(`opening-${site}-${name}`, setStockLimits, limits, as(keeper, first, "07:31"))
      for (let week = 0; week * 7 < days.length - 1; week++) {
        const day = days[week * 7]!
        const movement = { ...place, quantity: Math.round(minimum * (0.2 + chance.next() * 0.1)) * 1000 }
        yield* act(`issue-${site}-${name}-${week}`, issueStock, { ...movement, note: "Kitchen" }, as(keeper, day, "08:00"))
        yield* act(`take-in-${site}-${name}-${week}`, takeIn, { ...movement, note: "Weekly delivery" }, as(keeper, day, "15:00"))
      }
      const share = low.find(([s, n]) => s === site && n === name)?.[2] ?? 1.2 + chance.next() * 1.6
      const quantity = Math.round(minimum * share * 10) * 100
      yield* act(`count-${site}-${name}`, countStock, { ...place, quantity, note: "Count" }, as(keeper, today, "06:00"))
    })
  return atOnce([1, 2, 3].flatMap((site) => list.map(([name, , , minimum]) => movements(site, name, minimum))))
}
