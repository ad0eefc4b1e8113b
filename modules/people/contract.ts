/** The API of the company's own people. Pay is a decimal string per month. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { AttachedFile } from "@ops/platform/records/field.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { FINANCE, Rule, STAFF } from "@ops/platform/access/rule.ts"
import { created, DateInput, IdInput, ListQuery, OneOf, TextInput } from "@ops/platform/http/contract.ts"
import { payloadOf, payloadOn } from "@ops/platform/http/resources/wire.ts"
import { ErasureAnswer, ErasureInput } from "@ops/platform/http/erasure-contract.ts"
import { decimals, textOrNumber } from "@ops/platform/decimal-input.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { changePay, changeStaff, hire, reinstateStaff, suspendStaff, terminate } from "./staff/commands.ts"
import { documentKinds, employmentTypes, genders, payCurrencies, staffStatuses } from "./labels.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const Currency = Schema.NullOr(Schema.Literals(payCurrencies))
const kept = { version: Schema.Int, createdAt: Schema.String, updatedAt: Schema.String }
const Named = Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String }))

const staff = {
  id: Schema.Int,
  staffNumber: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  email: Text,
  phone: Text,
  positionId: Schema.Int,
  position: Schema.Struct({ id: Schema.Int, title: Schema.String }),
  departmentId: Schema.Int,
  department: Schema.Struct({ id: Schema.Int, name: Schema.String }),
  siteId: Whole,
  site: Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })),
  supervisorId: Whole,
  supervisor: Named,
  employmentType: Schema.Literals(employmentTypes),
  hireDate: Schema.String,
  terminationDate: Text,
  /** inactive with `suspendedAt` means suspended */
  status: Schema.Literals(staffStatuses),
  suspendedAt: Text,
  suspensionReason: Text,
  /** today's pay; with the bank details visible to the person, to finance and to the person's superiors, else null */
  salary: Text,
  currency: Currency,
  bankName: Text,
  bankAccount: Text,
  /** visible to the person and to the person's superiors, else null */
  nationalId: Text,
  dateOfBirth: Text,
  gender: Schema.NullOr(Schema.Literals(genders)),
  address: Text,
  emergencyContact: Text,
  emergencyPhone: Text,
  personId: Whole,
  /** the account, as named in the directory of users */
  userId: Text,
  createdBy: Whole,
  /** whether the caller may change the record */
  canChange: Schema.Boolean,
  canChangePay: Schema.Boolean,
  canSuspend: Schema.Boolean,
  canReinstate: Schema.Boolean,
  canTerminate: Schema.Boolean,
  ...kept,
}
export const StaffAnswer = Schema.Struct(staff).annotate({ identifier: "Staff" })

export const StaffProfileAnswer = Schema.Struct({
  ...staff,
  /** when the PIN for the kiosk was set; null without one */
  pinSetAt: Text,
  pinLockedUntil: Text,
  /** every pay term, newest first */
  pay: Schema.NullOr(
    Schema.Array(Schema.Struct({ from: Schema.String, salary: Schema.String, currency: Schema.Literals(payCurrencies), reason: Schema.String })),
  ),
  passportNumber: Text,
  workPermitNumber: Text,
  workPermitExpiry: Text,
  documents: Schema.NullOr(
    Schema.Array(
      Schema.Struct({
        kind: Schema.Literals(documentKinds),
        name: Schema.String,
        number: Text,
        expiryDate: Text,
        attachment: Schema.NullOr(AttachedFile),
        addedAt: Schema.String,
      }),
    ),
  ),
  notes: Text,
  terminationReason: Text,
  account: Schema.NullOr(Schema.Struct({ id: Schema.Int, employeeId: Schema.String, isActive: Schema.Boolean })),
}).annotate({ identifier: "StaffProfile" })

export const EmployeeAnswer = Schema.Struct({
  id: Schema.Int,
  userId: Text,
  employeeNumber: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  email: Text,
  phone: Text,
  address: Text,
  position: Schema.String,
  department: Schema.String,
  siteId: Whole,
  employmentType: Schema.Literals(employmentTypes),
  startDate: Schema.String,
  endDate: Text,
  baseSalary: Schema.String,
  currency: Schema.Literals(payCurrencies),
  payFrequency: Schema.Literal("monthly"),
  bankAccount: Text,
  taxId: Text,
  status: Schema.Literals(staffStatuses),
  isActive: Schema.Boolean,
}).annotate({ identifier: "Employee" })

const Salary = textOrNumber("decimal", decimals.money.description)
  .check(Schema.makeFilter((value) => (value === "" ? "Salary is required" : undefined)))
  .annotate({ identifier: "Money" })
  .pipe(Schema.decodeTo(MoneyInput("Salary must be a number with at most two decimals")))
export const StaffInput = payloadOf(hire.fields, {
  /** defaults to the next number of the series */
  staffNumber: Schema.optional(Schema.NullOr(TextInput("Staff number", { required: true, most: 40 }))),
  salary: Salary,
})
const { id: _, ...pay } = changePay.fields
export const DocumentInput = Schema.Struct({
  kind: OneOf("Kind", ...documentKinds),
  name: TextInput("Name", { required: true, most: 200 }),
  number: Schema.optional(Schema.NullOr(TextInput("Number", { most: 100 }))),
  expiryDate: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), DateInput("Expiry date")]))),
  attachmentId: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), IdInput("Attachment is not valid")]))),
})
const query = {
  ...ListQuery,
  departmentId: Schema.optional(Schema.String),
  positionId: Schema.optional(Schema.String),
  employmentType: Schema.optional(Schema.String),
  supervisorId: Schema.optional(Schema.String),
  /** true: people with a document that has expired or expires within 60 days; for their superiors */
  expiring: Schema.optional(Schema.Literals(["true", "false"])),
}
const people = ["company_staff", "department", "company_position", "leave_request"]
const seen =
  "10: all; 8: own department; 7: all, of the personal fields only pay and bank; 6: own site, without pay, bank, identity and family; else the own record"
export const leads: Rule = { may: ["users.department", "users.manage"], scope: "8: own department; 10: all" }
const decides = { ...leads, duties: "not the person concerned; whose account is below one's own level" }

export class StaffGroup extends callGroup(
  "staff",
  call.get("list", "/api/hr/staff", "List staff", Schema.Array(StaffAnswer), { query, may: STAFF, scope: seen, audited: "pay", dependsOn: people }),
  call.get("one", "/api/hr/staff/:id", "Read one member of staff", StaffProfileAnswer, { may: STAFF, scope: seen, audited: "identity", dependsOn: people }),
  call.get("history", "/api/hr/staff/:id/history", "Read the history of one member of staff", HistoryAnswer, {
    may: ["users.department", "users.manage"],
    scope: "8: own department; 10: all",
    audited: "identity",
    dependsOn: ["company_staff"],
  }),
  call.post("hire", "/api/hr/staff", "Hire a person", StaffProfileAnswer.pipe(created), { payload: StaffInput, ...leads, duties: "makes no account" }),
  call.patch("change", "/api/hr/staff/:id", "Change a member of staff", StaffProfileAnswer, { payload: payloadOn(changeStaff), ...leads }),
  call.post("changePay", "/api/hr/staff/:id/pay", "Change a person's pay", StaffProfileAnswer.pipe(created), {
    payload: payloadOf(pay, { salary: Salary }),
    may: ["users.department", "users.manage", "finance.full"],
    scope: "8: own department; 7 and 10: all",
    duties: "not one's own",
    stepUp: true,
  }),
  call.put("suspend", "/api/hr/staff/:id/suspend", "Suspend a member of staff", StaffProfileAnswer, {
    payload: [Schema.Null, payloadOn(suspendStaff)],
    ...decides,
    stepUp: true,
  }),
  call.put("reinstate", "/api/hr/staff/:id/reinstate", "Reinstate a member of staff", StaffProfileAnswer, {
    payload: [Schema.Null, payloadOn(reinstateStaff)],
    ...decides,
    stepUp: true,
  }),
  call.put("terminate", "/api/hr/staff/:id/terminate", "End a person's employment", StaffProfileAnswer, {
    payload: payloadOn(terminate),
    ...decides,
    stepUp: true,
  }),
  call.post("addDocument", "/api/hr/staff/:id/documents", "Add a document to a member of staff", StaffProfileAnswer.pipe(created), {
    payload: DocumentInput,
    ...leads,
  }),
  call.get("erasure", "/api/hr/staff/:id/erasure", "Read what would be erased of one member of staff", ErasureAnswer, { may: ["system.admin"], scope: "all" }),
  call.post("erase", "/api/hr/staff/:id/erase", "Erase the personal data of a member of staff", StaffProfileAnswer, {
    payload: ErasureInput,
    may: ["system.admin"],
    scope: "all",
    duties: "only people who have left",
    stepUp: true,
  }),
  call.get("employees", "/api/employees", "List employees", Schema.Array(EmployeeAnswer), {
    query,
    may: FINANCE,
    scope: "8: own department; 7 and 10: all",
    audited: "pay",
    dependsOn: people,
  }),
) {}

export class PeopleApi extends HttpApi.make("ops").add(StaffGroup) {}
