/** What a purchase changes in the same commit: the mail with the order or its cancellation, and the stock of the store. */
import { type About, consequence, get, findById, newId, type CommandGenerator } from "@ops/platform/records/command.ts"
import { formatMoney } from "@ops/platform/money.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { MailSent, mails, queueMail, withdrawMail } from "@ops/platform/mail/mail.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { formatDaysIn } from "@ops/platform/dates/sentence.ts"
import { sites } from "@ops/sites/site.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { receiveStock } from "@ops/stock/levels/commands.ts"
import {
  GoodsReceived,
  orderedCost,
  PurchaseCancellationMailed,
  PurchaseOrderMailed,
  PurchaseOrderWithdrawn,
  type PurchaseRequest,
  PurchaseRequestApproved,
  PurchaseRequestCancelled,
  purchaseRequests,
} from "./purchase-request.ts"
import { supplierLink } from "../acknowledgements/supplier-link.ts"
import { vendors } from "../vendors/vendor.ts"

/** Mails the supplier of a cancelled order, once. Empty if the supplier has no address. */
function* cancellation({
  id,
  vendorId,
  requestNumber,
  siteId,
  rejectionReason,
  cancellationMailId,
}: Row<typeof PurchaseRequest>): CommandGenerator<ReadonlyArray<Change>> {
  const vendor = vendorId === null ? undefined : yield* findById(vendors, vendorId)
  if (!vendor?.email || cancellationMailId !== null) return []
  const site = yield* get(sites, siteId)
  const mailId = yield* newId(mails)
  return [
    purchaseRequests.at(id, PurchaseCancellationMailed({ mailId, to: vendor.email })),
    queueMail(mailId, {
      to: vendor.email,
      subject: `Cancelled: purchase order ${requestNumber} for ${site.name}`,
      text: [
        `Dear ${vendor.contactPerson ?? vendor.name},`,
        `purchase order ${requestNumber} for ${site.name} is cancelled. Please do not deliver it.`,
        ...(rejectionReason ? [`Reason: ${rejectionReason}`] : []),
        "If goods are already on their way, please answer this e-mail immediately.",
      ].join("\n\n"),
      aboutKind: "purchase_request",
      aboutId: id,
    }),
  ]
}

export const procurementConsequences = [
  // an approval queues the mail; it does not wait for it or fail with it
  consequence(PurchaseRequestApproved, function* ({ vendorId }, { id, by }) {
    const vendor = vendorId === null ? undefined : yield* findById(vendors, vendorId)
    if (!vendor?.email) return []
    const request = yield* get(purchaseRequests, id)
    const site = yield* get(sites, request.siteId)
    const lines: Array<string> = []
    for (const line of request.items) {
      const { name, unit } = line.stockItemId === null ? line : yield* get(stockItems, line.stockItemId)
      const { quantity, notes } = line
      lines.push(`- ${name}: ${quantity} ${unit}${notes ? ` (${notes})` : ""}`)
    }
    const mailId = yield* newId(mails)
    return [
      purchaseRequests.at(id, PurchaseOrderMailed({ mailId, to: vendor.email })),
      queueMail(mailId, {
        to: vendor.email,
        subject: `Purchase order ${request.requestNumber} for ${site.name}`,
        text: [
          `Dear ${vendor.contactPerson ?? vendor.name},`,
          `please supply the following to ${[...new Set([site.name, site.location])].filter(Boolean).join(", ")}:`,
          lines.join("\n"),
          formatDaysIn(`Estimated total: USD ${formatMoney(request.estimatedTotal)}.`),
          `Please write ${request.requestNumber} on your delivery note and invoice.`,
        ].join("\n\n"),
        link: supplierLink({ id, vendorId: vendor.id, approvedAt: by.at }),
        aboutKind: "purchase_request",
        aboutId: id,
      }),
    ]
  }),

  // an order mail that was not sent is withdrawn; if it was sent, or may have been, a cancellation follows
  consequence(PurchaseRequestCancelled, function* ({ reason }, { id, row }: About<typeof purchaseRequests>) {
    const { orderMailId, requestNumber } = row
    const withdrawn = orderMailId === null ? [] : yield* withdrawMail(orderMailId, `${requestNumber} was cancelled: ${reason}`)
    if (withdrawn.length === 0) return yield* cancellation(row)
    return [purchaseRequests.at(id, PurchaseOrderWithdrawn({ mailId: orderMailId! })), ...withdrawn]
  }),
  // the mail server accepted the order while it was being withdrawn
  consequence(MailSent, function* (_, { id, row }: About<typeof mails>) {
    if (row.aboutKind !== "purchase_request") return []
    const request = yield* get(purchaseRequests, row.aboutId!)
    return request.orderMailId === id && request.status === "rejected" ? yield* cancellation(request) : []
  }),

  // at the cost in the order; the bill has the final cost. Goods that are not kept in stock are only counted: their bill is their cost
  consequence(GoodsReceived, function* ({ lines }, { id, row, by }: About<typeof purchaseRequests>) {
    const changes: Array<Change> = []
    for (const { itemId, stockItemId, received } of lines) {
      if (received === 0 || stockItemId === null) continue
      const label = row.deliveryLots.find((lot) => lot.itemId === itemId)
      const lot = label && { lotNumber: label.lotNumber, expiryDate: label.expiryDate }
      const details = { cost: orderedCost(row, itemId, received), lot, from: { kind: "purchase_request", id } }
      changes.push(...(yield* receiveStock(row.siteId, stockItemId, received * 1000, row.requestNumber, details, by, changes)))
    }
    return changes
  }),
]
