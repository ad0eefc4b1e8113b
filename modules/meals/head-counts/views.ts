/**
 * What was served, by slot. A slot is one meal of a contract on one day. The attendances count as soon as one of its
 * sessions is closed; before that, or without a session, the head-count does. If both exist and differ, the discrepancy
 * is shown; the two are never added.
 */
import { keptSum } from "@ops/platform/records/generations/kept-sum.ts"

const day = (date: string) => `to_char(${date}, 'YYYY-MM-DD')`
/** A catering contract that is in force. */
const catering = (contract: string, date: string) =>
  `${contract}.service_type = 'catering' and ${contract}.start_date <= ${date} and (${contract}.end_date is null or ${contract}.end_date >= ${date})`
/** No other client has a catering contract at the site. */
const sole = (contract: string, date: string) =>
  `not exists (select from client_contract o where o.site_id = ${contract}.site_id and o.client_id <> ${contract}.client_id and ${catering("o", date)})`

/** The heads that a contract plans for a day, else the most that the site can feed at the meal, else 0. Each argument is an SQL expression. */
export const plannedSql = (of: { contractHeads: string; siteId: string; clientId: string; date: string; mealType: string }) => `coalesce(
  (select (h->>'heads')::bigint from jsonb_array_elements(${of.contractHeads}) h where (h->>'from')::date <= ${of.date} order by h->>'from' desc limit 1),
  (select case ${of.mealType} when 'breakfast' then k.max_breakfast_capacity when 'lunch' then k.max_lunch_capacity else k.max_dinner_capacity end
   from site_meal_capacity k where k.site_id = ${of.siteId} and k.client_id = ${of.clientId} and k.is_active
     and k.start_date <= ${of.date} and (k.end_date is null or k.end_date >= ${of.date}) order by k.start_date desc, k.id desc limit 1),
  0)`

/** The number of people in a session. */
const mealsOfSession = keptSum({
  name: "meals_of_session",
  of: "meal_attendance",
  by: { meal_session_id: "r.meal_session_id" },
  sums: {
    attended: "r.attended::int",
    billable: "r.billable::int",
    exceptions: "(r.attended and r.exception is not null and r.allowed is null)::int",
  },
})
const sessions = "meal_session m left join meals_of_session a on a.meal_session_id = m.id"

/** The project of the sessions `m` of a slot, if all of them have the same one. */
const soleProject = "case when count(m.project_id) = count(*) and min(m.project_id) = max(m.project_id) then min(m.project_id) end as project_id"
const hasSessions = "m.contract_id is not null and m.status <> 'cancelled'"
/** An index to find the sessions of a slot, and those of all slots in order, without reading the table. */
const sessionsBySlot = `create index on meal_session (contract_id, session_date, meal_type, project_id) where contract_id is not null and status <> 'cancelled'`

/** Assigns a head-count `f` of a site to its contract `c`: if the client has several, to the one that began last. */
const countsFor = `${catering("c", "f.date")} and (c.client_id = f.client_id or f.client_id is null and ${sole("c", "f.date")}
    and not exists (select from staff_feeding_record n where n.slot = c.site_id || '/' || c.client_id || '/' || ${day("f.date")} || '/' || f.meal_type))
  and not exists (select from client_contract b where b.site_id = c.site_id and b.client_id = c.client_id and ${catering("b", "f.date")}
    and (b.start_date, b.id) > (c.start_date, c.id))`
/** Head-counts `f` with their contract `c`. */
const counted = `from staff_feeding_record f join client_contract c on c.site_id = f.site_id and ${countsFor}`
/** The same, for slots without a session. */
const onlyCounted = `${counted}
  where not exists (select from meal_session m where m.contract_id = c.id and m.session_date = f.date and m.meal_type = f.meal_type and ${hasSessions})`

/** The contracts, projects and days that have slots: the same as in `meal_slot`, without counting anything. */
export const slotKeys = `(select c.id as contract_id, c.site_id, c.client_id, c.currency, m.project_id, m.date
  from (select m.contract_id, m.date, case when count(m.project_id) = count(*) filter (where m.met) and min(m.project_id) = max(m.project_id) then min(m.project_id) end as project_id
    from (select m.contract_id, m.session_date as date, m.meal_type, m.project_id, true as met from meal_session m where ${hasSessions}
      union all select c.id, f.date, f.meal_type, null, false ${counted}) m group by m.contract_id, m.date, m.meal_type) m
  join client_contract c on c.id = m.contract_id)`

/** The days of a contract within a range of dates on which it may have a slot: every day that has one, and some that have none. */
export const servedDays = (contract: string, range: string) => {
  const within = (date: string) => `${date} >= coalesce(lower(${range}), '-infinity') and ${date} < upper(${range})`
  return `(select m.session_date as date from meal_session m where m.contract_id = ${contract}.id and ${within("m.session_date")} and ${hasSessions}
    union select f.date from staff_feeding_record f where f.site_id = ${contract}.site_id and ${within("f.date")} and ${catering(contract, "f.date")})`
}

/** The contracts and months in which there are slots: looked for in each month of each contract. */
export const slotMonths = `(select c.id as contract_id, m.month from client_contract c
  cross join lateral (select d::date as month, (d + interval '1 month')::date as next
    from (select least(min(session_date), (select min(date) from staff_feeding_record)) as first, greatest(max(session_date), (select max(date) from staff_feeding_record)) as last
      from meal_session) x, generate_series(date_trunc('month', x.first::timestamp), x.last::timestamp, interval '1 month') d) m
  where exists (select from meal_session m2 where m2.contract_id = c.id and m2.session_date >= m.month and m2.session_date < m.next and m2.status <> 'cancelled')
    or exists (select from staff_feeding_record f where f.site_id = c.site_id and f.date >= m.month and f.date < m.next and ${countsFor}))`

/** The slots, from sessions and from head-counts. */
const mealSlot = `create view meal_slot as select x.contract_id, x.client_id, x.site_id, x.project_id, x.date, x.meal_type, x.session_id, p.planned, t.served,
  greatest(p.planned - t.served, 0) as missed,
  case when x.head_count is null or x.closed then 'attendance' else 'head_count' end as source,
  x.head_count, x.closed and x.head_count is not null and x.head_count <> x.attended as discrepancy, x.open_session, x.exceptions
from (
  select s.contract_id, c.client_id, c.site_id, s.project_id, s.date, s.meal_type, s.session_id, s.closed, s.open_session,
    s.attended, s.billable, s.exceptions, coalesce(f.staff_count, n.staff_count) as head_count, c.head_counts
  from (
    select m.contract_id, m.session_date as date, m.meal_type, min(m.id) as session_id,
      ${soleProject},
      bool_or(m.status = 'completed') as closed, bool_or(m.status = 'active') as open_session,
      coalesce(sum(a.attended), 0)::bigint as attended, coalesce(sum(a.billable), 0)::bigint as billable, coalesce(sum(a.exceptions), 0)::bigint as exceptions
    from ${sessions}
    where ${hasSessions}
    group by m.contract_id, m.session_date, m.meal_type) s
  join client_contract c on c.id = s.contract_id
  left join staff_feeding_record f on f.slot = c.site_id || '/' || c.client_id || '/' || ${day("s.date")} || '/' || s.meal_type
  left join staff_feeding_record n on f.id is null and n.slot = c.site_id || '/none/' || ${day("s.date")} || '/' || s.meal_type and ${sole("c", "s.date")}
  union all
  select c.id, c.client_id, c.site_id, null, f.date, f.meal_type, null, false, false, 0, 0, 0, f.staff_count, c.head_counts
  ${onlyCounted}
) x
cross join lateral (select ${plannedSql({ contractHeads: "x.head_counts", siteId: "x.site_id", clientId: "x.client_id", date: "x.date", mealType: "x.meal_type" })} as planned) p
cross join lateral (select case when x.head_count is null or x.closed then x.billable else x.head_count end as served) t`

/**
 * What is billed for a slot `l` of a contract `k`, joined as `as` with `heads`, `rate` and `amount` in cents: the heads
 * by the basis of the day, at the rate of the largest band they reach, or 60.00 if no rate is agreed.
 */
export const billedSql = (l: string, k: string, as: string) => {
  const term = (terms: string) => `(select t from jsonb_array_elements(${k}.${terms}) t where (t->>'from')::date <= ${l}.date order by t->>'from' desc limit 1)`
  return `cross join lateral (select ${term("bases")} as basis, ${term("rates")} as rate offset 0) term
cross join lateral (select case term.basis->>'basis' when 'planned' then ${l}.planned
  when 'guaranteed' then greatest(${l}.served, ceil(${l}.planned * (term.basis->>'guaranteedShare')::numeric / 10000)::bigint)
  else ${l}.served end as heads offset 0) seats
cross join lateral (select seats.heads, price.rate, seats.heads * price.rate as amount from (select coalesce(
  (select (b->>'rate')::bigint from jsonb_array_elements(term.rate->'bands') b where (b->>'fromHeads')::int <= seats.heads
    order by (b->>'fromHeads')::int desc limit 1),
  (term.rate->>'rate')::bigint, 6000) as rate offset 0) price) ${as}`
}

/** Meals that cannot be billed to a contract: several clients are possible, or none has a contract. */
const mealProblem = `create view meal_problem as
select f.site_id, f.client_id, f.date, f.meal_type, null::bigint as session_id, f.staff_count as heads,
  case when f.client_id is null then 'several_clients' else 'no_contract' end as problem
from staff_feeding_record f
where case when f.client_id is null
  then (select count(distinct c.client_id) from client_contract c where c.site_id = f.site_id and ${catering("c", "f.date")}) > 1
  else not exists (select from client_contract c where c.site_id = f.site_id and c.client_id = f.client_id and ${catering("c", "f.date")}) end
union all
select m.site_id, m.client_id, m.session_date, m.meal_type, m.id, coalesce(a.attended, 0)::bigint, 'no_contract'
from ${sessions}
where m.contract_id is null and not m.own_cost and m.status <> 'cancelled'`

/** Everyone who ate, billed or not: the clients' people and, as `others`, visitors, contractors and own staff. */
const headsFed = `create view heads_fed as
select s.site_id, s.client_id, s.date, s.meal_type, case when f.id is null or s.closed then s.attended else f.staff_count end as heads, s.others
from (
  select m.site_id, m.client_id, m.session_date as date, m.meal_type, bool_or(m.status = 'completed') as closed, coalesce(sum(a.attended), 0)::bigint as attended,
    sum(m.visitors + m.contractor_diners + m.own_staff_diners)::bigint as others
  from ${sessions}
  where m.status <> 'cancelled' group by m.site_id, m.client_id, m.session_date, m.meal_type) s
left join staff_feeding_record f on f.slot = s.site_id || '/' || s.client_id || '/' || ${day("s.date")} || '/' || s.meal_type
union all
select f.site_id, f.client_id, f.date, f.meal_type, f.staff_count, 0
from staff_feeding_record f
where not exists (select from meal_session m where m.session_date = f.date and m.site_id = f.site_id and m.meal_type = f.meal_type
  and (m.client_id = f.client_id or f.client_id is null) and m.status <> 'cancelled')`

export const mealViews = [sessionsBySlot, ...mealsOfSession, mealSlot, mealProblem, headsFed]
