import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { invalid, type Rejection } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { periodTitle } from "../periods/period.ts"
import { revaluePeriod } from "./revaluation.ts"
import { RevaluationsApi } from "./contract.ts"
import { openOf, revaluationList, revaluationPreview } from "./queries.ts"
import { spanOf } from "../statements/statement.ts"

export const RevaluationsLive = HttpApiBuilder.group(
  RevaluationsApi,
  "revaluations",
  Effect.fn(function* (handlers) {
    const context = yield* Effect.context<Database>()

    /** What would be posted. */
    const preview = (period: string) =>
      Effect.gen(function* () {
        const { today } = yield* Who
        const { to } = spanOf(period)
        if (to >= today) return yield* Effect.fail(invalid(`${periodTitle(period)} is not over`))
        const { rate, lines, total } = yield* revaluationPreview(period)
        if (rate === undefined) return yield* Effect.fail(invalid(`There is no exchange rate for ${to}`))
        return jsonResponse(
          JSON.stringify({
            id: null,
            period,
            date: to,
            rate: formatMoney(rate),
            total: formatMoney(total),
            lines: lines.map(({ accountNumber, accountName, balance, carriedUsd, worthUsd, difference }) => ({
              accountNumber,
              accountName,
              balance: formatMoney(balance),
              carriedUsd: formatMoney(carriedUsd),
              worthUsd: formatMoney(worthUsd),
              difference: formatMoney(difference),
            })),
            entries: [],
            revaluedByUser: null,
            createdAt: null,
          }),
        )
      })

    return handlers.handleAll({
      list: ({ query }) => listAnswer("/api/revaluations", revaluationList, query),
      revalue: ({ payload: { period }, query: { dryRun } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            yield* Effect.try({ try: () => periodTitle(period), catch: (error) => error as Rejection })
            if (dryRun === "true") return yield* preview(period)
            const { version, balances } = yield* openOf(period)
            const open = balances.map(({ accountNumber, balance, carriedUsd }) => ({ accountNumber, balance, carriedUsd }))
            // an entry posted between the read and the commit is caught by the checklist and included in the next run
            const { id } = yield* execute(revaluePeriod, { period, version, balances: open }, yield* Who)
            return yield* rowAnswer(revaluationList, id, "Revaluation")
          }).pipe(Effect.provide(context)),
        ),
    })
  }),
)
