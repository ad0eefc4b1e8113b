import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { mapDatabaseErrors, withETag } from "@ops/platform/http/answer.ts"
import { figureParts } from "@ops/facilities/work-orders/board.ts"
import { headsOnSql, headsYesterdaySoFarSql } from "@ops/meals/queries.ts"
import { criticalSql, lowSql } from "@ops/stock/queries.ts"
import { ReportingApi } from "./contract.ts"
import { revenueSql } from "./revenue.ts"
import { siteAsked } from "@ops/sites/queries.ts"

const atSite = (alias: string) => `($1::bigint is null or ${alias}.site_id = $1)`
const orders = (condition: string) => `(select count(*) from work_order r where ${condition} and ${atSite("r")})`
/** The beginning of the day after `d` in Juba. */
const endOfDay = "((d::date + 1)::timestamp at time zone 'Africa/Juba')"
const days = "generate_series((es.today() - 12)::timestamp, es.today()::timestamp, interval '1 day') d"
const trends = `json_build_object(
    'staffFed', (select json_agg(${headsOnSql("d::date")} order by d) from ${days}),
    'workOrders', (with changed as (select r.created_at, case when ${figureParts.activeOrders} then null else coalesce(r.completed_at, r.updated_at) end as ended
        from work_order r where (r.completed_at >= es.today() - 13 or r.request_date >= es.today() - 13) and ${atSite("r")}), open as (select ${orders(figureParts.activeOrders)} as now)
      select json_agg(open.now - (select count(*) filter (where c.ended is null and c.created_at >= ${endOfDay}) from changed c)
        + (select count(*) filter (where c.ended >= ${endOfDay} and c.created_at < ${endOfDay}) from changed c) order by d) from ${days}, open),
    'stock', (with moved as materialized (select m.level_id, m.date, sum(m.quantity) as quantity from stock_movement m where m.date > es.today() - 13 and ${atSite("m")} group by 1, 2),
        earlier as (select d, l.minimum_level >= l.current_quantity - coalesce(sum(m.quantity) filter (where m.date > d::date), 0) as low
          from moved m join stock_level l on l.id = m.level_id cross join ${days} where l.minimum_level > 0 group by d, l.id, l.minimum_level, l.current_quantity)
      select json_agg(still.low + moving.low order by moving.d)
      from (select d, count(*) filter (where e.low) as low from ${days} left join earlier e using (d) group by d) moving,
        (select count(*) as low from stock_level l where ${lowSql} and ${atSite("l")} and l.id not in (select level_id from moved)) still),
    'revenue', ${revenueSql.months})`
const metricsSql = sql(
  { body: col.text },
  `select json_build_object(
    'staffFedToday', ${headsOnSql("es.today()")},
    'staffFed', json_build_object('before', (select nullif(${headsYesterdaySoFarSql}, 0))),
    'activeWorkOrders', ${orders(figureParts.activeOrders)}, 'urgentWorkOrders', ${orders(figureParts.urgentRequests)},
    'stockAlerts', (select count(*) from stock_level l where ${lowSql} and ($1::bigint is null or l.site_id = $1)),
    'criticalStock', (select count(*) from stock_level l where ${criticalSql} and ($1::bigint is null or l.site_id = $1)),
    'monthlyRevenue', ${revenueSql.thisMonth},
    'revenue', json_build_object('before', ${revenueSql.lastMonthSoFar}, 'yearBefore', ${revenueSql.lastYearSoFar}),
    'trends', ${trends},
    'today', to_char(es.today(), 'YYYY-MM-DD'),
    'asOf', to_char(es.now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as body`,
)

const landingSql = sql(
  { sites: col.whole, mealsPlanned: col.whole, events: col.whole },
  `select (select count(*) from site where is_active) as sites,
    (select coalesce(sum(planned), 0)::bigint from meal_slot where date = es.today()) as "mealsPlanned",
    (select coalesce(max(position), 0) from es.event) as events`,
)

const metricsLive = HttpApiBuilder.group(
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

const landingLive = HttpApiBuilder.group(
  ReportingApi,
  "landing",
  Effect.fn(function* (handlers) {
    const database = yield* Database
    const { mode } = yield* Config
    return handlers.handleAll({
      landing: () => (mode === "demo" ? Effect.map(mapDatabaseErrors(database.statement(landingSql, [])), ([row]) => row!) : Effect.succeed(null)),
    })
  }),
)

export const ReportingLive = Layer.mergeAll(metricsLive, landingLive)
