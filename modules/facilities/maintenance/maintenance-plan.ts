/** Preventive plans: recurring work on an asset, an area or a service. Every order of a plan inherits its checklist, signature, parts and worker. */
import { Schema } from "effect"
import {
  BusinessDate,
  SeriesNumber,
  Flag,
  Line,
  Literals,
  Money,
  Optional,
  Parts,
  QuantityTotal,
  Ref,
  Text,
  Whole,
  WholeUpTo,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { formatQuantity, mostThousandths } from "@ops/platform/quantity.ts"
import { bases, everyText, intervalUnits, planStatuses, triggers } from "./labels.ts"
import { PartPlanned } from "../work-orders/work-order.ts"
import { priorities, serviceTypes, teams } from "../work-orders/labels.ts"

export const PlanLine = Schema.Struct({ line: Schema.String, required: Schema.Boolean })

const schedule = {
  trigger: Literals(...triggers),
  /** a whole number of calendar units, or thousandths of the meter's unit */
  every: WholeUpTo(mostThousandths),
  unit: Optional(Literals(...intervalUnits)),
  basis: Literals(...bases),
  startDate: Optional(BusinessDate),
  startUse: Optional(QuantityTotal),
  leadDays: Whole,
}
const facts = {
  name: Line(120),
  siteId: Ref("site"),
  assetId: Optional(Ref("asset")),
  /** the area, if the plan is not for an asset */
  location: Text(200),
  serviceType: Literals(...serviceTypes),
  priority: Literals(...priorities),
  description: Text(),
  ...schedule,
  /** the last date for which an order is created; null: no end */
  endDate: Optional(BusinessDate),
  checklist: Parts(PlanLine),
  parts: Parts(PartPlanned),
  signatureRequired: Flag,
  team: Optional(Literals(...teams)),
  assignedTo: Optional(Ref("company_staff")),
  contractorId: Optional(Ref("contractor")),
  clientId: Optional(Ref("client")),
  contractId: Optional(Ref("client_contract")),
  billable: Flag,
  estimatedCost: Optional(Money),
}
const next = { occurrence: Whole, nextDue: Optional(BusinessDate), nextUse: Optional(QuantityTotal) }

export const MaintenancePlan = record(
  "maintenance_plan",
  {
    planNumber: SeriesNumber("PM"),
    ...facts,
    ...next,
    status: Literals(...planStatuses),
    statusReason: Optional(Text(500)),
    /** the plan's orders that are not completed */
    openOrders: Parts(Schema.Int),
    ordersMade: Whole,
    lastDoneOn: Optional(BusinessDate),
  },
  {
    label: "Maintenance plan",
    title: "plan_number || ' ' || name",
    unique: [{ fields: ["planNumber"], sentence: "Another plan already has this number" }],
    indexes: [["status", "nextDue"], ["assetId"], ["siteId"]],
  },
)
export type MaintenancePlanRow = Row<typeof MaintenancePlan>

const comes = ({ nextDue, nextUse }: { nextDue: string | null; nextUse: number | null }) =>
  nextDue !== null ? `next on ${nextDue}` : nextUse !== null ? `next at ${formatQuantity(nextUse)}` : "next once the work is done"
const often = ({ trigger, every, unit }: { trigger: string; every: number; unit: string | null }) =>
  trigger === "meter" ? `every ${formatQuantity(every)} of the meter` : everyText(every, unit!).toLowerCase()

export const MaintenancePlanMade = event(
  "MaintenancePlanMade",
  1,
  { planNumber: SeriesNumber("PM"), ...facts, ...next },
  (plan) => `${plan.planNumber} ${plan.name}: ${often(plan)}, ${comes(plan)}`,
)
export const MaintenancePlanChanged = event(
  "MaintenancePlanChanged",
  1,
  { ...facts, ...next },
  (plan) => `Changed: ${plan.name}, ${often(plan)}, ${comes(plan)}`,
)
export const MaintenanceOrderMade = event(
  "MaintenanceOrderMade",
  1,
  { orderId: Ref("work_order"), due: Optional(BusinessDate), ...next },
  ({ orderId, due, ...next }, title) => `${title("work_order", orderId)} created${due === null ? "" : ` for ${due}`}, ${comes(next)}`,
)
export const MaintenanceDone = event(
  "MaintenanceDone",
  1,
  { orderId: Ref("work_order"), doneOn: BusinessDate, ...next },
  ({ orderId, ...next }, title) => `${title("work_order", orderId)} done, ${comes(next)}`,
)
export const MaintenanceDropped = event(
  "MaintenanceDropped",
  1,
  { orderId: Ref("work_order"), ...next },
  ({ orderId, ...next }, title) => `${title("work_order", orderId)} cancelled, ${comes(next)}`,
)
export const MaintenanceReopened = event(
  "MaintenanceReopened",
  1,
  { orderId: Ref("work_order"), ...next },
  ({ orderId, ...next }, title) => `${title("work_order", orderId)} reopened, ${comes(next)}`,
)
export const MaintenancePlanPaused = event("MaintenancePlanPaused", 1, { reason: Text(500) }, ({ reason }) => `Paused: ${reason}`)
export const MaintenancePlanResumed = event("MaintenancePlanResumed", 1, next, (next) => `Goes on, ${comes(next)}`)
export const MaintenancePlanEnded = event("MaintenancePlanEnded", 1, { reason: Text(500) }, ({ reason }) => `Ended: ${reason}`)

export const maintenancePlans = stream(
  MaintenancePlan,
  MaintenancePlanMade,
  MaintenancePlanChanged,
  MaintenanceOrderMade,
  MaintenanceDone,
  MaintenanceDropped,
  MaintenanceReopened,
  MaintenancePlanPaused,
  MaintenancePlanResumed,
  MaintenancePlanEnded,
).fold({
  MaintenancePlanMade: (_, made) => ({ ...made, status: "active" as const, statusReason: null, openOrders: [], ordersMade: 0, lastDoneOn: null }),
  MaintenancePlanChanged: (plan, changed) => ({ ...plan, ...changed }),
  MaintenanceOrderMade: (plan, { orderId, due: _, ...next }) => ({
    ...plan,
    ...next,
    openOrders: [...plan.openOrders, orderId],
    ordersMade: plan.ordersMade + 1,
  }),
  MaintenanceDone: (plan, { orderId, doneOn, ...next }) => ({
    ...plan,
    ...next,
    openOrders: plan.openOrders.filter((id) => id !== orderId),
    lastDoneOn: doneOn,
  }),
  MaintenanceDropped: (plan, { orderId, ...next }) => ({ ...plan, ...next, openOrders: plan.openOrders.filter((id) => id !== orderId) }),
  MaintenanceReopened: (plan, { orderId, ...next }) => ({ ...plan, ...next, openOrders: [...plan.openOrders, orderId] }),
  MaintenancePlanPaused: (plan, { reason }) => ({ ...plan, status: "paused" as const, statusReason: reason }),
  MaintenancePlanResumed: (plan, next) => ({ ...plan, ...next, status: "active" as const, statusReason: null }),
  MaintenancePlanEnded: (plan, { reason }) => ({ ...plan, status: "ended" as const, statusReason: reason }),
})
