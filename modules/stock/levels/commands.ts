/**
 * Commands that move stock. Each movement is an event of the level with its value; its row in the list of movements and
 * its journal entry follow in the same commit. `after` contains the command's earlier changes, if it moves stock more
 * than once.
 */
import { formatQuantity } from "@ops/platform/quantity.ts"
import { type Command, command, type By, conflict, forbidden, get, invalid, newId, type CommandGenerator, all } from "@ops/platform/records/command.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { openingAccount } from "@ops/ledger/accounts/account.ts"
import { type EntryLine, reverse } from "@ops/ledger/journal-entries/journal-entry.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { type Site, siteOf, sites } from "@ops/sites/site.ts"
import { costAccountOf, keepsStock, type StockItem, stockItems } from "../items/stock-item.ts"
import { type Level, levelAt, levelOrNew, StockMoved, stockLevels, StockReceiptReversed } from "./stock-level.ts"
import { StockMovementRecorded, stockMovements } from "./stock-movement.ts"
import { costOf, hasExpired, type Lot, takenFrom, usableOf, worthOf } from "./stock-value.ts"

/** The offsetting accounts of 1200 Stock. */
export const stockAccounts = { stock: "1200", notBilled: "2050", losses: "5110", opening: openingAccount, priceDifferences: "5120" }

/** The record that a movement results from. */
export interface MovementSource {
  readonly kind: string
  readonly id: number
}

/** The lot of received goods, and its expiry. */
export interface NewLot {
  readonly lotNumber?: string | null
  /** the last day of use */
  readonly expiryDate?: string | null
}

interface Details {
  readonly note: string
  readonly source?: MovementSource | null
  readonly account?: string | null
  readonly otherSiteId?: number | null
  readonly lots?: ReadonlyArray<Lot>
}

type Kind = Parameters<typeof StockMoved>[0]["kind"]

const movement = (
  level: Level,
  kind: Kind,
  quantity: number,
  value: number,
  { note, source, account = null, otherSiteId = null, lots = [] }: Details,
): Change => {
  if (!Number.isSafeInteger(level.value + value)) throw invalid("The amounts are too large")
  const from = { sourceKind: source?.kind ?? null, sourceId: source?.id ?? null }
  return stockLevels.at(level.id, StockMoved({ kind, quantity, value, lots, note: note.slice(0, 200), account, otherSiteId, ...from }))
}

/** The cost of `quantity` more of an item if none is given: at the average of the stock on hand, else at the item's usual cost. */
const estimated = (level: Level, item: Row<typeof StockItem>, quantity: number): number =>
  level.currentQuantity > 0 && level.value > 0 ? worthOf(level, quantity) : costOf(item.unitCost ?? 0, quantity)

const lotOf = (lot: NewLot | undefined, quantity: number): ReadonlyArray<Lot> => {
  const { lotNumber = null, expiryDate = null } = lot ?? {}
  return lotNumber === null && expiryDate === null ? [] : [{ lotNumber, expiryDate, quantity }]
}

const requirePositive = (quantity: number) => {
  if (quantity <= 0) throw invalid("Quantity must be greater than 0")
}

export interface ReceiptDetails {
  /** for the whole quantity, cents of USD; estimated from the average of the stock on hand, or the item's usual cost, if omitted */
  readonly cost?: number | undefined
  readonly lot?: NewLot | undefined
  /** the record that it results from */
  readonly from?: MovementSource | undefined
}

/** Goods received into a site's store, not billed yet; the first receipt opens a level. `source` describes the origin in words. */
export function* receiveStock(
  siteId: number,
  stockItemId: number,
  quantity: number,
  source: string,
  { cost, lot, from }: ReceiptDetails,
  by: By,
  after: ReadonlyArray<Change> = [],
): CommandGenerator<ReadonlyArray<Change>> {
  requirePositive(quantity)
  if (cost !== undefined && cost < 0) throw invalid("Cost must not be negative")
  if (lot?.expiryDate && lot.expiryDate < by.today) throw invalid(`It expired on ${lot.expiryDate}. Do not take it in`)
  const { level, opening } = yield* levelOrNew(siteId, stockItemId, by, after)
  const item = yield* get(stockItems, stockItemId)
  const value = cost ?? estimated(level, item, quantity)
  const details = { note: source, source: from ?? null, account: stockAccounts.notBilled, lots: lotOf(lot, quantity) }
  return [...opening, movement(level, "receive", quantity, value, details)]
}

export interface ReturnDetails {
  /** the amount credited to 2050 for it, cents of USD */
  readonly worth: number
  /** text for the list of movements */
  readonly note: string
  /** reason for the journal entry */
  readonly reason: string
}

/**
 * Reverses a receipt; rejected if some of the goods have been used since. They leave at the amount credited to 2050. If
 * the remaining stock would then have no value or a negative one, they leave at average cost, and the rest is a price
 * difference. Returns the reversing journal entry with the changes; null for a receipt without value.
 */
export function* returnReceived(
  movementId: number,
  { worth: asked, note, reason }: ReturnDetails,
  by: By,
  after: ReadonlyArray<Change> = [],
): CommandGenerator<{ readonly entryId: number | null; readonly changes: ReadonlyArray<Change> }> {
  const received = yield* get(stockMovements, movementId)
  const { levelId, siteId, stockItemId, quantity, lots, journalEntryId, sourceKind, sourceId } = received
  // a share of a very small entry may be 0: then the receipt's own value is used
  const worth = journalEntryId === null ? 0 : asked || received.value
  const [item, site, level] = yield* all(get(stockItems, stockItemId), get(sites, siteId), levelAt(siteId, stockItemId, by, after))
  const label = lots[0]
  const left = label
    ? sumOf(level?.lots.filter((lot) => lot.lotNumber === label.lotNumber && lot.expiryDate === label.expiryDate) ?? [])
    : (level?.currentQuantity ?? 0) - sumOf(level?.lots ?? [])
  if (!level || left < quantity) {
    const which = label?.lotNumber ? `lot ${label.lotNumber} of ${item.name}` : label ? `${item.name} to be used until ${label.expiryDate}` : item.name
    const has = formatQuantity(Math.max(0, left))
    throw conflict(
      `Of ${formatQuantity(quantity)} ${item.unit} of ${which} that came in, ${has} ${left === 1000 ? "is" : "are"} left at ${site.name}; the rest was used. ` +
        "Bring it back first, by a transfer or a stock count, or keep the receipt",
    )
  }
  const stays = level.value - worth
  const isExact = quantity === level.currentQuantity ? stays === 0 : stays > 0 || worth === 0
  const value = isExact ? worth : worthOf(level, quantity)
  const moved = {
    kind: "return" as const,
    quantity: -quantity,
    value: -value,
    lots: lots.map((lot) => ({ ...lot, quantity: -lot.quantity })),
    note: note.slice(0, 200),
    account: stockAccounts.notBilled,
    otherSiteId: null,
    sourceKind,
    sourceId,
  }
  const difference = worth - value
  const side = (account: string, amount: number): EntryLine => ({ account, [amount > 0 ? "debit" : "credit"]: Math.abs(amount), siteId })
  const lines = [side(stockAccounts.notBilled, worth), side(stockAccounts.stock, -value), side(stockAccounts.priceDifferences, -difference)]
  const entry =
    journalEntryId === null
      ? []
      : yield* reverse(journalEntryId, by.today, reason, by, after, { lines: lines.filter(({ debit = 0, credit = 0 }) => debit + credit > 0) })
  const entryId = entry[0]?.id ?? null
  const id = yield* newId(stockMovements)
  const line = { levelId, siteId, stockItemId, ...moved, date: by.today, balance: level.currentQuantity - quantity, movedBy: by.person }
  return {
    entryId,
    changes: [
      stockLevels.at(levelId, StockReceiptReversed({ ...moved, movementId })),
      stockMovements.at(id, StockMovementRecorded({ ...line, journalEntryId: entryId })),
      ...entry,
    ],
  }
}

export interface IssueDetails {
  /** purpose, as text */
  readonly note: string
  /** the record that it results from, such as a work order */
  readonly source?: MovementSource | undefined
  /** the expense account; the item's if omitted */
  readonly account?: string | undefined
  /** takes goods of this lot only; by default those that expire first */
  readonly lotNumber?: string | undefined
}

/**
 * Goods issued from a site's store at average cost; expired lots are not used. For commands of other modules, which
 * check permissions. Rejected if there is not enough. `worthTaken` returns their value.
 */
export function* issueFrom(
  siteId: number,
  stockItemId: number,
  quantity: number,
  { note, source, account, lotNumber }: IssueDetails,
  by: By,
  after: ReadonlyArray<Change> = [],
): CommandGenerator<ReadonlyArray<Change>> {
  requirePositive(quantity)
  const item = yield* get(stockItems, stockItemId)
  const site = yield* get(sites, siteId)
  const level = enough(yield* levelAt(siteId, stockItemId, by, after), quantity, item, site, by, lotNumber)
  const lots = takenFrom(level.lots, quantity, (lot) => !hasExpired(lot, by.today) && (lotNumber === undefined || lot.lotNumber === lotNumber))
  const details = { note, source: source ?? null, account: account ?? costAccountOf(item), lots }
  return [movement(level, "issue", -quantity, -worthOf(level, quantity), details)]
}

/** The value of the stock taken by these changes, cents of USD. */
export const worthTaken = (changes: ReadonlyArray<Change>): number =>
  changes.reduce((sum, { event }) => (event.type === StockMoved.type ? sum - (event.data as { readonly value: number }).value : sum), 0)

/** The level, if it has enough usable stock. */
const enough = (
  level: Level | undefined,
  quantity: number,
  { name, unit }: Row<typeof StockItem>,
  site: Row<typeof Site>,
  by: By,
  lotNumber: string | undefined,
): Level => {
  if (lotNumber !== undefined) {
    const has = (level?.lots ?? []).reduce((sum, lot) => sum + (lot.lotNumber === lotNumber && !hasExpired(lot, by.today) ? lot.quantity : 0), 0)
    if (!level || has < quantity) throw invalid(`There are only ${formatQuantity(has)} ${unit} of lot ${lotNumber} of ${name} at ${site.name}`)
    return level
  }
  const usable = level ? usableOf(level, by.today) : 0
  if (level && usable >= quantity) return level
  const expired = (level?.currentQuantity ?? 0) - usable
  const besides = expired > 0 ? `; ${formatQuantity(expired)} more have expired. Write them off as waste` : ""
  throw invalid(`There are only ${formatQuantity(usable)} ${unit} of ${name} at ${site.name}${besides}`)
}

export interface Movement {
  readonly siteId: number | string
  readonly stockItemId: number
  /** thousandths; in a count: the quantity on hand */
  readonly quantity: number
  readonly note: string
}
interface OfLot {
  /** takes goods of this lot only */
  readonly lotNumber?: string | undefined
}

/** Issues goods from a site's store. Never below zero. */
export const issueStock = command("stock_level.issue", function* ({ siteId, stockItemId, quantity, note, lotNumber }: Movement & OfLot, by) {
  if (!keepsStock(by) && !by.permissions.includes("operations.basic")) throw forbidden("Only people who work with stock can issue it")
  const site = yield* siteOf(siteId, by)
  return yield* issueFrom(site.id, stockItemId, quantity, { note, lotNumber }, by)
})

/** Writes off spoilt, broken or lost goods; expired lots first. */
export const wasteStock = command("stock_level.waste", function* ({ siteId, stockItemId, quantity, note, lotNumber }: Movement & OfLot, by) {
  if (!keepsStock(by)) throw forbidden("Only stock managers can write it off")
  const site = yield* siteOf(siteId, by)
  const item = yield* get(stockItems, stockItemId)
  requirePositive(quantity)
  if (note.trim() === "") throw invalid("Reason is required: enter why it is written off")
  const level = yield* levelAt(site.id, stockItemId, by)
  const has = lotNumber === undefined ? (level?.currentQuantity ?? 0) : sumOf(level?.lots.filter((lot) => lot.lotNumber === lotNumber) ?? [])
  if (!level || has < quantity) {
    throw invalid(`There are only ${formatQuantity(has)} ${item.unit} of ${lotNumber === undefined ? "" : `lot ${lotNumber} of `}${item.name} at ${site.name}`)
  }
  const lots = takenFrom(level.lots, quantity, (lot) => lotNumber === undefined || lot.lotNumber === lotNumber)
  return [movement(level, "waste", -quantity, -worthOf(level, quantity), { note: note.trim(), account: stockAccounts.losses, lots })]
})

const sumOf = (lots: ReadonlyArray<Lot>) => lots.reduce((sum, { quantity }) => sum + quantity, 0)

export interface Transfer {
  readonly fromSiteId: number | string
  readonly toSiteId: number | string
  readonly stockItemId: number
  readonly quantity: number
  readonly note: string
}

/** Transfers goods from one site's store to another, with their lots and at their value. They arrive immediately. */
export const transferStock = command("stock_level.transfer", function* ({ fromSiteId, toSiteId, stockItemId, quantity, note }: Transfer, by) {
  if (!keepsStock(by)) throw forbidden("Only stock managers can transfer it")
  const from = yield* siteOf(fromSiteId, by)
  const to = yield* siteOf(toSiteId, { confinedTo: null })
  if (from.id === to.id) throw invalid("Choose another site to transfer to")
  if (!to.isActive) throw conflict(`${to.name} is closed`)
  const item = yield* get(stockItems, stockItemId)
  requirePositive(quantity)
  const level = enough(yield* levelAt(from.id, stockItemId, by), quantity, item, from, by, undefined)
  const value = worthOf(level, quantity)
  const lots = takenFrom(level.lots, quantity, (lot) => !hasExpired(lot, by.today))
  const { level: other, opening } = yield* levelOrNew(to.id, stockItemId, by)
  return [
    movement(level, "transfer_out", -quantity, -value, { note, account: stockAccounts.stock, otherSiteId: to.id, lots }),
    ...opening,
    movement(other, "transfer_in", quantity, value, { note, otherSiteId: from.id, lots: lots.map((lot) => ({ ...lot, quantity: -lot.quantity })) }),
  ]
})

/** Sets a level to the counted quantity. A shortage is a loss at average cost, an excess a gain. */
function* counted(
  siteId: number,
  { stockItemId, quantity, note }: Omit<Movement, "siteId">,
  by: By,
  since?: MovedSince,
): CommandGenerator<{ id: number; changes: ReadonlyArray<Change> }> {
  const item = yield* get(stockItems, stockItemId)
  if (quantity < 0) throw invalid("Quantity must not be negative")
  const { level, opening } = yield* levelOrNew(siteId, stockItemId, by)
  if (since && since.version !== level.version) throw conflict("The stock has just moved. Count again", "held")
  const expected = quantity + (since?.quantity ?? 0)
  if (expected < 0) throw invalid(`More ${item.name} has left the store since this count than was counted. Count it again`)
  const difference = expected - level.currentQuantity
  const value = difference < 0 ? -worthOf(level, -difference) : difference === 0 ? 0 : estimated(level, item, difference)
  // a shortage is first taken from stock without a lot
  const loose = level.currentQuantity - sumOf(level.lots)
  const lots = takenFrom(level.lots, Math.max(0, -difference - loose))
  return { id: level.id, changes: [...opening, movement(level, "count", difference, value, { note, account: stockAccounts.losses, lots })] }
}

export const countStock = command("stock_level.count", function* ({ siteId, ...line }: Movement, by) {
  if (!keepsStock(by)) throw forbidden("Only stock managers can count it")
  const site = yield* siteOf(siteId, by)
  return yield* counted(site.id, line, by)
})

export interface SiteCount {
  readonly siteId: number | string
  /** the quantity on hand of each counted item, thousandths */
  readonly lines: ReadonlyArray<Pick<Movement, "stockItemId" | "quantity">>
  readonly note: string
}

/** What came in and went out of a level since it was counted, thousandths, and the version of the level that has it. */
export interface MovedSince {
  readonly stockItemId: number
  readonly quantity: number
  readonly version: number
}

/**
 * Counts many items of a site at once: all of it holds, or nothing. A count that was made on a device, and arrives later, is compared with the level of
 * its time: `moved` says what moved since.
 */
export const countOfThen = (moved: ReadonlyArray<MovedSince>) =>
  command("stock_level.count_site", function* ({ siteId, lines, note }: Omit<SiteCount, "note"> & { readonly note?: string | undefined }, by) {
    if (!keepsStock(by)) throw forbidden("Only stock managers can count it")
    const site = yield* siteOf(siteId, by)
    if (new Set(lines.map(({ stockItemId }) => stockItemId)).size < lines.length) throw invalid("Each item can be counted once in a count")
    const changes: Array<Change> = []
    for (const line of lines) {
      const since = moved.find(({ stockItemId }) => stockItemId === line.stockItemId)
      changes.push(...(yield* counted(site.id, { ...line, note: note ?? "" }, by, since)).changes)
    }
    return changes
  })
export const countSite: Command<SiteCount> = countOfThen([])

export interface NewReceipt extends Movement {
  readonly cost?: number | undefined
  readonly lot?: NewLot | undefined
}

/** Receives goods without a purchase request. */
export const takeIn = command("stock_level.receive", function* ({ siteId, stockItemId, quantity, note, cost, lot }: NewReceipt, by) {
  if (!keepsStock(by)) throw forbidden("Only stock managers can receive it")
  const site = yield* siteOf(siteId, by)
  yield* get(stockItems, stockItemId)
  return yield* receiveStock(site.id, stockItemId, quantity, note || "without a request", { cost, lot }, by)
})

/** The opening stock with its value: once for each item and site. */
export const openStock = command("stock_level.opening", function* ({ siteId, stockItemId, quantity, note, cost, lot }: NewReceipt, by) {
  if (!keepsStock(by)) throw forbidden("Only stock managers can receive it")
  const site = yield* siteOf(siteId, by)
  const item = yield* get(stockItems, stockItemId)
  requirePositive(quantity)
  if (cost !== undefined && cost < 0) throw invalid("Cost must not be negative")
  const { level, opening } = yield* levelOrNew(site.id, stockItemId, by)
  if (level.value !== 0) throw conflict(`${item.name} at ${site.name} already has opening stock. Count it instead`)
  const value = cost ?? costOf(item.unitCost ?? 0, quantity)
  const details = { note, account: stockAccounts.opening, lots: lotOf(lot, quantity) }
  return { changes: [...opening, movement(level, "opening", quantity - level.currentQuantity, value, details)], id: level.id }
})
