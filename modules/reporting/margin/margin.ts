/**
 * Three counts of a meal that no other report compares: heads expected, heads that goods were issued for, and heads that ate; with the cost and revenue of
 * the meal. One row per site, day and meal. Money is cents of USD.
 */
import type { SignedIn } from "@ops/platform/access/who.ts"
import { addDays, isDate } from "@ops/platform/calendar.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { pricedSlots } from "@ops/meals/queries.ts"
import { ownStaff } from "@ops/people/assignments/queries.ts"

/** The revenue of a slot `l` in cents of USD, at the official rate of its day; null if there is no rate. */
export const usdSql = `case l.currency when 'USD' then l.revenue else round(l.revenue * 100.0 / (select x.rate from exchange_rate e cross join jsonb_to_recordset(e.rates) as x("from" date, rate bigint)
  where e.type = 'official' and x."from" <= l.date order by x."from" desc limit 1))::bigint end`

/** The meals from day $1 to day $2. A meal with an open session has no gap yet; one without issued goods has no cost. */
export const marginSql = `
  with days as (select d::date as date from generate_series($1::date, $2::date, interval '1 day') d),
    own as (${ownStaff}),
    slot as (
      select l.site_id, l.date, l.meal_type, sum(l.planned)::bigint as planned, sum(u.usd)::bigint as revenue, bool_or(u.usd is null) as unpriced
      from ${pricedSlots} l cross join lateral (select ${usdSql} as usd) u where l.date between $1::date and $2::date group by 1, 2, 3),
    fed as (
      select f.site_id, f.date, f.meal_type, sum(f.heads + f.others)::bigint as eaten from heads_fed f where f.date between $1::date and $2::date group by 1, 2, 3),
    open as (
      select distinct m.site_id, m.session_date as date, m.meal_type from meal_session m where m.session_date between $1::date and $2::date and m.status = 'active'),
    issue as (
      select k.id, k.site_id, k.date, k.meal_type, k.heads::bigint as cooked,
        coalesce((select -sum(v.value) from stock_movement v where v.source_kind = 'kitchen_issue' and v.source_id = k.id), 0)::bigint as cost
      from kitchen_issue k where k.date between $1::date and $2::date),
    meal as (
      select site_id, date, meal_type from slot union select site_id, date, meal_type from fed union select site_id, date, meal_type from issue),
    told as (
      select m.site_id, m.date, m.meal_type, coalesce(p.planned, 0)::bigint as planned, coalesce(o.own, 0)::bigint as own, coalesce(p.planned, 0)::bigint + coalesce(o.own, 0) as expected,
        i.id as issue_id, i.cooked, f.eaten, n.date is not null as open, i.cost, case when p.unpriced then null else coalesce(p.revenue, 0)::bigint end as revenue
      from meal m
      left join slot p on (p.site_id, p.date, p.meal_type) = (m.site_id, m.date, m.meal_type)
      left join fed f on (f.site_id, f.date, f.meal_type) = (m.site_id, m.date, m.meal_type)
      left join open n on (n.site_id, n.date, n.meal_type) = (m.site_id, m.date, m.meal_type)
      left join issue i on (i.site_id, i.date, i.meal_type) = (m.site_id, m.date, m.meal_type)
      left join own o on o.site_id = m.site_id and o.date = m.date)
  select t.*, case when t.eaten is not null and not t.open then greatest(t.expected, t.cooked, t.eaten) - least(t.expected, t.cooked, t.eaten) end as gap,
    case when t.eaten is not null and not t.open
      then round(100.0 * (greatest(t.expected, t.cooked, t.eaten) - least(t.expected, t.cooked, t.eaten)) / nullif(greatest(t.expected, t.cooked, t.eaten), 0), 1) end as gap_percent,
    round(t.cost::numeric / nullif(t.eaten, 0))::bigint as cost_per_meal, t.revenue - t.cost as margin,
    case when t.eaten is not null and not t.open then round(t.cost::numeric * greatest(t.cooked - t.eaten, 0) / nullif(t.cooked, 0))::bigint end as uneaten
  from told t`

const mealOrder = "array_position(array['breakfast', 'lunch', 'dinner'], x.meal_type)"
const most = 366

/** The requested days; the default is the month so far. */
export const marginDays = (
  asked: { readonly month?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
) => {
  const { month, from, to } = asked
  if (month && !isDate(`${month}-01`)) throw new Rejection(400, "month must be a month such as 2026-11")
  if ([from, to].some((day) => day && !isDate(day))) throw new Rejection(400, "from and to must be days such as 2026-11-21")
  const first = month ? `${month}-01` : from || `${(to || today).slice(0, 7)}-01`
  const endOfMonth = addDays(`${addDays(`${first.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1)
  const last = month ? endOfMonth : to || (today < first ? first : today)
  if (last < first) throw new Rejection(400, "to must be on or after from")
  if (addDays(first, most) < last) throw new Rejection(400, "The margin shows a year at most")
  return { from: first, to: last }
}

/** Each meal of the days with its three counts, cost and margin, within the person's scope. */
export const marginList = ({ confinedTo }: Pick<SignedIn, "confinedTo">, { from, to }: { readonly from: string; readonly to: string }): ListShape => ({
  with: { name: "margin", sql: marginSql, values: [from, to] },
  select:
    `x.site_id || '-' || to_char(x.date, 'YYYY-MM-DD') || '-' || x.meal_type as id, to_char(x.date, 'YYYY-MM-DD') as date, x.meal_type as "mealType", x.site_id as "siteId", ` +
    `json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site, s.name as "siteName", x.planned, x.own as "ownStaff", x.expected, x.cooked, x.eaten, x.open, x.gap, x.gap_percent::float8 as "gapPercent", ` +
    `es.money(x.cost) as cost, es.money(x.cost_per_meal) as "costPerMeal", es.money(x.uneaten) as uneaten, es.money(x.revenue) as revenue, es.money(x.margin) as margin`,
  from: "margin x join site s on s.id = x.site_id",
  id: `(x.site_id, x.date, ${mealOrder})`,
  site: "x.site_id",
  where: confinedTo === null ? [] : [{ sql: "x.site_id = ?", values: [confinedTo] }],
  filters: { mealType: "x.meal_type", costed: "case when x.cost is null then 'no' else 'yes' end" },
  search: ["s.name", "x.meal_type"],
  sorts: {
    date: "x.date",
    site: "s.name",
    mealType: mealOrder,
    gapPercent: "coalesce(x.gap_percent, -1)",
    eaten: "x.eaten",
    cost: "x.cost",
    margin: "x.margin",
  },
  order: "-date,site,mealType",
  file: "Meal margin",
  columns: [
    { key: "date", title: "Date", kind: "date" },
    { key: "siteName", title: "Site", kind: "text" },
    { key: "mealType", title: "Meal", kind: "text" },
    { key: "planned", title: "Planned for clients", kind: "integer" },
    { key: "ownStaff", title: "Own staff", kind: "integer" },
    { key: "expected", title: "Expected", kind: "integer" },
    { key: "cooked", title: "Cooked", kind: "integer" },
    { key: "eaten", title: "Ate", kind: "integer" },
    { key: "gap", title: "Gap", kind: "integer" },
    { key: "gapPercent", title: "Gap (%)", kind: "text" },
    { key: "cost", title: "Food (USD)", kind: "money" },
    { key: "costPerMeal", title: "Food cost per meal (USD)", kind: "money" },
    { key: "uneaten", title: "Not eaten (USD)", kind: "money" },
    { key: "revenue", title: "Price (USD)", kind: "money" },
    { key: "margin", title: "Margin (USD)", kind: "money" },
  ],
})

/** The totals of the meals, by site; `$1` and `$2` are the days, `$3` the site or null. Costs and margins cover only meals with issued goods. */
export const marginTotalsSql = `with priced as (select * from (${marginSql}) x where $3::bigint is null or x.site_id = $3) select json_build_object('meals', count(*), 'expected', coalesce(sum(x.expected), 0), 'eaten', coalesce(sum(x.eaten), 0),
    'costed', count(x.cost), 'cooked', coalesce(sum(x.cooked), 0), 'eatenOfCosted', coalesce(sum(x.eaten) filter (where x.cost is not null), 0),
    'cost', es.money(coalesce(sum(x.cost), 0)::bigint), 'costPerMeal', es.money(round(sum(x.cost)::numeric / nullif(sum(x.eaten) filter (where x.cost is not null), 0))::bigint),
    'uneaten', es.money(coalesce(sum(x.uneaten), 0)::bigint),
    'revenue', es.money(coalesce(sum(x.revenue) filter (where x.cost is not null), 0)::bigint), 'margin', es.money(coalesce(sum(x.margin), 0)::bigint),
    'days', (select coalesce(json_agg(d.cost order by d.date), '[]') from (select y.date, round(sum(y.cost)::numeric / sum(y.eaten)) / 100 as cost
      from priced y where y.cost is not null group by y.date having sum(y.eaten) > 0 order by y.date desc limit 13) d),
    'gapPercent', round(100.0 * sum(x.gap) / nullif(sum(greatest(x.expected, x.cooked, x.eaten)) filter (where x.gap is not null), 0), 1)::float8)::text as answer
  from priced x`
