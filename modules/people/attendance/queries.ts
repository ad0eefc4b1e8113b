/** Whose attendance a person sees and approves, and how many people are present on a day. */
import { Effect } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import type { Condition } from "@ops/platform/http/list-query.ts"
import { usualShift } from "./shift.ts"
import { usualWeek } from "../working-days/working-days.ts"
import { quoted } from "@ops/platform/text.ts"

/** Whose attendance the signed-in user sees: all for security and level 10; the own department or site; else only one's own. */
export const attendanceScope = (who: SignedIn): ReadonlyArray<Condition> => {
  if (holds(who, "users.manage") || holds(who, "access.monitor")) return []
  const own = `p.person_id is not distinct from ${Number(who.person)}::bigint`
  const ofSite = who.confinedTo === null ? [] : [{ sql: `(p.site_id = ? or ${own})`, values: [who.confinedTo] }]
  if (holds(who, "department.manage")) return [{ sql: `(lower(d.name) = lower(?::text) or ${own})`, values: [who.department] }, ...ofSite]
  if (holds(who, "team.manage")) return ofSite
  return [{ sql: own }]
}

/** A tapped day, neither approved nor proved by the person's PIN; after the check-out it can be approved. */
export const waitingSql = "(r.approved_by is null and r.check_in_time is not null and r.proof is distinct from 'pin')"
/** The same rule as in the command: the own site, the own department, never one's own attendance. */
export const approvesSql = (who: SignedIn): string => {
  if (!holds(who, "team.manage") && !holds(who, "department.manage") && !holds(who, "users.manage")) return "false"
  const site = who.confinedTo === null ? "" : ` and p.site_id is not distinct from ${Number(who.confinedTo)}::bigint`
  const led = holds(who, "team.manage") || holds(who, "users.manage") ? "" : ` and lower(d.name) = lower(${quoted(who.department ?? "")})`
  return `(${waitingSql} and r.check_out_time is not null and p.person_id is distinct from ${Number(who.person)}::bigint${site}${led})`
}

/** A `where` clause of these conditions, or an empty string; their values are appended to `values`. */
export const placed = (conditions: ReadonlyArray<Condition>, values: Array<unknown>): string => {
  const written = conditions.map(({ sql, values: given = [] }) => {
    let next = 0
    return sql.replaceAll("?", () => `$${values.push(given[next++])}`)
  })
  return written.length === 0 ? "" : `where ${written.join(" and ")}`
}

/**
 * SQL: people on a day, one row each: `id`, the recorded `status`, whether the person is `expected`, and whether the
 * shift is `over`. Expected are people employed, not suspended or on leave, for whom the rotation or the week of the
 * site makes it a working day, and which is no holiday. `day` is an SQL expression for the day as text; `usual` one for
 * the default shift and week as jsonb text; `where` narrows the person `p` of the department `d`.
 */
export const dayRows = (day: string, usual: string, where = "") => `with given as materialized (select ${day} as day, (${day})::date as date),
  place as materialized (
    select s.id, ((select date from given) + (t.shift->>'end')::time + case when t.shift->>'end' <= t.shift->>'start' then interval '1 day' else interval '0' end)
        < es.now() at time zone 'Africa/Juba' as over,
      extract(isodow from (select date from given))::int in (select jsonb_array_elements_text(coalesce((select w->'days' from work_week k, jsonb_array_elements(k.weeks) w
        where k.id = s.id and w->>'from' <= (select day from given) order by w->>'from' desc limit 1), (${usual})::jsonb->'days'))::int) as weekday,
      exists (select from holiday y where y.date = (select date from given) and y.is_active and (y.site_id is null or y.site_id = s.id)) as holiday
    from (select id from site union all select 0) s
    cross join lateral (select coalesce((select x from site_shift h, jsonb_array_elements(h.shifts) x
      where h.id = s.id and x->>'from' <= (select day from given) order by x->>'from' desc limit 1), (${usual})::jsonb->'shift') as shift) t),
  turn as materialized (select g.staff_id, bool_or(((select date from given) - g.start_date) % ((g.rotation->>'daysOn')::int + (g.rotation->>'daysOff')::int) < (g.rotation->>'daysOn')::int) as works
    from staff_assignment g where g.status = 'active' and jsonb_typeof(g.rotation) = 'object' and g.start_date <= (select date from given)
      and (g.end_date is null or g.end_date >= (select date from given)) group by g.staff_id),
  away as materialized (select distinct l.staff_id from leave_request l
    where l.status in ('approved', 'taken') and (select date from given) between l.start_date and l.end_date),
  noted as materialized (select a.staff_id, a.status from attendance a where a.attendance_date = (select date from given)),
  there as (select p.id, a.status, c.over,
      p.status = 'active' and p.hire_date <= (select date from given) and w.staff_id is null and not c.holiday and coalesce(t.works, c.weekday) as expected
    from company_staff p left join department d on d.id = p.department_id join place c on c.id = coalesce(p.site_id, 0)
    left join turn t on t.staff_id = p.id left join away w on w.staff_id = p.id
    left join noted a on a.staff_id = p.id ${where})`

export const usualDay = JSON.stringify({ shift: usualShift, days: usualWeek })

const statsOf = sqlOf({
  date: col.text,
  recorded: col.whole,
  present: col.whole,
  late: col.whole,
  halfDay: col.whole,
  onLeave: col.whole,
  absentRecorded: col.whole,
  expected: col.whole,
  expectedMissing: col.whole,
  absent: col.whole,
})

/**
 * How many people were present on a day (today by default), by status. People expected without a record after the end
 * of the shift are missing, and count as absent.
 */
export const attendanceStats = (who: SignedIn, { date, siteId }: { readonly date: string | undefined; readonly siteId: string | undefined }) =>
  Effect.gen(function* () {
    const values: Array<unknown> = [date ?? null, usualDay, ...(siteId ? [siteId.split(",")] : [])]
    const ofSite = siteId ? [{ sql: "p.site_id in (select id from site where id::text = any($3::text[]) or slug = any($3::text[]))" }] : []
    const where = placed([...attendanceScope(who), ...ofSite], values)
    const day = "coalesce($1::text, es.today()::text)"
    const missing = "t.status is null and t.expected and t.over"
    const [row] = yield* statement(
      statsOf(`${dayRows(day, "$2::text", where)}
       select (select day from given) as date, count(t.status) as recorded,
         count(*) filter (where t.status in ('present', 'late', 'half_day')) as present, count(*) filter (where t.status = 'late') as late,
         count(*) filter (where t.status = 'half_day') as "halfDay", count(*) filter (where t.status = 'on_leave') as "onLeave",
         count(*) filter (where t.status = 'absent') as "absentRecorded", count(*) filter (where t.expected) as expected,
         count(*) filter (where ${missing}) as "expectedMissing", count(*) filter (where t.status = 'absent' or (${missing})) as absent
       from there t`),
      values,
    )
    return row
  })

const expectedSql = sql(
  { id: col.whole, staffNumber: col.text, siteId: col.whole },
  `${dayRows("$1::text", "$2::text")} select p.id, p.staff_number as "staffNumber", coalesce(p.site_id, 0) as "siteId"
   from there t join company_staff p on p.id = t.id where t.expected and t.status is null order by p.id`,
)
/** Staff numbers of people expected on a day who have no record yet. */
export const expectedOn = (date: string) => statement(expectedSql, [date, usualDay])

const shiftsSql = sql(
  {
    siteId: col.whole,
    siteName: col.text,
    from: col.text,
    start: col.text,
    end: col.text,
    breakMinutes: col.whole,
    graceMinutes: col.whole,
    halfDayMinutes: col.whole,
  },
  `select s.id as "siteId", s.name as "siteName", t.shift->>'from' as "from", t.shift->>'start' as start, t.shift->>'end' as "end",
         (t.shift->>'breakMinutes')::int as "breakMinutes", (t.shift->>'graceMinutes')::int as "graceMinutes", (t.shift->>'halfDayMinutes')::int as "halfDayMinutes"
       from site s cross join lateral (select coalesce((select x from site_shift h, jsonb_array_elements(h.shifts) x
         where h.id = s.id and x->>'from' <= $1::text order by x->>'from' desc limit 1), $2::text::jsonb) as shift) t
       order by s.id`,
)
/** The shift of each site on a day. */
export const shiftList = (date: string) => statement(shiftsSql, [date, JSON.stringify(usualShift)])
