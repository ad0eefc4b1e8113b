import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { isDate } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { checked, Ties } from "./ties.ts"
import { TiesApi } from "./contract.ts"

export const TiesLive = HttpApiBuilder.group(
  TiesApi,
  "ties",
  Effect.fn(function* (handlers) {
    const context = yield* Effect.context<Database | Ties>()
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
    })
  }),
)
