import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import { execute } from "@ops/platform/records/records.ts"
import { siteAsked, siteNamedSql } from "@ops/sites/queries.ts"
import { procurementBudgets, setProcurementBudget } from "../policy.ts"
import { ProcurementApi } from "./contract.ts"
import { figuresSql, outlookSql } from "./queries.ts"

/** The figures of one site, or of all sites. */
const figures = (siteId: number | null) =>
  handle(function* () {
    const [row] = yield* statement(figuresSql, [siteId])
    return jsonResponse(row!.body)
  })

export const BudgetsLive = HttpApiBuilder.group(ProcurementApi, "procurement", (handlers) =>
  handlers.handleAll({
    figures: ({ query }) => Effect.flatMap(mapDatabaseErrors(siteAsked(query.siteId)), figures),
    outlook: ({ query }) =>
      handle(function* () {
        const { person } = yield* Who
        const [row] = yield* statement(outlookSql, [yield* siteAsked(query.siteId), person])
        return jsonResponse(row!.body)
      }),
    budgetHistory: ({ params: { id } }) => mapDatabaseErrors(history(procurementBudgets, id)),
    setBudget: ({ payload: { siteId, from, monthly } }) =>
      Effect.gen(function* () {
        const [site] = yield* mapDatabaseErrors(statement(siteNamedSql, [String(siteId)]))
        if (!site) return yield* Effect.fail(notFound("Site is required"))
        yield* mapDatabaseErrors(execute(setProcurementBudget, { siteId: site.id, from, monthly }, yield* Who, yield* commandKey))
        return yield* figures(site.id)
      }),
  }),
)
