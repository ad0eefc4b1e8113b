/** The inputs of the payroll for a period, from the rows: people and their pay, attendance, leave, components. */
import { Effect, Schema } from "effect"
import { addDays, daysBetween } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { StaffRoster, turnsOf } from "@ops/people/assignments/staff-assignment.ts"
import { attendanceStatuses } from "@ops/people/labels.ts"
import { CompanyStaff } from "@ops/people/staff/company-staff.ts"
import { WorkWeek } from "@ops/people/working-days/work-week.ts"
import { type Turns, workingDays } from "@ops/people/working-days/working-days.ts"
import { mondayOf } from "@ops/platform/dates/days.ts"
import type { PayRules, PersonMonth } from "./payroll-calculation.ts"
import { PayComponent } from "../components-and-rules/pay-component.ts"
import { PayrollRule, type Rule, rulesOn } from "../components-and-rules/payroll-rule.ts"
import { type Currency, currencies, type methods } from "../labels.ts"

export interface Person {
  readonly staffId: number
  readonly staffNumber: string
  readonly name: string
  readonly month: PersonMonth
  /** the net pay of the previous month, if any; cents */
  readonly before: { readonly netPay: number; readonly currency: Currency; readonly periodName: string } | null
}

const dated = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`
/** Whether a pay component `c` is paid for the days $1 to $2 even to people who left before them. */
const owedAfterwards = `not c.is_withdrawn and (c.of_settlement or c.kind = 'correction') and c."from" between $1::date and $2::date`
/** Everyone who is employed, and not suspended, on one of the days $1 to $2; and people who have left but are still owed something. */
const peopleSql = sql(
  {
    id: col.whole,
    staffNumber: col.text,
    name: col.text,
    siteId: col.nullable(col.whole),
    pay: stateColumns(CompanyStaff).pay,
    employedFrom: col.text,
    employedTo: col.nullable(col.text),
    suspendedFrom: col.nullable(col.text),
    places: col.nullable(stateColumns(StaffRoster).places),
  },
  `select s.id, s.staff_number as "staffNumber", s.first_name || ' ' || s.last_name as name, s.site_id as "siteId", s.pay,
    ${dated("s.hire_date")} as "employedFrom", ${dated("s.termination_date")} as "employedTo",
    case when s.status = 'inactive' then ${dated("(s.suspended_at at time zone 'Africa/Juba')")} end as "suspendedFrom", r.places
  from company_staff s left join staff_roster r on r.id = s.id
  where (s.hire_date <= $2::date and (s.termination_date is null or s.termination_date >= $1::date)
      and not (s.status = 'inactive' and (s.suspended_at at time zone 'Africa/Juba')::date <= $1::date))
    or (s.termination_date < $1::date and exists (select from pay_component c where c.staff_id = s.id and ${owedAfterwards}))
  order by s.staff_number`,
)
const noted = Schema.Tuple([Schema.String, Schema.Literals(attendanceStatuses), Schema.Int, Schema.Int])
const attendanceSql = sql(
  { staffId: col.whole, days: col.json(Schema.Array(noted)) },
  `select staff_id as "staffId", json_agg(json_build_array(${dated("attendance_date")}, status, work_hours, overtime_hours)) as days
  from attendance where attendance_date between $1::date and $2::date group by 1`,
)
const leavesSql = sql(
  { staffId: col.whole, from: col.text, to: col.text, isPaid: col.flag, isHalf: col.flag },
  `select l.staff_id as "staffId", ${dated("l.start_date")} as "from", ${dated("l.end_date")} as "to", t.paid as "isPaid", l.half_day as "isHalf"
  from leave_request l join leave_type t on t.id = l.leave_type_id
  where l.status in ('approved', 'taken') and l.start_date <= $2::date and l.end_date >= $1::date order by l.id`,
)
const componentColumns = stateColumns(PayComponent)
const componentsSql = sql(
  {
    staffId: col.whole,
    kind: componentColumns.kind,
    name: col.text,
    amount: col.whole,
    currency: componentColumns.currency,
    isTaxable: col.flag,
  },
  `select c.staff_id as "staffId", c.kind, c.name, c.amount, c.currency, c.taxable as "isTaxable"
  from pay_component c join company_staff s on s.id = c.staff_id
  where not c.is_withdrawn and c."from" <= $2::date and (c."to" is null or c."to" >= $1::date)
    and (s.termination_date is null or s.termination_date >= $1::date or (${owedAfterwards})) order by c.id`,
)
/** The last payslip of each person before the day $1. */
const beforeSql = sql(
  { staffId: col.whole, netPay: col.whole, carriedForward: col.whole, currency: col.words(...currencies), periodName: col.text },
  `select distinct on (s.staff_id) s.staff_id as "staffId", s.net_pay as "netPay", s.carried_forward as "carriedForward", s.currency, p.period_name as "periodName"
  from payslip s join payroll_period p on p.id = s.period_id
  where p.end_date < $1::date and p.status in ('approved', 'posted', 'paid') and s.status = 'current' order by s.staff_id, p.end_date desc`,
)
const holidaysSql = sql(
  { siteId: col.nullable(col.whole), date: col.text },
  `select site_id as "siteId", ${dated("date")} as date from holiday where is_active and date between $1::date and $2::date`,
)
const weeksSql = sql({ siteId: col.whole, weeks: stateColumns(WorkWeek).weeks }, `select id as "siteId", weeks from work_week`)
const rulesSql = sql(stateColumns(PayrollRule), `select ${PayrollRule.state("r")} from payroll_rule r order by r."from"`)

/** Everyone to be paid for the days, with the inputs of their pay. */
export const peopleOf = (from: string, to: string) =>
  Effect.gen(function* () {
    const days = [from, to]
    // the week in which the period begins is read completely: overtime is counted by the week
    const monday = mondayOf(from)
    const [staff, attendance, leaves, components, before, holidays, weeks] = yield* Effect.all(
      [
        statement(peopleSql, days),
        statement(attendanceSql, [monday, to]),
        statement(leavesSql, days),
        statement(componentsSql, days),
        statement(beforeSql, [from]),
        statement(holidaysSql, [monday, to]),
        statement(weeksSql, []),
      ],
      { concurrency: 4 },
    )
    const weeksOf = new Map(weeks.map((row) => [row.siteId, row.weeks]))
    const holidaysOf = (siteId: number | null) => new Set(holidays.filter((day) => day.siteId === null || day.siteId === siteId).map(({ date }) => date))
    const usual = new Map<number | null, ReadonlyArray<string>>()
    const calendar = (siteId: number | null, rotations: ReadonlyArray<Turns>) => {
      const known = rotations.length === 0 ? usual.get(siteId) : undefined
      if (known) return known
      const made = workingDays({ weeks: (siteId === null ? undefined : weeksOf.get(siteId)) ?? [], holidays: holidaysOf(siteId), rotations }, monday, to)
      if (rotations.length === 0) usual.set(siteId, made)
      return made
    }
    const attended = new Map(
      attendance.map(({ staffId, days }) => [staffId, days.map(([date, status, workHours, overtimeHours]) => ({ date, status, workHours, overtimeHours }))]),
    )
    const leavesOf = Map.groupBy(leaves, ({ staffId }) => staffId)
    const componentsOf = Map.groupBy(components, ({ staffId }) => staffId)
    const last = new Map(before.map((row) => [row.staffId, row]))
    return staff.map((row): Person => {
      const { id, places } = row
      const earlier = last.get(id)
      const working = calendar(row.siteId, turnsOf(places === null ? undefined : { places }))
      const siteDays = new Set(calendar(row.siteId, []))
      const dates = Array.from({ length: daysBetween(monday, to) + 1 }, (_, n) => addDays(monday, n))
      const present = attended.get(id) ?? []
      return {
        staffId: id,
        staffNumber: row.staffNumber,
        name: row.name,
        month: {
          staffId: id,
          from,
          to,
          siteId: row.siteId,
          pay: row.pay.map((term) => ({ from: term.from, salary: term.salary, currency: term.currency })),
          employedFrom: row.employedFrom,
          employedTo: row.employedTo,
          suspendedFrom: row.suspendedFrom,
          workingDays: working.filter((date) => date >= from),
          attendance: present.filter(({ date }) => date >= from),
          weekBefore: present.filter(({ date }) => date < from).map((day) => ({ ...day, isWorking: working.includes(day.date) })),
          restDays: dates.filter((date) => !siteDays.has(date)),
          leaves: leavesOf.get(id) ?? [],
          components: componentsOf.get(id) ?? [],
          carried: earlier && earlier.carriedForward > 0 ? { amount: earlier.carriedForward, currency: earlier.currency, from: earlier.periodName } : null,
        },
        before: earlier ? { netPay: earlier.netPay, currency: earlier.currency, periodName: earlier.periodName } : null,
      }
    })
  })

/** Every payroll rule. */
export const allRules = statement(rulesSql, [])

/** The changes of a what-if: another method of income tax, another rule, or the rules of another day. */
export interface WhatIf {
  readonly method?: (typeof methods)[number] | undefined
  readonly rule?: number | undefined
  readonly day?: string | undefined
}

/** The rules for the days up to `day`, in the shape of the calculation, with their ids. */
export const payRules = (rules: ReadonlyArray<Rule>, day: string, { method, rule: instead, day: other }: WhatIf = {}) => {
  const supposed = rules.find(({ id }) => id === instead)
  const held = [...rulesOn(rules, other ?? day).filter(({ kind }) => kind !== supposed?.kind), ...(supposed ? [supposed] : [])]
  const of = (kind: Rule["kind"]) => held.find((rule) => rule.kind === kind)
  const [pit, nsif, overtime, surtax] = [of("pit"), of("nsif"), of("overtime"), of("surtax")]
  const made: PayRules = {
    pit: pit ? { method: method ?? pit.method ?? "graduated", bands: pit.bands, deductibleRate: pit.employeeRate } : null,
    nsif: nsif && nsif.employeeRate + nsif.employerRate > 0 ? { employeeRate: nsif.employeeRate, employerRate: nsif.employerRate } : null,
    overtime: overtime ?? { weekdayRate: 150, restRate: 200, weeklyHours: 40 },
    surtaxRate: surtax?.employerRate ?? 0,
  }
  return { rules: made, held }
}
