/** A site requests goods; another person approves; the supplier is mailed; the goods are received. Money in USD cents. */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import {
  command,
  type By,
  conflict,
  find,
  forbidden,
  get,
  invalid,
  findById,
  newId,
  nextNumber,
  notFound,
  permitted,
  all,
  unchanged,
  titleOf,
  type CommandGenerator,
} from "@ops/platform/records/command.ts"
import { refuseSimulated, rejecting, rejectionFacts, rejectionText } from "@ops/platform/records/rules/decision.ts"
import {
  BusinessDate,
  SeriesNumber,
  Instant,
  label,
  Line,
  Lines,
  Literals,
  Money,
  nonNegative,
  Optional,
  Parts,
  positive,
  Ref,
  SiteName,
  Text,
  Whole,
  withDefault,
} from "@ops/platform/records/field.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { blank, record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { count } from "@ops/platform/text.ts"
import { siteOf } from "@ops/sites/site.ts"
import { returnReceived } from "@ops/stock/levels/commands.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { reversalKinds } from "@ops/ledger/reversals/labels.ts"
import { type Reversing, reversalText, checkedReversalReason } from "@ops/ledger/reversals/reversal.ts"
import { formatLongDay } from "@ops/platform/dates/sentence.ts"
import { approvalPolicies, limitOf } from "../policy.ts"
import { vendors } from "../vendors/vendor.ts"

export const priorities = ["low", "medium", "high", "urgent"] as const

/**
 * A line of a request: a stock item, or goods that are not kept in stock, with their `name` and `unit`. `estimatedCost` is that of the whole line; received
 * quantities are in the same unit as the requested ones.
 */
const Item = Schema.Struct({
  id: Schema.Int,
  stockItemId: Optional(Ref("stock_item")),
  name: Optional(Line()),
  unit: Optional(Line(20)),
  quantity: Schema.Int,
  estimatedCost: Money,
  notes: Text(500),
  addedBy: Schema.NullOr(Schema.Int),
  approvedQuantity: Schema.NullOr(Schema.Int),
  received: Schema.Int,
  damaged: Schema.Int,
})

/** The lot of a delivered line, from the label. */
const DeliveryLot = Schema.Struct({ itemId: Schema.Int, lotNumber: Schema.NullOr(Line(60)), expiryDate: Schema.NullOr(BusinessDate) })

/** One delivery as counted on receipt, numbered from 1; with its reversal, if it was recorded in error or returned. */
const GoodsReceipt = Schema.Struct({
  number: Schema.Int,
  at: Schema.String,
  receivedBy: Schema.NullOr(Schema.Int),
  note: Schema.String,
  lines: Schema.Array(
    Schema.Struct({
      itemId: Schema.Int,
      stockItemId: Schema.NullOr(Schema.Int),
      received: Schema.Int,
      damaged: Schema.Int,
      lotNumber: Schema.NullOr(Schema.String),
      expiryDate: Schema.NullOr(Schema.String),
    }),
  ),
  reversal: Schema.NullOr(
    Schema.Struct({
      kind: Schema.Literals(reversalKinds),
      reason: Schema.String,
      date: BusinessDate,
      reversedBy: Schema.NullOr(Schema.Int),
      journalEntries: Schema.Array(Schema.Int),
    }),
  ),
})

const raised = {
  requestNumber: SeriesNumber("PR"),
  siteId: Ref("site"),
  requestedBy: Optional(Ref("person")),
  priority: Literals(...priorities),
  justification: Text(),
  requestDate: BusinessDate,
  copiedFrom: Optional(Ref("purchase_request")),
}

export const PurchaseRequest = record(
  "purchase_request",
  {
    ...raised,
    status: Literals("pending", "approved", "completed", "rejected"),
    items: Parts(Item),
    estimatedTotal: Money,
    currency: Literals("USD"),
    neededBy: Optional(BusinessDate),
    vendorId: Optional(Ref("vendor")),
    approvedBy: Optional(Ref("person")),
    approvedDate: Optional(Instant),
    completedDate: Optional(Instant),
    rejectedBy: Optional(Ref("person")),
    rejectionReason: Optional(Text(500)),
    /** why level 10 overrode the separation of duties or the limit */
    overrideReason: Optional(Text(500)),
    /** the supplier's answer about the delivery, and its time */
    expectedDate: Optional(BusinessDate),
    supplierNote: Optional(Text(500)),
    acknowledgedAt: Optional(Instant),
    /** the mail with the order, and the mail that cancels it */
    orderMailId: Optional(Ref("mail")),
    cancellationMailId: Optional(Ref("mail")),
    /** the lots of the last delivery */
    deliveryLots: Parts(DeliveryLot),
    receipts: Parts(GoodsReceipt),
  },
  {
    grows: true,
    label: "Purchase request",
    title: "request_number",
    unique: [{ fields: ["requestNumber"], sentence: "Another request already has this number" }],
    indexes: [
      ["status", "requestDate"],
      ["requestDate", "createdAt", "id"],
      ["siteId", "requestDate", "createdAt", "id"],
      ["approvedDate"],
      ["copiedFrom"],
      ["vendorId"],
    ],
  },
)

export const PurchaseRequestRaised = event("PurchaseRequestRaised", 1, raised, ({ copiedFrom }, title) =>
  copiedFrom === null ? "Request created" : `Request created as a copy of ${title("purchase_request", copiedFrom)}`,
)
/** The date by which the goods are needed, if the requester gave one. */
export const PurchaseNeededBy = event("PurchaseNeededBy", 1, { neededBy: BusinessDate }, ({ neededBy }) => `Needed by ${formatLongDay(neededBy)}`)
export const PurchaseItemAdded = event(
  "PurchaseItemAdded",
  1,
  { stockItemId: Ref("stock_item"), quantity: Schema.Int, estimatedCost: Money, notes: Text(500), addedBy: Optional(Ref("person")) },
  ({ stockItemId, quantity, estimatedCost }, title) => `Item added: ${title("stock_item", stockItemId)}, ${quantity}, USD ${formatMoney(estimatedCost)}`,
)
/** Goods that are not kept in stock were put on the request. */
export const PurchaseUnstockedItemAdded = event(
  "PurchaseUnstockedItemAdded",
  1,
  { name: Line(), unit: Line(20), quantity: Schema.Int, estimatedCost: Money, notes: Text(500), addedBy: Optional(Ref("person")) },
  ({ name, unit, quantity, estimatedCost }) => `Item added: ${name}, ${quantity} ${unit}, not a stock item, USD ${formatMoney(estimatedCost)}`,
)
export const PurchaseRequestApproved = event(
  "PurchaseRequestApproved",
  1,
  { approvedBy: Optional(Ref("person")), vendorId: Optional(Ref("vendor")), overrideReason: Optional(Text(500)) },
  ({ vendorId, overrideReason }, title) =>
    `Approved${vendorId === null ? ", no supplier" : ` for ${title("vendor", vendorId)}`}${overrideReason === null ? "" : `. Override: ${overrideReason}`}`,
)
export const PurchaseRequestRejected = event("PurchaseRequestRejected", 1, rejectionFacts, rejectionText)
export const PurchaseRequestCancelled = event(
  "PurchaseRequestCancelled",
  1,
  { cancelledBy: Optional(Ref("person")), reason: Text(500) },
  ({ reason }) => `Cancelled: ${reason}`,
)
export const PurchaseOrderMailed = event("PurchaseOrderMailed", 1, { mailId: Ref("mail"), to: Line() }, ({ to }) => `Order to ${to} queued`)
export const PurchaseOrderWithdrawn = event("PurchaseOrderWithdrawn", 1, { mailId: Ref("mail") }, () => "Order withdrawn before it was sent")
export const PurchaseCancellationMailed = event(
  "PurchaseCancellationMailed",
  1,
  { mailId: Ref("mail"), to: Line() },
  ({ to }) => `Cancellation to ${to} queued`,
)
export const PurchaseOrderAcknowledged = event(
  "PurchaseOrderAcknowledged",
  1,
  { expectedDate: BusinessDate, note: Text(500) },
  ({ expectedDate, note }) => `Acknowledged, expected ${formatLongDay(expectedDate)}${note ? `. ${note}` : ""}`,
)
export const GoodsReceived = event(
  "GoodsReceived",
  2,
  {
    receivedBy: Optional(Ref("person")),
    note: Text(500),
    /** `stockItemId`: null for goods that are not kept in stock */
    lines: Parts(Schema.Struct({ itemId: Schema.Int, stockItemId: Optional(Ref("stock_item")), received: Schema.Int, damaged: Schema.Int })),
  },
  ({ lines, note }) =>
    `Goods received: ${count(
      lines.reduce((sum, line) => sum + line.received, 0),
      "unit",
    )} in ${count(lines.length, "line")}` +
    `${lines.some((line) => line.damaged > 0) ? `, ${lines.reduce((sum, line) => sum + line.damaged, 0)} damaged` : ""}${note ? `. ${note}` : ""}`,
  // before, all goods were stock items
  { from: { 1: (old: object) => old } },
)
/** The labels of the next delivery; precedes its `GoodsReceived`. */
export const DeliveryLotsNoted = event("DeliveryLotsNoted", 1, { lots: Parts(DeliveryLot) }, ({ lots }) =>
  lots.length === 0
    ? "Delivered without lots"
    : `Lots: ${lots.map(({ lotNumber, expiryDate }) => [lotNumber, expiryDate && `use until ${expiryDate}`].filter(Boolean).join(", ")).join("; ")}`,
)
/** A rejected request was raised again as a new one. */
export const PurchaseRequestReopened = event(
  "PurchaseRequestReopened",
  1,
  { copy: Ref("purchase_request"), requestNumber: SeriesNumber("PR") },
  ({ requestNumber }) => `Raised again as ${requestNumber}`,
)
/** A receipt was recorded in error, or its goods were returned: they are expected again. */
export const GoodsReceiptReversed = event(
  "GoodsReceiptReversed",
  1,
  {
    /** the number of the receipt within the request, from 1 */
    receipt: Schema.Int,
    kind: Literals(...reversalKinds),
    reason: Text(500),
    date: BusinessDate,
    reversedBy: Optional(Ref("person")),
    journalEntries: Parts(Schema.Int),
  },
  ({ receipt, ...facts }) => reversalText(facts, `Receipt ${receipt} reversed`),
)
export const PurchaseRequestCompleted = event("PurchaseRequestCompleted", 1, {}, () => "Everything has arrived")

type Request = Row<typeof PurchaseRequest>
type Line = typeof Item.Type

/** The request with another line. */
const withItem = <R extends Pick<Request, "items" | "estimatedTotal">>(request: R, item: Omit<Line, "id" | "approvedQuantity" | "received" | "damaged">) => ({
  ...request,
  items: [...request.items, { ...item, id: request.items.length + 1, approvedQuantity: null, received: 0, damaged: 0 }],
  estimatedTotal: request.estimatedTotal + item.estimatedCost,
})

type Counted = { readonly itemId: number; readonly received: number; readonly damaged: number }
/** The items with the quantities of a receipt added or subtracted. */
const counted = (items: ReadonlyArray<typeof Item.Type>, lines: ReadonlyArray<Counted>, sign: 1 | -1) =>
  items.map((item) => {
    const line = lines.find(({ itemId }) => itemId === item.id)
    return line ? { ...item, received: item.received + sign * line.received, damaged: item.damaged + sign * line.damaged } : item
  })

export const purchaseRequests = stream(
  PurchaseRequest,
  PurchaseRequestRaised,
  PurchaseNeededBy,
  PurchaseItemAdded,
  PurchaseUnstockedItemAdded,
  PurchaseRequestApproved,
  PurchaseRequestRejected,
  PurchaseRequestCancelled,
  PurchaseOrderMailed,
  PurchaseOrderWithdrawn,
  PurchaseCancellationMailed,
  PurchaseOrderAcknowledged,
  DeliveryLotsNoted,
  GoodsReceived,
  GoodsReceiptReversed,
  PurchaseRequestCompleted,
  PurchaseRequestReopened,
).fold({
  PurchaseRequestRaised: (_, raised) => ({
    ...blank(PurchaseRequest),
    ...raised,
    status: "pending" as const,
    estimatedTotal: 0,
    currency: "USD" as const,
  }),
  PurchaseNeededBy: (request, { neededBy }) => ({ ...request, neededBy }),
  PurchaseItemAdded: (request, item) => withItem(request, { ...item, name: null, unit: null }),
  PurchaseUnstockedItemAdded: (request, item) => withItem(request, { ...item, stockItemId: null }),
  PurchaseRequestApproved: (request, approval, at) => ({
    ...request,
    ...approval,
    status: "approved" as const,
    approvedDate: at,
    items: request.items.map((item) => ({ ...item, approvedQuantity: item.quantity })),
  }),
  PurchaseRequestRejected: (request, { rejectedBy, reason }) => ({ ...request, status: "rejected" as const, rejectedBy, rejectionReason: reason }),
  PurchaseRequestCancelled: (request, { cancelledBy, reason }) => ({
    ...request,
    status: "rejected" as const,
    rejectedBy: cancelledBy,
    rejectionReason: reason,
  }),
  PurchaseOrderMailed: (request, { mailId }) => ({ ...request, orderMailId: mailId }),
  PurchaseOrderWithdrawn: (request) => request,
  PurchaseCancellationMailed: (request, { mailId }) => ({ ...request, cancellationMailId: mailId }),
  PurchaseOrderAcknowledged: (request, { expectedDate, note }, at) => ({ ...request, expectedDate, supplierNote: note, acknowledgedAt: at }),
  DeliveryLotsNoted: (request, { lots }) => ({ ...request, deliveryLots: lots }),
  GoodsReceived: (request, { receivedBy, note, lines }, at) => ({
    ...request,
    items: counted(request.items, lines, 1),
    receipts: [
      ...request.receipts,
      {
        number: request.receipts.length + 1,
        at,
        receivedBy,
        note,
        lines: lines.map((line) => {
          const label = request.deliveryLots.find(({ itemId }) => itemId === line.itemId)
          return { ...line, lotNumber: label?.lotNumber ?? null, expiryDate: label?.expiryDate ?? null }
        }),
        reversal: null,
      },
    ],
  }),
  GoodsReceiptReversed: (request, { receipt, ...reversal }) => ({
    ...request,
    status: "approved" as const,
    completedDate: null,
    items: counted(request.items, request.receipts.find(({ number }) => number === receipt)?.lines ?? [], -1),
    receipts: request.receipts.map((each) => (each.number === receipt ? { ...each, reversal } : each)),
  }),
  PurchaseRequestCompleted: (request, _, at) => ({ ...request, status: "completed" as const, completedDate: at }),
  PurchaseRequestReopened: (request) => request,
})

/** The refusal for a supplier whose link has expired or is unknown. */
export const linkEnded = notFound("This link is no longer valid. Please write to the buyer.")

export const rows = ownSite("siteId", "levels 1 to 6 with a site: their own; level 8: its own if it has one; 7 and 10: all")
const seen = visible(purchaseRequests, rows)

/** Whether the person raised the request, or added an item to it. */
const hadAHandIn = (request: Request, by: By) =>
  by.person !== null && (request.requestedBy === by.person || request.items.some((item) => item.addedBy === by.person))

const line = {
  /** null for goods that are not kept in stock: these have a name and a unit instead */
  stockItemId: withDefault(null, Optional(label("Stock item", Ref("stock_item")))),
  name: withDefault(null, Optional(label("Other item", Line()))),
  unit: withDefault(null, Optional(Line(20))),
  quantity: positive(Whole),
  /** for the whole line */
  estimatedCost: nonNegative(Money),
  notes: withDefault("", Text(500)),
}
const mostItems = 200
type NewLine = Omit<Line, "id" | "addedBy" | "approvedQuantity" | "received" | "damaged">

/** A line is a stock item, or something else with its name and unit. */
function* checkedLine({ stockItemId, name, unit }: NewLine): CommandGenerator<void> {
  if (stockItemId !== null) {
    if (name !== null) throw invalid("Choose a stock item or name another item, not both")
    yield* get(stockItems, stockItemId)
  } else if (name === null) throw invalid("Stock item is required, or the name of another item")
  else if (unit === null) throw invalid(`Unit of ${name} is required, for example: piece`)
  else if (yield* find(stockItems, { name })) throw invalid(`${name} is a stock item. Choose it from the list`)
}
const lineAdded = ({ stockItemId, name, unit, quantity, estimatedCost, notes }: NewLine, { person: addedBy }: By) => {
  const facts = { quantity, estimatedCost, notes, addedBy }
  return stockItemId === null ? PurchaseUnstockedItemAdded({ ...facts, name: name!, unit: unit! }) : PurchaseItemAdded({ ...facts, stockItemId })
}

/** Requests goods for a site; `items` if they are already known. */
export const raise = command(
  "purchase_request.raise",
  "Request goods for a site",
  {
    siteId: SiteName,
    priority: PurchaseRequest.schemas.priority,
    justification: withDefault("", Text()),
    /** an alias of the justification */
    notes: withDefault("", Text()),
    neededBy: withDefault(null, Optional(BusinessDate)),
    items: withDefault([], Lines(line, mostItems, `A request can have ${mostItems} items at most. Create another one for the rest`)),
  },
  function* ({ siteId, priority, justification, notes, neededBy, items }, by) {
    const site = yield* siteOf(siteId, by)
    if (!site.isActive) throw invalid(`${site.name} is closed`)
    if (neededBy !== null && neededBy < by.today) throw invalid("Needed by must be today or later")
    for (const item of items) yield* checkedLine(item)
    // taken last: a refused request uses no number
    const [id, requestNumber] = yield* all(newId(purchaseRequests), nextNumber("PR", by.today.slice(0, 4)))
    const facts = { requestNumber, priority, justification: justification || notes, requestDate: by.today, copiedFrom: null }
    return [
      purchaseRequests.at(id, PurchaseRequestRaised({ ...facts, siteId: site.id, requestedBy: by.person })),
      ...(neededBy === null ? [] : [purchaseRequests.at(id, PurchaseNeededBy({ neededBy }))]),
      ...items.map((item) => purchaseRequests.at(id, lineAdded(item, by))),
    ]
  },
)

export const addItem = command(
  "purchase_request.add_item",
  "Add an item to a request while it is pending",
  { id: Ref("purchase_request"), ...line },
  function* ({ id, ...item }, by) {
    const request = yield* seen(id, by)
    if (request.status !== "pending") throw conflict("Items can be added only while the request is pending")
    const may = request.requestedBy === by.person || by.level >= 10 || holds(by, "inventory.manage") || holds(by, "department.manage")
    if (!may) throw forbidden("Only the person who raised the request, or stock managers, can add items")
    yield* permitted()
    yield* checkedLine(item)
    if (request.items.length >= mostItems) throw invalid(`A request can have ${mostItems} items at most. Create another one for the rest`)
    return [purchaseRequests.at(id, lineAdded(item, by))]
  },
)

/** Approves a request, within the limit of the level; not by a person who requested it. The supplier is mailed the order. */
export const approve = command(
  "purchase_request.approve",
  "Approve a request; its supplier is mailed the order",
  {
    id: Ref("purchase_request"),
    vendorId: Optional(Ref("vendor")),
    /** level 10 only: why the person approves their own request, or one above the limit */
    overrideReason: label("Reason", Optional(Text(500))),
  },
  function* ({ id, vendorId, overrideReason }, by) {
    const [request, policy] = yield* all(seen(id, by), findById(approvalPolicies, 1))
    if (request.status === "approved" || request.status === "completed") {
      if (request.approvedBy === by.person) return unchanged(id)
      throw conflict("This request is already approved")
    }
    if (request.status !== "pending") throw conflict("Only a pending request can be approved")
    refuseSimulated(by)
    if (request.items.length === 0) throw invalid("Add at least one item before approving")
    const limit = limitOf(policy, by.level, by.today)
    const above = limit === undefined || (limit !== null && request.estimatedTotal > limit)
    const own = hadAHandIn(request, by)
    const override = by.level >= 10 && overrideReason !== null && overrideReason !== ""
    if (own && !override) throw forbidden("You cannot approve your own request")
    if (above && !override) {
      throw forbidden(limit === undefined ? "Your level cannot approve purchases" : `This is above your limit of USD ${formatMoney(limit ?? 0)}`)
    }
    const supplier = yield* supplierOf(request, vendorId)
    const isOwnSupplier =
      supplier !== undefined &&
      by.person !== null &&
      supplier.createdBy === by.person &&
      (yield* find(purchaseRequests, { vendorId: supplier.id })) === undefined
    if (isOwnSupplier && !override) throw forbidden(`You added ${supplier.name}, so another person must approve the first purchase from them`)
    yield* permitted()
    const reason = own || above || isOwnSupplier ? overrideReason : null
    const approval = { approvedBy: by.person, vendorId: supplier?.id ?? null, overrideReason: reason }
    return [purchaseRequests.at(id, PurchaseRequestApproved(approval))]
  },
)

/** The given supplier, otherwise the preferred one of the first item that has one. */
function* supplierOf(request: Request, vendorId: number | null) {
  if (vendorId !== null) {
    const vendor = yield* get(vendors, vendorId)
    if (!vendor.isActive) throw invalid(`${vendor.name} is not an active vendor`)
    return vendor
  }
  for (const { stockItemId } of request.items) {
    if (stockItemId === null) continue
    const item = yield* get(stockItems, stockItemId)
    const vendor = item.preferredVendorId === null ? undefined : yield* findById(vendors, item.preferredVendorId)
    if (vendor?.isActive) return vendor
  }
  return undefined
}

export const reject = command(
  "purchase_request.reject",
  "Reject a request; it can be raised again with its lines",
  rejecting("purchase_request"),
  function* ({ id, reason }, by) {
    const request = yield* seen(id, by)
    if (request.status === "rejected") {
      if (request.rejectedBy === by.person) return unchanged(id)
      throw conflict("This request is already rejected")
    }
    if (request.status !== "pending") throw conflict("Only a pending request can be rejected")
    if (hadAHandIn(request, by) && by.level < 10) throw forbidden("You cannot reject your own request")
    yield* permitted()
    return [purchaseRequests.at(id, PurchaseRequestRejected({ rejectedBy: by.person, reason }))]
  },
)

export const cancel = command(
  "purchase_request.cancel",
  "Cancel an approved request before anything arrives; its supplier is notified",
  { id: Ref("purchase_request"), reason: Line(500) },
  function* ({ id, reason }, by) {
    const request = yield* seen(id, by)
    if (request.status !== "approved") throw conflict("Only an approved request can be cancelled")
    if (request.items.some(({ received, damaged }) => received + damaged > 0))
      throw conflict("Goods of this request have been received, so it cannot be cancelled")
    yield* permitted()
    return [purchaseRequests.at(id, PurchaseRequestCancelled({ cancelledBy: by.person, reason }))]
  },
)

export interface Acknowledgement {
  readonly id: number
  /** who answers; must be the supplier of the order */
  readonly vendorId: number
  readonly expectedDate: string
  readonly note: string
}

/** The maximum number of days ahead in a supplier's answer, and the number of events of an order from which further answers are refused. */
const furthestDelivery = 366
const answersAtMost = 100

/** Records the delivery date given by the supplier; can be repeated when the date changes. The link in the order's mail is the permission. */
export const acknowledge = command("purchase_request.acknowledge", function* ({ id, vendorId, expectedDate, note }: Acknowledgement, by) {
  const request = yield* findById(purchaseRequests, id)
  if (request?.vendorId !== vendorId) throw linkEnded
  if (request.status === "completed") throw conflict("All goods of this order have been received, so its delivery date cannot change")
  if (request.status !== "approved") throw conflict("This order was cancelled. Please do not deliver it")
  if (request.expectedDate === expectedDate && request.supplierNote === note) return unchanged(id)
  if (expectedDate < by.today) throw invalid("The delivery date cannot be in the past")
  if (expectedDate > addDays(by.today, furthestDelivery)) throw invalid("The delivery date must be within a year")
  if (request.version >= answersAtMost) throw conflict("Too many responses to this order. Please call us instead")
  return [purchaseRequests.at(id, PurchaseOrderAcknowledged({ expectedDate, note }))]
})

/** Receives goods, all or some of them. Never more than was approved. The last receipt completes the request. */
export const receive = command(
  "purchase_request.receive",
  "Record goods that have arrived; stock items are added to the site's stock immediately",
  {
    id: Ref("purchase_request"),
    note: withDefault("", Text(500)),
    lines: Lines({
      itemId: Whole,
      received: Whole,
      damaged: withDefault(0, Whole),
      /** from the label of the received goods */
      lotNumber: withDefault(null, Optional(label("Lot", Line(60)))),
      expiryDate: withDefault(null, Optional(BusinessDate)),
    }),
  },
  function* ({ id, note, lines }, by) {
    const request = yield* seen(id, by)
    if (request.status !== "approved") throw conflict("Goods can be received only for an approved request")
    yield* permitted()
    const arrived = lines.filter(({ received, damaged }) => received !== 0 || damaged !== 0)
    if (arrived.length === 0) throw invalid("Enter a received quantity for at least one item")
    if (new Set(arrived.map(({ itemId }) => itemId)).size < arrived.length) throw invalid("Each item can be received once in a receipt")
    const lineItems = arrived.map((line) => {
      const item = request.items.find(({ id }) => id === line.itemId)
      if (!item) throw invalid(`Item ${line.itemId} is not on this request`)
      if (line.received < 0 || line.damaged < 0) throw invalid("Quantities must not be negative")
      const open = (item.approvedQuantity ?? 0) - item.received
      const name = item.name ?? titleOf("stock_item", item.stockItemId!)
      if (line.received > open) throw invalid(`Only ${open} of ${name} ${open === 1 ? "is" : "are"} outstanding`)
      if (line.expiryDate && line.expiryDate < by.today) throw invalid(`${name} has expired on ${line.expiryDate}. Do not take it in`)
      return { itemId: line.itemId, received: line.received, damaged: line.damaged, stockItemId: item.stockItemId }
    })
    const lots = arrived
      .filter(({ received, lotNumber, expiryDate }) => received > 0 && (lotNumber || expiryDate))
      .map(({ itemId, lotNumber, expiryDate }) => ({ itemId, lotNumber: lotNumber || null, expiryDate: expiryDate || null }))
    const complete = request.items.every((item) => {
      const line = lineItems.find(({ itemId }) => itemId === item.id)
      return item.received + (line?.received ?? 0) >= (item.approvedQuantity ?? 0)
    })
    return [
      ...(lots.length > 0 || request.deliveryLots.length > 0 ? [purchaseRequests.at(id, DeliveryLotsNoted({ lots }))] : []),
      purchaseRequests.at(id, GoodsReceived({ receivedBy: by.person, note, lines: lineItems })),
      ...(complete ? [purchaseRequests.at(id, PurchaseRequestCompleted({}))] : []),
    ]
  },
)

/** The cost of `received` units of an item by the order, in cents: the parts of an order add up exactly. `request` already includes them as received. */
export const orderedCost = (request: Request, itemId: number, received: number): number => {
  const item = request.items.find(({ id }) => id === itemId)!
  const ordered = item.approvedQuantity ?? item.quantity
  const upTo = (quantity: number) => (ordered === 0 ? 0 : Number((BigInt(item.estimatedCost) * BigInt(quantity)) / BigInt(ordered)))
  return upTo(item.received) - upTo(item.received - received)
}

export interface ReceiptReversal extends Reversing {
  /** the number of the receipt within the request, from 1 */
  readonly receipt: number
  /** the stock movements of the receipt, in the order of its lines */
  readonly movements: ReadonlyArray<number>
}

/**
 * Reverses a receipt: its goods leave the store, and are expected again. The balance of an item on 2050 always equals the order's price for everything
 * received, whichever receipt is reversed first.
 */
export const reverseReceipt = command("purchase_request.reverse_receipt", function* ({ id, receipt: number, movements, ...input }: ReceiptReversal, by) {
  const request = yield* seen(id, by)
  const { requestNumber } = request
  const reason = checkedReversalReason(by, input, { permission: "finance.full", isBanked: false, isGoods: true })
  const receipt = request.receipts.find((each) => each.number === number)
  if (!receipt) throw notFound(`${requestNumber} has no receipt ${number}`)
  if (receipt.reversal !== null) throw conflict(`Receipt ${number} of ${requestNumber} is already reversed, on ${receipt.reversal.date}`)
  const stored = receipt.lines.filter(({ received, stockItemId }) => received > 0 && stockItemId !== null)
  if (movements.length !== stored.length) {
    throw conflict(`Receipt ${number} of ${requestNumber} is from before stock had a value, so it cannot be reversed. Correct the stock by a count`)
  }
  const changes: Array<Change> = []
  const journalEntries: Array<number> = []
  for (const [n, { itemId, received }] of stored.entries()) {
    const details = { worth: orderedCost(request, itemId, received), note: `${requestNumber}, receipt ${number} reversed`, reason }
    const taken = yield* returnReceived(movements[n]!, details, by, changes)
    changes.push(...taken.changes)
    if (taken.entryId !== null) journalEntries.push(taken.entryId)
  }
  const facts = { receipt: number, kind: input.kind, reason, date: by.today, reversedBy: by.person, journalEntries }
  return [purchaseRequests.at(id, GoodsReceiptReversed(facts)), ...changes]
})

/** Raises a rejected request again with its lines, once. */
export const reopen = command(
  "purchase_request.reopen",
  "Reopen a rejected request as a new one with its lines, once",
  { id: Ref("purchase_request") },
  function* ({ id }, by) {
    const old = yield* seen(id, by)
    if (old.status !== "rejected") throw conflict("Only a rejected request can be reopened as a new one")
    const copy = yield* find(purchaseRequests, { copiedFrom: id })
    if (copy) throw conflict(`${old.requestNumber} is already reopened as ${copy.requestNumber}`)
    yield* permitted()
    const [next, requestNumber] = yield* all(newId(purchaseRequests), nextNumber("PR", by.today.slice(0, 4)))
    const { siteId, priority, justification } = old
    const facts = { requestNumber, siteId, requestedBy: by.person, priority, justification, requestDate: by.today, copiedFrom: id }
    return {
      id: next,
      changes: [
        purchaseRequests.at(next, PurchaseRequestRaised(facts)),
        ...old.items.map((item) => purchaseRequests.at(next, lineAdded(item, by))),
        // also changes the rejected request, so that if two people reopen it at once, one of them is retried
        purchaseRequests.at(id, PurchaseRequestReopened({ copy: next, requestNumber })),
      ],
    }
  },
)
