/** The calls about clients, their contracts, projects and people. Money is a decimal string; shares are percent with two decimals. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { BadgesGroup } from "./badges/contract.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { Rule, TokenArea } from "@ops/platform/access/rule.ts"
import { wholeInput } from "@ops/platform/decimal-input.ts"
import {
  Authentication,
  Authorization,
  created,
  DateInput,
  ErrorMapping,
  IdInput,
  ListQuery,
  OneOf,
  TextInput,
  SiteGiven,
} from "@ops/platform/http/contract.ts"
import { ErasureAnswer, ErasureInput } from "@ops/platform/http/erasure-contract.ts"
import { payloadOf, payloadOn } from "@ops/platform/http/resources/wire.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { quantityInput } from "@ops/platform/quantity.ts"
import { addClient, changeClient, deactivateClient, paymentTerms } from "./client.ts"
import { billingBases, serviceTypes } from "./contracts/client-contract.ts"
import { contracts } from "./contracts/resource.ts"
import { HISTORIANS, OFFICE, READERS } from "./permissions.ts"
import { projects } from "./projects/resource.ts"
import { staffMembers } from "./staff-members/resource.ts"

const currencies = ["USD", "SSP"] as const
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
  /** start of the contract in force today; null without one */
  contractStartDate: Text,
  contractEndDate: Text,
  /** today's meal rate of that contract, in `contractCurrency`; null without one, and for levels that may not see prices */
  mealRate: Text,
  contractCurrency: Schema.NullOr(Currency),
  currency: Currency,
  paymentTerms: Schema.Literals(paymentTerms),
  /** draft: only named on an invoice so far, to be completed by finance */
  status: Schema.Literals(["draft", "active", "inactive"]),
  notes: Text,
  /** from this day on, month-ends wait for the client's statement of account; null if it sends none */
  statementsFrom: Text,
  activeContracts: Schema.Int,
  activeStaff: Schema.Int,
  ...kept,
}
export const ClientAnswer = Schema.Struct({ ...party, clientCode: Schema.String }).annotate({ identifier: "Client" })
export const CustomerAnswer = Schema.Struct({ ...party, customerCode: Schema.String }).annotate({ identifier: "Customer" })

/** A project of any kind, as shown in records that refer to it. */
export const ProjectHeadAnswer = Schema.Struct({
  id: Schema.Int,
  kind: Schema.Literals(["service", "construction"]),
  number: Schema.String,
  name: Schema.String,
  siteId: Schema.Int,
  site: SiteNamed,
  clientId: Whole,
  /** null for the company's own projects */
  client: Schema.NullOr(ClientNamed),
  isActive: Schema.Boolean,
}).annotate({ identifier: "ProjectHead" })

/** Optional text; it can be cleared. */
const line = (field: string, most = 200) => Schema.optional(Schema.NullOr(TextInput(field, { most })))
const day = (field: string) => Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), DateInput(field)])))
const SiteInput = SiteGiven.annotate({ message: "Site is required" })
const HoursInput = quantityInput("Estimated hours must be a number with at most three decimals")
const wholeOf = (message: string) => Schema.optional(Schema.NullOr(wholeInput(message, 999_999)))
const words = (field: string) => Schema.optional(Schema.Array(TextInput(field, { most: 60, required: true })))

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
  Schema.Array(Schema.Struct({ fromHeads: wholeInput("A band starts at a whole number of people", 999_999), rate: Rate })).check(
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
const ownSite = "3 and 6: own site; 8: own site if it has one; 7 and 10: all"
const writes: Rule = { may: OFFICE, scope: "all" }
const reads: Rule = { may: READERS, scope: ownSite }
const query = { ...ListQuery, clientId: Schema.optional(Schema.String) }
const parties = ["client", "client_contract", "project", "staff_member"]

export class ClientsGroup extends callGroup(
  "clients",
  call.list("list", "/api/clients", "List clients", ClientAnswer, { ...reads, scope: `${ownSite}; the meal rate only for 6, 7, 8 and 10`, dependsOn: parties }),
  call.list("customers", "/api/customers", "List customers", CustomerAnswer, {
    ...reads,
    scope: `${ownSite}; the meal rate only for 6, 7, 8 and 10`,
    dependsOn: parties,
  }),
  call.get("one", "/api/clients/:id", "Read one client", ClientAnswer, { ...reads, dependsOn: parties }),
  call.get("history", "/api/clients/:id/history", "Read the history of one client", HistoryAnswer, { may: HISTORIANS, scope: ownSite, dependsOn: ["client"] }),
  call.post("add", "/api/clients", "Add a client", ClientAnswer.pipe(created), { payload: payloadOf(addClient.fields), ...writes }),
  call.patch("change", "/api/clients/:id", "Change a client", ClientAnswer, { payload: payloadOn(changeClient), ...writes }),
  call.post("deactivate", "/api/clients/:id/deactivate", "Deactivate a client", ClientAnswer, { payload: payloadOn(deactivateClient), ...writes }),
  call.post("reactivate", "/api/clients/:id/reactivate", "Reactivate a client", ClientAnswer, writes),
  call.get("erasure", "/api/clients/:id/erasure", "Read what would be erased of one client", ErasureAnswer, { may: ["system.admin"], scope: "all" }),
  call.post("eraseContact", "/api/clients/:id/erase-contact", "Erase the contact of a client", ClientAnswer, {
    payload: ErasureInput,
    may: ["system.admin"],
    scope: "all",
    stepUp: true,
  }),
) {}

const signed: Rule = { may: OFFICE, scope: "8: own site if it has one; 7 and 10: all" }
const agreed: Rule = {
  may: ["department.manage"],
  scope: "8: own site if it has one; 10: all",
  duties: "who bills does not agree prices; before this month: only level 10",
}

/** The dated terms of a contract, and the description of its service. */
export class ContractTermsGroup extends HttpApiGroup.make("contractTerms")
  .add(call.post("sign", "/api/contracts", "Sign a contract", contracts.schema.pipe(created), { payload: ContractInput, ...signed }))
  .add(call.patch("describe", "/api/contracts/:id", "Change the description of a contract", contracts.schema, { payload: DescriptionInput, ...signed }))
  .add(call.post("agreeRate", "/api/contracts/:id/rates", "Agree a rate of a contract", contracts.schema.pipe(created), { payload: RateInput, ...agreed }))
  .add(
    call.post("agreeBasis", "/api/contracts/:id/basis", "Agree the billing basis of a contract", contracts.schema.pipe(created), {
      payload: BasisInput,
      ...agreed,
    }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
  .annotate(TokenArea, "contracts") {}

export class ProjectHeadsGroup extends HttpApiGroup.make("projectHeads")
  .add(
    call.get("list", "/api/project-heads", "List projects with their client and site", Schema.Array(ProjectHeadAnswer), {
      query: { ...query, kind: Schema.optional(Schema.String) },
      ...reads,
      words: { status: ["active", "inactive"] },
      dependsOn: ["project_head", "client", "site"],
    }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(TokenArea, "projects") {}

export class ClientsApi extends HttpApi.make("ops")
  .add(ClientsGroup)
  .add(ContractTermsGroup)
  .add(contracts.group)
  .add(ProjectHeadsGroup)
  .add(projects.group)
  .add(staffMembers.group)
  .add(BadgesGroup) {}
