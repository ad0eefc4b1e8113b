/**
 * A work order: the work at a site, its assignee, progress and cost. Costs are USD cents, times are instants,
 * quantities thousandths of the item's unit, hours are minutes.
 */
import { Schema } from "effect"
import {
  AttachedFile,
  BusinessDate,
  SeriesNumber,
  Flag,
  Instant,
  Literals,
  Money,
  MoneyTotal,
  Optional,
  Parts,
  Ref,
  Structure,
  Text,
  Whole,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { count } from "@ops/platform/text.ts"
import { checkResults, origins, photoMoments, priorities, serviceName, serviceTypes, statuses, teams } from "./labels.ts"

export const Photo = Schema.Struct({ ...AttachedFile.fields, taken: Schema.Literals(photoMoments) })
/** A line of the checklist; `result` is null until it is checked. */
export const CheckLine = Schema.Struct({
  line: Schema.String,
  required: Schema.Boolean,
  result: Schema.NullOr(Schema.Literals(checkResults)),
  note: Schema.String,
})
export type CheckLine = typeof CheckLine.Type
/** A part that was used; `value` is its stock value in cents. */
export const PartUsed = Schema.Struct({ stockItemId: Schema.Int, quantity: Schema.Int, value: Schema.Int })
/** A part planned for the work. */
export const PartPlanned = Schema.Struct({ stockItemId: Schema.Int, quantity: Schema.Int })
/** Work of a staff member or contractor; `cost` is in cents, calculated on the day of completion. */
export const HoursWorked = Schema.Struct({
  staffId: Schema.NullOr(Schema.Int),
  contractorId: Schema.NullOr(Schema.Int),
  minutes: Schema.Int,
  cost: Schema.Int,
  date: Schema.String,
})
const Hold = Schema.Struct({ from: Schema.String, to: Schema.NullOr(Schema.String), reason: Schema.String })
const Completion = Schema.Struct({
  signature: Schema.NullOr(AttachedFile),
  signedBy: Schema.String,
  rating: Schema.NullOr(Schema.Int),
  remarks: Schema.String,
})
/** The promise and its result; null without a promise, and while it is open. */
const Sla = Schema.Struct({
  responseDue: Schema.NullOr(Schema.String),
  resolutionDue: Schema.NullOr(Schema.String),
  pausedMinutes: Schema.Int,
  responseMet: Schema.NullOr(Schema.Boolean),
  resolutionMet: Schema.NullOr(Schema.Boolean),
})
export type Sla = typeof Sla.Type

const facts = {
  siteId: Ref("site"),
  location: Text(200),
  assetId: Optional(Ref("asset")),
  serviceType: Literals(...serviceTypes),
  priority: Literals(...priorities),
  description: Text(),
  dueDate: Optional(BusinessDate),
  scheduledDate: Optional(BusinessDate),
  clientId: Optional(Ref("client")),
  contractId: Optional(Ref("client_contract")),
  /** billed to the client once it is verified */
  billable: Flag,
  emergency: Flag,
  origin: Literals(...origins),
  estimatedCost: Optional(Money),
  notes: Text(),
  planId: Optional(Ref("maintenance_plan")),
  /** the order whose failed checklist lines it follows up */
  followUpOf: Optional(Ref("work_order")),
  signatureRequired: Flag,
}
const workers = {
  assignedTo: Optional(Ref("company_staff")),
  contractorId: Optional(Ref("contractor")),
  team: Optional(Literals(...teams)),
}

export const WorkOrder = record(
  "work_order",
  {
    orderNumber: SeriesNumber("WO"),
    ...facts,
    ...workers,
    status: Literals(...statuses),
    requestedBy: Optional(Ref("person")),
    requestDate: BusinessDate,
    /** when it was noticed, if it was sent later */
    reportedAt: Optional(Instant),
    photos: Parts(Photo),
    plannedParts: Parts(PartPlanned),
    checklist: Parts(CheckLine),
    assignedAt: Optional(Instant),
    assignedBy: Optional(Ref("person")),
    startedAt: Optional(Instant),
    /** when work first began: reopening does not reset it */
    respondedAt: Optional(Instant),
    holds: Parts(Hold),
    completedAt: Optional(Instant),
    completedBy: Optional(Ref("person")),
    verifiedAt: Optional(Instant),
    verifiedBy: Optional(Ref("person")),
    cancelReason: Optional(Text(500)),
    reopenReason: Optional(Text(500)),
    /** parts and hours of all completions */
    parts: Parts(PartUsed),
    hours: Parts(HoursWorked),
    /** cost of its parts and hours, cents */
    actualCost: MoneyTotal,
    completion: Structure(Schema.NullOr(Completion)),
    sla: Structure(Sla),
  },
  {
    grows: true,
    label: "Work order",
    title: "order_number",
    unique: [{ fields: ["orderNumber"], sentence: "Another order already has this number" }],
    indexes: [
      ["status", "siteId"],
      ["requestDate", "orderNumber", "id"],
      ["siteId", "requestDate", "orderNumber", "id"],
      ["assignedTo", "status"],
      ["assetId"],
      ["planId", "scheduledDate"],
      ["completedAt"],
      ["followUpOf"],
    ],
  },
)
export type WorkOrderRow = Row<typeof WorkOrder>

const first = {
  request: "Requested",
  issue: "Issue reported",
  emergency: "Emergency reported",
  plan: "Created by its plan",
  follow_up: "Created for a failed inspection",
}

export const WorkOrderRequested = event(
  "WorkOrderRequested",
  1,
  {
    orderNumber: SeriesNumber("WO"),
    ...facts,
    requestedBy: Optional(Ref("person")),
    requestDate: BusinessDate,
    reportedAt: Optional(Instant),
    photos: Parts(Photo),
    plannedParts: Parts(PartPlanned),
    checklist: Parts(CheckLine),
    responseDue: Optional(Instant),
    resolutionDue: Optional(Instant),
  },
  ({ origin, serviceType, priority, followUpOf }, title) =>
    `${first[origin]}: ${serviceName(serviceType).toLowerCase()}, ${priority}${followUpOf === null ? "" : `, of ${title("work_order", followUpOf)}`}`,
)
export const WorkOrderAssigned = event(
  "WorkOrderAssigned",
  1,
  { ...workers, scheduledDate: Optional(BusinessDate), assignedBy: Optional(Ref("person")) },
  ({ assignedTo, contractorId, team, scheduledDate }, title) => {
    const who = assignedTo !== null ? title("company_staff", assignedTo) : contractorId !== null ? title("contractor", contractorId) : `the ${team} team`
    return `Assigned to ${who}${scheduledDate === null ? "" : ` for ${scheduledDate}`}`
  },
)
export const WorkOrderStarted = event("WorkOrderStarted", 1, { responseMet: Optional(Flag) }, ({ responseMet }) =>
  responseMet === null ? "Work began" : `Work began, ${responseMet ? "within" : "after"} the promised time`,
)
export const WorkOrderHeld = event("WorkOrderHeld", 1, { reason: Text(500) }, ({ reason }) => `On hold: ${reason}`)
/** The clock resumes: what is left of the promised time ends at the new instant. */
export const WorkOrderResumed = event(
  "WorkOrderResumed",
  1,
  { pausedMinutes: Whole, responseDue: Optional(Instant), resolutionDue: Optional(Instant) },
  () => "Work continues",
)
export const WorkOrderCompleted = event(
  "WorkOrderCompleted",
  1,
  {
    completedBy: Optional(Ref("person")),
    checklist: Parts(CheckLine),
    /** parts of this completion */
    parts: Parts(PartUsed),
    hours: Parts(HoursWorked),
    photos: Parts(Photo),
    completion: Structure(Completion),
    resolutionMet: Optional(Flag),
  },
  ({ parts, hours, completion, checklist }) => {
    const failed = checklist.filter(({ result }) => result === "failed").length
    const told = [
      parts.length > 0 && count(parts.length, "part"),
      hours.length > 0 && `${hours.reduce((sum, { minutes }) => sum + minutes, 0)} minutes of work`,
      failed > 0 && `${count(failed, "check")} failed`,
      completion.rating !== null && `rated ${completion.rating} of 5`,
    ].filter(Boolean)
    return `Completed${told.length === 0 ? "" : `: ${told.join(", ")}`}${completion.remarks ? `. ${completion.remarks}` : ""}`
  },
)
export const WorkOrderVerified = event(
  "WorkOrderVerified",
  1,
  { verifiedBy: Optional(Ref("person")), note: Text(500) },
  ({ note }) => `Verified${note ? `: ${note}` : ""}`,
)
export const WorkOrderCancelled = event("WorkOrderCancelled", 1, { reason: Text(500) }, ({ reason }) => `Cancelled: ${reason}`)
export const WorkOrderReopened = event("WorkOrderReopened", 1, { reason: Text(500) }, ({ reason }) => `Reopened: ${reason}`)
export const WorkOrderPhotographed = event(
  "WorkOrderPhotographed",
  1,
  { photos: Parts(Photo) },
  ({ photos }) => `${count(photos.length, "photo")} added: ${photos.map(({ name }) => name).join(", ")}`,
)

const costOf = (parts: WorkOrderRow["parts"], hours: WorkOrderRow["hours"]) =>
  [...parts.map(({ value }) => value), ...hours.map(({ cost }) => cost)].reduce((sum, each) => sum + each, 0)

export const workOrders = stream(
  WorkOrder,
  WorkOrderRequested,
  WorkOrderAssigned,
  WorkOrderStarted,
  WorkOrderHeld,
  WorkOrderResumed,
  WorkOrderCompleted,
  WorkOrderVerified,
  WorkOrderCancelled,
  WorkOrderReopened,
  WorkOrderPhotographed,
).fold({
  WorkOrderRequested: (_, { responseDue, resolutionDue, ...requested }) => ({
    ...requested,
    status: "pending" as const,
    assignedTo: null,
    contractorId: null,
    team: null,
    assignedAt: null,
    assignedBy: null,
    startedAt: null,
    respondedAt: null,
    holds: [],
    completedAt: null,
    completedBy: null,
    verifiedAt: null,
    verifiedBy: null,
    cancelReason: null,
    reopenReason: null,
    parts: [],
    hours: [],
    actualCost: 0,
    completion: null,
    sla: { responseDue, resolutionDue, pausedMinutes: 0, responseMet: null, resolutionMet: null },
  }),
  WorkOrderAssigned: (order, { scheduledDate, ...assigned }, at) => ({
    ...order,
    ...assigned,
    scheduledDate: scheduledDate ?? order.scheduledDate,
    status: order.status === "pending" ? ("assigned" as const) : order.status,
    assignedAt: at,
  }),
  WorkOrderStarted: (order, { responseMet }, at) => ({
    ...order,
    status: "in_progress" as const,
    startedAt: at,
    respondedAt: order.respondedAt ?? at,
    sla: { ...order.sla, responseMet },
  }),
  WorkOrderHeld: (order, { reason }, at) => ({ ...order, status: "on_hold" as const, holds: [...order.holds, { from: at, to: null, reason }] }),
  WorkOrderResumed: (order, sla, at) => ({
    ...order,
    status: "in_progress" as const,
    holds: order.holds.map((hold) => (hold.to === null ? { ...hold, to: at } : hold)),
    sla: { ...order.sla, ...sla },
  }),
  WorkOrderCompleted: (order, { completedBy, checklist, completion, resolutionMet, ...used }, at) => ({
    ...order,
    status: "completed" as const,
    completedAt: at,
    completedBy,
    checklist,
    completion,
    parts: [...order.parts, ...used.parts],
    hours: [...order.hours, ...used.hours],
    photos: [...order.photos, ...used.photos],
    actualCost: costOf([...order.parts, ...used.parts], [...order.hours, ...used.hours]),
    sla: { ...order.sla, resolutionMet },
  }),
  WorkOrderVerified: (order, { verifiedBy }, at) => ({ ...order, status: "verified" as const, verifiedBy, verifiedAt: at }),
  WorkOrderCancelled: (order, { reason }) => ({ ...order, status: "cancelled" as const, cancelReason: reason }),
  WorkOrderReopened: (order, { reason }) => ({
    ...order,
    status: "in_progress" as const,
    reopenReason: reason,
    completedAt: null,
    completedBy: null,
    sla: { ...order.sla, resolutionMet: null },
  }),
  WorkOrderPhotographed: (order, { photos }) => ({ ...order, photos: [...order.photos, ...photos] }),
})
