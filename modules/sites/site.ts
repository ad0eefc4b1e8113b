/** The places the company works at, and the company itself as it shows itself to others. */
import { act, conflict, find, forbidden, get, maybe, type Steps, Refusal, newId } from "@ops/platform/records/act.ts"
import { Flag, Line, Optional, Parts, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { holds } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"

/** A site. `code` is its two letters in lists, `slug` its name in addresses, `label` how pickers show it. */
export const Site = record(
  "site",
  { code: Line(4), slug: Line(60), name: Line(), label: Line(), client: Optional(Line()), location: Optional(Line()), isActive: Flag },
  { label: "Site", title: "name", unique: [{ fields: ["slug"], sentence: "A site with this name exists already" }] },
)
const facts = { code: Line(4), slug: Line(60), name: Line(), label: Line(), client: Optional(Line()), location: Optional(Line()) }

export const SiteOpened = event("SiteOpened", 1, facts, ({ name }) => `Site ${name} opened`)
export const SiteChanged = event("SiteChanged", 1, facts, () => "Site changed")
export const SiteClosed = event("SiteClosed", 1, { reason: Text(500) }, ({ reason }) => `Site closed: ${reason}`)

export const sites = stream(Site, SiteOpened, SiteChanged, SiteClosed).fold({
  SiteOpened: (_, site) => ({ ...site, isActive: true }),
  SiteChanged: (site, changed) => ({ ...site, ...changed }),
  SiteClosed: (site) => ({ ...site, isActive: false }),
})

export const openSite = act(
  "site.open",
  function* (input: { id?: number; code: string; slug: string; name: string; label: string; client: string | null; location: string | null }, by) {
    if (by.person !== null && !holds(by, "sites.manage")) throw forbidden("Only people who manage sites can open one")
    const { id = yield* newId(sites), ...site } = input
    if (yield* find(sites, { slug: site.slug })) throw conflict("A site with this name exists already")
    return [sites.at(id, SiteOpened(site))]
  },
)

/** The site somebody names by its id or its slug; refused if there is none, or it is not theirs. */
export function* siteOf(named: string | number, by: { readonly confinedTo: number | null }): Steps<Row<typeof Site>> {
  const id = Number(named)
  const site = Number.isSafeInteger(id) && id > 0 ? yield* get(sites, id) : yield* find(sites, { slug: String(named) })
  if (!site) throw new Refusal(400, "Site is required")
  if (by.confinedTo !== null && by.confinedTo !== site.id) throw forbidden(`You work at another site than ${site.name}`)
  return site
}

/** The company: one record, id 1. */
export const Company = record(
  "company",
  {
    name: Line(),
    tagline: Text(200),
    vision: Text(),
    mission: Text(),
    email: Optional(Line()),
    phone: Optional(Line()),
    address: Optional(Text(500)),
    services: Parts(Schema.Struct({ title: Schema.String, text: Schema.String })),
  },
  { label: "Company", title: "name" },
)
const companyFacts = {
  name: Line(),
  tagline: Text(200),
  vision: Text(),
  mission: Text(),
  email: Optional(Line()),
  phone: Optional(Line()),
  address: Optional(Text(500)),
  services: Parts(Schema.Struct({ title: Schema.String, text: Schema.String })),
}
export const CompanyDescribed = event("CompanyDescribed", 1, companyFacts, () => "Company's description changed")
export const companies = stream(Company, CompanyDescribed).fold({ CompanyDescribed: (_, facts) => facts })

export const describeCompany = act("company.describe", function* (facts: Parameters<typeof CompanyDescribed>[0], by) {
  if (by.person !== null && !holds(by, "settings.system")) throw forbidden("Only people who manage the settings can change this")
  yield* maybe(companies, 1)
  return [companies.at(1, CompanyDescribed(facts))]
})
