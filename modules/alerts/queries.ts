import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { Alert } from "./alert.ts"
import { alertKinds, kindsOf } from "./kinds.ts"

/** The alerts `a` that concern a person: of their kinds, and of no site or of theirs. */
export const visibleSql = (who: SignedIn): Condition & { readonly values: ReadonlyArray<unknown> } => {
  const kinds = kindsOf(who).map(({ kind }) => kind)
  const parts: ReadonlyArray<{ readonly sql: string; readonly values: ReadonlyArray<unknown> }> = [
    ...(kinds.length === alertKinds.length ? [] : [{ sql: "a.type = any(?::text[])", values: [kinds] }]),
    ...(who.confinedTo === null ? [] : [{ sql: "(a.site_id is null or a.site_id = ?)", values: [who.confinedTo] }]),
  ]
  return { sql: parts.length === 0 ? "true" : parts.map(({ sql }) => sql).join(" and "), values: parts.flatMap(({ values }) => values) }
}

/** What people call the record that an alert is about. */
const relatedSql = `case a.related_entity
  when 'work_order' then (select w.order_number from work_order w where w.id = a.related_entity_id)
  when 'invoice' then (select i.invoice_number from invoice i where i.id = a.related_entity_id)
  when 'construction_project' then (select p.project_number from construction_project p where p.id = a.related_entity_id)
  when 'contractor' then (select c.contractor_number from contractor c where c.id = a.related_entity_id)
  when 'client_contract' then (select c.contract_number from client_contract c where c.id = a.related_entity_id)
  when 'company_staff' then (select c.staff_number from company_staff c where c.id = a.related_entity_id)
  when 'vendor' then (select v.name from vendor v where v.id = a.related_entity_id)
  when 'prospect' then (select p.prospect_number from prospect p where p.id = a.related_entity_id)
  when 'site' then (select o.name from site o where o.id = a.related_entity_id)
  when 'purchase_request' then (select q.request_number from purchase_request q where q.id = a.related_entity_id) end`

/** Alerts that concern a person; the worst and newest first. */
export const alertList = (who: SignedIn, open = true): ListShape => ({
  select:
    `${Alert.answer("a", "id", "type", "priority", "title", "message", "siteId", "relatedEntity", "relatedEntityId", "status", "assignedTo", "resolvedAt", "resolution", "createdAt")}, ` +
    `case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'code', s.code) end as site, ${relatedSql} as "relatedNumber", ` +
    `a.read_by @> to_jsonb(${Number(who.person)}) as "isRead", a.status = 'resolved' as "isResolved", ` +
    `(select p.first_name || ' ' || p.last_name from person p where p.id = a.assigned_to) as "assignedToName"`,
  from: "alert a left join site s on s.id = a.site_id",
  id: "a.id",
  site: "a.site_id",
  date: "(a.created_at at time zone 'Africa/Juba')::date",
  where: [...(open ? [{ sql: "a.status <> 'resolved'" }] : []), visibleSql(who)],
  filters: { status: "a.status", type: "a.type", priority: "a.priority", assignedTo: "coalesce(a.assigned_to, 0)" },
  search: ["a.title", "a.message"],
  sorts: {
    priority: "array_position(array['critical','high','medium','other'], a.priority)",
    createdAt: "a.created_at",
    title: "a.title",
    type: "a.type",
    status: "a.status",
    site: "s.name",
  },
  order: "priority,-createdAt",
  file: "Alerts",
  columns: [
    { key: "id", title: "Alert", kind: "integer" },
    { key: "priority", title: "Priority", kind: "text" },
    { key: "type", title: "Kind", kind: "text" },
    { key: "title", title: "Title", kind: "text" },
    { key: "message", title: "Message", kind: "text" },
    { key: "relatedNumber", title: "Record", kind: "text" },
    { key: "status", title: "State", kind: "text" },
    { key: "assignedToName", title: "Assigned to", kind: "text" },
    { key: "createdAt", title: "Raised", kind: "instant" },
    { key: "resolvedAt", title: "Resolved", kind: "instant" },
    { key: "resolution", title: "Note", kind: "text" },
  ],
})

/** What shows under the bell: without the kinds that the person does not want in the app. A critical alert always shows. */
export const bellList = (who: SignedIn): ListShape => {
  const list = alertList(who)
  const quiet = `coalesce((select (n.choices->a.type->>'app')::boolean from notification_choice n where n.id = ${Number(who.person)}), true)`
  return { ...list, where: [...list.where!, { sql: `(a.priority = 'critical' or ${quiet})` }] }
}

export const unreadSql = ({ person }: SignedIn): Condition => ({ sql: `not a.read_by @> to_jsonb(${Number(person)})` })
