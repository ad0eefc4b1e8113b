/** Amount due if a person left, or what was booked: for the screen and the terminal. Writes nothing. */
import { Effect } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { conflict, invalid, notFound } from "@ops/platform/records/command.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { CompanyStaff } from "@ops/people/staff/company-staff.ts"
import { LeaveAccount } from "@ops/people/leave/leave-account.ts"
import { LeaveType } from "@ops/people/leave/leave-type.ts"
import { StaffRoster, turnsOf } from "@ops/people/assignments/staff-assignment.ts"
import { WorkWeek } from "@ops/people/working-days/work-week.ts"
import type { EndingReason, SettlementLine } from "./final-settlement.ts"
import { PayrollCalendar, overlapping } from "../payroll-periods/payroll-calendar.ts"
import { PayrollPeriod } from "../payroll-periods/payroll-period.ts"
import { FinalSettlement, payrollFor, settlementOf, whyItStays } from "./settlement.ts"

const typeIdsSql = sql({ id: col.whole }, "select id from leave_type order by id")
const staffSql = sql(stateColumns(CompanyStaff), `select ${CompanyStaff.state("r")} from company_staff r where r.id = $1`)
const accountSql = sql(stateColumns(LeaveAccount), `select ${LeaveAccount.state("r")} from leave_account r where r.id = $1`)
const typesSql = sql(stateColumns(LeaveType), `select ${LeaveType.state("r")} from leave_type r order by r.id`)
const settlementSql = sql(stateColumns(FinalSettlement), `select ${FinalSettlement.state("r")} from final_settlement r where r.id = $1`)
const weekSql = sql(stateColumns(WorkWeek), `select ${WorkWeek.state("r")} from work_week r where r.id = $1`)
const rosterSql = sql(stateColumns(StaffRoster), `select ${StaffRoster.state("r")} from staff_roster r where r.id = $1`)
const calendarSql = sql(stateColumns(PayrollCalendar), `select ${PayrollCalendar.state("r")} from payroll_calendar r where r.id = 1`)
const periodsSql = sql(stateColumns(PayrollPeriod), `select ${PayrollPeriod.state("r")} from payroll_period r`)

/** Ids of the types of leave. */
export const leaveTypeIds = Effect.map(statement(typeIdsSql, []), (rows) => rows.map(({ id }) => id))

interface Asked {
  /** the last day; the default is that of a person who has left, otherwise today */
  readonly date?: string | undefined
  readonly reason?: EndingReason | undefined
  readonly noticeWorked?: boolean | undefined
}

const shown = (lines: ReadonlyArray<SettlementLine>) =>
  lines.map(({ kind, name, formula, days, amount }) => ({ kind, name, formula, days: days === null ? null : days / 100, amount: formatMoney(amount) }))

/** The settlement of one person. 404 if there is no such person; refused with a sentence if the day does not fit. */
export const settlementFor = (who: SignedIn, id: number, asked: Asked = {}) =>
  Effect.gen(function* () {
    const [staff] = yield* statement(staffSql, [id])
    if (!staff) return yield* Effect.fail(notFound(`Staff member ${id} does not exist`))
    const name = staff.erasedAt === null ? `${staff.firstName} ${staff.lastName}` : staff.staffNumber
    const [[account], types, [before], [week], [roster], [calendar], periods] = yield* Effect.all(
      [
        statement(accountSql, [id]),
        statement(typesSql, []),
        statement(settlementSql, [id]),
        statement(weekSql, [staff.siteId ?? 0]),
        statement(rosterSql, [id]),
        statement(calendarSql, []),
        statement(periodsSql, []),
      ],
      { concurrency: 4 },
    )
    const periodOf = new Map(periods.map((period) => [period.id, period]))
    const left = staff.terminationDate
    const lastDay = asked.date ?? left ?? who.today
    if (left !== null && lastDay !== left) return yield* Effect.fail(conflict(`${name} left on ${left}. Leave the date out`))
    if (lastDay < staff.hireDate) return yield* Effect.fail(invalid(`Last day must be on or after the hire date, ${staff.hireDate}`))

    const booked = before?.status === "booked" && before.lastDay === left ? before : null
    const reason = booked?.reason ?? asked.reason ?? "resigned"
    const noticeWorked = booked?.noticeWorked ?? asked.noticeWorked ?? false
    const made = settlementOf({
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
        left === null ? goesOn.map(({ startDate, endDate }) => `Leave of ${startDate} to ${endDate} ends with the employment: unused days are restored`) : [],
      status: booked ? ("booked" as const) : ("open" as const),
      obstacle,
      canBook: may && booked === null && obstacle === null,
      canReverse: may && booked !== null && obstacle === null,
    }
  })
