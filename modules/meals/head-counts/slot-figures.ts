/** The figures of meals by slot, day and period: planned, served, missed, and their value. */
import { Effect, Schema } from "effect"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { added, figure, listed, partsBy, said } from "@ops/platform/records/explain.ts"
import { DailyMealSummaryAnswer } from "../contract.ts"
import { READERS } from "../permissions.ts"
import { capitalised } from "@ops/platform/text.ts"
import { dayFigures, REVENUE, sessionPath } from "../figures.ts"
import { periodSlotsSql, pricedSlots, seesRevenue, summaryList } from "../queries.ts"

const columns = ["planned", "served", "missed", "revenue"] as const
type Column = (typeof columns)[number]
const nameOf = { planned: "Planned", served: "Served", missed: "Missed", revenue: "Revenue" } as const
const unitOf = (column: Column) => (column === "revenue" ? "USD" : "meals")
const mayOf = (column: Column) => (column === "revenue" ? REVENUE : READERS)

const slotColumns = {
  contract_number: col.text,
  client_id: col.whole,
  source: col.words("attendance", "head_count"),
  planned: col.whole,
  served: col.whole,
  missed: col.whole,
  basis: col.nullable(col.text),
  heads: col.whole,
  rate: col.whole,
  revenue: col.whole,
  currency: col.text,
  head_counts: col.json(Schema.Array(Schema.Struct({ from: Schema.String }))),
  rates: col.json(Schema.Array(Schema.Struct({ from: Schema.String }))),
}
const ofContract = new Set(["contract_number", "head_counts", "rates"])
const slotSql = sql(
  slotColumns,
  `select ${Object.keys(slotColumns)
    .map((name) => `${ofContract.has(name) ? "k" : "l"}.${name}`)
    .join(", ")} from ${pricedSlots} l join client_contract k on k.id = l.contract_id
   where l.contract_id = $1 and l.date = $2::date and l.meal_type = $3 and ($4::bigint is null or l.site_id = $4)`,
)

/** One slot of a contract, within the user's scope. */
const slotOf = (who: SignedIn, id: number, day: string, meal: string) =>
  Effect.gen(function* () {
    const [slot] = yield* statement(slotSql, [id, day, meal, who.confinedTo])
    return slot ?? (yield* Effect.fail(notFound(`There is no ${meal} on ${day} under this contract`)))
  })
/** The term in force on a day. */
const held = <Term extends { readonly from: string }>(terms: ReadonlyArray<Term>, day: string): Term | undefined =>
  [...terms].sort((a, b) => (a.from < b.from ? -1 : 1)).findLast(({ from }) => from <= day)

const slot = (column: Column, label: string) =>
  figure(`mealSlot.${column}`, {
    label,
    unit: unitOf(column),
    needs: ["id", "day", "meal"],
    may: mayOf(column),
    explain: ({ id, day, meal }, who) =>
      Effect.gen(function* () {
        const of = yield* slotOf(who, id, day, meal)
        const name = `${capitalised(meal)} of ${day}, ${of.contract_number}`
        const part = (column: Column, label: string, value: number) => ({
          label,
          value,
          unit: "meals",
          figure: { name: `mealSlot.${column}`, parameters: { id, day, meal } },
        })
        const source = seesRevenue(who) ? { stream: `client_contract/${id}`, path: `/clients?open=${of.client_id}` } : undefined
        if (column === "missed") {
          return {
            value: of.missed,
            formula: `${name}: ${of.planned} planned − ${of.served} served, at least 0: ${said(of.missed, "meals")}`,
            inputs: [part("planned", "Planned", of.planned), part("served", "Served", of.served)],
          }
        }
        if (column === "planned") {
          const plan = held(of.head_counts, day)
          return {
            value: of.planned,
            formula: `${name}: ${plan ? "people planned by the contract" : "capacity of the site, as the contract plans no number"}`,
            terms: [{ label: plan ? "People planned" : "Capacity", value: of.planned, unit: "meals", from: plan?.from ?? null, ...source }],
          }
        }
        if (column === "revenue") {
          const rate = formatMoney(of.rate)
          const value = formatMoney(of.revenue)
          return {
            value,
            unit: of.currency,
            formula: `${name}: ${said(of.heads, "meals")} × ${said(rate, of.currency)} = ${said(value, of.currency)}, before tax`,
            inputs: [
              part("served", `Served; the contract bills the ${of.basis ?? "served"}`, of.served),
              ...(of.heads === of.served ? [] : [part("planned", "Planned", of.planned)]),
            ],
            terms: [{ label: "Price of a meal", value: rate, unit: of.currency, from: held(of.rates, day)?.from ?? null, ...source }],
          }
        }
        if (of.source === "head_count") {
          const inputs = yield* partsBy(
            "meals",
            { id: col.whole },
            `select f.id, f.staff_count as amount from staff_feeding_record f join client_contract k on k.id = $1
             where f.site_id = k.site_id and f.date = $2::date and f.meal_type = $3 and (f.client_id = k.client_id or f.client_id is null)
             order by f.client_id nulls last limit 1`,
            [id, day, meal],
            ({ id: count }) => ({ label: "Head-count of the canteen", figure: { name: "staffFeeding.count", parameters: { id: count } } }),
          )
          return { value: of.served, inputs, formula: `${name}: the head-count, because no session is closed` }
        }
        const inputs = yield* partsBy(
          "meals",
          { id: col.whole, name: col.text },
          `select m.id, s.name, (select count(*) from meal_attendance a where a.meal_session_id = m.id and a.billable) as amount
           from meal_session m join site s on s.id = m.site_id
           where m.contract_id = $1 and m.session_date = $2::date and m.meal_type = $3 and m.status <> 'cancelled' order by m.id`,
          [id, day, meal],
          ({ id: session, name: site }) => ({ label: `Session ${session}, ${site}`, figure: { name: "mealSession.billable", parameters: { id: session } } }),
        )
        const streams = yield* partsBy(
          "meals",
          { id: col.whole },
          `select m.id, 0 as amount from meal_session m where m.contract_id = $1 and m.session_date = $2::date and m.meal_type = $3 and m.status <> 'cancelled' order by m.id`,
          [id, day, meal],
          ({ id: session }) => ({ stream: `meal_session/${session}`, title: `Session ${session}`, path: sessionPath(session) }),
        )
        return {
          value: of.served,
          inputs,
          records: streams.rows.map((each, n) => ({ ...each, value: inputs.rows[n]?.value ?? null })),
          formula: `${name}: people recorded as served, excluding exceptions that were not allowed: ${added(inputs, "meals", "sessions")}`,
        }
      }),
  })

/** A column of the daily summaries, for one meal or all three. */
const summary = (column: Column, label: string) =>
  figure(`mealSummary.${column}`, {
    label,
    unit: unitOf(column),
    needs: ["siteId", "clientId", "day"],
    takes: ["projectId", "currency", "meal"],
    may: mayOf(column),
    explain: ({ siteId, clientId, projectId, day, currency, meal }, who) =>
      Effect.gen(function* () {
        const row = yield* summaryOf(who, { siteId, clientId, projectId, day, currency })
        const value = row[`${meal ?? "total"}${nameOf[column]}`]
        const unit = column === "revenue" ? row.currency : "meals"
        const inputs = yield* partsBy(
          unit,
          { contract_id: col.whole, contract_number: col.text, meal_type: col.text },
          `select l.contract_id, k.contract_number, l.meal_type, l.${column} as amount from ${pricedSlots} l join client_contract k on k.id = l.contract_id
           where l.site_id = $1 and l.client_id = $2 and coalesce(l.project_id, 0) = $3 and l.date = $4::date and l.currency = $5 and ($6::text is null or l.meal_type = $6)
           order by array_position(array['breakfast', 'lunch', 'dinner'], l.meal_type), l.contract_id`,
          [siteId, clientId, projectId ?? 0, day, row.currency, meal ?? null],
          ({ contract_id, contract_number, meal_type }) => ({
            label: `${capitalised(meal_type)}, ${contract_number}`,
            figure: { name: `mealSlot.${column}`, parameters: { id: contract_id, day, meal: meal_type } },
          }),
        )
        return { value, unit, inputs, formula: `${row.client.companyName} at ${row.site.name} on ${day}: ${added(inputs, unit, "meals of the day")}` }
      }),
  })
const summaryOf = (who: SignedIn, of: { siteId: number; clientId: number; projectId: number | undefined; day: string; currency: string | undefined }) =>
  listed(
    DailyMealSummaryAnswer,
    summaryList(who),
    [
      {
        sql: "d.site_id = ? and d.client_id = ? and coalesce(d.project_id, 0) = ? and d.date = ?::date",
        values: [of.siteId, of.clientId, of.projectId ?? 0, of.day],
      },
      ...(of.currency ? [{ sql: "d.currency = ?", values: [of.currency] }] : []),
    ],
    `A summary of ${of.day}`,
  )

const efficiency = figure("mealSummary.efficiency", {
  label: "Served of planned",
  unit: "%",
  needs: ["siteId", "clientId", "day"],
  takes: ["projectId", "currency"],
  may: READERS,
  explain: (asked, who) =>
    Effect.gen(function* () {
      const row = yield* summaryOf(who, asked)
      const part = (column: string, label: "Served" | "Planned") => ({
        label,
        value: row[`total${label}`],
        unit: "meals",
        figure: { name: `mealSummary.${column}`, parameters: { ...asked } },
      })
      return {
        value: row.efficiency,
        formula: row.efficiency === null ? "Nothing was planned" : `${row.totalServed} served ÷ ${row.totalPlanned} planned = ${row.efficiency}%, rounded`,
        inputs: [part("served", "Served"), part("planned", "Planned")],
      }
    }),
})

/** A column over a period, for one or all sites and clients, and one or all three meals. */
const period = (column: Exclude<Column, "revenue">, label: string) =>
  figure(`meals.${column}Between`, {
    label,
    unit: "meals",
    needs: ["from", "to"],
    takes: ["siteId", "clientId", "meal"],
    may: READERS,
    explain: ({ siteId, from, to, clientId, meal }) =>
      Effect.gen(function* () {
        const inputs = yield* partsBy(
          "meals",
          {
            day: col.text,
            site_id: col.whole,
            client_id: col.whole,
            project_id: col.nullable(col.whole),
            currency: col.text,
            site: col.text,
            client: col.text,
          },
          `select to_char(l.date, 'YYYY-MM-DD') as day, l.site_id, l.client_id, l.project_id, k.currency, s.name as site, c.company_name as client, sum(l.${column}) as amount
           from (${periodSlotsSql}) l join client_contract k on k.id = l.contract_id join site s on s.id = l.site_id join client c on c.id = l.client_id
           where ($4::bigint is null or l.client_id = $4) and ($5::text is null or l.meal_type = $5)
           group by 1, 2, 3, 4, 5, 6, 7 order by 1, 6, 7`,
          [siteId ?? null, from, to, clientId ?? null, meal ?? null],
          ({ day, site_id, client_id, project_id, currency, site, client }) => ({
            label: from === to ? `${site}, ${client}` : `${day}, ${site}, ${client}`,
            figure: { name: `mealSummary.${column}`, parameters: { siteId: site_id, clientId: client_id, projectId: project_id, day, currency, meal } },
          }),
        )
        const what = `${meal ? capitalised(meal) : "All meals"} ${from === to ? `of ${from}` : `from ${from} to ${to}`}`
        return { value: inputs.sum, inputs, formula: `${what}, by day, site and client: ${added(inputs, "meals", "summaries")}` }
      }),
  })

const missedSql = sql(
  { planned: col.whole, missed: col.whole, rate: col.nullable(col.number) },
  `select coalesce(sum(planned), 0)::bigint as planned, coalesce(sum(missed), 0)::bigint as missed, round(100.0 * sum(missed) / nullif(sum(planned), 0), 1)::float8 as rate
   from (${periodSlotsSql}) slot where client_id = $4`,
)

const missedShare = figure("meals.missedShare", {
  label: "No-shows",
  unit: "%",
  needs: ["from", "to", "clientId"],
  takes: ["siteId"],
  may: READERS,
  explain: ({ siteId, from, to, clientId }) =>
    Effect.gen(function* () {
      const [row] = yield* statement(missedSql, [siteId ?? null, from, to, clientId])
      const { planned, missed, rate } = row!
      const parameters = { siteId, from, to, clientId }
      return {
        value: rate,
        formula: rate === null ? "Nothing was planned" : `${missed} missed ÷ ${planned} planned = ${rate}%`,
        inputs: [
          { label: "Missed", value: missed, unit: "meals", figure: { name: "meals.missedBetween", parameters } },
          { label: "Planned", value: planned, unit: "meals", figure: { name: "meals.plannedBetween", parameters } },
        ],
      }
    }),
})

const hour = figure("meals.hour", {
  label: "People who came in an hour",
  unit: "people",
  needs: ["from", "to", "hour"],
  takes: ["siteId"],
  may: READERS,
  explain: ({ siteId, from, to, hour }) =>
    Effect.gen(function* () {
      const inputs = yield* partsBy(
        "people",
        { id: col.whole, day: col.text, meal_type: col.text, site: col.text },
        `select m.id, to_char(m.session_date, 'YYYY-MM-DD') as day, m.meal_type, s.name as site, count(*) as amount
         from meal_session m join meal_attendance a on a.meal_session_id = m.id join site s on s.id = m.site_id
         where m.session_date between $2::date and $3::date and m.status <> 'cancelled' and a.attended and ($1::bigint is null or m.site_id = $1)
           and extract(hour from a.attendance_time at time zone 'Africa/Juba') = $4::int group by 1, 2, 3, 4 order by 2, 1`,
        [siteId ?? null, from, to, Number(hour)],
        ({ id, day, meal_type, site }) => ({
          label: `${capitalised(meal_type)} of ${day}, ${site}`,
          figure: { name: "mealSession.attendees", parameters: { id } },
        }),
      )
      return {
        value: inputs.sum,
        inputs,
        formula: `People recorded between ${hour}:00 and ${Number(hour) + 1}:00 in Juba, ${from} to ${to}: ${added(inputs, "people", "sessions")}`,
      }
    }),
})

export const mealFigures = [
  ...dayFigures,
  slot("planned", "Planned at a meal"),
  slot("served", "Served at a meal"),
  slot("missed", "Missed at a meal"),
  slot("revenue", "Revenue of a meal"),
  summary("planned", "Planned on a day"),
  summary("served", "Served on a day"),
  summary("missed", "Missed on a day"),
  summary("revenue", "Revenue of a day"),
  efficiency,
  period("planned", "Planned in a period"),
  period("served", "Served in a period"),
  period("missed", "Missed in a period"),
  missedShare,
  hour,
]
