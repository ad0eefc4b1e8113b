/** How maintenance plans are reached, read and changed. Meters and quantities are decimal strings, money is USD. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { ownSite } from "@ops/platform/records/visibility.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { meterUnits } from "../assets/asset.ts"
import { SEES_COSTS } from "../work-orders/access.ts"
import { assigneeOf } from "../work-orders/board.ts"
import { statuses } from "../work-orders/labels.ts"
import { changePlan, endPlan, makePlan, pausePlan, PLANNERS, resumePlan } from "./commands.ts"
import { planStatuses } from "./labels.ts"
import { MaintenancePlan, maintenancePlans as stream } from "./maintenance-plan.ts"

const Text = Schema.NullOr(Schema.String)
const text = (sql: string, label?: string) => computed(Text, sql, label === undefined ? {} : { label })
const date = (sql: string, label: string) => computed(Text, sql, { kind: "date", label })
/** A usage threshold, converted to a reading of the current meter. */
const reading = (use: string, label: string) => text(`es.quantity(${use} - a.meter_total + coalesce(a.meter_reading, 0))`, label)
const openOrders = "from work_order o where o.id = any(array(select x::bigint from jsonb_array_elements_text(r.open_orders) x))"
const overdue = `exists (select ${openOrders} and o.scheduled_date < es.today())`

const schedule = {
  fields: {
    asset: computed(
      Schema.NullOr(Schema.Struct({ id: Schema.Int, assetNumber: Schema.String, name: Schema.String })),
      "case when a.id is not null then json_build_object('id', a.id, 'assetNumber', a.asset_number, 'name', a.name) end",
    ),
    /** in units of the calendar, or of the meter */
    every: computed(Schema.Finite, "case when r.trigger = 'meter' then r.every / 1000.0 else r.every end"),
    meterUnit: computed(Schema.NullOr(Schema.Literals(meterUnits)), "a.meter_unit"),
    meterReading: text("es.quantity(a.meter_reading)", "Meter"),
    startReading: reading("r.start_use", "First at"),
    /** null, like `nextDue`, while the work that it is counted from is not completed */
    nextReading: reading("r.next_use", "Next at"),
    makesOn: date("to_char(r.next_due - r.lead_days::int, 'YYYY-MM-DD')", "Order created on"),
    parts: computed(
      Schema.Array(Schema.Struct({ stockItemId: Schema.Int, name: Schema.String, unit: Schema.String, quantity: Schema.String })),
      `(select coalesce(json_agg(json_build_object('stockItemId', i.id, 'name', i.name, 'unit', i.unit, 'quantity', es.quantity(x.quantity))), '[]')
        from jsonb_to_recordset(r.parts) as x("stockItemId" bigint, quantity bigint) join stock_item i on i.id = x."stockItemId")`,
    ),
    assignee: text(assigneeOf("r"), "Done by"),
    clientName: text("(select c.company_name from client c where c.id = r.client_id)", "Client"),
    openOrders: computed(
      Schema.Array(Schema.Struct({ id: Schema.Int, orderNumber: Schema.String, status: Schema.Literals(statuses), scheduledDate: Text })),
      `(select coalesce(json_agg(json_build_object('id', o.id, 'orderNumber', o.order_number, 'status', o.status,
        'scheduledDate', to_char(o.scheduled_date, 'YYYY-MM-DD')) order by o.id), '[]') ${openOrders})`,
    ),
    /** an order of the plan is open past its date */
    isOverdue: computed(Schema.Boolean, overdue, { kind: "flag" }),
  },
  from: "left join asset a on a.id = r.asset_id",
  dependsOn: ["work_order", "asset"],
  sorts: { status: `array_position(array[${planStatuses.map((status) => `'${status}'`).join(", ")}], r.status)` },
  search: ["coalesce(a.name, '')", `coalesce(${assigneeOf("r")}, '')`],
} as const

export const RunAnswer = Schema.Struct({
  made: Schema.Array(Schema.Struct({ planNumber: Schema.String, name: Schema.String, orderId: Schema.Int, orderNumber: Schema.String, due: Text })),
  /** plans whose order could not be created, and why */
  refused: Schema.Array(Schema.Struct({ planNumber: Schema.String, name: Schema.String, reason: Schema.String })),
}).annotate({ identifier: "MaintenanceRun" })
const READERS = [...OPERATIONS, "finance.full"] as const
const plans = { may: PLANNERS, scope: "6: own site; 8: own site if it has one" }

export const maintenance = resource("maintenance", stream, {
  path: "/api/maintenance-plans",
  noun: ["plan", "plans"],
  answer: "MaintenancePlan",
  number: "planNumber",
  read: {
    may: READERS,
    rows: ownSite("siteId", "3, 6: own site; 8: own site if it has one"),
    fields: { estimatedCost: SEES_COSTS },
    history: READERS,
  },
  hidden: ["every", "startUse", "nextUse", "occurrence", "parts", "openOrders"],
  joins: [wholeSiteJoin(MaintenancePlan, "siteId"), schedule],
  titles: {
    serviceType: "What",
    asset: "Of",
    every: "How often",
    basis: "Counted from",
    nextDue: "Next",
    endDate: "Until",
    lastDoneOn: "Last done",
    signatureRequired: "Signature",
    statusReason: "Why",
    planNumber: "Plan #",
    name: "Plan",
    trigger: "By",
  },
  list: {
    columns: [
      "planNumber",
      "name",
      "siteName",
      "location",
      "serviceType",
      "trigger",
      "every",
      "unit",
      "basis",
      "nextDue",
      "nextReading",
      "assignee",
      "status",
      "lastDoneOn",
    ],
    titles: { serviceType: "Service", every: "Every" },
    unexported: ["siteName"],
    filters: ["status", "assetId", "serviceType"],
    sorts: ["planNumber", "name", "site", "serviceType", "nextDue", "lastDoneOn", "status"],
    conditions: { overdue: { label: "Overdue", where: () => `(${overdue})::text = any(?::text[])` } },
    order: "status,nextDue",
    search: ["planNumber", "name", "location"],
    date: "nextDue",
    site: "siteId",
    file: "Maintenance plans",
  },
  details: [
    "serviceType",
    "asset",
    "every",
    "basis",
    "nextDue",
    "meterReading",
    "makesOn",
    "endDate",
    "lastDoneOn",
    "ordersMade",
    "assignee",
    "clientName",
    "estimatedCost",
    "signatureRequired",
    "statusReason",
    "description",
  ],
  commands: {
    make: creates(makePlan, plans),
    change: updates(changePlan, { ...plans, method: "PATCH", path: "" }),
    pause: updates(pausePlan, { ...plans, method: "PUT" }),
    resume: updates(resumePlan, { ...plans, method: "PUT" }),
    end: updates(endPlan, { ...plans, method: "PUT" }),
  },
  more: [call.post("run", "/api/maintenance-plans/run", "Create the due work orders", RunAnswer, plans)],
})

export const MaintenanceApi = maintenance.api
