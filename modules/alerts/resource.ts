/** How alerts are reached, read and dealt with; and how people are told of them. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { ANYONE } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { ListQuery } from "@ops/platform/http/contract.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { computed, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { acknowledgeAlert, alerts as stream, assignAlert, priorities, readAlert, resolveAlert, rows } from "./alert.ts"
import { AlertAssignee, ChoiceAnswer, DigestAnswer, many, ways } from "./contract.ts"

/** The display name of the record that an alert is about. */
const relatedSql = `case r.related_entity
  when 'work_order' then (select w.order_number from work_order w where w.id = r.related_entity_id)
  when 'invoice' then (select i.invoice_number from invoice i where i.id = r.related_entity_id)
  when 'construction_project' then (select p.project_number from construction_project p where p.id = r.related_entity_id)
  when 'contractor' then (select c.contractor_number from contractor c where c.id = r.related_entity_id)
  when 'client_contract' then (select c.contract_number from client_contract c where c.id = r.related_entity_id)
  when 'company_staff' then (select c.staff_number from company_staff c where c.id = r.related_entity_id)
  when 'vendor' then (select v.name from vendor v where v.id = r.related_entity_id)
  when 'prospect' then (select p.prospect_number from prospect p where p.id = r.related_entity_id)
  when 'field_device' then (select d.label from field_device d where d.id = r.related_entity_id)
  when 'webhook' then (select w.name from webhook w where w.id = r.related_entity_id)
  when 'site' then (select o.name from site o where o.id = r.related_entity_id)
  when 'purchase_request' then (select q.request_number from purchase_request q where q.id = r.related_entity_id) end`

/** Worst first. */
const rank = (alias: string) => `array_position(array[${priorities.map((priority) => `'${priority}'`).join(", ")}], ${alias}priority)`
/** The order of the list. */
export const alertIndex = `create index on alert (${rank("")}, created_at desc, id desc)`

const Text = Schema.NullOr(Schema.String)
const about = {
  fields: {
    site: computed(
      Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })),
      "case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'code', s.code) end",
    ),
    siteName: computed(Text, "s.name", { label: "Site" }),
    siteCode: computed(Text, "s.code", { label: "Site" }),
    relatedNumber: computed(Text, relatedSql, { label: "Record" }),
    isRead: computed(Schema.Boolean, ({ person }) => `r.read_by @> to_jsonb(${Number(person)})`, { kind: "flag" }),
    isResolved: computed(Schema.Boolean, "r.status = 'resolved'", { kind: "flag" }),
    assignedToName: computed(Text, "(select p.first_name || ' ' || p.last_name from person p where p.id = r.assigned_to)", { label: "Assigned to" }),
  },
  from: "left join site s on s.id = r.site_id",
  sorts: { site: "s.name", priority: rank("r.") },
} as const

const assigns = ["team.manage", "department.manage", "finance.full"] as const
const resolves = ["operations.basic", "operations.supervise", "security.manage", "finance.full", "department.manage"] as const
const scope = rows.words

export const alerts = resource("alerts", stream, {
  path: "/api/alerts",
  noun: ["alert", "alerts"],
  answer: "Alert",
  read: { may: ANYONE, rows },
  hidden: ["cause", "openCause", "readBy", "resolvedBy"],
  joins: [about],
  titles: { resolvedAt: "Resolved", resolution: "Note", id: "Alert", type: "Kind", status: "State", createdAt: "Raised" },
  list: {
    columns: ["id", "priority", "type", "title", "message", "siteName", "relatedNumber", "status", "assignedToName", "createdAt", "resolvedAt", "resolution"],
    unexported: ["siteName"],
    filters: [{ field: "status", usual: "open,acknowledged" }, "type", "priority"],
    conditions: {
      assignedTo: {
        label: "Assigned to",
        where: ({ person }) => `coalesce(r.assigned_to, 0)::text = any(array_replace(?::text[], 'me', '${Number(person)}'))`,
      },
    },
    sorts: ["priority", "createdAt", "title", "type", "status", "site"],
    order: "priority,-createdAt",
    search: ["title", "message"],
    date: "createdAt",
    site: "siteId",
    file: "Alerts",
  },
  details: ["siteName", "assignedToName", "resolvedAt", "resolution"],
  commands: {
    read: updates(readAlert, { may: ANYONE }),
    assign: updates(assignAlert, { may: assigns }),
    acknowledge: updates(acknowledgeAlert, { may: ANYONE }),
    resolve: updates(resolveAlert, { may: resolves }),
  },
  more: (alert) => [
    call.get("notifications", "/api/notifications", "List your notifications", Schema.Struct({ unread: Schema.Int, alerts: Schema.Array(alert) }), {
      query: { limit: ListQuery.limit },
      may: ANYONE,
      scope: `${scope}; without the kinds that the caller wants no word of in the app`,
      dependsOn: ["alert", "notification_choice"],
    }),
    call.post("readAll", "/api/notifications/read", "Mark your notifications as read", Schema.Struct({ read: Schema.Int }), { may: ANYONE, scope }),
    call.get("choices", "/api/notification-choices", "Read how you are notified", Schema.Array(ChoiceAnswer), {
      may: ANYONE,
      scope: "the caller's own",
      dependsOn: ["notification_choice"],
    }),
    call.put("choose", "/api/notification-choices", "Choose how you are notified", Schema.Array(ChoiceAnswer), {
      payload: Schema.Struct({ choices: Schema.Record(Schema.String, Schema.Struct(ways)) }),
      may: ANYONE,
      scope: "the caller's own",
    }),
    call.get("digest", "/api/notifications/digest", "Preview your daily digest", DigestAnswer, {
      query: { for: Schema.optional(Schema.String) },
      may: ANYONE,
      scope: "the caller's own; who manages users: everyone's",
      audited: "mail",
    }),
    call.post("sendDigests", "/api/notifications/digest", "Send the daily digests", Schema.Struct({ sent: Schema.Int }), {
      may: ["system.admin"],
      scope: "all",
    }),
    call.post("acknowledgeMany", "/api/alerts/acknowledge", "Acknowledge several alerts", Schema.Struct({ acknowledged: Schema.Int }), {
      payload: many,
      may: ANYONE,
      scope,
    }),
    call.get("assignees", "/api/alerts/:id/assignees", "List who can be assigned an alert", Schema.Array(AlertAssignee), {
      may: assigns,
      scope: "who sees the alert",
      dependsOn: ["person"],
    }),
  ],
})

export const AlertsApi = alerts.api

/** The list under the bell: unresolved alerts, without the kinds that the person turned off in the app. Critical alerts always show. */
export const bellList = (who: SignedIn): ListShape => {
  const list = alerts.shape(who)
  const quiet = `coalesce((select (n.choices->r.type->>'app')::boolean from notification_choice n where n.id = ${Number(who.person)}), true)`
  return { ...list, where: [...list.where!, { sql: "r.status <> 'resolved'" }, { sql: `(r.priority = 'critical' or ${quiet})` }] }
}

export const unreadSql = ({ person }: SignedIn): Condition => ({ sql: `not r.read_by @> to_jsonb(${Number(person)})` })
