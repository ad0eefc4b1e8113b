/** The consequences of a movement of stock in the same commit: its row in the list of movements, and its journal entry. */
import { type About, type By, consequence, get, newId, type CommandGenerator } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { post } from "@ops/ledger/journal-entries/journal-entry.ts"
import { sites } from "@ops/sites/site.ts"
import { stockAccounts } from "./levels/commands.ts"
import { stockItems } from "./items/stock-item.ts"
import { type stockLevels, type Level, StockMoved } from "./levels/stock-level.ts"
import { saidOf, StockMovementRecorded, stockMovements } from "./levels/stock-movement.ts"

type Moved = Parameters<typeof StockMoved>[0]

/** The journal entry of a movement: stock against its offsetting account. A transfer posts stock on both sides, at two sites. */
function* entryOf(moved: Moved, { siteId, stockItemId }: Level, id: number, by: By): CommandGenerator<ReadonlyArray<Change>> {
  const { value, account, otherSiteId } = moved
  if (value === 0 || account === null) return []
  const item = yield* get(stockItems, stockItemId)
  const site = yield* get(sites, siteId)
  const [here, there] = value > 0 ? (["debit", "credit"] as const) : (["credit", "debit"] as const)
  const amount = Math.abs(value)
  return yield* post(
    {
      date: by.today,
      description: `${item.name}, ${site.name}: ${saidOf(moved)}`.slice(0, 500),
      reference: null,
      source: { kind: "stock_movement", id },
      currency: "USD",
      lines: [
        { account: stockAccounts.stock, [here]: amount, siteId },
        { account, [there]: amount, siteId: otherSiteId ?? siteId },
      ],
    },
    by,
  )
}

export const stockConsequences = [
  consequence(StockMoved, function* (moved, { id: levelId, row, by }: About<typeof stockLevels>) {
    const { siteId, stockItemId, currentQuantity } = row
    const id = yield* newId(stockMovements)
    const entry = yield* entryOf(moved, row, id, by)
    const line = { levelId, siteId, stockItemId, ...moved, date: by.today, balance: currentQuantity, movedBy: by.person }
    return [stockMovements.at(id, StockMovementRecorded({ ...line, journalEntryId: entry[0]?.id ?? null })), ...entry]
  }),
]
