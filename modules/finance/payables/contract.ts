/** The calls about suppliers' bills and what we owe. Money and quantities are decimal strings, rates percentages. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AttachedFile } from "@ops/platform/records/field.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { FINANCE, InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
import { AttachmentsInput } from "@ops/platform/documents/attachment-contract.ts"
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
import { decimalInput } from "@ops/platform/decimal-input.ts"
import { formatMoney, MoneyInput, parseMoney } from "@ops/platform/money.ts"
import { QuantityInput } from "@ops/platform/quantity.ts"
import { StatementAnswer } from "@ops/ledger/statements/contract.ts"
import { Named, Text } from "../expense-requests/contract.ts"
import { currencies } from "../shared/labels.ts"

const MatchItemAnswer = Schema.Struct({
  item: Schema.String,
  purchaseItemId: Schema.NullOr(Schema.Int),
  ordered: Schema.String,
  received: Schema.String,
  /** on this bill and those before it */
  billed: Schema.String,
  /** USD by the order's price for what this bill bills */
  expected: Schema.String,
  /** USD before tax on this bill */
  charged: Schema.String,
  problem: Text,
})
export const MatchAnswer = Schema.Struct({
  state: Schema.Literals(["matched", "differs", "none"]),
  items: Schema.Array(MatchItemAnswer),
  differences: Schema.Array(MatchItemAnswer),
})

export const PayableAnswer = Schema.Struct({
  id: Schema.Int,
  billNumber: Schema.String,
  vendorId: Schema.Int,
  vendorName: Schema.String,
  vendorNumber: Schema.String,
  /** the vendor's own */
  invoiceNumber: Schema.String,
  /** with the tax */
  amount: Schema.String,
  taxAmount: Schema.String,
  withholdingRate: Text,
  currency: Schema.Literals(currencies),
  /** SSP for a dollar on the invoice date; null for USD */
  rate: Text,
  invoiceDate: Schema.String,
  dueDate: Schema.String,
  description: Schema.String,
  category: Schema.String,
  siteId: Schema.Int,
  siteName: Schema.String,
  siteCode: Schema.String,
  purchaseRequestId: Schema.NullOr(Schema.Int),
  purchaseRequestNumber: Text,
  lines: Schema.Array(
    Schema.Struct({
      description: Schema.String,
      purchaseItemId: Schema.NullOr(Schema.Int),
      quantity: Schema.String,
      unitPrice: Schema.String,
      amount: Schema.String,
      accountNumber: Schema.String,
      accountName: Text,
    }),
  ),
  match: MatchAnswer,
  matchReason: Text,
  status: Schema.Literals(["open", "part_paid", "paid", "disputed", "credited"]),
  /** the day from which it is in the books; null before its approval */
  postedDate: Text,
  paidAmount: Schema.String,
  withheldAmount: Schema.String,
  creditedAmount: Schema.String,
  balance: Schema.String,
  overdue: Schema.Boolean,
  daysOverdue: Schema.Int,
  paidDate: Text,
  paymentReference: Text,
  payments: Schema.Array(Schema.Struct({ runId: Schema.Int, runNumber: Text, amount: Schema.String, withholding: Schema.String, date: Schema.String })),
  credits: Schema.Array(Schema.Struct({ amount: Schema.String, date: Schema.String, reference: Text, reason: Schema.String })),
  disputeReason: Text,
  /** the payment run that is to pay it */
  runId: Schema.NullOr(Schema.Int),
  runNumber: Text,
  reservedAmount: Schema.String,
  journalEntryId: Schema.NullOr(Schema.Int),
  journalEntryNumber: Text,
  attachments: Schema.Array(AttachedFile),
  notes: Schema.String,
  createdBy: Schema.NullOr(Schema.Int),
  createdByUser: Named,
  approvedBy: Schema.NullOr(Schema.Int),
  approvedByUser: Named,
  approvedDate: Text,
  /** what the caller may do now */
  canApprove: Schema.Boolean,
  canDispute: Schema.Boolean,
  canResolve: Schema.Boolean,
  canCredit: Schema.Boolean,
  canPay: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

const Amounts = Schema.Struct({ USD: Schema.String, SSP: Schema.String })
export const PayableFiguresAnswer = Schema.Struct({
  waitingBills: Schema.Int,
  waiting: Amounts,
  openBills: Schema.Int,
  open: Amounts,
  overdueBills: Schema.Int,
  overdue: Amounts,
  /** due within seven days */
  dueSoonBills: Schema.Int,
  dueSoon: Amounts,
  disputedBills: Schema.Int,
})

/** A proposed bill for goods received and not billed yet. */
export const PayableProposalAnswer = Schema.Struct({
  purchaseRequestId: Schema.Int,
  requestNumber: Schema.String,
  siteId: Schema.Int,
  vendorId: Schema.NullOr(Schema.Int),
  vendorName: Text,
  currency: Schema.Literals(currencies),
  lines: Schema.Array(
    Schema.Struct({
      purchaseItemId: Schema.Int,
      description: Schema.String,
      unit: Schema.String,
      ordered: Schema.String,
      received: Schema.String,
      /** on existing bills */
      billed: Schema.String,
      /** received and not billed */
      quantity: Schema.String,
      /** by the order's price */
      amount: Schema.String,
    }),
  ),
})

const PercentInput = decimalInput(
  "Withholding must be a percentage between 0 and 100",
  (text) => {
    const hundredths = parseMoney(text)
    return hundredths === undefined || hundredths < 0 || hundredths > 10_000 ? undefined : hundredths
  },
  formatMoney,
)

const nullable = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

export const PayableInput = Schema.Struct({
  vendorId: IdInput("Vendor is required"),
  invoiceNumber: TextInput("Invoice number", { required: true, most: 100 }),
  /** the vendor's, if not given */
  currency: nullable(OneOf("Currency", ...currencies)),
  invoiceDate: DateInput("Invoice date"),
  /** by the vendor's terms, if not given */
  dueDate: nullable(DateInput("Due date")),
  description: nullable(TextInput("Description", { most: 500 })),
  category: TextInput("Category", { required: true, most: 100 }),
  /** that of the purchase request, if not given */
  siteId: nullable(Schema.Union([Schema.String, Schema.Finite])),
  purchaseRequestId: nullable(IdInput("Purchase request must be the id of one")),
  /** with the tax; the lines and the tax, if not given */
  amount: nullable(MoneyInput()),
  taxAmount: nullable(MoneyInput("Tax must be a number with at most two decimals")),
  /** percent of the amount before tax */
  withholdingRate: nullable(PercentInput),
  /** one line over all of it, if there are none */
  lines: nullable(
    Schema.Array(
      Schema.Struct({
        description: nullable(TextInput("Description", { most: 500 })),
        purchaseItemId: nullable(IdInput("Item must be one of the purchase request")),
        quantity: nullable(QuantityInput),
        unitPrice: nullable(MoneyInput("Price must be a number with at most two decimals")),
        amount: nullable(MoneyInput()),
        accountNumber: nullable(TextInput("Account", { most: 20 })),
      }),
    ).check(Schema.isMaxLength(200, { message: "A bill can have 200 lines at most" })),
  ),
  notes: nullable(TextInput("Notes", { most: 2000 })),
  /** the ids of files that the caller has uploaded */
  attachments: nullable(AttachmentsInput),
})

export const PayableApprovalInput = Schema.Struct({
  /** needed where the bill differs from its order */
  reason: nullable(TextInput("Reason", { most: 500 })),
  /** the version of the bill that the person looked at; 409 if it has changed since */
  version: Schema.optional(Schema.Int),
})
const Reason = Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) })
const Note = Schema.Struct({ note: nullable(TextInput("Note", { most: 500 })) })
export const PayableCreditInput = Schema.Struct({
  /** all that is open, if not given */
  amount: nullable(MoneyInput()),
  /** today, if not given */
  date: nullable(DateInput("Date")),
  /** the number of the vendor's credit note */
  reference: nullable(TextInput("Reference", { most: 100 })),
  reason: TextInput("Reason", { required: true, most: 500 }),
})

const id = { params: { id: Id } }
const rows = "8: its own site if it has one; 7 and 10: all"
const optional = Schema.optional(Schema.String)

export class PayablesGroup extends HttpApiGroup.make("payables")
  .add(
    HttpApiEndpoint.get("list", "/api/accounts-payable", {
      query: {
        ...ListQuery,
        currency: optional,
        category: optional,
        vendorId: optional,
        purchaseRequestId: optional,
        match: optional,
        /** true: those that wait for approval */
        waiting: optional,
        /** true: those in the books of which something is open */
        owed: optional,
        overdue: optional,
      },
      success: Schema.Array(PayableAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, ["payable", "payment_run"]),
  )
  .add(
    HttpApiEndpoint.get("figures", "/api/accounts-payable/figures", { query: { siteId: optional }, success: PayableFiguresAnswer, error: rejections })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, ["payable"]),
  )
  .add(
    HttpApiEndpoint.get("proposal", "/api/accounts-payable/proposal", {
      query: { purchaseRequestId: Schema.String },
      success: PayableProposalAnswer,
      error: rejections,
    })
      .annotate(Rule, { may: ["finance.full"], scope: "all" })
      .annotate(InvalidatedBy, ["payable", "purchase_request"]),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/accounts-payable/:id", { ...id, success: PayableAnswer, error: rejections })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, ["payable", "payment_run"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/accounts-payable/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, ["payable"]),
  )
  .add(
    HttpApiEndpoint.post("enter", "/api/accounts-payable", { payload: PayableInput, success: PayableAnswer.pipe(created), error: rejections }).annotate(Rule, {
      may: ["finance.full"],
      scope: "all",
    }),
  )
  .add(
    HttpApiEndpoint.post("approve", "/api/accounts-payable/:id/approve", {
      ...id,
      payload: [Schema.Null, PayableApprovalInput],
      success: PayableAnswer,
      error: rejections,
    }).annotate(Rule, {
      may: ["finance.full"],
      scope: "all",
      duties: "not who entered it; without an order not who added the vendor; one that differs from its order needs a reason",
      stepUp: true,
    }),
  )
  .add(
    HttpApiEndpoint.post("dispute", "/api/accounts-payable/:id/dispute", { ...id, payload: Reason, success: PayableAnswer, error: rejections }).annotate(Rule, {
      may: ["finance.full"],
      scope: "all",
    }),
  )
  .add(
    HttpApiEndpoint.post("resolve", "/api/accounts-payable/:id/resolve", {
      ...id,
      payload: [Schema.Null, Note],
      success: PayableAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["finance.full"], scope: "all" }),
  )
  .add(
    HttpApiEndpoint.post("credit", "/api/accounts-payable/:id/credit", {
      ...id,
      payload: PayableCreditInput,
      success: PayableAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["finance.full"], scope: "all", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.get("aged", "/api/reports/aged-payables", {
      query: {
        /** what was open at the end of this day; today if not given */
        asAt: optional,
        /** USD if not given */
        currency: Schema.optional(Schema.Literals(currencies)),
        siteId: optional,
        format: Schema.optional(Schema.Literals(["json", "pdf", "xlsx", "csv"])),
      },
      success: StatementAnswer,
      error: rejections,
    })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, ["payable", "journal_entry"]),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class PayablesApi extends HttpApi.make("ops").add(PayablesGroup) {}
