/**
 * Attendance and leave that changed after their month was paid. The payslip of that month stays unchanged; the next payroll includes the difference as a
 * correction, with the days that explain it. Spec: NS-075.
 */
import { Effect, Schema } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { calculate, type Component, type PersonMonth, type Slip } from "./payroll-calculation.ts"
import { allRules, payRules, peopleOf } from "./inputs.ts"
import { currencies } from "../labels.ts"
import { PayrollPeriod, type PeriodRow } from "../payroll-periods/payroll-period.ts"

/** The number of days before the period in which changes are corrected automatically. */
const lookBack = 370

/** The name of the correction line; later payrolls recognise it by this name. */
export const lateName = (periodName: string) => `Late facts of ${periodName}`

/** The events that change a day of attendance; an approval changes nothing. */
const changes = "('AttendanceRecorded', 'AttendanceCorrected', 'AttendanceEnded')"
const changedAt = `(select max(e.occurred_at) from es.event e where e.stream = 'attendance/' || a.id and e.type in ${changes})`

/** Whose days in $1 to $2 have changed since the instant $3, which days, and when that became known. */
const changedSql = sql(
  { staffId: col.whole, days: col.json(Schema.Array(Schema.String)), knownAt: col.text },
  `select x.staff_id as "staffId", json_agg(distinct to_char(x.day, 'YYYY-MM-DD')) as days, to_char(max(x.known) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "knownAt" from (
    select a.staff_id, a.attendance_date as day, ${changedAt} as known from attendance a where a.attendance_date between $1::date and $2::date and a.updated_at > $3::timestamptz
    union all
    select l.staff_id, greatest(l.start_date, $1::date), l.updated_at from leave_request l
      where l.start_date <= $2::date and l.end_date >= $1::date and l.updated_at > $3::timestamptz) x where x.known > $3::timestamptz group by 1`,
)
const paidSql = sql(
  { staffId: col.whole, basicSalary: col.whole, overtime: col.whole, currency: col.words(...currencies) },
  `select s.staff_id as "staffId", s.basic_salary as "basicSalary", s.overtime, s.currency from payslip s where s.period_id = $1 and s.status = 'current'`,
)
/** The corrections of a month in payrolls other than $2, found by the name $1 of the line. */
const correctedSql = sql(
  { staffId: col.whole, amount: col.whole },
  `select s.staff_id as "staffId", sum((h->>'amount')::bigint)::bigint as amount from payslip s
    join payroll_period p on p.id = s.period_id, jsonb_array_elements(s.how) h
  where s.status = 'current' and p.status in ('approved', 'posted', 'paid') and p.id <> $2 and h->>'line' = 'Correction: ' || $1 group by 1`,
)
const earlierSql = sql(
  stateColumns(PayrollPeriod),
  `select ${PayrollPeriod.state("r")} from payroll_period r
   where r.status in ('approved', 'posted', 'paid') and r.end_date < $1::date and r.end_date >= $2::date order by r.start_date`,
)

export interface LateFacts {
  readonly staffId: number
  readonly component: Component
}

/** The amount that a month should have paid, less what it paid and what was corrected since. Pure. */
export const lateDifference = (
  should: Pick<Slip, "basicSalary" | "overtime">,
  paid: { readonly basicSalary: number; readonly overtime: number },
  corrected: number,
): number => should.basicSalary + should.overtime - paid.basicSalary - paid.overtime - corrected

/**
 * The payslip including late corrections. A correction that would exceed the pay is limited to it: the next payroll corrects the rest, because it knows what
 * was corrected. Pure.
 */
export const withLateFacts = (month: PersonMonth, corrections: ReadonlyArray<Component>, slipOf: (month: PersonMonth) => Slip): Slip => {
  const plain = slipOf(month)
  if (corrections.length === 0) return plain
  let open = Math.max(0, plain.grossPay)
  const taken = corrections.flatMap((component): ReadonlyArray<Component> => {
    if (component.currency !== plain.currency) return []
    const amount = Math.max(component.amount, -open)
    open += amount
    return amount === 0 ? [] : [{ ...component, amount }]
  })
  return slipOf({ ...month, components: [...month.components, ...taken] })
}

const daysText = (days: ReadonlyArray<string>) => `${days.slice(0, 5).join(", ")}${days.length > 5 ? ` and ${days.length - 5} more` : ""}`

/**
 * What is due for the days of a paid month that changed since, person by person, less what payrolls other than `id` have corrected; nothing of what was
 * declined. `decided` is null while no one has decided, or where days have changed again since.
 */
const lateIn = (period: PeriodRow, id: number) =>
  Effect.gen(function* () {
    const { startDate, endDate, processedDate, rate, gapsReason, late } = period
    const changed = yield* statement(changedSql, [startDate, endDate, processedDate])
    if (changed.length === 0 || rate === null) return []
    const [people, rules, slips, corrections] = yield* Effect.all([
      peopleOf(startDate, endDate),
      allRules,
      statement(paidSql, [period.id]),
      statement(correctedSql, [lateName(period.periodName), id]),
    ])
    const { rules: held } = payRules(rules, endDate)
    return changed.flatMap(({ staffId, days, knownAt }) => {
      const person = people.find((one) => one.staffId === staffId)
      const paid = slips.find((slip) => slip.staffId === staffId)
      if (!person || !paid) return []
      const should = calculate(person.month, held, rate, { gapsAreWorked: gapsReason !== null })
      if (should.currency !== paid.currency) return []
      const corrected = corrections.find((one) => one.staffId === staffId)?.amount ?? 0
      const decided = late.findLast((one) => one.staffId === staffId && one.at >= knownAt) ?? null
      const { staffNumber, name } = person
      const due = lateDifference(should, paid, corrected)
      return [{ staffId, staffNumber, name, days, knownAt, currency: paid.currency, due, decided, amount: decided?.decision === "decline" ? 0 : due }]
    })
  })

/** The corrections that a payroll brings for the months paid before it. */
export const lateFactsBefore = ({ id, startDate }: Pick<PeriodRow, "id" | "startDate">) =>
  Effect.gen(function* () {
    const periods = yield* statement(earlierSql, [startDate, addDays(startDate, -lookBack)])
    const found: Array<LateFacts> = []
    for (const period of periods) {
      for (const { staffId, days, currency, amount } of yield* lateIn(period, id)) {
        const note = `${period.periodName} was paid before ${daysText(days)} changed`
        if (amount !== 0) found.push({ staffId, component: { kind: "correction", name: lateName(period.periodName), amount, currency, isTaxable: true, note } })
      }
    }
    return found
  })

/** The same of a payroll that is approved, whatever it may be: none before. */
export const lateDaysOf = (period: PeriodRow) => (["approved", "posted", "paid"].includes(period.status) ? lateIn(period, 0) : Effect.succeed([]))

/**
 * Days that changed after their payroll and on which no one has decided: SQL of payroll, person, day and the moment when it became known. A payroll
 * that was approved since has them.
 */
const openDays = `select p.id, p.period_name, p.end_date, x.staff_id, x.day, x.known from payroll_period p cross join lateral (
    select a.staff_id, a.attendance_date as day, ${changedAt} as known from attendance a
      where a.attendance_date between p.start_date and p.end_date and a.updated_at > p.processed_date
    union all
    select l.staff_id, greatest(l.start_date, p.start_date), l.updated_at from leave_request l
      where l.start_date <= p.end_date and l.end_date >= p.start_date and l.updated_at > p.processed_date and l.status in ('approved', 'cancelled')) x
  where p.status in ('approved', 'posted', 'paid') and x.known > p.processed_date
    and not exists (select from jsonb_to_recordset(p.late) as d("staffId" bigint, at timestamptz) where d."staffId" = x.staff_id and d.at >= x.known)
    and not exists (select from payroll_period n where n.start_date > p.end_date and n.status in ('approved', 'posted', 'paid') and n.processed_date > x.known)`

/** For the checklist of a month: each day, with when it became known. */
export const lateDaysCheck = {
  key: "late-days",
  step: "pay",
  title: "Attendance and leave that changed after their payroll are corrected by the next one, or declined",
  command: "ops payroll late",
  sql: `select s.first_name || ' ' || s.last_name || ', ' || to_char(o.day, 'YYYY-MM-DD') || ': known on ' || to_char(o.known at time zone 'Africa/Juba', 'YYYY-MM-DD') || ', after the payroll of ' || o.period_name as text,
      '/api/hr/payroll-periods/' || o.id as path
    from (${openDays}) o join company_staff s on s.id = o.staff_id where o.day <= $2::date and $1::date is not null order by o.day, s.id`,
} as const

/** For the clock of alerts: months that were paid before their attendance or leave changed, until a later payroll is approved. */
export const lateFactRules = [
  {
    name: "payroll_late",
    sql: `select 'payroll_late/' || o.id as cause, 'books' as type, 'medium' as priority, o.period_name || ': attendance or leave changed after its payroll' as title,
        case when count(distinct o.staff_id) = 1 then 'One person has' else count(distinct o.staff_id) || ' people have' end
          || ' other days than were paid. Decide whether the next payroll corrects it' as message,
        null::bigint as "siteId", 'payroll_period' as "relatedEntity", o.id as "relatedEntityId"
      from (${openDays}) o where o.end_date >= es.today() - ${lookBack} group by o.id, o.period_name`,
  },
]
