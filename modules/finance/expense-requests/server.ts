import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { attached } from "@ops/platform/documents/attachment.ts"
import { Database } from "@ops/platform/database/database.ts"
import { listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { histories } from "@ops/platform/records/history.ts"
import { Records } from "@ops/platform/records/records.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { expenseCategories, mapCategory } from "../expense-categories/category.ts"
import { reversalPreview } from "@ops/ledger/reversals/server.ts"
import { addReceipts, approveExpense, expenseRequests, payExpense, rejectExpense, requestExpense, reverseExpense, withdrawExpense } from "./expense-request.ts"
import { ExpensesApi } from "./contract.ts"
import { categoryList, expenseList } from "./queries.ts"

const { one, execute, history, executeAt } = answering(expenseRequests, expenseList)

export const ExpensesLive = HttpApiBuilder.group(ExpensesApi, "expenses", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/expense-requests", expenseList(who), query)),
    one: ({ params }) => one(params.id),
    history: ({ params }) => history(params.id),
    request: ({ payload }) => {
      const {
        currency = "USD",
        priority = "medium",
        subcategory,
        requestDate = null,
        requiredDate = null,
        requestedBy = null,
        notes,
        receipts,
        ...asked
      } = payload
      const optional = { currency, priority, subcategory: subcategory || null, requestDate, requiredDate, requestedBy, notes: notes ?? "" }
      return Effect.flatMap(attached(receipts), (receipts) => execute(requestExpense, { ...asked, ...optional, receipts }, 201))
    },
    approve: ({ params: { id }, payload }) => executeAt(id, payload?.version, approveExpense, { id, overrideReason: payload?.overrideReason || null }),
    reject: ({ params: { id }, payload }) => execute(rejectExpense, { id, reason: payload?.reason || null }),
    addReceipts: ({ params: { id }, payload }) => Effect.flatMap(attached(payload.receipts), (receipts) => execute(addReceipts, { id, receipts })),
    reversal: ({ params: { id } }) => reversalPreview(reverseExpense, { id }),
    reverse: ({ params: { id }, payload: { reason, kind = "error", version } }) => executeAt(id, version, reverseExpense, { id, kind, reason }),
    withdraw: ({ params: { id } }) => execute(withdrawExpense, { id }),
    pay: ({ params: { id }, payload }) => {
      const { paidDate = null, paymentMethod = null, paymentReference, version } = payload ?? {}
      return executeAt(id, version, payExpense, { id, paidDate, paymentMethod, paymentReference: paymentReference || null })
    },
    categories: ({ query }) => listAnswer("/api/expense-categories", categoryList, query),
    categoryHistory: () =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          const { statement } = yield* Database
          const categories = yield* statement("select id from expense_category", [])
          return yield* histories(categories.map(({ id }) => [expenseCategories, id] as const))
        }),
      ),
    mapCategory: ({ params: { name }, payload: { accountNumber } }) =>
      Effect.gen(function* () {
        const { execute } = yield* Records
        const { id } = yield* mapDatabaseErrors(execute(mapCategory, { name, accountNumber }, yield* Who, yield* commandKey))
        return yield* rowAnswer(categoryList, id, "Category")
      }),
  }),
)
