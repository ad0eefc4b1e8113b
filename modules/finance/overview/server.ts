import { HttpApiBuilder } from "effect/http-api"
import { statement } from "@ops/platform/database/database.ts"
import { handle, jsonResponse } from "@ops/platform/http/answer.ts"
import { siteAsked } from "@ops/sites/queries.ts"
import { FinanceOverviewApi } from "./contract.ts"
import { overviewSql } from "./queries.ts"

export const OverviewLive = HttpApiBuilder.group(FinanceOverviewApi, "financeOverview", (handlers) =>
  handlers.handleAll({
    overview: ({ query: { siteId } }) =>
      handle(function* () {
        const [row] = yield* statement(overviewSql, [yield* siteAsked(siteId)])
        return jsonResponse(row!.body)
      }),
  }),
)
