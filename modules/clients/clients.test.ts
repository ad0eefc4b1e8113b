import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { command, type By } from "@ops/platform/records/command.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { AccountOpened, accounts } from "@ops/ledger/accounts/account.ts"
import { stateBalance } from "@ops/ledger/checks/assertion.ts"
import { TaxCodeAdded, taxCodes } from "@ops/ledger/taxes/tax-code.ts"
import { sites, SiteClosed, SiteOpened } from "@ops/sites/site.ts"
import {
  addClient,
  changeClient,
  ClientAdded,
  clientNamed,
  clients,
  deactivateClient,
  type NewClient,
  reactivateClient,
  refuseUnknownClient,
} from "./client.ts"
import {
  agreeBasis,
  agreeRate,
  clientContracts,
  describeService,
  endContract,
  type NewContract,
  noDetails,
  planHeadCount,
  signContract,
  termAt,
} from "./contracts/client-contract.ts"
import { changeProject, closeProject, type NewProject, openProject, projects } from "./projects/project.ts"
import { changeStaffMember, comeBack, joinStaffMember, leave, type NewStaffMember, staffMembers } from "./staff-members/staff-member.ts"

const person = (id: number, level: number, more: Partial<By> = {}): By => ({
  actor: `person:${id}`,
  person: id,
  name: `Person ${id}`,
  level,
  permissions: permissionsOf(level),
  department: "operations",
  confinedTo: null,
  simulated: false,
  via: "web",
  at: givenAt,
  today: "2026-11-21",
  ...more,
})
const cook = person(1, 3, { confinedTo: 1 })
const supervisor = person(2, 6, { confinedTo: 1 })
const manager = person(3, 8)
const finance = person(4, 7)
const ceo = person(5, 10)

const site = (id: number) => sites.at(id, SiteOpened({ code: "US", slug: `site-${id}`, name: `Site ${id}`, label: "", client: null, location: null }))
const company = given(
  site(1),
  site(2),
  site(3),
  sites.at(3, SiteClosed({ reason: "Rains" })),
  taxCodes.at(1, TaxCodeAdded({ code: "SALES", name: "Sales tax" })),
)
const acme: NewClient = {
  clientCode: null,
  companyName: "Acme",
  contactPerson: null,
  email: "desk@acme.example",
  phone: null,
  address: null,
  currency: "USD",
  paymentTerms: "30_days",
  notes: null,
}
const withAcme = company.when(addClient, acme, finance)
const terms: NewContract = {
  clientId: 1,
  siteId: 1,
  serviceType: "catering",
  startDate: "2026-10-01",
  endDate: null,
  currency: "USD",
  taxCode: "SALES",
  details: noDetails,
  notes: "",
  rate: { rate: 6000, bands: [] },
  basis: { basis: "served", guaranteedShare: 0 },
  heads: 100,
}
const signed = withAcme.when(signContract, terms, finance)

describe("clients", () => {
  test("are added by finance and management under the next code or one of their choice", () => {
    withAcme.gives(["client/1", "ClientAdded"]).holds(clients, 1, { clientCode: "CL-0001", status: "active", contracts: [], createdBy: 4 })
    withAcme.when(addClient, { ...acme, companyName: "Bolt" }, manager).holds(clients, 2, { clientCode: "CL-0002" })
    withAcme.when(addClient, { ...acme, companyName: "Bolt", clientCode: "B-1" }, manager).holds(clients, 2, { clientCode: "B-1" })
    company.when(addClient, acme, supervisor).refuses("Only finance or management can add clients", 403)
  })
  test("have a unique name and a unique code", () => {
    withAcme.when(addClient, acme, finance).refuses("There is a client Acme already: CL-0001", 409)
    withAcme.when(addClient, { ...acme, companyName: "Bolt", clientCode: "CL-0001" }, finance).refuses("Another client has the code CL-0001", 409)
    const two = withAcme.when(addClient, { ...acme, companyName: "Bolt" }, finance)
    two.when(changeClient, { id: 2, companyName: "Acme" }, finance).refuses("There is a client Acme already: CL-0001", 409)
  })
  test("change only in the named fields, and repeating a change writes no event", () => {
    const changed = withAcme.when(changeClient, { id: 1, phone: "1" }, manager)
    changed.gives(["client/1", "ClientChanged"]).holds(clients, 1, { phone: "1", email: "desk@acme.example", companyName: "Acme" })
    changed.when(changeClient, { id: 1, phone: "1", companyName: "Acme" }, manager).gives()
    changed.when(changeClient, { id: 1, email: null }, manager).holds(clients, 1, { email: null, phone: "1" })
    withAcme.when(changeClient, { id: 1, phone: "1" }, cook).refuses(/Only finance or management/, 403)
    withAcme.when(changeClient, { id: 9, phone: "1" }, finance).refuses("Client 9 does not exist", 404)
  })
  test("send statements from a day on, or no longer; a change of that alone is no other change", () => {
    const expected = withAcme.when(changeClient, { id: 1, statementsFrom: "2026-10-01" }, finance)
    expected.gives(["client/1", "ClientStatementsExpected", { from: "2026-10-01" }]).holds(clients, 1, { statementsFrom: "2026-10-01", companyName: "Acme" })
    expected.when(changeClient, { id: 1, statementsFrom: "2026-10-01" }, finance).gives()
    expected.when(changeClient, { id: 1, statementsFrom: null }, manager).holds(clients, 1, { statementsFrom: null })
    withAcme.when(changeClient, { id: 1, statementsFrom: "2026-10-01" }, cook).refuses(/Only finance or management/, 403)
  })
  test("have a stated balance only if they exist", () => {
    const balance = { accountNumber: "1100", currency: "USD" as const, date: "2026-10-31", amount: 7_000, source: "Their statement" }
    const receivables = { accountNumber: "1100", accountName: "Receivables", accountType: "asset" as const, subType: null, parentAccountId: null }
    const known = ClientAdded({ ...acme, currency: "USD", paymentTerms: "30_days", clientCode: "CL-0001", status: "active", createdBy: null })
    const books = given(clients.at(1, known), accounts.at(1, AccountOpened({ ...receivables, description: "" }))).with(refuseUnknownClient)
    books.when(stateBalance, { ...balance, clientId: 1 }, finance).gives(["balance_assertion/1", "BalanceStated"])
    books.when(stateBalance, { ...balance, clientId: 999 }, finance).refuses("There is no client 999", 422)
  })
  test("are deactivated with a reason, and can be reactivated", () => {
    withAcme.when(deactivateClient, { id: 1, reason: "" }, finance).refuses("Reason is required", 422)
    const inactive = withAcme.when(deactivateClient, { id: 1, reason: "Left the country" }, finance).holds(clients, 1, { status: "inactive" })
    inactive.when(deactivateClient, { id: 1, reason: "Again" }, finance).gives()
    inactive.when(signContract, terms, finance).refuses("Acme is not an active client", 422)
    inactive.when(reactivateClient, { id: 1 }, finance).holds(clients, 1, { status: "active" }).when(reactivateClient, { id: 1 }, finance).gives()
  })
  test("are drafted from an unknown name for finance to complete; a known name is that client", () => {
    const named = command("test.named", function* (name: string, by) {
      const { client, changes } = yield* clientNamed(name, by)
      return { changes, id: client.id }
    })
    expect(withAcme.when(named, " Acme ", finance).gives().id).toBe(1)
    const draft = withAcme.when(named, "Unknown Ltd", finance)
    draft.gives(["client/2", "ClientAdded"]).holds(clients, 2, { companyName: "Unknown Ltd", status: "draft", clientCode: "CL-0002", createdBy: 4 })
    draft.when(signContract, { ...terms, clientId: 2 }, finance).refuses("Unknown Ltd is a draft. Complete the client's details first", 422)
    draft.when(reactivateClient, { id: 2 }, finance).refuses(/draft/, 409)
    draft.when(changeClient, { id: 2 }, finance).gives(["client/2", "ClientChanged"]).holds(clients, 2, { status: "active" })
    withAcme.when(deactivateClient, { id: 1, reason: "x" }, finance).when(named, "Acme", finance).refuses("Acme is not an active client", 422)
    withAcme.when(named, "  ", finance).refuses("Client name is required", 422)
  })
})

describe("contracts", () => {
  test("are signed with their first terms in one commit, and linked to the client", () => {
    signed
      .gives(
        ["client_contract/1", "ContractSigned"],
        ["client_contract/1", "RateAgreed", { from: "2026-10-01", rate: 6000, bands: [] }],
        ["client_contract/1", "BasisAgreed", { from: "2026-10-01", basis: "served", guaranteedShare: 0 }],
        ["client_contract/1", "HeadCountPlanned", { from: "2026-10-01", heads: 100, reason: "" }],
        ["client/1", "ClientContracted", { contractId: 1 }],
      )
      .holds(clientContracts, 1, { contractNumber: "CT-2026-0001", siteId: 1, createdBy: 4 })
      .holds(clients, 1, { contracts: [1] })
    withAcme
      .when(signContract, { ...terms, siteId: "site-2", rate: null, basis: null, heads: null }, finance)
      .holds(clientContracts, 1, { siteId: 2, rates: [] })
  })
  test("are refused for other levels, for unknown records, and with dates in the wrong order", () => {
    withAcme.when(signContract, terms, supervisor).refuses("Only finance or management can sign contracts", 403)
    withAcme.when(signContract, { ...terms, endDate: "2026-09-30" }, finance).refuses("End date must be on or after the start date", 422)
    withAcme.when(signContract, { ...terms, taxCode: "VAT" }, finance).refuses("There is no tax VAT", 422)
    withAcme.when(signContract, { ...terms, siteId: 0 }, finance).refuses("Site is required", 400)
    withAcme.when(signContract, { ...terms, siteId: 3 }, finance).refuses("Site 3 is closed", 422)
    withAcme.when(signContract, { ...terms, clientId: 9 }, finance).refuses("Client 9 does not exist", 404)
    withAcme.when(signContract, terms, person(3, 8, { confinedTo: 2 })).refuses(/another site/, 403)
    withAcme.when(signContract, { ...terms, rate: { rate: 0, bands: [] } }, finance).refuses("Rate must be greater than 0", 422)
  })
  test("do not overlap for the same service of a client at a site", () => {
    signed
      .when(signContract, { ...terms, startDate: "2027-01-01" }, finance)
      .refuses("Contract CT-2026-0001 covers catering for Acme at this site from 2026-10-01", 409)
    signed.when(signContract, { ...terms, siteId: 2 }, finance).holds(clients, 1, { contracts: [1, 2] })
    signed.when(signContract, { ...terms, serviceType: "cleaning" }, finance).holds(clients, 1, { contracts: [1, 2] })
    const ended = signed.when(endContract, { id: 1, endDate: "2026-12-31", reason: "New terms" }, finance)
    const next = ended.when(signContract, { ...terms, startDate: "2027-01-01" }, finance).holds(clients, 1, { contracts: [1, 2] })
    next.when(endContract, { id: 1, endDate: "2027-01-01", reason: "Longer" }, finance).refuses(/Contract CT-2026-0002 covers catering/, 409)
    ended.when(signContract, { ...terms, startDate: "2026-12-31" }, finance).refuses(/from 2026-10-01 to 2026-12-31/, 409)
  })
  test("never cover a day twice in any sequence of signing and ending", () => {
    const day = fc.integer({ min: 0, max: 60 }).map((n) => addDays("2026-11-01", n))
    const step = fc.record({ ends: fc.boolean(), id: fc.integer({ min: 1, max: 4 }), from: day, to: fc.option(day) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
        let story: Pick<typeof withAcme, "when" | "row"> = withAcme
        for (const { ends, id, from, to } of steps) {
          const next = ends
            ? story.when(endContract, { id, endDate: from, reason: "x" }, ceo)
            : story.when(signContract, { ...terms, startDate: from, endDate: to, rate: null, basis: null, heads: null }, finance)
          if (next.refusal === undefined) story = next
        }
        const there = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((id) => story.row(clientContracts, id) ?? [])
        return Array.from({ length: 61 }, (_, n) => addDays("2026-11-01", n)).every(
          (date) => there.filter(({ startDate, endDate }) => startDate <= date && (endDate === null || date <= endDate)).length <= 1,
        )
      }),
    )
  })
  test("price changes apply from their effective date, are agreed by management, and before this month only by level 10", () => {
    const rate = { id: 1, from: "2026-11-01", rate: 6500, bands: [] }
    const dearer = signed.when(
      agreeRate,
      {
        ...rate,
        bands: [
          { fromHeads: 150, rate: 5500 },
          { fromHeads: 80, rate: 6000 },
        ],
      },
      manager,
    )
    const { rates } = dearer.row(clientContracts, 1)!
    expect([termAt(rates, "2026-10-31")?.rate, termAt(rates, "2026-11-01")?.rate, termAt(rates, "2026-09-30")]).toEqual([6000, 6500, undefined])
    expect(rates[1]!.bands.map(({ fromHeads }) => fromHeads)).toEqual([80, 150])
    signed.when(agreeRate, rate, finance).refuses("Only management can agree prices", 403)
    signed.when(agreeRate, { ...rate, from: "2026-10-31" }, manager).refuses("Only level 10 can change terms before this month", 422)
    signed.when(agreeRate, { ...rate, from: "2026-10-31" }, ceo).gives(["client_contract/1", "RateAgreed"])
    signed.when(agreeRate, { ...rate, from: "2026-09-30" }, ceo).refuses("CT-2026-0001 holds from 2026-10-01", 422)
    signed.when(agreeRate, { ...rate, bands: [{ fromHeads: 1, rate: 100 }] }, manager).refuses("A band starts at 2 people or more", 422)
    const twice = [
      { fromHeads: 9, rate: 100 },
      { fromHeads: 9, rate: 90 },
    ]
    signed.when(agreeRate, { ...rate, bands: twice }, manager).refuses("Two bands start at the same number of people", 422)
    signed.when(agreeRate, { ...rate, bands: [{ fromHeads: 9, rate: 0 }] }, manager).refuses("Rate must be greater than 0", 422)
    signed.when(agreeRate, rate, person(3, 8, { confinedTo: 2 })).refuses("Contract 1 does not exist", 404)
  })
  test("repeating a term writes no event; a different term for the same day replaces it", () => {
    const bands = [{ fromHeads: 80, rate: 5900 }]
    const agreed = signed.when(agreeRate, { id: 1, from: "2026-12-01", rate: 6100, bands }, manager)
    agreed.when(agreeRate, { id: 1, from: "2026-12-01", rate: 6100, bands: [{ rate: 5900, fromHeads: 80 }] }, manager).gives()
    const replaced = agreed.when(agreeRate, { id: 1, from: "2026-12-01", rate: 6200, bands: [] }, manager)
    expect(replaced.row(clientContracts, 1)!.rates.map(({ rate }) => rate)).toEqual([6000, 6200])
  })
  test("the basis has a share only if heads are guaranteed", () => {
    const basis = { id: 1, from: "2026-12-01", basis: "guaranteed", guaranteedShare: 8000 } as const
    const agreed = signed.when(agreeBasis, basis, manager)
    expect(agreed.row(clientContracts, 1)!.bases.at(-1)).toEqual({ from: "2026-12-01", basis: "guaranteed", guaranteedShare: 8000 })
    signed
      .when(agreeBasis, { ...basis, basis: "planned" }, manager)
      .gives(["client_contract/1", "BasisAgreed", { from: "2026-12-01", basis: "planned", guaranteedShare: 0 }])
    signed.when(agreeBasis, { ...basis, guaranteedShare: 10_001 }, manager).refuses(/guaranteed share/, 422)
    signed.when(agreeBasis, { ...basis, guaranteedShare: 0 }, manager).refuses(/guaranteed share/, 422)
    signed.when(agreeBasis, basis, finance).refuses("Only management can set the billing basis", 403)
  })
  test("planned heads are set by the site's supervisor with a reason", () => {
    const count = { id: 1, from: "2026-11-25", heads: 120, reason: "New rig" }
    const planned = signed.when(planHeadCount, count, supervisor)
    expect(planned.row(clientContracts, 1)!.headCounts.map(({ heads }) => heads)).toEqual([100, 120])
    planned.when(planHeadCount, count, supervisor).gives()
    signed.when(planHeadCount, { ...count, reason: "" }, supervisor).refuses("Reason is required", 422)
    signed.when(planHeadCount, { ...count, heads: -1 }, supervisor).refuses(/Count must be/, 422)
    signed.when(planHeadCount, { ...count, from: "2026-10-20" }, supervisor).refuses(/Only level 10/, 422)
    signed.when(planHeadCount, count, cook).refuses(/Only supervisors/, 403)
    signed.when(planHeadCount, count, { ...supervisor, confinedTo: 2 }).refuses("Contract 1 does not exist", 404)
    const cleaning = withAcme.when(signContract, { ...terms, serviceType: "cleaning", heads: null }, finance)
    cleaning.when(planHeadCount, count, supervisor).refuses("Only catering contracts have planned people", 422)
  })
  test("end with a reason, not before they begin, and not in a month that may already be billed", () => {
    const end = { id: 1, endDate: "2026-11-30", reason: "Camp closed" }
    signed.when(endContract, end, finance).holds(clientContracts, 1, { endDate: "2026-11-30" }).when(endContract, end, finance).gives()
    signed.when(endContract, { ...end, endDate: "2026-10-31" }, finance).holds(clientContracts, 1, { endDate: "2026-10-31" })
    signed.when(endContract, { ...end, endDate: "2026-10-30" }, finance).refuses("Only level 10 can change terms before this month", 422)
    signed.when(endContract, { ...end, endDate: "2026-09-30" }, ceo).refuses("End date must be on or after the start date", 422)
    signed.when(endContract, { ...end, reason: "" }, finance).refuses("Reason is required", 422)
    const over = signed.when(endContract, { ...end, endDate: "2026-10-10" }, ceo)
    over.when(endContract, end, finance).refuses(/Only level 10/, 422)
    over.when(agreeRate, { id: 1, from: "2026-11-20", rate: 1, bands: [] }, manager).refuses("CT-2026-0001 holds from 2026-10-01 to 2026-10-10", 422)
  })
  test("can change the service's description without changing their terms", () => {
    const described = signed.when(describeService, { id: 1, staffCapacity: 130, notes: "Gate 2" }, finance)
    described.gives(["client_contract/1", "ServiceDescribed"]).holds(clientContracts, 1, { notes: "Gate 2", details: { ...noDetails, staffCapacity: 130 } })
    described.when(describeService, { id: 1, staffCapacity: 130 }, finance).gives()
  })
})

const camp: NewProject = {
  projectCode: null,
  projectName: "Camp",
  clientId: 1,
  siteId: 1,
  location: null,
  projectManager: null,
  startDate: "2026-10-01",
  endDate: null,
  budgetAmount: null,
  currency: "USD",
  description: "",
}

describe("projects", () => {
  const opened = withAcme.when(openProject, camp, manager)
  test("are opened, changed, and closed once", () => {
    opened.holds(projects, 1, { projectCode: "PJ-0001", status: "active", siteId: 1 })
    opened.when(openProject, { ...camp, projectCode: "PJ-0001" }, manager).refuses("Another project already has the code PJ-0001", 409)
    opened.when(changeProject, { id: 1, projectManager: "Achol" }, manager).holds(projects, 1, { projectManager: "Achol", clientId: 1, siteId: 1 })
    opened.when(changeProject, { id: 1, endDate: "2026-09-30" }, manager).refuses("End date must be on or after the start date", 422)
    const closed = opened.when(closeProject, { id: 1, status: "completed", endDate: "2026-11-20" }, manager)
    closed.holds(projects, 1, { status: "completed", endDate: "2026-11-20" })
    closed.when(closeProject, { id: 1, status: "completed", endDate: "2026-11-20" }, manager).gives()
    closed.when(closeProject, { id: 1, status: "cancelled", endDate: "2026-11-20" }, manager).refuses("Camp is completed already", 409)
  })
  test("are refused for other levels, without a client, and with a negative budget", () => {
    withAcme.when(openProject, camp, supervisor).refuses("Only finance or management can open projects", 403)
    withAcme.when(openProject, { ...camp, clientId: 2 }, manager).refuses("Client 2 does not exist", 404)
    withAcme.when(openProject, { ...camp, budgetAmount: -1 }, manager).refuses("Budget must not be negative", 422)
    opened.when(changeProject, { id: 1, projectName: "Other" }, person(3, 8, { confinedTo: 2 })).refuses("Project 1 does not exist", 404)
  })
})

const chan: NewStaffMember = {
  staffNumber: null,
  firstName: "Chan",
  lastName: "Deng",
  email: null,
  phone: null,
  position: "Driller",
  department: null,
  clientId: 1,
  projectId: null,
  siteId: 1,
  hireDate: "2026-11-01",
  mealPlan: "full",
  allergies: null,
  dietaryRestrictions: null,
  emergencyContact: null,
  emergencyPhone: null,
}

describe("staff members", () => {
  const joined = signed.when(joinStaffMember, chan, supervisor)
  test("can be added if their client has a current contract or a project", () => {
    joined.holds(staffMembers, 1, { staffNumber: "SM-0001", status: "active", endDate: null, createdBy: 2 })
    withAcme.when(joinStaffMember, chan, supervisor).refuses(/Acme has no contract at this site/, 422)
    signed.when(joinStaffMember, { ...chan, siteId: 2 }, manager).refuses(/Acme has no contract at this site/, 422)
    signed
      .when(endContract, { id: 1, endDate: "2026-11-20", reason: "x" }, finance)
      .when(joinStaffMember, chan, supervisor)
      .refuses(/no contract/, 422)
    const project = withAcme.when(openProject, camp, manager)
    project.when(joinStaffMember, { ...chan, projectId: 1 }, supervisor).holds(staffMembers, 1, { projectId: 1 })
    project.when(joinStaffMember, { ...chan, projectId: 1, siteId: 2 }, manager).refuses(/another client's project, or at another site/, 422)
    const closed = project.when(closeProject, { id: 1, status: "cancelled", endDate: "2026-11-20" }, manager)
    closed.when(joinStaffMember, { ...chan, projectId: 1 }, supervisor).refuses("Camp is cancelled", 422)
  })
  test("have unique numbers and are managed by their site's supervisor", () => {
    joined.when(joinStaffMember, { ...chan, staffNumber: "SM-0001" }, supervisor).refuses("Chan Deng has the staff number SM-0001 already", 409)
    signed.when(joinStaffMember, chan, cook).refuses(/Only supervisors/, 403)
    signed.when(joinStaffMember, chan, { ...supervisor, confinedTo: 2 }).refuses(/another site/, 403)
    joined.when(changeStaffMember, { id: 1, mealPlan: "lunch" }, supervisor).holds(staffMembers, 1, { mealPlan: "lunch", position: "Driller" })
    joined.when(changeStaffMember, { id: 1, mealPlan: "full" }, supervisor).gives()
    joined.when(changeStaffMember, { id: 1, siteId: "site-2" }, manager).refuses(/no contract at this site/, 422)
    joined.when(changeStaffMember, { id: 1, mealPlan: "lunch" }, { ...supervisor, confinedTo: 2 }).refuses("Staff member 1 does not exist", 404)
  })
  test("leave on a day up to today and can return afterwards", () => {
    const left = joined.when(leave, { id: 1, endDate: "2026-11-10", reason: "" }, supervisor).holds(staffMembers, 1, { status: "left", endDate: "2026-11-10" })
    left.when(leave, { id: 1, endDate: "2026-11-10", reason: "" }, supervisor).gives()
    left.when(leave, { id: 1, endDate: "2026-11-11", reason: "" }, supervisor).refuses("Chan Deng left already, on 2026-11-10", 409)
    joined.when(leave, { id: 1, endDate: "2026-11-22", reason: "" }, supervisor).refuses("End date must be today or earlier", 422)
    joined.when(leave, { id: 1, endDate: "2026-10-31", reason: "" }, supervisor).refuses("End date must be on or after the hire date", 422)
    left.when(comeBack, { id: 1, from: "2026-11-09" }, supervisor).refuses("Date must be on or after the last day, 2026-11-10", 422)
    left.when(comeBack, { id: 1, from: "2026-11-22" }, supervisor).refuses("Date must be today or earlier", 422)
    left.when(comeBack, { id: 1, from: "2026-11-15" }, supervisor).holds(staffMembers, 1, { status: "active", endDate: null })
    joined.when(comeBack, { id: 1, from: "2026-11-15" }, supervisor).gives()
  })
})
