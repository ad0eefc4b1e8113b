/** Commands on a contractor's work: assign, start, complete, cancel, rate; record and approve hours. */
import { holds } from "@ops/platform/access/levels.ts"
import {
  command,
  type By,
  conflict,
  find,
  forbidden,
  get,
  getHere,
  invalid,
  findById,
  newId,
  notFound,
  permitted,
  type CommandGenerator,
  unchanged,
} from "@ops/platform/records/command.ts"
import { BusinessDate, label, Line, Money, Optional, Quantity, Ref, SiteName, Text, withDefault } from "@ops/platform/records/field.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { projects } from "@ops/clients/projects/project.ts"
import { departments, leads } from "@ops/people/departments/department.ts"
import { sites, siteOf } from "@ops/sites/site.ts"
import { contractorName, type ContractorRow, contractors } from "../contractor.ts"
import {
  type ContractorAccountRow,
  contractorAccounts,
  contractorHere,
  ContractorHoursOpened,
  ContractorHoursSettled,
  ContractorPlaceBegun,
  ContractorPlaced,
  ContractorPlaceLeft,
} from "../contractor-account.ts"
import {
  ContractorAssigned,
  ContractorAssignmentCancelled,
  ContractorAssignmentCompleted,
  type ContractorAssignmentRow,
  contractorAssignments,
  ContractorAssignmentStarted,
  ContractorRated,
  facts,
} from "./contractor-assignment.ts"
import { contractorHours, ContractorHoursApproved, ContractorHoursRecorded, ContractorHoursRejected, type ContractorHoursRow } from "./contractor-hours.ts"

/** Allowed for the head of the department at every site open to them, and for a supervisor at their own site. */
function* requireContractorManager(row: ContractorRow, siteId: number, by: By): CommandGenerator<void> {
  if (by.person === null || by.level >= 10) return
  if (by.confinedTo !== null && by.confinedTo !== siteId) throw forbidden("You can only manage contractors at your own site")
  if (holds(by, "team.manage") || leads(by, yield* get(departments, row.departmentId))) return
  throw forbidden(`${contractorName(row)} works for another department`)
}
const until = ({ startDate, endDate }: { readonly startDate: string; readonly endDate: string | null }) =>
  endDate === null ? `since ${startDate}, without an end` : `from ${startDate} to ${endDate}`

/** Refuses overlapping assignments, naming the other one. */
function* requireFree(
  row: ContractorRow,
  account: ContractorAccountRow | undefined,
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string | null },
  except?: number,
): CommandGenerator<void> {
  const other = account?.places.find(
    (place) => place.assignmentId !== except && (endDate === null || place.startDate <= endDate) && (place.endDate === null || startDate <= place.endDate),
  )
  if (!other) return
  const { task } = yield* get(contractorAssignments, other.assignmentId)
  const there = yield* get(sites, other.siteId)
  throw conflict(`${contractorName(row)} has "${task}" at ${there.name} ${until(other)}. Complete or cancel that first, or choose other dates`)
}

const { contractorId, task, projectId, startDate, endDate, estimatedHours } = facts
const assigning = {
  contractorId,
  siteId: SiteName,
  task,
  /** the default is `project` if a project is given, otherwise `service` */
  assignmentType: Optional(facts.assignmentType),
  projectId,
  startDate,
  endDate,
  estimatedHours,
  notes: withDefault("", facts.notes),
}
/** Assigns a contractor to a site, from a date. */
export const assignContractor = command("contractor_assignment.assign", "Assign a contractor to a site, from a date", assigning, function* (input, by) {
  const { contractorId, projectId, startDate, endDate, estimatedHours } = input
  const assignmentType = input.assignmentType ?? (projectId === null ? "service" : "project")
  if (endDate !== null && endDate < startDate) throw invalid("End date must be on or after the start date")
  if (estimatedHours !== null && estimatedHours <= 0) throw invalid("Estimated hours must be greater than 0")
  const row = yield* contractorHere(contractorId, by)
  const site = yield* siteOf(input.siteId, by)
  yield* requireContractorManager(row, site.id, by)
  if (!site.isActive) throw conflict(`${site.name} is closed`)
  if (row.status === "ended") throw conflict(`The contract of ${contractorName(row)} ended on ${row.endedOn}`)
  if (row.status === "suspended") throw conflict(`${contractorName(row)} is suspended. Reinstate the contractor first`)
  if (startDate < row.contractStart) throw invalid(`The contract of ${contractorName(row)} begins on ${row.contractStart}`)
  if (row.contractEnd !== null && (endDate === null || endDate > row.contractEnd)) {
    throw invalid(`The contract of ${contractorName(row)} ends on ${row.contractEnd}. End the assignment by that day, or extend the contract`)
  }
  const project = projectId === null ? undefined : yield* getHere(projects, projectId, by)
  if (project && project.siteId !== site.id) throw invalid(`${project.projectName} is at another site`)
  if (project && project.status !== "active") throw conflict(`${project.projectName} is ${project.status}`)
  yield* requireFree(row, yield* findById(contractorAccounts, contractorId), input)
  const id = yield* newId(contractorAssignments)
  return [
    contractorAssignments.at(id, ContractorAssigned({ ...input, assignmentType, siteId: site.id, workOrderId: null, assignedBy: by.person })),
    contractorAccounts.at(contractorId, ContractorPlaced({ assignmentId: id, siteId: site.id, startDate, endDate })),
  ]
})

export type NewContractorAssignment = Parameters<typeof assignContractor.decide>[0]

function* changeable(id: number, by: By): CommandGenerator<readonly [ContractorAssignmentRow, ContractorRow, ContractorAccountRow]> {
  const assignment = yield* get(contractorAssignments, id)
  if (by.confinedTo !== null && assignment.siteId !== by.confinedTo) throw notFound(`Assignment ${id} does not exist`)
  const row = yield* get(contractors, assignment.contractorId)
  yield* requireContractorManager(row, assignment.siteId, by)
  return [assignment, row, yield* get(contractorAccounts, row.id)]
}
const past = ({ status, task, completedOn }: ContractorAssignmentRow) =>
  conflict(
    status === "cancelled" ? `"${task}" is cancelled` : status === "completed" ? `"${task}" was completed on ${completedOn}` : `"${task}" has already started`,
  )

/** Starts an assignment, on a day up to today. */
const onDay = { id: Ref("contractor_assignment"), date: Optional(BusinessDate) }
export const startAssignment = command(
  "contractor_assignment.start",
  "Start an assignment: the contractor has started",
  onDay,
  function* ({ id, date: on }, by) {
    const date = on ?? by.today
    const [assignment, row] = yield* changeable(id, by)
    const { status, startDate, endDate, startedOn } = assignment
    if (status === "started" && startedOn === date) return unchanged(id)
    if (status !== "assigned") throw past(assignment)
    if (row.status !== "active") throw conflict(`${contractorName(row)} is ${row.status}`)
    if (startDate > by.today) throw invalid(`The assignment is ${until(assignment)}: start it within`)
    yield* permitted()
    if (date > by.today) throw invalid("Start must be today or earlier")
    if (date < startDate || (endDate !== null && date > endDate)) throw invalid(`The assignment is ${until(assignment)}: start it within`)
    return [
      contractorAssignments.at(id, ContractorAssignmentStarted({ startedOn: date })),
      contractorAccounts.at(row.id, ContractorPlaceBegun({ assignmentId: id, startDate: date })),
    ]
  },
)

const requireValidRating = (rating: number) => {
  if (rating < 0 || rating > 500) throw invalid("Rating must be from 0 to 5")
}

/** Completes an assignment, on a day up to today; it may have taken longer than planned. */
const note = withDefault("", Text(500))
const completing = {
  id: Ref("contractor_assignment"),
  date: label("Last day", Optional(BusinessDate)),
  /** from 0 to 5; null to rate later */
  rating: Optional(Money),
  note,
}
export const completeAssignment = command("contractor_assignment.complete", "Complete an assignment: the work is done", completing, function* (input, by) {
  const { id, note, rating } = input
  const date = input.date ?? by.today
  const [assignment, row, account] = yield* changeable(id, by)
  const { status, startedOn, siteId } = assignment
  if (status === "assigned") throw conflict(`"${assignment.task}" has not started. Start it first, or cancel it`)
  if (status !== "started") throw past(assignment)
  yield* permitted()
  if (date > by.today) throw invalid("Last day must be today or earlier")
  if (date < startedOn!) throw invalid(`Last day must be on or after the start, ${startedOn}`)
  if (rating !== null) requireValidRating(rating)
  const later = account.hours.find((hours) => hours.assignmentId === id && hours.date > date)
  if (later) throw conflict(`Hours of ${later.date} are recorded. Reject them first, or choose a later day`)
  const billed = account.bills.find((bill) => bill.siteId === siteId && `${bill.month}-01` > date)
  if (billed) throw conflict(`${billed.month} is billed already, so the work cannot have ended on ${date}`)
  yield* requireFree(row, account, { startDate: startedOn!, endDate: date }, id)
  return [
    contractorAssignments.at(id, ContractorAssignmentCompleted({ completedOn: date, note })),
    ...(rating === null ? [] : [contractorAssignments.at(id, ContractorRated({ rating, note }))]),
    contractorAccounts.at(row.id, ContractorPlaceLeft({ assignmentId: id, endDate: date })),
  ]
})

/** Cancels an assignment without recorded work. */
export const cancelContractorAssignment = command(
  "contractor_assignment.cancel",
  "Cancel an assignment without recorded work",
  { id: Ref("contractor_assignment"), reason: Line(500) },
  function* ({ id, reason }, by) {
    const [assignment, row, account] = yield* changeable(id, by)
    if (assignment.status === "completed" || assignment.status === "cancelled") throw past(assignment)
    if (assignment.status === "started") {
      const billed = account.bills.some((bill) => bill.siteId === assignment.siteId && bill.month >= assignment.startDate.slice(0, 7))
      if (billed || account.hours.some(({ assignmentId }) => assignmentId === id)) {
        throw conflict(`Hours of "${assignment.task}" are recorded. Complete it instead`)
      }
    }
    yield* permitted()
    if (reason.trim() === "") throw invalid("Reason is required")
    return [
      contractorAssignments.at(id, ContractorAssignmentCancelled({ reason: reason.trim() })),
      contractorAccounts.at(row.id, ContractorPlaceLeft({ assignmentId: id, endDate: null })),
    ]
  },
)

/** Rates completed work from 0 to 5. Rating again corrects it. */
export const rateAssignment = command(
  "contractor_assignment.rate",
  "Rate completed work from 0 to 5",
  { id: Ref("contractor_assignment"), rating: Money, note },
  function* ({ id, rating, note }, by) {
    const [assignment] = yield* changeable(id, by)
    if (assignment.status !== "completed") throw conflict(`"${assignment.task}" is ${assignment.status}. You can rate it once it is completed`)
    yield* permitted()
    requireValidRating(rating)
    if (assignment.rating === rating && assignment.ratingNote === note) return unchanged(id)
    return [contractorAssignments.at(id, ContractorRated({ rating, note }))]
  },
)

/** Records the hours of a day; until they are approved, recording again corrects them. */
const day = { assignmentId: Ref("contractor_assignment"), date: BusinessDate, hours: Quantity, note }
export const recordHours = command(
  "contractor_hours.record",
  "Record a contractor's hours for a day",
  day,
  function* ({ assignmentId, date, hours, note }, by) {
    const [assignment, row, account] = yield* changeable(assignmentId, by)
    const { status, task, startedOn, completedOn, endDate, siteId } = assignment
    if (hours <= 0) throw invalid("Hours must be greater than 0")
    if (hours > 24_000) throw invalid("A day has 24 hours at most")
    if (date > by.today) throw invalid("Hours can be recorded for today or an earlier day")
    if (status === "cancelled") throw past(assignment)
    if (status === "assigned") throw conflict(`"${task}" has not started. Start it first`)
    if (date < startedOn!) throw invalid(`"${task}" started on ${startedOn}`)
    const last = completedOn ?? endDate
    if (last !== null && date > last) throw invalid(`"${task}" ended on ${last}`)
    if (row.status === "suspended") throw conflict(`${contractorName(row)} is suspended. Reinstate the contractor first`)
    if (row.status === "ended" && date > row.endedOn!) throw invalid(`The contract of ${contractorName(row)} ended on ${row.endedOn}`)
    const month = date.slice(0, 7)
    if (account.bills.some((bill) => bill.siteId === siteId && bill.month === month)) throw conflict(`${month} is already billed, so no hours can be added`)
    const known = yield* find(contractorHours, { assignmentId, date }, { expected: false })
    if (known?.status === "approved" || known?.status === "billed")
      throw conflict(`The hours of ${date} are ${known.status} already: ${formatQuantity(known.hours)}`)
    if (known?.status === "recorded" && known.hours === hours && known.note === note) return unchanged(known.id)
    const id = known?.id ?? (yield* newId(contractorHours))
    const facts = { assignmentId, siteId, date, hours }
    return [
      contractorHours.at(id, ContractorHoursRecorded({ ...facts, contractorId: row.id, note, recordedBy: by.person })),
      contractorAccounts.at(row.id, ContractorHoursOpened({ ...facts, hoursId: id })),
    ]
  },
)

/** Hours that wait for a decision; not by the person who recorded them. */
function* decidable(id: number, verb: string, by: By): CommandGenerator<ContractorHoursRow> {
  const hours = yield* get(contractorHours, id)
  if (by.confinedTo !== null && hours.siteId !== by.confinedTo) throw notFound(`Hours ${id} does not exist`)
  yield* requireContractorManager(yield* get(contractors, hours.contractorId), hours.siteId, by)
  if (hours.status === "billed" || hours.status === "rejected") throw conflict(`The hours of ${hours.date} are ${hours.status}`)
  if (by.person !== null && hours.recordedBy === by.person) throw forbidden(`You recorded the hours of ${hours.date}, so someone else ${verb} them`)
  return hours
}

/** Approves hours, all or none of those given. Hours that are already approved stay unchanged. */
export const approveHours = command("contractor_hours.approve", function* ({ ids }: { readonly ids: ReadonlyArray<number> }, by) {
  const changes: Array<Change> = []
  for (const id of new Set(ids)) {
    const { status, contractorId, date } = yield* decidable(id, "approves", by)
    if (status === "approved") continue
    yield* get(contractorAccounts, contractorId)
    changes.push(
      contractorHours.at(id, ContractorHoursApproved({ approvedBy: by.person })),
      contractorAccounts.at(contractorId, ContractorHoursSettled({ hoursId: id, approved: true, date })),
    )
  }
  if (ids[0] === undefined) throw invalid("Choose the hours to approve")
  return changes.length === 0 ? unchanged(ids[0]) : { changes, id: ids[0] }
})

/** Rejects hours that are waiting, or that were approved and are not billed. */
const rejecting = { id: Ref("contractor_hours"), reason: Line(500) }
export const rejectHours = command("contractor_hours.reject", "Reject hours that are not billed", rejecting, function* ({ id, reason }, by) {
  const { contractorId, date } = yield* decidable(id, "rejects", by)
  yield* permitted()
  if (reason.trim() === "") throw invalid("Reason is required")
  yield* get(contractorAccounts, contractorId)
  return [
    contractorHours.at(id, ContractorHoursRejected({ reason: reason.trim(), rejectedBy: by.person })),
    contractorAccounts.at(contractorId, ContractorHoursSettled({ hoursId: id, approved: false, date })),
  ]
})
