/** The billed lines of a purchase request, bill by bill; its id is the request's. Concurrent bills for the same goods conflict on this record. */
import { Schema } from "effect"
import { Parts, Ref } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

const Billed = Parts(Schema.Struct({ itemId: Schema.Int, quantity: Schema.Int }))

export const PurchaseBilling = record(
  "purchase_billing",
  /** quantities in thousandths */
  { bills: Parts(Schema.Struct({ payableId: Schema.Int, lines: Billed })) },
  { grows: true, label: "Bills of a purchase request", title: "'Bills of purchase request ' || id" },
)
export const PurchaseBilled = event(
  "PurchaseBilled",
  1,
  { payableId: Ref("payable"), lines: Billed },
  ({ payableId }, title) => `Billed by ${title("payable", payableId)}`,
)
export const PurchaseUnbilled = event(
  "PurchaseUnbilled",
  1,
  { payableId: Ref("payable") },
  ({ payableId }, title) => `${title("payable", payableId)} no longer counts`,
)
export const purchaseBillings = stream(PurchaseBilling, PurchaseBilled, PurchaseUnbilled).fold({
  PurchaseBilled: (billing, { payableId, lines }) => ({ bills: [...(billing?.bills ?? []), { payableId, lines }] }),
  PurchaseUnbilled: (billing, { payableId }) => ({ bills: billing.bills.filter((bill) => bill.payableId !== payableId) }),
})

/** The quantities on bills before this one; on all of them, if this one is not entered yet. */
export const billedBefore = (billing: Row<typeof PurchaseBilling> | undefined, payableId: number | null) => {
  const bills = billing?.bills ?? []
  const own = bills.findIndex((bill) => bill.payableId === payableId)
  return bills.slice(0, own < 0 ? undefined : own).flatMap(({ lines }) => lines)
}
