/**
 * Writes a log of any size: purchase requests of five events each, with the commits, hashes and seals that commands and the sealer would have written
 * (copied-log.ts). It is copied into tables without indexes, which are created afterwards. No rows are folded from it.
 */
import { once } from "node:events"
import { finished } from "node:stream/promises"
import { Worker } from "node:worker_threads"
import postgres from "postgres"
import { type Seal, sealColumns } from "@ops/platform/event-store/log-page.ts"
import type { SigningKey } from "@ops/platform/event-store/note.ts"
import { eventsOfStream, inSeal, type LogEnd, type Part } from "./copied-log.ts"

/** The number of seals that are made and copied at once. */
const atOnce = 5

/** The indexes of the log, which are removed while it is copied. */
const constraints = [
  ["event", "event_pkey", "primary key (position)"],
  ["event", "event_once", "unique (stream, version)"],
  ["commit", "commit_pkey", "primary key (id)"],
  ["commit", "commit_command_id", "unique (command_id)"],
] as const
const indexes = [
  ["event_by_type", "event (type, position)"],
  ["event_by_commit", "event (commit_id)"],
  ["commit_by_actor", "commit (actor, command, id)"],
] as const

const lastSealSql = `select ${sealColumns}, ''::bytea as entries from es.seal order by id desc limit 1`

/** Adds this many events, a multiple of 20,000, to a log that is sealed up to its end. */
export const layLog = async (url: string, events: number, key: SigningKey, log: (text: string) => void) => {
  // what is laid need not survive a crash
  const sql = postgres(url, { max: 4, onnotice: () => {}, connection: { synchronous_commit: "off", wal_compression: "off" } as object })
  try {
    const [last] = await sql.unsafe<Array<Seal>>(lastSealSql)
    const [end] = await sql<Array<{ position: number; commit: number; at: Date }>>`
      select (select max(position) from es.event)::float8 as position, max(id)::float8 as commit, max(recorded_at) as at from es.commit`
    if (!last || !end || Number(last.position) !== end.position) throw new Error("The log is not sealed up to its end")
    for (const [table, name] of constraints) await sql.unsafe(`alter table es.${table} drop constraint ${name}`)
    for (const [name] of indexes) await sql.unsafe(`drop index es.${name}`)

    const made = new Worker(new URL("./copied-log.ts", import.meta.url), {
      workerData: {
        ...end,
        at: end.at.getTime(),
        seal: { ...last, id: Number(last.id), size: Number(last.size) },
        key: key.private.export({ format: "pem", type: "pkcs8" }) as string,
      } satisfies LogEnd,
    })
    const ask = async (done: number) => {
      made.postMessage(Math.min(atOnce, (events - done) / inSeal))
      const [part] = (await once(made, "message")) as [Part]
      return part
    }
    const send = async (into: string, rows: Uint8Array) => {
      const writable = await sql.unsafe(`copy ${into} from stdin`).writable()
      writable.end(rows)
      await finished(writable)
    }
    try {
      let next = ask(0)
      for (let done = 0; done < events; ) {
        const part = await next
        done += atOnce * inSeal
        if (done < events) next = ask(done)
        await Promise.all([
          send("es.event (position, stream, version, type, schema_version, occurred_at, data, commit_id, hash)", part.events),
          send("es.commit (id, command_id, command, request_hash, actor, correlation, via, app_version, recorded_at, result)", part.commits),
          send("es.seal (id, kind, position, size, root, previous, at, key_id, note, frontier, entries)", part.seals),
        ])
        if (done % 1_000_000 === 0) log(`${done / 1_000_000} million events copied`)
      }
    } finally {
      await made.terminate()
    }
    log("creating the indexes")
    await sql`select setval('es.event_position', ${end.position + events}), setval('es.commit_id_seq', ${end.commit + events / eventsOfStream})`
    for (const [table, name, definition] of constraints) {
      await sql.unsafe(`set maintenance_work_mem = '1GB'; alter table es.${table} add constraint ${name} ${definition}`).simple()
    }
    for (const [name, definition] of indexes) await sql.unsafe(`set maintenance_work_mem = '1GB'; create index ${name} on es.${definition}`).simple()
    // what reads the log in the background has read it
    await sql`update es.reactor set position = ${end.position + events}`
    await sql.unsafe("vacuum analyze es.event").simple()
    await sql.unsafe("vacuum analyze es.commit").simple()
    await sql.unsafe("checkpoint").simple()
  } finally {
    await sql.end()
  }
}
