/**
 * A person's leave decisions of all types, and absences: one row per person, read by every command about the leave, so
 * that concurrent commands cannot use the same days. The balance is calculated in `leave-ledger.ts`.
 */
import { Schema } from "effect"
import { command, type By, conflict, forbidden, get, invalid, findById, type CommandGenerator } from "@ops/platform/records/command.ts"
import { BusinessDate, Parts, Ref, Structure, Text, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { companyStaff, type CompanyStaffRow } from "../staff/company-staff.ts"
import { departments, leads } from "../departments/department.ts"
import { balanceOn, type Booked, bookedKinds, daysText, leastLeft, leaveLedger } from "./leave-ledger.ts"
import { leaveTypes, type LeaveTypeRow } from "./leave-type.ts"
import { monthsBetween } from "../working-days/working-days.ts"

const entry = {
  kind: Schema.Literals(bookedKinds),
  /** hundredths of a day */
  days: Schema.Int,
  date: Schema.String,
  requestId: Schema.NullOr(Schema.Int),
  reason: Schema.NullOr(Schema.String),
}
const Entry = Schema.Struct(entry)
const absence = { requestId: Ref("leave_request"), leaveTypeId: Ref("leave_type"), startDate: BusinessDate, endDate: BusinessDate, entries: Parts(Entry) }

/** Its id is that of the staff member. */
export const LeaveAccount = record(
  "leave_account",
  {
    entries: Parts(Schema.Struct({ ...entry, leaveTypeId: Schema.Int })),
    /** requested or granted; rejected and cancelled leave is not included */
    absences: Parts(
      Schema.Struct({
        requestId: Schema.Int,
        leaveTypeId: Schema.Int,
        startDate: Schema.String,
        endDate: Schema.String,
        granted: Schema.Boolean,
        entries: Schema.Array(Entry),
      }),
    ),
    /** every request ever made */
    requests: Parts(Schema.Int),
  },
  { label: "Leave account", title: "'Leave of staff member ' || id" },
)
export type LeaveAccountRow = Row<typeof LeaveAccount>

export const AbsenceAsked = event("AbsenceAsked", 1, absence, ({ startDate, endDate }) => `Leave asked for: ${startDate} to ${endDate}`)
export const AbsenceGranted = event("AbsenceGranted", 1, { requestId: Ref("leave_request") }, () => "Leave approved: days deducted")
export const AbsenceDropped = event("AbsenceDropped", 1, { requestId: Ref("leave_request") }, () => "Leave rejected or cancelled")
/** Granted leave that ends earlier, or does not begin: its unused days are returned. */
export const AbsenceShortened = event(
  "AbsenceShortened",
  1,
  { requestId: Ref("leave_request"), lastDay: Structure(Schema.NullOr(Schema.String)), entries: Parts(Entry) },
  ({ lastDay }) => (lastDay === null ? "Leave cancelled: days restored" : `Leave ended on ${lastDay}: unused days restored`),
)
const amount = { leaveTypeId: Ref("leave_type"), days: Whole, date: BusinessDate, reason: Text(500) }
export const LeaveAdjusted = event(
  "LeaveAdjusted",
  1,
  amount,
  ({ leaveTypeId, days, reason }, title) => `${title("leave_type", leaveTypeId)} adjusted by ${daysText(days)} days: ${reason}`,
)
export const LeaveEncashed = event(
  "LeaveEncashed",
  1,
  amount,
  ({ leaveTypeId, days, reason }, title) => `${daysText(days)} days of ${title("leave_type", leaveTypeId)} paid out: ${reason}`,
)
/** Days that were to be paid out with a final settlement but were not: they are added back. */
export const LeavePayoutReversed = event(
  "LeavePayoutReversed",
  1,
  amount,
  ({ leaveTypeId, days, reason }, title) => `${daysText(days)} days of ${title("leave_type", leaveTypeId)} pay-out cancelled: ${reason}`,
)

const empty = { entries: [], absences: [], requests: [] }
const manual = (kind: "adjusted" | "encashed", days: number, date: string, reason: string, leaveTypeId: number) => {
  return { kind, days, date, reason, requestId: null, leaveTypeId }
}
export const leaveAccounts = stream(
  LeaveAccount,
  AbsenceAsked,
  AbsenceGranted,
  AbsenceDropped,
  AbsenceShortened,
  LeaveAdjusted,
  LeaveEncashed,
  LeavePayoutReversed,
).fold({
  AbsenceAsked: (row, asked) => ({
    entries: row?.entries ?? [],
    absences: [...(row?.absences ?? []), { ...asked, granted: false }],
    requests: [...(row?.requests ?? []), asked.requestId],
  }),
  AbsenceGranted: (row, { requestId }) => ({
    ...row,
    entries: [
      ...row.entries,
      ...row.absences.flatMap((absence) =>
        absence.requestId === requestId ? absence.entries.map((entry) => ({ ...entry, leaveTypeId: absence.leaveTypeId })) : [],
      ),
    ],
    absences: row.absences.map((absence) => (absence.requestId === requestId ? { ...absence, granted: true } : absence)),
  }),
  AbsenceDropped: (row, { requestId }) => ({ ...row, absences: row.absences.filter((absence) => absence.requestId !== requestId) }),
  AbsenceShortened: (row, { requestId, lastDay, entries }) => ({
    ...row,
    entries: [
      ...row.entries,
      ...entries.map((entry) => ({ ...entry, leaveTypeId: row.absences.find((absence) => absence.requestId === requestId)!.leaveTypeId })),
    ],
    // the remaining entries are all that could be returned later
    absences: row.absences.flatMap((absence) => {
      if (absence.requestId !== requestId) return [absence]
      const left = absence.entries.map((entry) => ({ ...entry, days: entry.days + (entries.find(({ date }) => date === entry.date)?.days ?? 0) }))
      return lastDay === null ? [] : [{ ...absence, endDate: lastDay, entries: left.filter(({ days }) => days !== 0) }]
    }),
  }),
  LeaveAdjusted: (row, { leaveTypeId, days, date, reason }) => ({
    ...(row ?? empty),
    entries: [...(row?.entries ?? []), manual("adjusted", days, date, reason, leaveTypeId)],
  }),
  LeaveEncashed: (row, { leaveTypeId, days, date, reason }) => ({
    ...(row ?? empty),
    entries: [...(row?.entries ?? []), manual("encashed", -days, date, reason, leaveTypeId)],
  }),
  LeavePayoutReversed: (row, { leaveTypeId, days, date, reason }) => ({
    ...row,
    entries: [...row.entries, manual("encashed", days, date, reason, leaveTypeId)],
  }),
})

/** The booked entries of a leave type. */
export const bookedOf = (account: Pick<LeaveAccountRow, "entries"> | undefined, leaveTypeId: number): ReadonlyArray<Booked> =>
  (account?.entries ?? []).filter((entry) => entry.leaveTypeId === leaveTypeId)
/** The days of a leave type requested and not yet decided. */
export const askedOf = (account: Pick<LeaveAccountRow, "absences"> | undefined, leaveTypeId: number): ReadonlyArray<Booked> =>
  (account?.absences ?? []).filter((absence) => !absence.granted && absence.leaveTypeId === leaveTypeId).flatMap(({ entries }) => entries)

export const staffName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) => `${firstName} ${lastName}`

/** Rejects entries that make the balance negative on any day, unless the type allows that. */
export const requireNoOverlap = (staff: CompanyStaffRow, type: LeaveTypeRow, booked: ReadonlyArray<Booked>, more: ReadonlyArray<Booked>) => {
  if (type.mayGoNegative) return
  const left = leastLeft(staff, type.terms, booked, more)
  if (left >= 0) return
  const wanted = more.reduce((sum, { days }) => sum - days, 0)
  const has = Math.max(0, left + wanted)
  throw invalid(
    `${staffName(staff)} has ${daysText(has)} days of ${type.name} for these dates, and this takes ${daysText(wanted)}. Choose fewer days or another type`,
  )
}

/** The staff member and leave type, if the user may change leave in this department. */
function* administered(staffId: number, leaveTypeId: number, by: By): CommandGenerator<readonly [CompanyStaffRow, LeaveTypeRow]> {
  const staff = yield* get(companyStaff, staffId)
  if (!leads(by, yield* get(departments, staff.departmentId))) throw forbidden("You can only change the leave of people of your own department")
  if (by.person !== null && staff.personId === by.person) throw forbidden("You cannot change your own leave. Ask your manager")
  return [staff, yield* get(leaveTypes, leaveTypeId)]
}

export interface Adjustment {
  readonly staffId: number
  readonly leaveTypeId: number
  /** hundredths of a day */
  readonly days: number
  readonly date: string
  readonly reason: string
}

/** Adds or deducts days, with a recorded reason: an opening balance, or a correction. */
export const adjustLeave = command("leave.adjust", function* ({ staffId, ...given }: Adjustment, by) {
  const [staff, type] = yield* administered(staffId, given.leaveTypeId, by)
  if (given.days === 0) throw invalid("Days must not be 0")
  if (given.date < staff.hireDate) throw invalid(`${staffName(staff)} works here since ${staff.hireDate}`)
  const account = yield* findById(leaveAccounts, staffId)
  const entry = manual("adjusted", given.days, given.date, given.reason, type.id)
  if (given.days < 0) requireNoOverlap(staff, type, bookedOf(account, type.id), [entry])
  return [leaveAccounts.at(staffId, LeaveAdjusted(given))]
})

/** Pays out days instead of leave: after two years of service, up to half of the balance, as the law provides. */
export const encashLeave = command("leave.encash", function* ({ staffId, ...given }: Adjustment, by) {
  const [staff, type] = yield* administered(staffId, given.leaveTypeId, by)
  if (given.days <= 0) throw invalid("Days must be more than 0")
  if (!type.paid) throw invalid(`${type.name} is not paid, so nothing can be paid out`)
  const account = yield* findById(leaveAccounts, staffId)
  const booked = bookedOf(account, type.id)
  const left = balanceOn(leaveLedger(staff, type.terms, booked, given.date), given.date)
  if (staff.status !== "terminated") {
    if (monthsBetween(staff.hireDate, given.date) < 24)
      throw conflict(`Days can be paid out after two years of service; ${staffName(staff)} works here since ${staff.hireDate}`)
    if (given.days * 2 > left)
      throw conflict(`At most half of the remaining balance can be paid out: ${daysText(Math.max(0, Math.floor(left / 2)))} of ${daysText(left)} days`)
  }
  requireNoOverlap(staff, type, booked, [manual("encashed", -given.days, given.date, given.reason, type.id)])
  return [leaveAccounts.at(staffId, LeaveEncashed(given))]
})

/** Whether the balance of a type is paid when employment ends: paid leave that accrues monthly. */
export const isPaidOnLeaving = ({ paid, terms }: Pick<LeaveTypeRow, "paid" | "terms">, lastDay: string): boolean =>
  paid && (terms.findLast(({ from }) => from <= lastDay) ?? terms[0])?.accrual === "monthly"

/** The balance of a type at the end of a person's last day, in hundredths of a day; 0 if more was taken than earned. */
export const unusedLeave = (
  { hireDate }: Pick<CompanyStaffRow, "hireDate">,
  { id, terms }: Pick<LeaveTypeRow, "id" | "terms">,
  account: Pick<LeaveAccountRow, "entries"> | undefined,
  lastDay: string,
): number => Math.max(0, balanceOn(leaveLedger({ hireDate, terminationDate: lastDay }, terms, bookedOf(account, id), lastDay), lastDay))

export interface LeavePayout {
  readonly staffId: number
  /** leave types, and days of each in hundredths */
  readonly leave: ReadonlyArray<{ readonly leaveTypeId: number; readonly days: number }>
  readonly reason: string
}

/** Pays out the whole balance on a person's last day. The settlement that includes it decides who may. */
export const settleLeave = command("leave.settle", function* ({ staffId, leave, reason }: LeavePayout, by) {
  const staff = yield* get(companyStaff, staffId)
  if (by.person !== null && staff.personId === by.person) throw forbidden("You cannot change your own leave. Ask your manager")
  const { terminationDate } = staff
  if (terminationDate === null) throw conflict(`${staffName(staff)} works here. End the employment first`)
  const account = yield* findById(leaveAccounts, staffId)
  const changes: Array<Change> = []
  for (const { leaveTypeId, days } of leave) {
    const type = yield* get(leaveTypes, leaveTypeId)
    if (!isPaidOnLeaving(type, terminationDate)) throw invalid(`${type.name} is not paid out when employment ends`)
    if (days !== unusedLeave(staff, type, account, terminationDate)) throw conflict(`The balance of ${type.name} has changed in the meantime. Check it again`)
    if (days > 0) changes.push(leaveAccounts.at(staffId, LeaveEncashed({ leaveTypeId, days, date: terminationDate, reason })))
  }
  return { id: staffId, changes }
})

/** Returns, on the last day, the days that were to be paid out, because the settlement is reversed. */
export const unsettleLeave = command("leave.unsettle", function* ({ staffId, leave, date, reason }: LeavePayout & { readonly date: string }, by) {
  const staff = yield* get(companyStaff, staffId)
  if (by.person !== null && staff.personId === by.person) throw forbidden("You cannot change your own leave. Ask your manager")
  yield* findById(leaveAccounts, staffId)
  const given = leave.filter(({ days }) => days > 0)
  return { id: staffId, changes: given.map(({ leaveTypeId, days }) => leaveAccounts.at(staffId, LeavePayoutReversed({ leaveTypeId, days, date, reason }))) }
})
