/** How purchase requests are reached, read, decided and received. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { ANYONE, APPROVERS, OPERATIONS } from "@ops/platform/access/rule.ts"
import { Id } from "@ops/platform/http/contract.ts"
import { computed, creates, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { ReversalPreview, reversible, ReversingInput } from "@ops/ledger/reversals/contract.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { addItem, approve, cancel, PurchaseRequest, purchaseRequests as stream, raise, receive, reject, reopen, rows } from "./purchase-request.ts"
import { canApproveSql, canReverseSql, itemsSql, mailFrom, mailStatusSql, receiptsSql, receivedPercentSql, SEE_COSTS, supplierToldSql } from "./queries.ts"

const Item = Schema.Struct({
  id: Schema.Int,
  purchaseRequestId: Schema.Int,
  /** null for goods that are not kept in stock; `stockItem` has their name and unit */
  stockItemId: Schema.NullOr(Schema.Int),
  quantity: Schema.Int,
  requestedQuantity: Schema.Int,
  approvedQuantity: Schema.NullOr(Schema.Int),
  received: Schema.Int,
  damaged: Schema.Int,
  estimatedCost: Schema.optional(Schema.String),
  totalCost: Schema.optional(Schema.String),
  unitCost: Schema.optional(Schema.String),
  notes: Schema.String,
  stockItem: Schema.Struct({ id: Schema.NullOr(Schema.Int), name: Schema.String, category: Schema.String, unit: Schema.String }),
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
  filters: { mine: { sql: ({ person }) => `coalesce(r.requested_by = ${Number(person)}, false)`, words: ["true", "false"], unshown: true } },
  dependsOn: ["stock_item", "site"],
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
  dependsOn: ["mail", "vendor"],
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
  titles: {
    requestDate: "Date",
    neededBy: "Needed by",
    estimatedTotal: "Estimated cost",
    expectedDate: "Delivery",
    supplierNote: "Supplier's note",
    receivedPercent: "Arrived",
    rejectionReason: "Reason",
    overrideReason: "Override",
    requestNumber: "Request #",
  },
  list: {
    columns: [
      "requestNumber",
      "siteName",
      "requestedByUser",
      "requestDate",
      "justification",
      "priority",
      "itemCount",
      "estimatedTotal",
      "status",
      "vendorName",
    ],
    titles: { requestedByUser: "Requested By", estimatedTotal: "Estimated total (USD)" },
    unexported: ["siteName", "requestedByUser"],
    filters: ["status", "priority", "mine"],
    sorts: ["requestNumber", "requestDate", "site", "status", "priority", "estimatedTotal", "createdAt"],
    order: "-requestDate,-createdAt",
    search: ["requestNumber", "justification"],
    date: "requestDate",
    site: "siteId",
    file: "Purchase requests",
  },
  details: [
    "siteName",
    "priority",
    "requestedByUser",
    "requestDate",
    "neededBy",
    "estimatedTotal",
    "approvedByUser",
    "vendorName",
    "mailStatus",
    "supplierTold",
    "expectedDate",
    "supplierNote",
    "receivedPercent",
    "rejectionReason",
    "overrideReason",
  ],
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
      duties: "never more than the approved quantity",
    }),
    cancel: updates(cancel, { may: APPROVERS, scope: ownSite }),
    reopen: updates(reopen, { status: 201, may: OPERATIONS, scope: "own site" }),
  },
  more: (answer) => [
    // whether the person who asks could decide so now; if not, why, and whether a reason for an override would let it through
    call.get(
      "decision",
      "/api/purchase-requests/:id/decision",
      "Read what a decision on a purchase request needs",
      Schema.Struct({ possible: Schema.Boolean, why: Schema.NullOr(Schema.String), overridable: Schema.Boolean }),
      {
        query: {
          decision: Schema.Literals(["approve", "reject"]),
          vendorId: Schema.optional(Schema.String),
          overrideReason: Schema.optional(Schema.String),
          asOf: Schema.optional(Schema.String),
        },
        may: ANYONE,
        scope: rows.words,
        dependsOn: ["purchase_request", "vendor"],
      },
    ),
    call.get("reversal", "/api/purchase-requests/:id/receipts/:receipt/reversal", "Read what reversing a receipt of goods would change", ReversalPreview, {
      ...receipt,
      may: ["finance.full"],
      scope: "all",
    }),
    call.post("reverse", "/api/purchase-requests/:id/receipts/:receipt/reverse", "Reverse a receipt of goods", answer, {
      ...receipt,
      payload: ReversingInput,
      may: ["finance.full"],
      scope: "all",
      duties: "once; not while its goods are used, or billed and in the books",
      stepUp: true,
    }),
  ],
})

export const PurchaseRequestsApi = purchaseRequests.api
