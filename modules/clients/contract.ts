/** The calls about clients, their contracts, projects and people. Money is a decimal string; shares are percent with two decimals. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { FINANCE, InvalidatedBy, OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import { wholeInput } from "@ops/platform/decimal-input.ts"
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
import { FilterWords } from "@ops/platform/http/filter-words.ts"
import { ErasureAnswer, ErasureInput } from "@ops/platform/http/erasure-contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { quantityInput } from "@ops/platform/quantity.ts"

const currencies = ["USD", "SSP"] as const
const paymentTerms = ["due_on_receipt", "15_days", "30_days", "45_days", "60_days"] as const
const serviceTypes = ["catering", "cleaning", "facilities", "construction"] as const
const billingBases = ["served", "planned", "guaranteed"] as const
const mealPlans = ["full", "breakfast", "lunch", "dinner", "breakfast_lunch", "lunch_dinner", "none"] as const
const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const Currency = Schema.Literals(currencies)
const ClientNamed = Schema.Struct({ id: Schema.Int, companyName: Schema.String })
const SiteNamed = Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })
const kept = { createdBy: Whole, version: Schema.Int, createdAt: Schema.String, updatedAt: Schema.String }

const party = {
  id: Schema.Int,
  companyName: Schema.String,
  contactPerson: Text,
  email: Text,
  phone: Text,
  address: Text,
  /** of the contract in force today; null without one */
  contractStartDate: Text,
  contractEndDate: Text,
  /** what a meal costs today under it, in `contractCurrency`; null without one, and for levels that see no prices */
  mealRate: Text,
  contractCurrency: Schema.NullOr(Currency),
  currency: Currency,
  paymentTerms: Schema.Literals(paymentTerms),
  /** draft: named on an invoice only, finance has yet to complete it */
  status: Schema.Literals(["draft", "active", "inactive"]),
  notes: Text,
  activeContracts: Schema.Int,
  activeStaff: Schema.Int,
  ...kept,
}
export const ClientAnswer = Schema.Struct({ ...party, clientCode: Schema.String })
export const CustomerAnswer = Schema.Struct({ ...party, customerCode: Schema.String })

export const ContractAnswer = Schema.Struct({
  id: Schema.Int,
  contractNumber: Schema.String,
  clientId: Schema.Int,
  client: ClientNamed,
  siteId: Schema.Int,
  site: SiteNamed,
  serviceType: Schema.Literals(serviceTypes),
  startDate: Schema.String,
  endDate: Text,
  status: Schema.Literals(["scheduled", "active", "ended"]),
  currency: Currency,
  taxCode: Schema.String,
  /** what holds today; null before the first, and the rate for levels that see no prices */
  mealRate: Text,
  billingBasis: Schema.NullOr(Schema.Literals(billingBases)),
  /** percent; null unless guaranteed */
  guaranteedShare: Text,
  currentStaffCount: Whole,
  /** every term with the day from which it holds */
  rates: Schema.NullOr(
    Schema.Array(
      Schema.Struct({
        from: Schema.String,
        rate: Schema.String,
        bands: Schema.Array(Schema.Struct({ fromHeads: Schema.Int, rate: Schema.String })),
      }),
    ),
  ),
  bases: Schema.Array(Schema.Struct({ from: Schema.String, basis: Schema.Literals(billingBases), guaranteedShare: Text })),
  headCounts: Schema.Array(Schema.Struct({ from: Schema.String, heads: Schema.Int, reason: Schema.String })),
  details: Schema.Struct({
    staffCapacity: Whole,
    mealTypes: Schema.Array(Schema.String),
    specialDietaryRequirements: Text,
    kitchenFacilities: Text,
    servingSchedule: Text,
    cleaningType: Text,
    serviceFrequency: Text,
    areasIncluded: Schema.Array(Schema.String),
    specialEquipment: Text,
    chemicalsUsed: Text,
    staffRequired: Whole,
    estimatedHours: Text,
    hourlyRate: Text,
  }),
  notes: Schema.String,
  ...kept,
})

export const ProjectAnswer = Schema.Struct({
  id: Schema.Int,
  projectCode: Schema.String,
  projectName: Schema.String,
  clientId: Schema.Int,
  client: ClientNamed,
  siteId: Schema.Int,
  site: SiteNamed,
  location: Text,
  projectManager: Text,
  startDate: Text,
  endDate: Text,
  /** null for levels that see no prices */
  budgetAmount: Text,
  currency: Currency,
  status: Schema.Literals(["active", "completed", "cancelled"]),
  description: Schema.String,
  ...kept,
})

/** A project of any kind, as what points to one shows it. */
export const ProjectHeadAnswer = Schema.Struct({
  id: Schema.Int,
  kind: Schema.Literals(["service", "construction"]),
  number: Schema.String,
  name: Schema.String,
  siteId: Schema.Int,
  site: SiteNamed,
  clientId: Whole,
  /** null: the company's own */
  client: Schema.NullOr(ClientNamed),
  isActive: Schema.Boolean,
})

export const StaffMemberAnswer = Schema.Struct({
  id: Schema.Int,
  staffNumber: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  email: Text,
  phone: Text,
  position: Text,
  department: Text,
  clientId: Schema.Int,
  client: ClientNamed,
  projectId: Whole,
  project: Schema.NullOr(Schema.Struct({ id: Schema.Int, projectName: Schema.String })),
  siteId: Schema.Int,
  site: SiteNamed,
  hireDate: Text,
  endDate: Text,
  status: Schema.Literals(["active", "left"]),
  mealPlan: Schema.Literals(mealPlans),
  /** health and family: null for levels that do not feed people */
  allergies: Text,
  dietaryRestrictions: Text,
  emergencyContact: Text,
  emergencyPhone: Text,
  ...kept,
})

/** Optional text; it can be cleared. */
const line = (field: string, most = 200) => Schema.optional(Schema.NullOr(TextInput(field, { most })))
const Email = Schema.optional(Schema.NullOr(EmailInput("E-mail")))
const day = (field: string) => Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), DateInput(field)])))
const SiteInput = Schema.Union([Schema.String, Schema.Finite]).annotate({ message: "Site is required" })
/** An id that a select sends; nothing chosen is an empty text. */
const chosenId = (message: string) => Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), IdInput(message)])))
const HoursInput = quantityInput("Estimated hours must be a number with at most three decimals")
const wholeOf = (message: string) => Schema.optional(Schema.NullOr(wholeInput(message, 999_999)))
const words = (field: string) => Schema.optional(Schema.Array(TextInput(field, { most: 60, required: true })))
const reason = (required: boolean) => TextInput("Reason", { most: 500, required })

const clientFacts = {
  contactPerson: line("Contact person"),
  email: Email,
  phone: line("Phone", 60),
  address: line("Address", 500),
  currency: Schema.optional(OneOf("Currency", ...currencies)),
  paymentTerms: Schema.optional(OneOf("Payment terms", ...paymentTerms)),
  notes: line("Notes", 2000),
}
export const ClientInput = Schema.Struct({
  clientCode: line("Client code", 40),
  companyName: TextInput("Company name", { required: true }),
  ...clientFacts,
})
export const ClientChanges = Schema.Struct({ companyName: Schema.optional(TextInput("Company name", { required: true })), ...clientFacts })

const service = {
  staffCapacity: wholeOf("Staff capacity must be a whole number"),
  mealTypes: words("Meal type"),
  specialDietaryRequirements: line("Special dietary requirements", 2000),
  kitchenFacilities: line("Kitchen facilities", 2000),
  servingSchedule: line("Serving schedule", 2000),
  cleaningType: line("Cleaning type"),
  serviceFrequency: line("Service frequency"),
  areasIncluded: words("Area"),
  specialEquipment: line("Special equipment", 2000),
  chemicalsUsed: line("Chemicals used", 2000),
  staffRequired: wholeOf("Staff required must be a whole number"),
  estimatedHours: Schema.optional(Schema.NullOr(HoursInput)),
  hourlyRate: Schema.optional(Schema.NullOr(MoneyInput("Hourly rate must be a number with at most two decimals"))),
}
export const DescriptionInput = Schema.Struct({ ...service, notes: Schema.optional(TextInput("Notes")) })

const Rate = MoneyInput("Rate must be a number with at most two decimals")
const Bands = Schema.optional(
  Schema.Array(Schema.Struct({ fromHeads: wholeInput("A band begins at a whole number of heads", 999_999), rate: Rate })).check(
    Schema.isMaxLength(20, { message: "A rate can have 20 bands at most" }),
  ),
)
const Share = Schema.optional(Schema.NullOr(MoneyInput("Guaranteed share must be a percentage such as 80")))
const Heads = wholeInput("Count must be a whole number", 999_999)

export const ContractInput = Schema.Struct({
  clientId: IdInput("Client is required"),
  siteId: SiteInput,
  serviceType: OneOf("Service", ...serviceTypes),
  startDate: DateInput("Start date"),
  endDate: day("End date"),
  currency: Schema.optional(OneOf("Currency", ...currencies)),
  taxCode: Schema.optional(TextInput("Tax", { required: true, most: 20 })),
  /** the first terms, from the start date */
  mealRate: Schema.optional(Schema.NullOr(Rate)),
  bands: Bands,
  billingBasis: Schema.optional(Schema.NullOr(OneOf("Billing basis", ...billingBases))),
  guaranteedShare: Share,
  currentStaffCount: Schema.optional(Schema.NullOr(Heads)),
  notes: Schema.optional(TextInput("Notes")),
  ...service,
})
export const RateInput = Schema.Struct({ from: DateInput("Date from"), rate: Rate, bands: Bands })
export const BasisInput = Schema.Struct({ from: DateInput("Date from"), basis: OneOf("Billing basis", ...billingBases), guaranteedShare: Share })
export const HeadCountInput = Schema.Struct({ from: DateInput("Date from"), heads: Heads, reason: reason(true) })
export const EndInput = Schema.Struct({ endDate: DateInput("End date"), reason: reason(true) })

const projectFacts = {
  location: line("Location"),
  projectManager: line("Project manager"),
  startDate: day("Start date"),
  endDate: day("End date"),
  budgetAmount: Schema.optional(Schema.NullOr(MoneyInput("Budget must be a number with at most two decimals"))),
  currency: Schema.optional(OneOf("Currency", ...currencies)),
  description: Schema.optional(TextInput("Description")),
}
export const ProjectInput = Schema.Struct({
  projectCode: line("Project code", 40),
  projectName: TextInput("Project name", { required: true, most: 200 }),
  clientId: IdInput("Client is required"),
  siteId: SiteInput,
  ...projectFacts,
})
export const ProjectChanges = Schema.Struct({ projectName: Schema.optional(TextInput("Project name", { required: true, most: 200 })), ...projectFacts })
export const ClosingInput = Schema.Struct({ status: OneOf("Status", "completed", "cancelled"), endDate: DateInput("End date") })

const personFacts = {
  email: Email,
  phone: line("Phone", 60),
  position: line("Position"),
  department: line("Department"),
  projectId: chosenId("Project must be one of the list"),
  hireDate: day("Hire date"),
  mealPlan: Schema.optional(OneOf("Meal plan", ...mealPlans)),
  allergies: line("Allergies", 500),
  dietaryRestrictions: line("Dietary restrictions", 500),
  emergencyContact: line("Emergency contact"),
  emergencyPhone: line("Emergency phone", 60),
}
export const StaffMemberInput = Schema.Struct({
  staffNumber: line("Staff number", 40),
  firstName: TextInput("First name", { required: true, most: 100 }),
  lastName: TextInput("Last name", { required: true, most: 100 }),
  clientId: IdInput("Client is required"),
  siteId: SiteInput,
  ...personFacts,
})
export const StaffMemberChanges = Schema.Struct({
  firstName: Schema.optional(TextInput("First name", { required: true, most: 100 })),
  lastName: Schema.optional(TextInput("Last name", { required: true, most: 100 })),
  clientId: Schema.optional(IdInput("Client is required")),
  siteId: Schema.optional(SiteInput),
  ...personFacts,
})
export const LeavingInput = Schema.Struct({ endDate: DateInput("End date"), reason: Schema.optional(Schema.NullOr(reason(false))) })
export const ReturnInput = Schema.Struct({ from: DateInput("Date") })
export const ReasonInput = Schema.Struct({ reason: reason(true) })

const office: ReadonlyArray<Permission> = ["finance.full", "department.manage"]
const keepers: ReadonlyArray<Permission> = [...office, "operations.supervise"]
const readers: ReadonlyArray<Permission> = [...OPERATIONS, ...FINANCE]
const ownSite = "3 and 6: own site; 8: own site if it has one; 7 and 10: all"
const reads: Rule = { may: readers, scope: ownSite }
const id = { params: { id: Id } }
const query = { ...ListQuery, clientId: Schema.optional(Schema.String) }
const parties = ["client", "client_contract", "project", "staff_member"]

export class ClientsGroup extends HttpApiGroup.make("clients")
  .add(
    HttpApiEndpoint.get("list", "/api/clients", { query: ListQuery, success: Schema.Array(ClientAnswer), error: rejections })
      .annotate(Rule, { ...reads, scope: `${ownSite}; the meal rate only for 6, 7, 8 and 10` })
      .annotate(InvalidatedBy, parties),
  )
  .add(
    HttpApiEndpoint.get("customers", "/api/customers", { query: ListQuery, success: Schema.Array(CustomerAnswer), error: rejections })
      .annotate(Rule, { ...reads, scope: `${ownSite}; the meal rate only for 6, 7, 8 and 10` })
      .annotate(InvalidatedBy, parties),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/clients/:id", { ...id, success: ClientAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, parties),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/clients/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: [...keepers, ...FINANCE], scope: ownSite })
      .annotate(InvalidatedBy, ["client"]),
  )
  .add(
    HttpApiEndpoint.post("add", "/api/clients", { payload: ClientInput, success: ClientAnswer.pipe(created), error: rejections }).annotate(Rule, {
      may: office,
      scope: "all",
    }),
  )
  .add(
    HttpApiEndpoint.patch("change", "/api/clients/:id", { ...id, payload: ClientChanges, success: ClientAnswer, error: rejections }).annotate(Rule, {
      may: office,
      scope: "all",
    }),
  )
  .add(
    HttpApiEndpoint.post("deactivate", "/api/clients/:id/deactivate", { ...id, payload: ReasonInput, success: ClientAnswer, error: rejections }).annotate(
      Rule,
      {
        may: office,
        scope: "all",
      },
    ),
  )
  .add(
    HttpApiEndpoint.post("reactivate", "/api/clients/:id/reactivate", { ...id, success: ClientAnswer, error: rejections }).annotate(Rule, {
      may: office,
      scope: "all",
    }),
  )
  .add(
    HttpApiEndpoint.get("erasure", "/api/clients/:id/erasure", { ...id, success: ErasureAnswer, error: rejections }).annotate(Rule, {
      may: ["system.admin"],
      scope: "all",
    }),
  )
  .add(
    HttpApiEndpoint.post("eraseContact", "/api/clients/:id/erase-contact", { ...id, payload: ErasureInput, success: ClientAnswer, error: rejections }).annotate(
      Rule,
      { may: ["system.admin"], scope: "all", stepUp: true },
    ),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

const signed: Rule = { may: office, scope: "8: own site if it has one; 7 and 10: all" }
const agreed: Rule = { may: ["department.manage"], scope: "8: own site if it has one; 10: all", duties: "who bills does not agree prices" }

export class ContractsGroup extends HttpApiGroup.make("contracts")
  .add(
    HttpApiEndpoint.get("list", "/api/contracts", {
      query: { ...query, serviceType: Schema.optional(Schema.String) },
      success: Schema.Array(ContractAnswer),
      error: rejections,
    })
      .annotate(Rule, { ...reads, scope: `${ownSite}; prices only for 6, 7, 8 and 10` })
      .annotate(InvalidatedBy, ["client_contract", "client", "site"]),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/contracts/:id", { ...id, success: ContractAnswer, error: rejections })
      .annotate(Rule, { ...reads, scope: `${ownSite}; prices only for 6, 7, 8 and 10` })
      .annotate(InvalidatedBy, ["client_contract", "client"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/contracts/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: [...keepers, ...FINANCE], scope: ownSite })
      .annotate(InvalidatedBy, ["client_contract"]),
  )
  .add(
    HttpApiEndpoint.post("sign", "/api/contracts", { payload: ContractInput, success: ContractAnswer.pipe(created), error: rejections }).annotate(Rule, signed),
  )
  .add(
    HttpApiEndpoint.patch("describe", "/api/contracts/:id", { ...id, payload: DescriptionInput, success: ContractAnswer, error: rejections }).annotate(
      Rule,
      signed,
    ),
  )
  .add(
    HttpApiEndpoint.post("agreeRate", "/api/contracts/:id/rates", {
      ...id,
      payload: RateInput,
      success: ContractAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { ...agreed, duties: `${agreed.duties}; before this month only level 10` }),
  )
  .add(
    HttpApiEndpoint.post("agreeBasis", "/api/contracts/:id/basis", {
      ...id,
      payload: BasisInput,
      success: ContractAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { ...agreed, duties: `${agreed.duties}; before this month only level 10` }),
  )
  .add(
    HttpApiEndpoint.post("planHeadCount", "/api/contracts/:id/head-counts", {
      ...id,
      payload: HeadCountInput,
      success: ContractAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { may: keepers, scope: "6: own site; 8: own site if it has one; 7 and 10: all", duties: "before this month only level 10" }),
  )
  .add(
    HttpApiEndpoint.post("end", "/api/contracts/:id/end", { ...id, payload: EndInput, success: ContractAnswer, error: rejections }).annotate(Rule, {
      ...signed,
      duties: "before this month only level 10",
    }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class ProjectsGroup extends HttpApiGroup.make("projects")
  .add(
    HttpApiEndpoint.get("list", "/api/projects", { query, success: Schema.Array(ProjectAnswer), error: rejections })
      .annotate(Rule, { ...reads, scope: `${ownSite}; budgets only for 6, 7, 8 and 10` })
      .annotate(InvalidatedBy, ["project", "client", "site"]),
  )
  .add(
    HttpApiEndpoint.get("heads", "/api/project-heads", {
      query: { ...query, kind: Schema.optional(Schema.String) },
      success: Schema.Array(ProjectHeadAnswer),
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(FilterWords, { status: ["active", "inactive"] })
      .annotate(InvalidatedBy, ["project_head", "client", "site"]),
  )
  .add(HttpApiEndpoint.post("open", "/api/projects", { payload: ProjectInput, success: ProjectAnswer.pipe(created), error: rejections }).annotate(Rule, signed))
  .add(
    HttpApiEndpoint.patch("change", "/api/projects/:id", { ...id, payload: ProjectChanges, success: ProjectAnswer, error: rejections }).annotate(Rule, signed),
  )
  .add(
    HttpApiEndpoint.post("close", "/api/projects/:id/close", { ...id, payload: ClosingInput, success: ProjectAnswer, error: rejections }).annotate(
      Rule,
      signed,
    ),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

const erases: Rule = { may: ["system.admin"], scope: "all", duties: "only who has left", stepUp: true }
const keeps: Rule = { may: keepers, scope: "6: own site; 8: own site if it has one; 7 and 10: all" }

export class StaffMembersGroup extends HttpApiGroup.make("staffMembers")
  .add(
    HttpApiEndpoint.get("list", "/api/staff-members", {
      query: { ...query, projectId: Schema.optional(Schema.String), mealPlan: Schema.optional(Schema.String) },
      success: Schema.Array(StaffMemberAnswer),
      error: rejections,
    })
      .annotate(Rule, { ...reads, scope: `${ownSite}; health and family only for 3, 6, 8 and 10`, audited: "health" })
      .annotate(InvalidatedBy, ["staff_member", "client", "project"]),
  )
  .add(
    HttpApiEndpoint.post("join", "/api/staff-members", { payload: StaffMemberInput, success: StaffMemberAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      keeps,
    ),
  )
  .add(
    HttpApiEndpoint.patch("change", "/api/staff-members/:id", {
      ...id,
      payload: StaffMemberChanges,
      success: StaffMemberAnswer,
      error: rejections,
    }).annotate(Rule, keeps),
  )
  .add(
    HttpApiEndpoint.post("leave", "/api/staff-members/:id/leave", { ...id, payload: LeavingInput, success: StaffMemberAnswer, error: rejections }).annotate(
      Rule,
      keeps,
    ),
  )
  .add(
    HttpApiEndpoint.post("comeBack", "/api/staff-members/:id/return", { ...id, payload: ReturnInput, success: StaffMemberAnswer, error: rejections }).annotate(
      Rule,
      keeps,
    ),
  )
  .add(
    HttpApiEndpoint.get("erasure", "/api/staff-members/:id/erasure", { ...id, success: ErasureAnswer, error: rejections }).annotate(Rule, {
      ...erases,
      stepUp: false,
    }),
  )
  .add(
    HttpApiEndpoint.post("erase", "/api/staff-members/:id/erase", { ...id, payload: ErasureInput, success: StaffMemberAnswer, error: rejections }).annotate(
      Rule,
      erases,
    ),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class ClientsApi extends HttpApi.make("ops").add(ClientsGroup).add(ContractsGroup).add(ProjectsGroup).add(StaffMembersGroup) {}
