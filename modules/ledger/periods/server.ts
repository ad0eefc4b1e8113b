import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { handle, jsonResponse } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { HttpServerResponse } from "effect/http"
import { documentBytes } from "@ops/platform/documents/document.ts"
import { notFound, type Rejection } from "@ops/platform/records/command.ts"
import { Snapshots } from "@ops/platform/records/snapshots/snapshots.ts"
import { publishPack } from "./period-pack.ts"
import { listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { Records, execute } from "@ops/platform/records/records.ts"
import { checklist, ClosingChecks } from "./closing.ts"
import {
  askReopening,
  closePeriod,
  confirmReopening,
  FiscalPeriod,
  openPeriod,
  periodId,
  periodTitle,
  postingDay,
  postingOf,
  softClosePeriod,
} from "./period.ts"
import { PeriodsApi } from "./contract.ts"
import { periodList } from "./queries.ts"

export const PeriodsLive = HttpApiBuilder.group(
  PeriodsApi,
  "periods",
  Effect.fn(function* (handlers) {
    const { statement } = yield* Database
    const context = yield* Effect.context<Database | ClosingChecks | Snapshots | Records>()
    const answer = (period: string) => rowAnswer(periodList, periodId(period), "Period")
    /** Checks the month's name, and gives it its record. */
    const opened = (period: string) => Effect.flatMap(Who, (who) => execute(openPeriod, { period }, who))

    return handlers.handleAll({
      list: ({ query }) => listAnswer("/api/periods", periodList, query),
      postingDay: ({ query: { date } }) =>
        handle(function* () {
          const by = yield* Who
          const rows = (yield* statement(`select ${FiscalPeriod.state("f")} from fiscal_period f`, [])) as ReadonlyArray<{ id: number }>
          const periods = new Map(rows.map((row) => [Number(row.id), row]))
          const postedOn = yield* Effect.try({
            try: () => {
              const steps = postingDay(date, by)
              let turn = steps.next()
              while (!turn.done) turn = steps.next(turn.value.ask === "row" ? periods.get(turn.value.id) : undefined)
              return turn.value
            },
            catch: (error) => error as Rejection,
          })
          return postingOf(date, postedOn)
        }),
      checklist: ({ params: { period } }) =>
        handle(function* () {
          yield* Effect.try({ try: () => periodTitle(period), catch: (error) => error as Rejection })
          const { confinedTo } = yield* Who
          const lines = yield* Effect.provide(checklist(period), context)
          // the checks cover the whole company; their examples name documents of every site
          return jsonResponse(JSON.stringify(confinedTo === null ? lines : lines.map((line) => ({ ...line, examples: [] }))))
        }),
      softClose: ({ params: { period }, payload: { reason } }) =>
        handle(function* () {
          yield* opened(period)
          yield* execute(softClosePeriod, { period, reason }, yield* Who, yield* commandKey)
          return yield* answer(period)
        }),
      close: ({ params: { period }, payload: { overrides = [] } }) =>
        handle(function* () {
          yield* opened(period)
          const lines = yield* Effect.provide(checklist(period), context)
          const blockers = lines.filter(({ ok }) => !ok).map(({ key }) => key)
          yield* execute(closePeriod, { period, blockers, overrides }, yield* Who, yield* commandKey)
          yield* Effect.provide(publishPack(period), context)
          return yield* answer(period)
        }),
      pack: ({ params: { period, report }, query: { version } }) =>
        handle(function* () {
          const id = yield* Effect.try({ try: () => (periodTitle(period), periodId(period)), catch: (error) => error as Rejection })
          const read = Effect.map(
            statement(`select ${FiscalPeriod.state("f")} from fiscal_period f where id = $1`, [id]),
            ([row]) => row as Row<typeof FiscalPeriod> | undefined,
          )
          let row = yield* read
          // publishing may have been interrupted after the close
          if (row?.status === "closed" && row.pack.length === 0) {
            yield* Effect.provide(publishPack(period), context)
            row = yield* read
          }
          const packs = row ? [...row.closings.map(({ pack }) => pack), ...(row.status === "closed" ? [row.pack] : [])] : []
          if (packs.length === 0) return yield* Effect.fail(notFound(`${period} is not closed: its statements are published at the close`))
          const asked = version ? Number(version) : packs.length
          const pack = packs[asked - 1]
          if (!pack) return yield* Effect.fail(notFound(`There is no version ${version!.slice(0, 10)} of the pack of ${period}. There are ${packs.length}`))
          const sha256 = pack.find((each) => each.report === report)?.sha256
          const bytes = sha256 && (yield* documentBytes(sha256))
          if (!bytes) return yield* Effect.fail(notFound(`The published ${report} of ${period} is lost`))
          const isSuperseded = asked <= row!.closings.length
          const mark = packs.length > 1 || isSuperseded ? ` version ${asked}${isSuperseded ? " superseded" : ""}` : ""
          return HttpServerResponse.uint8Array(bytes, {
            contentType: "application/pdf",
            headers: { "content-disposition": `attachment; filename="${report} ${period}${mark}.pdf"` },
          })
        }),
      reopen: ({ params: { period }, payload: { reason } }) =>
        handle(function* () {
          const who = yield* Who
          yield* opened(period)
          if (reason) yield* execute(askReopening, { period, reason }, who, yield* commandKey)
          else yield* execute(confirmReopening, { period }, who, yield* commandKey)
          return yield* answer(period)
        }),
    })
  }),
)
