/**
 * How fast rows are rebuilt: events per second from the log to indexed tables, including the comparison with the live rows and the switch; against
 * Postgres copying out the same events, and against a rebuild by another event store.
 */
import postgres from "postgres"
import { performer, withCompany, withServer } from "./company.ts"
import { withEmmettLog } from "./peers/emmett.ts"
import { layHistory, rebuildRows } from "./history.ts"
import { atLeast, interleaved, type Suite } from "./row.ts"

const events = 500_000
/** Its rebuild takes long; this many events suffice to measure its speed. */
const itsEvents = 10_000

const perSecond = async (work: () => Promise<number>) => {
  const begin = performance.now()
  return (await work()) / ((performance.now() - begin) / 1000)
}

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
          return [atLeast("rebuild", 0.25, measured)]
        } finally {
          await sql.end()
        }
      }),
    ),
}

export const rebuildsBeside: Suite = {
  rows: ["rebuild-emmett"],
  unit: "events/s",
  peer: "rebuild of the same events by @event-driven-io/emmett-postgresql",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        await performer(company)
        await layHistory(company, itsEvents)
        await company.lay("create database emmett")
        const [ours, theirs] = ["company", "emmett"].map((database) => postgres(server.url(database), { max: 1, onnotice: () => {} }))
        try {
          return await withEmmettLog(server.url("emmett"), async (rebuild) => {
            const rows = await ours!`select stream, version, type, data from es.event where stream like 'purchase_request/%' order by position`
            await theirs!`
              insert into emt_messages (stream_id, stream_position, partition, message_kind, message_data, message_metadata, message_schema_version, message_type, message_id, transaction_id)
              select replace(stream, '/', '-'), version, 'emt:default', 'E', data, '{}', '1', type, gen_random_uuid()::text, pg_current_xact_id()
              from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as e(stream text, version int, type text, data jsonb)`
            await theirs!`vacuum analyze`
            const measured = await interleaved(
              3,
              () => perSecond(() => rebuildRows(company)),
              () =>
                perSecond(async () => {
                  await rebuild()
                  return rows.length
                }),
              log,
            )
            const [made] = await theirs!`select count(*)::int as documents from purchase_requests`
            if (made!["documents"] !== itsEvents / 5) throw new Error(`The other store has made ${made!["documents"]} documents`)
            return [atLeast("rebuild-emmett", 4, measured)]
          })
        } finally {
          await ours!.end()
          await theirs!.end()
        }
      }),
    ),
}
