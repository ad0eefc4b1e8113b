/** What a purchase brings with it in the same commit: the order to the supplier, and the goods into the store. */
import { consequence, get, maybe, newId } from "@ops/platform/records/act.ts"
import { formatMoney } from "@ops/platform/money.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { mails, queueMail } from "@ops/platform/mail/mail.ts"
import { sites } from "@ops/sites/site.ts"
import { stockItems } from "@ops/stock/stock-item.ts"
import { receiveStock } from "@ops/stock/stock-acts.ts"
import { GoodsReceived, orderedCost, purchaseRequests, PurchaseRequestApproved } from "./purchase-request.ts"
import { supplierLink } from "./supplier-link.ts"
import { vendors } from "./vendor.ts"

export const procurementConsequences = [
  // an approval asks for the mail; it never waits for it, and never fails with it
  consequence(PurchaseRequestApproved, function* ({ vendorId }, { id, by }) {
    const vendor = vendorId === null ? undefined : yield* maybe(vendors, vendorId)
    if (!vendor?.email) return []
    const request = yield* get(purchaseRequests, id)
    const site = yield* get(sites, request.siteId)
    const lines: Array<string> = []
    for (const { stockItemId, quantity, notes } of request.items) {
      const item = yield* get(stockItems, stockItemId)
      lines.push(`- ${item.name}: ${quantity} ${item.unit}${notes ? ` (${notes})` : ""}`)
    }
    return [
      queueMail(yield* newId(mails), {
        to: vendor.email,
        subject: `Purchase order ${request.requestNumber} for ${site.name}`,
        text: [
          `Dear ${vendor.contactPerson ?? vendor.name},`,
          `please supply the following to ${[...new Set([site.name, site.location])].filter(Boolean).join(", ")}:`,
          lines.join("\n"),
          `Estimated total: USD ${formatMoney(request.estimatedTotal)}.`,
          `Please write ${request.requestNumber} on your delivery note and invoice.`,
        ].join("\n\n"),
        link: supplierLink({ id, vendorId: vendor.id, approvedAt: by.at }),
        aboutKind: "purchase_request",
        aboutId: id,
      }),
    ]
  }),

  // at what the order says they cost; the bill says what they cost after all
  consequence(GoodsReceived, function* ({ lines }, { id, row, by }) {
    const changes: Array<Change> = []
    for (const { itemId, stockItemId, received } of lines) {
      if (received === 0) continue
      const details = { cost: orderedCost(row, itemId, received), from: { kind: "purchase_request", id } }
      changes.push(...(yield* receiveStock(row.siteId, stockItemId, received * 1000, row.requestNumber, details, by, changes)))
    }
    return changes
  }),
]
