/** The calls about contractors, their assignments, hours and bills. Amounts and hours are decimal strings. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
import {
  Authentication,
  Authorization,
  created,
  DateInput,
  EmailInput,
  ErrorMapping,
  Id,
  IdInput,
  ListQuery,
  OneOf,
  rejections,
  TextInput,
} from "@ops/platform/http/contract.ts"
import { ErasureAnswer, ErasureInput } from "@ops/platform/http/erasure-contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { availabilities, contractorStatuses, contractorTypes, currencies, paymentTerms, rateUnits } from "./labels.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
export const keptFields = { version: Schema.Int, createdAt: Schema.String, updatedAt: Schema.String }
export const SiteNamed = Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })
export const UserNamed = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))
const Term = Schema.Struct({ from: Schema.String, unit: Schema.Literals(rateUnits), amount: Schema.String, reason: Schema.String })

export const ContractorAnswer = Schema.Struct({
  id: Schema.Int,
  contractorNumber: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  companyName: Text,
  email: Text,
  phone: Schema.String,
  contractorType: Schema.Literals(contractorTypes),
  serviceType: Schema.String,
  departmentId: Schema.Int,
  department: Schema.Struct({ id: Schema.Int, name: Schema.String }),
  siteId: Whole,
  site: Schema.NullOr(SiteNamed),
  contractStart: Schema.String,
  contractEnd: Text,
  currency: Schema.Literals(currencies),
  paymentTerms: Schema.Literals(paymentTerms),
  status: Schema.Literals(contractorStatuses),
  statusReason: Text,
  endedOn: Text,
  availabilityStatus: Schema.Literals(availabilities),
  skills: Schema.Array(Schema.String),
  certifications: Schema.String,
  experience: Schema.String,
  /** the contract or the work permit ends within 60 days, or has */
  expiring: Schema.Boolean,
  workPermitExpiry: Text,
  /** what holds today, with what it is counted by; for finance and the head of the department, else null; likewise all fields of money below */
  rate: Schema.NullOr(Term),
  rates: Schema.NullOr(Schema.Array(Term)),
  hourlyRate: Text,
  dailyRate: Text,
  monthlyRate: Text,
  contractValue: Text,
  bankName: Text,
  bankAccount: Text,
  vendorId: Whole,
  vendorName: Text,
  /** for the head of the department, else null */
  nationalId: Text,
  workPermitNumber: Text,
  address: Text,
  notes: Text,
  totalProjectsCompleted: Schema.Int,
  currentProjectsCount: Schema.Int,
  /** the mean of what was rated, from 0.00 to 5.00 */
  rating: Schema.String,
  ratings: Schema.Int,
  /** days that wait for approval; hours approved and on no bill */
  waitingDays: Schema.Int,
  unbilledHours: Schema.String,
  /** the oldest month that is over, has approved hours and is not billed */
  billableMonth: Text,
  createdBy: Whole,
  canChange: Schema.Boolean,
  canAgreeRate: Schema.Boolean,
  canSuspend: Schema.Boolean,
  canReinstate: Schema.Boolean,
  canEnd: Schema.Boolean,
  canAssign: Schema.Boolean,
  canBill: Schema.Boolean,
  canNameVendor: Schema.Boolean,
  ...keptFields,
})

export const ContractorNamed = Schema.Struct({ id: Schema.Int, contractorNumber: Schema.String, firstName: Schema.String, lastName: Schema.String })

/** Optional text; it can be cleared. */
export const line = (field: string, most = 200) => Schema.optional(Schema.NullOr(TextInput(field, { most })))
export const day = (field: string) => Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), DateInput(field)])))
const Email = Schema.optional(Schema.NullOr(EmailInput("E-mail")))
const SiteInput = Schema.Union([Schema.String, Schema.Finite]).annotate({ message: "Site must be one of the list" })
const Amount = (field: string) => MoneyInput(`${field} must be a number with at most two decimals`)
export const Reason = TextInput("Reason", { required: true, most: 500 })
const optional = {
  companyName: line("Company name"),
  email: Email,
  nationalId: line("National ID", 60),
  contractorType: Schema.optional(OneOf("Contractor type", ...contractorTypes)),
  siteId: Schema.optional(Schema.NullOr(SiteInput)),
  contractEnd: day("Contract end"),
  contractValue: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), Amount("Contract value")]))),
  paymentTerms: Schema.optional(OneOf("Payment terms", ...paymentTerms)),
  skills: Schema.optional(Schema.Array(TextInput("Skill", { required: true, most: 60 })).check(Schema.isMaxLength(30, { message: "Name 30 skills at most" }))),
  certifications: line("Certifications", 500),
  experience: line("Experience", 500),
  address: line("Address", 500),
  bankName: line("Bank", 100),
  bankAccount: line("Bank account", 60),
  workPermitNumber: line("Work permit", 60),
  workPermitExpiry: day("Work permit expiry"),
  notes: Schema.optional(Schema.NullOr(TextInput("Notes"))),
}
export const ContractorInput = Schema.Struct({
  /** the next of the series if it is left out */
  contractorNumber: line("Contractor number", 40),
  firstName: TextInput("First name", { required: true, most: 100 }),
  lastName: TextInput("Last name", { required: true, most: 100 }),
  phone: TextInput("Phone", { required: true, most: 60 }),
  serviceType: TextInput("Service type", { required: true, most: 100 }),
  departmentId: IdInput("Department is required"),
  contractStart: DateInput("Contract start"),
  currency: Schema.optional(OneOf("Currency", ...currencies)),
  /** the first of these that is given is agreed from the contract's start on */
  hourlyRate: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), Amount("Hourly rate")]))),
  dailyRate: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), Amount("Daily rate")]))),
  monthlyRate: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), Amount("Monthly rate")]))),
  ...optional,
})
export const ContractorChanges = Schema.Struct({
  firstName: Schema.optional(TextInput("First name", { required: true, most: 100 })),
  lastName: Schema.optional(TextInput("Last name", { required: true, most: 100 })),
  phone: Schema.optional(TextInput("Phone", { required: true, most: 60 })),
  serviceType: Schema.optional(TextInput("Service type", { required: true, most: 100 })),
  departmentId: Schema.optional(IdInput("Department is required")),
  contractStart: Schema.optional(DateInput("Contract start")),
  ...optional,
})
export const RateInput = Schema.Struct({
  from: DateInput("Date from"),
  unit: OneOf("Unit", ...rateUnits),
  amount: Amount("Rate"),
  reason: line("Reason", 500),
})
export const ReasonInput = Schema.Struct({ reason: Reason })
export const EndInput = Schema.Struct({ endedOn: DateInput("Last day"), reason: Reason })
export const VendorNameInput = Schema.Struct({ vendorId: Schema.optional(Schema.NullOr(IdInput("Vendor must be one of the list"))) })
const id = { params: { id: Id } }
export const READERS: ReadonlyArray<Permission> = ["team.manage", "department.manage", "finance.full"]
export const rowsShown = "6: own site; 8: own department; 7 and 10: all"
const reads: Rule = { may: READERS, scope: rowsShown, audited: "pay" } as const
const leads: Rule = { may: ["users.department", "users.manage"], scope: "8: own department; 10: all" }
const bills: Rule = { may: ["finance.full"], scope: "all" }
const contractor = ["contractor", "contractor_assignment", "contractor_hours", "contractor_bill"]

export class ContractorsGroup extends HttpApiGroup.make("contractors")
  .add(
    HttpApiEndpoint.get("list", "/api/contractors", {
      query: {
        ...ListQuery,
        departmentId: Schema.optional(Schema.String),
        contractorType: Schema.optional(Schema.String),
        availability: Schema.optional(Schema.String),
        expiring: Schema.optional(Schema.String),
        billable: Schema.optional(Schema.String),
      },
      success: Schema.Array(ContractorAnswer),
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, contractor),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/contractors/:id", { ...id, success: ContractorAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, contractor),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/contractors/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { ...leads, audited: "identity" })
      .annotate(InvalidatedBy, ["contractor"]),
  )
  .add(
    HttpApiEndpoint.post("register", "/api/contractors", { payload: ContractorInput, success: ContractorAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      leads,
    ),
  )
  .add(
    HttpApiEndpoint.patch("change", "/api/contractors/:id", { ...id, payload: ContractorChanges, success: ContractorAnswer, error: rejections }).annotate(
      Rule,
      leads,
    ),
  )
  .add(
    HttpApiEndpoint.post("rate", "/api/contractors/:id/rates", {
      ...id,
      payload: RateInput,
      success: ContractorAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { ...leads, may: ["users.department", "users.manage", "finance.full"], stepUp: true }),
  )
  .add(
    HttpApiEndpoint.put("suspend", "/api/contractors/:id/suspend", { ...id, payload: ReasonInput, success: ContractorAnswer, error: rejections }).annotate(
      Rule,
      {
        ...leads,
        stepUp: true,
      },
    ),
  )
  .add(
    HttpApiEndpoint.put("reinstate", "/api/contractors/:id/reinstate", { ...id, success: ContractorAnswer, error: rejections }).annotate(Rule, {
      ...leads,
      stepUp: true,
    }),
  )
  .add(
    HttpApiEndpoint.put("end", "/api/contractors/:id/end", { ...id, payload: EndInput, success: ContractorAnswer, error: rejections }).annotate(Rule, {
      ...leads,
      stepUp: true,
    }),
  )
  .add(
    HttpApiEndpoint.put("vendor", "/api/contractors/:id/vendor", {
      ...id,
      payload: [Schema.Null, VendorNameInput],
      success: ContractorAnswer,
      error: rejections,
    }).annotate(Rule, { ...bills, stepUp: true }),
  )
  .add(
    HttpApiEndpoint.get("erasure", "/api/contractors/:id/erasure", { ...id, success: ErasureAnswer, error: rejections }).annotate(Rule, {
      may: ["system.admin"],
      scope: "all",
    }),
  )
  .add(
    HttpApiEndpoint.post("erase", "/api/contractors/:id/erase", { ...id, payload: ErasureInput, success: ContractorAnswer, error: rejections }).annotate(Rule, {
      may: ["system.admin"],
      scope: "all",
      duties: "only whose contract has ended",
      stepUp: true,
    }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class ContractorsApi extends HttpApi.make("ops").add(ContractorsGroup) {}
