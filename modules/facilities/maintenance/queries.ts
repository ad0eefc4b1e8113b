/** What the list of maintenance plans is made of. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { PLANNERS } from "./commands.ts"
import { MaintenancePlan } from "./maintenance-plan.ts"
import { seesCosts } from "../queries.ts"

/** A threshold of the usage, as a reading of the present meter. */
const shown = (use: string) => `es.quantity(${use} - a.meter_total + coalesce(a.meter_reading, 0))`
const assignee = `coalesce((select w.first_name || ' ' || w.last_name from company_staff w where w.id = p.assigned_to),
  (select coalesce(c.company_name, c.first_name || ' ' || c.last_name) from contractor c where c.id = p.contractor_id), initcap(p.team) || ' team')`
const openOrders = `from jsonb_array_elements_text(p.open_orders) x join work_order o on o.id = x::bigint`
const overdue = `exists (select ${openOrders} where o.scheduled_date < es.today())`

export const planList = (who: SignedIn): ListShape => {
  const plans = holdsAny(who, PLANNERS)
  return {
    select: `${MaintenancePlan.answer("p", "id", "planNumber", "name", "siteId", "assetId", "location", "serviceType", "priority", "description", "trigger", "unit", "basis", "startDate", "leadDays", "endDate", "nextDue", "checklist", "signatureRequired", "team", "assignedTo", "contractorId", "clientId", "contractId", "billable", "status", "statusReason", "ordersMade", "lastDoneOn", "version", "createdAt", "updatedAt")},
      json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site,
      case when a.id is not null then json_build_object('id', a.id, 'assetNumber', a.asset_number, 'name', a.name) end as asset,
      case when p.trigger = 'meter' then p.every / 1000.0 else p.every end as every, a.meter_unit as "meterUnit", es.quantity(a.meter_reading) as "meterReading",
      ${shown("p.start_use")} as "startReading", ${shown("p.next_use")} as "nextReading", to_char(p.next_due - p.lead_days::int, 'YYYY-MM-DD') as "makesOn",
      (select coalesce(json_agg(json_build_object('stockItemId', i.id, 'name', i.name, 'unit', i.unit, 'quantity', es.quantity(x.quantity))), '[]')
        from jsonb_to_recordset(p.parts) as x("stockItemId" bigint, quantity bigint) join stock_item i on i.id = x."stockItemId") as parts,
      ${assignee} as assignee, (select c.company_name from client c where c.id = p.client_id) as "clientName",
      ${seesCosts(who) ? "es.money(p.estimated_cost)" : "null::text"} as "estimatedCost",
      (select coalesce(json_agg(json_build_object('id', o.id, 'orderNumber', o.order_number, 'status', o.status,
        'scheduledDate', to_char(o.scheduled_date, 'YYYY-MM-DD')) order by o.id), '[]') ${openOrders}) as "openOrders",
      ${overdue} as "isOverdue", (p.status <> 'ended' and ${plans}) as "canChange", (p.status = 'active' and ${plans}) as "canPause",
      (p.status = 'paused' and ${plans}) as "canResume", (p.status <> 'ended' and ${plans}) as "canEnd"`,
    from: "maintenance_plan p join site s on s.id = p.site_id left join asset a on a.id = p.asset_id",
    id: "p.id",
    site: "p.site_id",
    date: "p.next_due",
    where: who.confinedTo === null ? [] : [{ sql: "p.site_id = ?", values: [who.confinedTo] }],
    filters: { status: "p.status", assetId: "p.asset_id", serviceType: "p.service_type", overdue },
    search: ["p.plan_number", "p.name", "p.location", "s.name", "coalesce(a.name, '')", `coalesce(${assignee}, '')`],
    sorts: {
      planNumber: "p.plan_number",
      name: "p.name",
      site: "s.name",
      serviceType: "p.service_type",
      nextDue: "p.next_due",
      lastDoneOn: "p.last_done_on",
      status: "array_position(array['active', 'paused', 'ended'], p.status)",
    },
    order: "status,nextDue",
    file: "Maintenance plans",
    columns: [
      { key: "planNumber", title: "Plan #", kind: "text" },
      { key: "name", title: "Plan", kind: "text" },
      { key: "location", title: "Location", kind: "text" },
      { key: "serviceType", title: "Service", kind: "text" },
      { key: "trigger", title: "By", kind: "text" },
      { key: "every", title: "Every", kind: "text" },
      { key: "unit", title: "Unit", kind: "text" },
      { key: "basis", title: "Counted from", kind: "text" },
      { key: "nextDue", title: "Next", kind: "date" },
      { key: "nextReading", title: "Next at", kind: "text" },
      { key: "assignee", title: "Done by", kind: "text" },
      { key: "status", title: "Status", kind: "text" },
      { key: "lastDoneOn", title: "Last done", kind: "date" },
    ],
  }
}
