/** How work orders are reached, read and changed. Money is USD, a quantity one of the item's unit; hours are minutes. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { OPERATIONS, STAFF } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { ListQuery } from "@ops/platform/http/contract.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { DISPATCHERS, SEES_COSTS, SEES_ORDERS, SEES_PAY } from "./access.ts"
import { BoardAnswer, card, dependsOn, mine, of, OverviewAnswer, overdue, rank } from "./board.ts"
import { assignOrder, cancelOrder, holdOrder, photographOrder, raiseOrder, reopenOrder, resumeOrder, rows, startOrder, verifyOrder } from "./commands.ts"
import { completeOrder } from "./completion.ts"
import { statuses } from "./labels.ts"
import { WorkOrder, workOrders as stream } from "./work-order.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const text = (sql: string, label?: string) => computed(Text, sql, label === undefined ? {} : { label })
const Part = { stockItemId: Schema.Int, name: Schema.String, unit: Schema.String, quantity: Schema.String }
const Order = { id: Schema.Int, orderNumber: Schema.String }

const parts = (column: string, value: string) => `(select coalesce(json_agg(json_build_object('stockItemId', x."stockItemId", 'name', i.name, 'unit', i.unit,
    'quantity', es.quantity(x.quantity)${value}) order by n), '[]')
  from rows from (jsonb_to_recordset(r.${column}) as ("stockItemId" bigint, quantity bigint, value bigint)) with ordinality as x("stockItemId", quantity, value, n)
  join stock_item i on i.id = x."stockItemId")`
/** An amount for users who may see it. */
const shownTo = (who: SignedIn, may: Parameters<typeof holdsAny>[1], cents: string) => (holdsAny(who, may) ? `es.money(${cents})` : "null")

const whole = {
  fields: {
    actualCost: computed(Text, "es.money(r.actual_cost)", { kind: "money" }),
    requestedByName: text(of.person("r.requested_by"), "Requested by"),
    completedByName: text(of.person("r.completed_by"), "Completed by"),
    verifiedByName: text(of.person("r.verified_by"), "Verified by"),
    clientName: text("(select c.company_name from client c where c.id = r.client_id)", "Client"),
    completedDate: computed(Text, "to_char(r.completed_at at time zone 'Africa/Juba', 'YYYY-MM-DD')", { kind: "date", label: "Completed" }),
    followUpOf: computed(
      Schema.NullOr(Schema.Struct(Order)),
      "(select json_build_object('id', f.id, 'orderNumber', f.order_number) from work_order f where f.id = r.follow_up_of)",
      { label: "Created for the failed inspection of" },
    ),
    followUps: computed(
      Schema.Array(Schema.Struct({ ...Order, status: Schema.String })),
      `(select coalesce(json_agg(json_build_object('id', f.id, 'orderNumber', f.order_number, 'status', f.status) order by f.id), '[]')
        from work_order f where f.follow_up_of = r.id)`,
      { label: "Follow-up" },
    ),
    plannedParts: computed(Schema.Array(Schema.Struct(Part)), parts("planned_parts", "")),
    /** with values for users who may see costs */
    parts: computed(Schema.Array(Schema.Struct({ ...Part, value: Text })), (who) => parts("parts", `, 'value', ${shownTo(who, SEES_COSTS, "x.value")}`)),
    hours: computed(
      Schema.Array(Schema.Struct({ staffId: Whole, contractorId: Whole, name: Schema.String, minutes: Schema.Int, date: Schema.String, cost: Text })),
      (who) => `(select coalesce(json_agg(json_build_object('staffId', (h->>'staffId')::int, 'contractorId', (h->>'contractorId')::int,
          'minutes', (h->>'minutes')::int, 'date', h->>'date', 'name', coalesce(${of.staff("(h->>'staffId')::bigint")}, ${of.contractor("(h->>'contractorId')::bigint")}),
          'cost', ${shownTo(who, SEES_PAY, "(h->>'cost')::bigint")})), '[]') from jsonb_array_elements(r.hours) h)`,
    ),
  },
  dependsOn: ["client", "stock_item"],
  sorts: {
    status: `array_position(array[${statuses.map((status) => `'${status}'`).join(", ")}], r.status)`,
    priority: rank("r."),
    actualCost: "r.actual_cost",
  },
  search: [`coalesce(${of.staff("r.assigned_to")}, ${of.contractor("r.contractor_id")}, '')`],
} as const

const dispatch = { may: DISPATCHERS, scope: "6: own site; 8: own site if it has one", method: "PATCH" } as const
const work = { may: OPERATIONS, scope: "3, 6: own site; 3: what is assigned to them or to a team", method: "PATCH" } as const
const seeing = { may: SEES_ORDERS, scope: rows.words }
const isDispatcher = (who: SignedIn) => holdsAny(who, DISPATCHERS)

export const workOrders = resource("workOrders", stream, {
  path: "/api/work-orders",
  noun: ["work order", "work orders"],
  answer: "WorkOrder",
  number: "orderNumber",
  read: { may: SEES_ORDERS, rows, fields: { estimatedCost: SEES_COSTS, actualCost: SEES_COSTS }, history: SEES_ORDERS },
  hidden: ["assignedBy", "actualCost", "sla", "parts", "plannedParts", "hours", "followUpOf"],
  joins: [wholeSiteJoin(WorkOrder, "siteId"), card, whole],
  titles: {
    serviceType: "Service",
    reportedAt: "Sent late",
    scheduledDate: "Scheduled",
    dueDate: "Due",
    actualCost: "Cost",
    cancelReason: "Cancelled",
    reopenReason: "Reopened",
    orderNumber: "Order #",
    requestDate: "Requested",
  },
  list: {
    columns: [
      "orderNumber",
      "requestDate",
      "siteName",
      "serviceType",
      "priority",
      "status",
      "description",
      "location",
      "assignee",
      "dueDate",
      "completedDate",
      "actualCost",
    ],
    titles: { actualCost: "Cost (USD)" },
    unexported: ["siteName"],
    filters: ["status", "priority", "serviceType", "assetId", "planId", "assignedTo", "contractorId", "billable"],
    sorts: ["orderNumber", "requestDate", "dueDate", "scheduledDate", "site", "serviceType", "status", "priority", "completedAt", "actualCost", "createdAt"],
    conditions: {
      overdue: { label: "Overdue", where: () => `(${overdue})::text = any(?::text[])` },
      mine: { label: "Mine", where: (who) => `(${mine(who)})::text = any(?::text[])` },
    },
    order: "-requestDate,-orderNumber",
    search: ["orderNumber", "description", "location"],
    date: "requestDate",
    site: "siteId",
    file: "Work orders",
  },
  details: [
    "description",
    "siteName",
    "location",
    "assetName",
    "serviceType",
    "priority",
    "requestedByName",
    "reportedAt",
    "assignee",
    "scheduledDate",
    "dueDate",
    "clientName",
    "estimatedCost",
    "actualCost",
    "followUpOf",
    "followUps",
    "cancelReason",
    "reopenReason",
    "notes",
  ],
  commands: {
    create: creates(raiseOrder, { may: STAFF, scope: "3, 5, 6: own site", duties: "payee and assignee: only dispatchers" }),
    assign: updates(assignOrder, { ...dispatch, duties: "no one on leave that day" }),
    start: updates(startOrder, work),
    hold: updates(holdOrder, work),
    resume: updates(resumeOrder, work),
    complete: updates(completeOrder, { ...work, duties: "no required line of the checklist open; parts only from what the site has" }),
    verify: updates(verifyOrder, {
      ...dispatch,
      duties: "not the person who did the work",
      // the inbox counts by this hint
      hint: (who) => {
        const didIt = `(r.completed_by is not distinct from ${Number(who.person)} or ${mine(who)})`
        return isDispatcher(who) ? `(r.status = 'completed' and ${who.level >= 10 ? "true" : `not ${didIt}`})` : "false"
      },
    }),
    cancel: updates(cancelOrder, {
      may: STAFF,
      scope: "3, 5, 6: own site",
      duties: "the requester or a dispatcher; before work starts",
      method: "PATCH",
    }),
    reopen: updates(reopenOrder, { ...dispatch, duties: "within seven days, before it is verified" }),
    photograph: updates(photographOrder, { may: STAFF, scope: "3, 5, 6: own site", path: "photos" }),
  },
  more: [
    call.get("board", "/api/work-orders/board", "Read the board of work orders", BoardAnswer, {
      query: { siteId: ListQuery.siteId, serviceType: Schema.optional(Schema.String), mine: Schema.optional(Schema.String), asOf: ListQuery.asOf },
      ...seeing,
      dependsOn,
    }),
    call.get("overview", "/api/work-orders/overview", "Read the figures of work orders", OverviewAnswer, {
      query: { siteId: ListQuery.siteId, asOf: ListQuery.asOf },
      ...seeing,
      dependsOn: [...dependsOn, "attendance", "leave_request"],
    }),
  ],
})

export const WorkOrdersApi = workOrders.api
