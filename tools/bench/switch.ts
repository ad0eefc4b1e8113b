/** What users notice while the log is replayed, and while new rows replace those they work on. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as path from "node:path"
import { type Company, performer, withCompany, withServer } from "./company.ts"
import { raising } from "./commands.ts"
import { hashHistory, layHistory } from "./history.ts"
import { atLeast, atMost, interleaved, type Suite } from "./row.ts"
import { raise } from "@ops/procurement/purchase-requests/purchase-request.ts"

const events = 100_000

/** Runs `ops` like an operator, in a separate process during the work. */
const ops = async (company: Company, ...words: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "../../apps/cli/main.ts"), ...words], {
    env: { ...process.env, ...company.env },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let said = ""
  child.stderr.on("data", (data) => (said += data))
  const [code] = await once(child, "exit")
  if (code !== 0) throw new Error(`ops ${words.join(" ")} ended with ${code}: ${said}`)
}

export const whileReplaying: Suite = {
  rows: ["while-replaying"],
  unit: "a second",
  peer: "the same commands alone",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        await performer(company)
        log(`laying in ${events} events`)
        await layHistory(company, events)
        const commandRate = await raising(company)
        const beside = async () => {
          let isOver = false
          const replaying = (async () => {
            while (!isOver) await ops(company, "audit", "replay", "--diff")
          })()
          const measuring = commandRate(8, 6000).finally(() => (isOver = true))
          const [rate] = await Promise.all([measuring, replaying])
          return rate
        }
        return [atLeast("while-replaying", 0.6, await interleaved(3, beside, () => commandRate(8, 3000), log))]
      }),
    ),
}

export const switches: Suite = {
  rows: ["switch-pause"],
  unit: "ms",
  peer: "limit of the longest wait of a writer in a switch",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        const { execute } = await performer(company)
        log(`laying in ${events} events`)
        await layHistory(company, events)
        // a rebuild first verifies the log
        await hashHistory(company, server)
        /** The longest wait of four writers while the rows are rebuilt. */
        const longest = async () => {
          let isOver = false
          let waited = 0
          const writers = Array.from({ length: 4 }, async () => {
            while (!isOver) {
              const begin = performance.now()
              await company.run(execute(raise, { siteId: 1, priority: "high", justification: "Rice, oil and onions for the week" }, company.by))
              waited = Math.max(waited, performance.now() - begin)
            }
          })
          const rebuilding = ops(company, "projections", "rebuild").finally(() => (isOver = true))
          await Promise.all([rebuilding, ...writers])
          return waited
        }
        return [atMost("switch-pause", 1, await interleaved(5, longest, async () => 250, log))]
      }),
    ),
}
