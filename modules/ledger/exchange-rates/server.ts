import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { handle } from "@ops/platform/http/answer.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { histories } from "@ops/platform/records/history.ts"
import { exchangeRates } from "./exchange-rate.ts"
import { rateChanges } from "./resource.ts"

const ratesSql = sql({ id: col.whole }, "select id from exchange_rate order by id")
const changesSql = sql({ id: col.whole }, "select id from rate_change order by id desc limit 100")

export const RateChangesLive = resourceLive(rateChanges, {
  history: () =>
    handle(function* () {
      const rates = yield* statement(ratesSql, [])
      // only the latest hundred changes: rates are few, and the history of each rate records the outcome of its changes
      const changes = yield* statement(changesSql, [])
      return yield* histories([...rates.map(({ id }) => [exchangeRates, id] as const), ...changes.map(({ id }) => [rateChanges.stream, id] as const)])
    }),
})
