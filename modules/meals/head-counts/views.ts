/**
 * What was served, slot by slot. A slot is a contract's meal of a day. Its truth are the attendances, once a session of it
 * is closed; before, or without one, the head-count. Where both are there and differ, that is shown; never are they added.
 */

const day = (date: string) => `to_char(${date}, 'YYYY-MM-DD')`
/** A contract for catering that is in force. */
const catering = (contract: string, date: string) =>
  `${contract}.service_type = 'catering' and ${contract}.start_date <= ${date} and (${contract}.end_date is null or ${contract}.end_date >= ${date})`
/** No other client has a contract for catering at the site. */
const sole = (contract: string, date: string) =>
  `not exists (select from client_contract o where o.site_id = ${contract}.site_id and o.client_id <> ${contract}.client_id and ${catering("o", date)})`

/** The heads that a contract plans for a day, else the most that the site can feed at the meal, else 0. Each part is an SQL expression. */
export const plannedSql = (of: { contractHeads: string; siteId: string; clientId: string; date: string; mealType: string }) => `coalesce(
  (select (h->>'heads')::bigint from jsonb_array_elements(${of.contractHeads}) h where (h->>'from')::date <= ${of.date} order by h->>'from' desc limit 1),
  (select case ${of.mealType} when 'breakfast' then k.max_breakfast_capacity when 'lunch' then k.max_lunch_capacity else k.max_dinner_capacity end
   from site_meal_capacity k where k.site_id = ${of.siteId} and k.client_id = ${of.clientId} and k.is_active
     and k.start_date <= ${of.date} and (k.end_date is null or k.end_date >= ${of.date}) order by k.start_date desc, k.id desc limit 1),
  0)`

const counts = `count(*) filter (where a.attended) as attended, count(*) filter (where a.billable) as billable,
    count(*) filter (where a.attended and a.exception is not null and a.allowed is null) as exceptions`
const atTable = `(select ${counts} from meal_attendance a where a.meal_session_id = m.id)`

/** The project of the sessions `m` of a slot, where they have one in common. */
const soleProject = "case when count(m.project_id) = count(*) and min(m.project_id) = max(m.project_id) then min(m.project_id) end as project_id"
const hasSessions = "m.contract_id is not null and m.status <> 'cancelled'"
/** Head-counts `f` of slots without a session, with their contract `c`. */
const onlyCounted = `from staff_feeding_record f
  cross join lateral (
    select c.* from client_contract c where c.site_id = f.site_id and ${catering("c", "f.date")} and (c.client_id = f.client_id or f.client_id is null and ${sole("c", "f.date")}
      and not exists (select from staff_feeding_record n where n.slot = c.site_id || '/' || c.client_id || '/' || ${day("f.date")} || '/' || f.meal_type))
    order by c.start_date desc, c.id desc limit 1) c
  where not exists (select from meal_session m where m.contract_id = c.id and m.session_date = f.date and m.meal_type = f.meal_type and m.status <> 'cancelled')`

/** Of which contracts, projects and days there are slots: the same as `meal_slot`, but nothing is counted. */
export const slotKeys = `(select c.id as contract_id, c.site_id, c.client_id, c.currency, s.project_id, s.date
  from (select m.contract_id, m.session_date as date, ${soleProject} from meal_session m where ${hasSessions} group by m.contract_id, m.session_date, m.meal_type) s
  join client_contract c on c.id = s.contract_id
  union all select c.id, c.site_id, c.client_id, c.currency, null, f.date ${onlyCounted})`

/** The slots of sessions `m` with their counts `a`, and of head-counts. */
const slots = (sessions: string) => `select x.contract_id, x.client_id, x.site_id, x.project_id, x.date, x.meal_type, x.session_id, p.planned, t.served,
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

const mealSlot = `create view meal_slot as ${slots(`meal_session m cross join lateral ${atTable} a`)}`

/**
 * The rows of `meal_slot` from day $1 to day $2, for who reads a whole month: the attendances are counted in one pass, where
 * the view looks up those of each session. `only` narrows further, by columns that a session has as well.
 */
export const slotsBetween = (only: (alias: string) => string) => `with seated as (
  select a.meal_session_id, ${counts} from meal_session m join meal_attendance a on a.meal_session_id = m.id
  where m.session_date between $1::date and $2::date${only("m")} group by 1)
select s.* from (${slots("meal_session m left join seated a on a.meal_session_id = m.id")}) s where s.date between $1::date and $2::date${only("s")}`

/**
 * What a slot `l` of a contract `k` is billed, joined as `as` with its `heads`, `rate` and `amount` in cents: the heads by
 * the basis of the day, at its rate for the largest band they reach, 60.00 where none is agreed.
 */
export const billedSql = (l: string, k: string, as: string) => {
  const term = (terms: string) => `(select t from jsonb_array_elements(${k}.${terms}) t where (t->>'from')::date <= ${l}.date order by t->>'from' desc limit 1)`
  return `cross join lateral (select ${term("bases")} as basis, ${term("rates")} as rate) term
cross join lateral (select case term.basis->>'basis' when 'planned' then ${l}.planned
  when 'guaranteed' then greatest(${l}.served, ceil(${l}.planned * (term.basis->>'guaranteedShare')::numeric / 10000)::bigint)
  else ${l}.served end as heads) seats
cross join lateral (select seats.heads, price.rate, seats.heads * price.rate as amount from (select coalesce(
  (select (b->>'rate')::bigint from jsonb_array_elements(term.rate->'bands') b where (b->>'fromHeads')::int <= seats.heads
    order by (b->>'fromHeads')::int desc limit 1),
  (term.rate->>'rate')::bigint, 6000) as rate) price) ${as}`
}

/** Meals that no contract can be billed for: several clients could be meant, or none has a contract. */
const mealProblem = `create view meal_problem as
select f.site_id, f.client_id, f.date, f.meal_type, null::bigint as session_id, f.staff_count as heads,
  case when f.client_id is null then 'several_clients' else 'no_contract' end as problem
from staff_feeding_record f
where case when f.client_id is null
  then (select count(distinct c.client_id) from client_contract c where c.site_id = f.site_id and ${catering("c", "f.date")}) > 1
  else not exists (select from client_contract c where c.site_id = f.site_id and c.client_id = f.client_id and ${catering("c", "f.date")}) end
union all
select m.site_id, m.client_id, m.session_date, m.meal_type, m.id, a.attended, 'no_contract'
from meal_session m cross join lateral ${atTable} a
where m.contract_id is null and not m.own_cost and m.status <> 'cancelled'`

/** Everyone who ate, billed or not: clients' people and, as others, visitors, contractors and our own staff. */
const headsFed = `create view heads_fed as
select s.site_id, s.client_id, s.date, s.meal_type, case when f.id is null or s.closed then s.attended else f.staff_count end as heads, s.others
from (
  select m.site_id, m.client_id, m.session_date as date, m.meal_type, bool_or(m.status = 'completed') as closed, sum(a.attended)::bigint as attended,
    sum(m.visitors + m.contractor_diners + m.own_staff_diners)::bigint as others
  from meal_session m cross join lateral ${atTable} a
  where m.status <> 'cancelled' group by m.site_id, m.client_id, m.session_date, m.meal_type) s
left join staff_feeding_record f on f.slot = s.site_id || '/' || s.client_id || '/' || ${day("s.date")} || '/' || s.meal_type
union all
select f.site_id, f.client_id, f.date, f.meal_type, f.staff_count, 0
from staff_feeding_record f
where not exists (select from meal_session m where m.session_date = f.date and m.site_id = f.site_id and m.meal_type = f.meal_type
  and (m.client_id = f.client_id or f.client_id is null) and m.status <> 'cancelled')`

export const mealViews = [mealSlot, mealProblem, headsFed]
