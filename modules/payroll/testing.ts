/** A small company for payroll tests: sites, departments, people with attendance, a chart of accounts, payroll rules and a rate. */
import { Effect, Layer, Redacted } from "effect"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import * as Database from "@ops/platform/database/database.ts"
import * as EventStore from "@ops/platform/event-store/event-store.ts"
import type { By } from "@ops/platform/records/command.ts"
import * as Records from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testPersonalKeys } from "@ops/platform/testing/database.ts"
import { AccountOpened, accounts, type accountTypes } from "@ops/ledger/accounts/account.ts"
import { exchangeRates, RateEntered } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { AttendanceRecorded, attendances } from "@ops/people/attendance/attendance.ts"
import { companyPositions, PositionAdded } from "@ops/people/departments/company-position.ts"
import { companyStaff, StaffHired } from "@ops/people/staff/company-staff.ts"
import { DepartmentAdded, departments } from "@ops/people/departments/department.ts"
import { workingDays } from "@ops/people/working-days/working-days.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { peopleModule } from "@ops/people/module.ts"
import { companies, sites, SiteOpened } from "@ops/sites/site.ts"
import { people } from "@ops/identity/person.ts"
import { payrollModule } from "./module.ts"
import { PayrollRuleEntered, payrollRules } from "./components-and-rules/payroll-rule.ts"
import { processPeriod } from "./payroll-periods/processing.ts"
import { knownRules } from "./setup.ts"

const known = { streams: [sites, companies, people], consequences: [], views: [], tables: [] }
const modules = [known, ledgerModule, peopleModule, payrollModule]
export const model = {
  streams: modules.flatMap(({ streams }) => [...streams]),
  consequences: modules.flatMap(({ consequences }) => [...consequences]),
  views: modules.flatMap(({ views }): ReadonlyArray<string> => views),
  tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
}

export const today = "2026-11-21"

/** A person of a level; the person's id is the level unless another is given. */
export const person = (level: number, more: Partial<By> = {}): By => ({
  actor: `person:${more.person ?? level}`,
  person: level,
  name: `Person ${more.person ?? level}`,
  level,
  permissions: permissionsOf(level),
  department: "operations",
  confinedTo: null,
  simulated: false,
  via: "web",
  at: `${today}T08:00:00.000Z`,
  today,
  ...more,
})

const chart: Record<string, readonly [string, (typeof accountTypes)[number]]> = {
  1000: ["Cash", "asset"],
  1010: ["Bank USD", "asset"],
  1020: ["Bank SSP", "asset"],
  2100: ["Accrued payroll", "liability"],
  2110: ["Income tax payable", "liability"],
  2120: ["Social insurance payable", "liability"],
  2130: ["Payroll deductions held", "liability"],
  6100: ["Salaries and wages", "expense"],
  6110: ["Social insurance of the employer", "expense"],
  6120: ["Payroll surtax of the employer", "expense"],
  7900: ["Exchange gains and losses", "expense"],
}
/** The number of each account, by its id. */
export const accountNumbers = new Map(Object.keys(chart).map((number, n) => [n + 1, number]))

export const places: ReadonlyArray<Change> = [
  ...[1, 2, 3].map((id) =>
    sites.at(id, SiteOpened({ code: `S${id}`, slug: `site-${id}`, name: `Site ${id}`, label: `Site ${id}`, client: null, location: null })),
  ),
  ...["Operations", "Catering"].map((name, n) =>
    departments.at(n + 1, DepartmentAdded({ name, description: "", managerId: null, budget: null, isActive: true })),
  ),
  ...["Officer", "Cook"].map((title, n) =>
    companyPositions.at(n + 1, PositionAdded({ title, departmentId: n + 1, level: null, description: "", requirements: "", baseSalary: null, isActive: true })),
  ),
]
/** The records of the ledger; not needed if its setup has run. */
export const books: ReadonlyArray<Change> = [
  ...Object.entries(chart).map(([accountNumber, [accountName, accountType]], n) =>
    accounts.at(n + 1, AccountOpened({ accountNumber, accountName, accountType, subType: null, parentAccountId: null, description: "" })),
  ),
  exchangeRates.at(1, RateEntered({ type: "official", from: "2020-01-01", rate: 130_000, source: "first", enteredBy: null })),
]
export const law: ReadonlyArray<Change> = knownRules.map((rule, n) => payrollRules.at(n + 1, PayrollRuleEntered({ ...rule, enteredBy: null })))

const blankPerson = {
  email: null,
  phone: null,
  nationalId: null,
  supervisorId: null,
  employmentType: "full_time",
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
} as const

/** A person hired in 2020 with this monthly pay in cents. Department and position are both 1 or 2. */
export const hired = (
  id: number,
  salary: number,
  currency: "USD" | "SSP",
  more: { siteId?: number; departmentId?: number; personId?: number | null; hireDate?: string } = {},
): Change => {
  const { siteId = 1, departmentId = 1, personId = null, hireDate = "2020-01-01" } = more
  const name = { firstName: `First${id}`, lastName: "Deng", staffNumber: `FO-${String(id).padStart(3, "0")}` }
  return companyStaff.at(id, StaffHired({ ...blankPerson, ...name, siteId, departmentId, positionId: departmentId, personId, hireDate, salary, currency }))
}

const usual = { weeks: [], holidays: new Set<string>() }
/** Present on every working day from one date to another; ids are derived from those of the person and the day. */
export const present = (staffId: number, from: string, to: string, siteId = 1): ReadonlyArray<Change> =>
  workingDays(usual, from, to).map((attendanceDate, n) =>
    attendances.at(
      staffId * 1000 + Number(attendanceDate.slice(5, 7)) * 50 + n,
      AttendanceRecorded({
        staffId,
        attendanceDate,
        siteId,
        checkInTime: null,
        checkOutTime: null,
        // six days are less than forty hours a week, so that none of them is overtime
        workHours: 6400,
        overtimeHours: 0,
        status: "present",
        location: "",
        notes: "",
        approvedBy: null,
        recordedBy: null,
      }),
    ),
  )

/**
 * Processes a payroll in a separate process, on the database of a server that others use as well. Starts as a server does: the database treats code compiled
 * by a test runner as another version, so this process folds the rows first.
 */
export const processFromOutside = (server: { host: string; port: number; user: string; password: string }, id: number) =>
  Effect.runPromise(
    Effect.provide(
      processPeriod(id, "no sheets", person(7)),
      Records.layer.pipe(
        Layer.provideMerge(EventStore.layer),
        Layer.provideMerge(testPersonalKeys),
        Layer.provideMerge(Database.layer({ ...server, password: Redacted.make(server.password), database: "postgres", role: "ops" })),
        Layer.provideMerge(Layer.succeed(Records.Model, model)),
      ),
    ),
  )
