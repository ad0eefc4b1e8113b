/** How much of an item is at a site. Quantities are thousandths of the item's unit. */
import { act, find, forbidden, get, invalid, newId, type Steps } from "@ops/platform/records/act.ts"
import { siteOf } from "@ops/sites/site.ts"
import { Quantity, Ref, Text } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream, type Change } from "@ops/platform/records/stream.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { keepsStock, stockItems } from "./stock-item.ts"

export const StockLevel = record(
  "stock_level",
  { siteId: Ref("site"), stockItemId: Ref("stock_item"), currentQuantity: Quantity, minimumLevel: Quantity, maximumLevel: Quantity },
  {
    label: "Stock level",
    title: "(select i.name from stock_item i where i.id = stock_item_id)",
    unique: [{ fields: ["siteId", "stockItemId"], sentence: "This item has a level at this site already" }],
    indexes: [["stockItemId"]],
  },
)

export const StockLevelOpened = event(
  "StockLevelOpened",
  1,
  { siteId: Ref("site"), stockItemId: Ref("stock_item"), minimumLevel: Quantity, maximumLevel: Quantity },
  ({ minimumLevel, maximumLevel }) => `Kept between ${formatQuantity(minimumLevel)} and ${formatQuantity(maximumLevel)}`,
)
export const StockLimitsSet = event(
  "StockLimitsSet",
  1,
  { minimumLevel: Quantity, maximumLevel: Quantity },
  ({ minimumLevel, maximumLevel }) => `To be kept between ${formatQuantity(minimumLevel)} and ${formatQuantity(maximumLevel)}`,
)
export const StockReceived = event(
  "StockReceived",
  1,
  { quantity: Quantity, source: Text(200) },
  ({ quantity, source }) => `${formatQuantity(quantity)} received: ${source}`,
)
export const StockIssued = event("StockIssued", 1, { quantity: Quantity, to: Text(200) }, ({ quantity, to }) => `${formatQuantity(quantity)} issued: ${to}`)
export const StockCounted = event(
  "StockCounted",
  1,
  { quantity: Quantity, difference: Quantity },
  ({ quantity }) => `Counted: ${formatQuantity(quantity)} on hand`,
)

export const stockLevels = stream(StockLevel, StockLevelOpened, StockLimitsSet, StockReceived, StockIssued, StockCounted).fold({
  StockLevelOpened: (_, opened) => ({ ...opened, currentQuantity: 0 }),
  StockLimitsSet: (level, limits) => ({ ...level, ...limits }),
  StockReceived: (level, { quantity }) => ({ ...level, currentQuantity: level.currentQuantity + quantity }),
  StockIssued: (level, { quantity }) => ({ ...level, currentQuantity: level.currentQuantity - quantity }),
  StockCounted: (level, { quantity }) => ({ ...level, currentQuantity: quantity }),
})

/** Goods that come into a site's store; a level is opened at the first receipt. */
export function* receiveStock(siteId: number, stockItemId: number, quantity: number, source: string): Steps<ReadonlyArray<Change>> {
  const level = yield* find(stockLevels, { siteId, stockItemId })
  if (level) return [stockLevels.at(level.id, StockReceived({ quantity, source }))]
  const id = yield* newId(stockLevels)
  return [
    stockLevels.at(id, StockLevelOpened({ siteId, stockItemId, minimumLevel: 0, maximumLevel: 0 })),
    stockLevels.at(id, StockReceived({ quantity, source })),
  ]
}

/** Sets between which levels an item is kept at a site. */
export const setStockLimits = act(
  "stock_level.limits",
  function* (input: { siteId: number | string; stockItemId: number; minimumLevel: number; maximumLevel: number }, by) {
    if (!keepsStock(by)) throw forbidden("Only people who look after stock can set its limits")
    const site = yield* siteOf(input.siteId, by)
    yield* get(stockItems, input.stockItemId)
    const { minimumLevel, maximumLevel, stockItemId } = input
    if (maximumLevel < minimumLevel) throw invalid("Maximum must be at least the minimum")
    const level = yield* find(stockLevels, { siteId: site.id, stockItemId })
    if (level) return [stockLevels.at(level.id, StockLimitsSet({ minimumLevel, maximumLevel }))]
    return [stockLevels.at(yield* newId(stockLevels), StockLevelOpened({ siteId: site.id, stockItemId, minimumLevel, maximumLevel }))]
  },
)

export interface Movement {
  readonly siteId: number | string
  readonly stockItemId: number
  /** thousandths; of a count: what is on hand */
  readonly quantity: number
  readonly note: string
}

/** Takes goods out of a site's store. Never below zero. */
export const issueStock = act("stock_level.issue", function* ({ siteId, stockItemId, quantity, note }: Movement, by) {
  if (!keepsStock(by) && !by.permissions.includes("operations.basic")) throw forbidden("Only people who work with stock can issue it")
  const site = yield* siteOf(siteId, by)
  const item = yield* get(stockItems, stockItemId)
  const level = yield* find(stockLevels, { siteId: site.id, stockItemId })
  if (quantity <= 0) throw invalid("Quantity must be greater than 0")
  if (!level || level.currentQuantity < quantity) {
    throw invalid(`There are only ${formatQuantity(level?.currentQuantity ?? 0)} ${item.unit} of ${item.name} at ${site.name}`)
  }
  return [stockLevels.at(level.id, StockIssued({ quantity, to: note }))]
})

/** Puts the level to what was counted. */
export const countStock = act("stock_level.count", function* ({ siteId, stockItemId, quantity }: Movement, by) {
  if (!keepsStock(by)) throw forbidden("Only people who look after stock can count it")
  const site = yield* siteOf(siteId, by)
  yield* get(stockItems, stockItemId)
  const level = yield* find(stockLevels, { siteId: site.id, stockItemId })
  if (level) return [stockLevels.at(level.id, StockCounted({ quantity, difference: quantity - level.currentQuantity }))]
  const id = yield* newId(stockLevels)
  return [
    stockLevels.at(id, StockLevelOpened({ siteId: site.id, stockItemId, minimumLevel: 0, maximumLevel: 0 })),
    stockLevels.at(id, StockCounted({ quantity, difference: quantity })),
  ]
})

/** Receives goods that come without a purchase request. */
export const takeIn = act("stock_level.receive", function* ({ siteId, stockItemId, quantity, note }: Movement, by) {
  if (!keepsStock(by)) throw forbidden("Only people who look after stock can receive it")
  const site = yield* siteOf(siteId, by)
  yield* get(stockItems, stockItemId)
  if (quantity <= 0) throw invalid("Quantity must be greater than 0")
  return yield* receiveStock(site.id, stockItemId, quantity, note || "without a request")
})

/**
 * Days that an item lasts, by the company's formula: ratio = current / minimum; up to 1 it is max(1, round(ratio × 5)),
 * above it round(ratio × 7). Null where no minimum is set.
 */
export const daysRemaining = (current: number, minimum: number): number | null => {
  if (minimum <= 0) return null
  const ratio = current / minimum
  return ratio <= 1 ? Math.max(1, Math.round(ratio * 5)) : Math.round(ratio * 7)
}
