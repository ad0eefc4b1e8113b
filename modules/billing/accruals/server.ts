import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { invalid, type Rejection } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { periodTitle } from "@ops/ledger/periods/period.ts"
import { spanOf } from "@ops/ledger/statements/statement.ts"
import { accrueMeals } from "./accrual.ts"
import { AccrualsApi } from "./contract.ts"
import { accrualList, accrualPreview } from "./queries.ts"

export const AccrualsLive = HttpApiBuilder.group(
  AccrualsApi,
  "accruals",
  Effect.fn(function* (handlers) {
    const context = yield* Effect.context<Database>()

    /** What is earned and not billed up to the last day of the month, or today, and what would be posted. */
    const preview = (period: string) =>
      Effect.gen(function* () {
        const { today } = yield* Who
        const { from, to, title } = spanOf(period)
        if (from > today) return yield* Effect.fail(invalid(`${title} has not started`))
        const day = to < today ? to : today
        const { lines, total } = yield* accrualPreview(period, day)
        const shown = lines.map(({ amount, usd, clientId: _, siteId: __, ...line }) => ({ ...line, amount: formatMoney(amount), usd: formatMoney(usd) }))
        return jsonResponse(
          JSON.stringify({
            id: null,
            period,
            date: day,
            total: formatMoney(lines.reduce((sum, { usd }) => sum + usd, 0)),
            lines: shown,
            toPost: formatMoney(total),
            entries: [],
            accruedByUser: null,
            createdAt: null,
          }),
        )
      })

    return handlers.handleAll({
      list: ({ query }) => listAnswer("/api/accruals", accrualList, query),
      accrue: ({ payload: { period }, query: { dryRun } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            yield* Effect.try({ try: () => periodTitle(period), catch: (error) => error as Rejection })
            if (dryRun === "true") return yield* preview(period)
            const { version, lines } = yield* accrualPreview(period, spanOf(period).to)
            const unbilled = lines.map(({ client: _, site: __, usd: ___, ...line }) => line)
            // meals served or billed between the read and the commit are caught by the checklist and posted by the next run
            const { id } = yield* execute(accrueMeals, { period, version, unbilled }, yield* Who)
            // a month with nothing to accrue has no record of it
            return yield* version === 0 && lines.length === 0 ? preview(period) : rowAnswer(accrualList, id, "Accrual")
          }).pipe(Effect.provide(context)),
        ),
    })
  }),
)
