/** The calls about the company. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import type { Rule } from "@ops/platform/access/rule.ts"
import { ErrorMapping, EmailInput, TextInput } from "@ops/platform/http/contract.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"

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

const settles: Rule = { may: ["settings.system"], scope: "the company" }

/** Calls about the company, in the group of the sites. */
export const companyCalls = [
  call.put("describeCompany", "/api/company", "Describe the company", CompanySettings, { payload: CompanyInput, ...settles }),
  call.get("companySettings", "/api/settings/company", "Read the settings of the company", CompanySettings, { ...settles, dependsOn: ["company"] }),
  call.get("companyHistory", "/api/settings/company/history", "Read the history of the company's settings", HistoryAnswer, {
    ...settles,
    dependsOn: ["company"],
  }),
]

/** What anyone may read, for the landing page. */
export class CompanyGroup extends HttpApiGroup.make("company")
  .add(call.get("read", "/api/company", "Read the company's description", CompanyAnswer, { may: "public", scope: "the company", dependsOn: ["company"] }))
  .middleware(ErrorMapping) {}

export class CompanyApi extends HttpApi.make("ops").add(CompanyGroup) {}
