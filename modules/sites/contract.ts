/** The calls about sites and the company. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { MadeOf, Rule } from "@ops/platform/access/rule.ts"
import { Answered, ListQuery, Permit, refusals, Session, TextInput } from "@ops/platform/http/contract.ts"

export const SiteAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  code: Schema.String,
  slug: Schema.String,
  label: Schema.String,
  client: Schema.NullOr(Schema.String),
  location: Schema.NullOr(Schema.String),
  isActive: Schema.Boolean,
})

export const CompanyInput = Schema.Struct({
  name: TextInput("Name", { required: true, most: 200 }),
  tagline: TextInput("Tagline", { most: 200 }),
  vision: TextInput("Vision"),
  mission: TextInput("Mission"),
  email: Schema.NullOr(TextInput("E-mail", { most: 200 })),
  phone: Schema.NullOr(TextInput("Phone", { most: 200 })),
  address: Schema.NullOr(TextInput("Address", { most: 500 })),
  services: Schema.Array(Schema.Struct({ title: TextInput("Title", { required: true, most: 100 }), text: TextInput("Text", { most: 500 }) })),
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
})

export class SitesGroup extends HttpApiGroup.make("sites")
  .add(
    HttpApiEndpoint.get("list", "/api/sites", { query: ListQuery, success: Schema.Array(SiteAnswer), error: refusals })
      .annotate(Rule, { may: "session", scope: "every site, id and name for all" })
      .annotate(MadeOf, ["site"]),
  )
  .add(
    HttpApiEndpoint.put("describeCompany", "/api/company", { payload: CompanyInput, success: CompanyAnswer, error: refusals }).annotate(Rule, {
      may: ["settings.system"],
      scope: "the company",
    }),
  )
  .middleware(Permit)
  .middleware(Session)
  .middleware(Answered)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

/** What anybody may read: the landing page shows it. */
export class CompanyGroup extends HttpApiGroup.make("company")
  .add(
    HttpApiEndpoint.get("read", "/api/company", { success: CompanyAnswer, error: refusals })
      .annotate(Rule, { may: "public", scope: "the company" })
      .annotate(MadeOf, ["company"]),
  )
  .middleware(Answered) {}

export class SitesApi extends HttpApi.make("ops").add(SitesGroup).add(CompanyGroup) {}
