/** The queries of the attendance screen when it opens, on a day with many people and on one with few: p50 of all its calls together. */
import { Effect } from "effect"
import { companyPositions, PositionAdded } from "@ops/people/departments/company-position.ts"
import { DepartmentAdded, departments } from "@ops/people/departments/department.ts"
import { hired } from "@ops/people/testing.ts"
import { command } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { type Company, withCompany, withServer } from "./company.ts"
import { caller, expecting, serving, signIn } from "./http.ts"
import { atMost, interleaved, median, type Suite } from "./row.ts"

const few = 50
const many = 2_000
/** Days with recorded attendance of everyone before that day. */
const past = 60
/** Ids begin here, far from those that commands draw. */
const ours = 9_000_000
const lay = command("bench.lay", function* (changes: ReadonlyArray<Change>): Generator<never, ReadonlyArray<Change>> {
  return changes
})
const paths = [
  "/api/hr/attendance/today?limit=50",
  "/api/hr/attendance/stats",
  "/api/hr/shifts",
  "/api/hr/staff?limit=1",
  "/api/hr/leave-requests?limit=1&status=pending",
]

const filled = async (company: Company, people: number) => {
  const nothing = { description: "", level: null, requirements: "", baseSalary: null, isActive: true }
  const changes: Array<Change> = [
    departments.at(ours, DepartmentAdded({ name: "Bench", description: "", managerId: null, budget: null, isActive: true })),
    companyPositions.at(ours, PositionAdded({ title: "Hand", departmentId: ours, ...nothing })),
  ]
  for (let n = 0; n < people; n++) {
    changes.push(hired(ours + n, { staffNumber: `B-${10_000 + n}`, departmentId: ours, positionId: ours, siteId: 1 + (n % 3), lastName: `Wol ${n}` }))
  }
  for (let n = 0; n < changes.length; n += 500) {
    await company.run(Effect.flatMap(Records, ({ execute }) => execute(lay, changes.slice(n, n + 500), company.by)))
  }
  await company.lay(`
    insert into live.attendance (id, version, created_at, updated_at, staff_id, attendance_date, site_id, check_in_time, work_hours, overtime_hours, status, location, notes, corrected)
    select ${ours} + row_number() over (order by d, n), 1, now(), now(), ${ours} + n, d::date, 1 + n % 3, '07:05', 8000, 0, case when n % 9 = 0 then 'late' else 'present' end, '', '', false
    from generate_series(0, ${people - 1}) n, generate_series(es.today() - ${past}, es.today(), interval '1 day') d where n % 20 > 0 order by d, n`)
  await company.lay("vacuum analyze")
}

export const attendances: Suite = {
  rows: ["attendance-screen"],
  unit: "ms p50",
  peer: `a day of ${few} people instead of ${many}`,
  run: (log) =>
    withServer((server) =>
      withCompany(server, "small", (small) =>
        withCompany(server, "large", async (large) => {
          await filled(small, few)
          await filled(large, many)
          return await serving("application.ts", large.env, (largePort) =>
            serving("application.ts", small.env, async (smallPort) => {
              const opening = async (port: number, people: number) => {
                const call = expecting(200, caller(port))
                const headers = await signIn(caller(port))
                const open = () => Promise.all(paths.map((path) => call({ method: "GET", path, headers })))
                const [first] = await open()
                const total = Number(first!.headers["x-total-count"])
                if (total !== people - Math.ceil(people / 20)) throw new Error(`${total} are recorded, of ${people}`)
                return async () => {
                  const taken: Array<number> = []
                  for (let n = 0; n < 100; n++) {
                    const begin = performance.now()
                    await open()
                    taken.push(performance.now() - begin)
                  }
                  return median(taken)
                }
              }
              return [atMost("attendance-screen", 1.5, await interleaved(7, await opening(largePort, many), await opening(smallPort, few), log))]
            }),
          )
        }),
      ),
    ),
}
