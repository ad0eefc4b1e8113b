import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { siteNamedSql } from "@ops/sites/queries.ts"
import { FinanceOverviewApi } from "./contract.ts"
import { overviewSql } from "./queries.ts"

export const OverviewLive = HttpApiBuilder.group(FinanceOverviewApi, "financeOverview", (handlers) =>
  handlers.handleAll({
    overview: ({ query: { siteId } }) =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          const { statement } = yield* Database
          const { confinedTo } = yield* Who
          const [site] = siteId ? yield* statement(siteNamedSql, [siteId]) : []
          if (siteId && !site) return yield* Effect.fail(notFound(`Site ${siteId.slice(0, 60)} does not exist`))
          const [row] = yield* statement(overviewSql, [confinedTo ?? site?.id ?? null])
          return jsonResponse(row!.body)
        }),
      ),
  }),
)
