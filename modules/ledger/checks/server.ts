import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { isDate } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type ListShape, listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { type Command, Rejection } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { BalanceAssertion, stateBalance, withdrawBalance } from "./assertion.ts"
import { checked, Ties } from "./ties.ts"
import { TiesApi } from "./contract.ts"

const assertionList: ListShape = {
  select: BalanceAssertion.answer("b", "id", "accountNumber", "currency", "date", "amount", "source", "status", "reason", "enteredBy", "createdAt"),
  from: "balance_assertion b",
  id: "b.id",
  date: "b.date",
  filters: { status: "b.status", accountNumber: "b.account_number" },
  search: ["b.account_number", "b.source"],
  sorts: { date: "b.date", accountNumber: "b.account_number", amount: "b.amount" },
  order: "-date",
}

export const TiesLive = HttpApiBuilder.group(
  TiesApi,
  "ties",
  Effect.fn(function* (handlers) {
    const context = yield* Effect.context<Database | Ties>()
    const { execute } = yield* Records
    const onAssertion = <Input>(act: Command<Input>, input: Input, status?: number) =>
      Effect.gen(function* () {
        const { id } = yield* mapDatabaseErrors(execute(act, input, yield* Who, yield* commandKey))
        return yield* rowAnswer(assertionList, id, "Stated balance", status)
      })
    return handlers.handleAll({
      checks: ({ query: { asAt } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const [{ today }] = (yield* (yield* Database).statement("select to_char(es.today(), 'YYYY-MM-DD') as today", [])) as [{ today: string }]
            if (asAt !== undefined && !isDate(asAt)) return yield* Effect.fail(new Rejection(400, "asAt must be a day such as 2026-10-31"))
            const rows = yield* checked(asAt ?? today)
            const told = rows.map(({ books, late, subLedger, ...row }) => ({
              ...row,
              books: formatMoney(books),
              late: formatMoney(late),
              subLedger: formatMoney(subLedger),
              difference: formatMoney(books + late - subLedger),
            }))
            return jsonResponse(JSON.stringify(told))
          }).pipe(Effect.provide(context)),
        ),
      assertions: ({ query }) => listAnswer("/api/ledger/assertions", assertionList, query),
      state: ({ payload: { currency = "USD", ...stated } }) => onAssertion(stateBalance, { currency, ...stated }, 201),
      withdraw: ({ params: { id }, payload: { reason } }) => onAssertion(withdrawBalance, { id, reason }),
    })
  }),
)
