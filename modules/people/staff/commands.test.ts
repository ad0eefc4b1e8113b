import * as fc from "fast-check"
import { expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { people } from "@ops/identity/person.ts"
import { companyStaff, type PayTerm, payOn, StaffPayChanged, StaffSuspended, StaffTerminated } from "./company-staff.ts"
import { addDepartment, changeDepartment, departments } from "../departments/department.ts"
import { addPosition } from "../departments/company-position.ts"
import { addDocument, changePay, changeStaff, eraseStaff, hire, reinstateStaff, suspendStaff, terminate } from "./commands.ts"
import { company, driver, hired, person } from "../testing.ts"

test("a person is hired by the management of the department, under the next number", () => {
  given(...company)
    .when(hire, driver, person(8))
    .gives(["company_staff/1", "StaffHired"])
    .holds(companyStaff, 1, { staffNumber: "FO-001", status: "active", pay: [{ from: "2026-01-05", salary: 100_000, currency: "USD", reason: "Hired" }] })
    .when(hire, { ...driver, firstName: "Deng" }, person(10))
    .holds(companyStaff, 2, { staffNumber: "FO-002" })
  given(...company)
    .when(hire, { ...driver, departmentId: 2, positionId: 2 }, person(8))
    .refuses("You can only hire people of your own department", 403)
})

test("invalid input is refused with a sentence", () => {
  const all = [...company, hired(1, { email: "m@example.com", nationalId: "N1", personId: 3, firstName: "Martin" })]
  const refused = (more: Partial<typeof driver>) => given(...all).when(hire, { ...driver, ...more }, person(10)).refusal?.message
  expect(refused({ staffNumber: "FO-001" })).toBe("Martin Wol has the staff number FO-001 already")
  expect(refused({ email: "m@example.com" })).toBe("This e-mail address belongs to Martin Wol")
  expect(refused({ nationalId: "N1" })).toBe("This national ID belongs to another person")
  expect(refused({ personId: 3 })).toBe("This account belongs to Martin Wol already")
  expect(refused({ positionId: 2 })).toBe("Cook does not belong to Operations")
  expect(refused({ salary: 0 })).toBe("Salary must be greater than 0")
  expect(refused({ dateOfBirth: "2026-02-01" })).toBe("Date of birth must be before the hire date")
  expect(refused({ siteId: 9 })).toBe("Site 9 does not exist")
  expect(refused({ supervisorId: 1 })).toBeUndefined()
})

test("a circular reporting line is refused, however long the circle", () => {
  const line = [hired(1), hired(2, { supervisorId: 1 }), hired(3, { supervisorId: 2 })]
  given(...company, ...line)
    .when(changeStaff, { id: 1, supervisorId: 3 }, person(10))
    .refuses("This would create a circular reporting line. Choose another supervisor", 422)
    .when(changeStaff, { id: 1, supervisorId: 1 }, person(10))
    .refuses(/^This would create a circular reporting line/)
})

test("a change without a difference writes nothing; one with a difference writes all facts", () => {
  given(...company, hired(1))
    .when(changeStaff, { id: 1, firstName: "Martin", siteId: "1" }, person(8))
    .gives()
    .when(changeStaff, { id: 1, phone: "123", siteId: "site-2" }, person(8))
    .gives(["company_staff/1", "StaffChanged"])
    .holds(companyStaff, 1, { phone: "123", siteId: 2, firstName: "Martin" })
    .when(changeStaff, { id: 1, departmentId: 2, positionId: 2 }, person(8))
    .refuses("You can only take in people of your own department", 403)
})

test("pay keeps its history, and changing your own pay is refused", () => {
  const rise = { id: 1, from: "2026-12-01", salary: 120_000, currency: "USD" as const, reason: "Two years" }
  given(...company, hired(1, { personId: 8 }))
    .when(changePay, rise, person(8))
    .refuses("You cannot change your own pay. Ask your manager", 403)
    .when(changePay, rise, person(7))
    .gives(["company_staff/1", "StaffPayChanged", { from: "2026-12-01", salary: 120_000, currency: "USD", reason: "Two years" }])
    .when(changePay, { ...rise, from: "2025-12-31" }, person(7))
    .refuses("Date must be on or after the hire date, 2026-01-05", 422)
    .when(changePay, rise, person(7))
    .gives()
})

test("the pay of a day is the latest term in effect, whatever the order of the changes", () => {
  const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-02-${String(n).padStart(2, "0")}`)
  const term = fc.record({ from: day, salary: fc.integer({ min: 1, max: 1_000_000 }), currency: fc.constant("USD" as const), reason: fc.constant("") })
  fc.assert(
    fc.property(fc.array(term, { maxLength: 8 }), day, (terms, on) => {
      const row = given(...company, hired(1), ...terms.map((each) => companyStaff.at(1, StaffPayChanged(each))))
        .when(changeStaff, { id: 1 }, person(10))
        .row(companyStaff, 1)!
      const held = new Map<string, PayTerm>([["2026-01-05", { from: "2026-01-05", salary: 100_000, currency: "USD", reason: "Hired" }]])
      for (const each of terms) held.set(each.from, each)
      const begun = [...held.values()].filter(({ from }) => from <= on).sort((a, b) => (a.from < b.from ? 1 : -1))
      expect(payOn(row.pay, on)).toEqual(begun[0])
    }),
  )
})

test("suspending closes the account in the same commit, by the rules of accounts", () => {
  const all = [...company, hired(1, { personId: 3 }), hired(2, { personId: 8 }), hired(3, { personId: 10 }), hired(4)]
  given(...all)
    .when(suspendStaff, { id: 1, reason: "Missing keys" }, person(8))
    .gives(["company_staff/1", "StaffSuspended", { reason: "Missing keys" }], ["person/3", "PersonSuspended", { reason: "Missing keys" }])
    .holds(companyStaff, 1, { status: "inactive", suspensionReason: "Missing keys", suspendedAt: "2026-11-21T08:00:00.000Z" })
    .holds(people, 3, { isActive: false })
    .when(suspendStaff, { id: 1, reason: "" }, person(8))
    .refuses("Martin Wol is suspended already", 409)
    .when(reinstateStaff, { id: 1, from: "2026-11-21" }, person(8))
    .gives(["company_staff/1", "StaffReinstated"], ["person/3", "PersonReinstated"])
    .holds(companyStaff, 1, { status: "active", suspendedAt: null, suspensionReason: null })
  given(...all)
    .when(suspendStaff, { id: 2, reason: "" }, person(8))
    .refuses("You cannot suspend yourself", 403)
  given(...all)
    .when(suspendStaff, { id: 3, reason: "" }, person(8))
    .refuses("You cannot change an account above your own level", 403)
  given(...all)
    .when(suspendStaff, { id: 4, reason: "" }, person(8))
    .gives(["company_staff/4", "StaffSuspended"])
  given(...all)
    .when(suspendStaff, { id: 4, reason: "" }, person(7))
    .refuses("You can only suspend people of your own department", 403)
})

test("a last day is today at the latest; afterwards only people who manage all users can reinstate the person", () => {
  const gone = { id: 1, terminationDate: "2026-11-20", reason: "Contract over" }
  given(...company, hired(1, { personId: 3 }))
    .when(terminate, { ...gone, terminationDate: "2026-11-22" }, person(8))
    .refuses("Last day must be today or earlier", 422)
    .when(terminate, { ...gone, terminationDate: "2026-01-01" }, person(8))
    .refuses("Last day must be on or after the hire date, 2026-01-05", 422)
    .when(terminate, gone, person(8))
    .gives(["company_staff/1", "StaffTerminated"], ["person/3", "PersonSuspended"])
    .when(terminate, gone, person(8))
    .gives()
    .when(changePay, { id: 1, from: "2026-12-01", salary: 1, currency: "USD", reason: "Late" }, person(7))
    .refuses("Martin Wol left on 2026-11-20", 409)
    .when(reinstateStaff, { id: 1, from: "2026-11-21" }, person(8))
    .refuses("Only people who manage all users can reinstate a former employee", 403)
    .when(reinstateStaff, { id: 1, from: "2026-11-19" }, person(10))
    .refuses("Date must be on or after the last day, 2026-11-20", 422)
    .when(reinstateStaff, { id: 1, from: "2026-11-21" }, person(10))
    .holds(companyStaff, 1, { status: "active", terminationDate: null })
    .holds(people, 3, { isActive: true })
})

test("the status follows the state machine for any sequence of commands", () => {
  const steps = fc.array(fc.constantFrom("suspend", "reinstate", "terminate"), { maxLength: 12 })
  fc.assert(
    fc.property(steps, (done) => {
      let then = given(...company, hired(1, { personId: 3 })).when(changeStaff, { id: 1 }, person(10))
      let status = "active"
      for (const step of done) {
        const before = status
        if (step === "suspend") then = then.when(suspendStaff, { id: 1, reason: "" }, person(10))
        else if (step === "reinstate") then = then.when(reinstateStaff, { id: 1, from: "2026-11-21" }, person(10))
        else then = then.when(terminate, { id: 1, terminationDate: "2026-11-21", reason: "Left" }, person(10))
        const allowed = { suspend: before === "active", reinstate: before !== "active", terminate: true }[step]
        expect(then.refusal === undefined).toBe(allowed)
        if (allowed) status = { suspend: "inactive", reinstate: "active", terminate: "terminated" }[step]
        const row = then.row(companyStaff, 1)!
        expect(row.status).toBe(status)
        expect(row.suspendedAt !== null).toBe(status === "inactive")
        expect(row.terminationDate !== null).toBe(status === "terminated")
        expect(then.row(people, 3)!.isActive).toBe(status === "active")
      }
    }),
  )
})

test("documents are added by managers of the person's department", () => {
  const paper = { id: 1, kind: "passport", name: "Passport", number: "R1", expiryDate: "2027-01-01", attachment: null } as const
  given(...company, hired(1))
    .when(addDocument, paper, person(8))
    .gives(["company_staff/1", "StaffDocumentAdded"])
    .holds(companyStaff, 1, {
      documents: [{ kind: "passport", name: "Passport", number: "R1", expiryDate: "2027-01-01", attachment: null, addedAt: "2026-11-21T08:00:00.000Z" }],
    })
    .when(addDocument, paper, person(6))
    .refuses("You can only keep the documents of people of your own department", 403)
})

test("only a former employee can be erased, by an administrator who types the number", () => {
  const words = { id: 1, reason: "Asked for it", confirm: "FO-001" }
  given(...company, hired(1, { email: "m@example.com", nationalId: "N1" }), companyStaff.at(1, StaffSuspended({ reason: "" })))
    .when(eraseStaff, words, person(8))
    .refuses("Only an administrator of the system can erase a person", 403)
    .when(eraseStaff, words, person(10))
    .refuses("FO-001 works here. End the employment first", 409)
  given(...company, hired(1, { email: "m@example.com", nationalId: "N1" }), companyStaff.at(1, StaffTerminated({ terminationDate: "2026-11-01", reason: "" })))
    .when(eraseStaff, { ...words, confirm: "FO-002" }, person(10))
    .refuses(/^To confirm, enter the staff number/)
    .when(eraseStaff, words, person(10))
    .holds(companyStaff, 1, { firstName: "erased", lastName: "person", email: null, nationalId: null, documents: [], erasedAt: "2026-11-21T08:00:00.000Z" })
    .when(eraseStaff, words, person(10))
    .gives()
    .when(reinstateStaff, { id: 1, from: "2026-11-21" }, person(10))
    .refuses("The personal data of FO-001 was erased. Add the person again", 409)
})

test("people who manage all users change departments; managers also change the positions of their own", () => {
  given(...company)
    .when(addDepartment, { name: "Catering", description: "", managerId: null, budget: null }, person(10))
    .refuses("A department with this name already exists", 409)
    .when(addDepartment, { name: "Clinic", description: "", managerId: 3, budget: 1 }, person(8))
    .refuses("Only people who manage all users can change departments", 403)
    .when(changeDepartment, { id: 1, name: "Camps" }, person(10))
    .holds(departments, 1, { name: "Camps", isActive: true })
    .when(changeDepartment, { id: 2, isActive: false }, person(10))
    .when(addPosition, { title: "Baker", departmentId: 2, level: null, description: "", requirements: "", baseSalary: null }, person(10))
    .refuses("Catering is closed", 409)
  given(...company)
    .when(addPosition, { title: "Guard", departmentId: 1, level: null, description: "", requirements: "", baseSalary: null }, person(8))
    .gives(["company_position/3", "PositionAdded"])
})
