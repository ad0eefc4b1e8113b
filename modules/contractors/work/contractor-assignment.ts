/** An assignment: a contractor works at a site for a time, for a client's project or a service. */
import { BusinessDate, label, Line, Literals, Optional, Quantity, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { assignmentStatuses, assignmentTypes } from "../labels.ts"

export const facts = {
  contractorId: Ref("contractor"),
  /** a client's project */
  projectId: Optional(Ref("project")),
  workOrderId: Optional(Whole),
  siteId: Ref("site"),
  assignmentType: label("Kind", Literals(...assignmentTypes)),
  /** the work to be done */
  task: Line(200),
  startDate: BusinessDate,
  endDate: Optional(BusinessDate),
  estimatedHours: Optional(Quantity),
  notes: Text(500),
  assignedBy: Optional(Ref("person")),
}
export const ContractorAssignment = record(
  "contractor_assignment",
  {
    ...facts,
    status: Literals(...assignmentStatuses),
    startedOn: Optional(BusinessDate),
    completedOn: Optional(BusinessDate),
    cancelReason: Optional(Text(500)),
    /** hundredths, from 0 to 5 */
    rating: Optional(Whole),
    ratingNote: Optional(Text(500)),
  },
  { grows: true, label: "Assignment", title: "task", indexes: [["contractorId"], ["siteId", "startDate"]] },
)
export type ContractorAssignmentRow = Row<typeof ContractorAssignment>

export const ContractorAssigned = event(
  "ContractorAssigned",
  1,
  facts,
  ({ task, siteId, startDate, endDate }, title) => `${task} at ${title("site", siteId)} from ${startDate}${endDate === null ? "" : ` to ${endDate}`}`,
)
export const ContractorAssignmentStarted = event("ContractorAssignmentStarted", 1, { startedOn: BusinessDate }, ({ startedOn }) => `Started on ${startedOn}`)
export const ContractorAssignmentCompleted = event(
  "ContractorAssignmentCompleted",
  1,
  { completedOn: BusinessDate, note: Text(500) },
  ({ completedOn, note }) => `Completed on ${completedOn}${note === "" ? "" : `: ${note}`}`,
)
export const ContractorAssignmentCancelled = event("ContractorAssignmentCancelled", 1, { reason: Text(500) }, ({ reason }) => `Cancelled: ${reason}`)
export const ContractorRated = event(
  "ContractorRated",
  1,
  { rating: Whole, note: Text(500) },
  ({ rating, note }) => `Rated ${(rating / 100).toFixed(2)} of 5${note === "" ? "" : `: ${note}`}`,
)
export const contractorAssignments = stream(
  ContractorAssignment,
  ContractorAssigned,
  ContractorAssignmentStarted,
  ContractorAssignmentCompleted,
  ContractorAssignmentCancelled,
  ContractorRated,
).fold({
  ContractorAssigned: (_, assigned) => ({
    ...assigned,
    status: "assigned" as const,
    startedOn: null,
    completedOn: null,
    cancelReason: null,
    rating: null,
    ratingNote: null,
  }),
  ContractorAssignmentStarted: (row, { startedOn }) => ({ ...row, status: "started" as const, startedOn }),
  ContractorAssignmentCompleted: (row, { completedOn }) => ({ ...row, status: "completed" as const, completedOn }),
  ContractorAssignmentCancelled: (row, { reason }) => ({ ...row, status: "cancelled" as const, cancelReason: reason }),
  ContractorRated: (row, { rating, note }) => ({ ...row, rating, ratingNote: note }),
})
