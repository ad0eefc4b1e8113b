/**
 * The open hours and assignments of a contractor, in one row that every command on their work reads, so that concurrent commands never bill the same hours or
 * assign a contractor twice. Its id is that of the contractor.
 */
import { Schema } from "effect"
import { BusinessDate, Flag, Optional, Parts, Quantity, Ref } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { get, isElsewhere, findById, type CommandGenerator, requireHere, type By } from "@ops/platform/records/command.ts"
import { type ContractorRow, contractors } from "./contractor.ts"

const open = { hoursId: Ref("contractor_hours"), assignmentId: Ref("contractor_assignment"), siteId: Ref("site"), date: BusinessDate, hours: Quantity }
const Place = Schema.Struct({
  assignmentId: Schema.Int,
  siteId: Schema.Int,
  /** the planned, then the actual dates */
  startDate: Schema.String,
  endDate: Schema.NullOr(Schema.String),
  started: Schema.Boolean,
})
export const OpenHours = Schema.Struct({
  hoursId: Schema.Int,
  assignmentId: Schema.Int,
  siteId: Schema.Int,
  date: Schema.String,
  /** thousandths */
  hours: Schema.Int,
  approved: Schema.Boolean,
})
export type OpenHours = typeof OpenHours.Type
const Billed = Schema.Struct({ billId: Schema.Int, siteId: Schema.Int, month: Schema.String })

export const ContractorAccount = record(
  "contractor_account",
  {
    places: Parts(Place),
    /** recorded or approved, and not billed */
    hours: Parts(OpenHours),
    /** the billed months, by site */
    bills: Parts(Billed),
  },
  { label: "Contractor's work", title: "'Work of contractor ' || id" },
)
export const ContractorPlaced = event(
  "ContractorPlaced",
  1,
  { assignmentId: Ref("contractor_assignment"), siteId: Ref("site"), startDate: BusinessDate, endDate: Optional(BusinessDate) },
  ({ siteId, startDate }, title) => `At ${title("site", siteId)} from ${startDate}`,
)
export const ContractorPlaceBegun = event(
  "ContractorPlaceBegun",
  1,
  { assignmentId: Ref("contractor_assignment"), startDate: BusinessDate },
  ({ startDate }) => `An assignment started on ${startDate}`,
)
/** null if the contractor never started there */
export const ContractorPlaceLeft = event(
  "ContractorPlaceLeft",
  1,
  { assignmentId: Ref("contractor_assignment"), endDate: Optional(BusinessDate) },
  ({ endDate }) => (endDate === null ? "An assignment was cancelled" : `An assignment ended on ${endDate}`),
)
export const ContractorHoursOpened = event("ContractorHoursOpened", 1, open, ({ date }) => `Hours of ${date} wait for approval`)
export const ContractorHoursSettled = event(
  "ContractorHoursSettled",
  1,
  { hoursId: Ref("contractor_hours"), approved: Flag, date: BusinessDate },
  ({ date, approved }) => `Hours of ${date} ${approved ? "approved" : "rejected"}`,
)
export const ContractorMonthBilled = event(
  "ContractorMonthBilled",
  1,
  { billId: Ref("contractor_bill"), siteId: Ref("site"), date: BusinessDate, hours: Parts(Schema.Int) },
  ({ date }) => `${date.slice(0, 7)} billed`,
)
export const ContractorMonthReopened = event(
  "ContractorMonthReopened",
  1,
  { billId: Ref("contractor_bill"), date: BusinessDate, hours: Parts(OpenHours) },
  ({ date }) => `${date.slice(0, 7)} can be billed again`,
)

export const contractorAccounts = stream(
  ContractorAccount,
  ContractorPlaced,
  ContractorPlaceBegun,
  ContractorPlaceLeft,
  ContractorHoursOpened,
  ContractorHoursSettled,
  ContractorMonthBilled,
  ContractorMonthReopened,
).fold({
  ContractorPlaced: (row, placed) => ({ hours: row?.hours ?? [], bills: row?.bills ?? [], places: [...(row?.places ?? []), { ...placed, started: false }] }),
  ContractorPlaceBegun: (row, { assignmentId, startDate }) => ({
    ...row,
    places: row.places.map((place) => (place.assignmentId === assignmentId ? { ...place, startDate, started: true } : place)),
  }),
  ContractorPlaceLeft: (row, { assignmentId, endDate }) => ({
    ...row,
    places: row.places.flatMap((place) => (place.assignmentId !== assignmentId ? [place] : endDate === null ? [] : [{ ...place, endDate }])),
  }),
  ContractorHoursOpened: (row, opened) => ({
    ...row,
    hours: [...row.hours.filter(({ hoursId }) => hoursId !== opened.hoursId), { ...opened, approved: false }],
  }),
  ContractorHoursSettled: (row, { hoursId, approved }) => ({
    ...row,
    hours: row.hours.flatMap((hours) => (hours.hoursId !== hoursId ? [hours] : approved ? [{ ...hours, approved }] : [])),
  }),
  ContractorMonthBilled: (row, { billId, siteId, date, hours }) => ({
    ...row,
    hours: row.hours.filter(({ hoursId }) => !hours.includes(hoursId)),
    bills: [...row.bills, { billId, siteId, month: date.slice(0, 7) }],
  }),
  ContractorMonthReopened: (row, { billId, hours }) => ({
    ...row,
    hours: [...row.hours, ...hours],
    bills: row.bills.filter((bill) => bill.billId !== billId),
  }),
})
export type ContractorAccountRow = Row<typeof ContractorAccount>

/** A contractor who works at a site of the caller, by contract or assignment. Any other is refused as not found. */
export function* contractorHere(id: number, by: Pick<By, "confinedTo">): CommandGenerator<ContractorRow> {
  const contractor = yield* get(contractors, id)
  const isAssigned = isElsewhere(contractor, by) && (yield* findById(contractorAccounts, id))?.places.some(({ siteId }) => siteId === by.confinedTo)
  if (!isAssigned) requireHere(contractors, contractor, by)
  return contractor
}
