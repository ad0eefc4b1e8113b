/** Today's state of assignments, and how many people are expected at each site on each day. */
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { addDays, isDate, daysBetween } from "@ops/platform/calendar.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { usualWeek } from "../working-days/working-days.ts"
import { quoted } from "@ops/platform/text.ts"

export const statusSql =
  "case when r.status = 'cancelled' then 'cancelled' when r.start_date > es.today() then 'planned' when r.end_date < es.today() then 'completed' else 'active' end"
/** Whether a day is a working day of a rotation; `r` is the assignment. */
export const onTurnSql = (day: string) =>
  `((${day} - r.start_date) % ((r.rotation->>'daysOn')::int + (r.rotation->>'daysOff')::int) < (r.rotation->>'daysOn')::int)`
export const isRotation = "jsonb_typeof(r.rotation) = 'object'"

/** The people the signed-in user may assign: the same rule as in the command. */
export const assignsSql = (who: SignedIn): string => {
  if (who.level >= 10) return "true"
  if (!holdsAny(who, ["team.manage", "department.manage"])) return "false"
  const department = holds(who, "users.department") ? `lower(d.name) = lower(${quoted(who.department ?? "")})` : "false"
  const site = who.confinedTo === null ? "true" : `r.site_id = ${Number(who.confinedTo)}`
  const home = who.confinedTo === null ? "false" : `p.site_id is not distinct from ${Number(who.confinedTo)}::bigint`
  return `(${site} and (${department} or ${home}))`
}

/** The company's own people at a site on each `date` of `days`: assigned there and on turn, or based there on a working day; employed, and not on leave. */
export const ownStaff = `select k.date, k.site_id, count(*)::int as own
  from (
    select c.date, p.id, case when r.id is null then p.site_id when ${isRotation} and not ${onTurnSql("c.date")} then null else r.site_id end as site_id,
      r.id is not null and ${isRotation} as in_turns
    from days c join company_staff p on p.hire_date <= c.date and (p.termination_date is null or p.termination_date >= c.date)
      and (p.suspended_at is null or (p.suspended_at at time zone 'Africa/Juba')::date > c.date)
    left join staff_assignment r on r.staff_id = p.id and r.status = 'active' and r.start_date <= c.date and (r.end_date is null or r.end_date >= c.date)
    where not exists (select from leave_request l where l.staff_id = p.id and l.status in ('approved', 'taken') and c.date between l.start_date and l.end_date)
  ) k
  where k.site_id is not null and (k.in_turns or (
    extract(isodow from k.date)::int in (select jsonb_array_elements_text(coalesce((select x->'days' from work_week w, jsonb_array_elements(w.weeks) x
      where w.id = k.site_id and (x->>'from')::date <= k.date order by x->>'from' desc limit 1), '${JSON.stringify(usualWeek)}'::jsonb))::int)
    and not exists (select from holiday h where h.is_active and h.date = k.date and (h.site_id is null or h.site_id = k.site_id))))
  group by 1, 2`

/**
 * The days of each site: people expected by assignment and contract, people planned, and people who ate, counted at the
 * largest meal of the day. The last two weeks by default.
 */
export const headCountList = (who: SignedIn, asked: { readonly from?: string | undefined; readonly to?: string | undefined }): ListShape => {
  const to = asked.to || who.today
  const from = asked.from || addDays(to, -13)
  if (!isDate(from) || !isDate(to)) throw new Rejection(400, "from and to must be days such as 2026-11-21")
  if (to < from) throw new Rejection(400, "to must be on or after from")
  if (daysBetween(from, to) > 366) throw new Rejection(400, "The head-count can show a year at most")
  return {
    select:
      `x.id, to_char(x.date, 'YYYY-MM-DD') as date, x.site_id as "siteId", x.name as "siteName", x.code as "siteCode", x.own as "ownStaff", x.present as "ownPresent", ` +
      `x.planned, x.own + x.planned as expected, x.fed, x.fed - (x.own + x.planned) as gap`,
    from: `(with days as (select d::date as date from generate_series('${from}'::date, '${to}'::date, interval '1 day') d)
      select s.id * 100000 + (c.date - date '2000-01-01') as id, c.date, s.id as site_id, s.name, s.code, coalesce(o.own, 0) as own, a.present, coalesce(p.planned, 0)::int as planned, f.fed::int as fed
      from days c cross join site s
      left join (${ownStaff}) o on o.date = c.date and o.site_id = s.id
      left join (select t.attendance_date as date, t.site_id, count(*) filter (where t.status in ('present', 'late', 'half_day'))::int as present
        from attendance t where t.attendance_date between '${from}' and '${to}' group by 1, 2) a on a.date = c.date and a.site_id = s.id
      left join (select m.date, m.site_id, max(m.planned) as planned from (select date, site_id, meal_type, sum(planned) as planned from meal_slot
        where date between '${from}' and '${to}' group by 1, 2, 3) m group by 1, 2) p on p.date = c.date and p.site_id = s.id
      left join (select m.date, m.site_id, max(m.fed) as fed from (select date, site_id, meal_type, sum(heads + others) as fed from heads_fed
        where date between '${from}' and '${to}' group by 1, 2, 3) m group by 1, 2) f on f.date = c.date and f.site_id = s.id) x`,
    id: "x.id",
    site: "x.site_id",
    where: who.confinedTo === null ? [] : [{ sql: "x.site_id = ?", values: [who.confinedTo] }],
    sorts: { date: "x.date", site: "x.name", gap: "x.fed - (x.own + x.planned)" },
    order: "-date,site",
    file: "Head-count",
    columns: [
      { key: "date", title: "Date", kind: "date" },
      { key: "siteName", title: "Site", kind: "text" },
      { key: "ownStaff", title: "Own staff", kind: "integer" },
      { key: "ownPresent", title: "At work", kind: "integer" },
      { key: "planned", title: "Planned for clients", kind: "integer" },
      { key: "expected", title: "Should be there", kind: "integer" },
      { key: "fed", title: "Ate", kind: "integer" },
      { key: "gap", title: "Gap", kind: "integer" },
    ],
  }
}
