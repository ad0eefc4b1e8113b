import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { mapDatabaseErrors, withETag } from "@ops/platform/http/answer.ts"
import { figureParts } from "@ops/facilities/work-orders/board.ts"
import { headsOnSql, headsYesterdaySoFarSql } from "@ops/meals/queries.ts"
import { criticalSql, lowSql } from "@ops/stock/queries.ts"
import { ReportingApi } from "./contract.ts"
import { revenueSql } from "./revenue.ts"
import { siteAsked } from "@ops/sites/queries.ts"

const orders = (condition: string) => `(select count(*) from work_order r where ${condition} and ($1::bigint is null or r.site_id = $1))`
const metricsSql = sql(
  { body: col.text },
  `select json_build_object(
    'staffFedToday', ${headsOnSql("es.today()")},
    'staffFed', json_build_object('before', (select nullif(${headsYesterdaySoFarSql}, 0))),
    'activeWorkOrders', ${orders(figureParts.activeOrders)}, 'urgentWorkOrders', ${orders(figureParts.urgentRequests)},
    'stockAlerts', (select count(*) from stock_level l where ${lowSql} and ($1::bigint is null or l.site_id = $1)),
    'criticalStock', (select count(*) from stock_level l where ${criticalSql} and ($1::bigint is null or l.site_id = $1)),
    'monthlyRevenue', ${revenueSql.thisMonth},
    'revenue', json_build_object('before', ${revenueSql.lastMonthSoFar}),
    'today', to_char(es.today(), 'YYYY-MM-DD'),
    'asOf', to_char(es.now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as body`,
)

export const ReportingLive = HttpApiBuilder.group(
  ReportingApi,
  "reporting",
  Effect.fn(function* (handlers) {
    const database = yield* Database
    return handlers.handleAll({
      metrics: ({ query }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const [row] = yield* database.statement(metricsSql, [yield* siteAsked(query.siteId)])
            return yield* withETag(row!.body, {})
          }).pipe(Effect.provideService(Database, database)),
        ),
    })
  }),
)
