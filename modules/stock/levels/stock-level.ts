/** The quantity of an item at a site, and its value. Quantities are thousandths of the item's unit, values cents of USD. */
import { command, type By, find, forbidden, get, invalid, newId, type CommandGenerator } from "@ops/platform/records/command.ts"
import { siteOf } from "@ops/sites/site.ts"
import { Instant, MoneyTotal, Optional, Parts, Quantity, QuantityTotal, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { keepsStock, stockItems } from "../items/stock-item.ts"
import { Lot, moved, saidOf } from "./stock-movement.ts"
import { lotsAfter } from "./stock-value.ts"

export const StockLevel = record(
  "stock_level",
  {
    siteId: Ref("site"),
    stockItemId: Ref("stock_item"),
    currentQuantity: QuantityTotal,
    minimumLevel: Quantity,
    maximumLevel: Quantity,
    /** of the whole stock on hand; the average cost is this divided by the quantity */
    value: MoneyTotal,
    /** the parts of the stock received with a lot number or an expiry date */
    lots: Parts(Lot),
    /** null if only limits have been set */
    lastMovedAt: Optional(Instant),
  },
  {
    label: "Stock level",
    title: "(select i.name from stock_item i where i.id = stock_item_id)",
    unique: [{ fields: ["siteId", "stockItemId"], sentence: "This item already has a level at this site" }],
    indexes: [["stockItemId"]],
  },
)
export type Level = Row<typeof StockLevel>

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
export const StockMoved = event("StockMoved", 1, moved, saidOf)
/** A receipt is reversed: its goods leave again. The movement and the journal entry are in the same commit. */
export const StockReceiptReversed = event("StockReceiptReversed", 1, { ...moved, movementId: Ref("stock_movement") }, saidOf)

// from before stock had a value; no longer written, but present in logs
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

const after = (level: Level, { quantity, value, lots }: Pick<Level, "value" | "lots"> & { readonly quantity: number }, at: string) => ({
  ...level,
  currentQuantity: level.currentQuantity + quantity,
  value: level.value + value,
  lots: lotsAfter(level.lots, lots),
  lastMovedAt: at,
})

export const stockLevels = stream(
  StockLevel,
  StockLevelOpened,
  StockLimitsSet,
  StockMoved,
  StockReceiptReversed,
  StockReceived,
  StockIssued,
  StockCounted,
).fold({
  StockLevelOpened: (_, opened) => ({ ...opened, currentQuantity: 0, value: 0, lots: [], lastMovedAt: null }),
  StockLimitsSet: (level, limits) => ({ ...level, ...limits }),
  StockMoved: after,
  StockReceiptReversed: after,
  StockReceived: (level, { quantity }, at) => ({ ...level, currentQuantity: level.currentQuantity + quantity, lastMovedAt: at }),
  StockIssued: (level, { quantity }, at) => ({ ...level, currentQuantity: level.currentQuantity - quantity, lastMovedAt: at }),
  StockCounted: (level, { quantity }, at) => ({ ...level, currentQuantity: quantity, lastMovedAt: at }),
})

/** An item's level at a site, including the command's changes so far; undefined if it was never there. */
export function* levelAt(siteId: number, stockItemId: number, by: By, after: ReadonlyArray<Change> = []): CommandGenerator<Level | undefined> {
  const opened = after.find(({ stream, event }) => {
    const data = event.data as Partial<Level>
    return stream === stockLevels && event.type === StockLevelOpened.type && data.siteId === siteId && data.stockItemId === stockItemId
  })
  const known = opened ? undefined : yield* find(stockLevels, { siteId, stockItemId })
  const id = opened?.id ?? known?.id
  return after.reduce<Level | undefined>(
    (level, change) => (change.stream === stockLevels && change.id === id ? stockLevels.evolve(level ?? null, id, change.event, by.at) : level),
    known,
  )
}

/** The level, or the change that opens one. */
export function* levelOrNew(siteId: number, stockItemId: number, by: By, after: ReadonlyArray<Change> = []) {
  const level = yield* levelAt(siteId, stockItemId, by, after)
  if (level) return { level, opening: [] }
  const id = yield* newId(stockLevels)
  const opened = StockLevelOpened({ siteId, stockItemId, minimumLevel: 0, maximumLevel: 0 })
  return { level: stockLevels.evolve(null, id, opened, by.at), opening: [stockLevels.at(id, opened)] }
}

/** Sets the minimum and maximum of an item at a site. */
export const setStockLimits = command(
  "stock_level.limits",
  function* (input: { siteId: number | string; stockItemId: number; minimumLevel: number; maximumLevel: number }, by) {
    if (!keepsStock(by)) throw forbidden("Only stock managers can set its limits")
    const site = yield* siteOf(input.siteId, by)
    yield* get(stockItems, input.stockItemId)
    const { minimumLevel, maximumLevel, stockItemId } = input
    if (maximumLevel < minimumLevel) throw invalid("Maximum must be at least the minimum")
    const level = yield* find(stockLevels, { siteId: site.id, stockItemId })
    if (level) return [stockLevels.at(level.id, StockLimitsSet({ minimumLevel, maximumLevel }))]
    return [stockLevels.at(yield* newId(stockLevels), StockLevelOpened({ siteId: site.id, stockItemId, minimumLevel, maximumLevel }))]
  },
)

/**
 * The number of days an item will last, by the company's formula: ratio = current / minimum; up to 1 it is max(1,
 * round(ratio × 5)), above it round(ratio × 7). Null if no minimum is set.
 */
export const daysRemaining = (current: number, minimum: number): number | null => {
  if (minimum <= 0) return null
  const ratio = current / minimum
  return ratio <= 1 ? Math.max(1, Math.round(ratio * 5)) : Math.round(ratio * 7)
}
