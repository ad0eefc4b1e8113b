import { expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { companyStaff, StaffErased, StaffTerminated } from "../staff/company-staff.ts"
import { lockPin, pinFault, setPin } from "./kiosk-pin.ts"
import { company, hired, person } from "../testing.ts"

const all = [...company, hired(1), hired(2, { personId: 3 }), hired(3, { departmentId: 2, positionId: 2 })]

test("a PIN has 4 to 6 digits that are not consecutive", () => {
  for (const pin of ["123", "1234567", "12a4", "", "١٢٣٤"]) expect(pinFault(pin), pin).toBe("PIN must be 4 to 6 digits")
  for (const pin of ["0000", "111111", "1234", "8901", "4321", "210987"])
    expect(pinFault(pin), pin).toBe("This PIN is too easy to guess. Choose digits that are not in a row")
  for (const pin of ["1357", "7206", "11223", "480125"]) expect(pinFault(pin), pin).toBeUndefined()
})

test("people set their own PIN, and management sets those of its department; a new PIN unlocks the kiosk", () => {
  given(...all)
    .when(setPin, { id: 2, pinHash: "h1" }, person(3))
    .holds(companyStaff, 2, { pinHash: "h1", pinLockedUntil: null })
  given(...all)
    .when(setPin, { id: 1, pinHash: "h1" }, person(3))
    .refuses("You can set your own PIN; management can set those of its department", 403)
  given(...all)
    .when(setPin, { id: 1, pinHash: "h1" }, person(6))
    .refuses(/your own PIN/, 403)
  given(...all)
    .when(setPin, { id: 3, pinHash: "h1" }, person(8))
    .refuses(/your own PIN/, 403)
  given(...all)
    .when(setPin, { id: 1, pinHash: "h1" }, person(8))
    .when(lockPin, { id: 1, siteId: 1 }, person(6))
    .holds(companyStaff, 1, { pinLockedUntil: "2026-11-21T08:15:00.000Z" })
    .when(setPin, { id: 1, pinHash: "h2" }, person(10))
    .holds(companyStaff, 1, { pinHash: "h2", pinLockedUntil: null })
  given(...all, companyStaff.at(1, StaffTerminated({ terminationDate: "2026-11-20", reason: "" })))
    .when(setPin, { id: 1, pinHash: "h" }, person(8))
    .refuses("FO-001 no longer works here", 409)
  expect(companyStaff.personal.has("StaffPinSet")).toBe(true)
  const known = given(...all)
    .when(setPin, { id: 1, pinHash: "h" }, person(8))
    .row(companyStaff, 1)!
  const gone = companyStaff.evolve(known, 1, StaffErased({ reason: "" }), "2026-11-21T08:00:00.000Z")
  expect(gone.pinHash).toBeNull()
})
