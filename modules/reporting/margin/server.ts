import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { marginDays, marginList, marginTotalsSql } from "./margin.ts"
import { MarginApi } from "./contract.ts"

const siteSql = sql({ id: col.whole }, "select id from site where id::text = $1 or slug = $1")
const totalsSql = sql({ answer: col.text }, marginTotalsSql)

export const MarginLive = HttpApiBuilder.group(
  MarginApi,
  "margin",
  Effect.fn(function* (handlers) {
    const { statement } = yield* Database
    const days = (asked: Parameters<typeof marginDays>[0], today: string) =>
      Effect.try({ try: () => marginDays(asked, today), catch: (refusal) => refusal as ReturnType<typeof notFound> })
    /** The site that is meant, if it is the person's; null if none is named and all are open. */
    const siteAsked = (named: string | undefined) =>
      Effect.gen(function* () {
        const { confinedTo } = yield* Who
        if (!named) return confinedTo
        const [site] = yield* mapDatabaseErrors(statement(siteSql, [named]))
        if (!site || (confinedTo !== null && site.id !== confinedTo)) return yield* Effect.fail(notFound(`Site ${named.slice(0, 60)} does not exist`))
        return site.id
      })
    return handlers.handleAll({
      list: ({ query: { month, from, to, ...query } }) =>
        Effect.gen(function* () {
          const who = yield* Who
          return yield* listAnswer("/api/reports/margin", marginList(who, yield* days({ month, from, to }, who.today)), query)
        }),
      totals: ({ query: { siteId, month, from, to } }) =>
        Effect.gen(function* () {
          const { today } = yield* Who
          const period = yield* days({ month, from, to }, today)
          const site = yield* siteAsked(siteId)
          const [row] = yield* mapDatabaseErrors(statement(totalsSql, [period.from, period.to, site]))
          return jsonResponse(JSON.stringify({ ...period, ...(JSON.parse(row!.answer) as object) }))
        }),
    })
  }),
)
