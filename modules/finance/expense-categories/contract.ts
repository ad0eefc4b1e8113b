/** The calls for the accounts of expense categories. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { FINANCE, InvalidatedBy } from "@ops/platform/access/rule.ts"
import { Authentication, Authorization, ErrorMapping, ListQuery, rejections, TextInput } from "@ops/platform/http/contract.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"

/** An expense category and the account that it is posted to. */
export const ExpenseCategoryAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  accountNumber: Schema.String,
  accountName: Schema.NullOr(Schema.String),
  updatedAt: Schema.String,
}).annotate({ identifier: "ExpenseCategory" })

const CategoryInput = Schema.Struct({ accountNumber: TextInput("Account", { required: true, most: 20 }) })

export class ExpensesGroup extends HttpApiGroup.make("expenses")
  .add(
    HttpApiEndpoint.get("categories", "/api/expense-categories", { query: ListQuery, success: Schema.Array(ExpenseCategoryAnswer), error: rejections })
      .annotateMerge(ruled("List expense categories", { may: FINANCE, scope: "all" }))
      .annotate(InvalidatedBy, ["expense_category", "account"]),
  )
  .add(
    HttpApiEndpoint.get("categoryHistory", "/api/expense-categories/history", { success: HistoryAnswer, error: rejections })
      .annotateMerge(ruled("Read the history of expense categories", { may: FINANCE, scope: "all" }))
      .annotate(InvalidatedBy, ["expense_category"]),
  )
  .add(
    HttpApiEndpoint.put("mapCategory", "/api/expense-categories/:name", {
      params: { name: Schema.String },
      payload: CategoryInput,
      success: ExpenseCategoryAnswer,
      error: rejections,
    }).annotateMerge(ruled("Map an expense category to an account", { may: ["finance.full"], scope: "all" })),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class ExpensesApi extends HttpApi.make("ops").add(ExpensesGroup) {}
