/** The calls about expense requests, and about which account each category of expense goes to. Money is a decimal string. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AttachedFile } from "@ops/platform/records/field.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { FINANCE, InvalidatedBy, Rule, STAFF } from "@ops/platform/access/rule.ts"
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
import { MoneyInput } from "@ops/platform/money.ts"
import { ReversalPreview, reversible, ReversingInput } from "@ops/ledger/reversals/contract.ts"
import { currencies, expenseCategories, paymentMethods, priorities } from "../shared/labels.ts"

/** Who decides on expense requests of others. */
export const DECIDERS: ReadonlyArray<Permission> = ["finance.full", "approval.departmental", "approval.override"]

export const Named = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))
export const Text = Schema.NullOr(Schema.String)

export const ExpenseRequestAnswer = Schema.Struct({
  id: Schema.Int,
  requestNumber: Schema.String,
  requestedBy: Schema.NullOr(Schema.Int),
  requestedByUser: Named,
  onBehalfOf: Schema.NullOr(Schema.Int),
  onBehalfOfUser: Named,
  amount: Schema.String,
  currency: Schema.Literals(currencies),
  /** what the amount is worth at the official rate of the day of the request */
  amountUsd: Schema.String,
  category: Schema.Literals(expenseCategories),
  subcategory: Text,
  description: Schema.String,
  businessPurpose: Schema.String,
  siteId: Schema.Int,
  siteName: Schema.String,
  siteCode: Schema.String,
  requestDate: Schema.String,
  requiredDate: Text,
  paymentMethod: Schema.Literals(paymentMethods),
  priority: Schema.Literals(priorities),
  status: Schema.Literals(["pending", "approved", "rejected", "paid", "reversed"]),
  /** who has approved so far: two are needed above the limit, and one alone leaves the request pending */
  approvals: Schema.Array(Schema.Struct({ by: Schema.NullOr(Schema.Int), byName: Text, at: Schema.String, overrideReason: Text })),
  approvedBy: Schema.NullOr(Schema.Int),
  approvedByUser: Named,
  approvedDate: Text,
  rejectedBy: Schema.NullOr(Schema.Int),
  rejectionReason: Text,
  paidDate: Text,
  paidBy: Schema.NullOr(Schema.Int),
  paidByUser: Named,
  paymentReference: Text,
  journalEntryId: Schema.NullOr(Schema.Int),
  journalEntryNumber: Text,
  receipts: Schema.Array(AttachedFile),
  notes: Schema.String,
  /** what the caller may do now */
  canApprove: Schema.Boolean,
  canReject: Schema.Boolean,
  canPay: Schema.Boolean,
  canWithdraw: Schema.Boolean,
  canAddReceipts: Schema.Boolean,
  ...reversible,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

/** A category of expense and the account that its postings go to. */
export const ExpenseCategoryAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  accountNumber: Schema.String,
  accountName: Text,
  updatedAt: Schema.String,
})

const AnyText = (field: string, most: number) => Schema.optional(Schema.NullOr(TextInput(field, { most })))
export const SiteInput = Schema.Union([Schema.String, Schema.Finite]).annotate({ message: "Site is required" })

export const ExpenseInput = Schema.Struct({
  amount: MoneyInput(),
  currency: Schema.optional(OneOf("Currency", ...currencies)),
  category: OneOf("Category", ...expenseCategories),
  subcategory: AnyText("Subcategory", 100),
  description: TextInput("Description", { required: true }),
  businessPurpose: TextInput("Business purpose", { required: true }),
  siteId: SiteInput,
  requestDate: Schema.optional(Schema.NullOr(DateInput("Request date"))),
  requiredDate: Schema.optional(Schema.NullOr(DateInput("Required date"))),
  paymentMethod: OneOf("Payment method", ...paymentMethods),
  priority: Schema.optional(OneOf("Priority", ...priorities)),
  /** the caller; another person only for levels that may request on behalf of others */
  requestedBy: Schema.optional(Schema.NullOr(IdInput("Requested by must be a person"))),
  notes: AnyText("Notes", 2000),
  /** the ids of files that the caller has uploaded */
  receipts: Schema.optional(Schema.NullOr(AttachmentsInput)),
})

export const DecisionInput = Schema.Struct({
  /** level 10 only: why one's own, or one above the limit, is approved anyway */
  overrideReason: AnyText("Reason", 500),
  /** the version of the record that the person looked at; 409 if it has changed since */
  version: Schema.optional(Schema.Int),
})
export const ReasonInput = Schema.Struct({ reason: AnyText("Reason", 500) })

export const ReceiptsInput = Schema.Struct({ receipts: AttachmentsInput })

export const PayInput = Schema.Struct({
  /** today, if not given */
  paidDate: Schema.optional(Schema.NullOr(DateInput("Payment date"))),
  /** as the request says, if not given */
  paymentMethod: Schema.optional(Schema.NullOr(OneOf("Payment method", ...paymentMethods))),
  paymentReference: AnyText("Payment reference", 100),
  version: Schema.optional(Schema.Int),
})

export const CategoryInput = Schema.Struct({ accountNumber: TextInput("Account", { required: true, most: 20 }) })

const id = { params: { id: Id } }
const rows = "3 and 5: own rows; 6: own site; 8: own department, and its own site if it has one; 7 and 10: all"
const decides = "not who asked or for whom; within the level's limit, above it two people, one of them of level 10; level 10 may override with a reason"

export class ExpensesGroup extends HttpApiGroup.make("expenses")
  .add(
    HttpApiEndpoint.get("list", "/api/expense-requests", {
      query: {
        ...ListQuery,
        category: Schema.optional(Schema.String),
        priority: Schema.optional(Schema.String),
        currency: Schema.optional(Schema.String),
        /** those made by the caller, or on the caller's behalf */
        mine: Schema.optional(Schema.Literals(["true", "false"])),
      },
      success: Schema.Array(ExpenseRequestAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: STAFF, scope: rows })
      .annotate(InvalidatedBy, ["expense_request", "expense_policy"]),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/expense-requests/:id", { ...id, success: ExpenseRequestAnswer, error: rejections })
      .annotate(Rule, { may: STAFF, scope: rows })
      .annotate(InvalidatedBy, ["expense_request", "expense_policy"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/expense-requests/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: STAFF, scope: rows })
      .annotate(InvalidatedBy, ["expense_request"]),
  )
  .add(
    HttpApiEndpoint.post("request", "/api/expense-requests", {
      payload: ExpenseInput,
      success: ExpenseRequestAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { may: STAFF, scope: "3, 5 and 6: own site; in one's own name, 7, 8 and 10 on behalf of others too" }),
  )
  .add(
    HttpApiEndpoint.post("approve", "/api/expense-requests/:id/approve", {
      ...id,
      payload: [Schema.Null, DecisionInput],
      success: ExpenseRequestAnswer,
      error: rejections,
    }).annotate(Rule, { may: DECIDERS, scope: rows, duties: decides, stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("reject", "/api/expense-requests/:id/reject", {
      ...id,
      payload: [Schema.Null, ReasonInput],
      success: ExpenseRequestAnswer,
      error: rejections,
    }).annotate(Rule, { may: DECIDERS, scope: rows, duties: "not who asked or for whom", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("withdraw", "/api/expense-requests/:id/withdraw", { ...id, success: ExpenseRequestAnswer, error: rejections }).annotate(Rule, {
      may: STAFF,
      scope: "own rows",
      duties: "only who asked or for whom, while it is pending",
    }),
  )
  .add(
    HttpApiEndpoint.post("addReceipts", "/api/expense-requests/:id/receipts", {
      ...id,
      payload: ReceiptsInput,
      success: ExpenseRequestAnswer,
      error: rejections,
    }).annotate(Rule, { may: STAFF, scope: rows, duties: "who asked or for whom, and who pays; not once it is rejected" }),
  )
  .add(
    HttpApiEndpoint.post("pay", "/api/expense-requests/:id/pay", {
      ...id,
      payload: [Schema.Null, PayInput],
      success: ExpenseRequestAnswer,
      error: rejections,
    }).annotate(Rule, {
      may: ["payments.process"],
      scope: "all",
      duties: "not who asked or for whom; above the limit not who approved",
      stepUp: true,
    }),
  )
  .add(
    HttpApiEndpoint.get("reversal", "/api/expense-requests/:id/reversal", { ...id, success: ReversalPreview, error: rejections })
      .annotate(Rule, { may: ["payments.process"], scope: "all" })
      .annotate(InvalidatedBy, ["expense_request"]),
  )
  .add(
    HttpApiEndpoint.post("reverse", "/api/expense-requests/:id/reverse", {
      ...id,
      payload: ReversingInput,
      success: ExpenseRequestAnswer,
      error: rejections,
    }).annotate(Rule, {
      may: ["payments.process"],
      scope: "all",
      duties: "not who paid it; once, with a reason",
      stepUp: true,
    }),
  )
  .add(
    HttpApiEndpoint.get("categories", "/api/expense-categories", { query: ListQuery, success: Schema.Array(ExpenseCategoryAnswer), error: rejections })
      .annotate(Rule, { may: FINANCE, scope: "all" })
      .annotate(InvalidatedBy, ["expense_category", "account"]),
  )
  .add(
    HttpApiEndpoint.get("categoryHistory", "/api/expense-categories/history", { success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: FINANCE, scope: "all" })
      .annotate(InvalidatedBy, ["expense_category"]),
  )
  .add(
    HttpApiEndpoint.put("mapCategory", "/api/expense-categories/:name", {
      params: { name: Schema.String },
      payload: CategoryInput,
      success: ExpenseCategoryAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["finance.full"], scope: "all" }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class ExpensesApi extends HttpApi.make("ops").add(ExpensesGroup) {}
