/** Commands on maintenance plans: make, change, pause, end; create due orders; and the effects of orders on plans. */
import { type Permission } from "@ops/platform/access/levels.ts"
import {
  type About,
  command,
  type By,
  conflict,
  consequence,
  forbidden,
  get,
  getHere,
  invalid,
  newId,
  permitted,
  Rejection,
  type CommandGenerator,
  unchanged,
} from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import {
  BusinessDate,
  Flag,
  label,
  Line,
  Lines,
  Literals,
  Money,
  named,
  Optional,
  partly,
  Quantity,
  Ref,
  SiteName,
  Text,
  Whole,
  withDefault,
} from "@ops/platform/records/field.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { clientContracts } from "@ops/clients/contracts/client-contract.ts"
import { clients } from "@ops/clients/client.ts"
import { siteOf } from "@ops/sites/site.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { assets } from "../assets/asset.ts"
import {
  MaintenanceDone,
  MaintenanceDropped,
  MaintenanceOrderMade,
  MaintenancePlanChanged,
  MaintenancePlanEnded,
  MaintenancePlanMade,
  MaintenancePlanPaused,
  type MaintenancePlanRow,
  MaintenancePlanResumed,
  maintenancePlans,
  MaintenanceReopened,
} from "./maintenance-plan.ts"
import { afterDone, afterMade, afterPause, firstOf, isDue, type Next } from "./maintenance-schedule.ts"
import { type workOrders, WorkOrderCancelled, WorkOrderCompleted, WorkOrderReopened, type WorkOrderRow } from "../work-orders/work-order.ts"
import { orderFrom, requireResource } from "../work-orders/commands.ts"
import { priorities, serviceTypes, teams } from "../work-orders/labels.ts"
import { bases, intervalUnits, triggers } from "./labels.ts"

/** Who may plan maintenance. */
export const PLANNERS: ReadonlyArray<Permission> = ["work_orders.approve", "department.manage"]
const requirePlanner = requiring(PLANNERS, "Only supervisors and management can plan maintenance")
function* planOf(id: number, by: By): CommandGenerator<MaintenancePlanRow> {
  const plan = yield* get(maintenancePlans, id)
  if (by.confinedTo !== null && plan.siteId !== by.confinedTo) throw forbidden(`${plan.planNumber} belongs to another site`)
  return plan
}

type PlanFacts = Omit<Parameters<typeof MaintenancePlanChanged>[0], keyof Next>
/** The interval from thousandths of the unit: calendar intervals must be whole numbers. */
const everyOf = (trigger: PlanFacts["trigger"], thousandths: number): number => {
  if (trigger === "meter") return thousandths
  if (thousandths % 1000 !== 0) throw invalid("Every must be a whole number of at least 1")
  return thousandths / 1000
}
/** Converts a reading of the current meter to the total usage of the asset's meters. */
function* useAt(assetId: number | null, reading: number | null, by: By): CommandGenerator<number | null> {
  if (assetId === null || reading === null) return reading
  const { meterTotal, meterReading } = yield* getHere(assets, assetId, by)
  return reading + meterTotal - (meterReading ?? 0)
}
const longest = { days: 1, weeks: 7, months: 28, years: 365 }
/** The longest interval: much longer ones would exceed the range of dates. */
const hundredYears = { days: 36_500, weeks: 5_200, months: 1_200, years: 100 }

/** Rejects inconsistent input and unknown records. */
function* requireConsistent(plan: PlanFacts, by: By, before?: PlanFacts): CommandGenerator<void> {
  const { trigger, every, unit, startDate, startUse, leadDays, endDate, basis, assetId, checklist, parts } = plan
  if (every < 1) throw invalid(trigger === "meter" ? "The meter interval must be greater than 0" : "Every must be a whole number of at least 1")
  if (trigger === "calendar") {
    if (unit === null) throw invalid("Choose the unit of the interval: days, weeks, months or years")
    if (every > hundredYears[unit]) throw invalid("A plan must repeat at least once in 100 years")
    if (startDate === null) throw invalid("First date is required")
    if (endDate !== null && endDate < startDate) throw invalid("Last date must be on or after the first date")
    if (leadDays < 0 || leadDays > 60) throw invalid("An order can be created up to 60 days ahead")
    if (basis === "completed" && leadDays >= every * longest[unit]) throw invalid("An order cannot be created further ahead than the interval of the plan")
  } else {
    if (assetId === null) throw invalid("A plan by the meter needs an asset with a meter")
    if (startUse === null || startUse < 0) throw invalid("Enter the meter reading at which the first order is due")
  }
  if (assetId !== null) {
    const asset = yield* getHere(assets, assetId, by)
    if (!asset.isActive) throw conflict(`${asset.assetNumber} was removed from the register. Choose another asset`)
    if (asset.siteId !== plan.siteId) throw invalid(`${asset.assetNumber} ${asset.name} is at another site. Choose an asset of the plan's site`)
    if (trigger === "meter" && asset.meterUnit === null) throw invalid(`${asset.assetNumber} ${asset.name} has no meter. Plan it by the calendar`)
  }
  if (new Set(checklist.map(({ line }) => line.toLowerCase())).size < checklist.length) throw invalid("Two lines of the checklist are the same")
  for (const { stockItemId, quantity } of parts) {
    yield* get(stockItems, stockItemId)
    if (quantity <= 0) throw invalid("Quantity must be greater than 0")
  }
  if ([plan.assignedTo, plan.contractorId, plan.team].filter((worker) => worker !== null).length > 1)
    throw invalid("Choose one assignee: a person, a contractor or a team")
  const { assignedTo, contractorId } = plan
  // the current worker may belong to another site, if chosen by a user who sees all sites
  if (assignedTo !== before?.assignedTo || contractorId !== before.contractorId) yield* requireResource({ assignedTo, contractorId }, by)
  if (plan.contractId !== null) {
    const contract = yield* getHere(clientContracts, plan.contractId, by)
    if (contract.siteId !== plan.siteId) throw invalid(`Contract ${contract.contractNumber} is for another site`)
    if (contract.clientId !== plan.clientId) throw invalid(`Contract ${contract.contractNumber} is of another client`)
  }
  if (plan.clientId !== null) yield* get(clients, plan.clientId)
  if (plan.billable && plan.clientId === null) throw invalid("Billable work needs the client who pays for it")
  if (plan.estimatedCost !== null && plan.estimatedCost < 0) throw invalid("Estimated cost must not be negative")
}

const none = <S extends Parameters<typeof Optional>[0]>(schema: S) => withDefault(null, Optional(schema))
const name = Line(120)
const serviceType = Literals(...serviceTypes)
const trigger = label("Planned by", named({ calendar: "The calendar", meter: "The meter of the asset" }, Literals(...triggers)))
/** the interval: thousandths of the unit of the calendar, or of the meter */
const every = Quantity
const inherited = {
  assetId: none(Ref("asset")),
  /** the area, if the plan is not for an asset */
  location: withDefault("", Text(200)),
  priority: withDefault("medium", Literals(...priorities)),
  description: withDefault("", Text()),
  unit: none(Literals(...intervalUnits)),
  basis: withDefault("scheduled", label("Counted from", named({ scheduled: "The planned date", completed: "The day it was done" }, Literals(...bases)))),
  startDate: none(label("First date", BusinessDate)),
  /** by the current meter */
  startReading: none(label("First reading", Quantity)),
  leadDays: withDefault(0, label("Days ahead", Whole)),
  endDate: none(label("Last date", BusinessDate)),
  checklist: withDefault([], Lines({ line: Line(200), required: Flag }, 50)),
  parts: withDefault([], Lines({ stockItemId: label("Part", Ref("stock_item")), quantity: Quantity })),
  signatureRequired: withDefault(false, Flag),
  team: none(Literals(...teams)),
  assignedTo: none(label("Staff member", Ref("company_staff"))),
  contractorId: none(Ref("contractor")),
  clientId: none(Ref("client")),
  contractId: none(Ref("client_contract")),
  billable: withDefault(false, Flag),
  estimatedCost: none(Money),
}

/** Makes a plan under the next number of the series PM-0001. */
export const makePlan = command(
  "maintenance_plan.make",
  "Schedule maintenance: by the calendar, or by the meter of an asset",
  { name, siteId: SiteName, serviceType, trigger, every, ...inherited },
  function* ({ siteId, every, startReading, ...given }, by) {
    requirePlanner(by)
    const site = yield* siteOf(siteId, by)
    const schedule =
      given.trigger === "calendar"
        ? { unit: given.unit, startDate: given.startDate, leadDays: given.leadDays, startUse: null }
        : { unit: null, startDate: null, leadDays: 0, startUse: yield* useAt(given.assetId, startReading, by) }
    const plan = { ...given, siteId: site.id, every: everyOf(given.trigger, every), ...schedule }
    yield* requireConsistent(plan, by)
    if (plan.startDate !== null && plan.startDate < by.today) throw invalid("First date cannot be before today")
    const id = yield* newId(maintenancePlans)
    const n = (yield { ask: "number", series: "PM" }) as number
    return [maintenancePlans.at(id, MaintenancePlanMade({ ...plan, planNumber: `PM-${String(n).padStart(4, "0")}`, ...firstOf(plan) }))]
  },
)
export type NewPlan = Parameters<typeof makePlan.decide>[0]

/** Changes only the given fields. A changed schedule starts again from its first date or reading. */
export const changePlan = command(
  "maintenance_plan.change",
  "Change a maintenance plan; existing orders do not change",
  { id: Ref("maintenance_plan"), ...partly({ name, serviceType, trigger, every, ...inherited }) },
  function* ({ id, every: interval, startReading, ...given }, by) {
    requirePlanner(by)
    const plan = yield* planOf(id, by)
    if (plan.status === "ended") throw conflict(`${plan.planNumber} has ended. Create a new plan`)
    yield* permitted()
    const before = factsOf(plan)
    const named: PlanFacts = { ...before, ...given }
    const calendar = named.trigger === "calendar"
    const after: PlanFacts = {
      ...named,
      every: interval === undefined ? named.every : everyOf(named.trigger, interval),
      unit: calendar ? named.unit : null,
      startDate: calendar ? named.startDate : null,
      startUse: calendar ? null : startReading === undefined ? before.startUse : yield* useAt(named.assetId, startReading, by),
    }
    if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(id)
    yield* requireConsistent(after, by, before)
    const isRescheduled = (["trigger", "every", "unit", "basis", "startDate", "startUse"] as const).some((name) => after[name] !== before[name])
    if (isRescheduled && after.startDate !== null && after.startDate < by.today) throw invalid("First date of a changed schedule cannot be before today")
    const { occurrence, nextDue, nextUse } = plan
    // on the basis of completion, the next date depends on the open order
    const waits = after.basis === "completed" && plan.openOrders.length > 0
    const next = !isRescheduled ? { occurrence, nextDue, nextUse } : waits ? { occurrence: 0, nextDue: null, nextUse: null } : firstOf(after)
    return [maintenancePlans.at(id, MaintenancePlanChanged({ ...after, ...next }))]
  },
)
const factsOf = (plan: MaintenancePlanRow): PlanFacts => {
  const { name, siteId, assetId, location, serviceType, priority, description } = plan
  const { trigger, every, unit, basis, startDate, startUse, leadDays, endDate } = plan
  const { checklist, parts, signatureRequired, team, assignedTo, contractorId, clientId, contractId, billable, estimatedCost } = plan
  const what = { name, siteId, assetId, location, serviceType, priority, description }
  const when = { trigger, every, unit, basis, startDate, startUse, leadDays, endDate }
  return { ...what, ...when, checklist, parts, signatureRequired, team, assignedTo, contractorId, clientId, contractId, billable, estimatedCost }
}

const plan = { id: Ref("maintenance_plan") }
const reasoned = { ...plan, reason: Line(500) }

export const pausePlan = command("maintenance_plan.pause", "Pause a maintenance plan: no orders until it is resumed", reasoned, function* ({ id, reason }, by) {
  requirePlanner(by)
  const plan = yield* planOf(id, by)
  if (plan.status !== "active") throw conflict(`${plan.planNumber} is ${plan.status} already`)
  yield* permitted()
  return [maintenancePlans.at(id, MaintenancePlanPaused({ reason }))]
})

function* useOf(plan: MaintenancePlanRow): CommandGenerator<number | null> {
  return plan.assetId === null ? null : (yield* get(assets, plan.assetId)).meterTotal
}

/** Skips dates within the pause; the plan continues with its next date from today on. */
export const resumePlan = command(
  "maintenance_plan.resume",
  "Resume a paused maintenance plan; dates within the pause are skipped",
  plan,
  function* ({ id }, by) {
    requirePlanner(by)
    const plan = yield* planOf(id, by)
    if (plan.status === "active") return unchanged(id)
    if (plan.status === "ended") throw conflict(`${plan.planNumber} has ended. Create a new plan`)
    return [maintenancePlans.at(id, MaintenancePlanResumed(afterPause(plan, nextOf(plan), by.today, yield* useOf(plan))))]
  },
)
const nextOf = ({ occurrence, nextDue, nextUse }: Next): Next => ({ occurrence, nextDue, nextUse })

export const endPlan = command("maintenance_plan.end", "End a maintenance plan: no further order", reasoned, function* ({ id, reason }, by) {
  requirePlanner(by)
  const plan = yield* planOf(id, by)
  if (plan.status === "ended") throw conflict(`${plan.planNumber} has ended already`)
  yield* permitted()
  return [maintenancePlans.at(id, MaintenancePlanEnded({ reason }))]
})

/** Creates the next order of a plan if it is due; otherwise does nothing. Called again, it creates the following order. */
export const makeDueOrder = command("maintenance_plan.order", function* ({ id }: { readonly id: number }, by) {
  const plan = yield* get(maintenancePlans, id)
  if (plan.status !== "active") return unchanged(id)
  const asset = plan.assetId === null ? undefined : yield* get(assets, plan.assetId)
  const over = (reason: string) => [maintenancePlans.at(id, MaintenancePlanEnded({ reason }))]
  if (asset && !asset.isActive) return over(`${asset.assetNumber} was removed from the register`)
  if (plan.endDate !== null && (plan.nextDue === null ? plan.trigger === "meter" && plan.endDate < by.today : plan.nextDue > plan.endDate))
    return over(`Its last date was ${plan.endDate}`)
  const use = asset?.meterTotal ?? null
  if (!isDue(plan, plan, by.today, use)) return unchanged(id)
  const { assignedTo, contractorId, team } = plan
  const given = {
    ...plan,
    description: plan.description === "" ? plan.name : `${plan.name}. ${plan.description}`,
    scheduledDate: plan.nextDue ?? by.today,
    dueDate: plan.nextDue,
    plannedParts: plan.parts,
  }
  const worker = assignedTo === null && contractorId === null && team === null ? null : { assignedTo, contractorId, team }
  const order = yield* orderWith(given, { origin: "plan", planId: id, worker }, by)
  return [maintenancePlans.at(id, MaintenanceOrderMade({ orderId: order.id, due: plan.nextDue, ...afterMade(plan, nextOf(plan), use) })), ...order.changes]
})

/** The order with its worker; unassigned if that person is on leave or has left, so that the work is not forgotten. */
function* orderWith(
  given: Parameters<typeof orderFrom>[0],
  source: Parameters<typeof orderFrom>[1],
  by: By,
): CommandGenerator<{ readonly id: number; readonly changes: ReadonlyArray<Change> }> {
  try {
    return yield* orderFrom(given, source, by)
  } catch (refused) {
    if (!(refused instanceof Rejection) || !source.worker) throw refused
    return yield* orderFrom({ ...given, notes: `Not assigned: ${refused.message}` }, { ...source, worker: null }, by)
  }
}

function* planFor({ planId }: WorkOrderRow): CommandGenerator<MaintenancePlanRow | undefined> {
  return planId === null ? undefined : yield* get(maintenancePlans, planId)
}

/** Updates plans from their orders: the next date follows completed work. */
export const maintenanceConsequences = [
  consequence(WorkOrderCompleted, function* (_, { id, row, by }: About<typeof workOrders>) {
    const plan = yield* planFor(row)
    if (!plan?.openOrders.includes(id)) return []
    const next = plan.openOrders.length > 1 ? nextOf(plan) : afterDone(plan, nextOf(plan), by.today, yield* useOf(plan))
    return [maintenancePlans.at(plan.id, MaintenanceDone({ orderId: id, doneOn: by.today, ...next }))]
  }),
  // a cancelled order counts as done on its date: the plan continues
  consequence(WorkOrderCancelled, function* (_, { id, row, by }: About<typeof workOrders>) {
    const plan = yield* planFor(row)
    if (!plan?.openOrders.includes(id)) return []
    const day = row.scheduledDate ?? by.today
    const next = plan.openOrders.length > 1 ? nextOf(plan) : afterDone(plan, nextOf(plan), day, yield* useOf(plan))
    return [maintenancePlans.at(plan.id, MaintenanceDropped({ orderId: id, ...next }))]
  }),
  consequence(WorkOrderReopened, function* (_, { id, row }: About<typeof workOrders>) {
    const plan = yield* planFor(row)
    if (!plan || plan.openOrders.includes(id)) return []
    const next = plan.basis === "completed" ? { ...nextOf(plan), nextDue: null, nextUse: null } : nextOf(plan)
    return [maintenancePlans.at(plan.id, MaintenanceReopened({ orderId: id, ...next }))]
  }),
]
