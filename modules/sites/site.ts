/** The company's sites, and its public description. */
import { NO_SITE, siteMissing } from "@ops/platform/access/site-scope.ts"
import {
  command,
  conflict,
  find,
  forbidden,
  get,
  invalid,
  findById,
  permitted,
  type CommandGenerator,
  Rejection,
  newId,
  unchanged,
} from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { Flag, Line, noted, Optional, partly, Parts, Ref, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { holds } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"

const facts = { code: Line(4), slug: Line(60), name: Line(), label: Line(), client: Optional(Line()), location: Optional(Line()) }

/** A site. `code` is its two letters in lists, `slug` its name in addresses, `label` its text in pickers. */
export const Site = record(
  "site",
  {
    ...facts,
    /** capacity: people it can house and feed; null if unknown */
    capacity: Optional(Whole),
    isActive: Flag,
  },
  { label: "Site", title: "name", unique: [{ fields: ["slug"], sentence: "A site with this name already exists" }] },
)

export const SiteOpened = event("SiteOpened", 1, facts, ({ name }) => `Site ${name} opened`)
export const SiteChanged = event("SiteChanged", 1, facts, () => "Site changed")
export const SiteCapacitySet = event("SiteCapacitySet", 1, { capacity: Optional(Whole) }, ({ capacity }) =>
  capacity === null ? "Capacity left open" : `Capacity ${capacity} people`,
)
export const SiteClosed = event("SiteClosed", 1, { reason: Text(500) }, ({ reason }) => `Site closed: ${reason}`)
export const SiteReopened = event("SiteReopened", 1, {}, () => "Site opened again")

export const sites = stream(Site, SiteOpened, SiteChanged, SiteCapacitySet, SiteClosed, SiteReopened).fold({
  SiteOpened: (_, site) => ({ ...site, capacity: null, isActive: true }),
  SiteChanged: (site, changed) => ({ ...site, ...changed }),
  SiteCapacitySet: (site, { capacity }) => ({ ...site, capacity }),
  SiteClosed: (site) => ({ ...site, isActive: false }),
  SiteReopened: (site) => ({ ...site, isActive: true }),
})

type SiteFacts = Parameters<typeof SiteOpened>[0]
const requireSiteManager = requiring("sites.manage", (what: string) => `Only people who manage sites can ${what} one`)
const checkCapacity = (capacity: number | null | undefined) => {
  if (capacity !== null && capacity !== undefined && !(capacity > 0)) throw invalid("Capacity must be at least 1, or blank")
}

/** Opens a site with this slug. 409 if the slug is taken. */
export const openSite = command("site.open", function* (input: SiteFacts & { readonly id?: number; readonly capacity?: number | null }, by) {
  requireSiteManager(by, "open")
  const { id = yield* newId(sites), capacity, ...site } = input
  checkCapacity(capacity)
  if (yield* find(sites, { slug: site.slug })) throw conflict("A site with this name already exists")
  return [sites.at(id, SiteOpened(site)), ...(capacity ? [sites.at(id, SiteCapacitySet({ capacity }))] : [])]
})

/** The facts as people give them. */
const given = {
  name: facts.name,
  code: noted(/^[A-Z][A-Z0-9]{1,3}$/, "must be two to four capital letters or digits, such as US", facts.code),
  /** the text in pickers; the name, if empty */
  label: Text(200),
  client: facts.client,
  location: facts.location,
  capacity: Optional(Whole),
}

/** Requires a code that no other site uses: it identifies the site in every list. */
function* requireUnusedCode(code: string, id: number | null): CommandGenerator<void> {
  const other = yield* find(sites, { code })
  if (other && other.id !== id) throw conflict(`${other.name} has the code ${code} already`)
}

/** The slug of a name for addresses: "Bentiu camp" becomes bentiu-camp. */
const slugOf = (name: string) =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60)

/** Opens a site as people do: its slug follows from its name. 409 if its code or slug is taken. */
export const openNamedSite = command("site.open", "Open a site", { ...given, label: withDefault("", given.label) }, function* (site, by) {
  requireSiteManager(by, "open")
  yield* requireUnusedCode(site.code, null)
  const slug = slugOf(site.name) || site.code.toLowerCase()
  return yield* openSite.decide({ ...site, slug, label: site.label || site.name }, by)
})

/** Changes the given details of a site. Its slug stays, because links contain it. */
export const changeSite = command("site.change", "Change a site", { id: Ref("site"), ...partly(given) }, function* ({ id, capacity, ...changes }, by) {
  requireSiteManager(by, "change")
  const site = yield* get(sites, id)
  yield* permitted()
  checkCapacity(capacity)
  if (changes.code !== undefined) yield* requireUnusedCode(changes.code, id)
  const { code, slug, name, label, client, location } = site
  const before: SiteFacts = { code, slug, name, label, client, location }
  const after = { ...before, ...changes }
  if (after.label === "") after.label = after.name
  const changed = JSON.stringify(after) === JSON.stringify(before) ? [] : [sites.at(id, SiteChanged(after))]
  const sized = capacity === undefined || capacity === site.capacity ? [] : [sites.at(id, SiteCapacitySet({ capacity }))]
  return changed.length + sized.length > 0 ? [...changed, ...sized] : unchanged(id)
})

/** Closes a site: it can no longer be selected, and no person can be placed there. Work begun there can be finished. */
export const closeSite = command("site.close", "Close a site", { id: Ref("site"), reason: Line(500) }, function* ({ id, reason }, by) {
  requireSiteManager(by, "close")
  const { name, isActive } = yield* get(sites, id)
  if (!isActive) throw conflict(`${name} is closed already`)
  yield* permitted()
  return [sites.at(id, SiteClosed({ reason }))]
})

export const reopenSite = command("site.reopen", "Reopen a site", { id: Ref("site") }, function* ({ id }, by) {
  requireSiteManager(by, "open")
  const { name, isActive } = yield* get(sites, id)
  if (isActive) throw conflict(`${name} is not closed`)
  return [sites.at(id, SiteReopened({}))]
})

/** The site with this id or slug; rejected if there is none, or the user may not see it. */
export function* siteOf(named: string | number, by: { readonly confinedTo: number | null }): CommandGenerator<Row<typeof Site>> {
  if (by.confinedTo === NO_SITE) throw forbidden(siteMissing)
  const id = Number(named)
  const site = Number.isSafeInteger(id) && id > 0 ? yield* get(sites, id) : yield* find(sites, { slug: String(named) })
  if (!site) throw new Rejection(400, "Site is required")
  if (by.confinedTo !== null && by.confinedTo !== site.id) throw forbidden(`You work at another site than ${site.name}`)
  return site
}

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
/** for its invoices: not public */
const legalDetails = { taxNumber: Optional(Line()), bank: Optional(Text(500)) }

/** The company: one record, id 1. */
export const Company = record("company", { ...companyFacts, ...legalDetails }, { label: "Company", title: "name" })

export const CompanyDescribed = event("CompanyDescribed", 1, companyFacts, () => "Company's description changed")
/** Additional details for invoices: the tax number, and the bank account for payments. */
export const CompanyLegalDetailsSet = event("CompanyLegalDetailsSet", 1, legalDetails, () => "Tax number and bank changed")
export const companies = stream(Company, CompanyDescribed, CompanyLegalDetailsSet).fold({
  CompanyDescribed: (company, facts) => ({ taxNumber: company?.taxNumber ?? null, bank: company?.bank ?? null, ...facts }),
  CompanyLegalDetailsSet: (company, details) => ({ ...company, ...details }),
})

type Description = Parameters<typeof CompanyDescribed>[0]
interface LegalDetails {
  readonly taxNumber?: string | null
  readonly bank?: string | null
}

/** Describes the company; tax number and bank stay if omitted. */
export const describeCompany = command("company.describe", function* ({ taxNumber, bank, ...facts }: Description & LegalDetails, by) {
  if (by.person !== null && !holds(by, "settings.system")) throw forbidden("Only people who manage the settings can change this")
  const company = yield* findById(companies, 1)
  const before = { taxNumber: company?.taxNumber ?? null, bank: company?.bank ?? null }
  const after = { taxNumber: taxNumber === undefined ? before.taxNumber : taxNumber, bank: bank === undefined ? before.bank : bank }
  const isSame = after.taxNumber === before.taxNumber && after.bank === before.bank
  const isDescribed =
    company !== undefined && Object.entries(facts).every(([name, value]) => JSON.stringify(value) === JSON.stringify(company[name as keyof Description]))
  const changes = [...(isDescribed ? [] : [companies.at(1, CompanyDescribed(facts))]), ...(isSame ? [] : [companies.at(1, CompanyLegalDetailsSet(after))])]
  return changes.length > 0 ? changes : unchanged(1)
})
