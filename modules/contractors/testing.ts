/** The fixtures of contractor tests: two sites, two departments, a vendor, the cost account of contractors, and people of each level. */
import { person } from "@ops/platform/testing/person.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { CategoryMapped, expenseCategories } from "@ops/finance/expense-categories/category.ts"
import { AccountOpened, accounts } from "@ops/ledger/accounts/account.ts"
import { exchangeRates, RateEntered } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { DepartmentAdded, departments } from "@ops/people/departments/department.ts"
import { VendorAdded, vendors } from "@ops/procurement/vendors/vendor.ts"
import { SiteOpened, sites } from "@ops/sites/site.ts"
import type { NewContractorAssignment } from "./work/assignment-commands.ts"
import type { NewContractor } from "./contractor-commands.ts"

export { person }

export const supervisor = person(6)
export const manager = person(8)
export const clerk = person(7, { person: 71 })

export const company: ReadonlyArray<Change> = [
  ...[1, 2].map((id) =>
    sites.at(id, SiteOpened({ code: `S${id}`, slug: `site-${id}`, name: `Site ${id}`, label: `Site ${id}`, client: null, location: null })),
  ),
  ...["Operations", "Catering"].map((name, n) =>
    departments.at(n + 1, DepartmentAdded({ name, description: "", managerId: null, budget: null, isActive: true })),
  ),
  ...(
    [
      ["2000", "Accounts payable", "liability"],
      ["6130", "Contractors", "expense"],
    ] as const
  ).map(([accountNumber, accountName, accountType], n) =>
    accounts.at(n + 1, AccountOpened({ accountNumber, accountName, accountType, subType: null, parentAccountId: null, description: "" })),
  ),
  expenseCategories.at(1, CategoryMapped({ name: "contractors", accountNumber: "6130" })),
  exchangeRates.at(1, RateEntered({ type: "official", from: "2020-01-01", rate: 130_000, source: "first", enteredBy: null })),
  vendors.at(
    1,
    VendorAdded({
      vendorNumber: "VEN-2026-0900",
      name: "Bol Electric",
      contactPerson: null,
      email: null,
      phone: null,
      address: null,
      taxId: null,
      paymentTerms: "net_30",
      currency: "USD",
      notes: null,
      createdBy: 10,
    }),
  ),
]

/** An electrician at USD 12.50 an hour, since August. */
export const electrician: NewContractor = {
  contractorNumber: null,
  firstName: "Bol",
  lastName: "Majok",
  companyName: null,
  email: null,
  phone: "+211 912 000 111",
  nationalId: "N-1",
  contractorType: "individual",
  serviceType: "Electrical work",
  departmentId: 1,
  siteId: 1,
  contractStart: "2026-08-01",
  contractEnd: "2027-07-31",
  contractValue: null,
  paymentTerms: "monthly",
  skills: ["Generators"],
  certifications: "",
  experience: "",
  address: null,
  bankName: null,
  bankAccount: null,
  workPermitNumber: null,
  workPermitExpiry: null,
  notes: "",
  currency: "USD",
  hourlyRate: 12_50,
  dailyRate: null,
  monthlyRate: null,
}
export const rewiring: NewContractorAssignment = {
  contractorId: 1,
  projectId: null,
  siteId: 1,
  assignmentType: "service",
  task: "Rewiring of the kitchen",
  startDate: "2026-10-01",
  endDate: null,
  estimatedHours: null,
  notes: "",
}
