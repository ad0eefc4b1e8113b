/**
 * Contractors: people and firms who work for the company without being employed. Rates are agreed by hour, day or month, from a date; amounts are cents of
 * the contractor's currency.
 */
import { Schema } from "effect"
import {
  BusinessDate,
  SeriesNumber,
  erasedOf,
  Instant,
  label,
  Line,
  Literals,
  Money,
  named,
  Optional,
  Parts,
  Personal,
  Ref,
  Text,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { contractorStatuses, contractorTypes, currencies, paymentTerms, rateUnits } from "./labels.ts"

/** The rate from a day on. The latest term that has begun applies. */
const RateTerm = Schema.Struct({ from: Schema.String, unit: Schema.Literals(rateUnits), amount: Schema.Int, reason: Schema.String })
export type RateTerm = typeof RateTerm.Type

/** The fields that a form may change; rates, status and the vendor have separate commands. */
export const facts = {
  firstName: Personal(Line(100)),
  lastName: Personal(Line(100), "contractor"),
  /** for a firm: its name */
  companyName: Optional(Line()),
  email: label("E-mail", Personal(Optional(Line()))),
  phone: Personal(Line(60)),
  nationalId: label("National ID", Personal(Optional(Line(60)))),
  contractorType: label("Kind", named({ individual: "Person" }, Literals(...contractorTypes))),
  /** work done for us: electrical work, drilling */
  serviceType: Line(100),
  departmentId: Ref("department"),
  siteId: Optional(Ref("site")),
  contractStart: BusinessDate,
  contractEnd: Optional(BusinessDate),
  contractValue: Optional(Money),
  paymentTerms: label(
    "Paid by",
    named({ monthly: "End of the next month", net_15: "15 days", net_30: "30 days", due_on_receipt: "On receipt" }, Literals(...paymentTerms)),
  ),
  skills: Parts(Schema.String),
  certifications: Text(500),
  experience: Text(500),
  address: Personal(Optional(Text(500))),
  bankName: label("Bank", Personal(Optional(Line(100)))),
  bankAccount: Personal(Optional(Line(60))),
  workPermitNumber: label("Work permit", Personal(Optional(Line(60)))),
  workPermitExpiry: Optional(BusinessDate),
  notes: Personal(Text(), ""),
}

export const Contractor = record(
  "contractor",
  {
    contractorNumber: SeriesNumber("CON"),
    ...facts,
    currency: Literals(...currencies),
    /** in date order */
    rates: Parts(RateTerm),
    status: Literals(...contractorStatuses),
    statusReason: Optional(Text(500)),
    endedOn: Optional(BusinessDate),
    /** the vendor that is paid for the work */
    vendorId: Optional(Ref("vendor")),
    createdBy: Optional(Ref("person")),
    erasedAt: Optional(Instant),
  },
  {
    label: "Contractor",
    title: "case when erased_at is null then first_name || ' ' || last_name else contractor_number || ' (erased)' end",
    unique: [
      { fields: ["contractorNumber"], sentence: "Another contractor already has this number" },
      { fields: ["nationalId"], sentence: "This national ID belongs to another contractor" },
    ],
    indexes: [["departmentId"], ["siteId"]],
  },
)
export type ContractorRow = Row<typeof Contractor>

export const ContractorRegistered = event(
  "ContractorRegistered",
  1,
  { contractorNumber: SeriesNumber("CON"), ...facts, currency: Literals(...currencies), createdBy: Optional(Ref("person")) },
  ({ contractorNumber, firstName, lastName, serviceType }) => `${contractorNumber} ${firstName} ${lastName} registered for ${serviceType}`,
)
export const ContractorChanged = event(
  "ContractorChanged",
  1,
  facts,
  ({ serviceType, contractEnd }) => `Details changed: ${serviceType}, ${contractEnd === null ? "without an end" : `contract until ${contractEnd}`}`,
)
export const ContractorRateAgreed = event(
  "ContractorRateAgreed",
  1,
  { from: BusinessDate, unit: Literals(...rateUnits), amount: Money, reason: Text(500) },
  ({ from, unit, reason }) => `Rate by the ${unit} agreed from ${from}${reason === "" ? "" : `: ${reason}`}`,
)
export const ContractorSuspended = event("ContractorSuspended", 1, { reason: Text(500) }, ({ reason }) => `Suspended: ${reason}`)
export const ContractorReinstated = event("ContractorReinstated", 1, {}, () => "Reinstated")
export const ContractorEnded = event(
  "ContractorEnded",
  1,
  { endedOn: BusinessDate, reason: Text(500) },
  ({ endedOn, reason }) => `Contract ended on ${endedOn}: ${reason}`,
)
export const ContractorVendorNamed = event(
  "ContractorVendorNamed",
  1,
  { vendorId: Ref("vendor") },
  ({ vendorId }, title) => `Paid as vendor ${title("vendor", vendorId)}`,
)
/** This event deletes the encryption key of the person's data in the log. */
export const ContractorErased = event("ContractorErased", 1, { reason: Text(500) }, ({ reason }) => `Personal data erased: ${reason}`, { erases: true })

export const contractors = stream(
  Contractor,
  ContractorRegistered,
  ContractorChanged,
  ContractorRateAgreed,
  ContractorSuspended,
  ContractorReinstated,
  ContractorEnded,
  ContractorVendorNamed,
  ContractorErased,
).fold({
  ContractorRegistered: (_, registered) => ({
    ...registered,
    rates: [],
    status: "active" as const,
    statusReason: null,
    endedOn: null,
    vendorId: null,
    erasedAt: null,
  }),
  ContractorChanged: (row, changed) => ({ ...row, ...changed }),
  // a term of the same day replaces the previous one
  ContractorRateAgreed: (row, term) => ({
    ...row,
    rates: [...row.rates.filter(({ from }) => from !== term.from), term].sort((a, b) => (a.from < b.from ? -1 : 1)),
  }),
  ContractorSuspended: (row, { reason }) => ({ ...row, status: "suspended" as const, statusReason: reason }),
  ContractorReinstated: (row) => ({ ...row, status: "active" as const, statusReason: null }),
  ContractorEnded: (row, { endedOn, reason }) => ({ ...row, status: "ended" as const, endedOn, statusReason: reason }),
  ContractorVendorNamed: (row, { vendorId }) => ({ ...row, vendorId }),
  ContractorErased: (row, _, at) => ({ ...row, ...erasedOf(facts), erasedAt: at }),
})
export type ContractorFacts = Parameters<typeof ContractorChanged>[0]

/** The display name of a contractor. */
export const contractorName = ({ firstName, lastName }: Pick<ContractorRow, "firstName" | "lastName">): string => `${firstName} ${lastName}`
/** The rate on a day; undefined if none was agreed yet. */
export const rateOn = (rates: ReadonlyArray<RateTerm>, day: string): RateTerm | undefined => rates.findLast(({ from }) => from <= day)
