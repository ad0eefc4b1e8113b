/** Reads the log and writes rows with COPY; used to build a generation. */
import { once } from "node:events"
import type { Readable, Writable } from "node:stream"
import { finished } from "node:stream/promises"
import { StringDecoder } from "node:string_decoder"
import type { Sql } from "../../database/database.ts"
import { fieldValue, rowsLiteral } from "../../row-literal.ts"
import type { StoredEvent } from "../../event-store/event-store.ts"
import type { RowMeta } from "../record.ts"
import type { AnyStream } from "../stream.ts"

/** Which part of the log to read: without some kinds of record, whose events the rest may have in common, and only events of these types. */
export interface PartOfLog {
  readonly without: ReadonlyArray<string>
  readonly types: ReadonlyArray<string>
}
const namesOf = (names: ReadonlyArray<string>) => `'{${names.join()}}'`

/**
 * The log up to a position, or a part of it, ordered by stream and version, so that a row is finished before the next begins. A few types are found by
 * their index, however long the log is.
 */
const logText = (upTo: number, part?: PartOfLog) =>
  `copy (select stream, version, type, schema_version, occurred_at at time zone 'UTC', position, data
   from es.event where position <= ${Number(upTo)}${part ? ` and type = any(${namesOf(part.types)}) and split_part(stream, '/', 1) <> all(${namesOf(part.without)})` : ""}
   order by stream, version) to stdout`

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }
/** Decodes a field of COPY's text format. */
const plain = (text: string) => (text.includes("\\") ? text.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter) : text)

/** An event as the folds read it. */
export type FoldedEvent = Omit<StoredEvent, "commitId">

/** An instant as events have it, from the text of a timestamp in UTC, cut to the millisecond. Here this takes a fraction of the time of `to_char`. */
const instantOf = (text: string) => {
  const point = text.indexOf(".")
  const [seconds, fraction] = point < 0 ? [text, "000"] : [text.slice(0, point), text.slice(point + 1, point + 4).padEnd(3, "0")]
  return `${seconds.replace(" ", "T")}.${fraction}Z`
}

const eventOf = (line: string): FoldedEvent => {
  let from = 0
  const next = () => {
    const end = line.indexOf("\t", from)
    const text = line.slice(from, end)
    from = end + 1
    return text
  }
  return {
    stream: plain(next()),
    version: Number(next()),
    type: plain(next()),
    schemaVersion: Number(next()),
    occurredAt: instantOf(next()),
    position: Number(next()),
    data: JSON.parse(plain(line.slice(from))) as StoredEvent["data"],
  }
}

/**
 * Number of bytes buffered ahead of processing, and then processed at once. With more, the garbage collector finds most of their events still in use,
 * and copies them.
 */
const ahead = 1 << 16

/** The data of a stream in chunks of whatever has arrived, because COPY sends each row separately, which would be slow to process. */
async function* inBulk(stream: Readable): AsyncGenerator<Buffer> {
  let waiting: Array<Buffer> = []
  let bytes = 0
  let wake = () => {}
  const ended = finished(stream).finally(() => wake())
  ended.catch(() => {}) // reported once all data has been taken
  stream.on("data", (chunk: Buffer) => {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes > ahead) stream.pause()
    wake()
  })
  for (;;) {
    if (waiting.length === 0) {
      if (stream.readableEnded || stream.destroyed) return await ended
      await new Promise<void>((resolve) => (wake = resolve))
      await new Promise((resolve) => setImmediate(resolve)) // lets further data that has already arrived be read first
      continue
    }
    const taken = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    stream.resume()
    yield taken
  }
}

/** The events of the log up to a position, or of a part of it, in batches as they arrive from the database, over a separate connection of the pool. */
export async function* eventsUpTo(sql: Sql, upTo: number, part?: PartOfLog): AsyncGenerator<ReadonlyArray<FoldedEvent>> {
  // a multi-statement query is one transaction, and the settings apply only to it
  const stream: Readable = await sql
    .unsafe(`set local statement_timeout = 0; set local work_mem = '64MB'; set local datestyle = iso; ${logText(upTo, part)}`)
    .simple()
    .readable()
  try {
    const decoder = new StringDecoder("utf8")
    let rest = ""
    for await (const bytes of inBulk(stream)) {
      const lines = (rest + decoder.write(bytes)).split("\n")
      rest = lines.pop()!
      if (lines.length > 0) yield lines.map(eventOf)
    }
  } finally {
    // a reader that stops early leaves a connection that is still sending
    if (!stream.readableEnded && !stream.destroyed) await finished(stream.resume()).catch(() => {})
  }
}

/** Encodes one value in COPY's text format. */
const field = (value: unknown): string => {
  if (value === null || value === undefined) return "\\N"
  const text = typeof value === "object" ? JSON.stringify(value) : String(value)
  return /[\\\n\r\t]/.test(text) ? text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t") : text
}

/** Up to this number, the rows of a kind are inserted; further rows are copied. A COPY costs two network round trips, however small it is. */
const few = 500

/** Writes rows as they come, grouped by kind, into tables created in the transaction of `into`. */
export const writer = (into: Sql, schema: string) => {
  let current: AnyStream | undefined
  let first: Array<RowMeta> = []
  let copy: { readonly to: Writable; readonly ended: Promise<void> } | undefined
  let names: ReadonlyArray<string> = []
  let chunk = ""
  const columns = () => current!.record.fields.map(({ column }: { column: string }) => `"${column}"`).join(", ")
  const add = (row: RowMeta) => {
    let line = ""
    for (const name of names) line += `${line === "" ? "" : "\t"}${field(fieldValue(row, name))}`
    chunk += `${line}\n`
  }
  const flush = async ({ to, ended }: NonNullable<typeof copy>) => {
    const full = !to.write(chunk)
    chunk = ""
    if (full) await Promise.race([once(to, "drain"), ended])
  }
  const beginCopy = async () => {
    const to: Writable = await into.unsafe(`copy ${schema}.${current!.record.kind} (${columns()}) from stdin with (freeze)`).writable()
    const ended = finished(to)
    ended.catch(() => {}) // reported where it is awaited
    copy = { to, ended }
    for (const row of first) add(row)
    first = []
  }
  const end = async () => {
    if (copy) {
      copy.to.end(chunk)
      await copy.ended
    } else if (first.length > 0) {
      const { kind, toLiteral } = current!.record
      const table = `${schema}.${kind}`
      await into.unsafe(`insert into ${table} select * from unnest($1::text::${table}[])`, [rowsLiteral(first.map(toLiteral))])
    }
    copy = undefined
    chunk = ""
    first = []
  }
  const turnTo = async (stream: AnyStream, row: RowMeta) => {
    await end()
    current = stream
    names = stream.record.fields.map(({ name }: { name: string }) => name)
    first.push(row)
  }
  /** Takes a row; if it returns a promise, await it before the next row. */
  const write = (stream: AnyStream, row: RowMeta): Promise<void> | undefined => {
    if (stream !== current) return turnTo(stream, row)
    if (!copy) {
      first.push(row)
      return first.length > few ? beginCopy() : undefined
    }
    add(row)
    return chunk.length > 65_536 ? flush(copy) : undefined
  }
  return { write, end }
}
