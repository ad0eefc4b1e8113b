/** Stock on hand at the start from a file: `ops import opening-stock`. */
import { importBy } from "@ops/platform/imports/importable.ts"
import { command } from "@ops/platform/records/command.ts"
import { BusinessDate, label, Line, Money, nonNegative, Optional, Quantity, Ref, SiteName, withDefault } from "@ops/platform/records/field.ts"
import { takingOver } from "@ops/ledger/openings/opening.ts"
import { KEEPERS } from "../permissions.ts"
import { openStock } from "./commands.ts"

const opening = {
  siteId: SiteName,
  stockItemId: label("Item", Ref("stock_item")),
  quantity: Quantity,
  /** null means at the item's usual cost */
  cost: label("Value", Optional(nonNegative(Money))),
  lotNumber: label("Lot", Optional(Line(60))),
  expiryDate: label("Expiry", Optional(BusinessDate)),
  note: withDefault("Opening stock", Line(200)),
}

const openLevel = command("stock_level.open", "Record the stock on hand at the start", opening, function* ({ cost, lotNumber, expiryDate, ...stock }, by) {
  const opened = yield* openStock.decide({ ...stock, cost: cost ?? undefined, lot: { lotNumber, expiryDate } }, by)
  return { ...opened, changes: [...opened.changes, ...(yield* takingOver(by))] }
})

export const openingStock = importBy(
  { noun: ["opening stock", "opening stocks"], path: "/api/opening-stock" },
  { command: openLevel, access: { may: KEEPERS, scope: "6: own site; others: all" } },
)
