/** Commands on contractors: register, change, agree a rate, suspend, reinstate, end, choose the vendor. */
import { lastDayOf } from "@ops/platform/calendar.ts"
import { holds } from "@ops/platform/access/levels.ts"
import {
  command,
  type By,
  conflict,
  find,
  forbidden,
  get,
  invalid,
  findById,
  newId,
  permitted,
  type CommandGenerator,
  unchanged,
} from "@ops/platform/records/command.ts"
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
  Phone,
  Ref,
  SiteName,
  Text,
  withDefault,
} from "@ops/platform/records/field.ts"
import { departments, leads } from "@ops/people/departments/department.ts"
import { addVendor, vendors } from "@ops/procurement/vendors/vendor.ts"
import { siteOf } from "@ops/sites/site.ts"
import {
  ContractorChanged,
  ContractorEnded,
  ContractorErased,
  type ContractorFacts,
  contractorName,
  ContractorRateAgreed,
  ContractorRegistered,
  ContractorReinstated,
  type ContractorRow,
  contractors,
  ContractorSuspended,
  ContractorVendorNamed,
  facts,
} from "./contractor.ts"
import { contractorAccounts } from "./contractor-account.ts"
import { currencies, rateUnits } from "./labels.ts"

function* requireDepartmentHead(by: By, departmentId: number, what: string): CommandGenerator<void> {
  const department = yield* get(departments, departmentId)
  if (!leads(by, department)) throw forbidden(`You can only ${what} contractors of your own department`)
}
const rejectErased = ({ contractorNumber, erasedAt }: ContractorRow) => {
  if (erasedAt !== null) throw conflict(`The personal data of ${contractorNumber} was erased. Register the contractor again`)
}
const rejectEnded = (row: ContractorRow) => {
  if (row.status === "ended") throw conflict(`The contract of ${contractorName(row)} ended on ${row.endedOn}`)
}
/** Above it the sums of a month could have rounding errors; realistic rates are lower. */
const mostRate = 10_000_000_00
const requireValidRate = (amount: number) => {
  if (amount <= 0) throw invalid("Rate must be greater than 0")
  if (amount > mostRate) throw invalid("Rate must be 10000000.00 at most")
}

/** Refuses inconsistent input: dates in the wrong order, a closed department, a national ID in use. */
function* requireConsistent(facts: ContractorFacts, id: number, before?: ContractorFacts): CommandGenerator<void> {
  const { contractStart, contractEnd, contractValue, nationalId, departmentId, contractorType, companyName, skills } = facts
  if (contractEnd !== null && contractEnd < contractStart) throw invalid("Contract end must be on or after the contract start")
  if (contractValue !== null && contractValue <= 0) throw invalid("Contract value must be greater than 0")
  if (contractorType === "company" && companyName === null) throw invalid("Company name is required for a company")
  if (skills.length > 30) throw invalid("List 30 skills at most")
  if (skills.some((skill) => skill.trim() === "" || skill.length > 60)) throw invalid("A skill must have 1 to 60 characters")
  if (departmentId !== before?.departmentId) {
    const department = yield* get(departments, departmentId)
    if (!department.isActive) throw conflict(`${department.name} is closed`)
  }
  const other = nationalId === null || nationalId === before?.nationalId ? undefined : yield* find(contractors, { nationalId })
  if (other && other.id !== id) throw conflict(`This national ID belongs to ${other.contractorNumber}`)
}

/** The next free number of the series: CON-0001. */
function* nextContractorNumber(): CommandGenerator<string> {
  for (;;) {
    const n = (yield { ask: "number", series: "CON" }) as number
    const contractorNumber = `CON-${String(n).padStart(4, "0")}`
    if (!(yield* find(contractors, { contractorNumber }, { expected: false }))) return contractorNumber
  }
}

/** The input of a form, validated. */
const asked = { ...facts, email: label("E-mail", Optional(Email)), phone: Phone, siteId: Optional(SiteName) }
const registering = {
  /** null means the next number of the series */
  contractorNumber: Optional(Line(40)),
  ...asked,
  contractorType: withDefault("individual", asked.contractorType),
  paymentTerms: withDefault("monthly", asked.paymentTerms),
  skills: withDefault([], asked.skills),
  certifications: withDefault("", asked.certifications),
  experience: withDefault("", asked.experience),
  notes: withDefault("", asked.notes),
  currency: withDefault("USD", Literals(...currencies)),
  /** the first of these that is given is agreed from the start of the contract */
  hourlyRate: Optional(Money),
  dailyRate: Optional(Money),
  monthlyRate: Optional(Money),
}
/** Registers a contractor, with the first rate if it is agreed. */
export const registerContractor = command("contractor.register", "Register a contractor", registering, function* (input, by) {
  const { contractorNumber, siteId, currency, hourlyRate, dailyRate, monthlyRate, ...given } = input
  const amounts = { hour: hourlyRate, day: dailyRate, month: monthlyRate }
  const [rate] = rateUnits.flatMap((unit) => (amounts[unit] === null ? [] : [{ unit, amount: amounts[unit] }]))
  yield* requireDepartmentHead(by, given.departmentId, "register")
  const facts = { ...given, siteId: siteId === null ? null : (yield* siteOf(siteId, by)).id }
  const id = yield* newId(contractors)
  yield* requireConsistent(facts, id)
  if (rate) requireValidRate(rate.amount)
  const known = contractorNumber === null ? undefined : yield* find(contractors, { contractorNumber })
  if (known) throw conflict(`${contractorName(known)} has the number ${contractorNumber} already`)
  const number = contractorNumber ?? (yield* nextContractorNumber())
  return [
    contractors.at(id, ContractorRegistered({ ...facts, contractorNumber: number, currency, createdBy: by.person })),
    ...(rate ? [contractors.at(id, ContractorRateAgreed({ ...rate, from: facts.contractStart, reason: "" }))] : []),
  ]
})

export type NewContractor = Parameters<typeof registerContractor.decide>[0]

/** Only the given fields change. */
export const changeContractor = command(
  "contractor.change",
  "Change the details of a contractor",
  { id: Ref("contractor"), ...partly(asked) },
  function* ({ id, siteId, ...given }, by) {
    const row = yield* get(contractors, id)
    yield* requireDepartmentHead(by, row.departmentId, "change")
    rejectErased(row)
    yield* permitted()
    const before = factsOf(row)
    const site = siteId === undefined ? row.siteId : siteId === null ? null : (yield* siteOf(siteId, by)).id
    const after: ContractorFacts = { ...before, ...given, siteId: site }
    if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(id)
    if (after.departmentId !== before.departmentId) yield* requireDepartmentHead(by, after.departmentId, "keep")
    yield* requireConsistent(after, id, before)
    const { contractEnd } = after
    const account = yield* findById(contractorAccounts, id)
    const beyond = account?.places.find(({ startDate, endDate }) => contractEnd !== null && (endDate ?? startDate) > contractEnd)
    if (beyond && contractEnd !== before.contractEnd)
      throw conflict(`${contractorName(row)} is assigned from ${beyond.startDate}, after this end date. End the assignment first`)
    return [contractors.at(id, ContractorChanged(after))]
  },
)
const factsOf = (row: ContractorRow): ContractorFacts => {
  const { firstName, lastName, companyName, email, phone, nationalId, contractorType, serviceType, departmentId, siteId } = row
  const { contractStart, contractEnd, contractValue, paymentTerms, skills, certifications, experience } = row
  const { address, bankName, bankAccount, workPermitNumber, workPermitExpiry, notes } = row
  const person = { firstName, lastName, companyName, email, phone, nationalId, contractorType, serviceType, departmentId, siteId }
  const contract = { contractStart, contractEnd, contractValue, paymentTerms, skills, certifications, experience }
  return { ...person, ...contract, address, bankName, bankAccount, workPermitNumber, workPermitExpiry, notes }
}

/** Agrees the rate from a date on, by hour, day or month. Billed work keeps its rate. */
const rating = {
  id: Ref("contractor"),
  from: label("Date from", BusinessDate),
  unit: Literals(...rateUnits),
  amount: label("Rate", Money),
  reason: withDefault("", Text(500)),
}
export const agreeRate = command("contractor.rate", "Agree on rates from a date", rating, function* ({ id, ...term }, by) {
  const row = yield* get(contractors, id)
  if (!holds(by, "finance.full")) yield* requireDepartmentHead(by, row.departmentId, "agree the rates of")
  rejectErased(row)
  rejectEnded(row)
  yield* permitted()
  requireValidRate(term.amount)
  if (term.from < row.contractStart) throw invalid(`The contract starts on ${row.contractStart}: agree the rate from that day on, or later`)
  const account = yield* findById(contractorAccounts, id)
  const billed = account?.bills.find(({ month }) => lastDayOf(month) >= term.from)
  if (billed) throw conflict(`${billed.month} is already billed. Agree the rate from a day after ${lastDayOf(billed.month)}`)
  const same = row.rates.find(({ from }) => from === term.from)
  if (same && same.unit === term.unit && same.amount === term.amount && same.reason === term.reason) return unchanged(id)
  return [contractors.at(id, ContractorRateAgreed(term))]
})

/** Suspends: nothing new is assigned or recorded until the contractor is reinstated. */
const suspending = "Suspend a contractor: no new assignments or hours until reinstated"
export const suspendContractor = command("contractor.suspend", suspending, { id: Ref("contractor"), reason: Line(500) }, function* ({ id, reason }, by) {
  const row = yield* get(contractors, id)
  yield* requireDepartmentHead(by, row.departmentId, "suspend")
  rejectEnded(row)
  if (row.status === "suspended") throw conflict(`${contractorName(row)} is suspended already`)
  yield* permitted()
  if (reason.trim() === "") throw invalid("Reason is required")
  return [contractors.at(id, ContractorSuspended({ reason: reason.trim() }))]
})

export const reinstateContractor = command("contractor.reinstate", "Reinstate a suspended contractor", { id: Ref("contractor") }, function* ({ id }, by) {
  const row = yield* get(contractors, id)
  yield* requireDepartmentHead(by, row.departmentId, "reinstate")
  rejectEnded(row)
  if (row.status === "active") throw conflict(`${contractorName(row)} is active`)
  return [contractors.at(id, ContractorReinstated({}))]
})

/** Ends the contract on a day, at the latest today. Open assignments must end first. */
export const endContractor = command(
  "contractor.end",
  "End a contract",
  { id: Ref("contractor"), endedOn: label("Last day", BusinessDate), reason: Line(500) },
  function* ({ id, endedOn, reason }, by) {
    const row = yield* get(contractors, id)
    yield* requireDepartmentHead(by, row.departmentId, "end the contracts of")
    if (row.status === "ended" && row.endedOn === endedOn) return unchanged(id)
    rejectEnded(row)
    const account = yield* findById(contractorAccounts, id)
    const rejectOpen = (day: string) => {
      const open = account?.places.find(({ endDate }) => endDate === null || endDate > day)
      if (!open) return
      const span = `${open.startDate}${open.endDate === null ? "" : ` to ${open.endDate}`}`
      throw conflict(`${contractorName(row)} is assigned from ${span}. Complete or cancel that first`)
    }
    rejectOpen(by.today)
    yield* permitted()
    if (reason.trim() === "") throw invalid("Reason is required")
    if (endedOn > by.today) throw invalid("Last day must be today or earlier")
    if (endedOn < row.contractStart) throw invalid(`Last day must be on or after the contract start, ${row.contractStart}`)
    rejectOpen(endedOn)
    return [contractors.at(id, ContractorEnded({ endedOn, reason: reason.trim() }))]
  },
)

/** Chooses the vendor through which a contractor is paid: an existing one, or a new one with the contractor's name. */
const naming = { id: Ref("contractor"), vendorId: Optional(Ref("vendor")) }
export const nameVendor = command("contractor.vendor", "Choose the vendor account for a contractor's payments", naming, function* ({ id, vendorId }, by) {
  if (by.person !== null && !holds(by, "finance.full")) throw forbidden("Only finance can choose the vendor account for a contractor's payments")
  const row = yield* get(contractors, id)
  rejectErased(row)
  yield* permitted()
  if (vendorId !== null) {
    const vendor = yield* get(vendors, vendorId)
    if (!vendor.isActive) throw conflict(`${vendor.name} is not an active vendor`)
    return row.vendorId === vendorId ? unchanged(id) : [contractors.at(id, ContractorVendorNamed({ vendorId }))]
  }
  if (row.vendorId !== null) throw conflict(`${contractorName(row)} already has a vendor account. Choose another one from the list to change it`)
  const { companyName, email, phone, address, currency } = row
  const terms = row.paymentTerms === "monthly" ? "net_30" : row.paymentTerms
  const facts = { contactPerson: contractorName(row), email, phone, address, currency, paymentTerms: terms, taxId: null, notes: null, vendorNumber: null }
  const made = yield* addVendor.decide({ ...facts, name: companyName ?? contractorName(row) }, by)
  return [contractors.at(id, ContractorVendorNamed({ vendorId: made.id })), ...made.changes]
})

/**
 * Permanently erases the personal data of a contractor whose contract has ended: in the record, in the log, and as of every past moment. The number, the
 * hours and payments stay. `confirm` is the number, typed again. Repeating it changes nothing.
 */
export const eraseContractor = command(
  "contractor.erase",
  "Permanently erase the personal data of a contractor",
  { id: Ref("contractor"), ...erasureFields },
  function* ({ id, reason, confirm }, by) {
    if (by.person !== null && !holds(by, "system.admin")) throw forbidden("Only an administrator of the system can erase a person")
    const row = yield* get(contractors, id)
    if (confirm !== row.contractorNumber) throw invalid("To confirm, enter the number of the contractor you are erasing")
    if (row.erasedAt !== null) return unchanged(id)
    if (row.status !== "ended") throw conflict(`${row.contractorNumber} has a contract. End it first`)
    return [contractors.at(id, ContractorErased({ reason }))]
  },
)
