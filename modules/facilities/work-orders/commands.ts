/** Commands on work orders: raise, assign, start, put on hold, verify, cancel, reopen. Completing is in `completion.ts`. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import {
  command,
  type By,
  conflict,
  forbidden,
  get,
  getHere,
  type InputOf,
  invalid,
  findById,
  newId,
  nextNumber,
  permitted,
  type CommandGenerator,
  all,
  unchanged,
} from "@ops/platform/records/command.ts"
import {
  BusinessDate,
  Flag,
  Instant,
  label,
  Line,
  Lines,
  Literals,
  Money,
  Optional,
  Pictures,
  Ref,
  SiteName,
  Text,
  withDefault,
} from "@ops/platform/records/field.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { clientContracts } from "@ops/clients/contracts/client-contract.ts"
import { clients } from "@ops/clients/client.ts"
import { contractorName, contractors } from "@ops/contractors/contractor.ts"
import { companyStaff } from "@ops/people/staff/company-staff.ts"
import { leaveAccounts, staffName } from "@ops/people/leave/leave-account.ts"
import { siteOf } from "@ops/sites/site.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { assets } from "../assets/asset.ts"
import { measure } from "../service-levels/sla.ts"
import { clockOf } from "../service-levels/sla-policy.ts"
import {
  type Photo,
  WorkOrderAssigned,
  WorkOrderCancelled,
  WorkOrderHeld,
  WorkOrderPhotographed,
  WorkOrderReopened,
  WorkOrderRequested,
  WorkOrderResumed,
  type WorkOrderRow,
  workOrders,
  WorkOrderStarted,
  WorkOrderVerified,
} from "./work-order.ts"
import { DISPATCHERS } from "./access.ts"
import { isOpen, type origins, priorities, reopenDays, serviceName, serviceTypes, teams } from "./labels.ts"
import { staffHere } from "@ops/people/assignments/staff-assignment.ts"
import { contractorHere } from "@ops/contractors/contractor-account.ts"

export const dispatches = (by: By) => by.person === null || holdsAny(by, DISPATCHERS)

export const rows = ownSite("siteId", "3, 5, 6: own site; 8: own site if it has one; costs for 6, 7, 8 and 10")
/** The order, if the user may see it. */
export const orderOf = visible(workOrders, rows)

/** Rejects everyone except the assigned person, people of the site for a team or contractor, and dispatchers. */
export function* requireAssignee(order: WorkOrderRow, by: By): CommandGenerator<void> {
  if (dispatches(by) || order.assignedTo === null) return
  const staff = yield* get(companyStaff, order.assignedTo)
  if (staff.personId !== by.person) throw forbidden(`${order.orderNumber} is assigned to ${staffName(staff)}. Only they or a supervisor can do this`)
}

const maybe = <S extends Parameters<typeof Optional>[0]>(schema: S) => withDefault(null, Optional(schema))
const worker = {
  assignedTo: maybe(label("Staff member", Ref("company_staff"))),
  contractorId: maybe(Ref("contractor")),
  team: maybe(Literals(...teams)),
}
const asked = {
  siteId: SiteName,
  serviceType: Literals(...serviceTypes),
  priority: withDefault("medium", Literals(...priorities)),
  description: withDefault("", Text()),
  location: withDefault("", Text(200)),
  origin: withDefault("request", Literals("request", "issue", "emergency")),
  /** when the device recorded it, if it was sent later for lack of a connection */
  reportedAt: maybe(label("Time of the report", Instant)),
  assetId: maybe(Ref("asset")),
  dueDate: maybe(BusinessDate),
  scheduledDate: maybe(BusinessDate),
  clientId: maybe(Ref("client")),
  contractId: maybe(Ref("client_contract")),
  billable: withDefault(false, Flag),
  estimatedCost: maybe(Money),
  notes: withDefault("", Text()),
  photos: withDefault([], Pictures),
  checklist: withDefault([], Lines({ line: Line(200), required: Flag }, 50)),
  signatureRequired: withDefault(false, Flag),
  ...worker,
}
export type NewWorkOrder = Omit<InputOf<typeof asked>, "photos"> & {
  readonly photos?: ReadonlyArray<typeof Photo.Type>
  readonly plannedParts?: ReadonlyArray<{ readonly stockItemId: number; readonly quantity: number }>
}

export interface Worker {
  readonly assignedTo: number | null
  readonly contractorId: number | null
  readonly team: (typeof teams)[number] | null
}

/** The origin of an order. */
export interface Source {
  readonly origin: (typeof origins)[number]
  readonly planId?: number | null
  readonly followUpOf?: number | null
  readonly reportedAt?: string | null
  readonly worker?: Worker | null
}

/** The changes that create an order: its request and, if there is a worker, its assignment. Consequences of other records use it. */
export function* orderFrom(
  given: NewWorkOrder,
  source: Source,
  by: By,
): CommandGenerator<{ readonly id: number; readonly orderNumber: string; readonly changes: ReadonlyArray<Change> }> {
  const site = yield* siteOf(given.siteId, by)
  if (!site.isActive) throw invalid(`${site.name} is closed. Choose another site`)
  const { dueDate = null, scheduledDate = null, estimatedCost = null, contractId = null } = given
  const { serviceType, checklist = [], plannedParts = [] } = given
  const emergency = source.origin === "emergency"
  const priority = emergency ? "urgent" : (given.priority ?? "medium")
  const made = source.origin === "plan" || source.origin === "follow_up"
  if (!made) {
    if (dueDate !== null && dueDate < by.today) throw invalid("Due date cannot be before today")
    if (scheduledDate !== null && scheduledDate < by.today) throw invalid("Scheduled date cannot be before today")
    if (dueDate !== null && scheduledDate !== null && dueDate < scheduledDate) throw invalid("Due date cannot be before the scheduled date")
  }
  if (estimatedCost !== null && estimatedCost < 0) throw invalid("Estimated cost must not be negative")
  const description = given.description || (emergency ? `Emergency: ${serviceName(serviceType).toLowerCase()} at ${site.name}` : "")
  if (description === "") throw invalid("Description is required")
  const clientId = yield* clientOf(given, site.id, by)
  if (given.assetId) {
    const asset = yield* getHere(assets, given.assetId, by)
    if (asset.siteId !== site.id) throw invalid(`${asset.name} is at another site. Choose one of ${site.name}`)
    if (!asset.isActive && !made) throw invalid(`${asset.name} is no longer in the register. Choose another one`)
  }
  if (given.billable && clientId === null) throw invalid("A billable order needs the client who pays for it")
  for (const { stockItemId, quantity } of plannedParts) {
    yield* get(stockItems, stockItemId)
    if (quantity <= 0) throw invalid("Quantity must be greater than 0")
  }
  const { responseDue, resolutionDue } = yield* clockOf({ siteId: site.id, clientId, serviceType, priority, origin: source.origin }, by.at)
  // drawn last, so that a rejection uses no number
  const [id, orderNumber] = yield* all(newId(workOrders), nextNumber("WO", by.today.slice(0, 4), 5))
  const request = WorkOrderRequested({
    orderNumber,
    siteId: site.id,
    location: given.location ?? "",
    assetId: given.assetId ?? null,
    serviceType,
    priority,
    description,
    dueDate,
    scheduledDate,
    clientId,
    contractId,
    billable: given.billable ?? false,
    emergency,
    origin: source.origin,
    estimatedCost,
    notes: given.notes ?? "",
    planId: source.planId ?? null,
    followUpOf: source.followUpOf ?? null,
    signatureRequired: given.signatureRequired ?? false,
    requestedBy: by.person,
    requestDate: by.today,
    reportedAt: noticedAt(source.reportedAt ?? null, by),
    photos: given.photos ?? [],
    plannedParts,
    checklist: checklist.map(({ line, required }) => ({ line, required, result: null, note: "" })),
    responseDue,
    resolutionDue,
  })
  const changes: Array<Change> = [workOrders.at(id, request)]
  if (source.worker) changes.push(workOrders.at(id, yield* assignment(source.worker, scheduledDate, by)))
  return { id, orderNumber, changes }
}

/** The client of the contract, or the one given; both must exist, and the contract must be for the site. */
function* clientOf({ clientId = null, contractId = null }: NewWorkOrder, siteId: number, by: By): CommandGenerator<number | null> {
  if (contractId !== null) {
    const contract = yield* getHere(clientContracts, contractId, by)
    if (contract.siteId !== siteId) throw invalid(`Contract ${contract.contractNumber} is for another site`)
    if (clientId !== null && contract.clientId !== clientId) throw invalid(`Contract ${contract.contractNumber} is of another client`)
    return contract.clientId
  }
  if (clientId !== null) {
    const client = yield* get(clients, clientId)
    if (client.status === "inactive" && by.person !== null) throw invalid(`${client.companyName} is no longer a client`)
  }
  return clientId
}

/** For a report sent later for lack of a connection: when it was noticed by the device's clock, if plausible. */
const noticedAt = (reportedAt: string | null, by: By) => {
  if (reportedAt === null) return null
  const late = Date.parse(by.at) - Date.parse(reportedAt)
  // up to a minute is transmission, and over a month a wrong clock
  return late > 60_000 && late < 30 * 86_400_000 ? new Date(reportedAt).toISOString() : null
}

/** The worker. Rejects people who are absent on the day. */
function* assignment({ assignedTo, contractorId, team }: Worker, scheduledDate: string | null, by: By): CommandGenerator<ReturnType<typeof WorkOrderAssigned>> {
  if ([assignedTo, contractorId, team].filter((each) => each !== null).length !== 1) throw invalid("Choose an assignee: a person, a contractor or a team")
  const day = scheduledDate ?? by.today
  if (assignedTo !== null) {
    const [staff, account] = yield* all(get(companyStaff, assignedTo), findById(leaveAccounts, assignedTo))
    const name = staffName(staff)
    if (staff.status !== "active") throw invalid(`${name} ${staff.status === "terminated" ? "no longer works here" : "is suspended"}. Choose another person`)
    const away = account?.absences.find(({ granted, startDate, endDate }) => granted && startDate <= day && day <= endDate)
    if (away) throw invalid(`${name} is on leave from ${away.startDate} to ${away.endDate}. Choose another person, or another day`)
  }
  if (contractorId !== null) {
    const contractor = yield* get(contractors, contractorId)
    const over = contractor.endedOn ?? contractor.contractEnd
    if (contractor.status !== "active") throw invalid(`${contractorName(contractor)} is not currently under contract. Choose another contractor`)
    if (over !== null && over < day) throw invalid(`The contract of ${contractorName(contractor)} ends on ${over}. Choose another person, or an earlier day`)
  }
  return WorkOrderAssigned({ assignedTo, contractorId, team, scheduledDate, assignedBy: by.person })
}

/** Rejects a person or contractor of another site as not found. */
export function* requireResource({ assignedTo, contractorId }: Pick<Worker, "assignedTo" | "contractorId">, by: By): CommandGenerator<void> {
  if (assignedTo !== null) yield* staffHere(assignedTo, by)
  if (contractorId !== null) yield* contractorHere(contractorId, by)
}

const before = <P extends object>(photos: ReadonlyArray<P>) => photos.map((photo) => ({ ...photo, taken: "before" as const }))

/** Raises an order; a worker is assigned in the same command, which only dispatchers may do. Anyone may report an issue or an emergency. */
export const raiseOrder = command(
  "work_order.raise",
  "Create a work order, or report an issue or an emergency",
  asked,
  function* ({ origin, reportedAt, assignedTo, contractorId, team, ...given }, by) {
    const { siteId, serviceType, priority, description, location } = given
    const photos = before(given.photos)
    if (origin !== "request") {
      return (yield* orderFrom({ siteId, serviceType, priority, description, location, photos }, { origin, reportedAt }, by)).changes
    }
    const worker = assignedTo === null && contractorId === null && team === null ? null : { assignedTo, contractorId, team }
    if (!dispatches(by)) {
      if (worker) throw forbidden("Only a supervisor or management can assign an order. Leave it unassigned")
      if (given.billable || given.contractId || given.clientId) throw forbidden("Only a supervisor or management can make an order billable")
    }
    if (worker) yield* requireResource(worker, by)
    return (yield* orderFrom({ ...given, photos }, { origin, worker }, by)).changes
  },
)

/** Assigns the order, or reassigns it while it is open. */
export const assignOrder = command(
  "work_order.assign",
  "Assign a work order to a person, a contractor or a team",
  { id: Ref("work_order"), ...worker, scheduledDate: maybe(BusinessDate) },
  function* ({ id, scheduledDate, ...worker }, by) {
    const order = yield* orderOf(id, by)
    if (!isOpen(order.status)) throw conflict(`${order.orderNumber} is ${order.status}, so it cannot be assigned`)
    yield* permitted()
    if (scheduledDate !== null && scheduledDate < by.today) throw invalid("Scheduled date cannot be before today")
    const { assignedTo, contractorId, team } = worker
    const same = order.assignedTo === assignedTo && order.contractorId === contractorId && order.team === team
    if (order.status !== "pending" && same && (scheduledDate === null || scheduledDate === order.scheduledDate)) return unchanged(id)
    if (!same) yield* requireResource(worker, by)
    const day = scheduledDate ?? order.scheduledDate
    return [workOrders.at(id, yield* assignment(worker, day !== null && day >= by.today ? day : null, by))]
  },
)

const order = { id: Ref("work_order") }
const reasoned = { ...order, reason: Line(500) }

export const startOrder = command("work_order.start", "Start work on a work order", order, function* ({ id }, by) {
  const order = yield* orderOf(id, by)
  yield* requireAssignee(order, by)
  if (order.status === "in_progress") return unchanged(id)
  if (order.status === "pending") throw conflict(`${order.orderNumber} is not assigned yet. Assign it first`)
  if (order.status === "on_hold") throw conflict(`${order.orderNumber} is on hold. Resume it instead`)
  if (order.status !== "assigned") throw conflict(`${order.orderNumber} is ${order.status}, so work cannot start`)
  const { response } = measure({ ...order, respondedAt: order.respondedAt ?? by.at }, by.at)
  return [workOrders.at(id, WorkOrderStarted({ responseMet: response === "none" ? null : response === "met" }))]
})

export const holdOrder = command("work_order.hold", "Put a work order on hold: its service clock is paused", reasoned, function* ({ id, reason }, by) {
  const order = yield* orderOf(id, by)
  yield* requireAssignee(order, by)
  if (order.status !== "in_progress") throw conflict("Only an order that is in progress can be put on hold")
  yield* permitted()
  return [workOrders.at(id, WorkOrderHeld({ reason }))]
})

export const resumeOrder = command("work_order.resume", "Resume a work order that was on hold", order, function* ({ id }, by) {
  const order = yield* orderOf(id, by)
  yield* requireAssignee(order, by)
  if (order.status === "in_progress") return unchanged(id)
  if (order.status !== "on_hold") throw conflict("Only an order that is on hold can be resumed")
  const holds = order.holds.map((hold) => (hold.to === null ? { ...hold, to: by.at } : hold))
  const clock = yield* clockOf(order, order.createdAt, holds)
  return [
    workOrders.at(id, WorkOrderResumed({ ...clock, ...(order.sla.resolutionDue === null && { resolutionDue: null }), responseDue: order.sla.responseDue })),
  ]
})

export const verifyOrder = command(
  "work_order.verify",
  "Verify that the work was done",
  { ...order, note: withDefault("", Text(500)) },
  function* ({ id, note }, by) {
    const order = yield* orderOf(id, by)
    if (order.status === "verified" && order.verifiedBy === by.person) return unchanged(id)
    if (order.status !== "completed") throw conflict("Only a completed order can be verified")
    if (by.person !== null && by.level < 10) {
      const worked = order.assignedTo === null ? undefined : yield* get(companyStaff, order.assignedTo)
      if (order.completedBy === by.person || worked?.personId === by.person) throw forbidden("You did this work, so another person must verify it")
    }
    return [workOrders.at(id, WorkOrderVerified({ verifiedBy: by.person, note }))]
  },
)

export const cancelOrder = command("work_order.cancel", "Cancel a work order on which work has not started", reasoned, function* ({ id, reason }, by) {
  const order = yield* orderOf(id, by)
  if (order.status === "cancelled") throw conflict(`${order.orderNumber} is cancelled already`)
  if (order.status !== "pending" && order.status !== "assigned") throw conflict("Only an order on which work has not started can be cancelled")
  if (!dispatches(by) && order.requestedBy !== by.person) throw forbidden("Only the requester or a supervisor can cancel an order")
  yield* permitted()
  return [workOrders.at(id, WorkOrderCancelled({ reason }))]
})

/** Reopens a completed order. After seven days a new order is required. */
export const reopenOrder = command("work_order.reopen", "Reopen a completed work order, within seven days", reasoned, function* ({ id, reason }, by) {
  const order = yield* orderOf(id, by)
  if (order.status !== "completed" || order.completedAt === null) throw conflict("Only a completed order that is not verified yet can be reopened")
  if (addDays(dateOf(order.completedAt), reopenDays) < by.today) {
    throw conflict(`${order.orderNumber} was completed more than ${reopenDays} days ago. Create a new order instead`)
  }
  yield* permitted()
  return [workOrders.at(id, WorkOrderReopened({ reason }))]
})

/** Adds photos taken while the order was open. */
export const photographOrder = command(
  "work_order.photograph",
  "Add photos to an open work order",
  { ...order, photos: Pictures },
  function* ({ id, photos }, by) {
    const order = yield* orderOf(id, by)
    // the photos of a device arrive after its acts: it may have completed the order meanwhile
    const wasOpen = by.onDevice !== undefined && order.completedAt !== null && by.at <= order.completedAt
    if (!isOpen(order.status) && !wasOpen) throw conflict("Photos can be added only while the order is open")
    yield* permitted()
    if (photos.length === 0) throw invalid("Choose at least one photo")
    if (order.photos.length + photos.length > 40) throw invalid("An order can have 40 photos at most")
    return [workOrders.at(id, WorkOrderPhotographed({ photos: before(photos) }))]
  },
)
