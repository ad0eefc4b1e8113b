/**
 * Attendance and leave that changed after their month was paid. The payslip of that month stays unchanged; the next payroll includes the difference as a
 * correction, with the days that explain it. Spec: NS-075.
 */
import { Effect, Schema } from "effect"
import { Database } from "@ops/platform/database/database.ts"
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
const changedSince = (since: string) =>
  `exists (select from es.event e where e.stream = 'attendance/' || a.id and e.type in ${changes} and e.occurred_at > ${since})`

/** The people whose days from $1 to $2 have changed since the instant $3, with those days. */
const changedSql = sql(
  { staffId: col.whole, days: col.json(Schema.Array(Schema.String)) },
  `select x."staffId", json_agg(distinct x.day order by x.day) as days from (
    select a.staff_id as "staffId", to_char(a.attendance_date, 'YYYY-MM-DD') as day from attendance a
      where a.attendance_date between $1::date and $2::date and ${changedSince("$3::timestamptz")}
    union all
    select l.staff_id, to_char(greatest(l.start_date, $1::date), 'YYYY-MM-DD') from leave_request l
      where l.start_date <= $2::date and l.end_date >= $1::date and l.updated_at > $3::timestamptz) x group by 1`,
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

/** The corrections in a payroll for the months paid before it. */
export const lateFactsBefore = ({ id, startDate }: Pick<PeriodRow, "id" | "startDate">) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const periods = yield* statement(earlierSql, [startDate, addDays(startDate, -lookBack)])
    const found: Array<LateFacts> = []
    for (const period of periods) {
      const changed = yield* statement(changedSql, [period.startDate, period.endDate, period.processedDate])
      if (changed.length === 0 || period.rate === null) continue
      const name = lateName(period.periodName)
      const [people, rules, slips, corrections] = yield* Effect.all([
        peopleOf(period.startDate, period.endDate),
        allRules,
        statement(paidSql, [period.id]),
        statement(correctedSql, [name, id]),
      ])
      const { rules: held } = payRules(rules, period.endDate)
      for (const { staffId, days } of changed) {
        const person = people.find((one) => one.staffId === staffId)
        const paid = slips.find((slip) => slip.staffId === staffId)
        if (!person || !paid) continue
        const should = calculate(person.month, held, period.rate, { gapsAreWorked: period.gapsReason !== null })
        const corrected = corrections.find((one) => one.staffId === staffId)?.amount ?? 0
        const amount = lateDifference(should, paid, corrected)
        if (amount === 0 || should.currency !== paid.currency) continue
        const note = `${period.periodName} was paid before ${daysText(days)} changed`
        found.push({ staffId, component: { kind: "correction", name, amount, currency: paid.currency, isTaxable: true, note } })
      }
    }
    return found
  })

/** For the alert clock: months that were paid before their attendance or leave changed, until a later payroll is approved. */
export const lateFactRules = [
  {
    name: "payroll_late",
    sql: `select 'payroll_late/' || p.id as cause, 'books' as type, 'medium' as priority, p.period_name || ': attendance or leave changed after its payroll' as title,
        case when count(distinct x.staff_id) = 1 then 'One person has' else count(distinct x.staff_id) || ' people have' end
          || ' other days than were paid. The next payroll corrects it: look at its preview' as message,
        null::bigint as "siteId", 'payroll_period' as "relatedEntity", p.id as "relatedEntityId"
      from payroll_period p cross join lateral (
        select a.staff_id, a.updated_at from attendance a where a.attendance_date between p.start_date and p.end_date
          and a.updated_at > p.processed_date and ${changedSince("p.processed_date")}
        union all
        select l.staff_id, l.updated_at from leave_request l where l.start_date <= p.end_date and l.end_date >= p.start_date and l.updated_at > p.processed_date
          and l.status in ('approved', 'cancelled')) x
      where p.status in ('approved', 'posted', 'paid') and p.end_date >= es.today() - ${lookBack} and not exists (select from payroll_period n
        where n.start_date > p.end_date and n.status in ('approved', 'posted', 'paid') and n.processed_date > x.updated_at)
      group by p.id, p.period_name`,
  },
]
