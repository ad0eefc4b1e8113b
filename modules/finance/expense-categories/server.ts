import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { handle, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, type ListShape, rowAnswer } from "@ops/platform/http/list-query.ts"
import { histories } from "@ops/platform/records/history.ts"
import { execute } from "@ops/platform/records/records.ts"
import { ExpenseCategory, expenseCategories, mapCategory } from "./category.ts"
import { ExpensesApi } from "./contract.ts"

const categoryList: ListShape = {
  select: `${ExpenseCategory.answer("c", "id", "name", "accountNumber", "updatedAt")}, a.account_name as "accountName"`,
  from: "expense_category c left join account a on a.account_number = c.account_number",
  id: "c.id",
  search: ["c.name", "c.account_number", "a.account_name"],
  sorts: { name: "c.name", accountNumber: "c.account_number" },
  order: "name",
  file: "Categories",
  columns: [
    { key: "name", title: "Category", kind: "text" },
    { key: "accountNumber", title: "Account", kind: "text" },
    { key: "accountName", title: "Name", kind: "text" },
  ],
}

export const ExpenseCategoriesLive = HttpApiBuilder.group(ExpensesApi, "expenses", (handlers) =>
  handlers.handleAll({
    categories: ({ query }) => listAnswer("/api/expense-categories", categoryList, query),
    categoryHistory: () =>
      handle(function* () {
        const { statement } = yield* Database
        const categories = yield* statement("select id from expense_category", [])
        return yield* histories(categories.map(({ id }) => [expenseCategories, id] as const))
      }),
    mapCategory: ({ params: { name }, payload: { accountNumber } }) =>
      Effect.gen(function* () {
        const { id } = yield* mapDatabaseErrors(execute(mapCategory, { name, accountNumber }, yield* Who, yield* commandKey))
        return yield* rowAnswer(categoryList, id, "Category")
      }),
  }),
)
