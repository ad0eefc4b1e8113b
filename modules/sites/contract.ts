/** The calls about sites and the company. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import { ANYONE, Rule } from "@ops/platform/access/rule.ts"
import { ErrorMapping, created, EmailInput, TextInput } from "@ops/platform/http/contract.ts"
import { partly } from "@ops/platform/records/field.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"

export const SiteAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  code: Schema.String,
  slug: Schema.String,
  label: Schema.String,
  client: Schema.NullOr(Schema.String),
  location: Schema.NullOr(Schema.String),
  /** capacity: people it can house and feed */
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
export const NewSite = Schema.Struct({ ...partly(siteFacts), name: siteFacts.name, code: siteFacts.code })
/** The fields to change; omitted ones stay. */
export const SiteChange = Schema.Struct(partly(siteFacts))

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

export class SitesGroup extends callGroup(
  "sites",
  call.list("list", "/api/sites", "List sites", SiteAnswer, {
    may: ANYONE,
    scope: "every site, id and name for all",
    words: { status: ["active", "closed"] },
    dependsOn: ["site"],
  }),
  call.post("open", "/api/sites", "Open a site", SiteAnswer.pipe(created), { payload: NewSite, ...manages }),
  call.patch("change", "/api/sites/:id", "Change a site", SiteAnswer, { payload: SiteChange, ...manages }),
  call.put("close", "/api/sites/:id/close", "Close a site", SiteAnswer, {
    payload: Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) }),
    ...manages,
  }),
  call.put("reopen", "/api/sites/:id/reopen", "Reopen a site", SiteAnswer, manages),
  call.get("history", "/api/sites/:id/history", "Read the history of one site", HistoryAnswer, { ...manages, dependsOn: ["site"] }),
  call.put("describeCompany", "/api/company", "Describe the company", CompanySettings, { payload: CompanyInput, ...settles }),
  call.get("companySettings", "/api/settings/company", "Read the settings of the company", CompanySettings, { ...settles, dependsOn: ["company"] }),
  call.get("companyHistory", "/api/settings/company/history", "Read the history of the company's settings", HistoryAnswer, {
    ...settles,
    dependsOn: ["company"],
  }),
) {}

/** What anyone may read, for the landing page. */
export class CompanyGroup extends HttpApiGroup.make("company")
  .add(call.get("read", "/api/company", "Read the company's description", CompanyAnswer, { may: "public", scope: "the company", dependsOn: ["company"] }))
  .middleware(ErrorMapping) {}

export class SitesApi extends HttpApi.make("ops").add(SitesGroup).add(CompanyGroup) {}
