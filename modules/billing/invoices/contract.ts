/** The calls about invoices and payments. Money is a decimal string in the document's currency; days are Juba's. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
import { wholeInput } from "@ops/platform/decimal-input.ts"
import {
  ErrorMapping,
  created,
  DateInput,
  Id,
  IdInput,
  ListQuery,
  OneOf,
  Authorization,
  rejections,
  Authentication,
  TextInput,
} from "@ops/platform/http/contract.ts"
import { FilterWords } from "@ops/platform/http/filter-words.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { isEmail } from "@ops/platform/text.ts"
import { ReversalPreview, reversible, ReversingInput } from "@ops/ledger/reversals/contract.ts"
import { StatementAnswer } from "@ops/ledger/statements/contract.ts"

const currencies = ["USD", "SSP"] as const
const methods = ["cash", "bank_transfer", "check", "credit_card"] as const
const statuses = ["draft", "issued", "sent", "part_paid", "paid", "credited", "discarded"] as const
const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)

const invoice = {
  id: Schema.Int,
  /** null while it is a draft */
  invoiceNumber: Text,
  kind: Schema.Literals(["meal", "service", "construction", "credit_note"]),
  siteId: Schema.Int,
  site: Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }),
  clientId: Schema.Int,
  clientName: Schema.String,
  clientAddress: Schema.String,
  /** the address of the client's record, to which mail goes */
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
  /** open after its due date: computed, never kept */
  overdue: Schema.Boolean,
  template: Schema.String,
  notes: Schema.String,
  overrideReason: Text,
  creditOf: Whole,
  creditOfNumber: Text,
  /** the last credit note of an invoice that was cancelled: it is sent instead */
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
export const InvoiceLineAnswer = Schema.Struct(invoice)

/** An invoice with what it is made of, and the page that people preview. */
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
})

export const PreviewAnswer = Schema.Struct({
  html: Schema.String,
  /** what a person should check before generating it */
  warnings: Schema.Array(Schema.String),
  currency: Schema.Literals(currencies),
  subtotalAmount: Schema.String,
  taxAmount: Schema.String,
  totalAmount: Schema.String,
  taxRate: Schema.String,
  periodStart: Text,
  periodEnd: Text,
  /** what the meals of the period give; null without a head-count, a contract, a period or meals */
  mealsTotal: Text,
  /** what the invoice needs a reason for */
  questions: Schema.Array(Schema.String),
})

export const PaymentAnswer = Schema.Struct({
  id: Schema.Int,
  paymentNumber: Schema.String,
  clientId: Schema.Int,
  clientName: Schema.String,
  date: Schema.String,
  amount: Schema.String,
  currency: Schema.Literals(currencies),
  method: Schema.Literals([...methods, "client_credit"]),
  reference: Text,
  allocations: Schema.Array(Schema.Struct({ invoiceId: Schema.Int, invoiceNumber: Schema.String, amount: Schema.String })),
  /** what became the client's credit */
  unallocated: Schema.String,
  notes: Schema.String,
  status: Schema.Literals(["received", "reversed"]),
  ...reversible,
  recordedBy: Whole,
  version: Schema.Int,
  createdAt: Schema.String,
})

const PerCurrency = Schema.Struct({ USD: Schema.String, SSP: Schema.String })
export const ClientAccountAnswer = Schema.Struct({
  id: Schema.Int,
  clientId: Schema.Int,
  clientName: Schema.String,
  openInvoices: Schema.Int,
  open: PerCurrency,
  credit: PerCurrency,
})

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
  siteId: Schema.Union([Schema.String, Schema.Finite]),
  billingPeriod: TextInput("Billing period", { required: true, most: 200 }),
  /** where the words name no month */
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
})

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
  /** lines by their place from 1, each with a quantity or an amount before tax; without them all that is left is credited */
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

export const PaymentInput = Schema.Struct({
  clientId: IdInput("Client is required"),
  amount: MoneyInput(),
  currency: Schema.optional(OneOf("Currency", ...currencies)),
  method: Schema.optional(OneOf("Payment method", ...methods)),
  date: Schema.optional(DateInput("Payment date")),
  reference: Schema.optional(Schema.NullOr(TextInput("Reference", { most: 100 }))),
  notes: Schema.optional(Schema.NullOr(TextInput("Notes", { most: 500 }))),
  /** without it the oldest invoices are settled first */
  allocations: Schema.optional(Schema.NullOr(Schema.Array(Schema.Struct({ invoiceId: IdInput("Invoice is required"), amount: MoneyInput() })))),
})

export const READERS: ReadonlyArray<Permission> = ["invoices.manage", "finance.departmental"]
const scope = "level 8: its own site if it has one; 7 and 10: all"
const makers: Rule = { may: ["invoices.manage"], scope: "all" }
const id = { params: { id: Id } }
const clientId = { clientId: Schema.optional(Schema.String) }
const paid = "level 8 with a site: payments of that site's invoices; 7 and 10: all"

export class InvoicesGroup extends HttpApiGroup.make("invoices")
  .add(
    HttpApiEndpoint.get("list", "/api/invoices", {
      query: { ...ListQuery, ...clientId, kind: Schema.optional(Schema.String), currency: Schema.optional(Schema.String) },
      success: Schema.Array(InvoiceLineAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: READERS, scope })
      .annotate(FilterWords, { status: ["open", "overdue"] })
      .annotate(InvalidatedBy, ["invoice", "client", "site", "mail"]),
  )
  .add(
    HttpApiEndpoint.get("tiles", "/api/invoice-tiles", { query: { siteId: Schema.optional(Schema.String) }, success: InvoiceTiles, error: rejections })
      .annotate(Rule, { may: READERS, scope })
      .annotate(InvalidatedBy, ["invoice"]),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/invoices/:id", { ...id, success: InvoiceAnswer, error: rejections })
      .annotate(Rule, { may: READERS, scope })
      .annotate(InvalidatedBy, ["invoice", "payment", "mail"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/invoices/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: READERS, scope: `${scope}; the same rows as the list` })
      .annotate(InvalidatedBy, ["invoice"]),
  )
  .add(
    HttpApiEndpoint.post("generate", "/api/invoices/generate", { payload: InvoiceInput, success: InvoiceAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      { ...makers, duties: "a total that differs from the meals needs a reason" },
    ),
  )
  .add(HttpApiEndpoint.post("preview", "/api/invoices/preview", { payload: InvoiceInput, success: PreviewAnswer, error: rejections }).annotate(Rule, makers))
  .add(
    HttpApiEndpoint.post("send", "/api/invoices/:id/send", {
      ...id,
      payload: [Schema.Null, SendInput],
      success: InvoiceAnswer,
      error: rejections,
    }).annotate(Rule, { ...makers, duties: "to the address of the client's record only; 3 an hour an invoice" }),
  )
  .add(
    HttpApiEndpoint.get("download", "/api/invoices/:id/download", {
      ...id,
      success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
      error: rejections,
    })
      .annotate(Rule, { may: READERS, scope: `${scope}; the same rows as the list`, audited: "export" })
      .annotate(InvalidatedBy, ["invoice"]),
  )
  .add(
    HttpApiEndpoint.post("credit", "/api/invoices/:id/credit", {
      ...id,
      payload: CreditInput,
      success: InvoiceAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { ...makers, duties: "never more than the invoice", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("discard", "/api/invoices/:id/discard", {
      ...id,
      payload: [Schema.Null, Schema.Struct({ reason: Schema.optional(Schema.NullOr(TextInput("Reason", { most: 500 }))) })],
      success: InvoiceAnswer,
      error: rejections,
    }).annotate(Rule, { ...makers, duties: "drafts only" }),
  )
  .add(
    HttpApiEndpoint.post("applyCredit", "/api/invoices/:id/apply-credit", {
      ...id,
      payload: [Schema.Null, Schema.Struct({ amount: Schema.optional(Schema.NullOr(MoneyInput())) })],
      success: InvoiceAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["payments.process"], scope: "all", duties: "never more than the client's credit" }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class PaymentsGroup extends HttpApiGroup.make("payments")
  .add(
    HttpApiEndpoint.get("list", "/api/payments", {
      query: { ...ListQuery, ...clientId, method: Schema.optional(Schema.String), currency: Schema.optional(Schema.String) },
      success: Schema.Array(PaymentAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: READERS, scope: paid })
      .annotate(InvalidatedBy, ["payment", "invoice", "client"]),
  )
  .add(
    HttpApiEndpoint.post("receive", "/api/payments", { payload: PaymentInput, success: PaymentAnswer.pipe(created), error: rejections }).annotate(Rule, {
      may: ["payments.process"],
      scope: "all",
      duties: "never more than is open of an invoice",
    }),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/payments/:id", { ...id, success: PaymentAnswer, error: rejections })
      .annotate(Rule, { may: READERS, scope: paid })
      .annotate(InvalidatedBy, ["payment", "invoice", "client"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/payments/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: READERS, scope: paid })
      .annotate(InvalidatedBy, ["payment"]),
  )
  .add(
    HttpApiEndpoint.get("reversal", "/api/payments/:id/reversal", { ...id, success: ReversalPreview, error: rejections })
      .annotate(Rule, { may: ["payments.process"], scope: "all" })
      .annotate(InvalidatedBy, ["payment", "invoice", "client_account"]),
  )
  .add(
    HttpApiEndpoint.post("reverse", "/api/payments/:id/reverse", { ...id, payload: ReversingInput, success: PaymentAnswer, error: rejections }).annotate(Rule, {
      may: ["payments.process"],
      scope: "all",
      duties: "once, with a reason; not while the client has used the credit it left",
      stepUp: true,
    }),
  )
  .add(
    HttpApiEndpoint.get("accounts", "/api/client-accounts", {
      query: { ...ListQuery, ...clientId },
      success: Schema.Array(ClientAccountAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: ["finance.full"], scope: "all" })
      .annotate(InvalidatedBy, ["client_account", "invoice"]),
  )
  .add(
    HttpApiEndpoint.get("aged", "/api/reports/aged-receivables", {
      query: {
        /** what was open at the end of this day; today if not given */
        asAt: Schema.optional(Schema.String),
        /** USD if not given */
        currency: Schema.optional(Schema.Literals(["USD", "SSP"])),
        siteId: Schema.optional(Schema.String),
        format: Schema.optional(Schema.Literals(["json", "pdf", "xlsx", "csv"])),
      },
      success: StatementAnswer,
      error: rejections,
    })
      .annotate(Rule, { may: READERS, scope: "level 8 with a site: its own invoices; 7 and 10: all" })
      .annotate(InvalidatedBy, ["invoice", "payment"]),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class InvoicesApi extends HttpApi.make("ops").add(InvoicesGroup).add(PaymentsGroup) {}
