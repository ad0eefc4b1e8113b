/** A small company for tests of leave: three sites, a department with its head, a supervisor and their people, two leave types. */
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { companyStaff, StaffHired } from "../staff/company-staff.ts"
import { companyPositions, PositionAdded } from "../departments/company-position.ts"
import { DepartmentAdded, departments } from "../departments/department.ts"
import { HolidayAdded, holidays } from "../working-days/holiday.ts"
import { LeaveTypeAdded, leaveTypes } from "./leave-type.ts"

/** A Saturday. */
export const today = "2026-11-21"

/** A person of a level; the account's id is the level unless another is given. */
export const person = (level: number, more: Partial<By> = {}): By => ({
  ...system("test", `${today}T08:00:00.000Z`),
  actor: `person:${more.person ?? level}`,
  person: level,
  name: `Person ${more.person ?? level}`,
  level,
  permissions: permissionsOf(level),
  department: "Catering",
  confinedTo: level <= 6 ? 1 : null,
  ...more,
})

const blankPerson = {
  email: null,
  phone: null,
  nationalId: null,
  supervisorId: null,
  employmentType: "full_time" as const,
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
  salary: 50_000,
  currency: "USD" as const,
  personId: null,
  createdBy: null,
}
type Hired = Parameters<typeof StaffHired>[0]
export const hired = (id: number, firstName: string, more: Partial<Hired> = {}): Change =>
  companyStaff.at(
    id,
    StaffHired({
      ...blankPerson,
      firstName,
      lastName: "Deng",
      staffNumber: `FO-00${id}`,
      positionId: 1,
      departmentId: 1,
      siteId: 1,
      hireDate: "2024-01-01",
      ...more,
    }),
  )

/**
 * 1 Achol, level 6 (account 6); 2 Ajak and 3 Bol, supervised by her (accounts 32 and 33); 4 Chol at site 2 without a
 * supervisor; 5 Lado, level 8; 6 the chief, level 10.
 */
export const company: ReadonlyArray<Change> = [
  ...[1, 2, 3].map((id) =>
    sites.at(id, SiteOpened({ code: `S${id}`, slug: `site-${id}`, name: `Site ${id}`, label: `Site ${id}`, client: null, location: null })),
  ),
  departments.at(1, DepartmentAdded({ name: "Catering", description: "", managerId: 8, budget: null, isActive: true })),
  departments.at(2, DepartmentAdded({ name: "Finance", description: "", managerId: null, budget: null, isActive: true })),
  companyPositions.at(1, PositionAdded({ title: "Cook", departmentId: 1, level: null, description: "", requirements: "", baseSalary: null, isActive: true })),
  hired(1, "Achol", { personId: 6, supervisorId: 5 }),
  hired(2, "Ajak", { personId: 32, supervisorId: 1 }),
  hired(3, "Bol", { personId: 33, supervisorId: 1 }),
  hired(4, "Chol", { siteId: 2 }),
  hired(5, "Lado", { personId: 8, siteId: null, supervisorId: 6 }),
  hired(6, "Akech", { personId: 10, siteId: 3 }),
  leaveTypes.at(
    1,
    LeaveTypeAdded({
      name: "Annual Leave",
      description: "",
      accrual: "monthly",
      maxDaysPerYear: 21,
      seniority: [],
      carryForward: true,
      carryMonths: 24,
      paid: true,
      countsEveryDay: false,
      mayGoNegative: false,
      isActive: true,
      from: "2000-01-01",
    }),
  ),
  leaveTypes.at(
    2,
    LeaveTypeAdded({
      name: "Maternity Leave",
      description: "",
      accrual: "yearly",
      maxDaysPerYear: 90,
      seniority: [],
      carryForward: false,
      carryMonths: null,
      paid: true,
      countsEveryDay: true,
      mayGoNegative: false,
      isActive: true,
      from: "2000-01-01",
    }),
  ),
  leaveTypes.at(
    3,
    LeaveTypeAdded({
      name: "Unpaid Leave",
      description: "",
      accrual: "yearly",
      maxDaysPerYear: 5,
      seniority: [],
      carryForward: false,
      carryMonths: null,
      paid: false,
      countsEveryDay: false,
      mayGoNegative: true,
      isActive: true,
      from: "2000-01-01",
    }),
  ),
  holidays.at(1, HolidayAdded({ date: "2026-12-25", name: "Christmas Day", siteId: null })),
  holidays.at(2, HolidayAdded({ date: "2026-12-24", name: "Market day", siteId: 2 })),
]
