import type { ListShape } from "@ops/platform/http/list-query.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { Alert } from "./alert.ts"

/** Alerts in a person's scope; the worst and newest first. */
export const alertList = ({ person, confinedTo }: SignedIn, open = true): ListShape => ({
  select:
    `${Alert.answer("a", "id", "type", "priority", "title", "message", "siteId", "relatedEntity", "relatedEntityId", "status", "assignedTo", "resolvedAt", "resolution", "createdAt")}, ` +
    `case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'code', s.code) end as site, ` +
    `a.read_by @> to_jsonb(${Number(person)}) as "isRead", a.status = 'resolved' as "isResolved", ` +
    `(select p.first_name || ' ' || p.last_name from person p where p.id = a.assigned_to) as "assignedToName"`,
  from: "alert a left join site s on s.id = a.site_id",
  id: "a.id",
  site: "a.site_id",
  where: [
    ...(open ? [{ sql: "a.status <> 'resolved'" }] : []),
    ...(confinedTo === null ? [] : [{ sql: "(a.site_id is null or a.site_id = ?)", values: [confinedTo] }]),
  ],
  filters: { status: "a.status" },
  search: ["a.title", "a.message"],
  sorts: { priority: "array_position(array['critical','high','medium','other'], a.priority)", createdAt: "a.created_at" },
  order: "priority,-createdAt",
})
