/** Reads the facts for the plan of a site's menus in one query, as of the requested moment. */
import { Effect, Schema } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { plannedSql } from "@ops/meals/head-counts/views.ts"
import { mealsBetween, costPerHead, type PlanFacts, type PlanHeads } from "./menu-plan.ts"
import { Entry } from "./menu-cycle.ts"
import type { Candidate, Situation } from "../recommendations/recommendations.ts"
import { allergens, diets, mealTypes, type MealType } from "../labels.ts"

const mealsOfDays = `generate_series($2::date, $3::date, interval '1 day') t(d) cross join unnest(array['breakfast', 'lunch', 'dinner']) m(meal)`
const inForce = (date: string) => `c.site_id = $1 and c.service_type = 'catering' and c.start_date <= ${date} and (c.end_date is null or c.end_date >= ${date})`
const planned = plannedSql({ contractHeads: "c.head_counts", siteId: "c.site_id", clientId: "c.client_id", date: "t.d::date", mealType: "m.meal" })

/** Planned heads of catering contracts, else the average of the last seven counted days. $1 site, $2 and $3 dates. */
const headsSql = `select to_char(t.d, 'YYYY-MM-DD') as date, m.meal as "mealType", p.planned, v.served
  from ${mealsOfDays}
  left join lateral (select sum(x.planned)::int as planned from (select distinct on (c.client_id) ${planned} as planned from client_contract c
    where ${inForce("t.d::date")} order by c.client_id, c.start_date desc, c.id desc) x) p on true
  left join (select f.meal_type, ceil(avg(f.heads))::int as served from (select h.meal_type, h.date, sum(h.heads + h.others) as heads from heads_fed h
    where h.site_id = $1 and h.date between es.today() - 7 and es.today() - 1 group by h.meal_type, h.date) f group by f.meal_type) v on v.meal_type = m.meal`

const itemsSql = `select i.id as "stockItemId", i.name, i.unit,
    coalesce(l.current_quantity, 0) - coalesce((select sum((x->>'quantity')::bigint) from jsonb_array_elements(l.lots) x where (x->>'expiryDate')::date < es.today()), 0)::bigint as "onHand",
    coalesce((select sum(greatest(coalesce(x."approvedQuantity", x.quantity) - x.received, 0)) * 1000 from purchase_request r
      cross join jsonb_to_recordset(r.items) as x("stockItemId" bigint, quantity int, "approvedQuantity" int, received int)
      where r.site_id = $1 and r.status in ('pending', 'approved') and x."stockItemId" = i.id), 0)::bigint as "onOrder",
    coalesce(case when l.current_quantity > 0 and l.value > 0 then round(l.value * 1000.0 / l.current_quantity)::bigint end, i.unit_cost) as "unitCost"
  from stock_item i left join stock_level l on l.stock_item_id = i.id and l.site_id = $1
  where i.id in (select (g->>'stockItemId')::bigint from dish d cross join jsonb_array_elements(d.ingredients) g)`

const peopleSql = (client: string) => `select p.allergies, p.dietary_restrictions as diet, count(*)::int as people from staff_member p
  where p.site_id = $1 and p.status = 'active' and ${client} group by 1, 2`
const dishesSql = `select d.id, d.name, d.allergens, d.diets, d.ingredients, d.meal_types as "mealTypes", d.is_active as "isActive" from dish d`
const menusSql = `select m.id, m.name, m.weeks, to_char(m.start_date, 'YYYY-MM-DD') as "startDate", m.is_active as "isActive", m.entries from menu_cycle m where m.site_id = $1`
const rows = (sql: string) => `(select coalesce(json_agg(r), '[]') from (${sql}) r)`

const MealTypes = Schema.Literals(mealTypes)
const PlanItems = Schema.Struct({
  stockItemId: Schema.Int,
  name: Schema.String,
  unit: Schema.String,
  onHand: Schema.Int,
  onOrder: Schema.Int,
  unitCost: Schema.NullOr(Schema.Int),
})
const Dishes = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  allergens: Schema.Array(Schema.Literals(allergens)),
  diets: Schema.Array(Schema.Literals(diets)),
  ingredients: Schema.Array(Schema.Struct({ stockItemId: Schema.Int, quantity: Schema.Int })),
  mealTypes: Schema.Array(MealTypes),
  isActive: Schema.Boolean,
})
const Menus = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  weeks: Schema.Int,
  startDate: Schema.String,
  isActive: Schema.Boolean,
  entries: Schema.Array(Entry),
})
const Read = Schema.Struct({
  today: Schema.String,
  heads: Schema.Array(Schema.Struct({ date: Schema.String, mealType: MealTypes, planned: Schema.NullOr(Schema.Int), served: Schema.NullOr(Schema.Int) })),
  items: Schema.Array(PlanItems),
  people: Schema.Array(Schema.Struct({ allergies: Schema.NullOr(Schema.String), diet: Schema.NullOr(Schema.String), people: Schema.Int })),
  dishes: Schema.Array(Dishes),
  menus: Schema.Array(Menus),
  issued: Schema.Array(Schema.Struct({ slot: Schema.String })),
})
const readOf = sqlOf({ body: col.json(Read) })
const readSql = (client = "true") =>
  readOf(`select json_build_object('today', to_char(es.today(), 'YYYY-MM-DD'),
  'heads', ${rows(headsSql)}, 'items', ${rows(itemsSql)}, 'people', ${rows(peopleSql(client))}, 'dishes', ${rows(dishesSql)}, 'menus', ${rows(menusSql)},
  'issued', ${rows(`select to_char(k.date, 'YYYY-MM-DD') || ' ' || k.meal_type as slot from kitchen_issue k where k.site_id = $1 and k.date between $2::date and $3::date`)}) as body`)

const todaySql = sql({ today: col.text }, "select to_char(es.today(), 'YYYY-MM-DD') as today")
/** Today by the database, at the requested moment. */
export const todayThere = Effect.gen(function* () {
  const [row] = yield* statement(todaySql, [])
  return row!.today
})

const headsOf = (read: typeof Read.Type) => {
  const known = new Map(read.heads.map((row) => [`${row.date} ${row.mealType}`, row]))
  return (date: string, mealType: MealType): PlanHeads => {
    const row = known.get(`${date} ${mealType}`)
    if (row?.planned) return { heads: row.planned, source: "planned" }
    return row?.served ? { heads: row.served, source: "served" } : { heads: 0, source: "none" }
  }
}
const factsOf = (read: typeof Read.Type): PlanFacts => ({
  today: read.today,
  menus: read.menus,
  dishes: new Map(read.dishes.map((dish) => [dish.id, dish])),
  items: new Map(read.items.map((item) => [item.stockItemId, item])),
  heads: headsOf(read),
  people: read.people,
  issued: new Set(read.issued.map(({ slot }) => slot)),
})

/** The facts for the plan of a site from one date to another. `menuId` selects a single menu for planning, even an archived one. */
export const planFacts = (siteId: number, from: string, to: string, menuId?: number) =>
  Effect.gen(function* () {
    const today = yield* todayThere
    const [row] = yield* statement(readSql(), [siteId, from < today ? from : today, to])
    const facts = factsOf(row!.body)
    const asked = facts.menus.find(({ id }) => id === menuId)
    return asked && !asked.isActive ? { ...facts, menus: [{ ...asked, isActive: true }] } : facts
  })

/** Number of past days over which the uptake of a dish is counted. */
const lookback = 56

const servedSql = sql(
  { slot: col.text, heads: col.whole },
  `select to_char(h.date, 'YYYY-MM-DD') || ' ' || h.meal_type as slot, sum(h.heads)::int as heads from heads_fed h
   where h.site_id = $1 and h.date between $2::date and es.today() - 1 group by 1`,
)
const expiringSql = sql(
  { stockItemId: col.whole, expiryDate: col.text, quantity: col.whole },
  `select l.stock_item_id as "stockItemId", x->>'expiryDate' as "expiryDate", sum((x->>'quantity')::bigint)::bigint as quantity
   from stock_level l cross join jsonb_array_elements(l.lots) x
   where l.site_id = $1 and (x->>'expiryDate')::date between es.today() and es.today() + 14 group by 1, 2 order by 2, 1`,
)
const rateSql = sql(
  { client: col.text, amount: col.whole },
  `select c.company_name as client, case k.currency when 'USD' then k.rate else round(k.rate * 100.0 / u.rate)::bigint end as amount
       from (select c.client_id, c.currency, coalesce((select (t->>'rate')::bigint from jsonb_array_elements(c.rates) t where (t->>'from')::date <= es.today()
           order by t->>'from' desc limit 1), 6000) as rate
         from client_contract c where ${inForce("es.today()")} and ($2::bigint is null or c.client_id = $2)) k
       join client c on c.id = k.client_id
       left join lateral (select x.rate from exchange_rate e cross join jsonb_to_recordset(e.rates) as x("from" date, rate bigint)
         where e.type = 'official' and x."from" <= es.today() order by x."from" desc limit 1) u on true
       where k.currency = 'USD' or u.rate is not null order by amount, c.company_name limit 1`,
)
const saidSql = sql(
  { dishId: col.whole, ratings: col.whole, average: col.nullable(col.number), wishes: col.whole },
  `select w.dish_id as "dishId", count(w.rating)::int as ratings, avg(w.rating)::float as average, count(*) filter (where w.rating is null)::int as wishes
       from menu_wish w where w.site_id = $1 and ($2::bigint is null or w.client_id = $2) and w.dish_id is not null and w.at >= es.now() - interval '180 days' group by 1`,
)

/** The facts for recommendations at a site; limited to one client's people, price and wishes if a client is given. */
export const recommendationFacts = (siteId: number, clientId: number | null) =>
  Effect.gen(function* () {
    const today = yield* todayThere
    const first = addDays(today, -lookback)
    const last = addDays(today, 7)
    const [row] = yield* statement(readSql("($4::bigint is null or p.client_id = $4)"), [siteId, first, last, clientId])
    const read = row!.body
    const facts = factsOf(read)
    const served = yield* statement(servedSql, [siteId, first])
    const ate = new Map(served.map(({ slot, heads }) => [slot, heads]))
    const expiring = yield* statement(expiringSql, [siteId])
    const [rate] = yield* statement(rateSql, [siteId, clientId])
    const said = yield* statement(saidSql, [siteId, clientId])
    const saidOf = new Map(said.map((row) => [row.dishId, row]))
    const meals = mealsBetween(facts, first, last)
    const past = meals.filter(({ date, since }) => date < today && date >= since)
    const candidates = read.dishes
      .filter(({ isActive }) => isActive)
      .map((dish): Candidate => {
        const had = (list: typeof meals) => list.filter(({ dishes }) => dishes.some(({ id }) => id === dish.id))
        const eaten = had(past).flatMap(({ date, mealType }) => {
          const heads = facts.heads(date, mealType)
          const came = ate.get(`${date} ${mealType}`)
          return heads.source === "planned" && came !== undefined ? [{ planned: heads.heads, served: came }] : []
        })
        const sum = (of: "planned" | "served") => eaten.reduce((total, meal) => total + meal[of], 0)
        const opinion = saidOf.get(dish.id)
        return {
          dish,
          mealTypes: dish.mealTypes,
          costPerHead: costPerHead([dish], facts.items),
          uptake: eaten.length === 0 ? null : { meals: eaten.length, planned: sum("planned"), served: sum("served") },
          lastOn: had(past).at(-1)?.date ?? null,
          nextOn: had(meals.filter(({ date }) => date >= today))[0]?.date ?? null,
          ratings: opinion && opinion.average !== null ? { count: opinion.ratings, average: opinion.average } : null,
          wishes: opinion?.wishes ?? 0,
        }
      })
    const situation: Situation = {
      today,
      heads: facts.heads(today, "lunch").heads,
      people: facts.people,
      rate: rate ?? null,
      items: facts.items,
      expiring,
    }
    return { candidates, situation }
  })
