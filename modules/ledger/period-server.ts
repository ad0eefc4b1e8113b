import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonText, orUnavailable } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { HttpServerResponse } from "effect/http"
import { documentBytes } from "@ops/platform/documents/document.ts"
import { notFound } from "@ops/platform/records/act.ts"
import { Instants } from "@ops/platform/records/instant.ts"
import { publishPack } from "./period-pack.ts"
import { listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import { Records } from "@ops/platform/records/records.ts"
import { checklist, ClosingChecks } from "./closing.ts"
import { askReopening, closePeriod, confirmReopening, openPeriod, periodId, periodTitle, softClosePeriod } from "./period.ts"
import { PeriodsApi } from "./period-contract.ts"
import { periodList } from "./period-queries.ts"

export const PeriodsLive = HttpApiBuilder.group(
  PeriodsApi,
  "periods",
  Effect.fn(function* (handlers) {
    const { perform } = yield* Records
    const { statement } = yield* Database
    const context = yield* Effect.context<Database | ClosingChecks | Instants | Records>()
    const answer = (period: string) => rowAnswer(periodList, periodId(period), "Period")
    /** Checks the month's name, and gives it its record. */
    const opened = (period: string) => Effect.flatMap(Who, (who) => perform(openPeriod, { period }, who))

    return handlers.handleAll({
      list: ({ query }) => listAnswer("/api/periods", periodList, query),
      checklist: ({ params: { period } }) =>
        orUnavailable(
          Effect.gen(function* () {
            yield* Effect.try({ try: () => periodTitle(period), catch: (error) => error as never })
            return jsonText(JSON.stringify(yield* Effect.provide(checklist(period), context)))
          }),
        ),
      softClose: ({ params: { period }, payload: { reason } }) =>
        orUnavailable(
          Effect.gen(function* () {
            yield* opened(period)
            yield* perform(softClosePeriod, { period, reason }, yield* Who, yield* commandKey)
            return yield* answer(period)
          }),
        ),
      close: ({ params: { period }, payload: { overrides = [] } }) =>
        orUnavailable(
          Effect.gen(function* () {
            yield* opened(period)
            const lines = yield* Effect.provide(checklist(period), context)
            const blockers = lines.filter(({ ok }) => !ok).map(({ key }) => key)
            yield* perform(closePeriod, { period, blockers, overrides }, yield* Who, yield* commandKey)
            yield* Effect.provide(publishPack(period), context)
            return yield* answer(period)
          }),
        ),
      pack: ({ params: { period, report } }) =>
        orUnavailable(
          Effect.gen(function* () {
            const id = yield* Effect.try({ try: () => (periodTitle(period), periodId(period)), catch: (error) => error as never })
            const closed = yield* statement("select status, pack from fiscal_period where id = $1", [id])
            if (closed[0]?.status !== "closed") return yield* Effect.fail(notFound(`${period} is not closed: its statements are given out when it is`))
            // whoever closed it may have been cut off in between
            if (closed[0].pack.length === 0) yield* Effect.provide(publishPack(period), context)
            const [row] = yield* statement(
              "select x->>'sha256' as sha256 from fiscal_period f, jsonb_array_elements(f.pack) x where f.id = $1 and x->>'report' = $2",
              [id, report],
            )
            const bytes = row && (yield* documentBytes(row.sha256))
            if (!bytes) return yield* Effect.fail(notFound(`The ${report} of ${period} as it was given out is lost`))
            return HttpServerResponse.uint8Array(bytes, {
              contentType: "application/pdf",
              headers: { "content-disposition": `attachment; filename="${report} ${period}.pdf"` },
            })
          }),
        ),
      reopen: ({ params: { period }, payload: { reason } }) =>
        orUnavailable(
          Effect.gen(function* () {
            const who = yield* Who
            yield* opened(period)
            if (reason) yield* perform(askReopening, { period, reason }, who, yield* commandKey)
            else yield* perform(confirmReopening, { period }, who, yield* commandKey)
            return yield* answer(period)
          }),
        ),
    })
  }),
)
