/** Fixtures for tests of work orders: two sites, a client, a technician, a store with filters, and a person of each level. */
import { person, today } from "@ops/platform/testing/person.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { ClientAdded, clients } from "@ops/clients/client.ts"
import { ContractorRegistered, contractors } from "@ops/contractors/contractor.ts"
import { companyPositions, PositionAdded } from "@ops/people/departments/company-position.ts"
import { companyStaff, StaffHired } from "@ops/people/staff/company-staff.ts"
import { DepartmentAdded, departments } from "@ops/people/departments/department.ts"
import { AbsenceAsked, AbsenceGranted, leaveAccounts } from "@ops/people/leave/leave-account.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { StockItemAdded, stockItems } from "@ops/stock/items/stock-item.ts"
import { StockLevelOpened, stockLevels, StockMoved } from "@ops/stock/levels/stock-level.ts"
import type { NewWorkOrder } from "./work-orders/commands.ts"

export { person, today }

export const at = (time: string, day = today) => `${day}T${time}:00.000Z`

export const supervisor = person(6)
export const manager = person(8)
/** Adds the account of the technician. */
export const technician = person(3)

const blankPerson = {
  email: null,
  phone: null,
  nationalId: null,
  supervisorId: null,
  dateOfBirth: null,
  gender: null,
  address: null,
  emergencyContact: null,
  emergencyPhone: null,
  bankName: null,
  bankAccount: null,
  passportNumber: null,
  workPermitNumber: null,
  workPermitExpiry: null,
  notes: "",
  createdBy: null,
}
/** A technician paid a thousand dollars a month. */
export const hired = (id: number, more: Partial<Parameters<typeof StaffHired>[0]> = {}): Change =>
  companyStaff.at(
    id,
    StaffHired({
      staffNumber: `FO-00${id}`,
      firstName: "James",
      lastName: `Okot ${id}`,
      positionId: 1,
      departmentId: 1,
      siteId: 1,
      employmentType: "full_time",
      hireDate: "2026-01-05",
      salary: 100_000,
      currency: "USD",
      personId: null,
      ...blankPerson,
      ...more,
    }),
  )

/** Staff 1 is the technician with an account, 2 is on leave from 20 to 25 November, 3 works at site 2. The contract of contractor 1 ends on 30 November. */
export const company: ReadonlyArray<Change> = [
  ...[1, 2].map((id) =>
    sites.at(id, SiteOpened({ code: `S${id}`, slug: `site-${id}`, name: `Site ${id}`, label: `Site ${id}`, client: null, location: null })),
  ),
  departments.at(1, DepartmentAdded({ name: "Facilities", description: "", managerId: null, budget: null, isActive: true })),
  companyPositions.at(
    1,
    PositionAdded({ title: "Maintenance Technician", departmentId: 1, description: "", requirements: "", level: null, baseSalary: null, isActive: true }),
  ),
  hired(1, { personId: 3, email: "james@example.com" }),
  hired(2),
  hired(3, { siteId: 2 }),
  leaveAccounts.at(2, AbsenceAsked({ requestId: 1, leaveTypeId: 1, startDate: "2026-11-20", endDate: "2026-11-25", entries: [] })),
  leaveAccounts.at(2, AbsenceGranted({ requestId: 1 })),
  contractors.at(
    1,
    ContractorRegistered({
      contractorNumber: "CON-0001",
      firstName: "Bol",
      lastName: "Majok",
      companyName: null,
      email: null,
      phone: "+211 912 000 111",
      nationalId: null,
      contractorType: "individual",
      serviceType: "Electrical work",
      departmentId: 1,
      siteId: 1,
      contractStart: "2026-08-01",
      // tests over HTTP use the current date
      contractEnd: "2099-12-31",
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
      createdBy: null,
    }),
  ),
  clients.at(
    1,
    ClientAdded({
      clientCode: "CL-0001",
      companyName: "Nile Oil",
      contactPerson: null,
      email: null,
      phone: null,
      address: null,
      currency: "USD",
      paymentTerms: "30_days",
      notes: null,
      status: "active",
      createdBy: null,
    }),
  ),
  stockItems.at(1, StockItemAdded({ name: "Oil filter", category: "other", unit: "piece", description: null, preferredVendorId: null })),
  stockLevels.at(1, StockLevelOpened({ siteId: 1, stockItemId: 1, minimumLevel: 0, maximumLevel: 0 })),
  // four filters at USD 12.50
  stockLevels.at(
    1,
    StockMoved({ kind: "opening", quantity: 4_000, value: 50_00, lots: [], note: "", account: "3000", otherSiteId: null, sourceKind: null, sourceId: null }),
  ),
]

/** The generator at site 1 makes a noise. */
export const noise: NewWorkOrder = { siteId: 1, serviceType: "equipment_maintenance", priority: "medium", description: "The generator makes a noise" }
export const service: NewWorkOrder = {
  ...noise,
  checklist: [
    { line: "Oil changed", required: true },
    { line: "Earth leakage tested", required: true },
    { line: "Housing cleaned", required: false },
  ],
}
export const nothingUsed = { checklist: [], parts: [], hours: [], photos: [], signature: null, signedBy: "", rating: null, remarks: "" }
