/** Search over half a million records: p50 of the call, against the same statement directly in the database, and against 50 ms. */
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { searchStatement } from "@ops/search/statement.ts"
import { searched } from "../../apps/server/search.ts"
import { type Company, performer, withCompany, withServer } from "./company.ts"
import { caller, expecting, serving, signIn } from "./http.ts"
import { atMost, interleaved, median, type Suite } from "./row.ts"
import { lay as layTransactions } from "./transactions.ts"

const transactions = 250_000
const orders = 150_000
const requests = 100_000
/** Ids begin here, far from those that commands draw. */
const ours = 9_000_000
const calls = 20

const things = "array['Diesel generator', 'Water pump', 'Cold room', 'Septic tank', 'Roof of the mess', 'Fence', 'Borehole', 'Fire extinguisher']"
const filled = async (company: Company) => {
  // the tables are created with the first command
  await performer(company)
  await layTransactions(company, transactions)
  await company.lay(`
    insert into live.work_order (id, version, created_at, updated_at, order_number, site_id, location, service_type, priority, description, billable, emergency, origin, notes,
      signature_required, team, status, request_date, photos, planned_parts, checklist, holds, parts, hours, actual_cost, completion, sla)
    select ${ours} + n, 1, now(), now(), 'WO-2025-' || lpad(n::text, 6, '0'), 1 + n % 3, 'Camp ' || n % 97, 'other', 'low', (${things})[1 + n % 8] || ' of block ' || n % 4001 || ' is broken',
      false, false, 'request', '', false, 'maintenance', 'pending', es.today() - (n % 60), '[]', '[]', '[]', '[]', '[]', '[]', 0, 'null',
      '{"responseDue":null,"resolutionDue":null,"pausedMinutes":0,"responseMet":null,"resolutionMet":null}'
    from generate_series(1, ${orders}) n`)
  await company.lay(`
    insert into live.purchase_request (id, version, created_at, updated_at, request_number, site_id, requested_by, priority, justification, status, items, estimated_total, currency, request_date,
      delivery_lots, receipts)
    select ${ours} + n, 1, now(), now(), 'PR-2025-' || lpad(n::text, 6, '0'), 1 + n % 3, 1, 'low', 'Spares for the ' || lower((${things})[1 + n % 8]) || ' of camp ' || n % 997, 'pending', '[]', 100, 'USD', es.today() - (n % 600), '[]', '[]'
    from generate_series(1, ${requests}) n`)
  await company.lay("vacuum analyze")
}

/** Exact numbers, words that a few records share, words that very many do, and the beginning of a word. */
const asked = ["PR-2025-044321", "WO-2025-149999", "diesel block 3999", "camp 996 spares", "septic tank", "pump", "bought week 17", "exting"]

const ceo: SignedIn = {
  actor: "person:1",
  person: 1,
  name: "CEO",
  level: 10,
  permissions: permissionsOf(10),
  department: null,
  confinedTo: null,
  simulated: false,
  via: "web",
  at: new Date().toISOString(),
  today: new Date().toISOString().slice(0, 10),
  employeeId: "FO-CEO-001",
  siteId: null,
  sessionId: null,
}

export const search: Suite = {
  rows: ["search", "search-limit"],
  unit: "ms p50",
  peer: "the same statement in the database, and 50 ms",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "search", async (company) => {
        await filled(company)
        return serving("application.ts", company.env, async (port) => {
          const call = expecting(200, caller(port))
          const headers = await signIn(caller(port))
          const { statement } = await performer(company)
          const timed = async (look: (q: string) => Promise<unknown>) => {
            const taken: Array<number> = []
            for (let n = 0; n < calls; n++) {
              for (const q of asked) {
                const begin = performance.now()
                await look(q)
                taken.push(performance.now() - begin)
              }
            }
            return median(taken)
          }
          const [exact] = JSON.parse((await call({ method: "GET", path: `/api/search?q=${asked[0]}`, headers })).text)
          if (exact?.hits[0]?.number !== asked[0]) throw new Error(`${asked[0]} is not found first`)
          const rounds = await interleaved(
            5,
            () => timed((q) => call({ method: "GET", path: `/api/search?q=${encodeURIComponent(q)}`, headers })),
            () =>
              timed((q) => {
                const { text, values } = searchStatement(searched, ceo, q, 5)
                return company.run(statement(text, values))
              }),
            log,
          )
          return [
            atMost("search", 2, rounds),
            atMost(
              "search-limit",
              1,
              rounds.map(({ value }) => ({ value, peer: 50 })),
            ),
          ]
        })
      }),
    ),
}
