/**
 * Writes a log of any size: purchase requests of five events each, with the commits, hashes and seals that commands and the sealer would have written.
 * It is copied into tables without indexes, which are created afterwards. No rows are folded from it.
 */
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import postgres from "postgres"
import { commitDigest, eventHash } from "@ops/platform/event-store/hash.ts"
import { leafOf, type LogCommit, type LogEvent, printsOf, writeEntries } from "@ops/platform/event-store/leaf.ts"
import { type Seal, sealColumns } from "@ops/platform/event-store/log-page.ts"
import { grow, rootOf } from "@ops/platform/event-store/merkle.ts"
import { noteHash, readNote, signNote, type SigningKey } from "@ops/platform/event-store/note.ts"
import { frontierOf } from "@ops/platform/event-store/verifier.ts"

/** The number of events of each stream, which one commit writes. */
export const eventsOfStream = 5
/** The number of events of each seal. */
const inSeal = 20_000
/** The id of the first request, far from those that commands draw. */
const firstId = 10_000_000

/** The stream of the request with this number, from 0. */
export const laidStream = (n: number) => `purchase_request/${firstId + n}`

const dataOf = (id: number, version: number) =>
  version === 1
    ? {
        requestNumber: `PR-2025-${id}`,
        siteId: (id % 3) + 1,
        requestedBy: null,
        priority: "medium",
        justification: `Kitchen stores for week ${id % 52}`,
        requestDate: "2026-01-01",
        copiedFrom: null,
      }
    : version === eventsOfStream
      ? { approvedBy: null, vendorId: null, overrideReason: null }
      : { stockItemId: version, quantity: (id % 40) + 1, estimatedCost: (id % 9000) + 100, notes: "", addedBy: null }
const typeOf = (version: number) => (version === 1 ? "PurchaseRequestRaised" : version === eventsOfStream ? "PurchaseRequestApproved" : "PurchaseItemAdded")

const requestHash = "0".repeat(64)

/** The request with this number as the log has it, if its commit and events follow these. */
const request = (n: number, after: { readonly commit: number; readonly position: number }, time: number) => {
  const id = firstId + n
  const at = new Date(time).toISOString()
  const commit: LogCommit = {
    id: after.commit + n + 1,
    commandId: `bench:${id}`,
    command: "purchase_request.raise",
    requestHash,
    actor: `person:${(id % 40) + 1}`,
    onBehalfOf: null,
    correlation: `bench ${id}`,
    causation: null,
    via: "web",
    appVersion: "0.1.0",
    recordedAt: `${at.slice(0, -1)}000Z`,
    result: { id },
  }
  const digest = commitDigest(commit)
  const stream = laidStream(n)
  const events: Array<LogEvent> = []
  let head = ""
  for (let version = 1; version <= eventsOfStream; version++) {
    const event = { stream, version, type: typeOf(version), schemaVersion: 1, occurredAt: at, data: dataOf(id, version) }
    head = eventHash(head, event, digest)
    events.push({ ...event, position: after.position + n * eventsOfStream + version, commitId: commit.id, hash: head })
  }
  return { commit, events }
}

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
  const sql = postgres(url, { max: 4, onnotice: () => {} })
  try {
    const [last] = await sql.unsafe<Array<Seal>>(lastSealSql)
    const [end] = await sql<Array<{ position: number; commit: number; at: Date }>>`
      select (select max(position) from es.event)::float8 as position, max(id)::float8 as commit, max(recorded_at) as at from es.commit`
    if (!last || !end || Number(last.position) !== end.position) throw new Error("The log is not sealed up to its end")
    for (const [table, name] of constraints) await sql.unsafe(`alter table es.${table} drop constraint ${name}`)
    for (const [name] of indexes) await sql.unsafe(`drop index es.${name}`)

    const tree = frontierOf({ size: Number(last.size), frontier: last.frontier })!
    const { origin } = readNote(last.note)!.checkpoint
    let [previous, seal, next] = [noteHash(last.note), Number(last.id), 0]
    /** The rows of the events that the next seals cover, as COPY reads them. */
    const make = (seals: number) => {
      const part = { events: [] as Array<string>, commits: [] as Array<string>, seals: [] as Array<string> }
      for (let made = 0; made < seals; made++) {
        const entries: Array<{ leaf: string; position: number; prints: ReturnType<typeof printsOf> }> = []
        let at = ""
        for (let n = 0; n < inSeal / eventsOfStream; n++) {
          const { commit, events } = request(next, end, end.at.getTime() + Math.floor(next / 10))
          next++
          at = commit.recordedAt
          const { id, commandId, command, actor, correlation, via, appVersion, result } = commit
          part.commits.push(
            `${id}\t${commandId}\t${command}\t${requestHash}\t${actor}\t${correlation}\t${via}\t${appVersion}\t${at}\t${JSON.stringify(result)}\n`,
          )
          for (const event of events) {
            const { position, stream, version, type, occurredAt, data, commitId, hash } = event
            part.events.push(`${position}\t${stream}\t${version}\t${type}\t1\t${occurredAt}\t${JSON.stringify(data)}\t${commitId}\t${hash}\n`)
            const leaf = leafOf(event, commit)
            grow(tree, leaf)
            entries.push({ leaf, position, prints: printsOf(event, commit) })
          }
        }
        const time = `${at.slice(0, -4)}Z`
        const checkpoint = {
          origin,
          size: tree.size,
          root: rootOf(tree),
          seal: ++seal,
          position: end.position + next * eventsOfStream,
          time,
          kind: "new" as const,
          previous,
        }
        const note = signNote(checkpoint, key)
        const { size, root, position } = checkpoint
        part.seals.push(
          `${seal}\tnew\t${position}\t${size}\t${root}\t${previous}\t${time}\t${key.id}\t${note.replaceAll("\n", "\\n")}\t\\\\x${tree.peaks.join("")}\t\\\\x${writeEntries(entries).toString("hex")}\n`,
        )
        previous = noteHash(note)
      }
      return part
    }
    const send = async (into: string, rows: ReadonlyArray<string>) => {
      const writable = await sql.unsafe(`copy ${into} from stdin`).writable()
      await pipeline(
        Readable.from(rows, { objectMode: true, highWaterMark: 1 }).map((text: string) => text),
        writable,
      )
    }
    let sent: Promise<unknown> = Promise.resolve()
    for (let done = 0; done < events; ) {
      const seals = Math.min(5, (events - done) / inSeal)
      const part = make(seals)
      await sent
      const chunks = (rows: ReadonlyArray<string>) =>
        Array.from({ length: Math.ceil(rows.length / 2000) }, (_, n) => rows.slice(n * 2000, n * 2000 + 2000).join(""))
      sent = Promise.all([
        send("es.event (position, stream, version, type, schema_version, occurred_at, data, commit_id, hash)", chunks(part.events)),
        send("es.commit (id, command_id, command, request_hash, actor, correlation, via, app_version, recorded_at, result)", chunks(part.commits)),
        send("es.seal (id, kind, position, size, root, previous, at, key_id, note, frontier, entries)", part.seals),
      ])
      done += seals * inSeal
      if (done % 1_000_000 === 0) log(`${done / 1_000_000} million events copied`)
    }
    await sent
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
