/** The calls about which account each category of expense goes to. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { TextInput } from "@ops/platform/http/contract.ts"
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

export class ExpensesGroup extends callGroup(
  "expenses",
  call.list("categories", "/api/expense-categories", "List expense categories", ExpenseCategoryAnswer, {
    may: FINANCE,
    scope: "all",
    dependsOn: ["expense_category", "account"],
  }),
  call.get("categoryHistory", "/api/expense-categories/history", "Read the history of expense categories", HistoryAnswer, {
    may: FINANCE,
    scope: "all",
    dependsOn: ["expense_category"],
  }),
  call.put("mapCategory", "/api/expense-categories/:name", "Map an expense category to an account", ExpenseCategoryAnswer, {
    params: { name: Schema.String },
    payload: CategoryInput,
    may: ["finance.full"],
    scope: "all",
  }),
) {}

export class ExpensesApi extends HttpApi.make("ops").add(ExpensesGroup) {}
