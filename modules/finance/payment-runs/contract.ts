/** The calls about payment runs: what could be paid, and the runs that pay it. Money is a decimal string. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { FINANCE, InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
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
import { ReversalAnswer, ReversalPreview, reversible, ReversingInput } from "@ops/ledger/reversals/contract.ts"
import { Named, Text } from "../expense-requests/contract.ts"
import { currencies } from "../shared/labels.ts"

const accounts = ["1000", "1010", "1020"] as const
const Sums = { amount: Schema.String, withholding: Schema.String, net: Schema.String }
const VendorSums = Schema.Struct({ vendorId: Schema.Int, vendorName: Schema.String, bills: Schema.Int, ...Sums })

export const PaymentRunAnswer = Schema.Struct({
  id: Schema.Int,
  runNumber: Schema.String,
  currency: Schema.Literals(currencies),
  account: Schema.Literals(accounts),
  accountName: Text,
  paymentDate: Schema.String,
  bills: Schema.Int,
  items: Schema.Array(
    Schema.Struct({
      payableId: Schema.Int,
      billNumber: Schema.String,
      invoiceNumber: Schema.String,
      dueDate: Schema.String,
      vendorId: Schema.Int,
      vendorName: Schema.String,
      siteCode: Schema.String,
      ...Sums,
      /** why the run cannot be executed as it is */
      problem: Text,
    }),
  ),
  /** `reversal`: how the payment to the vendor was reversed; null while it stands */
  vendors: Schema.Array(Schema.Struct({ ...VendorSums.fields, reversal: ReversalAnswer })),
  /** what is settled of the bills */
  total: Schema.String,
  /** of it to the tax office */
  withheld: Schema.String,
  /** of it to the vendors */
  net: Schema.String,
  /** SSP for a dollar on the payment date; null for USD and before it is executed */
  rate: Text,
  status: Schema.Literals(["draft", "approved", "executed", "cancelled", "reversed"]),
  makerId: Schema.NullOr(Schema.Int),
  maker: Named,
  checkerId: Schema.NullOr(Schema.Int),
  checker: Named,
  approvedDate: Text,
  executedBy: Schema.NullOr(Schema.Int),
  executor: Named,
  executedDate: Text,
  reference: Text,
  journalEntryId: Schema.NullOr(Schema.Int),
  journalEntryNumber: Text,
  cancelReason: Text,
  /** the documents that were issued, by their SHA-256 */
  documents: Schema.Array(Schema.Struct({ vendorId: Schema.Int, document: Schema.Literals(["remittance", "certificate"]), sha256: Schema.String })),
  notes: Schema.String,
  /** what the caller may do now */
  canApprove: Schema.Boolean,
  canExecute: Schema.Boolean,
  canCancel: Schema.Boolean,
  /** how all of it was reversed */
  ...reversible,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

/** What could be paid in a currency: vendor by vendor, the oldest bills first. */
export const RunProposalAnswer = Schema.Struct({
  currency: Schema.Literals(currencies),
  dueBy: Schema.String,
  /** the bank of the currency */
  account: Schema.Literals(accounts),
  vendors: Schema.Array(
    Schema.Struct({
      ...VendorSums.fields,
      items: Schema.Array(
        Schema.Struct({
          payableId: Schema.Int,
          billNumber: Schema.String,
          invoiceNumber: Schema.String,
          dueDate: Schema.String,
          overdue: Schema.Boolean,
          siteCode: Schema.String,
          ...Sums,
        }),
      ),
    }),
  ),
  bills: Schema.Int,
  total: Schema.String,
  withheld: Schema.String,
  net: Schema.String,
})

const nullable = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))
export const PaymentRunInput = Schema.Struct({
  currency: OneOf("Currency", ...currencies),
  /** the bank of the currency, if not given */
  account: nullable(OneOf("Account", ...accounts)),
  /** today, if not given */
  paymentDate: nullable(DateInput("Payment date")),
  items: Schema.Array(
    Schema.Struct({
      payableId: IdInput("Bill is required"),
      /** all that is open, if not given */
      amount: nullable(MoneyInput()),
    }),
  ).check(Schema.isMaxLength(200, { message: "A payment run can have 200 bills at most. Make another for the rest" })),
  notes: nullable(TextInput("Notes", { most: 500 })),
})
const Version = Schema.Struct({ version: Schema.optional(Schema.Int) })
export const ExecutionInput = Schema.Struct({
  /** the bank's or the cheque's; the number of the run, if not given */
  reference: nullable(TextInput("Reference", { most: 100 })),
  version: Schema.optional(Schema.Int),
})
const Reason = Schema.Struct({ reason: nullable(TextInput("Reason", { most: 500 })) })

const id = { params: { id: Id } }
const rows = "8: runs with a bill of its own site if it has one, and of them its own bills; 7 and 10: all"
const pdf = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" }))
const made = ["payment_run", "payable"]

export class PaymentRunsGroup extends HttpApiGroup.make("paymentRuns")
  .add(
    HttpApiEndpoint.get("list", "/api/payment-runs", {
      query: { ...ListQuery, currency: Schema.optional(Schema.String), account: Schema.optional(Schema.String) },
      success: Schema.Array(PaymentRunAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, made),
  )
  .add(
    HttpApiEndpoint.get("proposal", "/api/payment-runs/proposal", {
      query: {
        /** USD if not given */
        currency: Schema.optional(OneOf("Currency", ...currencies)),
        /** today, if not given */
        dueBy: Schema.optional(DateInput("dueBy")),
      },
      success: RunProposalAnswer,
      error: rejections,
    })
      .annotate(Rule, { may: ["finance.full"], scope: "all" })
      .annotate(InvalidatedBy, made),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/payment-runs/:id", { ...id, success: PaymentRunAnswer, error: rejections })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, made),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/payment-runs/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, ["payment_run"]),
  )
  .add(
    HttpApiEndpoint.post("draft", "/api/payment-runs", { payload: PaymentRunInput, success: PaymentRunAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      {
        may: ["finance.full"],
        scope: "all",
      },
    ),
  )
  .add(
    HttpApiEndpoint.post("approve", "/api/payment-runs/:id/approve", {
      ...id,
      payload: [Schema.Null, Version],
      success: PaymentRunAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["finance.full"], scope: "all", duties: "not who made it", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("execute", "/api/payment-runs/:id/execute", {
      ...id,
      payload: [Schema.Null, ExecutionInput],
      success: PaymentRunAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["payments.process"], scope: "all", duties: "only what another than its maker has checked", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("cancel", "/api/payment-runs/:id/cancel", {
      ...id,
      payload: [Schema.Null, Reason],
      success: PaymentRunAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["finance.full"], scope: "all" }),
  )
  .add(
    HttpApiEndpoint.get("reversal", "/api/payment-runs/:id/reversal", {
      ...id,
      /** the payment to this vendor alone */
      query: { vendorId: Schema.optional(Id) },
      success: ReversalPreview,
      error: rejections,
    })
      .annotate(Rule, { may: ["payments.process"], scope: "all" })
      .annotate(InvalidatedBy, made),
  )
  .add(
    HttpApiEndpoint.post("reverse", "/api/payment-runs/:id/reverse", {
      ...id,
      /** vendorId: the payment to this vendor alone; all that still stand, if not given */
      payload: Schema.Struct({ ...ReversingInput.fields, vendorId: nullable(IdInput("Vendor must be a vendor of the run")) }),
      success: PaymentRunAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["payments.process"], scope: "all", duties: "not who executed it; once, with a reason", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.get("remittance", "/api/payment-runs/:id/vendors/:vendorId/remittance/download", {
      params: { id: Id, vendorId: Id },
      success: pdf,
      error: rejections,
    }).annotate(Rule, { may: FINANCE, scope: rows, audited: "export" }),
  )
  .add(
    HttpApiEndpoint.get("certificate", "/api/payment-runs/:id/vendors/:vendorId/certificate/download", {
      params: { id: Id, vendorId: Id },
      success: pdf,
      error: rejections,
    }).annotate(Rule, { may: FINANCE, scope: rows, audited: "export" }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class PaymentRunsApi extends HttpApi.make("ops").add(PaymentRunsGroup) {}
