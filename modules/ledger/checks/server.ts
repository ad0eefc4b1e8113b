import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { isDate } from "@ops/platform/calendar.ts"
import { Database, statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { invalid, Rejection } from "@ops/platform/records/command.ts"
import { checked, Ties } from "./ties.ts"
import { TiesApi } from "./contract.ts"
import { balanceAssertions } from "./resource.ts"

const clientSql = sql({ id: col.whole }, "select id from client where id = $1")
/** Refuses an unknown client: the ledger reads the clients' table, but cannot load their records. */
const ofKnownClient = (payload: { readonly clientId?: number | null }) =>
  Effect.gen(function* () {
    const { clientId = null } = payload
    const isUnknown = clientId !== null && (yield* statement(clientSql, [clientId])).length === 0
    return isUnknown ? yield* Effect.fail(invalid(`There is no client ${clientId}`)) : payload
  })
export const BalanceAssertionsLive = resourceLive(balanceAssertions, {}, { state: ofKnownClient })

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
