/** Commands per second in this process: idempotency row, events and row in one durable commit. */
import { Effect } from "effect"
import { raise } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { type Company, performer, withCompany, withServer } from "./company.ts"
import { withEmmett } from "./peers/emmett.ts"
import { barePeer } from "./peers/pgbench.ts"
import { atLeast, interleaved, rate, type Row, type Suite } from "./row.ts"

const atOnce = [8, 32] as const
const commandBound = { 8: 0.55, 32: 0.85 }
const appendBound = { 8: 1.4, 32: 2 }
const rounds = 5
const milliseconds = 2000

/** Raises purchase requests with the given concurrency; returns requests per second. */
export const raising = async (company: Company) => {
  const { execute } = await performer(company)
  const one = (siteId: number) => {
    const at = new Date().toISOString()
    const input = { siteId, priority: "high", justification: "Rice, oil and onions for the week" } as const
    return execute(raise, input, { ...company.by, at, today: at.slice(0, 10) })
  }
  return (clients: number, milliseconds: number) =>
    company.run(
      Effect.gen(function* () {
        let done = 0
        const begin = performance.now()
        const client = Effect.gen(function* () {
          while (performance.now() < begin + milliseconds) {
            yield* one((done++ % 3) + 1)
          }
        })
        yield* Effect.all(
          Array.from({ length: clients }, () => client),
          { concurrency: "unbounded", discard: true },
        )
        return done / ((performance.now() - begin) / 1000)
      }),
    )
}

export const commands: Suite = {
  rows: atOnce.map((clients) => `commands-${clients}`),
  unit: "a second",
  peer: "one bare statement: an event row and a row",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        const commandRate = await raising(company)
        await commandRate(8, 1000)
        const peer = await barePeer(server, company)
        log(`peer: ${peer.name}`)
        const rows: Array<Row> = []
        for (const clients of atOnce) {
          const ours = () => commandRate(clients, milliseconds)
          rows.push(atLeast(`commands-${clients}`, commandBound[clients], await interleaved(rounds, ours, () => peer.rate(clients, milliseconds), log)))
        }
        return rows
      }),
    ),
}

export const appends: Suite = {
  rows: atOnce.map((clients) => `appends-${clients}`),
  unit: "a second",
  peer: "plain appends of @event-driven-io/emmett-postgresql",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        const commandRate = await raising(company)
        await company.lay("create database emmett")
        return await withEmmett(server.url("emmett"), async (append) => {
          const rows: Array<Row> = []
          for (const clients of atOnce) {
            const ours = () => commandRate(clients, milliseconds)
            rows.push(atLeast(`appends-${clients}`, appendBound[clients], await interleaved(rounds, ours, () => rate(clients, milliseconds, append), log)))
          }
          return rows
        })
      }),
    ),
}
