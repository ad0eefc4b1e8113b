/** A client's person who is fed at a site. The company's own staff is kept elsewhere. */
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
  newId,
  permitted,
  type CommandGenerator,
  unchanged,
} from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import {
  BusinessDate,
  Email,
  erasedOf,
  erasureFields,
  Instant,
  label,
  Line,
  Literals,
  named,
  Optional,
  partly,
  Personal,
  Phone,
  Ref,
  SeriesNumber,
  SiteName,
  Text,
  withDefault,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { siteOf } from "@ops/sites/site.ts"
import { changed } from "../changes.ts"
import { activeClient } from "../client.ts"
import { clientContracts } from "../contracts/client-contract.ts"
import { nextCode } from "../code.ts"
import { KEEPERS } from "../permissions.ts"
import { projects } from "../projects/project.ts"

/** The meals a person is entitled to. */
export const mealPlans = ["full", "breakfast", "lunch", "dinner", "breakfast_lunch", "lunch_dinner", "none"] as const

const facts = {
  firstName: Personal(Line(100)),
  lastName: Personal(Line(100), "person"),
  email: label("E-mail", Personal(Optional(Email))),
  phone: Personal(Optional(Phone)),
  position: Optional(Line()),
  department: Optional(Line()),
  clientId: Ref("client"),
  projectId: Optional(Ref("project")),
  siteId: Ref("site"),
  hireDate: Optional(BusinessDate),
  mealPlan: named({ full: "All meals", breakfast_lunch: "Breakfast and lunch", lunch_dinner: "Lunch and dinner" }, Literals(...mealPlans)),
  allergies: Personal(Optional(Text(500))),
  dietaryRestrictions: Personal(Optional(Text(500))),
  emergencyContact: Personal(Optional(Line())),
  emergencyPhone: Personal(Optional(Phone)),
}
export const StaffMember = record(
  "staff_member",
  {
    staffNumber: SeriesNumber("SM"),
    ...facts,
    endDate: Optional(BusinessDate),
    /** the code of the currently valid card */
    badge: Optional(Line(20)),
    status: Literals("active", "left"),
    createdBy: Optional(Ref("person")),
    erasedAt: Optional(Instant),
  },
  {
    label: "Staff member",
    title: "case when erased_at is null then first_name || ' ' || last_name else staff_number || ' (erased)' end",
    unique: [
      { fields: ["staffNumber"], sentence: "Another person already has this staff number" },
      { fields: ["badge"], sentence: "Another person already has this badge" },
    ],
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
export const BadgeIssued = event("BadgeIssued", 1, { badge: Line(20), issuedBy: Optional(Ref("person")) }, () => "Badge issued")
export const BadgeLost = event("BadgeLost", 1, { badge: Line(20), reason: Text(500) }, ({ reason }) => `Badge no longer valid: ${reason}`)
/** From here on the person can no longer be identified: this event destroys the key of their personal data in the log. */
export const StaffMemberErased = event("StaffMemberErased", 1, { reason: Text(500) }, ({ reason }) => `Personal data erased: ${reason}`, { erases: true })
export const staffMembers = stream(
  StaffMember,
  StaffMemberJoined,
  StaffMemberChanged,
  StaffMemberLeft,
  StaffMemberReturned,
  BadgeIssued,
  BadgeLost,
  StaffMemberErased,
).fold({
  StaffMemberJoined: (_, person) => ({ ...person, endDate: null, badge: null, status: "active" as const, erasedAt: null }),
  StaffMemberChanged: (person, changed) => ({ ...person, ...changed }),
  StaffMemberLeft: (person, { endDate }) => ({ ...person, endDate, status: "left" as const }),
  StaffMemberReturned: (person) => ({ ...person, endDate: null, status: "active" as const }),
  BadgeIssued: (person, { badge }) => ({ ...person, badge }),
  BadgeLost: (person) => ({ ...person, badge: null }),
  StaffMemberErased: (person, _, at) => ({ ...person, ...erasedOf(facts), badge: null, erasedAt: at }),
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

const requireKeeper = requiring(KEEPERS, "Only supervisors, management and finance can change the clients' people")

export const rows = ownSite("siteId", "3 and 6: own site; 8: own site if it has one; 7 and 10: all")
const seen = visible(staffMembers, rows)

/** Rejects (422) a site at which the client has neither the given project nor a current contract. */
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
  throw invalid(`${client.companyName} has no contract at this site. Choose a project, or sign a contract first`)
}

/** Adds a client's person at a site where the client has a contract or a project. */
export const joinStaffMember = command(
  "staff_member.join",
  "Add a client's person at a site where the client has a contract or a project",
  {
    /** the client's own number; null uses the next of the series SM-0001 */
    staffNumber: Optional(Line(40)),
    ...facts,
    siteId: SiteName,
    mealPlan: withDefault("full", facts.mealPlan),
  },
  function* ({ staffNumber, ...facts }, by) {
    requireKeeper(by)
    const site = yield* siteOf(facts.siteId, by)
    const member = { ...facts, siteId: site.id }
    yield* requireNoObstacle(member, by)
    const other = staffNumber === null ? undefined : yield* find(staffMembers, { staffNumber })
    if (other) throw conflict(`${other.firstName} ${other.lastName} has the staff number ${staffNumber} already`)
    const number = staffNumber ?? (yield* nextCode("SM"))
    return [staffMembers.at(yield* newId(staffMembers), StaffMemberJoined({ ...member, staffNumber: number, createdBy: by.person }))]
  },
)
export type NewStaffMember = Parameters<typeof joinStaffMember.decide>[0]

const rejectErased = ({ staffNumber, erasedAt }: Row<typeof StaffMember>) => {
  if (erasedAt !== null) throw conflict(`The personal data of ${staffNumber} was erased. Add the person again`)
}

/** Changes the given details of a person. The client must have a contract or a project at a new site. */
export const changeStaffMember = command(
  "staff_member.change",
  "Change the details of a client's person",
  { id: Ref("staff_member"), ...partly({ ...facts, siteId: SiteName }) },
  function* ({ id, siteId, ...changes }, by) {
    requireKeeper(by)
    const member = yield* seen(id, by)
    rejectErased(member)
    yield* permitted()
    const site = siteId === undefined ? undefined : yield* siteOf(siteId, by)
    const { facts, differs } = changed(StaffMemberChanged, member, { ...changes, ...(site && { siteId: site.id }) })
    if (!differs) return unchanged(id)
    const moves = facts.clientId !== member.clientId || facts.siteId !== member.siteId || facts.projectId !== member.projectId
    if (moves) yield* requireNoObstacle(facts, by)
    if (facts.hireDate !== null && member.endDate !== null && member.endDate < facts.hireDate) throw invalid("Hire date must be on or before the last day")
    return [staffMembers.at(id, StaffMemberChanged(facts))]
  },
)

/** A person's last day, today at the latest. Meals after it are exceptions. */
export const leave = command(
  "staff_member.leave",
  "Save the last day of a client's person",
  { id: Ref("staff_member"), endDate: BusinessDate, reason: withDefault("", Text(500)) },
  function* ({ id, endDate, reason }, by) {
    requireKeeper(by)
    const member = yield* seen(id, by)
    if (member.status === "left") {
      if (member.endDate === endDate) return unchanged(id)
      throw conflict(`${member.firstName} ${member.lastName} left already, on ${member.endDate}`)
    }
    yield* permitted()
    if (endDate > by.today) throw invalid("End date must be today or earlier")
    if (member.hireDate !== null && endDate < member.hireDate) throw invalid("End date must be on or after the hire date")
    return [staffMembers.at(id, StaffMemberLeft({ endDate, reason }))]
  },
)

/** Reinstates a person who left, from a date up to today; from the last day itself if that was an error. */
export const comeBack = command(
  "staff_member.return",
  "Reinstate a client's person who has left",
  { id: Ref("staff_member"), from: label("Date", BusinessDate) },
  function* ({ id, from }, by) {
    requireKeeper(by)
    const member = yield* seen(id, by)
    if (member.status === "active") return unchanged(id)
    rejectErased(member)
    yield* requireNoObstacle(member, by)
    yield* permitted()
    if (member.endDate !== null && from < member.endDate) throw invalid(`Date must be on or after the last day, ${member.endDate}`)
    if (from > by.today) throw invalid("Date must be today or earlier")
    return [staffMembers.at(id, StaffMemberReturned({ from }))]
  },
)

/**
 * Permanently erases the personal data of a person who has left: in every record, the log, and every past state. The
 * staff number and the meals remain. `confirm` is the staff number, typed again. Repeating it changes nothing.
 */
export const eraseStaffMember = command(
  "staff_member.erase",
  "Permanently erase the personal data of a client's person who has left",
  { id: Ref("staff_member"), ...erasureFields },
  function* ({ id, reason, confirm }, by) {
    if (by.person !== null && !holds(by, "system.admin")) throw forbidden("Only an administrator of the system can erase a person")
    const member = yield* get(staffMembers, id)
    if (confirm !== member.staffNumber) throw invalid("To confirm, enter the staff number of the person you are erasing")
    if (member.erasedAt !== null) return unchanged(id)
    if (member.status === "active") throw conflict(`${member.staffNumber} is active. Set a last day first`)
    return [staffMembers.at(id, StaffMemberErased({ reason }))]
  },
)

export interface IssuingBadge {
  readonly id: number
  /** the code of the new card */
  readonly badge: string
  /** why the current card is replaced; null if there is none */
  readonly reason: string | null
}

/** Issues a badge to an active person; a previous one is no longer valid. 409 for a replacement without a reason. */
export const issueBadge = command("staff_member.issue_badge", function* ({ id, badge, reason }: IssuingBadge, by) {
  requireKeeper(by)
  const member = yield* seen(id, by)
  rejectErased(member)
  if (member.status !== "active") throw conflict(`${member.firstName} ${member.lastName} has left. Reinstate the person first`)
  yield* permitted()
  const replaced = member.badge
  if (replaced !== null && !reason) throw conflict(`${member.firstName} ${member.lastName} already has a badge. Give a reason to replace it`)
  const lost = replaced === null ? [] : [staffMembers.at(id, BadgeLost({ badge: replaced, reason: reason ?? "" }))]
  return [...lost, staffMembers.at(id, BadgeIssued({ badge, issuedBy: by.person }))]
})

/** Issues the first badges of several people; existing ones stay valid. */
export const issueBadges = command("staff_member.issue_badges", function* (issuing: ReadonlyArray<Omit<IssuingBadge, "reason">>, by) {
  requireKeeper(by)
  const changes = []
  for (const { id, badge } of issuing) {
    const member = yield* seen(id, by)
    if (member.badge === null && member.status === "active") changes.push(staffMembers.at(id, BadgeIssued({ badge, issuedBy: by.person })))
  }
  return changes.length === 0 ? unchanged(issuing[0]?.id ?? 0) : changes
})

/** Invalidates a lost badge. */
export const loseBadge = command(
  "staff_member.lose_badge",
  "Record that a client's person lost their badge: it becomes invalid",
  { id: Ref("staff_member"), reason: withDefault("Lost", Text(500)) },
  function* ({ id, reason }, by) {
    requireKeeper(by)
    const member = yield* seen(id, by)
    if (member.badge === null) throw conflict(`${member.firstName} ${member.lastName} has no badge`)
    yield* permitted()
    return [staffMembers.at(id, BadgeLost({ badge: member.badge, reason }))]
  },
)
