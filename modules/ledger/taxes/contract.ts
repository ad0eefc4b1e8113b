/** The calls for tax reports and their payments. Money is a decimal string; rates are percent with two places. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { AcrossSites, FINANCE, InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
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
import { MoneyInput } from "@ops/platform/money.ts"
import { ReversalPreview, reversible, ReversingInput } from "../reversals/contract.ts"
import { StatementAnswer } from "../statements/contract.ts"

const taxTypes = ["sales", "withholding", "pit", "nsif"] as const
const currencies = ["USD", "SSP"] as const
const Named = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))
const Text = Schema.NullOr(Schema.String)
const Number = Schema.NullOr(Schema.Int)

export const TaxReportAnswer = Schema.Struct({
  id: Schema.Int,
  reportNumber: Schema.String,
  taxPeriod: Schema.String,
  taxType: Schema.Literals(taxTypes),
  currency: Schema.Literals(currencies),
  totalTaxable: Schema.String,
  totalTaxOwed: Schema.String,
  totalTaxPaid: Schema.String,
  taxBalance: Schema.String,
  /** what no payment is recorded for */
  open: Schema.String,
  /** what the books have of the tax in this month now */
  inBooks: Schema.String,
  lineCount: Schema.Int,
  dueDate: Schema.String,
  overdue: Schema.Boolean,
  filingDate: Text,
  filingReference: Text,
  status: Schema.Literals(["draft", "reviewed", "filed", "paid"]),
  notes: Schema.String,
  createdBy: Number,
  createdByUser: Named,
  reviewedBy: Number,
  reviewedByUser: Named,
  reviewedDate: Text,
  /** who reviewed it, and when, by their documented names */
  approvedBy: Number,
  approvedDate: Text,
  filedByUser: Named,
  /** what the caller may do now */
  canReview: Schema.Boolean,
  canFile: Schema.Boolean,
  canDrawUp: Schema.Boolean,
  canPay: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})
export const TaxReportLines = Schema.Struct({
  ...TaxReportAnswer.fields,
  lines: Schema.Array(
    Schema.Struct({
      journalEntryId: Schema.Int,
      entryNumber: Schema.String,
      date: Schema.String,
      sourceKind: Text,
      sourceId: Number,
      transactionId: Number,
      expenseId: Number,
      payrollId: Number,
      description: Schema.String,
      siteId: Number,
      taxType: Schema.Literals(taxTypes),
      taxableAmount: Schema.String,
      taxRate: Text,
      taxAmount: Schema.String,
    }),
  ),
})

export const TaxPaymentAnswer = Schema.Struct({
  id: Schema.Int,
  paymentNumber: Schema.String,
  taxReportId: Schema.Int,
  reportNumber: Schema.String,
  taxType: Schema.Literals(taxTypes),
  taxPeriod: Schema.String,
  paymentDate: Schema.String,
  paymentAmount: Schema.String,
  currency: Schema.Literals(currencies),
  paymentMethod: Schema.Literals(["bank_transfer", "cash", "check"]),
  bankAccount: Schema.String,
  referenceNumber: Text,
  notes: Schema.String,
  status: Schema.Literals(["pending", "approved", "paid", "cancelled", "reversed"]),
  recordedBy: Number,
  recordedByUser: Named,
  approvedBy: Number,
  approvedByUser: Named,
  approvedDate: Text,
  paidBy: Number,
  paidByUser: Named,
  journalEntryId: Number,
  journalEntryNumber: Text,
  reason: Text,
  canApprove: Schema.Boolean,
  canPay: Schema.Boolean,
  ...reversible,
  canCancel: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

const AnyText = (field: string, most: number) => Schema.optional(Schema.NullOr(TextInput(field, { most })))
const AnyDate = (field: string) => Schema.optional(Schema.NullOr(DateInput(field)))
export const TaxReportInput = Schema.Struct({
  /** 2026-10 */
  taxPeriod: TextInput("Tax period", { required: true, most: 7 }),
  taxType: OneOf("Tax type", ...taxTypes),
  currency: Schema.optional(OneOf("Currency", ...currencies)),
  notes: AnyText("Notes", 2000),
})
export const FilingInput = Schema.Struct({ filingDate: AnyDate("Filing date"), reference: AnyText("Reference", 100) })
export const TaxPaymentInput = Schema.Struct({
  taxReportId: IdInput("Tax report is required"),
  /** what is open of the report, if not given */
  paymentAmount: Schema.optional(Schema.NullOr(MoneyInput())),
  paymentMethod: Schema.optional(OneOf("Payment method", "bank_transfer", "cash", "check")),
  /** today, if not given */
  paymentDate: AnyDate("Payment date"),
  referenceNumber: AnyText("Reference", 100),
  notes: AnyText("Notes", 2000),
})
export const TaxPayInput = Schema.Struct({ paidDate: AnyDate("Payment date"), reference: AnyText("Reference", 100) })
export const TaxCancelInput = Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) })

const id = { params: { id: Id } }
const reads: Rule = { may: FINANCE, scope: "all; 8: lines of its own site if it has one, the rest as one line" }
const writes: Rule = { may: ["finance.full"], scope: "all" }
const filters = { status: Schema.optional(Schema.String), taxType: Schema.optional(Schema.String), currency: Schema.optional(Schema.String) }

export class TaxReportsGroup extends HttpApiGroup.make("taxReports")
  .add(
    HttpApiEndpoint.get("list", "/api/tax-reports", {
      query: { ...ListQuery, ...filters, taxPeriod: Schema.optional(Schema.String) },
      success: Schema.Array(TaxReportAnswer),
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["tax_report", "journal_entry"])
      .annotate(AcrossSites, "session"),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/tax-reports/:id", { ...id, success: TaxReportLines, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["tax_report", "journal_entry"])
      .annotate(AcrossSites, "session"),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/tax-reports/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["tax_report"]),
  )
  .add(
    HttpApiEndpoint.get("statement", "/api/tax-reports/:id/statement", {
      ...id,
      query: { format: Schema.optional(Schema.Literals(["json", "pdf", "xlsx", "csv"])) },
      success: StatementAnswer,
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["tax_report"]),
  )
  .add(
    HttpApiEndpoint.post("drawUp", "/api/tax-reports", { payload: TaxReportInput, success: TaxReportLines.pipe(created), error: rejections }).annotate(
      Rule,
      writes,
    ),
  )
  .add(
    HttpApiEndpoint.post("review", "/api/tax-reports/:id/review", { ...id, success: TaxReportAnswer, error: rejections }).annotate(Rule, {
      ...writes,
      duties: "not the person who drew it up",
    }),
  )
  .add(
    HttpApiEndpoint.post("file", "/api/tax-reports/:id/file", {
      ...id,
      payload: [Schema.Null, FilingInput],
      success: TaxReportAnswer,
      error: rejections,
    }).annotate(Rule, { ...writes, duties: "once it is reviewed" }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class TaxPaymentsGroup extends HttpApiGroup.make("taxPayments")
  .add(
    HttpApiEndpoint.get("list", "/api/tax-payments", {
      query: { ...ListQuery, ...filters, taxReportId: Schema.optional(Schema.String) },
      success: Schema.Array(TaxPaymentAnswer),
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["tax_payment", "tax_report"]),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/tax-payments/:id", { ...id, success: TaxPaymentAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["tax_payment", "tax_report"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/tax-payments/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["tax_payment"]),
  )
  .add(
    HttpApiEndpoint.post("record", "/api/tax-payments", { payload: TaxPaymentInput, success: TaxPaymentAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      writes,
    ),
  )
  .add(
    HttpApiEndpoint.post("approve", "/api/tax-payments/:id/approve", { ...id, success: TaxPaymentAnswer, error: rejections }).annotate(Rule, {
      ...writes,
      duties: "not the person who recorded it",
      stepUp: true,
    }),
  )
  .add(
    HttpApiEndpoint.post("pay", "/api/tax-payments/:id/pay", {
      ...id,
      payload: [Schema.Null, TaxPayInput],
      success: TaxPaymentAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["payments.process"], scope: "all", duties: "not the approver", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("cancel", "/api/tax-payments/:id/cancel", {
      ...id,
      payload: TaxCancelInput,
      success: TaxPaymentAnswer,
      error: rejections,
    }).annotate(Rule, writes),
  )
  .add(
    HttpApiEndpoint.get("reversal", "/api/tax-payments/:id/reversal", { ...id, success: ReversalPreview, error: rejections })
      .annotate(Rule, { may: ["payments.process"], scope: "all" })
      .annotate(InvalidatedBy, ["tax_payment", "tax_report"]),
  )
  .add(
    HttpApiEndpoint.post("reverse", "/api/tax-payments/:id/reverse", { ...id, payload: ReversingInput, success: TaxPaymentAnswer, error: rejections }).annotate(
      Rule,
      {
        may: ["payments.process"],
        scope: "all",
        duties: "not the payer; once, with a reason",
        stepUp: true,
      },
    ),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class TaxesApi extends HttpApi.make("ops").add(TaxReportsGroup).add(TaxPaymentsGroup) {}
