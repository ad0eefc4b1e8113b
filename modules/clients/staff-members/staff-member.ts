/** A client's person at a site whom we feed. Our own staff are people of the company, kept elsewhere. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import {
  command,
  type By,
  conflict,
  find,
  forbidden,
  get,
  getHere,
  invalid,
  newId,
  notFound,
  type CommandGenerator,
  unchanged,
} from "@ops/platform/records/command.ts"
import { BusinessDate, SeriesNumber, erasedOf, Instant, Line, Literals, Optional, Personal, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { siteOf } from "@ops/sites/site.ts"
import { type Changes, changed } from "../changes.ts"
import { activeClient, OFFICE } from "../client.ts"
import { clientContracts } from "../contracts/client-contract.ts"
import { nextCode } from "../code.ts"
import { projects } from "../projects/project.ts"

/** Which meals a person is entitled to. */
export const mealPlans = ["full", "breakfast", "lunch", "dinner", "breakfast_lunch", "lunch_dinner", "none"] as const

const facts = {
  firstName: Personal(Line(100)),
  lastName: Personal(Line(100), "person"),
  email: Personal(Optional(Line())),
  phone: Personal(Optional(Line(60))),
  position: Optional(Line()),
  department: Optional(Line()),
  clientId: Ref("client"),
  projectId: Optional(Ref("project")),
  siteId: Ref("site"),
  hireDate: Optional(BusinessDate),
  mealPlan: Literals(...mealPlans),
  allergies: Personal(Optional(Text(500))),
  dietaryRestrictions: Personal(Optional(Text(500))),
  emergencyContact: Personal(Optional(Line())),
  emergencyPhone: Personal(Optional(Line(60))),
}
export const StaffMember = record(
  "staff_member",
  {
    staffNumber: SeriesNumber("SM"),
    ...facts,
    endDate: Optional(BusinessDate),
    status: Literals("active", "left"),
    createdBy: Optional(Ref("person")),
    erasedAt: Optional(Instant),
  },
  {
    label: "Staff member",
    title: "case when erased_at is null then first_name || ' ' || last_name else staff_number || ' (erased)' end",
    unique: [{ fields: ["staffNumber"], sentence: "Another person has this staff number" }],
    indexes: [["siteId", "clientId"]],
  },
)
export const StaffMemberJoined = event(
  "StaffMemberJoined",
  1,
  { staffNumber: SeriesNumber("SM"), ...facts, createdBy: Optional(Ref("person")) },
  ({ firstName, lastName }) => `${firstName} ${lastName} joined`,
)
export const StaffMemberChanged = event("StaffMemberChanged", 1, facts, () => "Details changed")
export const StaffMemberLeft = event("StaffMemberLeft", 1, { endDate: BusinessDate, reason: Text(500) }, ({ endDate }) => `Left on ${endDate}`)
export const StaffMemberReturned = event("StaffMemberReturned", 1, { from: BusinessDate }, ({ from }) => `Back from ${from}`)
/** From here on the person can no longer be identified: this event deletes the key of their personal data in the log. */
export const StaffMemberErased = event("StaffMemberErased", 1, { reason: Text(500) }, ({ reason }) => `Personal data erased: ${reason}`, { erases: true })
export const staffMembers = stream(StaffMember, StaffMemberJoined, StaffMemberChanged, StaffMemberLeft, StaffMemberReturned, StaffMemberErased).fold({
  StaffMemberJoined: (_, person) => ({ ...person, endDate: null, status: "active" as const, erasedAt: null }),
  StaffMemberChanged: (person, changed) => ({ ...person, ...changed }),
  StaffMemberLeft: (person, { endDate }) => ({ ...person, endDate, status: "left" as const }),
  StaffMemberReturned: (person) => ({ ...person, endDate: null, status: "active" as const }),
  StaffMemberErased: (person, _, at) => ({ ...person, ...erasedOf(facts), erasedAt: at }),
})

const covers: Record<(typeof mealPlans)[number], ReadonlyArray<string>> = {
  full: ["breakfast", "lunch", "dinner"],
  breakfast: ["breakfast"],
  lunch: ["lunch"],
  dinner: ["dinner"],
  breakfast_lunch: ["breakfast", "lunch"],
  lunch_dinner: ["lunch", "dinner"],
  none: [],
}
export const planCovers = (mealPlan: (typeof mealPlans)[number], mealType: string): boolean => covers[mealPlan].includes(mealType)

export type StaffMemberFacts = Parameters<typeof StaffMemberChanged>[0]

/** Who keeps the lists of clients' people: supervisors of their site, finance and management. */
export const KEEPERS: ReadonlyArray<Permission> = [...OFFICE, "operations.supervise"]
const requireKeeper = (by: By) => {
  if (by.person !== null && !holdsAny(by, KEEPERS)) throw forbidden("Only supervisors, management and finance can change the clients' people")
}

/** The person, if of the same site as the caller; otherwise they are answered as not found. */
function* ofOwnSite(id: number, by: By): CommandGenerator<Row<typeof StaffMember>> {
  const member = yield* get(staffMembers, id)
  if (by.confinedTo !== null && member.siteId !== by.confinedTo) throw notFound(`Staff member ${id} does not exist`)
  return member
}

/** Refuses (422) a place where we do not work for the client: neither the project named, nor a current contract. */
function* requireNoObstacle({ clientId, siteId, projectId }: Pick<StaffMemberFacts, "clientId" | "siteId" | "projectId">, by: By): CommandGenerator<void> {
  const client = yield* activeClient(clientId)
  if (projectId !== null) {
    const project = yield* getHere(projects, projectId, by)
    if (project.clientId !== clientId || project.siteId !== siteId) throw invalid(`${project.projectName} is another client's project, or at another site`)
    if (project.status !== "active") throw invalid(`${project.projectName} is ${project.status}`)
    return
  }
  for (const id of client.contracts) {
    const contract = yield* get(clientContracts, id)
    if (contract.siteId === siteId && (contract.endDate === null || contract.endDate >= by.today)) return
  }
  throw invalid(`${client.companyName} has no contract at this site. Name a project, or sign a contract first`)
}

export interface NewStaffMember extends Omit<StaffMemberFacts, "siteId"> {
  /** the client's own; the next of the series if null: SM-0001 */
  readonly staffNumber: string | null
  readonly siteId: number | string
}

/** Adds a client's person at a site where the client has a contract or a project. */
export const joinStaffMember = command("staff_member.join", function* ({ staffNumber, ...facts }: NewStaffMember, by) {
  requireKeeper(by)
  const site = yield* siteOf(facts.siteId, by)
  const member = { ...facts, siteId: site.id }
  yield* requireNoObstacle(member, by)
  const other = staffNumber === null ? undefined : yield* find(staffMembers, { staffNumber })
  if (other) throw conflict(`${other.firstName} ${other.lastName} has the staff number ${staffNumber} already`)
  const number = staffNumber ?? (yield* nextCode("SM"))
  return [staffMembers.at(yield* newId(staffMembers), StaffMemberJoined({ ...member, staffNumber: number, createdBy: by.person }))]
})

const rejectErased = ({ staffNumber, erasedAt }: Row<typeof StaffMember>) => {
  if (erasedAt !== null) throw conflict(`The personal data of ${staffNumber} was erased. Add the person again`)
}

export type StaffMemberChanges = Changes<Omit<StaffMemberFacts, "siteId">> & { readonly id: number; readonly siteId?: number | string | undefined }

/** Changes the named fields of a person's details. Who moves goes where the client has a contract or a project. */
export const changeStaffMember = command("staff_member.change", function* ({ id, siteId, ...changes }: StaffMemberChanges, by) {
  requireKeeper(by)
  const member = yield* ofOwnSite(id, by)
  rejectErased(member)
  const site = siteId === undefined ? undefined : yield* siteOf(siteId, by)
  const { facts, differs } = changed(StaffMemberChanged, member, { ...changes, ...(site && { siteId: site.id }) })
  if (!differs) return unchanged(id)
  const moves = facts.clientId !== member.clientId || facts.siteId !== member.siteId || facts.projectId !== member.projectId
  if (moves) yield* requireNoObstacle(facts, by)
  if (facts.hireDate !== null && member.endDate !== null && member.endDate < facts.hireDate) throw invalid("Hire date must be on or before the last day")
  return [staffMembers.at(id, StaffMemberChanged(facts))]
})

/** A person's last day, today at the latest. Meals after it are exceptions. */
export const leave = command("staff_member.leave", function* ({ id, endDate, reason }: { id: number; endDate: string; reason: string }, by) {
  requireKeeper(by)
  const member = yield* ofOwnSite(id, by)
  if (member.status === "left") {
    if (member.endDate === endDate) return unchanged(id)
    throw conflict(`${member.firstName} ${member.lastName} left already, on ${member.endDate}`)
  }
  if (endDate > by.today) throw invalid("End date must be today or earlier")
  if (member.hireDate !== null && endDate < member.hireDate) throw invalid("End date must be on or after the hire date")
  return [staffMembers.at(id, StaffMemberLeft({ endDate, reason }))]
})

/** Reinstates a person who left, from a day up to today; from the last day itself where that was an error. */
export const comeBack = command("staff_member.return", function* ({ id, from }: { readonly id: number; readonly from: string }, by) {
  requireKeeper(by)
  const member = yield* ofOwnSite(id, by)
  if (member.status === "active") return unchanged(id)
  rejectErased(member)
  if (member.endDate !== null && from < member.endDate) throw invalid(`Date must be on or after the last day, ${member.endDate}`)
  if (from > by.today) throw invalid("Date must be today or earlier")
  yield* requireNoObstacle(member, by)
  return [staffMembers.at(id, StaffMemberReturned({ from }))]
})

/**
 * Erases the personal data of a person who has left, permanently: in every record, in the log, as of every past moment. The
 * staff number and the meals stay. `confirm` is the staff number, typed again. Once only; again changes nothing.
 */
export const eraseStaffMember = command(
  "staff_member.erase",
  function* ({ id, reason, confirm }: { readonly id: number; readonly reason: string; readonly confirm: string }, by) {
    if (by.person !== null && !holds(by, "system.admin")) throw forbidden("Only an administrator of the system can erase a person")
    const member = yield* get(staffMembers, id)
    if (confirm !== member.staffNumber) throw invalid("To confirm, give the staff number of the person who is to be erased")
    if (member.erasedAt !== null) return unchanged(id)
    if (member.status === "active") throw conflict(`${member.staffNumber} is active. Give a last day first`)
    return [staffMembers.at(id, StaffMemberErased({ reason }))]
  },
)
