/**
 * Month-end: a preview of the billing of a million attended meals beside one sum over the same rows, and how posting scales with the number of bills.
 */
import { Effect } from "effect"
import { post, startPosting } from "@ops/billing/meal-billing/billing-run-posting.ts"
import { makePlan } from "@ops/billing/meal-billing/plan.ts"
import { MealsRecorded, staffFeedingRecords } from "@ops/meals/head-counts/staff-feeding.ts"
import { client, contract } from "@ops/meals/testing.ts"
import { Database } from "@ops/platform/database/database.ts"
import { command } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { type Company, withCompany, withServer } from "./company.ts"
import { atLeast, atMost, interleaved, type Suite } from "./row.ts"

/** Ids begin here, far from those that commands draw. */
const ours = 9_000_000
const lay = command("bench.lay", function* (changes: ReadonlyArray<Change>): Generator<never, ReadonlyArray<Change>> {
  return changes
})
const tell = (company: Company, changes: ReadonlyArray<Change>) => company.run(Effect.flatMap(Records, ({ execute }) => execute(lay, changes, company.by)))

const clients = 50
/** people of each client, served at every meal of October's 31 days: 1,004,400 meals */
const people = 216
const october = { from: "2026-10-01", to: "2026-10-31", siteId: null, clientId: null }
const seats = `
  insert into live.meal_session (id, version, created_at, updated_at, session_date, starts_at, meal_type, site_id, client_id, contract_id, meal_cost, currency,
    notes, status, ended_at, visitors, contractor_diners, own_staff_diners, slot, reopened, closed_with, missed_at_close, over_capacity, own_cost)
  select ${ours} + (d * 3 + m) * ${clients} + c, 3, now(), now(), date '2026-10-01' + d, date '2026-10-01' + d + interval '12 hours',
    (array['breakfast', 'lunch', 'dinner'])[m + 1], 1, ${ours} + c, ${ours} + c, 1250, 'USD', '', 'completed', now(), 0, 0, 0, 'bench ' || d || ' ' || m || ' ' || c,
    false, ${people}, 0, false, false
  from generate_series(0, 30) d, generate_series(0, 2) m, generate_series(0, ${clients - 1}) c;

  insert into live.meal_attendance (id, version, created_at, updated_at, meal_session_id, staff_member_id, attended, attendance_time, meal_type, meal_cost, currency,
    late, notes, billable)
  select ${ours} + row_number() over (order by s.session_date, s.meal_type, p, s.id), 1, now(), now(), s.id, ${ours} + (s.client_id - ${ours}) * ${people} + p, true,
    s.starts_at, s.meal_type, 1250, 'USD', false, '', true
  from live.meal_session s, generate_series(0, ${people - 1}) p order by 1;

  vacuum analyze live.meal_session; vacuum analyze live.meal_attendance;`
const sum = `select m.contract_id, m.session_date, m.meal_type, count(*) filter (where a.billable)
  from meal_attendance a join meal_session m on m.id = a.meal_session_id
  where m.session_date between '2026-10-01' and '2026-10-31' group by 1, 2, 3`

export const previews: Suite = {
  rows: ["billing-preview"],
  unit: "ms",
  peer: "one SQL statement that only counts the same million meals",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        const parties = Array.from({ length: clients }, (_, n) => ours + n)
        await tell(
          company,
          parties.flatMap((id) => [client(id), ...contract(id, { clientId: id, siteId: 1, from: "2020-01-01", heads: people })]),
        )
        for (const text of seats.split(/;\s*(?=insert|vacuum|$)/)) if (text.trim()) await company.lay(text)
        const took = async <A>(work: () => Promise<A>) => {
          const begin = performance.now()
          await work()
          return performance.now() - begin
        }
        const preview = () =>
          took(async () => {
            const plan = await company.run(makePlan({ month: "2026-10", ...october }, null, null))
            const served = plan.bills.reduce((sum, bill) => sum + bill.served, 0)
            if (served !== clients * people * 93) throw new Error(`${served} meals were planned`)
          })
        const aggregate = () => took(() => company.run(Effect.flatMap(Database, ({ statement }) => statement(sum, []))))
        return [atMost("billing-preview", 3, await interleaved(5, preview, aggregate, log))]
      }),
    ),
}

const few = 50
const many = 500
const rounds = 3

export const postings: Suite = {
  rows: ["billing-posting"],
  unit: "bills/s",
  peer: `a run of ${few} bills, beside one of ${many}`,
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        let head = ours
        /** Contracts of a site, with head-counts on three days in each of several months. */
        const at = async (siteId: number, from: number, size: number) => {
          for (let n = 0; n < size; n += 50) {
            const parties = Array.from({ length: 50 }, (_, m) => from + n + m)
            await tell(
              company,
              parties.flatMap((id) => [client(id), ...contract(id, { clientId: id, siteId, from: "2020-01-01", heads: 40 })]),
            )
            for (let month = 1; month <= rounds + 1; month++) {
              const days = ["02", "15", "28"].map((day) => `2026-${String(month).padStart(2, "0")}-${day}`)
              const counted = (clientId: number, date: string) =>
                staffFeedingRecords.at(head++, MealsRecorded({ siteId, clientId, date, mealType: "lunch", staffCount: 30, notes: "", recordedBy: null }))
              await tell(
                company,
                parties.flatMap((id) => days.map((date) => counted(id, date))),
              )
            }
          }
        }
        await at(1, ours, many)
        await at(2, ours + many, few)
        await company.lay("vacuum analyze")
        /** Posts the next month of a site; returns bills per second. */
        const posting = (siteId: number, size: number) => {
          let month = 0
          return async () => {
            const name = `2026-${String(++month).padStart(2, "0")}`
            const days = { from: `${name}-01`, to: `${name}-28`, siteId, clientId: null }
            const plan = await company.run(makePlan({ month: name, ...days }, null, null))
            const begin = performance.now()
            await company.run(Effect.flatMap(startPosting(plan.id, company.by), (run) => post(run, company.by)))
            if (plan.bills.length !== size) throw new Error(`${plan.bills.length} bills were planned`)
            return size / ((performance.now() - begin) / 1000)
          }
        }
        // with many bills, one takes at most 1.2 times as long as with few
        return [atLeast("billing-posting", 1 / 1.2, await interleaved(rounds, posting(1, many), posting(2, few), log))]
      }),
    ),
}
