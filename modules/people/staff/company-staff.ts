/**
 * The company's own people: the master record of each employment, with its start, position and pay. A login is an
 * account of identity, linked by `personId`; the people of clients are kept elsewhere. Pay is in cents per month.
 */
import { Schema } from "effect"
import {
  AttachedFile,
  BirthDate,
  BusinessDate,
  SeriesNumber,
  erasedOf,
  Instant,
  label,
  Line,
  Literals,
  Money,
  Optional,
  Parts,
  Personal,
  Ref,
  Secret,
  Structure,
  Text,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { documentKinds, employmentTypes, genders, payCurrencies } from "../labels.ts"

/** A person's pay from a date. The last term that has started applies. */
export const PayTerm = Schema.Struct({
  from: Schema.String,
  /** cents per month */
  salary: Schema.Int,
  currency: Schema.Literals(payCurrencies),
  reason: Schema.String,
})
export type PayTerm = typeof PayTerm.Type
/** A file attached to a document, by its hash. */
const document = {
  kind: Literals(...documentKinds),
  name: Personal(Line(200)),
  number: Personal(Optional(Line(100))),
  expiryDate: Optional(BusinessDate),
  attachment: Personal(Optional(Structure(AttachedFile))),
}
export const StaffDocument = Schema.Struct({ ...document, addedAt: Schema.String })

/** Fields that a form may change; pay, status and the login have their own commands. */
export const facts = {
  firstName: Personal(Line(100)),
  lastName: Personal(Line(100), "person"),
  email: label("E-mail", Personal(Optional(Line()))),
  phone: Personal(Optional(Line(60))),
  nationalId: label("National ID", Personal(Optional(Line(60)))),
  positionId: Ref("company_position"),
  departmentId: Ref("department"),
  siteId: Optional(Ref("site")),
  supervisorId: Optional(Ref("company_staff")),
  employmentType: Literals(...employmentTypes),
  hireDate: BusinessDate,
  dateOfBirth: Personal(Optional(BirthDate)),
  gender: Personal(Optional(Literals(...genders))),
  address: Personal(Optional(Text(500))),
  emergencyContact: Personal(Optional(Line())),
  emergencyPhone: Personal(Optional(Line(60))),
  bankName: label("Bank", Personal(Optional(Line(100)))),
  bankAccount: Personal(Optional(Line(60))),
  passportNumber: label("Passport", Personal(Optional(Line(60)))),
  workPermitNumber: label("Work permit", Personal(Optional(Line(60)))),
  workPermitExpiry: Optional(BusinessDate),
  notes: Personal(Text(), ""),
}

export const CompanyStaff = record(
  "company_staff",
  {
    staffNumber: SeriesNumber("FO"),
    ...facts,
    /** in order of date; use `payOn` or `payOnSql` for the term of a day */
    pay: Parts(PayTerm),
    terminationDate: Optional(BusinessDate),
    terminationReason: Optional(Text(500)),
    /** inactive means suspended; a person on leave today is shown so by the leave, and stays active here */
    status: Literals("active", "inactive", "terminated"),
    suspendedAt: Optional(Instant),
    suspensionReason: Optional(Text(500)),
    documents: Parts(StaffDocument),
    personId: Optional(Ref("person")),
    createdBy: Optional(Ref("person")),
    erasedAt: Optional(Instant),
    /** hash of the kiosk PIN, made like a password's: argon2id, with a pepper that is not in the database */
    pinHash: Optional(Secret),
    pinSetAt: Optional(Instant),
    pinLockedUntil: Optional(Instant),
  },
  {
    label: "Staff member",
    title: "case when erased_at is null then first_name || ' ' || last_name else staff_number || ' (erased)' end",
    unique: [
      { fields: ["staffNumber"], sentence: "Another person already has this staff number" },
      { fields: ["email"], sentence: "This e-mail address belongs to another person" },
      { fields: ["nationalId"], sentence: "This national ID belongs to another person" },
      { fields: ["personId"], sentence: "This account belongs to another person" },
    ],
    indexes: [["departmentId"], ["siteId"], ["supervisorId"]],
  },
)
export type CompanyStaffRow = Row<typeof CompanyStaff>

const payment = { from: BusinessDate, salary: Money, currency: Literals(...payCurrencies) }
export const StaffHired = event(
  "StaffHired",
  1,
  {
    staffNumber: SeriesNumber("FO"),
    ...facts,
    salary: Money,
    currency: Literals(...payCurrencies),
    personId: Optional(Ref("person")),
    createdBy: Optional(Ref("person")),
  },
  ({ firstName, lastName, positionId, departmentId }, title) =>
    `${firstName} ${lastName} hired as ${title("company_position", positionId)}, ${title("department", departmentId)}`,
)
export const StaffChanged = event(
  "StaffChanged",
  1,
  facts,
  ({ positionId, departmentId, siteId }, title) =>
    `Details changed: ${title("company_position", positionId)}, ${title("department", departmentId)}, ${siteId === null ? "no site" : title("site", siteId)}`,
)
export const StaffPayChanged = event("StaffPayChanged", 1, { ...payment, reason: Text(500) }, ({ from, reason }) => `Pay changed from ${from}: ${reason}`)
export const StaffSuspended = event("StaffSuspended", 1, { reason: Text(500) }, ({ reason }) => `Suspended${reason === "" ? "" : `: ${reason}`}`)
export const StaffReinstated = event("StaffReinstated", 1, { from: BusinessDate }, ({ from }) => `Reinstated from ${from}`)
export const StaffTerminated = event(
  "StaffTerminated",
  1,
  { terminationDate: BusinessDate, reason: Text(500) },
  ({ terminationDate, reason }) => `Employment ended on ${terminationDate}: ${reason}`,
)
export const StaffDocumentAdded = event(
  "StaffDocumentAdded",
  1,
  document,
  ({ kind, expiryDate }) => `Document added: ${kind.replace("_", " ")}${expiryDate === null ? "" : `, until ${expiryDate}`}`,
)
export const StaffAccountLinked = event(
  "StaffAccountLinked",
  1,
  { personId: Ref("person") },
  ({ personId }, title) => `Account linked: ${title("person", personId)}`,
)
export const StaffPinSet = event("StaffPinSet", 1, { pinHash: Personal(Secret), by: Optional(Ref("person")) }, ({ by }, title) =>
  by === null ? "PIN for the kiosk set" : `PIN for the kiosk set by ${title("person", by)}`,
)
export const StaffPinLocked = event(
  "StaffPinLocked",
  1,
  { until: Instant, siteId: Ref("site") },
  ({ siteId }, title) => `PIN locked after five failed attempts at ${title("site", siteId)}`,
)
/** From here on the person cannot be identified: this event destroys the key that encrypts the person's data in the log. */
export const StaffErased = event("StaffErased", 1, { reason: Text(500) }, ({ reason }) => `Personal data erased: ${reason}`, { erases: true })

export const companyStaff = stream(
  CompanyStaff,
  StaffHired,
  StaffChanged,
  StaffPayChanged,
  StaffSuspended,
  StaffReinstated,
  StaffTerminated,
  StaffDocumentAdded,
  StaffAccountLinked,
  StaffPinSet,
  StaffPinLocked,
  StaffErased,
).fold({
  StaffHired: (_, { salary, currency, ...hired }) => ({
    ...hired,
    pay: [{ from: hired.hireDate, salary, currency, reason: "Hired" }],
    terminationDate: null,
    terminationReason: null,
    status: "active" as const,
    suspendedAt: null,
    suspensionReason: null,
    documents: [],
    erasedAt: null,
    pinHash: null,
    pinSetAt: null,
    pinLockedUntil: null,
  }),
  StaffChanged: (staff, changed) => ({ ...staff, ...changed }),
  // a term of the same date replaces the previous one
  StaffPayChanged: (staff, term) => ({
    ...staff,
    pay: [...staff.pay.filter(({ from }) => from !== term.from), term].sort((a, b) => (a.from < b.from ? -1 : 1)),
  }),
  StaffSuspended: (staff, { reason }, at) => ({ ...staff, status: "inactive" as const, suspendedAt: at, suspensionReason: reason }),
  StaffReinstated: (staff) => ({
    ...staff,
    status: "active" as const,
    suspendedAt: null,
    suspensionReason: null,
    terminationDate: null,
    terminationReason: null,
  }),
  StaffTerminated: (staff, { terminationDate, reason }) => ({
    ...staff,
    status: "terminated" as const,
    suspendedAt: null,
    suspensionReason: null,
    terminationDate,
    terminationReason: reason,
  }),
  StaffDocumentAdded: (staff, added, at) => ({ ...staff, documents: [...staff.documents, { ...added, addedAt: at }] }),
  StaffAccountLinked: (staff, { personId }) => ({ ...staff, personId }),
  StaffPinSet: (staff, { pinHash }, at) => ({ ...staff, pinHash, pinSetAt: at, pinLockedUntil: null }),
  StaffPinLocked: (staff, { until }) => ({ ...staff, pinLockedUntil: until }),
  StaffErased: (staff, _, at) => ({ ...staff, ...erasedOf(facts), documents: [], erasedAt: at, pinHash: null }),
})
export type StaffFacts = Parameters<typeof StaffChanged>[0]

/** The pay on a day: the last term that has started; before the first date, the first term. */
export const payOn = (pay: ReadonlyArray<PayTerm>, day: string): PayTerm => pay.findLast(({ from }) => from <= day) ?? pay[0]!

/** The same as SQL text: `value` of the term (salary in cents, currency, from) of the row `alias` on the date `day`. */
export const payOnSql = (alias: string, value: "salary" | "currency" | "from", day = "es.today()"): string =>
  `(select t->>'${value}' from jsonb_array_elements(${alias}.pay) t order by (t->>'from')::date <= ${day} desc, ` +
  `case when (t->>'from')::date <= ${day} then t->>'from' end desc, t->>'from' limit 1)`
