import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { attached } from "@ops/platform/documents/attachment.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { reversalPreview } from "@ops/ledger/reversal-server.ts"
import { approveDailyExpense, dailyExpenses, recordDailyExpense, rejectDailyExpense, reverseDailyExpense } from "./daily-expense.ts"
import { DailyExpensesApi } from "./daily-expenses-contract.ts"
import { dailyExpenseList } from "./daily-expenses-queries.ts"

const { one, execute, history, executeAt } = answering(dailyExpenses, dailyExpenseList)

export const DailyExpensesLive = HttpApiBuilder.group(DailyExpensesApi, "dailyExpenses", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/daily-expenses", dailyExpenseList(who), query)),
    one: ({ params }) => one(params.id),
    history: ({ params }) => history(params.id),
    record: ({ payload }) => {
      const input = {
        expenseDate: payload.expenseDate,
        siteId: payload.siteId,
        currency: payload.currency ?? "USD",
        staffFeedingCost: payload.staffFeedingCost ?? 0,
        fuelCost: payload.fuelCost ?? 0,
        transportCost: payload.transportCost ?? 0,
        suppliesCost: payload.suppliesCost ?? 0,
        maintenanceCost: payload.maintenanceCost ?? 0,
        otherCosts: payload.otherCosts ?? 0,
        staffCount: payload.staffCount ?? 0,
        notes: payload.notes ?? "",
      }
      return Effect.flatMap(attached(payload.receipts), (receipts) => execute(recordDailyExpense, { ...input, receipts }, 201))
    },
    approve: ({ params: { id }, payload }) => executeAt(id, payload?.version, approveDailyExpense, { id, overrideReason: payload?.overrideReason || null }),
    reversal: ({ params: { id } }) => reversalPreview(reverseDailyExpense, { id }),
    reverse: ({ params: { id }, payload: { reason, kind = "error", version } }) => executeAt(id, version, reverseDailyExpense, { id, kind, reason }),
    reject: ({ params: { id }, payload }) => execute(rejectDailyExpense, { id, reason: payload?.reason || null }),
  }),
)
