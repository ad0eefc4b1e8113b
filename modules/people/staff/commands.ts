/** Commands about the company's own people: hiring, changes, pay, suspension, reinstatement, end of employment. */
import { holds } from "@ops/platform/access/levels.ts"
import { command, type By, conflict, find, forbidden, get, invalid, findById, newId, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import {
  BusinessDate,
  Email,
  erasureFields,
  label,
  Line,
  Literals,
  Money,
  Optional,
  partly,
  Ref,
  SiteName,
  Text,
  withDefault,
} from "@ops/platform/records/field.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { people, reinstate as reinstatePerson, suspend as suspendPerson } from "@ops/identity/person.ts"
import { siteOf } from "@ops/sites/site.ts"
import { companyPositions } from "../departments/company-position.ts"
import { payCurrencies } from "../labels.ts"
import {
  companyStaff,
  type CompanyStaffRow,
  facts,
  StaffAccountLinked,
  StaffChanged,
  StaffDocumentAdded,
  StaffErased,
  type StaffFacts,
  StaffHired,
  StaffPayChanged,
  StaffReinstated,
  StaffSuspended,
  StaffTerminated,
  payOn,
} from "./company-staff.ts"
import { departments, leads } from "../departments/department.ts"
import { staffHere } from "../assignments/staff-assignment.ts"

const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) => `${firstName} ${lastName}`

function* requireDepartmentHead(by: By, departmentId: number, what: string): CommandGenerator<void> {
  const department = yield* get(departments, departmentId)
  if (!leads(by, department)) throw forbidden(`You can only ${what} people of your own department`)
}
const rejectErased = ({ staffNumber, erasedAt }: CompanyStaffRow) => {
  if (erasedAt !== null) throw conflict(`The personal data of ${staffNumber} was erased. Add the person again`)
}

/** The longest chain of supervisors; beyond it, the chain must be circular. */
const deepest = 30

/** Rejects inconsistent facts: a position of another department, a document number used twice, a circular reporting line. */
function* requireConsistent(facts: StaffFacts, id: number, by: By, before?: StaffFacts): CommandGenerator<void> {
  if (facts.positionId !== before?.positionId || facts.departmentId !== before.departmentId) {
    const position = yield* get(companyPositions, facts.positionId)
    const department = yield* get(departments, facts.departmentId)
    if (position.departmentId !== department.id) throw invalid(`${position.title} does not belong to ${department.name}`)
    if (!position.isActive || !department.isActive) throw conflict(`${position.isActive ? department.name : position.title} is closed`)
  }
  const withEmail = facts.email === null ? undefined : yield* find(companyStaff, { email: facts.email })
  if (withEmail && withEmail.id !== id) throw conflict(`This e-mail address belongs to ${nameOf(withEmail)}`)
  const withPaper = facts.nationalId === null ? undefined : yield* find(companyStaff, { nationalId: facts.nationalId })
  if (withPaper && withPaper.id !== id) throw conflict("This national ID belongs to another person")
  if (facts.dateOfBirth !== null && facts.dateOfBirth >= facts.hireDate) throw invalid("Date of birth must be before the hire date")
  if (facts.supervisorId === before?.supervisorId) return
  if (facts.supervisorId !== null) yield* staffHere(facts.supervisorId, by)
  let above = facts.supervisorId
  for (let steps = 0; above !== null; steps++) {
    if (above === id || steps > deepest) throw invalid("This would create a circular reporting line. Choose another supervisor")
    above = (yield* get(companyStaff, above)).supervisorId
  }
}

/** Checks that the account belongs to no other person. */
function* freeAccount(personId: number): CommandGenerator<void> {
  yield* get(people, personId)
  const other = yield* find(companyStaff, { personId })
  if (other) throw conflict(`This account belongs to ${nameOf(other)} already`)
}

/** The next free number of the series, such as FO-001. */
function* nextStaffNumber(): CommandGenerator<string> {
  for (;;) {
    const n = (yield { ask: "number", series: "FO" }) as number
    const staffNumber = `FO-${String(n).padStart(3, "0")}`
    if (!(yield* find(companyStaff, { staffNumber }))) return staffNumber
  }
}

/** Adds a person to the staff. Creates no account. */
export const hire = command(
  "company_staff.hire",
  "Hire a person",
  {
    /** null uses the next number of the series */
    staffNumber: Optional(Line(40)),
    ...facts,
    email: label("E-mail", Optional(Email)),
    siteId: label("Site", Optional(SiteName)),
    employmentType: withDefault("full_time", facts.employmentType),
    notes: withDefault("", facts.notes),
    /** a month */
    salary: Money,
    currency: withDefault("USD", Literals(...payCurrencies)),
    /** an existing account; hiring creates none */
    personId: label("Account", Optional(Ref("person"))),
  },
  function* ({ staffNumber, siteId, salary, currency, personId, ...given }, by) {
    yield* requireDepartmentHead(by, given.departmentId, "hire")
    const facts = { ...given, siteId: siteId === null ? null : (yield* siteOf(siteId, by)).id }
    const id = yield* newId(companyStaff)
    yield* requireConsistent(facts, id, by)
    if (salary <= 0) throw invalid("Salary must be greater than 0")
    if (personId !== null) yield* freeAccount(personId)
    const other = staffNumber === null ? undefined : yield* find(companyStaff, { staffNumber })
    if (other) throw conflict(`${nameOf(other)} has the staff number ${staffNumber} already`)
    const number = staffNumber ?? (yield* nextStaffNumber())
    return [companyStaff.at(id, StaffHired({ ...facts, staffNumber: number, salary, currency, personId, createdBy: by.person }))]
  },
)

const factNames = Object.keys(StaffChanged.schema.fields) as ReadonlyArray<keyof StaffFacts>

const changeable = {
  ...facts,
  email: label("E-mail", Optional(Email)),
  siteId: label("Site", Optional(SiteName)),
  /** links an account to the person */
  personId: label("Account", Ref("person")),
}
/** Changes the given fields; omitted ones stay. */
export const changeStaff = command(
  "company_staff.change",
  "Change a member of staff",
  { id: Ref("company_staff"), ...partly(changeable) },
  function* ({ id, personId, siteId, ...named }, by) {
    const staff = yield* get(companyStaff, id)
    yield* requireDepartmentHead(by, staff.departmentId, "change")
    rejectErased(staff)
    const moves = siteId !== undefined && String(siteId) !== String(staff.siteId)
    const given = { ...named, siteId: !moves ? undefined : siteId === null ? null : (yield* siteOf(siteId, by)).id }
    const facts = Object.fromEntries(factNames.map((name) => [name, given[name] === undefined ? staff[name] : given[name]])) as unknown as StaffFacts
    const changes: Array<Change> = []
    if (factNames.some((name) => facts[name] !== staff[name])) {
      if (facts.departmentId !== staff.departmentId) yield* requireDepartmentHead(by, facts.departmentId, "take in")
      yield* requireConsistent(facts, id, by, staff)
      if (staff.terminationDate !== null && staff.terminationDate < facts.hireDate) throw invalid("Hire date must be on or before the last day")
      changes.push(companyStaff.at(id, StaffChanged(facts)))
    }
    if (personId !== undefined && personId !== staff.personId) {
      if (by.person !== null && !holds(by, "users.manage")) throw forbidden("Only people who manage all users can link an account")
      if (staff.personId !== null) throw conflict(`${nameOf(staff)} has an account already`)
      yield* freeAccount(personId)
      changes.push(companyStaff.at(id, StaffAccountLinked({ personId })))
    }
    return changes.length === 0 ? unchanged(id) : changes
  },
)

/** Sets the pay from a date; earlier terms stay in the history. People cannot change their own pay. */
export const changePay = command(
  "company_staff.pay",
  "Change a person's pay",
  {
    id: Ref("company_staff"),
    from: label("Date from", BusinessDate),
    salary: Money,
    currency: withDefault("USD", Literals(...payCurrencies)),
    reason: Line(500),
  },
  function* ({ id, from, salary, currency, reason }, by) {
    const staff = yield* get(companyStaff, id)
    if (!(by.person !== null && holds(by, "finance.full"))) yield* requireDepartmentHead(by, staff.departmentId, "change the pay of")
    if (by.person !== null && staff.personId === by.person) throw forbidden("You cannot change your own pay. Ask your manager")
    rejectErased(staff)
    if (staff.status === "terminated") throw conflict(`${nameOf(staff)} left on ${staff.terminationDate}`)
    if (salary <= 0) throw invalid("Salary must be greater than 0")
    if (from < staff.hireDate) throw invalid(`Date must be on or after the hire date, ${staff.hireDate}`)
    const now = payOn(staff.pay, from)
    if (now.salary === salary && now.currency === currency) return unchanged(id)
    return [companyStaff.at(id, StaffPayChanged({ from, salary, currency, reason }))]
  },
)

/** Suspends the person's account in the same commit, by the rules of identity. */
function* accountSuspended(staff: CompanyStaffRow, reason: string, by: By): CommandGenerator<ReadonlyArray<Change>> {
  const person = staff.personId === null ? undefined : yield* findById(people, staff.personId)
  if (!person?.isActive) return []
  return (yield* suspendPerson.decide({ id: person.id, reason }, by)).changes
}

/** Rejects the caller and people of other departments. */
function* decidable(id: number, what: string, by: By): CommandGenerator<CompanyStaffRow> {
  const staff = yield* get(companyStaff, id)
  if (by.person !== null && staff.personId === by.person) throw forbidden(`You cannot ${what} yourself`)
  yield* requireDepartmentHead(by, staff.departmentId, what)
  return staff
}

/** Suspends a person: shown as 'Suspended', and the account can no longer sign in. */
export const suspendStaff = command(
  "company_staff.suspend",
  "Suspend a member of staff",
  { id: Ref("company_staff"), reason: withDefault("", Text(500)) },
  function* ({ id, reason }, by) {
    const staff = yield* decidable(id, "suspend", by)
    if (staff.status === "inactive") throw conflict(`${nameOf(staff)} is suspended already`)
    if (staff.status === "terminated") throw conflict(`${nameOf(staff)} left on ${staff.terminationDate}`)
    return [companyStaff.at(id, StaffSuspended({ reason })), ...(yield* accountSuspended(staff, reason || "Suspended", by))]
  },
)

/**
 * Reinstates a person from a date up to today (the default), after a suspension; after the end of employment only with the permission
 * to manage all users. The account is reactivated.
 */
export const reinstateStaff = command(
  "company_staff.reinstate",
  "Reinstate a member of staff",
  { id: Ref("company_staff"), from: label("Date", Optional(BusinessDate)) },
  function* ({ id, from: given }, by) {
    const from = given ?? by.today
    const staff = yield* decidable(id, "reinstate", by)
    if (staff.status === "active") throw conflict(`${nameOf(staff)} is active`)
    rejectErased(staff)
    if (from > by.today) throw invalid("Date must be today or earlier")
    if (staff.terminationDate !== null) {
      if (by.person !== null && !holds(by, "users.manage")) throw forbidden("Only people who manage all users can reinstate a former employee")
      if (from < staff.terminationDate) throw invalid(`Date must be on or after the last day, ${staff.terminationDate}`)
    }
    const person = staff.personId === null ? undefined : yield* findById(people, staff.personId)
    const account = person && !person.isActive && person.erasedAt === null ? (yield* reinstatePerson.decide({ id: person.id }, by)).changes : []
    return [companyStaff.at(id, StaffReinstated({ from })), ...account]
  },
)

/** Sets a person's last day of employment, today at the latest. The account is suspended too. */
export const terminate = command(
  "company_staff.terminate",
  "End a person's employment",
  { id: Ref("company_staff"), terminationDate: label("Last day", BusinessDate), reason: Line(500) },
  function* ({ id, terminationDate, reason }, by) {
    const staff = yield* decidable(id, "end the employment of", by)
    if (staff.status === "terminated") {
      if (staff.terminationDate === terminationDate) return unchanged(id)
      throw conflict(`${nameOf(staff)} left on ${staff.terminationDate} already`)
    }
    if (terminationDate > by.today) throw invalid("Last day must be today or earlier")
    if (terminationDate < staff.hireDate) throw invalid(`Last day must be on or after the hire date, ${staff.hireDate}`)
    return [companyStaff.at(id, StaffTerminated({ terminationDate, reason })), ...(yield* accountSuspended(staff, reason, by))]
  },
)

/** Adds a document to a person's file; one with an expiry date is listed before it expires. */
export const addDocument = command(
  "company_staff.document",
  function* ({ id, ...document }: { readonly id: number } & Parameters<typeof StaffDocumentAdded>[0], by) {
    const staff = yield* get(companyStaff, id)
    yield* requireDepartmentHead(by, staff.departmentId, "keep the documents of")
    rejectErased(staff)
    return [companyStaff.at(id, StaffDocumentAdded(document))]
  },
)

/**
 * Permanently erases the personal data of a person who has left: in every record, the log, and every past state. The
 * staff number, the days worked and the amounts paid remain. `confirm` is the staff number, typed again. Repeating it
 * changes nothing.
 */
export const eraseStaff = command(
  "company_staff.erase",
  "Erase the personal data of a member of staff",
  { id: Ref("company_staff"), ...erasureFields },
  function* ({ id, reason, confirm }, by) {
    if (by.person !== null && !holds(by, "system.admin")) throw forbidden("Only an administrator of the system can erase a person")
    const staff = yield* get(companyStaff, id)
    if (confirm !== staff.staffNumber) throw invalid("To confirm, enter the staff number of the person you are erasing")
    if (staff.erasedAt !== null) return unchanged(id)
    if (staff.status !== "terminated") throw conflict(`${staff.staffNumber} works here. End the employment first`)
    return [companyStaff.at(id, StaffErased({ reason }))]
  },
)
