/** The stores in the demo scenario: items, and the seven that run low today, three of them critically. */
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { find } from "@ops/platform/records/command.ts"
import { addStockItem } from "./items/stock-item.ts"
import type { categories } from "./labels.ts"
import { countStock, issueStock, openStock, takeIn, transferStock, wasteStock } from "./levels/commands.ts"
import { setStockLimits, stockLevels } from "./levels/stock-level.ts"

type Category = (typeof categories)[number]
const list: ReadonlyArray<readonly [string, Category, string, number, number, number, string?]> = [
  // name, category, unit, minimum, vendor (index into the demo vendors), cents per unit, cost account
  ["Fresh tomatoes", "fresh_vegetables", "kg", 80, 0, 95],
  ["Onions", "fresh_vegetables", "kg", 60, 0, 70],
  ["Potatoes", "fresh_vegetables", "kg", 120, 0, 80],
  ["Cabbage", "fresh_vegetables", "kg", 40, 0, 60],
  ["Frozen chicken", "frozen_food", "kg", 150, 1, 340],
  ["Frozen fish", "frozen_food", "kg", 70, 1, 420],
  ["Frozen beef", "meat", "kg", 100, 1, 510],
  ["Goat meat", "meat", "kg", 50, 1, 640],
  ["Rice", "other", "kg", 300, 2, 115],
  ["Maize flour", "other", "kg", 250, 2, 75],
  ["Cooking oil", "other", "litre", 90, 2, 210],
  ["Sugar", "other", "kg", 60, 2, 120],
  ["Chlorine 70%", "cleaning_supplies", "kg", 20, 3, 480],
  ["Floor cleaner", "cleaning_supplies", "litre", 30, 3, 260],
  ["Diesel", "other", "litre", 900, 4, 125, "6200"],
  ["Kitchen gas", "other", "cylinder", 12, 4, 2800, "5200"],
]
/** Shelf life of a delivery in days. */
const keeps: Partial<Record<Category, number>> = { fresh_vegetables: 8, meat: 21, frozen_food: 90 }

/** Site, item, and the share of the minimum on hand today. */
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

/** The items. Returns their ids by name. */
export const stockItemsDemo = ({ as, execute, days }: Scenario, vendorIds: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const ids = new Map<string, number>()
    for (const [name, category, unit, , vendor, unitCost, costAccount = null] of list) {
      const item = { name, category, unit, description: null, preferredVendorId: vendorIds[vendor] ?? null, unitCost, costAccount }
      ids.set(name, yield* execute(`item-${name}`, addStockItem, item, as(keeper, days[0]!, "05:15")))
    }
    return ids
  })

/** Receipts and issues, week by week, and this morning's count: seven items are low. */
export const stockDemo = ({ as, execute, atOnce, chance, days, look, until }: Scenario, items: ReadonlyMap<string, number>) => {
  const first = days[0]!
  const today = days.at(-1)!
  const weeks = Math.ceil((days.length - 1) / 7)
  const movements = (site: number, [name, category, , minimum, , unitCost]: (typeof list)[number]) =>
    Effect.gen(function* () {
      const stockItemId = items.get(name)!
      const usedFor = name === "Diesel" ? "Generators" : category === "cleaning_supplies" ? "Cleaning" : "Kitchen"
      const place = { siteId: site, stockItemId }
      const start = minimum * 3500
      const limits = { ...place, minimumLevel: minimum * 1000, maximumLevel: minimum * 4000 }
      yield* execute(`limits-${site}-${name}`, openStock, { ...place, quantity: start, note: "Opening stock" }, as(keeper, first, "07:30"))
      yield* execute(`opening-${site}-${name}`, setStockLimits, limits, as(keeper, first, "07:31"))
      const share = low.find(([s, n]) => s === site && n === name)?.[2] ?? 1.2 + chance.next() * 1.6
      const end = Math.round(minimum * share * 10) * 100
      /** Issues an item until the given quantity is left. */
      const use = (name: string, day: string, time: string, left: number) =>
        Effect.gen(function* () {
          yield* until(as(keeper, day, time).at)
          const level = yield* look(find(stockLevels, place))
          const quantity = Math.floor((level!.currentQuantity - left) / 1000) * 1000
          if (quantity > 0) yield* execute(name, issueStock, { ...place, quantity, note: usedFor }, as(keeper, day, time))
        })
      const deliver = (name: string, day: string, time: string, quantity: number) => {
        const cost = Math.round((quantity / 1000) * unitCost * (0.95 + chance.next() * 0.1))
        const kept = keeps[category]
        const lot = kept === undefined ? {} : { lot: { lotNumber: `${day.slice(2).replaceAll("-", "")}-${site}`, expiryDate: addDays(day, kept) } }
        return execute(name, takeIn, { ...place, quantity, note: "Delivery", cost, ...lot }, as(keeper, day, time))
      }
      // the books show slightly more than the count finds
      const atEnd = end * 1.01
      for (let week = 0; week < weeks; week++) {
        const day = days[week * 7]!
        const delivery = Math.round(minimum * (0.2 + chance.next() * 0.1)) * 1000
        yield* use(`issue-${site}-${name}-${week}`, day, "08:00", start - ((start - atEnd) * (week + 1)) / weeks)
        yield* deliver(`take-in-${site}-${name}-${week}`, day, "15:00", delivery)
        if (week % 3 === 1 && category === "fresh_vegetables") {
          const spoilt = { ...place, quantity: 2000 + site * 500, note: "Spoilt in the heat" }
          yield* execute(`waste-${site}-${name}-${week}`, wasteStock, spoilt, as(keeper, days[week * 7 + 2] ?? today, "06:40"))
        }
      }
      const yesterday = days[days.length - 2] ?? today
      const fresh = keeps[category] === undefined ? 0 : Math.round(minimum * 0.15) * 1000
      yield* use(`issue-${site}-${name}-last`, yesterday, "16:30", atEnd - fresh)
      if (fresh > 0) yield* deliver(`fresh-${site}-${name}`, yesterday, "17:30", fresh)
      yield* execute(`count-${site}-${name}`, countStock, { ...place, quantity: end, note: "Count" }, as(keeper, today, "06:00"))
    })
  const sent = { fromSiteId: 3, toSiteId: 1, stockItemId: items.get("Maize flour")!, quantity: 40_000, note: "For the weekend" }
  return atOnce([
    ...[1, 2, 3].flatMap((site) => list.map((item) => movements(site, item))),
    execute("transfer-flour", transferStock, sent, as(keeper, days[Math.max(0, days.length - 6)]!, "10:30")),
  ])
}
