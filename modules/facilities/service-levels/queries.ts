/** The SQL of the lists of service levels. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { filledIn, wholesIn } from "@ops/platform/records/row-columns.ts"
import { CREDIT_DECIDERS, SlaClock } from "./sla-clock.ts"
import { SLA_MANAGERS, SlaPolicy } from "./sla-policy.ts"
import { priorities } from "../work-orders/labels.ts"

const term = `json_build_object('from', t->>'from', 'responseMinutes', (t->>'responseMinutes')::int, 'resolutionMinutes', (t->>'resolutionMinutes')::int,
  'aroundTheClock', (t->>'aroundTheClock')::boolean, 'creditAmount', es.money((t->>'creditAmount')::bigint))`
const rank = (column: string) =>
  `array_position(array[${priorities
    .toReversed()
    .map((word) => `'${word}'`)
    .join(", ")}], ${column})`
const clientName = (column: string) => `(select named.company_name from client named where named.id = ${column})`

export const slaPolicyList = (who: SignedIn): ListShape => ({
  select: `${SlaPolicy.answer("p", "id", "clientId", "serviceType", "priority", "version", "updatedAt")}, ${clientName("p.client_id")} as "clientName",
    (select ${term} from jsonb_array_elements(p.terms) t where (t->>'from')::date <= es.today() order by t->>'from' desc limit 1) as promised,
    (select coalesce(json_agg(${term} order by t->>'from' desc), '[]') from jsonb_array_elements(p.terms) t) as terms,
    ${holdsAny(who, SLA_MANAGERS)} as "canChange"`,
  from: "sla_policy p",
  id: "p.id",
  filters: { clientId: "p.client_id", serviceType: "p.service_type", priority: "p.priority" },
  search: [`coalesce(${clientName("p.client_id")}, 'Every client')`, "coalesce(p.service_type, 'any service')", "p.priority"],
  sorts: { client: clientName("p.client_id"), serviceType: "p.service_type", priority: rank("p.priority") },
  order: "client,serviceType,priority",
})

const day = "(c.started_at at time zone 'Africa/Juba')::date"
const scope = ({ confinedTo }: SignedIn) => (confinedTo === null ? [] : [{ sql: "c.site_id = ?", values: [confinedTo] }])

export const slaClockList = (who: SignedIn): ListShape => ({
  select: `${SlaClock.answer("c", "id", "siteId", "clientId", "startedAt", "responseMinutes", "resolutionMinutes", "aroundTheClock", "responseDue", "resolutionDue", "response", "resolution", "creditAmount", "creditStatus", "creditNote")},
    o.order_number as "orderNumber", o.description, o.status, o.service_type as "serviceType", o.priority,
    json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site, ${clientName("c.client_id")} as "clientName",
    (select coalesce(json_agg(json_build_object('clock', e->>'clock', 'percent', (e->>'percent')::int, 'at', e->>'at',
      'to', (select p.first_name || ' ' || p.last_name from person p where p.id = (e->>'to')::bigint)) order by e->>'at'), '[]') from jsonb_array_elements(c.escalations) e) as escalations,
    (coalesce(c.credit_status = 'proposed', false) and ${holdsAny(who, CREDIT_DECIDERS)}) as "canDecide"`,
  from: "sla_clock c join work_order o on o.id = c.id join site s on s.id = c.site_id",
  base: "sla_clock c",
  filled: filledIn(SlaClock, "c"),
  wholes: wholesIn(SlaClock, "c"),
  id: "c.id",
  site: "c.site_id",
  date: day,
  where: scope(who),
  filters: {
    status: "o.status",
    clientId: "c.client_id",
    response: "c.response",
    resolution: "c.resolution",
    credit: "c.credit_status",
    escalated: "jsonb_array_length(c.escalations) > 0",
  },
  search: ["o.order_number", "o.description", "s.name", `coalesce(${clientName("c.client_id")}, '')`],
  sorts: {
    startedAt: "c.started_at",
    responseDue: "c.response_due",
    resolutionDue: "c.resolution_due",
    orderNumber: "o.order_number",
    priority: rank("o.priority"),
  },
  order: "-startedAt",
  file: "Service levels",
  columns: [
    { key: "orderNumber", title: "Order #", kind: "text" },
    { key: "clientName", title: "Client", kind: "text" },
    { key: "serviceType", title: "Service", kind: "text" },
    { key: "priority", title: "Priority", kind: "text" },
    { key: "startedAt", title: "Raised", kind: "text" },
    { key: "responseDue", title: "Response due", kind: "text" },
    { key: "response", title: "Response", kind: "text" },
    { key: "resolutionDue", title: "Resolution due", kind: "text" },
    { key: "resolution", title: "Resolution", kind: "text" },
    { key: "creditStatus", title: "Credit", kind: "text" },
    { key: "creditAmount", title: "Credit (USD)", kind: "money" },
  ],
})

const many = (condition: string) => `count(*) filter (where ${condition})::int`
/** How well promises were kept, one row per client, for the orders raised between two days. */
export const slaSummaryList = (who: SignedIn, { siteId, from, to }: { readonly [K in "siteId" | "from" | "to"]?: string | undefined }): ListShape => ({
  with: {
    name: "g",
    sql: `select c.client_id, count(*)::int as orders, ${many("c.response = 'met'")} as response_met, ${many("c.response = 'missed'")} as response_missed,
        ${many("c.resolution = 'met'")} as resolution_met, ${many("c.resolution = 'missed'")} as resolution_missed,
        coalesce(sum(c.credit_amount) filter (where c.credit_status in ('proposed', 'granted', 'billed')), 0)::bigint as credits
      from sla_clock c where ($1::bigint is null or c.site_id = $1)
        and ($2::text[] is null or c.site_id = any(select id from site where id::text = any($2) or slug = any($2)))
        and ($3::date is null or ${day} >= $3) and ($4::date is null or ${day} <= $4) group by c.client_id`,
    values: [who.confinedTo, siteId ? siteId.split(",") : null, from ?? null, to ?? null],
  },
  select: `g.client_id as "clientId", coalesce(${clientName("g.client_id")}, 'Own work') as "clientName", g.orders, g.response_met as "responseMet",
    g.response_missed as "responseMissed", g.resolution_met as "resolutionMet", g.resolution_missed as "resolutionMissed", es.money(g.credits) as credits`,
  from: "g",
  id: "g.client_id",
  sorts: { client: clientName("g.client_id"), orders: "g.orders" },
  order: "client",
  file: "Service levels by client",
  columns: [
    { key: "clientName", title: "Client", kind: "text" },
    { key: "orders", title: "Orders", kind: "text" },
    { key: "responseMet", title: "Response met", kind: "text" },
    { key: "responseMissed", title: "Response missed", kind: "text" },
    { key: "resolutionMet", title: "Resolution met", kind: "text" },
    { key: "resolutionMissed", title: "Resolution missed", kind: "text" },
    { key: "credits", title: "Credits (USD)", kind: "money" },
  ],
})
