/** A company with a project in progress and everything its budgets and billing need, for tests without a database. */
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { billingModule } from "@ops/billing/module.ts"
import { ClientAdded, clients } from "@ops/clients/client.ts"
import { AccountOpened, accounts, type accountTypes } from "@ops/ledger/accounts/account.ts"
import { TaxCodeAdded, taxCodes, TaxRateSet } from "@ops/ledger/taxes/tax-code.ts"
import { SiteOpened, sites } from "@ops/sites/site.ts"
import { ConstructionProjectOpened, constructionProjects } from "../projects/construction-project.ts"
import type { AgreedTerms } from "../billing/contract-terms.ts"
import { CostCodeAdded, costCodes } from "../cost-codes/cost-code.ts"
import { certificateConsequences } from "./postings.ts"
import { projectCostConsequences } from "../budget/project-cost-commands.ts"
import { wipConsequences } from "../wip/wip.ts"

export const person = (id: number, level: number): By => ({
  ...system("test", givenAt),
  person: id,
  level,
  permissions: permissionsOf(level),
  today: "2026-11-21",
})
export const on = (by: By, today: string): By => ({ ...by, today, at: `${today}T08:00:00.000Z` })
export const chief = person(10, 10)
export const finance = person(7, 7)
export const manager = person(8, 8)
export const supervisor = person(6, 6)

export const chart: Record<string, (typeof accountTypes)[number]> = {
  1010: "asset",
  1100: "asset",
  1200: "asset",
  1210: "asset",
  1220: "asset",
  2000: "liability",
  2200: "liability",
  2300: "liability",
  2310: "liability",
  2320: "liability",
  4300: "income",
  5400: "expense",
  6190: "expense",
  6200: "expense",
}
export const numberOf = (accountId: number) => Object.keys(chart)[accountId - 1]!

const unnamed = { contactPerson: null, email: null, phone: null, address: null, notes: null }
const opened = {
  description: "",
  siteId: 1,
  projectType: "new_construction" as const,
  expectedEndDate: "2027-06-30",
  budget: 800_000_00,
  projectManager: null,
  projectManagerText: null,
  typeGuessed: false,
  startDate: "2026-06-01",
  on: "2026-06-01",
  by: null,
}
const begun = [
  sites.at(1, SiteOpened({ code: "JUB", slug: "juba-camp", name: "Juba Camp", label: "Juba Camp", client: null, location: "Juba" })),
  clients.at(
    1,
    ClientAdded({ clientCode: "CL-0001", companyName: "SLB", currency: "USD", paymentTerms: "30_days", ...unnamed, status: "active", createdBy: null }),
  ),
  taxCodes.at(1, TaxCodeAdded({ code: "SALES", name: "Sales tax" })),
  taxCodes.at(1, TaxRateSet({ from: "2020-01-01", rate: 1800, source: "" })),
  ...Object.entries(chart).map(([accountNumber, accountType], n) =>
    accounts.at(n + 1, AccountOpened({ accountNumber, accountName: accountNumber, accountType, subType: null, parentAccountId: null, description: "" })),
  ),
  costCodes.at(1, CostCodeAdded({ code: "02", name: "Earthworks" })),
  costCodes.at(2, CostCodeAdded({ code: "03", name: "Concrete" })),
  constructionProjects.at(1, ConstructionProjectOpened({ ...opened, projectNumber: "PRJ-2026-0001", name: "Warehouse", status: "in_progress" })),
  constructionProjects.at(2, ConstructionProjectOpened({ ...opened, projectNumber: "PRJ-2026-0002", name: "Clinic", status: "planning", startDate: null })),
]
export const company = given(...begun).with(...billingModule.consequences, ...projectCostConsequences, ...certificateConsequences, ...wipConsequences)

export const terms: AgreedTerms = {
  clientId: 1,
  reference: "SLB/C/17",
  signedDate: "2026-05-20",
  agreedValue: 1_000_000_00,
  retentionRate: 1000,
  advanceAmount: 200_000_00,
  recoveryRate: 2500,
  defectDays: 180,
  taxCode: "SALES",
}
/** Two lines that add up to the contract value. */
export const boq = [
  { id: null, item: "1.1", description: "Excavation", unit: "m3", quantity: 4000_000, rate: 50_00, costCodeId: 1 },
  { id: null, item: "2.1", description: "Concrete", unit: "m3", quantity: 2000_000, rate: 400_00, costCodeId: 2 },
]
