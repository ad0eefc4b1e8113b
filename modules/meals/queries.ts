/** The SQL of the lists and figures about meals. */
import { Effect, Schema } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import { lateralLookup } from "@ops/platform/database/batch.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { recordedAtSql } from "@ops/platform/records/recorded-at.ts"
import { filledIn } from "@ops/platform/records/row-columns.ts"
import { MealAttendance } from "./meal-sessions/meal-attendance.ts"
import { SiteMealCapacity } from "./capacities/meal-capacity.ts"
import { type AtSite, StaffFeedingRecord } from "./head-counts/staff-feeding.ts"
import { billedSql, plannedSql, slotKeys } from "./head-counts/views.ts"

const own = (site: string, { confinedTo }: SignedIn): ReadonlyArray<Condition> => (confinedTo === null ? [] : [{ sql: `${site} = ?`, values: [confinedTo] }])
/** Levels 7, 8 and 10. */
export const seesRevenue = (who: SignedIn) => holdsAny(who, [...FINANCE, "department.manage"])
/** Levels 6, 7, 8 and 10. */
const seesRates = (who: SignedIn) => seesRevenue(who) || holdsAny(who, ["operations.supervise"])
const site = "json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site"
const client = "json_build_object('id', c.id, 'companyName', c.company_name)"
const instant = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const feedingPlanned = `(case when f.client_id is not null then (select ${plannedSql({
  contractHeads: `coalesce((select x.head_counts from client_contract x where x.site_id = f.site_id and x.client_id = f.client_id and x.service_type = 'catering'
    and x.start_date <= f.date and (x.end_date is null or x.end_date >= f.date) order by x.start_date desc, x.id desc limit 1), '[]')`,
  siteId: "f.site_id",
  clientId: "f.client_id",
  date: "f.date",
  mealType: "f.meal_type",
})}) end)`

/** Head-counts with what was planned. Spec: API-009, NS-021. */
export const feedingList = (who: SignedIn): ListShape => ({
  select:
    `${StaffFeedingRecord.answer("f", "id", "siteId", "clientId", "date", "mealType", "staffCount", "notes", "recordedBy", "createdAt", "updatedAt")}, ${site}, ` +
    `case when c.id is not null then ${client} end as client, p.planned, f.staff_count - p.planned as difference, ` +
    `(select json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name) from person u where u.id = f.recorded_by) as "recordedByUser", ` +
    `s.name as "siteName", c.company_name as "companyName", (select u.first_name || ' ' || u.last_name from person u where u.id = f.recorded_by) as "recordedByName"`,
  from: `staff_feeding_record f join site s on s.id = f.site_id left join client c on c.id = f.client_id cross join lateral (select ${feedingPlanned} as planned) p`,
  base: "staff_feeding_record f",
  filled: filledIn(StaffFeedingRecord, "f"),
  id: "f.id",
  site: "f.site_id",
  date: "f.date",
  where: own("f.site_id", who),
  filters: { status: "f.meal_type", mealType: "f.meal_type", clientId: "f.client_id" },
  search: ["s.name", "c.company_name", "f.notes"],
  sorts: { date: "f.date", staffCount: "f.staff_count", mealType: "f.meal_type", site: "s.name" },
  order: "-date",
  file: "Staff feeding",
  columns: [
    { key: "date", title: "Date", kind: "date" },
    { key: "siteName", title: "Site", kind: "text" },
    { key: "companyName", title: "Client", kind: "text" },
    { key: "mealType", title: "Meal", kind: "text" },
    { key: "planned", title: "Planned", kind: "integer" },
    { key: "staffCount", title: "Served", kind: "integer" },
    { key: "difference", title: "Difference", kind: "integer" },
    { key: "recordedByName", title: "Recorded By", kind: "text" },
    { key: "notes", title: "Notes", kind: "text" },
  ],
})

/** Heads fed on a day: the largest meal of each site, summed. $1: site or null. */
export const headsOnSql = (day: string, condition = "true", heads = "h.heads") => `coalesce((select sum(most) from (select max(meal) as most from (
    select h.site_id, sum(${heads}) as meal from heads_fed h where h.date = ${day} and ($1::bigint is null or h.site_id = $1) and ${condition} group by h.site_id, h.meal_type) m
    group by m.site_id) x), 0)::int`

/** {@link headsOnSql} of yesterday, limited to the meals that each site has already served today, and to people served by this hour, so that equal parts of the days are compared. */
export const headsYesterdaySoFarSql = headsOnSql(
  "es.today() - 1",
  "exists (select from heads_fed now where now.date = es.today() and now.site_id = h.site_id and now.meal_type = h.meal_type)",
  `greatest(0, h.heads - (select count(*) from meal_session m join meal_attendance a on a.meal_session_id = m.id where m.session_date = h.date and m.site_id = h.site_id
    and m.client_id is not distinct from h.client_id and m.meal_type = h.meal_type and m.status <> 'cancelled' and a.attended
    and a.attendance_time > es.now() - interval '1 day'))`,
)

/** {@link headsOnSql} for each of the last seven days, today last, so that figures are available on any day of the week. */
export const weekSql = sql(
  { body: col.text },
  `
  select coalesce(json_agg(json_build_object('date', to_char(d, 'YYYY-MM-DD'), 'count', ${headsOnSql("d::date")}) order by d), '[]')::text as body
  from generate_series((es.today() - 6)::timestamp, es.today()::timestamp, interval '1 day') d`,
)

/** The most that a site can feed at a meal; null if no capacity is set. */
export const maximumSql = (of: { siteId: string; clientId: string; date: string; mealType: string }) =>
  `(select case ${of.mealType} when 'breakfast' then k.max_breakfast_capacity when 'lunch' then k.max_lunch_capacity else k.max_dinner_capacity end
    from site_meal_capacity k where k.site_id = ${of.siteId} and k.client_id = ${of.clientId} and k.is_active
      and k.start_date <= ${of.date} and (k.end_date is null or k.end_date >= ${of.date}) order by k.start_date desc, k.id desc limit 1)`

/** Numbers served and missed in a session. $1: its id. */
export const countsSql = sql(
  { attended: col.whole, missed: col.whole },
  `select count(*) filter (where attended) as attended, count(*) filter (where not attended) as missed
  from meal_attendance where meal_session_id = $1`,
)

/** Occupancy of a session: served, the site's maximum or null, and whether the excess was recorded. $1: its id. */
export const fullnessSql = sql(
  { id: col.whole, attended: col.whole, told: col.flag, maximum: col.nullable(col.whole) },
  `select m.id, (select count(*) from meal_attendance a where a.meal_session_id = m.id and a.attended) as attended, m.over_capacity as told,
  ${maximumSql({ siteId: "m.site_id", clientId: "m.client_id", date: "m.session_date", mealType: "m.meal_type" })} as maximum from meal_session m where m.id = any($1::bigint[])`,
)

/** People served. Spec: SHP-17, API-022. */
export const attendanceList = (who: SignedIn, lately = false): ListShape => ({
  select:
    `${MealAttendance.answer("a", "id", "mealSessionId", "staffMemberId", "attended", "attendanceTime", "mealType", "mealCost", "currency", "exception", "allowed", "billable", "late", "notes", "recordedBy", "version", "createdAt", "updatedAt")}, ` +
    `${recordedAtSql("meal_attendance", "a")} as "recordedAt", ` +
    `json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'staffNumber', p.staff_number) as "staffMember", ` +
    `json_build_object('id', m.id, 'sessionDate', ${instant("m.starts_at")}, 'mealType', m.meal_type, 'siteId', m.site_id, 'status', m.status) as "mealSession"`,
  from: "meal_attendance a join meal_session m on m.id = a.meal_session_id join staff_member p on p.id = a.staff_member_id",
  filled: filledIn(MealAttendance, "a"),
  id: "a.id",
  site: "m.site_id",
  date: "m.session_date",
  where: [...own("m.site_id", who), ...(lately ? [{ sql: "m.session_date > es.today() - 31" }] : [])],
  filters: {
    mealSessionId: "a.meal_session_id",
    staffMemberId: "a.staff_member_id",
    clientId: "m.client_id",
    exception: "a.exception",
    status: "case when a.attended then 'attended' else 'missed' end",
  },
  search: ["p.first_name || ' ' || p.last_name", "p.staff_number"],
  sorts: { id: "a.id", attendanceTime: "a.attendance_time", lastName: "p.last_name", firstName: "p.first_name" },
  order: "-id",
  file: "Meal attendance",
  columns: [
    { key: "attendanceTime", title: "Time", kind: "instant" },
    { key: "recordedAt", title: "Recorded", kind: "instant" },
    { key: "mealType", title: "Meal", kind: "text" },
    { key: "attended", title: "Served", kind: "text" },
    { key: "exception", title: "Exception", kind: "text" },
    { key: "late", title: "Late", kind: "text" },
    { key: "notes", title: "Notes", kind: "text" },
  ],
})

const current = (meal: string) => `coalesce(t.${meal}, 0)`

/** The capacities of sites, with today's counts. Spec: SHP-18, API-023. */
export const capacityList = (who: SignedIn): ListShape => ({
  select:
    `${SiteMealCapacity.answer("k", "id", "siteId", "clientId", "projectId", "maxBreakfastCapacity", "maxLunchCapacity", "maxDinnerCapacity", "currency", "startDate", "endDate", "notes", "createdAt")}, ` +
    `${seesRates(who) ? "es.money(k.meal_rate)" : "null"} as "mealRate", w.today as "isActive", ` +
    `${current("breakfast")} as "currentBreakfastCount", ${current("lunch")} as "currentLunchCount", ${current("dinner")} as "currentDinnerCount", ` +
    `case when w.today then round(100.0 * (${current("breakfast")} + ${current("lunch")} + ${current("dinner")}) ` +
    `/ nullif(k.max_breakfast_capacity + k.max_lunch_capacity + k.max_dinner_capacity, 0))::int end as utilisation, ` +
    `${site}, ${client} as client, case when j.id is not null then json_build_object('id', j.id, 'projectName', j.name) end as project`,
  from:
    "site_meal_capacity k join site s on s.id = k.site_id join client c on c.id = k.client_id left join project_head j on j.id = k.project_id cross join lateral " +
    "(select k.is_active and k.start_date <= es.today() and (k.end_date is null or k.end_date >= es.today()) as today) w left join lateral " +
    "(select sum(h.heads) filter (where h.meal_type = 'breakfast') as breakfast, sum(h.heads) filter (where h.meal_type = 'lunch') as lunch, " +
    "sum(h.heads) filter (where h.meal_type = 'dinner') as dinner from heads_fed h where h.date = es.today() and h.site_id = k.site_id and h.client_id = k.client_id) t on w.today",
  base: "site_meal_capacity k",
  id: "k.id",
  site: "k.site_id",
  where: [{ sql: "k.is_active" }, ...own("k.site_id", who)],
  filters: { clientId: "k.client_id" },
  search: ["s.name", "c.company_name", "k.notes"],
  sorts: { startDate: "k.start_date", site: "s.name" },
  order: "-startDate",
})

/** Catering contracts of a site that is named by id or slug. $1: the site. */
const contractsSql = sql(
  { id: col.whole },
  `select c.id from client_contract c where c.service_type = 'catering' and c.site_id in (select s.id from site s where s.id::text = $1 or s.slug = $1)`,
)
/** Capacity windows of a site and client. $1: the site, $2: the client. */
export const windowsSql = sql(
  { id: col.whole },
  `select k.id from site_meal_capacity k where k.is_active and k.client_id = $2 and k.site_id in (select s.id from site s where s.id::text = $1 or s.slug = $1)`,
)
/** What bounds a head-count of a site, and who counted its meals of a day. $1: the site's id or slug; $2: the day, null for today. */
const atSiteSql = sql(
  { windows: col.json(Schema.Array(Schema.Int)), names: col.json(Schema.Array(Schema.Tuple([Schema.Int, Schema.String]))) },
  `select
  (select coalesce(json_agg(k.id), '[]') from site_meal_capacity k where k.is_active and k.site_id = s.id) as windows,
  (select coalesce(json_agg(json_build_array(p.id, p.first_name || ' ' || p.last_name)), '[]') from person p where p.id in
    (select f.recorded_by from staff_feeding_record f where f.site_id = s.id and f.date = coalesce($2::date, es.today()))) as names
  from site s where s.id::text = $1 or s.slug = $1`,
)
export const contractsAt = (siteId: string | number) =>
  Effect.flatMap(Database, ({ statement }) => Effect.map(statement(contractsSql, [String(siteId)]), (rows) => rows.map(({ id }) => id)))
/** What a head-count of a site must know: its contracts, and what bounds it. */
export const countedAt = (siteId: string | number, day: string | null) =>
  Effect.flatMap(Database, ({ statement }) => {
    const at = Effect.map(statement(atSiteSql, [String(siteId), day]), ([row]): AtSite => (row ? { windows: row.windows, names: new Map(row.names) } : {}))
    return Effect.all([contractsAt(siteId), at], { concurrency: 2 })
  })
/** The attendances of some people in a session. $1: the session, $2: people. */
export const knownSql = sql(
  { id: col.whole, person: col.whole, attended: col.flag },
  `select a.id, a.staff_member_id as person, a.attended from meal_attendance a
  where a.meal_session_id = $1 and a.staff_member_id = any($2::bigint[])`,
)
/** How many of the given people await a supervisor's decision. $1: the session, $2: people. */
export const waitingSql = sql(
  { count: col.whole },
  `select count(*) as count from meal_attendance a where a.meal_session_id = $1 and a.staff_member_id = any($2::bigint[])
  and a.attended and a.exception is not null and a.allowed is null`,
)

const meals = ["breakfast", "lunch", "dinner"]
/** Slots with their value, in cents of the contract's currency. */
export const pricedSlots = `(select l.*, k.currency, term.basis->>'basis' as basis, p.heads, p.rate, p.amount as revenue
  from meal_slot l join client_contract k on k.id = l.contract_id ${billedSql("l", "k", "p")})`

/** The notes of a day's sessions, ordered by start: SQL over a summary `d`. */
const dayNotes = `(select coalesce(string_agg(m.notes, '; ' order by m.starts_at), '') from meal_session m
  where m.site_id = d.site_id and m.client_id = d.client_id and m.project_id is not distinct from d.project_id and m.session_date = d.date
    and m.status <> 'cancelled' and m.notes <> '')`

/** The meals of a site, client and project on a day. Spec: SHP-19, API-028, ENT-09. */
export const summaryList = (who: SignedIn): ListShape => {
  const money = (expression: string) => (seesRevenue(who) ? `es.money(${expression})` : "null")
  const parts = meals.flatMap((meal) => {
    const of = (column: string) => `coalesce(sum(l.${column}) filter (where l.meal_type = '${meal}'), 0)::bigint`
    return [
      `${of("planned")} as ${meal}_planned`,
      `${of("served")} as ${meal}_served`,
      `${of("missed")} as ${meal}_missed`,
      `${of("revenue")} as ${meal}_revenue`,
    ]
  })
  const sums = ["planned", "served", "missed", "revenue"].map((column) => `sum(l.${column})::bigint as total_${column}`)
  return {
    select:
      `d.site_id || '-' || d.client_id || '-' || coalesce(d.project_id, 0) || '-' || to_char(d.date, 'YYYY-MM-DD') as id, to_char(d.date, 'YYYY-MM-DD') as "summaryDate", ` +
      `d.site_id as "siteId", d.client_id as "clientId", d.project_id as "projectId", ` +
      [...meals, "total"]
        .map(
          (meal) =>
            `t.${meal}_planned as "${meal}Planned", t.${meal}_served as "${meal}Served", t.${meal}_missed as "${meal}Missed", ${money(`t.${meal}_revenue`)} as "${meal}Revenue"`,
        )
        .join(", ") +
      `, d.currency, round(100.0 * t.total_served / nullif(t.total_planned, 0))::int as efficiency, t.discrepancies, t.open_sessions as "openSessions", t.exceptions, ${dayNotes} as notes, ` +
      `${site}, ${client} as client, case when j.id is not null then json_build_object('id', j.id, 'projectName', j.name) end as project`,
    // first the days are found; then only those of the page are counted
    from:
      `(select distinct k.site_id, k.client_id, k.project_id, k.date, k.currency from ${slotKeys} k) d ` +
      "join site s on s.id = d.site_id join client c on c.id = d.client_id left join project_head j on j.id = d.project_id " +
      `cross join lateral (select ${[...parts, ...sums].join(", ")}, ` +
      `count(*) filter (where l.discrepancy) as discrepancies, count(*) filter (where l.open_session) as open_sessions, sum(l.exceptions)::bigint as exceptions ` +
      `from ${pricedSlots} l where l.site_id = d.site_id and l.client_id = d.client_id and l.date = d.date and l.currency = d.currency and l.project_id is not distinct from d.project_id) t`,
    newest: "greatest((select max(session_date) from meal_session), (select max(date) from staff_feeding_record))",
    base: `(select distinct k.site_id, k.client_id, k.project_id, k.date, k.currency from ${slotKeys} k) d`,
    id: "d.site_id, d.client_id, coalesce(d.project_id, 0)",
    site: "d.site_id",
    date: "d.date",
    where: own("d.site_id", who),
    filters: { clientId: "d.client_id" },
    search: ["s.name", "c.company_name"],
    sorts: { summaryDate: "d.date", site: "s.name", totalServed: "t.total_served", totalMissed: "t.total_missed" },
    order: "-summaryDate",
    file: "Daily meal summaries",
    columns: [
      { key: "summaryDate", title: "Date", kind: "date" },
      { key: "totalPlanned", title: "Planned", kind: "integer" },
      { key: "totalServed", title: "Served", kind: "integer" },
      { key: "totalMissed", title: "Missed", kind: "integer" },
      { key: "totalRevenue", title: "Revenue", kind: "money" },
      { key: "currency", title: "Currency", kind: "text" },
    ],
  }
}

/** The tiles of both meal screens. $1: site or null, $2: whether revenue is shown. Spec: NS-055, K-16, NS-013. */
export const tilesSql = sql(
  { body: col.text },
  `
  with session as (
    select m.currency, m.meal_cost, (select count(*) from meal_attendance a where a.meal_session_id = m.id and a.attended) as attended
    from meal_session m where m.session_date = es.today() and m.status <> 'cancelled' and ($1::bigint is null or m.site_id = $1)),
  fed as (select h.* from heads_fed h where h.date = es.today() and ($1::bigint is null or h.site_id = $1)),
  room as (select k.*, k.max_breakfast_capacity + k.max_lunch_capacity + k.max_dinner_capacity as maximum from site_meal_capacity k
    where k.is_active and k.start_date <= es.today() and (k.end_date is null or k.end_date >= es.today()) and ($1::bigint is null or k.site_id = $1))
  select json_build_object(
    'todaysSessions', (select count(*) from session),
    'totalAttendees', (select coalesce(sum(attended), 0) from session),
    'activeStaff', (select count(*) from staff_member p where p.status = 'active' and ($1::bigint is null or p.site_id = $1)),
    'todaysRevenue', case when $2 then (select es.money(coalesce(sum(attended * meal_cost) filter (where currency = 'USD'), 0)::bigint) from session) end,
    'todaysRevenueSsp', case when $2 then (select es.money(coalesce(sum(attended * meal_cost) filter (where currency = 'SSP'), 0)::bigint) from session) end,
    'activeSites', (select count(*) from (select site_id from room union select site_id from fed) x),
    'capacityUtilisation', (select round(100.0 * coalesce((select sum(f.heads) from fed f where exists (select from room r where r.site_id = f.site_id and r.client_id = f.client_id)), 0)
      / nullif(sum(maximum), 0))::int from room),
    'mealsServedToday', (select coalesce(sum(heads + others), 0)::bigint from fed),
    'staffFedToday', (select coalesce(sum(most), 0)::bigint from (select max(meal) as most from (select site_id, sum(heads) as meal from fed group by site_id, meal_type) m group by site_id) x),
    'today', to_char(es.today(), 'YYYY-MM-DD'),
    'asOf', ${instant("es.now()")})::text as body`,
)

/** The slots of a period. $1: site or null, $2 and $3: from and to. */
export const periodSlotsSql = "select l.* from meal_slot l where l.date between $2::date and $3::date and ($1::bigint is null or l.site_id = $1)"

/** What was served over a period. $1: site or null, $2 and $3: from and to. Spec: NS-061. */
export const analyticsSql = sql(
  { body: col.text },
  `
  with slot as materialized (${periodSlotsSql})
  select json_build_object(
    'from', to_char($2::date, 'YYYY-MM-DD'), 'to', to_char($3::date, 'YYYY-MM-DD'),
    'served', (select coalesce(json_agg(x order by x.date), '[]') from (
      select to_char(date, 'YYYY-MM-DD') as date, ${meals.map((meal) => `coalesce(sum(served) filter (where meal_type = '${meal}'), 0)::bigint as ${meal}`).join(", ")},
        sum(planned)::bigint as planned, sum(served)::bigint as served from slot group by slot.date) x),
    'noShows', (select coalesce(json_agg(x order by x.rate desc nulls last, x."companyName"), '[]') from (
      select c.id as "clientId", c.company_name as "companyName", sum(planned)::bigint as planned, sum(missed)::bigint as missed,
        round(100.0 * sum(missed) / nullif(sum(planned), 0), 1)::float8 as rate
      from slot join client c on c.id = slot.client_id group by c.id, c.company_name) x),
    'peaks', (select coalesce(json_agg(x order by x.hour), '[]') from (
      select extract(hour from a.attendance_time at time zone 'Africa/Juba')::int as hour, count(*) as count
      from meal_session m ${lateralLookup("select * from meal_attendance where meal_session_id = m.id", "a")}
      where m.session_date between $2::date and $3::date and m.status <> 'cancelled' and a.attended and ($1::bigint is null or m.site_id = $1) group by 1) x))::text as body`,
)
