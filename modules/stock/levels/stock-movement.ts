/** Movements of stock levels: one row each, never changed. A level and its value are the sums of its movements. */
import { Schema } from "effect"
import { BusinessDate, Line, Literals, Money, Optional, Parts, Quantity, QuantityTotal, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { type MovementKind, movementKinds } from "../labels.ts"

export const Lot = Schema.Struct({ lotNumber: Schema.NullOr(Schema.String), expiryDate: Schema.NullOr(BusinessDate), quantity: Schema.Int })

/** `quantity` and `value` are the change of the level: negative for goods going out. */
export const moved = {
  kind: Literals(...movementKinds),
  quantity: Quantity,
  /** cents of USD */
  value: Money,
  /** the quantities added to or taken from lots */
  lots: Parts(Lot),
  note: Text(200),
  /** the offsetting account of 1200 Stock; null for an incoming transfer, which its outgoing half posts */
  account: Optional(Line(10)),
  /** the site at the other end of a transfer */
  otherSiteId: Optional(Ref("site")),
  /** the record that it results from, such as work_order 12 */
  sourceKind: Optional(Line(60)),
  sourceId: Optional(Whole),
}

const words: Record<MovementKind, string> = {
  receive: "received",
  issue: "issued",
  waste: "wasted",
  transfer_out: "sent to another site",
  transfer_in: "received from another site",
  count: "counted",
  opening: "on hand at the start",
  return: "returned",
}

/** Describes a movement in words. */
export const saidOf = ({ kind, quantity, note }: { readonly kind: MovementKind; readonly quantity: number; readonly note: string }) => {
  const more = note === "" ? "" : `: ${note}`
  if (kind !== "count") return `${formatQuantity(Math.abs(quantity))} ${words[kind]}${more}`
  return quantity === 0 ? `Counted as it should be${more}` : `Counted: ${formatQuantity(Math.abs(quantity))} ${quantity < 0 ? "missing" : "over"}${more}`
}

const line = {
  levelId: Ref("stock_level"),
  siteId: Ref("site"),
  stockItemId: Ref("stock_item"),
  ...moved,
  date: BusinessDate,
  /** quantity on hand after it */
  balance: QuantityTotal,
  movedBy: Optional(Ref("person")),
  /** null for a movement without value */
  journalEntryId: Optional(Ref("journal_entry")),
}
export const StockMovement = record("stock_movement", line, {
  grows: true,
  label: "Stock movement",
  title: "kind || ' of ' || to_char(date, 'YYYY-MM-DD')",
  indexes: [["levelId"], ["siteId", "date"], ["siteId", "id"], ["sourceKind", "sourceId"], ["date"], ["stockItemId"], ["kind", "id"]],
})
export const StockMovementRecorded = event("StockMovementRecorded", 1, line, saidOf)
export const stockMovements = stream(StockMovement, StockMovementRecorded).fold({ StockMovementRecorded: (_, recorded) => recorded })
