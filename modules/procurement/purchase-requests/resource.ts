/** The resource of purchase requests: reading, deciding and receiving. */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { ANYONE, APPROVERS, InvalidatedBy, OPERATIONS } from "@ops/platform/access/rule.ts"
import { Id, rejections } from "@ops/platform/http/contract.ts"
import { computed, creates, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { ReversalPreview, reversible, ReversingInput } from "@ops/ledger/reversals/contract.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { addItem, approve, cancel, PurchaseRequest, purchaseRequests as stream, raise, receive, reject, reopen, rows } from "./purchase-request.ts"
import { canApproveSql, canReverseSql, itemsSql, mailFrom, mailStatusSql, receiptsSql, receivedPercentSql, SEE_COSTS, supplierToldSql } from "./queries.ts"

const Item = Schema.Struct({
  id: Schema.Int,
  purchaseRequestId: Schema.Int,
  stockItemId: Schema.Int,
  quantity: Schema.Int,
  requestedQuantity: Schema.Int,
  approvedQuantity: Schema.NullOr(Schema.Int),
  received: Schema.Int,
  damaged: Schema.Int,
  estimatedCost: Schema.optional(Schema.String),
  totalCost: Schema.optional(Schema.String),
  unitCost: Schema.optional(Schema.String),
  notes: Schema.String,
  stockItem: Schema.Struct({ id: Schema.Int, name: Schema.String, category: Schema.String, unit: Schema.String }),
})

/** One receipt, with its reversal if any. Empty for people who may not see costs. */
const Receipt = Schema.Struct({
  number: Schema.Int,
  receivedAt: Schema.String,
  receivedBy: Schema.NullOr(Schema.String),
  note: Schema.String,
  lines: Schema.Array(
    Schema.Struct({
      itemId: Schema.Int,
      item: Schema.String,
      unit: Schema.String,
      received: Schema.Int,
      damaged: Schema.Int,
      lotNumber: Schema.NullOr(Schema.String),
      expiryDate: Schema.NullOr(Schema.String),
    }),
  ),
  ...reversible,
})

const parts = {
  fields: {
    /** the justification under another name */
    notes: computed(Schema.String, "r.justification"),
    itemCount: computed(Schema.Int, "jsonb_array_length(r.items)", { label: "Items", kind: "whole" }),
    items: computed(Schema.NullOr(Schema.Array(Item)), itemsSql),
    receipts: computed(Schema.NullOr(Schema.Array(Receipt)), (who) => receiptsSql(canReverseSql(who))),
    estimatedTotal: computed(Schema.NullOr(Schema.String), "es.money(r.estimated_total)", { label: "Estimated total (USD)", kind: "money" }),
    /** the received share of the approved quantities, percent */
    receivedPercent: computed(Schema.Int, receivedPercentSql, { label: "Received (%)", kind: "whole" }),
  },
  sorts: {
    estimatedTotal: "r.estimated_total",
    priority: "array_position(array['urgent','high','medium','low'], r.priority)",
  },
  search: ["(select p.first_name || ' ' || p.last_name from person p where p.id = r.requested_by)"],
  madeOf: ["stock_item", "site"],
} as const satisfies Join
const supplier = {
  fields: {
    vendorName: computed(Schema.NullOr(Schema.String), "(select v.name from vendor v where v.id = r.vendor_id)", { label: "Supplier" }),
    /** the order mail: sent, queued, failed, or none if the supplier has no address */
    mailStatus: computed(Schema.NullOr(Schema.Literals(["sent", "queued", "failed", "none"])), mailStatusSql, { label: "Order" }),
    mailId: computed(Schema.NullOr(Schema.Int), "m.id"),
    /** for a cancelled order: its cancellation was sent, is queued or failed; the order was withdrawn before it was sent; or no mail was sent */
    supplierTold: computed(Schema.NullOr(Schema.Literals(["sent", "queued", "failed", "withdrawn", "none"])), supplierToldSql, { label: "Supplier notified" }),
  },
  from: mailFrom,
  madeOf: ["mail", "vendor"],
} as const satisfies Join

const ownSite = "6: own site; 8: own site if it has one"
const receipt = { params: { id: Id, receipt: Id } }

export const purchaseRequests = resource("purchaseRequests", stream, {
  path: "/api/purchase-requests",
  noun: ["purchase request", "purchase requests"],
  answer: "PurchaseRequest",
  number: "requestNumber",
  area: "procurement",
  read: { may: ANYONE, rows, fields: { items: SEE_COSTS, receipts: SEE_COSTS, estimatedTotal: SEE_COSTS }, history: SEE_COSTS },
  hidden: ["items", "receipts", "estimatedTotal", "rejectedBy", "copiedFrom", "orderMailId", "cancellationMailId", "deliveryLots"],
  joins: [wholeSiteJoin(PurchaseRequest, "siteId"), userJoin(PurchaseRequest, "requestedBy", "approvedBy"), parts, supplier],
  list: {
    columns: {
      requestNumber: { title: "Request #" },
      siteName: { exported: false },
      requestedByUser: { title: "Requested By", exported: false },
      requestDate: { title: "Date" },
      justification: {},
      priority: {},
      itemCount: {},
      estimatedTotal: {},
      status: {},
      vendorName: {},
    },
    filters: ["status", "priority"],
    sorts: ["requestNumber", "requestDate", "site", "status", "priority", "estimatedTotal", "createdAt"],
    order: "-requestDate,-createdAt",
    search: ["requestNumber", "justification"],
    date: "requestDate",
    site: "siteId",
    file: "Purchase requests",
  },
  details: {
    siteName: {},
    priority: {},
    requestedByUser: {},
    requestDate: { title: "Date" },
    neededBy: { title: "Needed by" },
    estimatedTotal: { title: "Estimated cost" },
    approvedByUser: {},
    vendorName: {},
    mailStatus: {},
    supplierTold: {},
    expectedDate: { title: "Delivery" },
    supplierNote: { title: "Supplier's note" },
    receivedPercent: { title: "Arrived" },
    rejectionReason: { title: "Reason" },
    overrideReason: { title: "Override" },
  },
  commands: {
    raise: creates(raise, { may: OPERATIONS, scope: "levels 3 and 6: own site" }),
    addItem: updates(addItem, {
      path: "items",
      idIn: "purchaseRequestId",
      status: 201,
      may: OPERATIONS,
      scope: "own site",
      duties: "only while pending; the requester, or people who look after the stock, or levels 8 and 10",
    }),
    approve: updates(approve, {
      method: "PATCH",
      versioned: true,
      may: APPROVERS,
      scope: ownSite,
      duties: "not the requester, nor a person who put an item on it; within the level's limit; level 10 may override with a reason",
      stepUp: true,
      // the inbox counts these rows
      hint: canApproveSql,
    }),
    reject: updates(reject, { method: "PATCH", may: APPROVERS, scope: ownSite, duties: "as approve", stepUp: true }),
    receive: updates(receive, {
      path: "receipts",
      status: 201,
      may: [...OPERATIONS, "inventory.manage"],
      scope: "own site",
      duties: "never more than was approved",
    }),
    cancel: updates(cancel, { may: APPROVERS, scope: ownSite }),
    reopen: updates(reopen, { status: 201, may: OPERATIONS, scope: "own site" }),
  },
  more: (answer) => [
    // whether the caller could decide so now; if not, the reason, and whether an override reason would allow it
    HttpApiEndpoint.get("decision", "/api/purchase-requests/:id/decision", {
      params: { id: Id },
      query: {
        decision: Schema.Literals(["approve", "reject"]),
        vendorId: Schema.optional(Schema.String),
        overrideReason: Schema.optional(Schema.String),
        asOf: Schema.optional(Schema.String),
      },
      success: Schema.Struct({ possible: Schema.Boolean, why: Schema.NullOr(Schema.String), overridable: Schema.Boolean }),
      error: rejections,
    })
      .annotateMerge(ruled("Read what a decision on a purchase request needs to know", { may: ANYONE, scope: rows.words }))
      .annotate(InvalidatedBy, ["purchase_request", "vendor"]),
    HttpApiEndpoint.get("reversal", "/api/purchase-requests/:id/receipts/:receipt/reversal", {
      ...receipt,
      success: ReversalPreview,
      error: rejections,
    }).annotateMerge(ruled("Read what reversing a receipt of goods would change", { may: ["finance.full"], scope: "all" })),
    HttpApiEndpoint.post("reverse", "/api/purchase-requests/:id/receipts/:receipt/reverse", {
      ...receipt,
      payload: ReversingInput,
      success: answer,
      error: rejections,
    }).annotateMerge(
      ruled("Reverse a receipt of goods", {
        may: ["finance.full"],
        scope: "all",
        duties: "once; not while its goods are used, or billed and in the books",
        stepUp: true,
      }),
    ),
  ],
})

export const PurchaseRequestsApi = purchaseRequests.api
