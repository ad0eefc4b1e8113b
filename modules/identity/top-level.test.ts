import { expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import { given } from "@ops/platform/testing/given.ts"
import { closeSite, SiteOpened, sites } from "@ops/sites/site.ts"
import { addPerson, changePerson, confirmTopLevel, importPersonChange, people, PersonAdded, reinstate, suspend } from "./person.ts"

const nothing = { email: null, phoneNumber: null, department: null, position: null, siteId: null, supervisor: null, hireDate: null }
const someone = (id: number, accessLevel: number) =>
  people.at(
    id,
    PersonAdded({ ...nothing, employeeId: `E-${id}`, firstName: "A", lastName: "B", role: "management", accessLevel, biometricEnabled: false, demo: false }),
  )
const acting = (person: number, level: number): By => ({
  ...system("test", new Date().toISOString()),
  actor: `person:${person}`,
  person,
  level,
  permissions: permissionsOf(level),
})

const company = given(someone(1, 10), someone(2, 7), someone(3, 8), someone(5, 6))
const ceo = acting(1, 10)
const finance = acting(2, 7)

test("level 10 is granted by two people, neither of them the recipient", () => {
  const asked = company
    .when(changePerson, { id: 3, accessLevel: 10, position: "Director" }, ceo)
    .gives(["person/3", "PersonChanged"], ["person/3", "TopLevelAsked"])
    .holds(people, 3, { accessLevel: 8, position: "Director", topLevelAskedBy: 1 })
  asked.when(changePerson, { id: 3, accessLevel: 10 }, ceo).gives()
  asked.when(confirmTopLevel, { id: 3 }, ceo).refuses("You requested this yourself: another person must confirm it", 403)
  asked.when(confirmTopLevel, { id: 3 }, acting(3, 8)).refuses("You cannot confirm your own level", 403)
  asked.when(confirmTopLevel, { id: 3 }, acting(5, 6)).refuses("Only level 7 and above can confirm level 10", 403)
  asked.when(confirmTopLevel, { id: 2 }, finance).refuses("There is no request for level 10 for E-2", 409)
  asked.when(confirmTopLevel, { id: 3 }, finance).holds(people, 3, { accessLevel: 10, topLevelAskedBy: null })
})

test("a suspension cancels the request for level 10", () => {
  const back = company.when(changePerson, { id: 3, accessLevel: 10 }, ceo).when(suspend, { id: 3, reason: "Left" }, ceo).when(reinstate, { id: 3 }, ceo)
  back.when(confirmTopLevel, { id: 3 }, finance).refuses("There is no request for level 10 for E-3", 409)
})

test("a person with level 10 can be added directly only by the installation itself", () => {
  const newcomer = { employeeId: "N-1", firstName: "A", lastName: "B", accessLevel: 10 }
  company.when(addPerson, newcomer, ceo).refuses("Level 10 needs two people: add the person with a lower level, then request level 10", 403)
  expect(company.when(addPerson, newcomer, system("setup", new Date().toISOString())).events.map(([, type]) => type)).toEqual(["PersonAdded"])
})

test("a person cannot be assigned to a closed site; people already there stay", () => {
  const site = { code: "PA", slug: "paloj-adar", name: "Paloj-Adar", label: "Paloj", client: null, location: null }
  const opened = given(sites.at(2, SiteOpened(site)), someone(1, 10), someone(5, 6)).when(changePerson, { id: 5, siteId: 2 }, ceo)
  const closed = opened.when(closeSite, { id: 2, reason: "Contract ended" }, system("test", new Date().toISOString()))
  closed.when(changePerson, { id: 1, siteId: 2 }, ceo).refuses("Paloj-Adar is closed. Choose an open site", 409)
  closed.when(addPerson, { employeeId: "N-1", firstName: "A", lastName: "B", siteId: 2 }, ceo).refuses("Paloj-Adar is closed. Choose an open site", 409)
  closed.when(changePerson, { id: 5, position: "Cook" }, ceo).holds(people, 5, { position: "Cook", siteId: 2 })
})

test("a level above your own is refused, and so is raising your own level", () => {
  const lower = acting(3, 8)
  const may = { ...lower, permissions: [...lower.permissions, "users.manage"] }
  company.when(changePerson, { id: 5, accessLevel: 9 }, may).refuses("You cannot grant a level above your own, which is 8", 403)
  company.when(changePerson, { id: 3, accessLevel: 9 }, may).refuses("You cannot raise your own level", 403)
  // a file is no way around it
  const row = { accessLevel: null, role: null, department: null, position: null, siteId: null, supervisor: null, suspended: null, reason: null }
  company.when(importPersonChange, { ...row, personId: 5, accessLevel: 9 }, may).refuses("You cannot grant a level above your own, which is 8", 403)
  company.when(importPersonChange, { ...row, personId: 3, accessLevel: 9 }, may).refuses("You cannot raise your own level", 403)
  company.when(importPersonChange, { ...row, personId: 1, suspended: true, reason: "Left" }, ceo).refuses("You cannot suspend yourself", 403)
  company.when(changePerson, { id: 1, position: "Clerk" }, may).refuses("You cannot change an account above your own level", 403)
  company.when(changePerson, { id: 5, accessLevel: 8 }, may).holds(people, 5, { accessLevel: 8 })
})
