/** The work order board with very many open orders against few: p50 of the call that loads it. */
import { type Company, performer, withCompany, withServer } from "./company.ts"
import { caller, expecting, serving, signIn } from "./http.ts"
import { atMost, interleaved, median, type Suite } from "./row.ts"

const few = 200
const many = 20_000
/** Ids begin here, far from those that commands draw. */
const ours = 9_000_000

/** Open orders at three sites, of every service and priority, each with two holds and a checklist. */
const filled = async (company: Company, orders: number) => {
  // the tables are created with the first command
  await performer(company)
  const sla = `json_build_object('responseDue', null, 'resolutionDue', to_char(now() + n * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'pausedMinutes', 0, 'responseMet', null, 'resolutionMet', null)`
  const checklist = `[{"line":"Oil changed","required":true,"result":null,"note":""},{"line":"Housing cleaned","required":false,"result":null,"note":""}]`
  await company.lay(`
    insert into live.work_order (id, version, created_at, updated_at, order_number, site_id, location, service_type, priority, description, billable, emergency, origin, notes,
      signature_required, team, status, request_date, photos, planned_parts, checklist, holds, parts, hours, actual_cost, completion, sla)
    select ${ours} + n, 1, now(), now(), 'WO-2025-' || lpad(n::text, 5, '0'), 1 + n % 3, 'Camp ' || n % 9,
      (array['cleaning', 'fumigation', 'sewage', 'waste', 'equipment_maintenance', 'other'])[1 + n % 6], (array['low', 'medium', 'high', 'urgent'])[1 + n / 3 % 4],
      'The pump of block ' || n || ' makes a noise and loses water at the seal', false, false, 'request', '', false, 'maintenance',
      (array['pending', 'assigned', 'in_progress', 'on_hold'])[1 + n / 7 % 4], es.today() - (n % 60), '[]', '[]', '${checklist}',
      '[{"from":"2026-01-05T08:00:00.000Z","to":"2026-01-05T09:00:00.000Z","reason":"Parts"}]', '[]', '[]', 0, 'null', ${sla}
    from generate_series(1, ${orders}) n`)
  await company.lay("vacuum analyze")
}

export const board: Suite = {
  rows: ["board"],
  unit: "ms p50",
  peer: `${few} open work orders instead of ${many}`,
  run: (log) =>
    withServer((server) =>
      withCompany(server, "small", (small) =>
        withCompany(server, "large", async (large) => {
          await filled(small, few)
          await filled(large, many)
          return await serving("application.ts", large.env, (largePort) =>
            serving("application.ts", small.env, async (smallPort) => {
              const opening = async (port: number, orders: number) => {
                const call = expecting(200, caller(port))
                const headers = await signIn(caller(port))
                const open = () => call({ method: "GET", path: "/api/work-orders/board", headers })
                const total = Number((await call({ method: "GET", path: "/api/work-orders?limit=1", headers })).headers["x-total-count"])
                // a list counts to 10,000
                if (total !== Math.min(orders, 10_000)) throw new Error(`${total} orders are open, of ${orders}`)
                return async () => {
                  const taken: Array<number> = []
                  for (let n = 0; n < 150; n++) {
                    const begin = performance.now()
                    await open()
                    taken.push(performance.now() - begin)
                  }
                  return median(taken)
                }
              }
              return [atMost("board", 1.5, await interleaved(7, await opening(largePort, many), await opening(smallPort, few), log))]
            }),
          )
        }),
      ),
    ),
}
