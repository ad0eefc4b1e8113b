/** The card of an order in lists, the board and the figures; the board by status; and the overview of facilities. */
import { Effect, Schema } from "effect"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { computed } from "@ops/platform/http/resources/resource.ts"
import { isFree, onShift, peopleSql } from "../assignees/assignees.ts"
import { openStatuses, priorities, serviceTypes, standings, statuses, teams } from "./labels.ts"
import { WorkOrder } from "./work-order.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const Place = Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })
const quoted = (words: ReadonlyArray<string>) => words.map((word) => `'${word}'`).join(", ")
export const isOpenSql = `r.status in (${quoted(openStatuses)})`
/** Urgent comes first: 1 to 4. */
export const rank = (alias: string) => `(case ${alias}priority when 'urgent' then 1 when 'high' then 2 when 'medium' then 3 else 4 end)`
/** The indexes for reading the top of each column of the board. */
export const boardIndexes = [
  `create index on work_order (status, ${rank("")}, id)`,
  `create index on work_order (status, site_id, ${rank("")}, id)`,
  `create index on work_order using gin (photos jsonb_path_ops) where photos <> '[]'`,
]
/** The names of people, by id. */
export const of = {
  person: (column: string) => `(select p.first_name || ' ' || p.last_name from person p where p.id = ${column})`,
  staff: (column: string) => `(select p.first_name || ' ' || p.last_name from company_staff p where p.id = ${column})`,
  contractor: (column: string) => `(select coalesce(c.company_name, c.first_name || ' ' || c.last_name) from contractor c where c.id = ${column})`,
}
/** The name of the assignee: a person, a contractor or a team. */
export const assigneeOf = (alias: string) =>
  `coalesce(${of.staff(`${alias}.assigned_to`)}, ${of.contractor(`${alias}.contractor_id`)}, initcap(${alias}.team) || ' team')`
export const instant = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The state of a promise, the same as `measure` in sla.ts. */
const standing = (due: string, done: string) => `case
  when ${done} is not null then case when (r.sla->>'${due}') is null then 'none' when ${instant(done)} <= r.sla->>'${due}' then 'met' else 'missed' end
  when r.sla->>'${due}' < coalesce((select h->>'from' from jsonb_array_elements(r.holds) h where h->>'to' is null limit 1), ${instant("es.now()")}) then 'missed'
  when r.status = 'on_hold' then 'paused' when r.sla->>'${due}' is null then 'none' else 'running' end`
export const overdue = `coalesce(${isOpenSql} and (r.due_date < (select es.today()) or (r.status <> 'on_hold' and (r.sla->>'resolutionDue')::timestamptz < (select es.now()))), false)`
/** Orders assigned to the signed-in user. */
export const mine = (who: SignedIn) => `coalesce(r.assigned_to = (select p.id from company_staff p where p.person_id = ${Number(who.person)}), false)`

export const SlaAnswer = Schema.Struct({
  /** null if nothing was promised */
  responseDue: Text,
  resolutionDue: Text,
  /** minutes on hold */
  pausedMinutes: Schema.Int,
  response: Schema.Literals(standings),
  resolution: Schema.Literals(standings),
}).annotate({ identifier: "WorkOrderSla" })
export const dependsOn = ["work_order", "site", "asset", "company_staff", "contractor"]
export const card = {
  fields: {
    assetName: computed(Text, "(select a.name from asset a where a.id = r.asset_id)", { label: "Asset" }),
    /** 'urgent' while an urgent order is open, else the status */
    shown: computed(Schema.Literals(["urgent", ...statuses]), `case when r.priority = 'urgent' and ${isOpenSql} then 'urgent' else r.status end`),
    assignee: computed(Text, assigneeOf("r"), { label: "Assigned to" }),
    sla: computed(
      SlaAnswer,
      `json_build_object('responseDue', r.sla->>'responseDue', 'resolutionDue', r.sla->>'resolutionDue', 'pausedMinutes', (r.sla->>'pausedMinutes')::int,
        'response', ${standing("responseDue", "r.responded_at")}, 'resolution', ${standing("resolutionDue", "r.completed_at")})`,
    ),
    isOverdue: computed(Schema.Boolean, overdue, { kind: "flag" }),
  },
  dependsOn: ["asset", "company_staff", "contractor"],
} as const

export const BoardCard = Schema.Struct({
  id: Schema.Int,
  orderNumber: Schema.String,
  siteId: Schema.Int,
  site: Place,
  location: Schema.String,
  assetId: Whole,
  assetName: Text,
  serviceType: Schema.Literals(serviceTypes),
  priority: Schema.Literals(priorities),
  status: Schema.Literals(statuses),
  /** 'urgent' while an urgent order is open, else the status */
  shown: Schema.Literals(["urgent", ...statuses]),
  description: Schema.String,
  emergency: Schema.Boolean,
  requestDate: Schema.String,
  dueDate: Text,
  scheduledDate: Text,
  /** the name of the person, contractor or team */
  assignee: Text,
  assignedTo: Whole,
  contractorId: Whole,
  team: Schema.NullOr(Schema.Literals(teams)),
  sla: SlaAnswer,
  isOverdue: Schema.Boolean,
  createdAt: Schema.String,
})
const stored = Object.keys(BoardCard.fields).filter((name) => name in WorkOrder.schemas && name !== "sla") as ReadonlyArray<keyof typeof WorkOrder.schemas>
const cardColumns = (who: SignedIn) =>
  [
    WorkOrder.answer("r", "id", ...stored, "createdAt"),
    "json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site",
    ...Object.entries(card.fields).map(([field, { sql }]) => `${sql(who)} as "${field}"`),
  ].join(", ")

export const BoardAnswer = Schema.Struct({
  columns: Schema.Array(
    Schema.Struct({
      status: Schema.Literals([...openStatuses, "completed"]),
      /** the count; for very many, a lower bound */
      count: Schema.Int,
      isMore: Schema.Boolean,
      orders: Schema.Array(BoardCard),
    }),
  ),
}).annotate({ identifier: "WorkOrderBoard" })

export const OverviewAnswer = Schema.Struct({
  activeOrders: Schema.Int,
  urgentRequests: Schema.Int,
  availableStaff: Schema.Int,
  completedToday: Schema.Int,
  services: Schema.Array(Schema.Struct({ serviceType: Schema.Literals(serviceTypes), open: Schema.Int, urgent: Schema.Int })),
  teams: Schema.Array(Schema.Struct({ team: Schema.Literals([...teams, "supervisors"]), onShift: Schema.Int, free: Schema.Int })),
  equipment: Schema.Struct({ operational: Schema.Int, standby: Schema.Int, inspection: Schema.Int, down: Schema.Int }),
  recent: Schema.Array(BoardCard),
  asOf: Schema.String,
}).annotate({ identifier: "WorkOrderOverview" })

/** How many cards a column shows; beyond the second number the count is only a lower bound. */
const shown = 25
const counted = 500

/** The sites and services requested, within those the user sees: `$1` and `$2`. */
const ofBoard = `($1::bigint[] is null or r.site_id = any($1)) and ($2::text[] is null or r.service_type = any($2))`

/** The columns of the board, most urgent first, then oldest. */
export const boardSql = (who: SignedIn, onlyMine: boolean) => {
  const where = `r.status = c.status and ${ofBoard}${onlyMine ? ` and ${mine(who)}` : ""}`
  return `select json_build_object('columns', json_agg(json_build_object('status', c.status, 'count', least(n.count, ${counted}), 'isMore', n.count > ${counted},
      'orders', x.orders) order by c.n))::text as body
    from unnest(array[${quoted([...openStatuses, "completed"])}]) with ordinality c(status, n)
    cross join lateral (select count(*)::int from (select from work_order r where ${where} limit ${counted + 1}) few) n
    cross join lateral (select coalesce(json_agg(page), '[]') as orders from (select ${cardColumns(who)}
      from (select * from work_order r where ${where} order by ${rank("r.")}, r.id limit ${shown}) r join site s on s.id = r.site_id
      order by ${rank("r.")}, r.id) page) x`
}

/** The latest orders, as cards. */
const recent = (
  who: SignedIn,
) => `(select coalesce(json_agg(page), '[]') from (select ${cardColumns(who)} from (select * from work_order r where $3::bigint[] is null or r.site_id = any($3)
    order by r.id desc limit 3) r join site s on s.id = r.site_id order by r.id desc) page)`
const count = (condition: string) => `(select count(*)::int from work_order r where ($3::bigint[] is null or r.site_id = any($3)) and ${condition})`

/** The conditions of the figures over the orders `r`. */
export const figureParts = {
  activeOrders: isOpenSql,
  urgentRequests: `r.priority = 'urgent' and ${isOpenSql}`,
  completedToday: `r.status in ('completed', 'verified') and r.completed_at >= (es.today()::timestamp at time zone 'Africa/Juba')
    and r.completed_at < ((es.today() + 1)::timestamp at time zone 'Africa/Juba')`,
}

/** The four figures and the panels beside them: $1 and $2 as in `peopleSql`, $3 the sites, null for all. */
export const overviewSql = (who: SignedIn) => `
  ${peopleSql},
  crew as materialized (select team, ${onShift} as on_shift, ${isFree} as free from people where team is not null and ($3::bigint[] is null or site_id = any($3)))
  select json_build_object(
    'activeOrders', ${count(figureParts.activeOrders)}, 'urgentRequests', ${count(figureParts.urgentRequests)},
    'completedToday', ${count(figureParts.completedToday)}, 'availableStaff', (select count(*) from crew where free),
    'services', (select json_agg(json_build_object('serviceType', t.name, 'open', x.open, 'urgent', x.urgent) order by t.n)
      from unnest(array[${quoted(serviceTypes)}]) with ordinality t(name, n)
      cross join lateral (select count(*) as open, count(*) filter (where r.priority = 'urgent') as urgent from work_order r
        where r.service_type = t.name and ${isOpenSql} and ($3::bigint[] is null or r.site_id = any($3))) x),
    'teams', (select json_agg(json_build_object('team', t.name, 'onShift', (select count(*) from crew where team = t.name and on_shift),
        'free', (select count(*) from crew where team = t.name and free)) order by t.n)
      from unnest(array['cleaning', 'maintenance', 'supervisors']) with ordinality t(name, n)),
    'equipment', (select json_build_object('operational', count(*) filter (where a.status = 'operational'), 'standby', count(*) filter (where a.status = 'standby'),
        'inspection', count(*) filter (where a.status = 'inspection'), 'down', count(*) filter (where a.status = 'down'))
      from asset a where $3::bigint[] is null or a.site_id = any($3)),
    'recent', ${recent(who)},
    'asOf', ${instant("es.now()")})::text as body`

/** The ids of the requested sites, within those the user sees; null for all. */
export const sitesAsked = (who: SignedIn, asked: string | undefined) =>
  Effect.gen(function* () {
    if (who.confinedTo !== null) return [who.confinedTo]
    if (!asked) return null
    const { statement } = yield* Database
    const rows = yield* statement("select id from site where id::text = any($1::text[]) or slug = any($1::text[])", [asked.split(",")])
    return rows.map(({ id }) => Number(id))
  })
