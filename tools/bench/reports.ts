/** Each tab of the reports over two years of meals, orders and entries: p50 over HTTP beside the same statement alone. */
import { client, contract } from "@ops/meals/testing.ts"
import { reportSql } from "@ops/reporting/analytics/analytics.ts"
import { stepOf } from "@ops/reporting/analytics/report-period.ts"
import { reportTabs } from "@ops/reporting/analytics/labels.ts"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { command, acting, system } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { type Company, performer, withCompany, withServer } from "./company.ts"
import { caller, expecting, serving, signIn } from "./http.ts"
import { atMost, interleaved, median, type Row, type Suite } from "./row.ts"

const ours = 9_000_000
const days = 730
/** Twenty times the projects in the demo data. */
const projects = 160
const rounds = 3
const calls = 5

/** One client at all three sites, to whom everything counted there belongs. */
const contracts = command("bench.contracts", function* (_: object): Generator<never, ReadonlyArray<Change>> {
  return [client(ours), ...[1, 2, 3].flatMap((siteId) => contract(ours + siteId, { clientId: ours, siteId, from: "2020-01-01", heads: 260 }))]
})

/** Two years of data of a company twenty times the ordinary size: counted meals of three sites, orders, entries. */
const fill = async (company: Company) => {
  const { execute } = await performer(company)
  const { lay } = company
  await company.run(execute(contracts, {}, company.by))
  await lay(`insert into live.staff_feeding_record (id, version, created_at, updated_at, site_id, client_id, date, meal_type, staff_count, notes, slot)
    select ${ours} + n, 1, now(), now(), 1 + n % 3, null, es.today() - (n / 9) % ${days}, (array['breakfast', 'lunch', 'dinner'])[1 + n / 3 % 3], 200 + n % 97, '',
      (1 + n % 3) || '/none/' || (es.today() - (n / 9) % ${days}) || '/' || (array['breakfast', 'lunch', 'dinner'])[1 + n / 3 % 3]
    from generate_series(0, ${days * 9 - 1}) n`)
  await lay(`insert into live.work_order (id, version, created_at, updated_at, order_number, site_id, location, service_type, priority, description, billable, emergency, origin, notes,
      signature_required, team, status, request_date, reported_at, responded_at, completed_at, photos, planned_parts, checklist, holds, parts, hours, actual_cost, completion, sla)
    select ${ours} + n, 1, now(), now(), 'WO-2025-' || lpad(n::text, 6, '0'), 1 + n % 3, '', (array['cleaning', 'fumigation', 'sewage', 'waste', 'equipment_maintenance', 'other'])[1 + n % 6],
      'medium', 'Work', false, false, 'request', '', false, 'maintenance', case when n % 20 = 0 then 'pending' else 'verified' end, es.today() - n % ${days},
      now() - n % ${days} * interval '1 day', now() - n % ${days} * interval '1 day' + interval '1 hour',
      case when n % 20 > 0 then now() - n % ${days} * interval '1 day' + interval '5 hours' end, '[]', '[]', '[]', '[]', '[]', '[]', n % 9000, 'null',
      '{"responseDue":null,"resolutionDue":null,"pausedMinutes":0,"responseMet":null,"resolutionMet":null}'
    from generate_series(1, 20000) n`)
  await lay(`insert into live.journal_entry (id, version, created_at, updated_at, entry_number, entry_date, effective_date, description, currency, rate, lines, total_debit, total_credit, status)
    select ${ours} + n, 1, now(), now(), 'JE-B-' || n, es.today() - n % ${days}, es.today() - n % ${days}, 'Bench', 'USD', 100,
      jsonb_build_array(
        jsonb_build_object('accountId', r.one, 'debit', n % 9000, 'credit', 0, 'debitUsd', n % 9000, 'creditUsd', 0, 'description', '', 'siteId', n % 3 + 1, 'clientId', null),
        jsonb_build_object('accountId', r.other, 'debit', 0, 'credit', n % 9000, 'debitUsd', 0, 'creditUsd', n % 9000, 'description', '', 'siteId', n % 3 + 1, 'clientId', null)),
      n % 9000, n % 9000, 'posted'
    from generate_series(1, 40000) n, lateral (select
      (select array_agg(id order by id) from live.account where account_type = 'income') as incomes,
      (select array_agg(id order by id) from live.account where account_type = 'expense') as expenses) a,
    lateral (select a.expenses[n % 9 + 1] as one, a.incomes[n % 3 + 1] as other) r`)
  await lay(`insert into live.construction_project (id, version, created_at, updated_at, project_number, name, description, site_id, project_type, expected_end_date, budget, status,
      type_guessed, start_date, currency, statuses, snags)
    select ${ours} + n, 1, now(), now(), 'PRJ-B-' || n, 'Block ' || n, '', 1 + n % 3, 'renovation', es.today() + n, 1000000 * n,
      (array['in_progress', 'planning', 'completed'])[1 + n % 3], false, es.today() - n, 'USD', '[]', '[]' from generate_series(1, ${projects}) n`)
  await lay(`insert into live.project_budget (id, version, created_at, updated_at, lines)
    select ${ours} + n, 1, now(), now(), (select jsonb_agg(jsonb_build_object('costCodeId', k.id, 'amount', 100000 * n, 'changes', 0, 'toComplete', null)) from live.cost_code k)
    from generate_series(1, ${projects}) n`)
  await lay(`insert into live.project_cost (id, version, created_at, updated_at, project_id, cost_code_id, site_id, kind, date, description, amount, taken_back_reason)
    select ${ours} + n, 1, now(), now(), ${ours} + 1 + n % ${projects}, k.codes[1 + n % array_length(k.codes, 1)], 1 + n % 3, 'labour', es.today() - n % ${days}, 'Work', n % 9000, ''
    from generate_series(1, ${projects} * 60) n, (select array_agg(id) as codes from live.cost_code) k`)
  await lay("vacuum analyze")
}

const who: SignedIn = { ...acting(system("bench")), person: 1, permissions: permissionsOf(10), employeeId: "", siteId: null, sessionId: null }

const p50 = async (work: () => Promise<unknown>) => {
  const taken: Array<number> = []
  for (let n = 0; n < calls; n++) {
    const begin = performance.now()
    await work()
    taken.push(performance.now() - begin)
  }
  return median(taken)
}

export const reports: Suite = {
  rows: reportTabs.map((tab) => `reports ${tab}`),
  unit: "ms p50",
  peer: "the one statement of the tab, alone",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        await fill(company)
        const { statement } = await performer(company)
        const [span] = (await company.run(
          statement(`select to_char(es.today() - ${days - 1}, 'YYYY-MM-DD') as from, to_char(es.today(), 'YYYY-MM-DD') as to`, []),
        )) as unknown as [{ from: string; to: string }]
        return await serving("application.ts", company.env, async (port) => {
          const call = expecting(200, caller(port))
          const headers = await signIn(caller(port))
          const rows: Array<Row> = []
          for (const tab of reportTabs) {
            const asked = { method: "GET" as const, path: `/api/reports/analytics/${tab}?from=${span.from}&to=${span.to}`, headers }
            const sql = reportSql(tab, who)
            const ours = () => p50(() => call(asked))
            const alone = () => p50(() => company.run(statement(sql, [span.from, span.to, null, stepOf(span)])))
            rows.push(atMost(`reports ${tab}`, 3, await interleaved(rounds, ours, alone, (text) => log(`${tab}, ${text}`))))
          }
          return rows
        })
      }),
    ),
}
