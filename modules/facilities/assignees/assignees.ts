/** Who can be assigned an order: staff and contractors with their skills, shift, leave, and open orders. */
import { Effect } from "effect"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { invalid } from "@ops/platform/records/command.ts"
import { dayRows, usualDay } from "@ops/people/attendance/queries.ts"
import { siteNamedSql } from "@ops/sites/queries.ts"
import { openStatuses, type ServiceType, type teams } from "../work-orders/labels.ts"

/** Words in a position or a contractor's work that qualify for a service. */
const skills: Record<ServiceType, string> = {
  cleaning: "housekeep|clean|laundr|janitor",
  fumigation: "fumigat|pest|housekeep",
  sewage: "sewage|plumb|technician|sanitat",
  waste: "waste|housekeep|clean|sanitat",
  equipment_maintenance: "technician|mechanic|electric|generator|plumb|weld|maintenance|hvac|refrigerat",
  other: "technician|housekeep|handyman|maintenance",
}
const anySkill = [...new Set(Object.values(skills).join("|").split("|"))].join("|")

/** The teams of the availability panel, by words in the position. The first match is a person's team. */
export const teamWords: Readonly<Record<(typeof teams)[number] | "supervisors", string>> = {
  supervisors: "supervisor|foreman|manager",
  cleaning: "housekeep|clean|laundr|janitor",
  maintenance: "technician|mechanic|electric|plumb|maintenance",
}
/** SQL: the team of a position's title, or null. */
export const teamSql = (title: string): string =>
  `case ${Object.entries(teamWords)
    .map(([team, words]) => `when ${title} ~* '${words}' then '${team}'`)
    .join(" ")} end`

const open = `o.status in (${openStatuses.map((status) => `'${status}'`).join(", ")})`
/** SQL over `open_order`: the open orders of each person or contractor, and how many of them are in progress. */
const loadOf = (who: "assigned_to" | "contractor_id") =>
  `select o.${who} as id, count(*)::int as open, count(*) filter (where o.status = 'in_progress')::int as doing
   from open_order o where o.${who} is not null group by 1`
/** $1: the instant, or null for now. */
const localSql = "coalesce($1::timestamptz, es.now()) at time zone 'Africa/Juba'"

/**
 * SQL: everyone who works here on the day of $1, one row each: `id`, `name`, `title`, `team`, `site_id` on that day,
 * `expected` by the calendar, `in_hours` if the hour is within the shift, `gone` after the check-out, their leave, and
 * their open orders. $2 is the default shift and week.
 */
export const peopleSql = `${dayRows(`(select to_char(${localSql}, 'YYYY-MM-DD'))`, "$2::text")},
  hours as materialized (select s.id, coalesce((select x from site_shift h, jsonb_array_elements(h.shifts) x
    where h.id = s.id and x->>'from' <= (select day from given) order by x->>'from' desc limit 1), $2::jsonb->'shift') as shift from site s union all select 0, $2::jsonb->'shift'),
  open_order as materialized (select o.site_id, o.assigned_to, o.contractor_id, o.team, o.status from work_order o where ${open}),
  load as materialized (${loadOf("assigned_to")}),
  people as (select p.id, p.staff_number, p.first_name || ' ' || p.last_name as name, c.title, d.name as department, ${teamSql("c.title")} as team,
      coalesce(g.site_id, p.site_id) as site_id, t.expected, coalesce(y.open, 0) as open, coalesce(y.doing, 0) as doing,
      l.start_date as leave_from, l.end_date as leave_to, coalesce(l.start_date <= (select date from given), false) as on_leave,
      a.check_in_time is not null and a.check_out_time is not null and a.attendance_date = (select date from given) as gone,
      a.check_in_time is not null as came, coalesce(a.status = 'absent', false) as absent,
      case when h.shift->>'start' < h.shift->>'end' then w.now >= h.shift->>'start' and w.now < h.shift->>'end'
        else w.now >= h.shift->>'start' or w.now < h.shift->>'end' end as in_hours
    from there t join company_staff p on p.id = t.id join company_position c on c.id = p.position_id join department d on d.id = p.department_id
    left join lateral (select x.site_id from staff_assignment x where x.staff_id = p.id and x.status = 'active' and x.start_date <= (select date from given)
      and (x.end_date is null or x.end_date >= (select date from given)) order by x.start_date desc limit 1) g on true
    left join lateral (select x.start_date, x.end_date from leave_request x where x.staff_id = p.id and x.status in ('approved', 'taken')
      and x.end_date >= (select date from given) and x.start_date <= (select date from given) + 14 order by x.start_date limit 1) l on true
    left join attendance a on a.staff_id = p.id and a.attendance_date = (select date from given)
    left join load y on y.id = p.id
    join hours h on h.id = coalesce(p.site_id, 0) cross join (select to_char(${localSql}, 'HH24:MI') as now) w
    where p.status = 'active' and p.hire_date <= (select date from given))`
/** Of `people`: those on shift at the hour. */
export const onShift = "(expected and in_hours and not on_leave and not absent and not gone)"
/** Of `people`: those without an order in progress. */
export const isFree = `(${onShift} and doing = 0)`
export const usualHours = usualDay

export interface Asked {
  readonly siteId: string | undefined
  readonly serviceType: ServiceType | undefined
  readonly at: string | undefined
  /** also people in other kinds of work */
  readonly everyone: boolean
}

const answerSql = sql(
  { body: col.text },
  `${peopleSql},
  shown as (select p.*, ${onShift} as on_shift, $3::bigint is null or p.site_id is not distinct from $3::bigint as here, p.title ~* $4 as skilled
    from people p where ($6::boolean or p.title ~* $5 or p.open > 0 or lower(p.department) = 'facilities') and ($7::bigint is null or p.site_id is not distinct from $7::bigint))
  select json_build_object('at', to_char(coalesce($1::timestamptz, es.now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'date', (select day from given),
    'people', (select coalesce(json_agg(json_build_object('id', x.id, 'staffNumber', x.staff_number, 'name', x.name, 'position', x.title, 'department', x.department,
        'team', x.team, 'siteId', x.site_id, 'siteName', s.name, 'here', x.here, 'skilled', x.skilled, 'onShift', x.on_shift, 'checkedIn', x.came and not x.gone,
        'onLeave', x.on_leave, 'leaveFrom', to_char(x.leave_from, 'YYYY-MM-DD'), 'leaveTo', to_char(x.leave_to, 'YYYY-MM-DD'), 'openOrders', x.open, 'inProgress', x.doing,
        'why', case when x.on_leave then 'On leave until ' || to_char(x.leave_to, 'YYYY-MM-DD') when x.absent then 'Absent today' when x.gone then 'Has gone home'
          when not x.expected then 'Does not work that day' when not x.in_hours then 'Off shift at this hour' end)
        order by x.on_leave, not x.here, not x.skilled, not x.on_shift, x.open, x.name), '[]') from shown x left join site s on s.id = x.site_id),
    'contractors', (select coalesce(json_agg(json_build_object('id', c.id, 'contractorNumber', c.contractor_number, 'name', c.first_name || ' ' || c.last_name,
        'companyName', c.company_name, 'serviceType', c.service_type, 'skills', c.skills, 'siteId', c.place, 'siteName', s.name,
        'here', $3::bigint is null or c.place is not distinct from $3::bigint, 'skilled', (c.service_type || ' ' || c.skills::text) ~* $4, 'task', c.task, 'openOrders', c.open, 'inProgress', c.doing)
        order by $3::bigint is not null and c.place is distinct from $3::bigint, (c.service_type || ' ' || c.skills::text) !~* $4, c.open, c.first_name), '[]')
      from (select k.*, coalesce(b.site_id, k.site_id) as place, b.task as task,
          coalesce(l.open, 0) as open, coalesce(l.doing, 0) as doing
        from contractor k left join (${loadOf("contractor_id")}) l on l.id = k.id left join lateral (select x.site_id, x.task from contractor_assignment x where x.contractor_id = k.id and x.status in ('assigned', 'started')
          and x.start_date <= (select date from given) and (x.end_date is null or x.end_date >= (select date from given)) limit 1) b on true
        where k.status = 'active' and k.contract_start <= (select date from given) and (k.contract_end is null or k.contract_end >= (select date from given))) c
      left join site s on s.id = c.place where $7::bigint is null or c.place is not distinct from $7::bigint),
    'teams', (select json_agg(json_build_object('team', v.team, 'people', (select count(*)::int from people p where p.team = v.team and ($3::bigint is null or p.site_id = $3::bigint)),
        'onShift', (select count(*)::int from people p where p.team = v.team and ${onShift} and ($3::bigint is null or p.site_id = $3::bigint)),
        'free', (select count(*)::int from people p where p.team = v.team and ${isFree} and ($3::bigint is null or p.site_id = $3::bigint)),
        'openOrders', (select count(*)::int from open_order o where o.team = v.team and ($3::bigint is null or o.site_id = $3::bigint))) order by v.n)
      from (values ('cleaning', 1), ('maintenance', 2), ('supervisors', 3)) as v(team, n)))::text as body`,
)

const instant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?)?$/

/** The board of possible assignees, as JSON text. A user limited to a site gets the people and teams of that site, whichever is requested. */
export const assigneesAnswer = (who: SignedIn, { siteId, serviceType, at, everyone }: Asked) =>
  Effect.gen(function* () {
    if (at !== undefined && (!instant.test(at) || Number.isNaN(Date.parse(at))))
      return yield* Effect.fail(invalid("at must be a day or an instant such as 2026-11-21T08:00:00Z"))
    const [site] = siteId === undefined ? [] : yield* statement(siteNamedSql, [siteId])
    if (siteId !== undefined && !site) return yield* Effect.fail(invalid(`Site ${siteId.slice(0, 60)} does not exist. Choose one of the list`))
    const skill = serviceType === undefined ? anySkill : skills[serviceType]
    // a date without a time means 09:00 on that day
    const moment = at === undefined ? null : at.length === 10 ? `${at}T09:00:00+02:00` : at
    const [row] = yield* statement(answerSql, [moment, usualDay, who.confinedTo ?? site?.id ?? null, skill, anySkill, everyone, who.confinedTo])
    return row!.body
  })
