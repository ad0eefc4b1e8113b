/**
 * The final settlement of a person who has left: the amounts owed become pay components of the first open payroll, and unused leave is deducted from the
 * balance, in one commit. Once for each end of an employment; can be reversed while that payroll is a draft.
 */
import { Schema } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import {
  command,
  type By,
  conflict,
  consequence,
  forbidden,
  get,
  invalid,
  findById,
  newId,
  type CommandGenerator,
  all,
  unchanged,
} from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, Flag, Literals, Money, Optional, Parts, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { companyStaff, type CompanyStaffRow, payOn, StaffReinstated } from "@ops/people/staff/company-staff.ts"
import { isPaidOnLeaving, type LeaveAccountRow, leaveAccounts, settleLeave, unsettleLeave, unusedLeave } from "@ops/people/leave/leave-account.ts"
import { leaveTypes, type LeaveTypeRow } from "@ops/people/leave/leave-type.ts"
import { staffRosters, turnsOf } from "@ops/people/assignments/staff-assignment.ts"
import { workWeeks } from "@ops/people/working-days/work-week.ts"
import { type Turns, usualWeek, type Week } from "@ops/people/working-days/working-days.ts"
import { type EndingReason, finalSettlement } from "./final-settlement.ts"
import { payComponents, PayComponentWithdrawn, SettlementPayAdded } from "../components-and-rules/pay-component.ts"
import { overlapping, type PayrollCalendar, payrollCalendars } from "../payroll-periods/payroll-calendar.ts"
import { payrollPeriods, type PeriodRow } from "../payroll-periods/payroll-period.ts"
import { currencies, endings } from "../labels.ts"

const SettlementLine = Schema.Struct({
  kind: Schema.Literals(["leave", "notice", "severance"]),
  leaveTypeId: Schema.NullOr(Schema.Int),
  /** for leave lines; hundredths of a day */
  days: Schema.NullOr(Schema.Int),
  name: Schema.String,
  formula: Schema.String,
  /** cents */
  amount: Schema.Int,
})
const facts = {
  lastDay: BusinessDate,
  reason: Literals(...endings),
  noticeWorked: Flag,
  currency: Literals(...currencies),
  lines: Parts(SettlementLine),
  total: Money,
  /** a day of the payroll that pays it */
  payOn: BusinessDate,
  components: Parts(Schema.Int),
  bookedBy: Optional(Ref("person")),
}
/** The record's id is that of the staff member; the settlement of an earlier employment stays in the history. */
export const FinalSettlement = record(
  "final_settlement",
  { ...facts, status: Literals("booked", "reversed"), reversedBy: Optional(Ref("person")), reversalReason: Optional(Text(500)) },
  { label: "Final settlement", title: "'Final settlement of staff member ' || id" },
)
export type FinalSettlementRow = Row<typeof FinalSettlement>
export const SettlementBooked = event(
  "SettlementBooked",
  1,
  facts,
  ({ lastDay, currency, total }) => `Settled for the last day ${lastDay}: ${currency} ${formatMoney(total)}`,
)
export const SettlementReversed = event(
  "SettlementReversed",
  1,
  { reversedBy: Optional(Ref("person")), reason: Text(500) },
  ({ reason }) => `Reversed: ${reason}`,
)
export const finalSettlements = stream(FinalSettlement, SettlementBooked, SettlementReversed).fold({
  SettlementBooked: (_, booked) => ({ ...booked, status: "booked" as const, reversedBy: null, reversalReason: null }),
  SettlementReversed: (row, { reversedBy, reason }) => ({ ...row, status: "reversed" as const, reversedBy, reversalReason: reason }),
})

export interface Leaving {
  readonly staff: Pick<CompanyStaffRow, "hireDate" | "pay">
  readonly account: Pick<LeaveAccountRow, "entries"> | undefined
  /** all leave types, or those that apply here */
  readonly types: ReadonlyArray<LeaveTypeRow>
  readonly weeks: ReadonlyArray<Week>
  readonly turns: ReadonlyArray<Turns>
  /** the earlier settlement, if any */
  readonly before: Pick<FinalSettlementRow, "status" | "lastDay"> | undefined
  readonly lastDay: string
  readonly reason: EndingReason
  readonly noticeWorked: boolean
}

/** The amounts owed, from the current rows. Service that was already settled does not count again. */
export const settlementOf = ({ staff, account, types, weeks, turns, before, lastDay, reason, noticeWorked }: Leaving) => {
  const { salary, currency } = payOn(staff.pay, lastDay)
  const settled = before?.status === "booked" && before.lastDay < lastDay && before.lastDay >= staff.hireDate
  const from = settled ? addDays(before.lastDay, 1) : staff.hireDate
  // people who work in turns work every day of a turn
  const isOnTurns = turns.some((turn) => turn.from <= lastDay && (turn.to === null || turn.to >= lastDay))
  const week = weeks.reduce<Week | undefined>((held, each) => (each.from <= lastDay && (!held || held.from <= each.from) ? each : held), undefined)
  const leave = types
    .filter((type) => isPaidOnLeaving(type, lastDay))
    .map((type) => ({ leaveTypeId: type.id, name: type.name, days: unusedLeave(staff, type, account, lastDay) }))
    .filter(({ days }) => days > 0)
  const weekDays = isOnTurns ? 7 : (week?.days ?? usualWeek).length
  return { from, currency, salary, ...finalSettlement({ from, lastDay, reason, noticeWorked, salary, currency, weekDays, leave }) }
}

const whyNotYet: Partial<Record<PeriodRow["status"], string>> = {
  draft: "is being calculated. Finish processing it, return it to draft and try again",
  calculated: "is calculated. Return it to draft first, so that it includes the settlement",
}

/**
 * The payroll that pays the amounts owed for a day: that of the day, or the next one that is not approved yet. Without `period` it does not exist yet.
 * `obstacle` is why it cannot accept more at the moment.
 */
export const payrollFor = (
  day: string,
  calendar: Pick<Row<typeof PayrollCalendar>, "taken"> | undefined,
  statusOf: (periodId: number) => Pick<PeriodRow, "status" | "isCalculating"> | undefined,
): { readonly payOn: string; readonly periodId: number | null; readonly name: string | null; readonly obstacle: string | null } => {
  const taken = overlapping(calendar, day, day)
  if (!taken) {
    // days before the first payroll are not paid by any
    const later = (calendar?.taken ?? []).filter(({ from }) => from > day).sort((a, b) => (a.from < b.from ? -1 : 1))[0]
    return later ? payrollFor(later.from, calendar, statusOf) : { payOn: day, periodId: null, name: null, obstacle: null }
  }
  const { status, isCalculating } = statusOf(taken.periodId) ?? { status: "draft", isCalculating: false }
  if (status !== "draft" && status !== "calculated") return payrollFor(addDays(taken.to, 1), calendar, statusOf)
  const why = status === "calculated" || isCalculating ? `${taken.name} ${whyNotYet[status]}` : null
  return { payOn: day, periodId: taken.periodId, name: taken.name, obstacle: why }
}

/** Why the settlement cannot be reversed; null if it can. `period` is the payroll that pays it, if there is one. */
export const whyItStays = (name: string, period: Pick<PeriodRow, "periodName" | "status" | "isCalculating"> | undefined): string | null => {
  if (!period || (period.status === "draft" && !period.isCalculating)) return null
  const { periodName, status } = period
  if (status === "draft" || status === "calculated") return `${periodName} ${whyNotYet[status]!.replace(", so that it includes the settlement", "")}`
  return `${periodName} pays the settlement of ${name} and is ${status}. Correct it with a correction in the next payroll`
}

const requireFinance = requiring("finance.full", "Only finance can book a final settlement")
const nameOf = ({ firstName, lastName }: Pick<CompanyStaffRow, "firstName" | "lastName">) => `${firstName} ${lastName}`
const requireOwnDepartment = (staff: CompanyStaffRow, by: By) => {
  if (by.person !== null && staff.personId === by.person) throw forbidden("You cannot settle your own employment. Ask another person in finance")
}

/** The payrolls of the calendar, from a date. */
function* periodsFrom(day: string): CommandGenerator<{ calendar: Row<typeof PayrollCalendar> | undefined; periods: ReadonlyMap<number, PeriodRow> }> {
  const calendar = yield* findById(payrollCalendars, 1)
  const ids = (calendar?.taken ?? []).filter(({ to }) => to >= day).map(({ periodId }) => periodId)
  const rows = yield* all(...ids.map((id) => get(payrollPeriods, id)))
  return { calendar, periods: new Map(rows.map((row) => [row.id, row])) }
}

export interface Booking {
  readonly staffId: number
  readonly reason: EndingReason
  readonly noticeWorked: boolean
  /** ids of the leave types */
  readonly leaveTypes: ReadonlyArray<number>
}

/** Books the amounts owed; not by the person concerned. Repeating it with the same input changes nothing. */
export const bookSettlement = command("settlement.book", function* ({ staffId, reason, noticeWorked, leaveTypes: typeIds }: Booking, by) {
  requireFinance(by)
  const staff = yield* get(companyStaff, staffId)
  requireOwnDepartment(staff, by)
  const lastDay = staff.terminationDate
  if (lastDay === null) throw conflict(`${nameOf(staff)} works here. End the employment first`)
  const [before, account, roster, week] = yield* all(
    findById(finalSettlements, staffId),
    findById(leaveAccounts, staffId),
    findById(staffRosters, staffId),
    findById(workWeeks, staff.siteId ?? 0),
  )
  if (before?.status === "booked" && before.lastDay === lastDay) {
    if (before.reason === reason && before.noticeWorked === noticeWorked) return unchanged(staffId)
    throw conflict(`${nameOf(staff)} is already settled. Reverse that first`)
  }
  const types = yield* all(...typeIds.map((id) => get(leaveTypes, id)))
  const { currency, lines, total } = settlementOf({
    staff,
    account,
    types,
    weeks: week?.weeks ?? [],
    turns: turnsOf(roster),
    before,
    lastDay,
    reason,
    noticeWorked,
  })
  const { calendar, periods } = yield* periodsFrom(lastDay)
  const { payOn: day, obstacle } = payrollFor(lastDay, calendar, (id) => periods.get(id))
  if (obstacle !== null) throw conflict(obstacle)
  const components: Array<Change> = []
  for (const { name, amount } of lines) {
    if (amount === 0) continue
    const component = { staffId, kind: "allowance" as const, name, amount, currency, from: day, to: day, taxable: true, enteredBy: by.person }
    components.push(payComponents.at(yield* newId(payComponents), SettlementPayAdded(component)))
  }
  const leave = lines.flatMap(({ leaveTypeId, days }) => (leaveTypeId === null || days === null ? [] : [{ leaveTypeId, days }]))
  const { changes: paidOut } = yield* settleLeave.decide({ staffId, leave, reason: "Final settlement" }, by)
  const booked = { lastDay, reason, noticeWorked, currency, lines, total, payOn: day, components: components.map(({ id }) => id), bookedBy: by.person }
  return [finalSettlements.at(staffId, SettlementBooked(booked)), ...components, ...paidOut]
})

/** Why the payroll that pays a settlement prevents its reversal; null if it does not. */
function* heldBy(staff: CompanyStaffRow, { payOn: day }: FinalSettlementRow): CommandGenerator<string | null> {
  const taken = overlapping(yield* findById(payrollCalendars, 1), day, day)
  return whyItStays(nameOf(staff), taken && (yield* get(payrollPeriods, taken.periodId)))
}

/** Reverses a settlement: its pay is withdrawn, and the leave is restored. Only while the payroll that pays it is a draft. */
export const reverseSettlement = command("settlement.reverse", function* ({ staffId, reason }: { readonly staffId: number; readonly reason: string }, by) {
  requireFinance(by)
  const staff = yield* get(companyStaff, staffId)
  requireOwnDepartment(staff, by)
  const settlement = yield* findById(finalSettlements, staffId)
  if (!settlement) throw conflict(`Nothing is settled for ${nameOf(staff)}`)
  if (settlement.status === "reversed") return unchanged(staffId)
  if (reason === "") throw invalid("Reason is required")
  const held = yield* heldBy(staff, settlement)
  if (held !== null) throw conflict(held)
  yield* all(...settlement.components.map((id) => get(payComponents, id)))
  const leave = settlement.lines.flatMap(({ leaveTypeId, days }) => (leaveTypeId === null || days === null ? [] : [{ leaveTypeId, days }]))
  const { changes: given } = yield* unsettleLeave.decide({ staffId, leave, date: settlement.lastDay, reason }, by)
  return [
    finalSettlements.at(staffId, SettlementReversed({ reversedBy: by.person, reason })),
    ...settlement.components.map((id) => payComponents.at(id, PayComponentWithdrawn({ reason }))),
    ...given,
  ]
})

/** A person with an unpaid settlement cannot be reinstated. */
const onReinstatement = consequence(StaffReinstated, function* (_, { id }) {
  const settlement = yield* findById(finalSettlements, id)
  if (settlement?.status !== "booked") return []
  const staff = yield* get(companyStaff, id)
  const taken = overlapping(yield* findById(payrollCalendars, 1), settlement.payOn, settlement.payOn)
  const period = taken && (yield* get(payrollPeriods, taken.periodId))
  if (period && period.status !== "draft" && period.status !== "calculated") return []
  throw conflict(`The final settlement of ${nameOf(staff)} is booked and not paid yet. Reverse it first`)
})
export const settlementConsequences = [onReinstatement]
