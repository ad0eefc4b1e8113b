/** Commands on prospects: add, change, move, assign, follow up, log, convert to a client, erase. */
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { command, type By, conflict, find, forbidden, get, invalid, newId, permitted, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { BusinessDate, erasureFields, label, Line, Optional, partly, Ref, withDefault } from "@ops/platform/records/field.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { dateOf } from "@ops/platform/calendar.ts"
import { people } from "@ops/identity/person.ts"
import { addClient, clients } from "@ops/clients/client.ts"
import { marketingCampaigns } from "../campaigns/marketing-campaign.ts"
import {
  facts,
  isClosed,
  placed,
  ProspectAdded,
  ProspectAssigned,
  ProspectChanged,
  ProspectContacted,
  ProspectContactErased,
  ProspectConverted,
  type ProspectFacts,
  ProspectFollowUpDue,
  ProspectFollowUpSet,
  ProspectMoved,
  type ProspectRow,
  prospects,
  stageName,
} from "./prospect.ts"
import { ActivityLogged, prospectActivities } from "./prospect-activity.ts"
import { type CloseOutcome, outcomes, type Stage } from "../labels.ts"

const mostValue = 1_000_000_000_00
/** Requires that the assignee of a command has an active account, and is not a guest. */
function* requireActive(id: number): CommandGenerator<void> {
  const person = yield* get(people, id)
  if (!person.isActive) throw conflict(`${person.firstName} ${person.lastName} has no active account. Choose another person`)
  if (person.accessLevel < 3) throw invalid(`${person.firstName} ${person.lastName} is a guest. Choose a person who works here`)
}
/** Rejects invalid values: a probability above 100 %, a value below 0, a cancelled campaign. */
function* requireConsistent({ probability, estimatedValue, campaignId }: ProspectFacts, before?: ProspectFacts): CommandGenerator<void> {
  if (probability < 0 || probability > 100) throw invalid("Probability must be from 0 to 100")
  if (estimatedValue !== null && estimatedValue < 0) throw invalid("Estimated value cannot be negative")
  if (estimatedValue !== null && estimatedValue > mostValue) throw invalid("Estimated value must be 1000000000.00 at most")
  if (campaignId === null || campaignId === before?.campaignId) return
  const campaign = yield* get(marketingCampaigns, campaignId)
  if (campaign.status === "cancelled") throw conflict(`${campaign.name} was cancelled. Choose another campaign`)
}
const rejectConverted = ({ status, companyName }: ProspectRow) => {
  if (status === "converted") throw conflict(`${companyName} is already a client. Record activities with the client`)
}

/** The stage of a prospect, with outcome and reason of a closed stage. */
export interface Placing {
  readonly stage: Stage
  readonly outcome: CloseOutcome | null
  readonly reason: string | null
}
/** The placing as it is stored. Rejected (422): a closed stage without a matching outcome or a reason. */
const checkedPlacing = ({ stage, outcome, reason }: Placing): Placing => {
  if (!isClosed(stage)) return { stage, outcome: null, reason: reason?.trim() || null }
  const words: ReadonlyArray<string> = outcomes[stage]
  if (outcome === null) throw invalid(`Outcome is required to close a prospect: ${words.join(", ")}`)
  if (!words.includes(outcome)) throw invalid(`Outcome of ${stageName(stage)} must be one of: ${words.join(", ")}`)
  if (reason === null || reason.trim() === "") throw invalid(stage === "closed_lost" ? "Enter why it was lost" : "Enter why it was won")
  return { stage, outcome, reason: reason.trim() }
}

/** The next free number of the series, such as PS-0001. */
function* nextProspectNumber(): CommandGenerator<string> {
  const n = (yield { ask: "number", series: "PS" }) as number
  return `PS-${String(n).padStart(4, "0")}`
}

export const addProspect = command(
  "prospect.add",
  "Add a prospect",
  {
    ...facts,
    probability: withDefault(50, facts.probability),
    notes: withDefault("", facts.notes),
    ...placed,
    stage: withDefault("lead", placed.stage),
    /** null assigns the person who adds it */
    assignedTo: Optional(Ref("person")),
  },
  function* ({ stage, outcome, reason, assignedTo, ...facts }, by) {
    yield* requireConsistent(facts)
    const placing = checkedPlacing({ stage, outcome, reason })
    if (assignedTo !== null && assignedTo !== by.person) yield* requireMayAssign(by, null, assignedTo)
    const id = yield* newId(prospects)
    const prospectNumber = yield* nextProspectNumber()
    return [prospects.at(id, ProspectAdded({ ...facts, ...placing, prospectNumber, assignedTo: assignedTo ?? by.person, createdBy: by.person }))]
  },
)
export type NewProspect = Parameters<typeof addProspect.decide>[0]

const factsOf = (row: ProspectRow): ProspectFacts => {
  const { companyName, contactPerson, email, phone, address, industry, estimatedValue, probability, source, campaignId, notes } = row
  return { companyName, contactPerson, email, phone, address, industry, estimatedValue, probability, source, campaignId, notes }
}

/** Changes the given fields. */
export const changeProspect = command(
  "prospect.change",
  "Change the details of a prospect",
  { id: Ref("prospect"), ...partly(facts) },
  function* ({ id, ...given }) {
    const row = yield* get(prospects, id)
    yield* permitted()
    const before = factsOf(row)
    const after: ProspectFacts = { ...before, ...given }
    if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(id)
    yield* requireConsistent(after, before)
    return [prospects.at(id, ProspectChanged(after))]
  },
)

/** The change that moves a prospect to a stage; none if it is already there. */
const moved = (row: ProspectRow, placing: Placing, by: By): ReadonlyArray<Change> => {
  const to = checkedPlacing(placing)
  if (to.stage === row.stage) return []
  rejectConverted(row)
  return [prospects.at(row.id, ProspectMoved({ ...to, movedBy: by.person }))]
}

/** Moves from any stage to any other. A prospect that became a client stays won. */
export const moveProspect = command(
  "prospect.move",
  "Move a prospect to another stage",
  { id: Ref("prospect"), ...placed },
  function* ({ id, ...placing }, by) {
    const row = yield* get(prospects, id)
    if (placing.stage !== row.stage) rejectConverted(row)
    yield* permitted()
    const changes = moved(row, placing, by)
    return changes.length === 0 ? unchanged(id) : changes
  },
)

/** Leading levels assign prospects to anyone; others may take unassigned ones for themselves. */
function* requireMayAssign(by: By, from: number | null, to: number | null): CommandGenerator<void> {
  if (by.person !== null && !holdsAny(by, ["operations.supervise", "department.manage"]) && !(from === null && to === by.person)) {
    throw forbidden("You can only take an unassigned prospect. Ask a supervisor to assign it")
  }
  if (to !== null) yield* requireActive(to)
}

export const assignProspect = command(
  "prospect.assign",
  "Assign a prospect",
  { id: Ref("prospect"), assignedTo: Optional(Ref("person")) },
  function* ({ id, assignedTo }, by) {
    const row = yield* get(prospects, id)
    if (row.assignedTo === assignedTo) return unchanged(id)
    yield* requireMayAssign(by, row.assignedTo, assignedTo)
    return [prospects.at(id, ProspectAssigned({ to: assignedTo }))]
  },
)

export interface FollowUp {
  readonly on: string | null
  readonly note: string | null
}
const followUpOf = (row: ProspectRow, { on, note }: FollowUp, by: By): ReadonlyArray<Change> => {
  const said = on === null ? null : note
  if (on === row.nextFollowUp && said === row.followUpNote) return []
  if (on !== null) rejectConverted(row)
  if (on !== null && on < by.today) throw invalid("Next follow-up must be today or later")
  return [prospects.at(row.id, ProspectFollowUpSet({ on, note: said }))]
}

/** Sets the date of the next contact; null removes it. */
export const planFollowUp = command(
  "prospect.follow-up",
  "Set the follow-up of a prospect",
  { id: Ref("prospect"), nextFollowUp: label("Next follow-up", Optional(BusinessDate)), note: Optional(Line(200)) },
  function* ({ id, nextFollowUp, note }, by) {
    const row = yield* get(prospects, id)
    // a follow-up that is still set can be removed
    if (row.nextFollowUp === null) rejectConverted(row)
    yield* permitted()
    const changes = followUpOf(row, { on: nextFollowUp, note }, by)
    return changes.length === 0 ? unchanged(id) : changes
  },
)

export interface NewActivity extends Omit<Parameters<typeof ActivityLogged>[0], "recordedBy"> {
  /** undefined: a follow-up due by then is completed, another stays */
  readonly nextFollowUp?: FollowUp | undefined
  /** moves the prospect to this stage too; an outcome alone moves nothing */
  readonly move: Placing | null
}

/** Logs an activity; the prospect moves if requested, and a due follow-up is completed. */
export const logActivity = command("prospect.log", function* ({ nextFollowUp, move, ...facts }: NewActivity, by) {
  const { prospectId, activityDate, duration } = facts
  const row = yield* get(prospects, prospectId)
  if (activityDate > by.at) throw invalid("Activity date cannot be in the future. Plan a follow-up instead")
  if (duration !== null && (duration < 1 || duration > 1440)) throw invalid("Duration must be from 1 to 1440 minutes")
  const id = yield* newId(prospectActivities)
  const isDone = row.nextFollowUp !== null && row.nextFollowUp <= dateOf(activityDate)
  return [
    prospectActivities.at(id, ActivityLogged({ ...facts, recordedBy: by.person })),
    prospects.at(prospectId, ProspectContacted({ activityId: id, at: activityDate })),
    ...(move === null ? [] : moved(row, move, by)),
    ...(nextFollowUp !== undefined ? followUpOf(row, nextFollowUp, by) : isDone ? followUpOf(row, { on: null, note: null }, by) : []),
  ]
})

/** Marks a follow-up as due, once: this raises the alert. */
export const remindFollowUp = command("prospect.remind", function* ({ id }: { readonly id: number }, by) {
  const { nextFollowUp, remindedOf } = yield* get(prospects, id)
  if (nextFollowUp === null || nextFollowUp > by.today || remindedOf === nextFollowUp) return unchanged(id)
  return [prospects.at(id, ProspectFollowUpDue({ on: nextFollowUp }))]
})

const converting = { id: Ref("prospect"), clientId: Optional(Ref("client")) }
/** Makes a client of a won prospect: a new one with its name and contact, or an existing one. */
export const convertProspect = command("prospect.convert", "Convert a won prospect to a client", converting, function* ({ id, clientId }, by) {
  if (by.person !== null && !holdsAny(by, ["finance.full", "department.manage"]))
    throw forbidden("Only finance or management can convert a prospect to a client")
  const row = yield* get(prospects, id)
  if (row.clientId !== null) {
    if (clientId === null || clientId === row.clientId) return unchanged(id)
    throw conflict(`${row.companyName} is already a client`)
  }
  if (row.stage !== "closed_won") throw conflict(`${row.companyName} is not won yet. Move it to Closed won first`)
  yield* permitted()
  if (clientId !== null) {
    const client = yield* get(clients, clientId)
    if (client.status === "inactive") throw conflict(`${client.companyName} is not an active client`)
    return [prospects.at(id, ProspectConverted({ clientId }))]
  }
  const { companyName, contactPerson, email, phone, address } = row
  const known = yield* find(clients, { companyName })
  if (known) throw conflict(`There is a client ${companyName} already: ${known.clientCode}. Choose it to link the two`)
  const made = yield* addClient.decide(
    { clientCode: null, companyName, contactPerson, email, phone, address, currency: "USD", paymentTerms: "30_days", notes: null },
    by,
  )
  return { changes: [...made.changes, prospects.at(id, ProspectConverted({ clientId: made.id }))], id }
})

/** Permanently erases the personal data of the prospect's contact: in the record, the log, and every past state. `confirm` is its number, typed again. */
export const eraseProspectContact = command(
  "prospect.erase-contact",
  "Permanently erase the contact person of a prospect",
  { id: Ref("prospect"), ...erasureFields },
  function* ({ id, reason, confirm }, by) {
    if (by.person !== null && !holds(by, "system.admin")) throw forbidden("Only an administrator of the system can erase a person")
    const row = yield* get(prospects, id)
    if (confirm !== row.prospectNumber) throw invalid("To confirm, enter the number of the prospect whose contact you are erasing")
    return [prospects.at(id, ProspectContactErased({ reason }))]
  },
)
