/** What would be owed if a person left, or what was booked: for the screen and the terminal. Writes nothing. */
import { Effect } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { conflict, invalid, notFound } from "@ops/platform/records/command.ts"
import { CompanyStaff, type CompanyStaffRow } from "@ops/people/staff/company-staff.ts"
import { LeaveAccount, type LeaveAccountRow } from "@ops/people/leave/leave-account.ts"
import { LeaveType, type LeaveTypeRow } from "@ops/people/leave/leave-type.ts"
import { turnsOf } from "@ops/people/assignments/staff-assignment.ts"
import type { Week } from "@ops/people/working-days/working-days.ts"
import type { EndingReason, SettlementLine } from "./final-settlement.ts"
import { PayrollCalendar, overlapping } from "../payroll-periods/payroll-calendar.ts"
import { PayrollPeriod, type PeriodRow } from "../payroll-periods/payroll-period.ts"
import { FinalSettlement, type FinalSettlementRow, payrollFor, settlementOf, whyItStays } from "./settlement.ts"

/** Ids of the types of leave. */
export const leaveTypeIds = Effect.flatMap(Database, ({ statement }) =>
  Effect.map(statement("select id from leave_type order by id", []), (rows) => rows.map(({ id }) => id as number)),
)

interface Asked {
  /** the last day; if it is left out that of who has left, else today */
  readonly date?: string | undefined
  readonly reason?: EndingReason | undefined
  readonly noticeWorked?: boolean | undefined
}

const shown = (lines: ReadonlyArray<SettlementLine>) =>
  lines.map(({ kind, name, formula, days, amount }) => ({ kind, name, formula, days: days === null ? null : days / 100, amount: formatMoney(amount) }))

/** The settlement of one person. 404 if there is no such person; a sentence for a day that does not fit. */
export const settlementFor = (who: SignedIn, id: number, asked: Asked = {}) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const [staff] = (yield* statement(`select ${CompanyStaff.state("r")} from company_staff r where r.id = $1`, [id])) as unknown as [CompanyStaffRow?]
    if (!staff) return yield* Effect.fail(notFound(`Staff member ${id} does not exist`))
    const name = staff.erasedAt === null ? `${staff.firstName} ${staff.lastName}` : staff.staffNumber
    const [accounts, types, settlements, weeks, rosters, calendars, periods] = yield* Effect.all(
      [
        statement(`select ${LeaveAccount.state("r")} from leave_account r where r.id = $1`, [id]),
        statement(`select ${LeaveType.state("r")} from leave_type r order by r.id`, []),
        statement(`select ${FinalSettlement.state("r")} from final_settlement r where r.id = $1`, [id]),
        statement("select weeks from work_week where id = $1", [staff.siteId ?? 0]),
        statement("select places from staff_roster where id = $1", [id]),
        statement(`select ${PayrollCalendar.state("r")} from payroll_calendar r where r.id = 1`, []),
        statement(`select ${PayrollPeriod.state("r")} from payroll_period r`, []),
      ],
      { concurrency: 4 },
    )
    const before = settlements[0] as unknown as FinalSettlementRow | undefined
    const calendar = calendars[0] as Parameters<typeof payrollFor>[1]
    const periodOf = new Map((periods as unknown as ReadonlyArray<PeriodRow>).map((period) => [period.id, period]))
    const left = staff.terminationDate
    const lastDay = asked.date ?? left ?? who.today
    if (left !== null && lastDay !== left) return yield* Effect.fail(conflict(`${name} left on ${left}. Leave the date out`))
    if (lastDay < staff.hireDate) return yield* Effect.fail(invalid(`Last day must be on or after the hire date, ${staff.hireDate}`))

    const booked = before?.status === "booked" && before.lastDay === left ? before : null
    const reason = booked?.reason ?? asked.reason ?? "resigned"
    const noticeWorked = booked?.noticeWorked ?? asked.noticeWorked ?? false
    const account = accounts[0] as unknown as LeaveAccountRow | undefined
    const made = settlementOf({
      staff,
      account,
      types: types as unknown as ReadonlyArray<LeaveTypeRow>,
      weeks: (weeks[0]?.weeks ?? []) as ReadonlyArray<Week>,
      turns: turnsOf(rosters[0]),
      before,
      lastDay,
      reason,
      noticeWorked,
    })
    const pays = payrollFor(lastDay, calendar, (periodId) => periodOf.get(periodId))
    const taken = booked && overlapping(calendar, booked.payOn, booked.payOn)
    const period = booked ? taken && periodOf.get(taken.periodId) : pays.periodId === null ? undefined : periodOf.get(pays.periodId)
    const isOwn = who.person !== null && staff.personId === who.person
    const may = holds(who, "finance.full") && !isOwn
    const goesOn = (account?.absences ?? []).filter(({ granted, startDate, endDate }) => granted && startDate <= lastDay && endDate > lastDay)
    const stays = booked ? whyItStays(name, period ?? undefined) : null
    const obstacle = booked
      ? stays
      : left === null
        ? `${name} works here. End the employment first`
        : isOwn
          ? "You cannot settle your own employment. Ask another person in finance"
          : pays.obstacle
    return {
      staffId: id,
      staffNumber: staff.staffNumber,
      name,
      lastDay,
      hasLeft: left !== null,
      reason,
      noticeWorked,
      serviceFrom: made.from,
      serviceMonths: made.months,
      currency: booked?.currency ?? made.currency,
      monthlyPay: formatMoney(made.salary),
      lines: shown(booked?.lines ?? made.lines),
      total: formatMoney(booked?.total ?? made.total),
      payOn: booked?.payOn ?? pays.payOn,
      payroll: period ? { id: period.id, periodName: period.periodName, status: period.status } : null,
      remarks:
        left === null
          ? goesOn.map(({ startDate, endDate }) => `Leave of ${startDate} to ${endDate} ends with the employment: what it does not use comes back`)
          : [],
      status: booked ? ("booked" as const) : ("open" as const),
      obstacle,
      canBook: may && booked === null && obstacle === null,
      canReverse: may && booked !== null && obstacle === null,
    }
  })
