/** The figures of meals by day: heads fed, sessions, capacities. Each is explained by the query that the screens use. */
import { capitalised } from "@ops/platform/text.ts"
import type { Permission } from "@ops/platform/access/levels.ts"
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { ANYONE, FINANCE } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, jsonText, type RowOf, sql } from "@ops/platform/database/statement.ts"
import { added, figure, listedAt, partsBy, said } from "@ops/platform/records/explain.ts"
import { READERS } from "./permissions.ts"
import { MealTilesAnswer, SiteMealCapacityAnswer, StaffFeedingAnswer } from "./contract.ts"
import { mealSessions } from "./meal-sessions/resource.ts"
import { capacityList, feedingList, headsOnSql, headsYesterdaySoFarSql, tilesSql } from "./queries.ts"

export const REVENUE: ReadonlyArray<Permission> = [...FINANCE, "department.manage"]
export const sessionPath = (id: number) => `/meal-tracking-enhanced?tab=sessions&open=${id}`
const mealOrder = (column: string) => `array_position(array['breakfast', 'lunch', 'dinner'], ${column})`

/** One of today's tiles, as the screen requests them. */
const tile = <Name extends keyof typeof MealTilesAnswer.Type>(siteId: number | undefined, name: Name) =>
  Effect.gen(function* () {
    const [row] = yield* statement(tilesSql, [siteId ?? null, true])
    const of = tilesOf(row!.body)
    return { value: of[name], today: of.today }
  })
const tilesOf = jsonText(MealTilesAnswer)

/** Today's sessions `m` that are not cancelled, with the people served. $1: site or null. */
const sessionsToday = `select m.id, m.site_id, s.name as site, c.company_name as client, m.meal_type, m.status, m.meal_cost, m.currency,
  (select count(*) from meal_attendance a where a.meal_session_id = m.id and a.attended) as attended
  from meal_session m join site s on s.id = m.site_id join client c on c.id = m.client_id
  where m.session_date = es.today() and m.status <> 'cancelled' and ($1::bigint is null or m.site_id = $1)`
const sessionColumns = { id: col.whole, site: col.text, client: col.text, meal_type: col.text }
const ofSessions = Object.keys(sessionColumns)
  .map((name) => `x.${name}`)
  .join(", ")
const sessionName = ({ site, client, meal_type }: RowOf<typeof sessionColumns>) => `${capitalised(meal_type)}, ${site}, ${client}`

const fedSql = sql({ value: col.whole }, `select ${headsOnSql("$2::date")} as value`)
const fedYesterdaySql = sql({ value: col.nullable(col.whole) }, `select nullif(${headsYesterdaySoFarSql}, 0) as value`)

const staffFed = figure("meals.staffFed", {
  label: "Staff fed on a day",
  unit: "people",
  takes: ["siteId", "day"],
  may: ANYONE,
  explain: ({ siteId, day }, who) =>
    Effect.gen(function* () {
      const on = day ?? who.today
      const [row] = yield* statement(fedSql, [siteId ?? null, on])
      const inputs = yield* partsBy(
        "people",
        { site_id: col.whole, name: col.text },
        `select x.site_id, s.name, max(x.meal) as amount from (select h.site_id, sum(h.heads) as meal from heads_fed h where h.date = $2::date
           and ($1::bigint is null or h.site_id = $1) group by h.site_id, h.meal_type) x join site s on s.id = x.site_id group by 1, 2 order by 2`,
        [siteId ?? null, on],
        ({ site_id, name }) => ({ label: name, figure: { name: "meals.siteHeads", parameters: { siteId: site_id, day: on } } }),
      )
      const [before] = on === who.today ? yield* statement(fedYesterdaySql, [siteId ?? null]) : []
      return {
        value: row!.value,
        inputs,
        ...(before && before.value !== null && { before: { label: `${addDays(on, -1)}, the same meals up to this hour`, value: before.value } }),
        formula: `Sum of each site's largest meal on ${on}: ${added(inputs, "people", "sites")}`,
      }
    }),
})

const siteHeads = figure("meals.siteHeads", {
  label: "Largest meal of a site on a day",
  unit: "people",
  needs: ["siteId", "day"],
  may: READERS,
  explain: ({ siteId, day }) =>
    Effect.gen(function* () {
      const [row] = yield* statement(fedSql, [siteId, day])
      const { rows } = yield* partsBy(
        "people",
        { meal_type: col.text },
        `select h.meal_type, sum(h.heads) as amount from heads_fed h where h.site_id = $1 and h.date = $2::date group by 1 order by ${mealOrder("h.meal_type")}`,
        [siteId, day],
        ({ meal_type }) => ({ label: capitalised(meal_type), figure: { name: "meals.heads", parameters: { siteId, day, meal: meal_type } } }),
      )
      const meals = rows.map(({ label, value }) => `${label.toLowerCase()} ${value}`).join(", ")
      return {
        value: row!.value,
        inputs: rows,
        formula: rows.length === 0 ? "No meals were recorded" : `The largest of ${meals}, so that people who eat several meals count once`,
      }
    }),
})

const headsSql = sql(
  { value: col.whole },
  `select coalesce(sum(h.heads), 0)::bigint as value from heads_fed h where h.site_id = $1 and h.date = $2::date and h.meal_type = $3
     and ($4::bigint is null or h.client_id = $4)`,
)

const heads = figure("meals.heads", {
  label: "People at a meal",
  unit: "people",
  needs: ["siteId", "day", "meal"],
  takes: ["clientId"],
  may: READERS,
  explain: ({ siteId, day, meal, clientId }) =>
    Effect.gen(function* () {
      const asked = [siteId, day, meal, clientId ?? null]
      const [row] = yield* statement(headsSql, asked)
      const slot = (row: string) => `${row}.site_id = $1 and ${row}.meal_type = $3 and ($4::bigint is null or ${row}.client_id = $4)`
      const closed = (client: string) => `exists (select from meal_session x where x.site_id = $1 and x.session_date = $2::date and x.meal_type = $3
        and x.client_id = ${client} and x.status = 'completed')`
      const inputs = yield* partsBy(
        "people",
        { id: col.whole, kind: col.words("session", "count"), name: col.text },
        `select m.id, 'session' as kind, c.company_name as name, a.attended as amount
         from meal_session m join client c on c.id = m.client_id
         cross join lateral (select count(*) filter (where attended) as attended from meal_attendance where meal_session_id = m.id) a
         where ${slot("m")} and m.session_date = $2::date and m.status <> 'cancelled' and (${closed("m.client_id")}
           or not exists (select from staff_feeding_record f where f.site_id = $1 and f.date = $2::date and f.meal_type = $3 and f.client_id = m.client_id))
         union all
         select f.id, 'count', coalesce(c.company_name, 'everyone'), f.staff_count
         from staff_feeding_record f left join client c on c.id = f.client_id
         where ${slot("f")} and f.date = $2::date and not ${closed("f.client_id")} and (f.client_id is not null or not exists (select from meal_session x
           where x.site_id = $1 and x.session_date = $2::date and x.meal_type = $3 and x.status <> 'cancelled'))
         order by 2 desc, 1`,
        asked,
        ({ id, kind, name }) => ({
          label: kind === "session" ? `Served, ${name}` : `Head-count of ${name}`,
          figure: { name: kind === "session" ? "mealSession.attendees" : "staffFeeding.count", parameters: { id } },
        }),
      )
      const rule = "A closed session counts people recorded by name; before that the head-count applies"
      return { value: row!.value, inputs, formula: `${capitalised(meal)} of ${day}: ${added(inputs, "people", "counts")}. ${rule}` }
    }),
})

const seats = (name: string, label: string, field: "totalAttendees" | "missed" | "exceptions" | "late" | null, where: string, words: string) =>
  figure(`mealSession.${name}`, {
    label,
    unit: "people",
    needs: ["id"],
    may: READERS,
    explain: ({ id }, who) =>
      Effect.gen(function* () {
        const session = yield* listedAt(mealSessions.schema, mealSessions.shape(who), id, "Meal session")
        const records = yield* partsBy(
          "people",
          { id: col.whole, title: col.text },
          `select a.id, p.first_name || ' ' || p.last_name || ', ' || p.staff_number as title, 1 as amount
           from meal_attendance a join staff_member p on p.id = a.staff_member_id where a.meal_session_id = $1 and ${where} order by a.attendance_time, a.id`,
          [id],
          ({ id: each, title }) => ({
            stream: `meal_attendance/${each}`,
            title,
            value: null,
            path: `/meal-tracking-enhanced?tab=attendance&mealSessionId=${id}`,
          }),
        )
        const where_ = `${capitalised(session.mealType)} of ${session.date} at ${session.site.name}, ${session.client.companyName}`
        return { value: field === null ? records.sum : session[field], records, formula: `${where_}: ${said(records.sum, "people")} ${words}` }
      }),
  })

const revenueSql = sql({ value: col.text }, "select es.money(m.meal_cost * $2::bigint) as value from meal_session m where m.id = $1")

const sessionFigures = [
  seats("attendees", "People served", "totalAttendees", "a.attended", "were recorded as served"),
  seats("missed", "People who missed a meal", "missed", "not a.attended", "were recorded as missed"),
  seats("exceptions", "Exceptions to decide on", "exceptions", "a.attended and a.exception is not null and a.allowed is null", "await a supervisor's decision"),
  seats("late", "People recorded late", "late", "a.late", "were recorded after the close"),
  seats("billable", "People whose meal is billed", null, "a.billable", "ate a billable meal, including allowed exceptions"),
  figure("mealSession.revenue", {
    label: "Revenue of a session",
    unit: "USD",
    needs: ["id"],
    may: REVENUE,
    explain: ({ id }, who) =>
      Effect.gen(function* () {
        const session = yield* listedAt(mealSessions.schema, mealSessions.shape(who), id, "Meal session")
        const [row] = yield* statement(revenueSql, [id, session.totalAttendees])
        const { currency, mealCost, totalAttendees, contractId, ownCost } = session
        return {
          value: row!.value,
          unit: currency,
          formula: `${said(totalAttendees, "people")} × ${said(mealCost, currency)} = ${said(row!.value, currency)}`,
          inputs: [{ label: "People served", value: totalAttendees, unit: "people", figure: { name: "mealSession.attendees", parameters: { id } } }],
          terms: [
            {
              label: ownCost ? "No price: internal project" : contractId === null ? "Price of a meal without a contract price" : "Contract price on the day",
              value: mealCost,
              unit: currency,
              from: session.date,
              ...(contractId !== null && { stream: `client_contract/${contractId}` }),
            },
          ],
          records: [{ stream: `meal_session/${id}`, title: `${capitalised(session.mealType)} of ${session.date}`, value: row!.value, path: sessionPath(id) }],
        }
      }),
  }),
]

const capacitiesSql = sql(
  { id: col.whole, label: col.text, maximum: col.whole, fed: col.whole },
  `select k.id, s.name || ', ' || c.company_name as label, k.max_breakfast_capacity + k.max_lunch_capacity + k.max_dinner_capacity as maximum,
     (select coalesce(sum(h.heads), 0)::bigint from heads_fed h where h.date = es.today() and h.site_id = k.site_id and h.client_id = k.client_id) as fed
   from site_meal_capacity k join site s on s.id = k.site_id join client c on c.id = k.client_id
   where k.is_active and k.start_date <= es.today() and (k.end_date is null or k.end_date >= es.today()) and ($1::bigint is null or k.site_id = $1) order by 2`,
)

const ofToday = [
  figure("meals.sessions", {
    label: "Today's sessions",
    unit: "sessions",
    takes: ["siteId"],
    may: READERS,
    explain: ({ siteId }) =>
      Effect.gen(function* () {
        const { value, today } = yield* tile(siteId, "todaysSessions")
        const records = yield* partsBy(
          "sessions",
          sessionColumns,
          `select ${ofSessions}, 1 as amount from (${sessionsToday}) x order by x.id`,
          [siteId ?? null],
          (row) => ({
            stream: `meal_session/${row.id}`,
            title: sessionName(row),
            value: null,
            path: sessionPath(row.id),
            figure: { name: "mealSession.attendees", parameters: { id: row.id } },
          }),
        )
        return { value, records, formula: `${said(value, "sessions")} of ${today} that were not cancelled` }
      }),
  }),
  figure("meals.attendees", {
    label: "People served today",
    unit: "people",
    takes: ["siteId"],
    may: READERS,
    explain: ({ siteId }) =>
      Effect.gen(function* () {
        const { value } = yield* tile(siteId, "totalAttendees")
        const inputs = yield* partsBy(
          "people",
          sessionColumns,
          `select ${ofSessions}, x.attended as amount from (${sessionsToday}) x order by x.id`,
          [siteId ?? null],
          (row) => ({
            label: sessionName(row),
            figure: { name: "mealSession.attendees", parameters: { id: row.id } },
          }),
        )
        return { value, inputs, formula: `Served in today's sessions: ${added(inputs, "people", "sessions")}` }
      }),
  }),
  figure("meals.revenue", {
    label: "Today's revenue, not yet billed",
    unit: "USD",
    needs: ["currency"],
    takes: ["siteId"],
    may: REVENUE,
    explain: ({ siteId, currency }) =>
      Effect.gen(function* () {
        const { value } = yield* tile(siteId, currency === "USD" ? "todaysRevenue" : "todaysRevenueSsp")
        const inputs = yield* partsBy(
          currency,
          sessionColumns,
          `select ${ofSessions}, x.attended * x.meal_cost as amount from (${sessionsToday}) x where x.currency = $2 order by x.id`,
          [siteId ?? null, currency],
          (row) => ({ label: sessionName(row), figure: { name: "mealSession.revenue", parameters: { id: row.id } } }),
        )
        return { value, unit: currency, inputs, formula: `People served today × the price of the meal: ${added(inputs, currency, "sessions")}` }
      }),
  }),
  figure("meals.served", {
    label: "Meals served today",
    unit: "meals",
    takes: ["siteId"],
    may: READERS,
    explain: ({ siteId }) =>
      Effect.gen(function* () {
        const { value, today } = yield* tile(siteId, "mealsServedToday")
        const inputs = yield* partsBy(
          "meals",
          { site_id: col.whole, name: col.text, meal_type: col.text, others: col.flag },
          `select x.site_id, s.name, x.meal_type, x.others, x.amount from (
             select h.site_id, h.meal_type, false as others, sum(h.heads) as amount from heads_fed h where h.date = es.today() group by 1, 2
             union all select h.site_id, h.meal_type, true, sum(h.others) from heads_fed h where h.date = es.today() group by 1, 2 having sum(h.others) > 0) x
           join site s on s.id = x.site_id where $1::bigint is null or x.site_id = $1 order by s.name, ${mealOrder("x.meal_type")}, x.others`,
          [siteId ?? null],
          ({ site_id, name, meal_type, others }) => ({
            label: `${capitalised(meal_type)}, ${name}${others ? ": visitors, contractors, own staff" : ""}`,
            ...(!others && { figure: { name: "meals.heads", parameters: { siteId: site_id, day: today, meal: meal_type } } }),
          }),
        )
        return { value, inputs, formula: `Breakfasts, lunches and dinners of ${today}, with visitors: ${added(inputs, "meals", "counts")}` }
      }),
  }),
  figure("meals.activeSites", {
    label: "Active sites",
    unit: "sites",
    takes: ["siteId"],
    may: READERS,
    explain: ({ siteId }) =>
      Effect.gen(function* () {
        const { value, today } = yield* tile(siteId, "activeSites")
        const inputs = yield* partsBy(
          "sites",
          { id: col.whole, name: col.text, fed: col.flag },
          `select s.id, s.name, bool_or(x.fed) as fed, 1 as amount from (
             select k.site_id, false as fed from site_meal_capacity k where k.is_active and k.start_date <= es.today() and (k.end_date is null or k.end_date >= es.today())
             union select h.site_id, true from heads_fed h where h.date = es.today()) x
           join site s on s.id = x.site_id where $1::bigint is null or s.id = $1 group by 1, 2 order by 2`,
          [siteId ?? null],
          ({ id, name, fed }) => ({
            label: `${name}: ${fed ? "people were fed today" : "a capacity is in force"}`,
            value: null,
            ...(fed && { figure: { name: "meals.siteHeads", parameters: { siteId: id, day: today } } }),
          }),
        )
        return { value, inputs, formula: `${said(value, "sites")} with a capacity in force, or people fed on ${today}` }
      }),
  }),
  figure("meals.capacityUtilisation", {
    label: "Capacity utilisation",
    unit: "%",
    takes: ["siteId"],
    may: READERS,
    explain: ({ siteId }, who) =>
      Effect.gen(function* () {
        const { value, today } = yield* tile(siteId, "capacityUtilisation")
        const rows = yield* statement(capacitiesSql, [siteId ?? who.confinedTo])
        const fed = rows.reduce((sum, row) => sum + row.fed, 0)
        const maximum = rows.reduce((sum, row) => sum + row.maximum, 0)
        return {
          value,
          formula: maximum === 0 ? "No capacity is set" : `${said(fed, "meals")} of ${today} ÷ ${said(maximum, "of capacity")} = ${said(value, "%")}, rounded`,
          inputs: rows.map((row) => ({
            label: `${row.label}: ${row.fed} of ${row.maximum}`,
            value: row.maximum === 0 ? null : Math.round((100 * row.fed) / row.maximum),
            figure: { name: "mealCapacity.utilisation", parameters: { id: row.id } },
          })),
        }
      }),
  }),
]

const capacityOf = (who: SignedIn, id: number) => listedAt(SiteMealCapacityAnswer, capacityList(who), id, "Meal capacity")
const countsOf = (row: typeof SiteMealCapacityAnswer.Type, meal: "breakfast" | "lunch" | "dinner") =>
  ({
    breakfast: { current: row.currentBreakfastCount, maximum: row.maxBreakfastCapacity },
    lunch: { current: row.currentLunchCount, maximum: row.maxLunchCapacity },
    dinner: { current: row.currentDinnerCount, maximum: row.maxDinnerCapacity },
  })[meal]
const capacities = [
  figure("mealCapacity.utilisation", {
    label: "Utilisation of a capacity",
    unit: "%",
    needs: ["id"],
    may: READERS,
    explain: ({ id }, who) =>
      Effect.gen(function* () {
        const row = yield* capacityOf(who, id)
        const meals = (["breakfast", "lunch", "dinner"] as const).map((meal) => ({ meal, ...countsOf(row, meal) }))
        const sum = (of: "current" | "maximum") => meals.map((each) => each[of]).join(" + ")
        return {
          value: row.utilisation,
          formula: row.utilisation === null ? "It is not in force today" : `(${sum("current")}) ÷ (${sum("maximum")}) = ${said(row.utilisation, "%")}, rounded`,
          inputs: meals.map(({ meal, current, maximum }) => ({
            label: `${capitalised(meal)}, of ${maximum}`,
            value: current,
            unit: "people",
            figure: { name: "mealCapacity.current", parameters: { id, meal } },
          })),
          terms: [{ label: "Capacity in force", value: null, from: row.startDate, stream: `site_meal_capacity/${id}` }],
        }
      }),
  }),
  figure("mealCapacity.current", {
    label: "Fed today, of a capacity",
    unit: "people",
    needs: ["id", "meal"],
    may: READERS,
    explain: ({ id, meal }, who) =>
      Effect.gen(function* () {
        const row = yield* capacityOf(who, id)
        const { current: value, maximum } = countsOf(row, meal)
        const { siteId, clientId, site, client } = row
        return {
          value,
          formula: `${capitalised(meal)} of today at ${site.name}: ${said(value, "people")} of ${client.companyName}, capacity ${maximum}`,
          inputs: row.isActive
            ? [{ label: capitalised(meal), value, figure: { name: "meals.heads", parameters: { siteId, clientId, day: who.today, meal } } }]
            : [],
        }
      }),
  }),
]

const feeding = (name: string, label: string, field: "staffCount" | "planned" | "difference") =>
  figure(`staffFeeding.${name}`, {
    label,
    unit: "people",
    needs: ["id"],
    may: READERS,
    explain: ({ id }, who) =>
      Effect.gen(function* () {
        const row = yield* listedAt(StaffFeedingAnswer, feedingList(who), id, "Feeding record")
        const where = `${capitalised(row.mealType)} of ${row.date} at ${row.site.name}`
        const formula =
          field === "staffCount"
            ? `${where}: ${said(row.staffCount, "people")}, as recorded by the canteen`
            : row.planned === null
              ? `${where}: no plan, because no client is named`
              : field === "planned"
                ? `${where}: people planned by the contract for the day, otherwise the site's capacity`
                : `${said(row.staffCount, "served")} − ${said(row.planned, "planned")} = ${row.difference}`
        const part = (name: string, label: string, value: number | null) => ({ label, value, figure: { name: `staffFeeding.${name}`, parameters: { id } } })
        return {
          value: row[field],
          formula,
          ...(field === "difference" && row.planned !== null && { inputs: [part("count", "Served", row.staffCount), part("planned", "Planned", row.planned)] }),
          records: [{ stream: `staff_feeding_record/${id}`, title: where, value: row.staffCount, path: "/catering/feeding-history" }],
        }
      }),
  })

export const dayFigures = [
  staffFed,
  siteHeads,
  heads,
  ...sessionFigures,
  ...ofToday,
  ...capacities,
  feeding("count", "Head-count of a meal", "staffCount"),
  feeding("planned", "People planned", "planned"),
  feeding("difference", "Head-count less the plan", "difference"),
]
