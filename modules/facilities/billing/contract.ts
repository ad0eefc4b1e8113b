/** The API of billing work orders to clients. Money is a decimal string in the client's currency. */
import { Schema } from "effect"
import { Rule } from "@ops/platform/access/rule.ts"
import { apiOf, call, groupOf } from "@ops/platform/http/call-group.ts"
import { created, IdInput, ListQuery, SiteGiven } from "@ops/platform/http/contract.ts"

const Currency = Schema.Literals(["USD", "SSP"])
const Month = Schema.String.check(Schema.isPattern(/^\d{4}-(0[1-9]|1[0-2])$/, { message: "Month must be written as 2026-10" }))

const about = { clientId: Schema.Int, clientName: Schema.String, siteId: Schema.Int, siteName: Schema.String, currency: Currency }
/** The orders to be billed to a client at a site. */
const Open = Schema.Struct({
  ...about,
  orders: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      orderNumber: Schema.String,
      completedDate: Schema.String,
      serviceType: Schema.String,
      description: Schema.String,
      hours: Schema.String,
      labour: Schema.String,
      parts: Schema.String,
      /** granted for late resolution */
      credit: Schema.String,
      amount: Schema.String,
    }),
  ),
  credits: Schema.String,
  /** before tax, with credits deducted */
  facilitiesAmount: Schema.String,
})
/** An invoice of work orders. */
export const OrderBillAnswer = Schema.Struct({
  /** id of the invoice */
  id: Schema.Int,
  /** null while it is a draft */
  invoiceNumber: Schema.NullOr(Schema.String),
  status: Schema.String,
  month: Schema.String,
  ...about,
  orders: Schema.Int,
  facilitiesAmount: Schema.String,
  totalAmount: Schema.String,
}).annotate({ identifier: "OrderBill" })
export const BillingAnswer = Schema.Struct({ month: Schema.String, open: Schema.Array(Open), bills: Schema.Array(OrderBillAnswer) }).annotate({
  identifier: "WorkOrdersToBill",
})

const BillInput = Schema.Struct({
  month: Month,
  clientId: IdInput("Client is required"),
  siteId: SiteGiven.annotate({ message: "Site is required" }).check(
    Schema.makeFilter((value) => (value === "" || value === 0 ? "Site is required" : undefined)),
  ),
})

const makers: Rule = { may: ["invoices.manage"], scope: "all", duties: "who verified an order does not bill it; level 10 may" }

export const FacilitiesBillingGroup = groupOf("facilitiesBilling", [
  call.get("month", "/api/work-orders/billing", "Read the work orders to bill in a month", BillingAnswer, {
    query: { month: Schema.optional(Month), siteId: ListQuery.siteId, asOf: ListQuery.asOf },
    may: ["invoices.manage", "finance.departmental"],
    scope: "8: its own site if it has one; 7 and 10: all",
    dependsOn: ["work_order", "order_billing", "facilities_bill", "sla_clock", "invoice", "client", "client_contract"],
  }),
  call.post("bill", "/api/work-orders/billing", "Bill work orders", OrderBillAnswer.pipe(created), { payload: BillInput, ...makers }),
  call.post("issue", "/api/work-orders/billing/:id/issue", "Issue a bill of work orders", OrderBillAnswer, makers),
])

export const FacilitiesBillingApi = apiOf(FacilitiesBillingGroup)
