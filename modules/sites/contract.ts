/** The API of sites and the company. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { ANYONE, InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
import { ErrorMapping, created, EmailInput, Id, ListQuery, Authorization, rejections, Authentication, TextInput } from "@ops/platform/http/contract.ts"
import { FilterWords } from "@ops/platform/http/filter-words.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"

export const SiteAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  code: Schema.String,
  slug: Schema.String,
  label: Schema.String,
  client: Schema.NullOr(Schema.String),
  location: Schema.NullOr(Schema.String),
  /** how many people it can house and feed */
  capacity: Schema.NullOr(Schema.Int),
  isActive: Schema.Boolean,
}).annotate({ identifier: "Site" })

const Maybe = (field: string, most: number) => Schema.NullOr(TextInput(field, { most }))
const siteFacts = {
  name: TextInput("Name", { required: true, most: 200 }),
  code: Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9]{1,3}$/, { message: "Code must be two to four capital letters or digits, such as US" })),
  /** the text in pickers; defaults to the name */
  label: TextInput("Label", { most: 200 }),
  client: Maybe("Client", 200),
  location: Maybe("Location", 200),
  capacity: Schema.NullOr(Schema.Int),
}
export const NewSite = Schema.Struct({
  name: siteFacts.name,
  code: siteFacts.code,
  label: Schema.optionalKey(siteFacts.label),
  client: Schema.optionalKey(siteFacts.client),
  location: Schema.optionalKey(siteFacts.location),
  capacity: Schema.optionalKey(siteFacts.capacity),
})
/** The fields to change; omitted ones stay. */
export const SiteChange = Schema.Struct({
  name: Schema.optionalKey(siteFacts.name),
  code: Schema.optionalKey(siteFacts.code),
  label: Schema.optionalKey(siteFacts.label),
  client: Schema.optionalKey(siteFacts.client),
  location: Schema.optionalKey(siteFacts.location),
  capacity: Schema.optionalKey(siteFacts.capacity),
})

export const CompanyInput = Schema.Struct({
  name: TextInput("Name", { required: true, most: 200 }),
  tagline: TextInput("Tagline", { most: 200 }),
  vision: TextInput("Vision"),
  mission: TextInput("Mission"),
  email: Schema.NullOr(EmailInput("E-mail")),
  phone: Schema.NullOr(TextInput("Phone", { most: 200 })),
  address: Schema.NullOr(TextInput("Address", { most: 500 })),
  services: Schema.Array(Schema.Struct({ title: TextInput("Title", { required: true, most: 100 }), text: TextInput("Text", { most: 500 }) })),
  /** for invoices; unchanged if omitted */
  taxNumber: Schema.optionalKey(Schema.NullOr(TextInput("Tax number", { most: 200 }))),
  bank: Schema.optionalKey(Schema.NullOr(TextInput("Bank", { most: 500 }))),
})

export const CompanyAnswer = Schema.Struct({
  name: Schema.String,
  tagline: Schema.String,
  vision: Schema.String,
  mission: Schema.String,
  email: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String),
  services: Schema.Array(Schema.Struct({ title: Schema.String, text: Schema.String })),
  mode: Schema.Literals(["demo", "production"]),
  /** the name of the sign-in service, if there is one */
  signInService: Schema.optionalKey(Schema.String),
  /** in a rehearsal, the instant after which it begins */
  rehearsal: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "Company" })
/** Including the details that only invoices show. */
export const CompanySettings = Schema.Struct({ ...CompanyAnswer.fields, taxNumber: Schema.NullOr(Schema.String), bank: Schema.NullOr(Schema.String) }).annotate(
  { identifier: "CompanySettings" },
)

const manages: Rule = { may: ["sites.manage"], scope: "all" }
const settles: Rule = { may: ["settings.system"], scope: "the company" }
const site = { success: SiteAnswer, error: rejections }

const id = { params: { id: Id } }
const settings = { success: CompanySettings, error: rejections }

export class SitesGroup extends HttpApiGroup.make("sites")
  .add(
    HttpApiEndpoint.get("list", "/api/sites", { query: ListQuery, success: Schema.Array(SiteAnswer), error: rejections })
      .annotateMerge(ruled("List sites", { may: ANYONE, scope: "every site, id and name for all" }))
      .annotate(FilterWords, { status: ["active", "closed"] })
      .annotate(InvalidatedBy, ["site"]),
  )
  .add(
    HttpApiEndpoint.post("open", "/api/sites", { payload: NewSite, success: SiteAnswer.pipe(created), error: rejections }).annotateMerge(
      ruled("Open a site", manages),
    ),
  )
  .add(HttpApiEndpoint.patch("change", "/api/sites/:id", { ...id, payload: SiteChange, ...site }).annotateMerge(ruled("Change a site", manages)))
  .add(
    HttpApiEndpoint.put("close", "/api/sites/:id/close", {
      ...id,
      payload: Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) }),
      ...site,
    }).annotateMerge(ruled("Close a site", manages)),
  )
  .add(HttpApiEndpoint.put("reopen", "/api/sites/:id/reopen", { ...id, ...site }).annotateMerge(ruled("Reopen a site", manages)))
  .add(
    HttpApiEndpoint.get("history", "/api/sites/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotateMerge(ruled("Read the history of one site", manages))
      .annotate(InvalidatedBy, ["site"]),
  )
  .add(HttpApiEndpoint.put("describeCompany", "/api/company", { ...settings, payload: CompanyInput }).annotateMerge(ruled("Describe the company", settles)))
  .add(
    HttpApiEndpoint.get("companySettings", "/api/settings/company", settings)
      .annotateMerge(ruled("Read the settings of the company", settles))
      .annotate(InvalidatedBy, ["company"]),
  )
  .add(
    HttpApiEndpoint.get("companyHistory", "/api/settings/company/history", { success: HistoryAnswer, error: rejections })
      .annotateMerge(ruled("Read the history of the company's settings", settles))
      .annotate(InvalidatedBy, ["company"]),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

/** What anyone may read, for the landing page. */
export class CompanyGroup extends HttpApiGroup.make("company")
  .add(
    HttpApiEndpoint.get("read", "/api/company", { success: CompanyAnswer, error: rejections })
      .annotateMerge(ruled("Read what the company says of itself", { may: "public", scope: "the company" }))
      .annotate(InvalidatedBy, ["company"]),
  )
  .middleware(ErrorMapping) {}

export class SitesApi extends HttpApi.make("ops").add(SitesGroup).add(CompanyGroup) {}
