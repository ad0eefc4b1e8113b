/** The hours of a contractor on a day of an assignment: recorded by one person, approved by another, then billed once. */
import { BusinessDate, Instant, Literals, Optional, Quantity, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { hoursStatuses } from "../labels.ts"

const facts = {
  assignmentId: Ref("contractor_assignment"),
  contractorId: Ref("contractor"),
  siteId: Ref("site"),
  date: BusinessDate,
  hours: Quantity,
  note: Text(500),
  recordedBy: Optional(Ref("person")),
}
export const ContractorHours = record(
  "contractor_hours",
  {
    ...facts,
    status: Literals(...hoursStatuses),
    approvedBy: Optional(Ref("person")),
    approvedAt: Optional(Instant),
    rejectionReason: Optional(Text(500)),
    billId: Optional(Ref("contractor_bill")),
  },
  {
    grows: true,
    label: "Hours",
    title: "'Hours of ' || date",
    unique: [{ fields: ["assignmentId", "date"], sentence: "The hours of this day are already recorded" }],
    indexes: [["contractorId", "date"], ["assignmentId"], ["status"], ["date", "id"]],
  },
)
export type ContractorHoursRow = Row<typeof ContractorHours>

/** Recorded again, it is a correction of waiting hours, or follows a rejection. */
export const ContractorHoursRecorded = event("ContractorHoursRecorded", 1, facts, ({ date, hours }) => `${hours / 1000} hours of ${date} recorded`)
export const ContractorHoursApproved = event("ContractorHoursApproved", 1, { approvedBy: Optional(Ref("person")) }, () => "Approved")
export const ContractorHoursRejected = event(
  "ContractorHoursRejected",
  1,
  { reason: Text(500), rejectedBy: Optional(Ref("person")) },
  ({ reason }) => `Rejected: ${reason}`,
)
export const ContractorHoursBilled = event(
  "ContractorHoursBilled",
  1,
  { billId: Ref("contractor_bill") },
  ({ billId }, title) => `On bill ${title("contractor_bill", billId)}`,
)
export const ContractorHoursUnbilled = event(
  "ContractorHoursUnbilled",
  1,
  { billId: Ref("contractor_bill") },
  ({ billId }, title) => `Bill ${title("contractor_bill", billId)} was withdrawn: the hours can be billed again`,
)
export const contractorHours = stream(
  ContractorHours,
  ContractorHoursRecorded,
  ContractorHoursApproved,
  ContractorHoursRejected,
  ContractorHoursBilled,
  ContractorHoursUnbilled,
).fold({
  ContractorHoursRecorded: (_, recorded) => ({
    ...recorded,
    status: "recorded" as const,
    approvedBy: null,
    approvedAt: null,
    rejectionReason: null,
    billId: null,
  }),
  ContractorHoursApproved: (row, { approvedBy }, at) => ({ ...row, status: "approved" as const, approvedBy, approvedAt: at }),
  ContractorHoursRejected: (row, { reason }) => ({ ...row, status: "rejected" as const, rejectionReason: reason }),
  ContractorHoursBilled: (row, { billId }) => ({ ...row, status: "billed" as const, billId }),
  ContractorHoursUnbilled: (row) => ({ ...row, status: "approved" as const, billId: null }),
})
