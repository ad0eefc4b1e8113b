/** Past instants: how long the first read at an instant takes, and the cost of the same screen afterwards. */
import { Effect } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import { Snapshots } from "@ops/platform/records/snapshots/snapshots.ts"
import { performer, withCompany, withServer } from "./company.ts"
import { layHistory } from "./history.ts"
import { caller, expecting, serving, signIn } from "./http.ts"
import { atMost, interleaved, median, type Suite } from "./row.ts"

const events = 200_000

export const firstLook: Suite = {
  rows: ["as-of-first"],
  unit: "s",
  peer: "limit of the first look at a moment, 200 k events",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        await performer(company)
        log(`laying in ${events} events`)
        await layHistory(company, events)
        let position = events
        const look = async () => {
          const begin = performance.now()
          await company.run(
            Effect.gen(function* () {
              const { resolve, within } = yield* Snapshots
              const { statement } = yield* Database
              yield* within(yield* resolve(`@${--position}`), statement("select count(*) from purchase_request where status = 'approved'", []))
            }),
          )
          return (performance.now() - begin) / 1000
        }
        return [atMost("as-of-first", 1, await interleaved(5, look, async () => 3, log))]
      }),
    ),
}

export const laterLooks: Suite = {
  rows: ["as-of-again"],
  unit: "ms p50",
  peer: "the same list of the present",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        await performer(company)
        log(`laying in ${events} events`)
        await layHistory(company, events)
        return await serving("application.ts", company.env, async (port) => {
          const call = expecting(200, caller(port))
          const headers = await signIn(caller(port))
          const list = (query: string) => async () => {
            const taken: Array<number> = []
            for (let n = 0; n < 12; n++) {
              const begin = performance.now()
              await call({ method: "GET", path: `/api/purchase-requests?limit=200${query}`, headers })
              taken.push(performance.now() - begin)
            }
            return median(taken)
          }
          return [atMost("as-of-again", 1.2, await interleaved(5, list(`&asOf=@${events}`), list(""), log))]
        })
      }),
    ),
}
