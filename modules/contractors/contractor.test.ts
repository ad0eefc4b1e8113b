import { expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { contractors } from "./contractor.ts"
import {
  agreeRate,
  changeContractor,
  endContractor,
  eraseContractor,
  nameVendor,
  registerContractor,
  reinstateContractor,
  suspendContractor,
} from "./contractor-commands.ts"
import { assignContractor } from "./work/assignment-commands.ts"
import { clerk, company, electrician, manager, person, rewiring, supervisor } from "./testing.ts"

const world = given(...company)
const registered = world.when(registerContractor, electrician, manager)

test("a contractor is registered under the next number, with the first rate effective from the contract's start", () => {
  registered.holds(contractors, 1, {
    contractorNumber: "CON-0001",
    status: "active",
    rates: [{ from: "2026-08-01", unit: "hour", amount: 12_50, reason: "" }],
  })
  registered.when(registerContractor, { ...electrician, nationalId: null }, manager).holds(contractors, 2, { contractorNumber: "CON-0002" })
})

test.each([
  [{ contractEnd: "2026-07-31" }, "Contract end must be on or after the contract start"],
  [{ contractorType: "company" }, "Company name is required for a company"],
  [{ hourlyRate: 0 }, "Rate must be greater than 0"],
  [{ contractValue: -1 }, "Contract value must be greater than 0"],
  [{ siteId: 9 }, "Site 9 does not exist"],
  [{ departmentId: 2 }, "You can only register contractors of your own department"],
] as const)("%o is refused", (more, sentence) => {
  const refused = world.when(registerContractor, { ...electrician, ...more }, manager).refuses(sentence)
  expect(refused.events).toEqual([])
})

test("a number or national ID can belong to only one contractor", () => {
  registered.when(registerContractor, electrician, manager).refuses("This national ID belongs to CON-0001", 409)
  registered
    .when(registerContractor, { ...electrician, nationalId: null, contractorNumber: "CON-0001" }, manager)
    .refuses("Bol Majok has the number CON-0001 already", 409)
})

test("a change keeps fields that it does not name; repeating it changes nothing", () => {
  const changed = registered.when(changeContractor, { id: 1, phone: "+211 1" }, manager)
  changed.holds(contractors, 1, { phone: "+211 1", firstName: "Bol", rates: registered.row(contractors, 1)!.rates })
  changed.when(changeContractor, { id: 1, phone: "+211 1" }, manager).gives()
  registered.when(changeContractor, { id: 1, contractEnd: "2026-07-01" }, manager).refuses("Contract end must be on or after the contract start")
  registered
    .when(assignContractor, rewiring, manager)
    .refuses("The contract of Bol Majok ends on 2027-07-31. End the assignment by that day, or extend the contract")
  registered
    .when(assignContractor, { ...rewiring, endDate: "2026-12-31" }, manager)
    .when(changeContractor, { id: 1, contractEnd: "2026-12-01" }, manager)
    .refuses("Bol Majok is assigned from 2026-10-01, after this end date. End the assignment first", 409)
})

test("rates are agreed from an effective date and kept in order, by finance or the head of the department", () => {
  const agreed = registered
    .when(agreeRate, { id: 1, from: "2026-11-01", unit: "day", amount: 90_00, reason: "By the day now" }, clerk)
    .when(agreeRate, { id: 1, from: "2026-10-01", unit: "hour", amount: 14_00, reason: "" }, manager)
  expect(agreed.row(contractors, 1)!.rates.map(({ from }) => from)).toEqual(["2026-08-01", "2026-10-01", "2026-11-01"])
  registered
    .when(agreeRate, { id: 1, from: "2026-07-31", unit: "hour", amount: 100, reason: "" }, manager)
    .refuses("The contract starts on 2026-08-01: agree the rate from that day on, or later")
  registered.when(agreeRate, { id: 1, from: "2026-11-01", unit: "hour", amount: 100, reason: "" }, supervisor).refuses(/your own department/, 403)
})

test("a contractor is suspended, reinstated and ended; an ended contract stays ended", () => {
  const suspended = registered.when(suspendContractor, { id: 1, reason: "Safety" }, manager)
  suspended.when(assignContractor, { ...rewiring, endDate: "2026-12-31" }, manager).refuses("Bol Majok is suspended. Reinstate the contractor first", 409)
  suspended.when(reinstateContractor, { id: 1 }, manager).holds(contractors, 1, { status: "active", statusReason: null })
  registered.when(suspendContractor, { id: 1, reason: " " }, manager).refuses("Reason is required")
  const ended = registered.when(endContractor, { id: 1, endedOn: "2026-11-20", reason: "Done" }, manager)
  ended.holds(contractors, 1, { status: "ended", endedOn: "2026-11-20" })
  ended.when(reinstateContractor, { id: 1 }, manager).refuses("The contract of Bol Majok ended on 2026-11-20", 409)
  registered.when(endContractor, { id: 1, endedOn: "2026-11-22", reason: "Done" }, manager).refuses("Last day must be today or earlier")
  registered
    .when(assignContractor, { ...rewiring, endDate: "2026-12-31" }, manager)
    .when(endContractor, { id: 1, endedOn: "2026-11-20", reason: "Done" }, manager)
    .refuses("Bol Majok is assigned from 2026-10-01 to 2026-12-31. Complete or cancel that first", 409)
})

test("finance chooses the vendor under which a contractor is paid: an existing one, or a new one of the same name", () => {
  registered.when(nameVendor, { id: 1, vendorId: 1 }, clerk).holds(contractors, 1, { vendorId: 1 })
  registered.when(nameVendor, { id: 1, vendorId: null }, clerk).gives(["contractor/1", "ContractorVendorNamed"], ["vendor/2", "VendorAdded"])
  registered.when(nameVendor, { id: 1, vendorId: 1 }, manager).refuses("Only finance can choose the vendor account for a contractor's payments", 403)
  registered.when(nameVendor, { id: 1, vendorId: 9 }, clerk).refuses("Vendor 9 does not exist", 404)
})

test("personal data is erased only once the contract has ended", () => {
  const erase = { id: 1, reason: "Asked for it", confirm: "CON-0001" }
  registered.when(eraseContractor, erase, person(10)).refuses("CON-0001 has a contract. End it first", 409)
  const erased = registered.when(endContractor, { id: 1, endedOn: "2026-11-20", reason: "Done" }, manager).when(eraseContractor, erase, person(10))
  erased.holds(contractors, 1, { firstName: "erased", lastName: "contractor", phone: "erased", nationalId: null, contractorNumber: "CON-0001" })
  erased.when(eraseContractor, erase, person(10)).gives()
})
