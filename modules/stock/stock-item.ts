/** What the kitchens and stores hold: an item, and its level at each site. */
import { act, find, invalid, newId, type By, forbidden } from "@ops/platform/records/act.ts"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { Line, Literals, Optional, Ref, Text } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

export const categories = ["fresh_vegetables", "frozen_food", "meat", "cleaning_supplies", "other"] as const

const facts = {
  name: Line(),
  category: Literals(...categories),
  /** what one of it is: kg, litre, piece */
  unit: Line(20),
  description: Optional(Text(500)),
  /** who is asked first when the item is ordered */
  preferredVendorId: Optional(Ref("vendor")),
}

export const StockItem = record("stock_item", facts, {
  label: "Stock item",
  title: "name",
  unique: [{ fields: ["name"], sentence: "A stock item with this name exists already" }],
})
export const StockItemAdded = event("StockItemAdded", 1, facts, ({ name }) => `${name} added to the items`)
export const StockItemChanged = event("StockItemChanged", 1, facts, () => "Item changed")

export const stockItems = stream(StockItem, StockItemAdded, StockItemChanged).fold({
  StockItemAdded: (_, item) => item,
  StockItemChanged: (_, item) => item,
})

/** Whether a person looks after stock; the system may. */
export const keepsStock = (by: By) => by.person === null || holdsAny(by, ["inventory.manage", "department.manage"])

export const addStockItem = act("stock_item.add", function* (item: Parameters<typeof StockItemAdded>[0], by) {
  if (!keepsStock(by)) throw forbidden("Only people who look after stock can add items")
  if (yield* find(stockItems, { name: item.name })) throw invalid("A stock item with this name exists already")
  return [stockItems.at(yield* newId(stockItems), StockItemAdded(item))]
})
