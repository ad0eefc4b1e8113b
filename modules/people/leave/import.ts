/** Leave balances from a file: `ops import leave-balances`. */
import { importBy } from "@ops/platform/imports/importable.ts"
import { command, conflict, findById, get } from "@ops/platform/records/command.ts"
import { BusinessDate, Days, label, Line, Optional, Ref, withDefault } from "@ops/platform/records/field.ts"
import { leads } from "../contract.ts"
import { companyStaff } from "../staff/company-staff.ts"
import { adjustLeave, bookedOf, leaveAccounts, staffName } from "./leave-account.ts"
import { balanceOn, daysText, leaveLedger } from "./leave-ledger.ts"
import { leaveTypes } from "./leave-type.ts"

const balance = {
  staffId: label("Staff", Ref("company_staff")),
  leaveTypeId: label("Leave type", Ref("leave_type")),
  /** what is left at the end of the date */
  days: Days,
  /** null means today */
  date: Optional(BusinessDate),
  reason: withDefault("Balance taken over", Line(500)),
}

/** Makes the balance of a date what the file says: the difference from what is accrued until then is an adjustment. */
const setBalance = command("leave.set_balance", "Set a leave balance", balance, function* ({ days, date: given, ...of }, by) {
  const date = given ?? by.today
  const staff = yield* get(companyStaff, of.staffId)
  const type = yield* get(leaveTypes, of.leaveTypeId)
  const account = yield* findById(leaveAccounts, of.staffId)
  const now = balanceOn(leaveLedger(staff, type.terms, bookedOf(account, type.id), date), date)
  if (days === now) throw conflict(`${staffName(staff)} has ${daysText(days)} days of ${type.name} on ${date} already. Leave the row out`)
  return yield* adjustLeave.decide({ ...of, days: days - now, date }, by)
})

export const leaveBalances = importBy({ noun: ["leave balance", "leave balances"], path: "/api/hr/leave-balances" }, { command: setBalance, access: leads })
