/** How fast rows are made anew: events a second from the log to indexed tables, against Postgres copying out the same events. */
import postgres from "postgres"
import { performer, withCompany, withServer } from "./company.ts"
import { layHistory, rebuildRows } from "./history.ts"
import { atLeast, interleaved, type Suite } from "./row.ts"

const events = 500_000

export const rebuilds: Suite = {
  rows: ["rebuild"],
  unit: "events/s",
  peer: "COPY of the same events out",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        await performer(company)
        log(`laying in ${events} events`)
        await layHistory(company, events)
        const sql = postgres(server.url("company"), { max: 1, onnotice: () => {} })
        const perSecond = async (work: () => Promise<number>) => {
          const begin = performance.now()
          return (await work()) / ((performance.now() - begin) / 1000)
        }
        const copy = async () => {
          let lines = 0
          for await (const chunk of await sql`copy es.event to stdout`.readable()) for (const byte of chunk as Buffer) if (byte === 10) lines++
          return lines
        }
        try {
          const measured = await interleaved(
            3,
            () => perSecond(() => rebuildRows(company)),
            () => perSecond(copy),
            log,
          )
          return [atLeast("rebuild", 0.15, measured)]
        } finally {
          await sql.end()
        }
      }),
    ),
}
