import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import type { Command } from "@ops/platform/records/command.ts"
import { histories } from "@ops/platform/records/history.ts"
import { Records } from "@ops/platform/records/records.ts"
import { exchangeRates } from "./exchange-rate.ts"
import { confirmRateChange, proposeRateChange, rateChanges, rejectRateChange } from "./rate-change.ts"
import { RateChangesApi } from "./contract.ts"
import { rateChangeList } from "./queries.ts"

/** Does a command and answers the change's row. */
const execute = <Input>(act: Command<Input>, input: Input, status = 200) =>
  Effect.gen(function* () {
    const who = yield* Who
    const { id } = yield* mapDatabaseErrors((yield* Records).execute(act, input, who, yield* commandKey))
    return yield* rowAnswer(rateChangeList(who), id, "Change of rate", status)
  })

export const RateChangesLive = HttpApiBuilder.group(RateChangesApi, "rateChanges", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/exchange-rates/changes", rateChangeList(who), query)),
    history: () =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          const { statement } = yield* Database
          const rates = yield* statement("select id from exchange_rate order by id", [])
          // of the changes the newest hundred: rates are few, and their own history has what became of each
          const changes = yield* statement("select id from rate_change order by id desc limit 100", [])
          return yield* histories([...rates.map(({ id }) => [exchangeRates, id] as const), ...changes.map(({ id }) => [rateChanges, id] as const)])
        }),
      ),
    propose: ({ payload: { type = "official", source = "", ...change } }) => execute(proposeRateChange, { type, source, ...change }, 201),
    confirm: ({ params: { id } }) => execute(confirmRateChange, { id }),
    reject: ({ params: { id }, payload: { reason } }) => execute(rejectRateChange, { id, reason }),
  }),
)
