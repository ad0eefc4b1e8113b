/** The company's settings and its sites: who may change and see them, and what is announced. */
import { describe, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { changeSite, closeSite, companies, CompanyDescribed, describeCompany, openSite, reopenSite, SiteOpened, sites } from "./site.ts"

const person = (id: number, level: number): By => ({
  ...system("test", givenAt),
  actor: `person:${id}`,
  person: id,
  level,
  permissions: permissionsOf(level),
})
const [chief, manager] = [person(1, 10), person(2, 8)]
const unity = { code: "US", slug: "unity-state", name: "Unity State", label: "Unity State - SLB", client: "SLB", location: null }
const one = given(sites.at(1, SiteOpened(unity)))
const company = { name: "Field Office", tagline: "", vision: "", mission: "", email: null, phone: null, address: "Juba", services: [] }
const described = given(companies.at(1, CompanyDescribed(company)))

describe("a site", () => {
  test("is opened with its capacity, changes only in the given fields, and only with the permission", () => {
    given()
      .when(openSite, { ...unity, capacity: 240 }, chief)
      .gives(["site/1", "SiteOpened"], ["site/1", "SiteCapacitySet", { capacity: 240 }])
      .holds(sites, 1, { capacity: 240, isActive: true })
    one.when(openSite, unity, chief).refuses("A site with this name already exists", 409)
    one.when(openSite, { ...unity, slug: "other" }, manager).refuses("Only people who manage sites can open one", 403)
    one.when(changeSite, { id: 1, name: "Unity" }, chief).gives(["site/1", "SiteChanged", { ...unity, name: "Unity" }])
    one.when(changeSite, { id: 1, capacity: 260 }, chief).gives(["site/1", "SiteCapacitySet", { capacity: 260 }])
    one.when(changeSite, { id: 1, name: unity.name }, chief).gives()
    one.when(changeSite, { id: 1, capacity: 0 }, chief).refuses("Capacity must be at least 1, or blank", 422)
    one.when(changeSite, { id: 1, capacity: 5 }, manager).refuses("Only people who manage sites can change one", 403)
  })

  test("is closed with a reason and reopened, each once", () => {
    const closed = one.when(closeSite, { id: 1, reason: "Contract ended" }, chief).holds(sites, 1, { isActive: false })
    closed.when(closeSite, { id: 1, reason: "Again" }, chief).refuses("Unity State is closed already", 409)
    closed.when(reopenSite, { id: 1 }, chief).holds(sites, 1, { isActive: true })
    one.when(reopenSite, { id: 1 }, chief).refuses("Unity State is not closed", 409)
    one.when(closeSite, { id: 1, reason: "No" }, manager).refuses("Only people who manage sites can close one", 403)
  })
})

describe("the company", () => {
  test("keeps tax number and bank details unless they are named, and records when they change", () => {
    const settled = described
      .when(describeCompany, { ...company, taxNumber: "100-234", bank: "Nile Commercial Bank" }, chief)
      .gives(["company/1", "CompanyLegalDetailsSet", { taxNumber: "100-234", bank: "Nile Commercial Bank" }])
    const renamed = settled.when(describeCompany, { ...company, name: "Nile Services" }, chief)
    renamed.gives(["company/1", "CompanyDescribed"]).holds(companies, 1, { name: "Nile Services", taxNumber: "100-234", bank: "Nile Commercial Bank" })
    renamed.when(describeCompany, { ...company, taxNumber: null }, chief).holds(companies, 1, { taxNumber: null, bank: "Nile Commercial Bank" })
  })

  test("can be described only by people who manage the settings", () => {
    for (const level of [1, 3, 5, 6, 7, 8]) {
      described.when(describeCompany, company, person(9, level)).refuses("Only people who manage the settings can change this", 403)
    }
    described.when(describeCompany, { ...company, tagline: "We feed" }, chief).gives(["company/1", "CompanyDescribed"])
    // repeating it changes nothing
    described.when(describeCompany, company, chief).gives()
  })
})
