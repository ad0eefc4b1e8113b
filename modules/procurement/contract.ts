/** The calls about purchases. Money is a decimal string in USD; ids are whole numbers. */
import { Schema, SchemaGetter } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { ANYONE, APPROVERS, FINANCE, InvalidatedBy, OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import {
  Authentication,
  Authorization,
  created,
  DateInput,
  ErrorMapping,
  Id,
  IdInput,
  ListQuery,
  OneOf,
  rejections,
  TextInput,
} from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { ReversalPreview, ReversingInput, reversible } from "@ops/ledger/reversals/contract.ts"

const priorities = ["low", "medium", "high", "urgent"] as const
const Named = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))
const Text = Schema.NullOr(Schema.String)

export const PurchaseRequestItemAnswer = Schema.Struct({
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

/** What came at once, and how it was reversed if it was. Nothing of who sees no costs. */
export const GoodsReceiptAnswer = Schema.Struct({
  number: Schema.Int,
  receivedAt: Schema.String,
  receivedBy: Text,
  note: Schema.String,
  lines: Schema.Array(
    Schema.Struct({
      itemId: Schema.Int,
      item: Schema.String,
      unit: Schema.String,
      received: Schema.Int,
      damaged: Schema.Int,
      lotNumber: Text,
      expiryDate: Text,
    }),
  ),
  ...reversible,
})

export const PurchaseRequestAnswer = Schema.Struct({
  id: Schema.Int,
  requestNumber: Schema.String,
  siteId: Schema.Int,
  site: Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }),
  requestedBy: Schema.NullOr(Schema.Int),
  requestedByUser: Named,
  priority: Schema.Literals(priorities),
  status: Schema.Literals(["pending", "approved", "completed", "rejected"]),
  /** one text under both names */
  justification: Schema.String,
  notes: Schema.String,
  requestDate: Schema.String,
  currency: Schema.String,
  itemCount: Schema.Int,
  items: Schema.NullOr(Schema.Array(PurchaseRequestItemAnswer)),
  receipts: Schema.NullOr(Schema.Array(GoodsReceiptAnswer)),
  estimatedTotal: Text,
  vendorId: Schema.NullOr(Schema.Int),
  vendorName: Text,
  approvedBy: Schema.NullOr(Schema.Int),
  approvedByUser: Named,
  approvedDate: Text,
  completedDate: Text,
  rejectionReason: Text,
  overrideReason: Text,
  /** what the supplier has said of the delivery, and when */
  expectedDate: Text,
  supplierNote: Text,
  acknowledgedAt: Text,
  /** the order to the supplier: sent, queued, failed, or none for want of an address */
  mailStatus: Schema.NullOr(Schema.Literals(["sent", "queued", "failed", "none"])),
  mailId: Schema.NullOr(Schema.Int),
  /** of a cancelled order: its cancellation was sent, is queued or failed; the order was withdrawn before it was sent; or no mail went out */
  supplierTold: Schema.NullOr(Schema.Literals(["sent", "queued", "failed", "withdrawn", "none"])),
  /** share of the approved quantities that has arrived, percent */
  receivedPercent: Schema.Int,
  canApprove: Schema.Boolean,
  canAddItem: Schema.Boolean,
  canReceive: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

const itemInput = {
  stockItemId: IdInput("Stock item is required"),
  quantity: Schema.Union([Schema.String, Schema.Finite])
    .check(Schema.makeFilter((value) => (/^[1-9]\d{0,8}$/.test(String(value)) ? undefined : "Quantity must be a whole number greater than 0")))
    .pipe(
      Schema.decodeTo(Schema.Int, {
        decode: SchemaGetter.transform((value: string | number) => Number(value)),
        encode: SchemaGetter.transform((value: number): string | number => value),
      }),
    ),
  estimatedCost: MoneyInput("Estimated cost must be a number with at most two decimals"),
  notes: Schema.optional(TextInput("Notes", { most: 500 })),
}

export const NewRequest = Schema.Struct({
  siteId: Schema.Union([Schema.String, Schema.Finite]),
  priority: OneOf("Priority", ...priorities),
  justification: Schema.optional(TextInput("Justification")),
  notes: Schema.optional(TextInput("Notes")),
  /** what it asks for, where that is known at once */
  items: Schema.optional(
    Schema.Array(Schema.Struct(itemInput)).check(Schema.isMaxLength(200, { message: "A request can have 200 items at most. Raise another for the rest" })),
  ),
})

export const NewItem = Schema.Struct({ purchaseRequestId: IdInput("Purchase request is required"), ...itemInput })

export const ApprovalInput = Schema.Struct({
  vendorId: Schema.optional(Schema.NullOr(IdInput("Vendor must be one of the list"))),
  overrideReason: Schema.optional(Schema.NullOr(TextInput("Reason", { most: 500 }))),
  /** the version of the request that the person looked at; 409 if it has changed since */
  version: Schema.optional(Schema.Int),
})

/** Whether the person who asks could decide so now; if not, why, and whether a reason for an override would let it through. */
export const DecisionAnswer = Schema.Struct({ possible: Schema.Boolean, why: Text, overridable: Schema.Boolean })

export const ReasonInput = Schema.Struct({ reason: Schema.optional(Schema.NullOr(TextInput("Reason", { most: 500 }))) })

const Arrived = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999_999_999 }, { message: "Quantities must be whole numbers, not negative" }))
export const ReceiptInput = Schema.Struct({
  note: Schema.optional(TextInput("Note", { most: 500 })),
  lines: Schema.Array(
    Schema.Struct({
      itemId: IdInput("Item is required"),
      received: Arrived,
      damaged: Schema.optional(Arrived),
      /** as the label has them */
      lotNumber: Schema.optionalKey(Schema.NullOr(TextInput("Lot", { most: 60 }))),
      expiryDate: Schema.optionalKey(Schema.NullOr(DateInput("Expiry date"))),
    }),
  ),
})

/** An order as its supplier sees it: no people, no prices but its own total. */
export const OrderAnswer = Schema.Struct({
  orderNumber: Schema.String,
  company: Schema.String,
  supplier: Schema.String,
  /** the site and where it is */
  deliverTo: Schema.String,
  lines: Schema.Array(Schema.Struct({ item: Schema.String, quantity: Schema.Int, unit: Schema.String, notes: Schema.String })),
  estimatedTotal: Schema.String,
  currency: Schema.String,
  orderedOn: Schema.String,
  state: Schema.Literals(["open", "completed", "cancelled"]),
  expectedDate: Text,
  note: Text,
  acknowledgedAt: Text,
})

export const AcknowledgementInput = Schema.Struct({
  expectedDate: DateInput("Date of delivery"),
  note: Schema.optional(Schema.NullOr(TextInput("Note", { most: 500 }))),
})

export const ProcurementFigures = Schema.Struct({
  pendingRequests: Schema.Int,
  approvedThisMonth: Schema.Int,
  totalEstimatedValue: Schema.String,
  monthlyBudget: Schema.String,
  budgetUsed: Schema.String,
  month: Schema.String,
  asOf: Schema.String,
})

export const BudgetInput = Schema.Struct({
  siteId: Schema.Union([Schema.String, Schema.Finite]),
  from: DateInput("From"),
  monthly: MoneyInput("Monthly budget must be a number with at most two decimals"),
})

const ownSite = "levels 1 to 6 with a site: their own; level 8: its own if it has one; 7 and 10: all"
const id = { params: { id: Id } }
const receipt = { params: { id: Id, receipt: Id } }

export class ProcurementGroup extends HttpApiGroup.make("procurement")
  .add(
    HttpApiEndpoint.get("list", "/api/purchase-requests", {
      query: { ...ListQuery, priority: Schema.optional(Schema.String) },
      success: Schema.Array(PurchaseRequestAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: ANYONE, scope: `${ownSite}; items and costs only for those who work with them` })
      .annotate(InvalidatedBy, ["purchase_request", "mail", "vendor", "stock_item", "site"]),
  )
  .add(
    HttpApiEndpoint.get("figures", "/api/purchase-requests/figures", { query: ListQuery, success: ProcurementFigures, error: rejections })
      .annotate(Rule, { may: [...OPERATIONS, ...FINANCE, "inventory.manage"], scope: ownSite })
      .annotate(InvalidatedBy, ["purchase_request", "procurement_budget"]),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/purchase-requests/:id", { ...id, success: PurchaseRequestAnswer, error: rejections })
      .annotate(Rule, { may: ANYONE, scope: ownSite })
      .annotate(InvalidatedBy, ["purchase_request", "mail", "vendor"]),
  )
  .add(
    HttpApiEndpoint.get("decision", "/api/purchase-requests/:id/decision", {
      ...id,
      query: {
        decision: Schema.Literals(["approve", "reject"]),
        vendorId: Schema.optional(Schema.String),
        overrideReason: Schema.optional(Schema.String),
        asOf: Schema.optional(Schema.String),
      },
      success: DecisionAnswer,
      error: rejections,
    })
      .annotate(Rule, { may: ANYONE, scope: ownSite })
      .annotate(InvalidatedBy, ["purchase_request", "vendor"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/purchase-requests/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: [...OPERATIONS, ...FINANCE, "inventory.manage"], scope: ownSite })
      .annotate(InvalidatedBy, ["purchase_request", "mail"]),
  )
  .add(
    HttpApiEndpoint.post("raise", "/api/purchase-requests", { payload: NewRequest, success: PurchaseRequestAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      { may: OPERATIONS, scope: "levels 3 and 6: own site" },
    ),
  )
  .add(
    HttpApiEndpoint.post("addItem", "/api/purchase-requests/items", {
      payload: NewItem,
      success: PurchaseRequestAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, {
      may: OPERATIONS,
      scope: "own site",
      duties: "only while pending; the requester, or people who look after the stock, or levels 8 and 10",
    }),
  )
  .add(
    HttpApiEndpoint.patch("approve", "/api/purchase-requests/:id/approve", {
      ...id,
      payload: [Schema.Null, ApprovalInput],
      success: PurchaseRequestAnswer,
      error: rejections,
    }).annotate(Rule, {
      may: APPROVERS,
      scope: "6: own site; 8: own site if it has one",
      duties: "not the requester, nor a person who put an item on it; within the level's limit; level 10 may override with a reason",
      stepUp: true,
    }),
  )
  .add(
    HttpApiEndpoint.patch("reject", "/api/purchase-requests/:id/reject", {
      ...id,
      payload: [Schema.Null, ReasonInput],
      success: PurchaseRequestAnswer,
      error: rejections,
    }).annotate(Rule, { may: APPROVERS, scope: "6: own site; 8: own site if it has one", duties: "as approve", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("receive", "/api/purchase-requests/:id/receipts", {
      ...id,
      payload: ReceiptInput,
      success: PurchaseRequestAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { may: [...OPERATIONS, "inventory.manage"], scope: "own site", duties: "never more than was approved" }),
  )
  .add(
    HttpApiEndpoint.get("reversal", "/api/purchase-requests/:id/receipts/:receipt/reversal", {
      ...receipt,
      success: ReversalPreview,
      error: rejections,
    }).annotate(Rule, { may: ["finance.full"], scope: "all" }),
  )
  .add(
    HttpApiEndpoint.post("reverse", "/api/purchase-requests/:id/receipts/:receipt/reverse", {
      ...receipt,
      payload: ReversingInput,
      success: PurchaseRequestAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["finance.full"], scope: "all", duties: "once; not while its goods are used, or billed and in the books", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("cancel", "/api/purchase-requests/:id/cancel", {
      ...id,
      payload: ReasonInput,
      success: PurchaseRequestAnswer,
      error: rejections,
    }).annotate(Rule, { may: APPROVERS, scope: "6: own site; 8: own site if it has one" }),
  )
  .add(
    HttpApiEndpoint.post("reopen", "/api/purchase-requests/:id/reopen", { ...id, success: PurchaseRequestAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      { may: OPERATIONS, scope: "own site" },
    ),
  )
  .add(
    HttpApiEndpoint.put("setBudget", "/api/procurement-budgets", { payload: BudgetInput, success: ProcurementFigures, error: rejections }).annotate(Rule, {
      may: ["budget.manage"],
      scope: "all",
    }),
  )
  .add(
    HttpApiEndpoint.get("budgetHistory", "/api/procurement-budgets/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: ["budget.manage"], scope: "all" })
      .annotate(InvalidatedBy, ["procurement_budget"]),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

const byLink: Rule = { may: "public", scope: "the one order that the signed link names, for sixty days after its approval" } as const
const link = { params: { token: Schema.String } }

/** What a supplier does with the link in the order's mail, without an account. */
export class AcknowledgementGroup extends HttpApiGroup.make("acknowledgements")
  .add(HttpApiEndpoint.get("order", "/api/acknowledgements/:token", { ...link, success: OrderAnswer, error: rejections }).annotate(Rule, byLink))
  .add(
    HttpApiEndpoint.post("acknowledge", "/api/acknowledgements/:token", {
      ...link,
      payload: AcknowledgementInput,
      success: OrderAnswer,
      error: rejections,
    }).annotate(Rule, byLink),
  )
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class ProcurementApi extends HttpApi.make("ops").add(ProcurementGroup).add(AcknowledgementGroup) {}
