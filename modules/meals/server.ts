import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { orUnavailable, tagged } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type ListShape, listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import { Records } from "@ops/platform/records/records.ts"
import { CateringApi } from "./contract.ts"
import { recordMeals, StaffFeedingRecord } from "./staff-feeding.ts"

const feedingList = (confinedTo: number | null): ListShape => ({
  select:
    `${StaffFeedingRecord.answer("f", "id", "siteId", "date", "mealType", "staffCount", "notes", "recordedBy", "createdAt")}, ` +
    `json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site`,
  from: "staff_feeding_record f join site s on s.id = f.site_id",
  id: "f.id",
  site: "f.site_id",
  date: "f.date",
  where: confinedTo === null ? [] : [{ sql: "f.site_id = ?", values: [confinedTo] }],
  filters: { status: "f.meal_type" },
  sorts: { date: "f.date", staffCount: "f.staff_count", mealType: "f.meal_type" },
  order: "-date",
  file: "Staff feeding",
  columns: [
    { key: "date", title: "Date", kind: "date" },
    { key: "mealType", title: "Meal", kind: "text" },
    { key: "staffCount", title: "Staff fed", kind: "integer" },
  ],
})

/** Heads a day of this week (Monday first) up to today: at each site the largest meal of the day. $1: site or null. */
const weekSql = `
  select coalesce(json_agg(json_build_object('date', to_char(d, 'YYYY-MM-DD'), 'count', heads) order by d), '[]')::text as body
  from (select d::date as d, coalesce((select sum(most) from (select max(f.staff_count) as most from staff_feeding_record f
          where f.date = d::date and ($1::bigint is null or f.site_id = $1) group by f.site_id) x), 0)::int as heads
        from generate_series(date_trunc('week', es.today()::timestamp), es.today()::timestamp, interval '1 day') d) week`

export const CateringLive = HttpApiBuilder.group(
  CateringApi,
  "catering",
  Effect.fn(function* (handlers) {
    const { perform } = yield* Records
    const { statement } = yield* Database
    return handlers.handleAll({
      recordMeals: ({ payload }) =>
        Effect.gen(function* () {
          const who = yield* Who
          const { id } = yield* orUnavailable(perform(recordMeals, { ...payload, notes: payload.notes ?? "" }, who, yield* commandKey))
          return yield* rowAnswer(feedingList(who.confinedTo), id, "Feeding record", 201)
        }),
      feedings: ({ query }) => Effect.flatMap(Who, ({ confinedTo }) => listAnswer("/api/staff-feeding", feedingList(confinedTo), query)),
      weeklyStats: ({ query }) =>
        orUnavailable(
          Effect.gen(function* () {
            const { confinedTo } = yield* Who
            const asked = /^\d{1,9}$/.test(query.siteId ?? "") ? Number(query.siteId) : null
            const [row] = yield* statement(weekSql, [confinedTo ?? asked])
            return yield* tagged(row.body, {})
          }),
        ),
    })
  }),
)
