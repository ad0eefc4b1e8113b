/** What the lists, the board and the figures of work orders are made of. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Effect } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { isFree, onShift, peopleSql } from "./assignees/assignees.ts"
import { DISPATCHERS } from "./work-orders/commands.ts"
import { WorkOrder } from "./work-orders/work-order.ts"
import { openStatuses, reopenDays, serviceTypes } from "./work-orders/labels.ts"

export const SEES_ORDERS: ReadonlyArray<Permission> = [...OPERATIONS, "finance.full", "incidents.manage"]
/** Whether a person sees what an order costs. */
export const seesCosts = (who: SignedIn) => holdsAny(who, [...DISPATCHERS, "finance.full"])
/** Who sees the cost of a person's hours: it reveals what that person earns. */
export const SEES_PAY: ReadonlyArray<Permission> = ["finance.full", "department.manage", "users.manage"]

const quoted = (words: ReadonlyArray<string>) => words.map((word) => `'${word}'`).join(", ")
const openList = quoted(openStatuses)
export const isOpenSql = `o.status in (${openList})`
/** Urgent is first: 1 to 4. */
const rank = (alias: string) => `(case ${alias}priority when 'urgent' then 1 when 'high' then 2 when 'medium' then 3 else 4 end)`
/** The index by which the board reads the top of each column. */
export const boardIndexes = [
  `create index on work_order (status, ${rank("")}, id)`,
  `create index on work_order (status, site_id, ${rank("")}, id)`,
  `create index on work_order using gin (photos jsonb_path_ops) where photos <> '[]'`,
]

const personName = (column: string) => `(select p.first_name || ' ' || p.last_name from person p where p.id = ${column})`
const staffName = (column: string) => `(select p.first_name || ' ' || p.last_name from company_staff p where p.id = ${column})`
const contractorName = (column: string) => `(select coalesce(c.company_name, c.first_name || ' ' || c.last_name) from contractor c where c.id = ${column})`
const instant = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The state of a promise, the same as `measure` in sla.ts. */
const standing = (due: string, done: string) => `case
  when ${done} is not null then case when (o.sla->>'${due}') is null then 'none' when ${instant(done)} <= o.sla->>'${due}' then 'met' else 'missed' end
  when o.sla->>'${due}' < coalesce((select h->>'from' from jsonb_array_elements(o.holds) h where h->>'to' is null limit 1), ${instant("es.now()")}) then 'missed'
  when o.status = 'on_hold' then 'paused' when o.sla->>'${due}' is null then 'none' else 'running' end`
const overdue = `coalesce(${isOpenSql} and (o.due_date < es.today() or (o.status <> 'on_hold' and (o.sla->>'resolutionDue')::timestamptz < es.now())), false)`

const cardColumns = `${WorkOrder.answer("o", "id", "orderNumber", "siteId", "location", "assetId", "serviceType", "priority", "status", "description", "emergency", "requestDate", "dueDate", "scheduledDate", "assignedTo", "contractorId", "team", "createdAt")},
  json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site, (select a.name from asset a where a.id = o.asset_id) as "assetName",
  case when o.priority = 'urgent' and ${isOpenSql} then 'urgent' else o.status end as shown,
  coalesce(${staffName("o.assigned_to")}, ${contractorName("o.contractor_id")}, initcap(o.team) || ' team') as assignee,
  json_build_object('responseDue', o.sla->>'responseDue', 'resolutionDue', o.sla->>'resolutionDue', 'pausedMinutes', (o.sla->>'pausedMinutes')::int,
    'response', ${standing("responseDue", "o.responded_at")}, 'resolution', ${standing("resolutionDue", "o.completed_at")}) as sla,
  ${overdue} as "isOverdue"`

const parts = (column: string, value: string) => `(select coalesce(json_agg(json_build_object('stockItemId', x."stockItemId", 'name', i.name, 'unit', i.unit,
    'quantity', es.quantity(x.quantity)${value}) order by n), '[]')
  from rows from (jsonb_to_recordset(o.${column}) as ("stockItemId" bigint, quantity bigint, value bigint)) with ordinality as x("stockItemId", quantity, value, n)
  join stock_item i on i.id = x."stockItemId")`

/** Which orders a person sees. */
export const orderScope = ({ confinedTo }: SignedIn): ReadonlyArray<Condition> => (confinedTo === null ? [] : [{ sql: "o.site_id = ?", values: [confinedTo] }])

/** What is assigned to the person who asks. */
const mine = (who: SignedIn) => `coalesce(o.assigned_to = (select p.id from company_staff p where p.person_id = ${Number(who.person)}), false)`

export const orderList = (who: SignedIn): ListShape => {
  const costs = seesCosts(who)
  const person = Number(who.person)
  const dispatches = holdsAny(who, DISPATCHERS)
  const works = !holdsAny(who, OPERATIONS) ? "false" : dispatches ? "true" : `(o.assigned_to is null or ${mine(who)})`
  const completedIt = `(o.completed_by is not distinct from ${person} or ${mine(who)})`
  const can = (statuses: ReadonlyArray<string>, may: string | boolean) => `(o.status in (${quoted(statuses)}) and coalesce(${may}, false))`
  return {
    select: `${cardColumns}, ${WorkOrder.answer("o", "origin", "billable", "requestedBy", "reportedAt", "clientId", "contractId", "planId", "photos", "checklist", "holds", "assignedAt", "startedAt", "respondedAt", "completedAt", "completedBy", "verifiedAt", "verifiedBy", "cancelReason", "reopenReason", "notes", "signatureRequired", "completion", "version", "updatedAt")},
      ${personName("o.requested_by")} as "requestedByName", ${personName("o.completed_by")} as "completedByName", ${personName("o.verified_by")} as "verifiedByName",
      (select c.company_name from client c where c.id = o.client_id) as "clientName",
      to_char(o.completed_at at time zone 'Africa/Juba', 'YYYY-MM-DD') as "completedDate",
      (select json_build_object('id', f.id, 'orderNumber', f.order_number) from work_order f where f.id = o.follow_up_of) as "followUpOf",
      (select coalesce(json_agg(json_build_object('id', f.id, 'orderNumber', f.order_number, 'status', f.status) order by f.id), '[]')
        from work_order f where f.follow_up_of = o.id) as "followUps",
      ${parts("planned_parts", "")} as "plannedParts", ${parts("parts", `, 'value', ${costs ? "es.money(x.value)" : "null"}`)} as parts,
      (select coalesce(json_agg(json_build_object('staffId', (h->>'staffId')::int, 'contractorId', (h->>'contractorId')::int, 'minutes', (h->>'minutes')::int, 'date', h->>'date',
          'name', coalesce(${staffName("(h->>'staffId')::bigint")}, ${contractorName("(h->>'contractorId')::bigint")}),
          'cost', ${holdsAny(who, SEES_PAY) ? "es.money((h->>'cost')::bigint)" : "null"})), '[]') from jsonb_array_elements(o.hours) h) as hours,
      ${costs ? "es.money(o.estimated_cost)" : "null::text"} as "estimatedCost", ${costs ? "es.money(o.actual_cost)" : "null::text"} as "actualCost",
      ${can(openStatuses, dispatches)} as "canAssign", ${can(["assigned"], works)} as "canStart", ${can(["in_progress"], works)} as "canHold",
      ${can(["on_hold"], works)} as "canResume", ${can(["in_progress"], works)} as "canComplete",
      ${can(["completed"], dispatches && (who.level >= 10 ? "true" : `not ${completedIt}`))} as "canVerify",
      ${can(["pending", "assigned"], dispatches || `o.requested_by is not distinct from ${person}`)} as "canCancel",
      (${can(["completed"], dispatches)} and (o.completed_at at time zone 'Africa/Juba')::date + ${reopenDays} >= es.today()) as "canReopen"`,
    from: "work_order o join site s on s.id = o.site_id",
    id: "o.id",
    site: "o.site_id",
    date: "o.request_date",
    where: orderScope(who),
    filters: {
      status: "o.status",
      priority: "o.priority",
      serviceType: "o.service_type",
      assetId: "o.asset_id",
      planId: "o.plan_id",
      assignedTo: "o.assigned_to",
      contractorId: "o.contractor_id",
      billable: "o.billable",
      overdue,
      mine: mine(who),
    },
    search: ["o.order_number", "o.description", "o.location", "s.name", `coalesce(${staffName("o.assigned_to")}, ${contractorName("o.contractor_id")}, '')`],
    sorts: {
      orderNumber: "o.order_number",
      requestDate: "o.request_date",
      dueDate: "o.due_date",
      scheduledDate: "o.scheduled_date",
      site: "s.name",
      serviceType: "o.service_type",
      status: `array_position(array[${quoted([...openStatuses, "completed", "verified", "cancelled"])}], o.status)`,
      priority: rank("o."),
      completedAt: "o.completed_at",
      ...(costs && { actualCost: "o.actual_cost" }),
      createdAt: "o.created_at",
    },
    order: "-requestDate,-orderNumber",
    file: "Work orders",
    columns: [
      { key: "orderNumber", title: "Order #", kind: "text" },
      { key: "requestDate", title: "Requested", kind: "date" },
      { key: "serviceType", title: "Service", kind: "text" },
      { key: "priority", title: "Priority", kind: "text" },
      { key: "status", title: "Status", kind: "text" },
      { key: "description", title: "Description", kind: "text" },
      { key: "location", title: "Location", kind: "text" },
      { key: "assignee", title: "Assigned to", kind: "text" },
      { key: "dueDate", title: "Due", kind: "date" },
      { key: "completedDate", title: "Completed", kind: "date" },
      ...(costs ? [{ key: "actualCost", title: "Cost (USD)", kind: "money" as const }] : []),
    ],
  }
}

/** How many cards of a column are shown; beyond the second number it only says that there are more. */
const shown = 25
const counted = 500

/** The sites and services that a person asks for, and may see: `$1` and `$2`. */
const ofBoard = `($1::bigint[] is null or o.site_id = any($1)) and ($2::text[] is null or o.service_type = any($2))`

/** The columns of the board, the most urgent and then the oldest first. */
export const boardSql = (who: SignedIn, onlyMine: boolean) => {
  const where = `o.status = c.status and ${ofBoard}${onlyMine ? ` and ${mine(who)}` : ""}`
  return `select json_build_object('columns', json_agg(json_build_object('status', c.status, 'count', least(n.count, ${counted}), 'isMore', n.count > ${counted},
      'orders', x.orders) order by c.n))::text as body
    from unnest(array[${quoted([...openStatuses, "completed"])}]) with ordinality c(status, n)
    cross join lateral (select count(*)::int from (select from work_order o where ${where} limit ${counted + 1}) few) n
    cross join lateral (select coalesce(json_agg(page), '[]') as orders from (select ${cardColumns}
      from (select * from work_order o where ${where} order by ${rank("o.")}, o.id limit ${shown}) o join site s on s.id = o.site_id
      order by ${rank("o.")}, o.id) page) x`
}

/** The last orders, as the board has them. */
const recent = `(select coalesce(json_agg(page), '[]') from (select ${cardColumns} from (select * from work_order o where $3::bigint[] is null or o.site_id = any($3)
    order by o.id desc limit 3) o join site s on s.id = o.site_id order by o.id desc) page)`
const count = (condition: string) => `(select count(*)::int from work_order o where ($3::bigint[] is null or o.site_id = any($3)) and ${condition})`

/** The conditions of the figures over the orders `o`. */
export const figureParts = {
  activeOrders: isOpenSql,
  urgentRequests: `o.priority = 'urgent' and ${isOpenSql}`,
  completedToday: `o.status in ('completed', 'verified') and (o.completed_at at time zone 'Africa/Juba')::date = es.today()`,
}

/** The four figures and the panels beside them: $1 and $2 are those of `peopleSql`, $3 the sites, null for all. */
export const overviewSql = `
  ${peopleSql},
  crew as materialized (select team, ${onShift} as on_shift, ${isFree} as free from people where team is not null and ($3::bigint[] is null or site_id = any($3)))
  select json_build_object(
    'activeOrders', ${count(figureParts.activeOrders)}, 'urgentRequests', ${count(figureParts.urgentRequests)},
    'completedToday', ${count(figureParts.completedToday)}, 'availableStaff', (select count(*) from crew where free),
    'services', (select json_agg(json_build_object('serviceType', t.name, 'open', x.open, 'urgent', x.urgent) order by t.n)
      from unnest(array[${quoted(serviceTypes)}]) with ordinality t(name, n)
      cross join lateral (select count(*) as open, count(*) filter (where o.priority = 'urgent') as urgent from work_order o
        where o.service_type = t.name and ${isOpenSql} and ($3::bigint[] is null or o.site_id = any($3))) x),
    'teams', (select json_agg(json_build_object('team', t.name, 'onShift', (select count(*) from crew where team = t.name and on_shift),
        'free', (select count(*) from crew where team = t.name and free)) order by t.n)
      from unnest(array['cleaning', 'maintenance', 'supervisors']) with ordinality t(name, n)),
    'equipment', (select json_build_object('operational', count(*) filter (where a.status = 'operational'), 'standby', count(*) filter (where a.status = 'standby'),
        'inspection', count(*) filter (where a.status = 'inspection'), 'down', count(*) filter (where a.status = 'down'))
      from asset a where $3::bigint[] is null or a.site_id = any($3)),
    'recent', ${recent},
    'asOf', ${instant("es.now()")})::text as body`

/** The ids of the sites that are asked for, within those the person sees; null for all. */
export const sitesAsked = (who: SignedIn, asked: string | undefined) =>
  Effect.gen(function* () {
    if (who.confinedTo !== null) return [who.confinedTo]
    if (!asked) return null
    const { statement } = yield* Database
    const rows = yield* statement("select id from site where id::text = any($1::text[]) or slug = any($1::text[])", [asked.split(",")])
    return rows.map(({ id }) => Number(id))
  })
