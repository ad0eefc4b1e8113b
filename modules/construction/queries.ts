/** The SQL of the construction figures and of the parts of a project. */
import { col, sqlOf } from "@ops/platform/database/statement.ts"
import { shownProgressSql } from "./tasks/progress.ts"

/** The amount charged to a project, in cents. */
export const actualCostSql = (of: string) =>
  `(select coalesce(sum(x.amount), 0)::bigint from project_cost x where x.project_id = ${of}.id and x.taken_back_date is null)`

/** The measured progress of a project in percent: the certified share of the bill of quantities, and the share of milestones reached. */
export const measured = (of: string) => `cross join lateral (
    select (select round(100.0 * k.certified_amount / nullif((select sum((l->>'amount')::bigint) from jsonb_array_elements(k.lines) l), 0))::int
        from project_contract k where k.id = ${of}.id) as certified,
      (select round(100.0 * coalesce(sum(t.weight) filter (where t.actual_end is not null), 0) / nullif(sum(t.weight), 0))::int
        from construction_task t where t.project_id = ${of}.id and t.kind = 'milestone') as milestones,
      (select count(*)::int from construction_task t where t.project_id = ${of}.id) as tasks,
      (select count(*)::int from construction_task t where t.project_id = ${of}.id and t.actual_end is not null) as done) d`
export const measuredSql = "coalesce(d.certified, d.milestones)"

/** Projects whose gap between the calendar and measured progress has opened or closed since it was last recorded, with both values. */
export const gapsSql = (widest: number) => `
  select p.id, ${shownProgressSql("p")} as shown, ${measuredSql} as measured from construction_project p ${measured("p")}
  where (p.status = 'in_progress' and coalesce(abs(${shownProgressSql("p")} - ${measuredSql}), 0) > ${widest}) <> (p.gap_since is not null) order by p.id`

/** The projects `p` that a figure counts. Cancelled ones do not count. */
export const figureParts = {
  active: "p.status = 'in_progress'",
  planned: "p.status = 'planning'",
  onHold: "p.status = 'on_hold'",
  completed: "p.status = 'completed'",
  totalBudget: "p.status <> 'cancelled'",
  spent: "true",
  activeBudget: "p.status = 'in_progress'",
}
export const ofSite = "($1::bigint is null or p.site_id = $1)"

const bodySql = sqlOf({ body: col.text })
/** The figures of the screen, for one site or all in scope: $1 is the site, or null. */
export const figuresSql = (money: boolean) => {
  const many = (where: string) => `(select count(*)::int from construction_project p where ${where} and ${ofSite})`
  const sum = (of: string, where: string) =>
    money ? `es.money((select coalesce(sum(${of}), 0) from construction_project p where ${where} and ${ofSite})::bigint)` : "null::text"
  const type = (word: string) => many(`p.status <> 'cancelled' and p.project_type = '${word}'`)
  return bodySql(`select json_build_object(
    'active', ${many(figureParts.active)}, 'planned', ${many(figureParts.planned)},
    'onHold', ${many(figureParts.onHold)}, 'completed', ${many(figureParts.completed)},
    'byType', json_build_object('new_construction', ${type("new_construction")}, 'renovation', ${type("renovation")}, 'maintenance', ${type("maintenance")}),
    'totalBudget', ${sum("p.budget", figureParts.totalBudget)}, 'spent', ${sum(actualCostSql("p"), figureParts.spent)},
    'activeBudget', ${sum("p.budget", figureParts.activeBudget)},
    'work', (select coalesce(json_agg(json_build_object('projectId', w.id, 'project', w.project, 'name', w.name, 'percent', w.percent, 'end', w.until,
        'late', w.until < to_char(es.today(), 'YYYY-MM-DD')) order by w.until, w.id, w.name), '[]')
      from (select p.id, p.name as project, t->>'name' as name, (t->>'percent')::int as percent, t->>'end' as until
        from construction_project p join construction_schedule s on s.id = p.id cross join jsonb_array_elements(s.tasks) t
        where ${figureParts.active} and ${ofSite} and t->>'kind' = 'task' and t->>'actualEnd' is null and t->>'start' <= to_char(es.today(), 'YYYY-MM-DD')
        order by 5, 1, 3 limit 6) w))::text as body`)
}

const nameSql = (key: string, kind: string, refId: string, name: string) => `case
  when ${refId} is null then coalesce(nullif(${name}, ''), ${key})
  when ${kind} = 'staff' then (select concat_ws(' ', y.first_name, y.last_name) from company_staff y where y.id = ${refId})
  when ${kind} = 'contractor' then (select concat_ws(' ', y.first_name, y.last_name) from contractor y where y.id = ${refId})
  else (select y.asset_number || ' ' || y.name from asset y where y.id = ${refId}) end`

/** The plan of a project: $1 is its id. */
export const scheduleSql = `
  select json_build_object(
    'projectId', p.id, 'startDate', to_char(p.start_date, 'YYYY-MM-DD'), 'expectedEndDate', to_char(p.expected_end_date, 'YYYY-MM-DD'),
    'baselineOn', to_char(c.baseline_on, 'YYYY-MM-DD'), 'baselineReason', coalesce(c.baseline_reason, ''),
    'tasks', (select coalesce(json_agg(json_build_object(
        'id', t.id, 'name', t.name, 'kind', t.kind, 'start', to_char(t.start, 'YYYY-MM-DD'), 'end', to_char(t."end", 'YYYY-MM-DD'),
        'ownerId', t.owner_id, 'ownerName', (select concat_ws(' ', o.first_name, o.last_name) from company_staff o where o.id = t.owner_id),
        'after', t.after, 'weight', t.weight, 'notes', t.notes, 'percent', t.percent,
        'actualStart', to_char(t.actual_start, 'YYYY-MM-DD'), 'actualEnd', to_char(t.actual_end, 'YYYY-MM-DD'),
        'baselineStart', to_char(t.baseline_start, 'YYYY-MM-DD'), 'baselineEnd', to_char(t.baseline_end, 'YYYY-MM-DD'),
        'resources', (select coalesce(json_agg(json_build_object('key', x.key, 'kind', x.kind, 'refId', x."refId",
            'name', ${nameSql("x.key", "x.kind", `x."refId"`, "x.name")})), '[]')
          from jsonb_to_recordset(t.resources) as x(key text, kind text, "refId" bigint, name text))
      ) order by t.start, t."end", t.id), '[]') from construction_task t where t.project_id = p.id),
    'statuses', (select coalesce(json_agg(json_build_object('status', s->>'status', 'on', s->>'on', 'reason', s->>'reason') order by n), '[]')
      from jsonb_array_elements(p.statuses) with ordinality as y(s, n)),
    'today', to_char(es.today(), 'YYYY-MM-DD'))::text as body
  from construction_project p left join construction_schedule c on c.id = p.id where p.id = $1`

/** The people who can be responsible for a task of a project: $1 is its id. */
export const peopleSql = `
  select coalesce(json_agg(json_build_object('id', c.id, 'name', concat_ws(' ', c.first_name, c.last_name),
      'detail', coalesce((select q.title from company_position q where q.id = c.position_id), '')) order by c.first_name, c.last_name), '[]')::text as body
  from construction_project p join company_staff c on c.status = 'active' and (c.site_id is null or c.site_id = p.site_id) where p.id = $1`

const personName = (id: string) => `(select concat_ws(' ', n.first_name, n.last_name) from person n where n.id = ${id})`
/** The snags of a project, open ones first: $1 is its id. */
export const snagsSql = `
  select coalesce(json_agg(json_build_object('id', s.id, 'text', s.text, 'location', s.location, 'photos', s.photos, 'foundOn', s."foundOn",
      'foundByName', ${personName(`s."foundBy"`)}, 'dueDate', s."dueDate", 'fixedOn', s."fixedOn", 'fixedByName', ${personName(`s."fixedBy"`)}, 'fixNote', s."fixNote")
    order by s."fixedOn" is not null, s."fixedOn" desc, s.id), '[]')::text as body
  from construction_project p, jsonb_to_recordset(p.snags) as s(id int, text text, location text, photos jsonb, "foundOn" text, "foundBy" bigint,
    "dueDate" text, "fixedOn" text, "fixedBy" bigint, "fixNote" text) where p.id = $1`

/**
 * The resources that could be assigned to a task, with the reason if they are not available on its days: $1 is the project, $2 the task, $3 the site to which
 * the caller is restricted, or null.
 */
export const candidatesSql = `
  with asked as (select t.start, t."end", p.site_id, p.id from construction_task t join construction_project p on p.id = t.project_id where p.id = $1 and t.id = $2),
  known as (
    select 'staff/' || c.id as key, 'staff' as kind, c.id as ref_id, concat_ws(' ', c.first_name, c.last_name) as name,
      coalesce((select q.title from company_position q where q.id = c.position_id), '') as detail, c.site_id, null as state
    from company_staff c where c.status = 'active'
    union all
    select 'contractor/' || c.id, 'contractor', c.id, concat_ws(' ', c.first_name, c.last_name), c.service_type, c.site_id, null from contractor c where c.status = 'active'
    union all
    select 'asset/' || g.id, 'equipment', g.id, g.asset_number || ' ' || g.name, coalesce(g.location, ''), g.site_id, case when g.status = 'down' then 'out of use' end
    from asset g where g.is_active
    union all
    select r.key, r.kind, r.ref_id, r.name, 'Equipment', null, null from construction_resource r where r.kind = 'equipment' and r.ref_id is null)
  select coalesce(json_agg(json_build_object('key', k.key, 'kind', k.kind, 'refId', k.ref_id, 'name', k.name, 'detail', k.detail, 'busy', coalesce(k.state,
      (select 'on leave ' || (b->>'startDate') || ' to ' || (b->>'endDate') from leave_account l, jsonb_array_elements(l.absences) b
        where k.kind = 'staff' and l.id = k.ref_id and (b->>'granted')::boolean and (b->>'startDate')::date <= a."end" and (b->>'endDate')::date >= a.start limit 1),
      (select coalesce(t.name || ', ', '') || (b->>'from') || ' to ' || (b->>'to') from construction_resource r cross join jsonb_array_elements(r.bookings) b
        left join construction_task t on t.project_id = (b->>'projectId')::bigint and t.id = (b->>'taskId')::int
        where r.key = k.key and not ((b->>'projectId')::bigint = $1 and (b->>'taskId')::int = $2)
          and (b->>'from')::date <= a."end" and (b->>'to')::date >= a.start order by b->>'from' limit 1)))
    order by array_position(array['staff', 'contractor', 'equipment'], k.kind), k.name), '[]')::text as body
  from known k, asked a where k.site_id is null or k.site_id = a.site_id`
