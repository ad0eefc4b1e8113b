/** The calls for invoices. Money is a decimal string in the document's currency; dates are in Juba time. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiSchema } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { Rule } from "@ops/platform/access/rule.ts"
import { wholeInput } from "@ops/platform/decimal-input.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { created, DateInput, ListQuery, TextInput, SiteGiven } from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { isEmail } from "@ops/platform/text.ts"

const currencies = ["USD", "SSP"] as const
const statuses = ["draft", "issued", "sent", "part_paid", "paid", "credited", "discarded"] as const
const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)

const invoice = {
  id: Schema.Int,
  /** null while it is a draft */
  invoiceNumber: Text,
  kind: Schema.Literals(["meal", "service", "construction", "opening", "credit_note"]),
  siteId: Schema.Int,
  site: Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }),
  clientId: Schema.Int,
  clientName: Schema.String,
  clientAddress: Schema.String,
  /** the email address in the client's record, which receives invoices */
  clientEmail: Text,
  contractId: Whole,
  projectId: Whole,
  billingPeriod: Schema.String,
  periodStart: Text,
  periodEnd: Text,
  issueDate: Text,
  dueDate: Schema.String,
  currency: Schema.Literals(currencies),
  staffCount: Schema.Int,
  mealsServed: Schema.Int,
  mealsMissed: Schema.Int,
  subtotalAmount: Schema.String,
  taxAmount: Schema.String,
  totalAmount: Schema.String,
  paidAmount: Schema.String,
  creditedAmount: Schema.String,
  openAmount: Schema.String,
  paidDate: Text,
  status: Schema.Literals(statuses),
  /** open after its due date: computed, not stored */
  overdue: Schema.Boolean,
  template: Schema.String,
  notes: Schema.String,
  overrideReason: Text,
  creditOf: Whole,
  creditOfNumber: Text,
  /** the last credit note of a cancelled invoice: it is sent instead of the invoice */
  cancelledBy: Schema.NullOr(Schema.Struct({ id: Schema.Int, invoiceNumber: Schema.String, canSend: Schema.Boolean })),
  replaces: Whole,
  runId: Whole,
  sentAt: Text,
  /** the last mail about it */
  mailStatus: Schema.NullOr(Schema.Literals(["queued", "sent", "failed", "withdrawn"])),
  generatedBy: Whole,
  canSend: Schema.Boolean,
  canCredit: Schema.Boolean,
  canPay: Schema.Boolean,
  canDiscard: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
}
/** An invoice in the list. */
export const InvoiceLineAnswer = Schema.Struct(invoice).annotate({ identifier: "InvoiceLine" })

/** An invoice with its lines and the HTML of its preview. */
export const InvoiceAnswer = Schema.Struct({
  ...invoice,
  lines: Schema.Array(
    Schema.Struct({
      line: Schema.Int,
      description: Schema.String,
      quantity: Schema.Int,
      unitPrice: Schema.String,
      amount: Schema.String,
      taxRate: Schema.String,
    }),
  ),
  taxes: Schema.Array(Schema.Struct({ rate: Schema.String, net: Schema.String, tax: Schema.String })),
  payments: Schema.Array(Schema.Struct({ paymentId: Schema.Int, paymentNumber: Schema.String, amount: Schema.String, date: Schema.String })),
  creditNotes: Schema.Array(Schema.Struct({ id: Schema.Int, invoiceNumber: Schema.String, totalAmount: Schema.String, issueDate: Schema.String })),
  html: Schema.String,
}).annotate({ identifier: "Invoice" })

export const PreviewAnswer = Schema.Struct({
  html: Schema.String,
  /** the same page as a PDF, in base64, marked as a draft; only with `asPdf` */
  pdf: Text,
  /** what a person should check before generating it */
  warnings: Schema.Array(Schema.String),
  /** those of them that only say that the lines or the amount are still blank */
  blanks: Schema.Array(Schema.String),
  currency: Schema.Literals(currencies),
  subtotalAmount: Schema.String,
  taxAmount: Schema.String,
  totalAmount: Schema.String,
  taxRate: Schema.String,
  periodStart: Text,
  periodEnd: Text,
  /** the total computed from the meals of the period; null without a head-count, a contract, a period or meals */
  mealsTotal: Text,
  /** questions that need a reason before the invoice can be created */
  questions: Schema.Array(Schema.String),
}).annotate({ identifier: "InvoicePreview" })

export const PerCurrency = Schema.Struct({ USD: Schema.String, SSP: Schema.String })
export const InvoiceTiles = Schema.Struct({
  totalInvoices: Schema.Int,
  /** net of credit notes issued in the same month */
  invoicedThisMonth: PerCurrency,
  outstanding: PerCurrency,
  overdue: PerCurrency,
  overdueInvoices: Schema.Int,
  /** meal bills issued in the last 7 days, net of their credit notes of those days */
  weeklyRevenue: PerCurrency,
  /** meal bills that are drafts or not settled */
  pendingBills: Schema.Int,
  asOf: Schema.String,
})

export const InvoiceInput = Schema.Struct({
  siteId: SiteGiven,
  billingPeriod: TextInput("Billing period", { required: true, most: 200 }),
  /** required if the text does not name a month */
  periodStart: Schema.optional(Schema.NullOr(DateInput("Period start"))),
  periodEnd: Schema.optional(Schema.NullOr(DateInput("Period end"))),
  staffCount: wholeInput("Staff count must be a whole number"),
  totalAmount: MoneyInput("Total amount must be a number with at most two decimals"),
  clientName: TextInput("Client name", { required: true, most: 200 }),
  clientAddress: Schema.optional(Schema.NullOr(TextInput("Client address", { most: 500 }))),
  dueDate: DateInput("Due date"),
  template: Schema.optional(TextInput("Template", { most: 40 })),
  notes: Schema.optional(Schema.NullOr(TextInput("Notes"))),
  overrideReason: Schema.optional(Schema.NullOr(TextInput("Reason", { most: 500 }))),
  /** the lines, before tax; the total is then computed from them, and `totalAmount` is ignored */
  lines: Schema.optional(
    Schema.Array(
      Schema.Struct({
        description: TextInput("Description", { required: true, most: 300 }),
        quantity: wholeInput("Quantity must be a whole number"),
        unitPrice: MoneyInput("Price must be a number with at most two decimals"),
      }),
    ).check(Schema.isMaxLength(100, { message: "An invoice can have 100 lines at most. Create another one for the rest" })),
  ),
})

const PreviewInput = Schema.Struct({ ...InvoiceInput.fields, asPdf: Schema.optional(Schema.Boolean) })

const Address = (field: string, several = false) =>
  TextInput(field, { most: 1000 }).check(
    Schema.makeFilter((text) =>
      (several ? text.split(",") : [text]).every((part) => part.trim() === "" || isEmail(part.trim())) ? undefined : "Invalid email",
    ),
  )
export const SendInput = Schema.Struct({
  to: Schema.optional(Schema.NullOr(Address("To"))),
  cc: Schema.optional(Schema.NullOr(Address("Cc", true))),
  subject: Schema.optional(Schema.NullOr(TextInput("Subject", { most: 300 }))),
  message: Schema.optional(Schema.NullOr(TextInput("Message", { most: 5000 }))),
})

export const CreditInput = Schema.Struct({
  reason: TextInput("Reason", { required: true, most: 500 }),
  /** lines by number from 1, each with a quantity or an amount before tax; without them everything that is left is credited */
  lines: Schema.optional(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({
          line: wholeInput("Line must be a whole number from 1"),
          quantity: Schema.optional(Schema.NullOr(wholeInput("Quantity must be a whole number"))),
          amount: Schema.optional(Schema.NullOr(MoneyInput())),
        }),
      ),
    ),
  ),
})

export const READERS: ReadonlyArray<Permission> = ["invoices.manage", "finance.departmental"]
const scope = "level 8: its own site if it has one; 7 and 10: all"
const makers: Rule = { may: ["invoices.manage"], scope: "all" }
const clientId = { clientId: Schema.optional(Schema.String) }

export class InvoicesGroup extends callGroup(
  "invoices",
  call.get("list", "/api/invoices", "List invoices", Schema.Array(InvoiceLineAnswer), {
    query: { ...ListQuery, ...clientId, kind: Schema.optional(Schema.String), currency: Schema.optional(Schema.String) },
    may: READERS,
    scope,
    words: { status: ["open", "overdue"] },
    dependsOn: ["invoice", "client", "site", "mail"],
  }),
  call.get("tiles", "/api/invoice-tiles", "Read the figures of invoicing", InvoiceTiles, {
    query: { siteId: Schema.optional(Schema.String) },
    may: READERS,
    scope,
    dependsOn: ["invoice"],
  }),
  call.get("one", "/api/invoices/:id", "Read one invoice", InvoiceAnswer, { may: READERS, scope, dependsOn: ["invoice", "payment", "mail"] }),
  call.get("history", "/api/invoices/:id/history", "Read the history of one invoice", HistoryAnswer, {
    may: READERS,
    scope: `${scope}; the same rows as the list`,
    dependsOn: ["invoice"],
  }),
  call.post("generate", "/api/invoices/generate", "Generate an invoice", InvoiceAnswer.pipe(created), {
    payload: InvoiceInput,
    ...makers,
    duties: "a total that differs from the meals needs a reason",
  }),
  call.post("preview", "/api/invoices/preview", "Preview an invoice", PreviewAnswer, { payload: PreviewInput, ...makers }),
  call.post("send", "/api/invoices/:id/send", "Send an invoice", InvoiceAnswer, {
    payload: [Schema.Null, SendInput],
    ...makers,
    duties: "to the address of the client's record only; 3 an hour an invoice",
  }),
  call.get(
    "download",
    "/api/invoices/:id/download",
    "Download an invoice as PDF",
    Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
    { may: READERS, scope: `${scope}; the same rows as the list`, audited: "export", dependsOn: ["invoice"] },
  ),
  call.post("credit", "/api/invoices/:id/credit", "Credit an invoice", InvoiceAnswer.pipe(created), {
    payload: CreditInput,
    ...makers,
    duties: "never more than the invoice",
    stepUp: true,
  }),
  call.post("discard", "/api/invoices/:id/discard", "Discard a draft invoice", InvoiceAnswer, {
    payload: [Schema.Null, Schema.Struct({ reason: Schema.optional(Schema.NullOr(TextInput("Reason", { most: 500 }))) })],
    ...makers,
    duties: "drafts only",
  }),
  call.post("applyCredit", "/api/invoices/:id/apply-credit", "Apply a client's credit to an invoice", InvoiceAnswer, {
    payload: [Schema.Null, Schema.Struct({ amount: Schema.optional(Schema.NullOr(MoneyInput())) })],
    may: ["payments.process"],
    scope: "all",
    duties: "never more than the client's credit",
  }),
) {}

export class InvoicesApi extends HttpApi.make("ops").add(InvoicesGroup) {}
