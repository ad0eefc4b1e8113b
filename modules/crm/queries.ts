/** The SQL of prospects, and of the figures of sales. */
import { Schema } from "effect"
import { col, sql } from "@ops/platform/database/statement.ts"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { computed } from "@ops/platform/http/resources/resource.ts"
import { enoughCases, openStages, stages } from "./labels.ts"

/** Converts cents to a number of USD for answers. */
export const usdSql = (cents: string) => `round((${cents}) / 100.0, 2)`
/** The same as a field of an answer. */
export const usd = (label: string, cents: string) => computed(Schema.Finite, usdSql(cents), { kind: "money", label })
export const instantSql = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** The date of an instant in Juba. */
export const daySql = (instant: string) => `(${instant} at time zone 'Africa/Juba')::date`

const words = (of: ReadonlyArray<string>) => of.map((word) => `'${word}'`).join(", ")
const open = `r.stage in (${words(openStages)})`
export const stageOrder = `array_position(array[${words(stages)}], r.stage)`
export const due = "coalesce(r.status = 'active' and r.next_follow_up <= es.today(), false)"
export const daysFrom = (from: string, to: string) => `greatest(0, floor(extract(epoch from (${to}) - (${from})) / 86400))::int`

/** For each stage: the number of decided prospects that were once in it, and how many of them were won. One row per stage. */
export const ratesSql = `select x.stage, count(*)::int as cases, (count(*) filter (where x.won))::int as wins
  from (select distinct p.id, s->>'stage' as stage, p.stage = 'closed_won' as won from prospect p, jsonb_array_elements(p.stays) s where p.stage in ('closed_won', 'closed_lost')) x group by 1`
/** `w` is the row of `ratesSql` for an open stage. */
const measured = `w.cases >= ${enoughCases}`
export const winRate = `case when ${measured} then round(100.0 * w.wins / w.cases, 1) end`
/** The win probability of prospect `r` in an open stage, percent. */
export const chanceSql = `case when ${measured} then 100.0 * w.wins / w.cases else r.probability end`
/** Weighted value of an open prospect, cents; null for others. */
export const weightedSql = `case when ${open} then round(r.estimated_value * ${chanceSql} / 100.0) end`
/** Joins `w` to prospects `r`. */
export const chanceFrom = `left join (${ratesSql}) w on w.stage = r.stage and ${open}`
export const prospectFrom = `prospect r ${chanceFrom}`

export const staysSql = `(select json_agg(json_build_object('stage', y.stage, 'at', y.at, 'days', ${daysFrom("y.at::timestamptz", "coalesce(y.next, es.now())")},
    'by', (select p.first_name || ' ' || p.last_name from person p where p.id = y.by), 'outcome', y.outcome, 'reason', y.reason) order by y.n)
  from (select s->>'stage' as stage, s->>'at' as at, (s->>'by')::bigint as by, s->>'outcome' as outcome, s->>'reason' as reason, n,
    lead((s->>'at')::timestamptz) over (order by n) as next from jsonb_array_elements(r.stays) with ordinality as a(s, n)) y)`

/** The maximum number of cards of a column; the list shows more. */
const mostCards = 25

/** The board as JSON text: one column per stage, in each due follow-ups first, then the largest value. */
export const boardSql = (who: SignedIn, onlyMine: boolean) => {
  const where = `r.stage = c.stage${onlyMine ? ` and r.assigned_to = ${Number(who.person)}` : ""}`
  const works = holdsAny(who, OPERATIONS)
  return `select json_build_object('columns', json_agg(json_build_object('stage', c.stage,
      'count', (select count(*)::int from prospect r where ${where}),
      'value', (select ${usdSql("coalesce(sum(r.estimated_value), 0)")} from prospect r where ${where}),
      'prospects', (select coalesce(json_agg(x), '[]') from (select r.id, r.prospect_number as "prospectNumber", r.company_name as "companyName",
          r.contact_person as "contactPerson", ${usdSql("r.estimated_value")} as "estimatedValue", r.stage, ${daysFrom("r.stage_since", "es.now()")} as "daysInStage",
          (select p.first_name || ' ' || p.last_name from person p where p.id = r.assigned_to) as assignee,
          to_char(r.next_follow_up, 'YYYY-MM-DD') as "nextFollowUp", ${due} as "followUpDue", (${works} and r.status <> 'converted') as "canMove"
        from prospect r where ${where} order by ${due} desc, r.estimated_value desc nulls last, r.id desc limit ${mostCards}) x)) order by c.n))::text as body
    from unnest(array[${words(stages)}]) with ordinality as c(stage, n)`
}

/** Budgets `b` whose period includes today. */
export const budgetsToday = "b.status = 'active' and es.today() between b.from_day and b.to_day"
/** Spending of a budget, cents. */
export const spentOfBudget = (b: string) =>
  `(select coalesce(sum(m.amount), 0)::bigint from marketing_spend m where m.category = ${b}.category and m.date between ${b}.from_day and ${b}.to_day)`

/** The sales dashboard as JSON text. */
export const overviewSql = sql(
  { body: col.text },
  `with r as materialized (select r.stage, r.status, r.estimated_value, ${due} as due, ${weightedSql} as weighted from ${prospectFrom}),
    b as materialized (select b.allocated_amount as allocated, ${spentOfBudget("b")} as spent from marketing_budget b where ${budgetsToday}),
    n as (select count(*)::int as all, (count(*) filter (where status = 'active'))::int as active, (count(*) filter (where stage = 'closed_won'))::int as won,
      (count(*) filter (where stage = 'closed_lost'))::int as lost, (count(*) filter (where due))::int as due, coalesce(sum(estimated_value), 0) as value,
      coalesce(sum(estimated_value) filter (where ${open}), 0) as open, coalesce(sum(weighted), 0) as weighted from r)
  select json_build_object('prospects', n.all, 'active', n.active, 'closedWon', n.won, 'closedLost', n.lost,
      'conversionRate', coalesce(round(100.0 * n.won / nullif(n.all, 0)), 0)::int, 'winRate', round(100.0 * n.won / nullif(n.won + n.lost, 0))::int,
      'pipelineValue', ${usdSql("n.value")}, 'openValue', ${usdSql("n.open")}, 'weightedValue', ${usdSql("n.weighted")}, 'followUpsDue', n.due,
      'stages', (select json_agg(json_build_object('stage', s.stage, 'count', (select count(*)::int from r where r.stage = s.stage),
          'value', (select ${usdSql("coalesce(sum(r.estimated_value), 0)")} from r where r.stage = s.stage),
          'winRate', case when s.stage in (${words(openStages)}) then ${winRate} end, 'winCases', case when s.stage in (${words(openStages)}) then coalesce(w.cases, 0) else 0 end,
          'weightedValue', (select ${usdSql("coalesce(sum(r.weighted), 0)")} from r where r.stage = s.stage)) order by s.n)
        from unnest(array[${words(stages)}]) with ordinality as s(stage, n) left join (${ratesSql}) w on w.stage = s.stage),
      'budget', (select json_build_object('totalAllocated', ${usdSql("coalesce(sum(allocated), 0)")}, 'totalSpent', ${usdSql("coalesce(sum(spent), 0)")},
          'remaining', ${usdSql("coalesce(sum(allocated - spent), 0)")}, 'budgets', count(*)::int) from b))::text as body
  from n`,
)

/** Active accounts that can be assigned prospects and targets: level 3 and above. */
export const teamSql = sql(
  { body: col.text },
  `select coalesce(json_agg(json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'department', p.department)
    order by p.first_name, p.last_name, p.id), '[]')::text as body from person p where p.is_active and p.access_level >= 3`,
)
