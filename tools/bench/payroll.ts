/** A payroll with attendance, leave and overtime: people per second, and how it scales with their number. */
import { Effect } from "effect"
import { createPeriod } from "@ops/payroll/payroll-periods/payroll-period.ts"
import { periodRow, processPeriod } from "@ops/payroll/payroll-periods/processing.ts"
import { hired } from "@ops/payroll/testing.ts"
import { companyPositions, PositionAdded } from "@ops/people/departments/company-position.ts"
import { DepartmentAdded, departments } from "@ops/people/departments/department.ts"
import { command } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { type Company, withCompany, withServer } from "./company.ts"
import { atLeast, interleaved, type Suite } from "./row.ts"

/** Ids begin here, far from those that commands draw. */
const ours = 9_000_000
const lay = command("bench.lay", function* (changes: ReadonlyArray<Change>): Generator<never, ReadonlyArray<Change>> {
  return changes
})
const tell = (company: Company, changes: ReadonlyArray<Change>) => company.run(Effect.flatMap(Records, ({ execute }) => execute(lay, changes, company.by)))

const few = 200
const many = 2_000
const rounds = 3
const months = ["2026-01", "2026-02", "2026-03", "2026-04"]
const lastDay = (month: string) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)

/** A number of people in both currencies, working six days a week with overtime on some, and a tenth of them on leave for a week. */
const filled = async (company: Company, people: number) => {
  // from the first of these months on, only people inserted here are employed, with ids far from the company's own
  const changes: Array<Change> = [
    departments.at(ours, DepartmentAdded({ name: "Bench", description: "", managerId: null, budget: null, isActive: true })),
    companyPositions.at(
      ours,
      PositionAdded({ title: "Hand", departmentId: ours, level: null, description: "", requirements: "", baseSalary: null, isActive: true }),
    ),
  ]
  for (let n = 0; n < people; n++) {
    const [salary, currency] = n % 2 === 0 ? ([40_000 + n * 37, "USD"] as const) : ([20_000_000 + n * 9_973, "SSP"] as const)
    changes.push(hired(ours + n, salary, currency, { departmentId: ours, siteId: 1 + (n % 3) }))
  }
  for (let n = 0; n < changes.length; n += 500) await tell(company, changes.slice(n, n + 500))
  await company.lay(`
    insert into live.attendance (id, version, created_at, updated_at, staff_id, attendance_date, site_id, work_hours, overtime_hours, status, location, notes, corrected)
    select ${ours} + row_number() over (), 1, now(), now(), ${ours} + n, d::date, 1 + n % 3, 8000 + o, o, 'present', '', '', false
    from generate_series(0, ${people - 1}) n, generate_series(date '${months[0]}-01', date '${lastDay(months.at(-1)!)}', interval '1 day') d,
      lateral (select case when (n + extract(day from d)::int) % 7 = 0 then 1500 else 0 end as o) x
    where extract(isodow from d) < 7 and not (n % 10 = 3 and extract(day from d) between 9 and 14)`)
  await company.lay(`
    insert into live.leave_request (id, version, created_at, updated_at, staff_id, leave_type_id, start_date, end_date, half_day, total_days, reason, handover_notes, applied_date, status)
    select ${ours} + n * 12 + m, 1, now(), now(), ${ours} + n, (select min(id) from live.leave_type), make_date(2026, m, 9), make_date(2026, m, 14), false, 600, '', '', date '2026-01-01', 'approved'
    from generate_series(3, ${people - 1}, 10) n, generate_series(1, 4) m`)
  await company.lay("vacuum analyze")
}

/** Processes the next month; returns people per second. */
const processing = (company: Company, people: number) => {
  let n = 0
  return async () => {
    const month = months[n++]!
    const period = { periodName: month, startDate: `${month}-01`, endDate: lastDay(month), payDate: lastDay(month), notes: "" }
    const { id } = await company.run(Effect.flatMap(Records, ({ execute }) => execute(createPeriod, period, company.by)))
    const begin = performance.now()
    await company.run(processPeriod(id, "none are missing", company.by))
    const seconds = (performance.now() - begin) / 1000
    const row = await company.run(periodRow(id))
    if (row.people !== people || row.status !== "calculated") throw new Error(`${row.people} payslips, ${row.status}`)
    return people / seconds
  }
}

export const payrolls: Suite = {
  rows: ["payroll"],
  unit: "people/s",
  peer: `a payroll of ${few} people, beside one of ${many}`,
  run: (log) =>
    withServer((server) =>
      withCompany(server, "small", (small) =>
        withCompany(server, "large", async (large) => {
          await filled(small, few)
          await filled(large, many)
          // in a large payroll, a person takes at most 1.2 times as long as in a small one
          return [atLeast("payroll", 1 / 1.2, await interleaved(rounds, processing(large, many), processing(small, few), log))]
        }),
      ),
    ),
}
