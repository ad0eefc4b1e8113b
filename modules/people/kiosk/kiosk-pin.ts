/** The PIN for tapping in and out at a kiosk: which PINs are valid, who may set one, and when one is locked. */
import { command, conflict, forbidden, get } from "@ops/platform/records/command.ts"
import { companyStaff, StaffPinLocked, StaffPinSet } from "../staff/company-staff.ts"
import { departments, leads } from "../departments/department.ts"

/** The number of wrong attempts that lock a PIN, and for how many minutes. */
export const triesAtMost = 5
export const lockedFor = 15

/** Why a PIN is not acceptable, as a sentence; undefined if it is. */
export const pinFault = (pin: string): string | undefined => {
  if (!/^\d{4,6}$/.test(pin)) return "PIN must be 4 to 6 digits"
  const step = Number(pin[1]) - Number(pin[0])
  const even = [...pin].every((digit, n) => n === 0 || (Number(digit) - Number(pin[n - 1]) + 10) % 10 === (step + 10) % 10)
  return even && Math.abs(step) <= 1 ? "This PIN is too easy to guess. Choose digits that are not in a row" : undefined
}

/** Stores the hash of a PIN: one's own, or that of a person one may change. It unlocks a locked PIN. */
export const setPin = command("company_staff.pin", function* ({ id, pinHash }: { readonly id: number; readonly pinHash: string }, by) {
  const staff = yield* get(companyStaff, id)
  if (by.person === null || staff.personId !== by.person) {
    const department = yield* get(departments, staff.departmentId)
    if (!leads(by, department)) throw forbidden("You can set your own PIN; management can set those of its department")
  }
  if (staff.erasedAt !== null || staff.status === "terminated") throw conflict(`${staff.staffNumber} no longer works here`)
  return [companyStaff.at(id, StaffPinSet({ pinHash, by: by.person }))]
})

/** Locks a PIN after too many attempts. */
export const lockPin = command("company_staff.lock_pin", function* ({ id, siteId }: { readonly id: number; readonly siteId: number }, by) {
  yield* get(companyStaff, id)
  return [companyStaff.at(id, StaffPinLocked({ siteId, until: new Date(Date.parse(by.at) + lockedFor * 60_000).toISOString() }))]
})
