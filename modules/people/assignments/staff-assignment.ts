/** Where a person works from a date: at a site, on a project, permanently or on rotation. Assignments of a person never overlap. */
import { daysBetween } from "@ops/platform/calendar.ts"
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import {
  command,
  type By,
  conflict,
  forbidden,
  get,
  invalid,
  isElsewhere,
  findById,
  newId,
  notFound,
  permitted,
  type CommandGenerator,
  unchanged,
  requireHere,
} from "@ops/platform/records/command.ts"
import { BusinessDate, label, Line, Literals, Optional, Parts, Ref, SiteName, Structure, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { sites, siteOf } from "@ops/sites/site.ts"
import { companyStaff, type CompanyStaffRow } from "../staff/company-staff.ts"
import { departments, leads } from "../departments/department.ts"
import { leaveAccounts, staffName } from "../leave/leave-account.ts"
import { leaveTypes } from "../leave/leave-type.ts"
import { isOnTurn, datesFrom, type Turns } from "../working-days/working-days.ts"
import { assignmentTypes, projectKinds } from "./labels.ts"

const Rotation = Schema.NullOr(Schema.Struct({ daysOn: Schema.Int, daysOff: Schema.Int }))

const facts = {
  staffId: label("Staff member", Ref("company_staff")),
  siteId: Ref("site"),
  /** whether the project is a client's or a construction project */
  projectKind: Optional(Literals(...projectKinds)),
  projectId: label("Project", Optional(Whole)),
  assignmentType: Literals(...assignmentTypes),
  startDate: BusinessDate,
  endDate: Optional(BusinessDate),
  role: Line(100),
  responsibilities: Text(1000),
  /** days on and days off, from the start date */
  rotation: Structure(Rotation),
  notes: Text(500),
  assignedBy: Optional(Ref("person")),
}
export const StaffAssignment = record(
  "staff_assignment",
  {
    ...facts,
    /** planned, active and completed are derived from the dates */
    status: Literals("active", "cancelled"),
    approvedBy: Optional(Ref("person")),
    endReason: Optional(Text(500)),
  },
  { label: "Assignment", title: "role", indexes: [["staffId"], ["siteId", "startDate"]] },
)
export type StaffAssignmentRow = Row<typeof StaffAssignment>

export const StaffAssigned = event(
  "StaffAssigned",
  1,
  facts,
  ({ role, siteId, startDate, endDate, rotation }, title) =>
    `${role} at ${title("site", siteId)} from ${startDate}${endDate === null ? "" : ` to ${endDate}`}${rotation === null ? "" : `, ${rotation.daysOn} days on and ${rotation.daysOff} off`}`,
)
export const AssignmentEnded = event(
  "AssignmentEnded",
  1,
  { endDate: BusinessDate, reason: Text(500) },
  ({ endDate, reason }) => `Ends on ${endDate}${reason === "" ? "" : `: ${reason}`}`,
)
export const AssignmentCancelled = event("AssignmentCancelled", 1, { reason: Text(500) }, ({ reason }) => `Cancelled${reason === "" ? "" : `: ${reason}`}`)
export const staffAssignments = stream(StaffAssignment, StaffAssigned, AssignmentEnded, AssignmentCancelled).fold({
  StaffAssigned: (_, assigned) => ({ ...assigned, status: "active" as const, approvedBy: assigned.assignedBy, endReason: null }),
  AssignmentEnded: (row, { endDate, reason }) => ({ ...row, endDate, endReason: reason }),
  AssignmentCancelled: (row, { reason }) => ({ ...row, status: "cancelled" as const, endReason: reason }),
})

const place = {
  assignmentId: Ref("staff_assignment"),
  siteId: Ref("site"),
  startDate: BusinessDate,
  endDate: Optional(BusinessDate),
  rotation: Structure(Rotation),
}
/** All assignments of a person in one row, which every command about them reads; its id is that of the staff member. */
export const StaffRoster = record(
  "staff_roster",
  {
    places: Parts(
      Schema.Struct({ assignmentId: Schema.Int, siteId: Schema.Int, startDate: Schema.String, endDate: Schema.NullOr(Schema.String), rotation: Rotation }),
    ),
  },
  { label: "Roster", title: "'Roster of staff member ' || id" },
)
export const PlaceTaken = event("PlaceTaken", 1, place, ({ siteId, startDate }, title) => `At ${title("site", siteId)} from ${startDate}`)
/** null: the assignment was cancelled before it began */
export const PlaceLeft = event("PlaceLeft", 1, { assignmentId: Ref("staff_assignment"), endDate: Optional(BusinessDate) }, ({ endDate }) =>
  endDate === null ? "An assignment was cancelled" : `An assignment ends on ${endDate}`,
)
export const staffRosters = stream(StaffRoster, PlaceTaken, PlaceLeft).fold({
  PlaceTaken: (row, taken) => ({ places: [...(row?.places ?? []), taken] }),
  PlaceLeft: (row, { assignmentId, endDate }) => ({
    places: row.places.flatMap((place) => (place.assignmentId !== assignmentId ? [place] : endDate === null ? [] : [{ ...place, endDate }])),
  }),
})

/** The rotations of a person, for the working calendar. */
export const turnsOf = (roster: Pick<Row<typeof StaffRoster>, "places"> | undefined): ReadonlyArray<Turns> =>
  (roster?.places ?? []).flatMap(({ startDate, endDate, rotation }) => (rotation === null ? [] : [{ from: startDate, to: endDate, ...rotation }]))

/** A staff member whom someone at a site may see: oneself, or a person based there or assigned to it. Anyone else is rejected as not found. */
export function* staffHere(id: number, by: By): CommandGenerator<CompanyStaffRow> {
  const staff = yield* get(companyStaff, id)
  const isKnown = !isElsewhere(staff, by) || (by.person !== null && staff.personId === by.person)
  if (!isKnown && !(yield* findById(staffRosters, id))?.places.some(({ siteId }) => siteId === by.confinedTo)) requireHere(companyStaff, staff, by)
  return staff
}

const requireAssigner = (staff: CompanyStaffRow, department: { readonly name: string }, by: By) => {
  if (by.person === null || by.level >= 10 || leads(by, department)) return
  if (!holdsAny(by, ["team.manage", "department.manage"])) throw forbidden("Your level cannot assign staff")
  if (by.confinedTo === null || staff.siteId !== by.confinedTo) throw forbidden(`${staffName(staff)} is not in your team`)
}

/** Rejects an assignment during granted leave: on any day if its time is limited, on the first day if it is permanent or a rotation. */
function* rejectOnLeave(
  staff: CompanyStaffRow,
  { startDate, endDate, assignmentType, rotation }: Pick<StaffAssignmentRow, "startDate" | "endDate" | "assignmentType" | "rotation">,
): CommandGenerator<void> {
  const account = yield* findById(leaveAccounts, staff.id)
  const whole = assignmentType === "temporary" || assignmentType === "project"
  const clash = account?.absences.find((absence) => {
    if (!absence.granted || absence.endDate < startDate || (endDate !== null && absence.startDate > endDate)) return false
    if (!whole) return absence.startDate <= startDate
    return (
      rotation === null ||
      datesFrom(absence.startDate, absence.endDate).some((date) => date >= startDate && isOnTurn({ from: startDate, to: endDate, ...rotation }, date))
    )
  })
  if (!clash) return
  const { name } = yield* get(leaveTypes, clash.leaveTypeId)
  throw conflict(`${staffName(staff)} is on ${name} from ${clash.startDate} to ${clash.endDate}. Choose other dates`)
}

const { assignedBy: _, ...asked } = facts
const assigning = {
  ...asked,
  siteId: SiteName,
  /** a rotation if days on and off are given, else permanent */
  assignmentType: Optional(facts.assignmentType),
  responsibilities: withDefault("", facts.responsibilities),
  rotation: withDefault(null, facts.rotation),
  notes: withDefault("", facts.notes),
}
/** Assigns a person to a site, from a date. */
export const assignStaff = command("staff_assignment.assign", "Assign a person to a site, from a date", assigning, function* (input, by) {
  const { staffId, startDate, endDate, rotation, projectId } = input
  const assignmentType = input.assignmentType ?? (rotation === null ? "permanent" : "rotation")
  const projectKind = projectId === null ? null : (input.projectKind ?? "client")
  if (endDate !== null && endDate < startDate) throw invalid("End date must be on or after the start date")
  if (endDate === null && (assignmentType === "temporary" || assignmentType === "project"))
    throw invalid(`End date is required for a ${assignmentType} assignment`)
  if ((rotation !== null) !== (assignmentType === "rotation")) {
    throw invalid(rotation === null ? "Days on and days off are required for a rotation" : "Only a rotation has days on and days off")
  }
  if (rotation !== null && (rotation.daysOn < 1 || rotation.daysOff < 1 || rotation.daysOn > 366 || rotation.daysOff > 366)) {
    throw invalid("Days on and days off must each be from 1 to 366")
  }
  const staff = yield* staffHere(staffId, by)
  requireAssigner(staff, yield* get(departments, staff.departmentId), by)
  const site = yield* siteOf(input.siteId, by)
  if (!site.isActive) throw conflict(`${site.name} is closed`)
  if (staff.status === "terminated") throw conflict(`${staffName(staff)} left on ${staff.terminationDate}`)
  if (staff.status === "inactive") throw conflict(`${staffName(staff)} is suspended. Reinstate the person first`)
  if (startDate < staff.hireDate) throw invalid(`${staffName(staff)} works here since ${staff.hireDate}`)
  if (daysBetween(by.today, startDate) > 730) throw invalid("Assignments can be planned up to two years ahead")
  const roster = yield* findById(staffRosters, staffId)
  const other = roster?.places.find((place) => (endDate === null || place.startDate <= endDate) && (place.endDate === null || startDate <= place.endDate))
  if (other) {
    const there = yield* get(sites, other.siteId)
    const { role } = yield* get(staffAssignments, other.assignmentId)
    const until = other.endDate === null ? `since ${other.startDate}, without an end` : `from ${other.startDate} to ${other.endDate}`
    throw conflict(`${staffName(staff)} is ${role} at ${there.name} ${until}. End that assignment first, or choose other dates`)
  }
  yield* rejectOnLeave(staff, { startDate, endDate, assignmentType, rotation })
  const id = yield* newId(staffAssignments)
  return [
    staffAssignments.at(id, StaffAssigned({ ...input, assignmentType, projectKind, siteId: site.id, assignedBy: by.person })),
    staffRosters.at(staffId, PlaceTaken({ assignmentId: id, siteId: site.id, startDate, endDate, rotation })),
  ]
})

export type NewAssignment = Parameters<typeof assignStaff.decide>[0]

function* changeable(id: number, by: By): CommandGenerator<readonly [StaffAssignmentRow, CompanyStaffRow]> {
  const row = yield* get(staffAssignments, id)
  if (by.confinedTo !== null && row.siteId !== by.confinedTo) throw notFound(`Assignment ${id} does not exist`)
  const staff = yield* get(companyStaff, row.staffId)
  requireAssigner(staff, yield* get(departments, staff.departmentId), by)
  if (row.status === "cancelled") throw conflict("This assignment is cancelled")
  yield* get(staffRosters, staff.id)
  return [row, staff]
}

const reason = withDefault("", Text(500))
/** Sets the day on which an assignment ends: before its end date, or any date if it had none. */
export const endAssignment = command(
  "staff_assignment.end",
  "Set the day on which an assignment ends",
  { id: Ref("staff_assignment"), endDate: Optional(BusinessDate), reason },
  function* ({ id, endDate: lastDay, reason }, by) {
    const endDate = lastDay ?? by.today
    const [row, staff] = yield* changeable(id, by)
    if (row.endDate === endDate) return unchanged(id)
    if (endDate < row.startDate) throw invalid("End date must be on or after the start date. To cancel it, use Cancel")
    if (row.endDate !== null && endDate > row.endDate) throw conflict(`This assignment ends on ${row.endDate}. Create a new one for later days`)
    return [staffAssignments.at(id, AssignmentEnded({ endDate, reason })), staffRosters.at(staff.id, PlaceLeft({ assignmentId: id, endDate }))]
  },
)

/** Cancels an assignment that has not started. */
const cancelling = { id: Ref("staff_assignment"), reason }
export const cancelAssignment = command("staff_assignment.cancel", "Cancel an assignment that has not started", cancelling, function* ({ id, reason }, by) {
  const [row, staff] = yield* changeable(id, by)
  if (row.startDate <= by.today) throw conflict(`This assignment started on ${row.startDate}. End it instead`)
  yield* permitted()
  return [staffAssignments.at(id, AssignmentCancelled({ reason })), staffRosters.at(staff.id, PlaceLeft({ assignmentId: id, endDate: null }))]
})
