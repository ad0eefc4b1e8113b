/** The calls about money that came in, went out, or moved between our own accounts. Money is a decimal string. */
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
  ListQuery,
  OneOf,
  Authorization,
  rejections,
  Authentication,
  TextInput,
  OwnNumber,
} from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { DECIDERS, DecisionInput, Named, ReasonInput, SiteInput, Text } from "../expense-requests/contract.ts"
import { currencies, paymentMethods, transactionTypes } from "../shared/labels.ts"

export const TransactionAnswer = Schema.Struct({
  id: Schema.Int,
  transactionNumber: Schema.String,
  description: Schema.String,
  amount: Schema.String,
  currency: Schema.Literals(currencies),
  transactionType: Schema.Literals(transactionTypes),
  category: Schema.String,
  paymentMethod: Schema.Literals(paymentMethods),
  /** the account that a transfer goes to: 1000 cash, 1010 bank USD, 1020 bank SSP */
  toAccount: Text,
  referenceNumber: Text,
  siteId: Schema.Int,
  siteName: Schema.String,
  siteCode: Schema.String,
  transactionDate: Schema.String,
  status: Schema.Literals(["pending", "posted", "reversed", "voided"]),
  recordedBy: Schema.NullOr(Schema.Int),
  recordedByUser: Named,
  approvedBy: Schema.NullOr(Schema.Int),
  approvedByUser: Named,
  /** why it was voided or reversed */
  reason: Text,
  overrideReason: Text,
  /** the account that the category was posted to; 1990 where no account is named for it */
  accountNumber: Text,
  journalEntryId: Schema.NullOr(Schema.Int),
  journalEntryNumber: Text,
  attachments: Schema.Array(AttachedFile),
  /** what the caller may do now */
  canPost: Schema.Boolean,
  canVoid: Schema.Boolean,
  canReverse: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

export const TransactionInput = Schema.Struct({
  /** the caller's own, such as TXN-1732185600000: kept, and the same number with the same content is the same transaction */
  transactionNumber: Schema.optional(Schema.NullOr(OwnNumber("Transaction number", "TXN"))),
  description: TextInput("Description", { required: true, most: 500 }),
  amount: MoneyInput(),
  currency: Schema.optional(OneOf("Currency", ...currencies)),
  transactionType: Schema.optional(OneOf("Transaction type", ...transactionTypes)),
  category: TextInput("Category", { required: true, most: 100 }),
  paymentMethod: Schema.optional(OneOf("Payment method", ...paymentMethods)),
  /** of a transfer: 1000, 1010 or 1020; from cash to the bank, and from the bank to cash, if not given */
  toAccount: Schema.optional(Schema.NullOr(TextInput("To account", { most: 20 }))),
  referenceNumber: Schema.optional(Schema.NullOr(TextInput("Reference number", { most: 100 }))),
  siteId: SiteInput,
  transactionDate: DateInput("Transaction date"),
  /** the ids of files that the caller has uploaded */
  attachments: Schema.optional(Schema.NullOr(AttachmentsInput)),
})

const id = { params: { id: Id } }
const rows = "8: its own site if it has one; 7 and 10: all"

export class TransactionsGroup extends HttpApiGroup.make("transactions")
  .add(
    HttpApiEndpoint.get("list", "/api/transactions", {
      query: {
        ...ListQuery,
        transactionType: Schema.optional(Schema.String),
        category: Schema.optional(Schema.String),
        paymentMethod: Schema.optional(Schema.String),
        currency: Schema.optional(Schema.String),
      },
      success: Schema.Array(TransactionAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, ["money_transaction"]),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/transactions/:id", { ...id, success: TransactionAnswer, error: rejections })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, ["money_transaction"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/transactions/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, ["money_transaction"]),
  )
  .add(
    HttpApiEndpoint.post("record", "/api/transactions", { payload: TransactionInput, success: TransactionAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      { may: ["payments.process"], scope: "all" },
    ),
  )
  .add(
    HttpApiEndpoint.post("post", "/api/transactions/:id/post", {
      ...id,
      payload: [Schema.Null, DecisionInput],
      success: TransactionAnswer,
      error: rejections,
    }).annotate(Rule, { may: DECIDERS, scope: rows, duties: "not who recorded it; level 10 may override with a reason", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("void", "/api/transactions/:id/void", { ...id, payload: ReasonInput, success: TransactionAnswer, error: rejections }).annotate(Rule, {
      may: ["finance.full"],
      scope: "all",
      duties: "only while pending, with a reason",
    }),
  )
  .add(
    HttpApiEndpoint.post("reverse", "/api/transactions/:id/reverse", {
      ...id,
      payload: ReasonInput,
      success: TransactionAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["finance.full"], scope: "all", duties: "with a reason", stepUp: true }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class TransactionsApi extends HttpApi.make("ops").add(TransactionsGroup) {}
