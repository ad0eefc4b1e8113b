/** A small company for tests of people: two sites, two departments, positions, and a person of each level. */
import { person } from "@ops/platform/testing/person.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { companyPositions, PositionAdded } from "./departments/company-position.ts"
import { companyStaff, StaffHired } from "./staff/company-staff.ts"
import { DepartmentAdded, departments } from "./departments/department.ts"
import type { hire } from "./staff/commands.ts"

export { person }

const nothing = { description: "", requirements: "", level: null, baseSalary: null, isActive: true }
const account = (level: number, department: string) =>
  people.at(
    level,
    PersonAdded({
      employeeId: `P-${level}`,
      firstName: "Person",
      lastName: String(level),
      email: null,
      phoneNumber: null,
      role: "field_operative",
      accessLevel: level,
      department,
      position: null,
      siteId: null,
      supervisor: null,
      hireDate: null,
      biometricEnabled: false,
      demo: false,
    }),
  )

/** Sites 1 and 2; departments 1 Operations and 2 Catering; positions 1 Driver and 2 Cook; the accounts of each level. */
export const company: ReadonlyArray<Change> = [
  ...[1, 2].map((id) =>
    sites.at(id, SiteOpened({ code: `S${id}`, slug: `site-${id}`, name: `Site ${id}`, label: `Site ${id}`, client: null, location: null })),
  ),
  ...["Operations", "Catering"].map((name, n) =>
    departments.at(n + 1, DepartmentAdded({ name, description: "", managerId: null, budget: null, isActive: true })),
  ),
  companyPositions.at(1, PositionAdded({ title: "Driver", departmentId: 1, ...nothing })),
  companyPositions.at(2, PositionAdded({ title: "Cook", departmentId: 2, ...nothing })),
  ...[3, 6, 8, 10].map((level) => account(level, "operations")),
]

/** A driver of Operations at site 1, paid a thousand dollars a month. */
export const driver: Required<Parameters<typeof hire.decide>[0]> = {
  staffNumber: null,
  firstName: "Martin",
  lastName: "Wol",
  email: null,
  phone: null,
  nationalId: null,
  positionId: 1,
  departmentId: 1,
  siteId: 1,
  supervisorId: null,
  employmentType: "full_time",
  hireDate: "2026-01-05",
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
  salary: 100_000,
  currency: "USD",
  personId: null,
}
/** The driver, already hired, with any facts given replaced. */
export const hired = (id: number, more: Partial<Parameters<typeof StaffHired>[0]> = {}): Change =>
  companyStaff.at(id, StaffHired({ ...driver, siteId: 1, createdBy: null, ...more, staffNumber: more.staffNumber ?? `FO-00${id}` }))
