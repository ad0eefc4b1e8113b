import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { siteOfTheirs } from "@ops/sites/queries.ts"
import { marginDays, marginList, marginTotalsSql } from "./margin.ts"
import { MarginApi } from "./contract.ts"

const totalsSql = sql({ answer: col.text }, marginTotalsSql)

export const MarginLive = HttpApiBuilder.group(
  MarginApi,
  "margin",
  Effect.fn(function* (handlers) {
    const database = yield* Database
    const { statement } = database
    const days = (asked: Parameters<typeof marginDays>[0], today: string) =>
      Effect.try({ try: () => marginDays(asked, today), catch: (refusal) => refusal as ReturnType<typeof notFound> })
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
          const site = yield* mapDatabaseErrors(siteOfTheirs(siteId).pipe(Effect.provideService(Database, database)))
          const [row] = yield* mapDatabaseErrors(statement(totalsSql, [period.from, period.to, site]))
          return jsonResponse(JSON.stringify({ ...period, ...(JSON.parse(row!.answer) as object) }))
        }),
    })
  }),
)
