/**
 * Generations of the rows. Every table of rows can be thrown away: a generation is a schema whose tables are folded
 * from the log. `live` is the one people read. A rebuild folds a new one beside it and takes its place.
 */
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { Database, type DatabaseError } from "../database/database.ts"
import { eventColumns, EventStore, type StoredEvent } from "../event-store/event-store.ts"
import type { AnyStream } from "./stream.ts"
import type { Kept } from "./record.ts"

/** What made the rows: the tables and the fold code. When it changes, the rows are made anew. */
export const fingerprint = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>): string =>
  createHash("sha256")
    .update(JSON.stringify([...streams.map(({ code }) => code).sort(), ...views]))
    .digest("hex")

export interface Progress {
  readonly events: number
  readonly total: number
}

/** Makes the empty tables of a generation. */
const createTables = (schema: string, streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { transaction, query } = yield* Database
    yield* transaction(
      Effect.gen(function* () {
        yield* query((sql) => sql.unsafe(`create schema if not exists ${schema}`))
        yield* query((sql) => sql.unsafe(`set local search_path = ${schema}, es, public`))
        for (const { record } of streams) for (const text of record.ddl) yield* query((sql) => sql.unsafe(text))
        for (const view of views) yield* query((sql) => sql.unsafe(view))
      }),
    )
  })

/** One value as COPY's text format wants it. */
const field = (value: unknown): string => {
  if (value === null || value === undefined) return "\\N"
  const text = typeof value === "object" ? JSON.stringify(value) : String(value)
  return /[\\\n\r\t]/.test(text) ? text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t") : text
}

/** Folds the events after `from` up to `to` into the rows held in memory. */
export const foldEvents = (streams: ReadonlyArray<AnyStream>, rows: Map<string, { stream: AnyStream; row: Kept }>, events: Iterable<StoredEvent>) => {
  const byKind = new Map(streams.map((stream) => [stream.record.kind as string, stream]))
  for (const event of events) {
    const slash = event.stream.indexOf("/")
    const stream = byKind.get(event.stream.slice(0, slash))
    if (!stream) throw new Error(`Event ${event.position} is of a kind that this version does not know: ${event.stream}`)
    const entry = rows.get(event.stream)
    const row = stream.evolve(entry?.row as never, Number(event.stream.slice(slash + 1)), event, event.occurredAt) as Kept
    if (entry) entry.row = row
    else rows.set(event.stream, { stream, row })
  }
}

/** Makes a generation of the rows in `schema`, folded from the log up to a position. Reads in pages; writes each row once. */
export const build = (
  schema: string,
  streams: ReadonlyArray<AnyStream>,
  views: ReadonlyArray<string>,
  upTo: number,
  progress: (at: Progress) => void = () => {},
): Effect.Effect<Map<string, { stream: AnyStream; row: Kept }>, DatabaseError, Database> =>
  Effect.gen(function* () {
    const { sql } = yield* Database
    yield* createTables(schema, streams, views)
    const rows = new Map<string, { stream: AnyStream; row: Kept }>()
    let events = 0
    yield* Effect.promise(async () => {
      const cursor = sql.unsafe(`select ${eventColumns} from es.event where position <= ${Number(upTo)} order by position`).cursor(5000)
      for await (const page of cursor) {
        foldEvents(streams, rows, page as never)
        events += page.length
        progress({ events, total: upTo })
      }
    })
    yield* copyRows(schema, streams, rows.values())
    return rows
  })

/** Writes rows with COPY. */
const copyRows = (schema: string, streams: ReadonlyArray<AnyStream>, rows: Iterable<{ stream: AnyStream; row: Kept }>) =>
  Effect.gen(function* () {
    const { sql } = yield* Database
    const perStream = new Map<AnyStream, Array<Kept>>(streams.map((stream) => [stream, []]))
    for (const { stream, row } of rows) perStream.get(stream)!.push(row)
    for (const [{ record }, kept] of perStream) {
      if (kept.length === 0) continue
      const columns = record.fields.map(({ column }: { column: string }) => `"${column}"`).join(", ")
      yield* Effect.promise(async () => {
        const into = await sql.unsafe(`copy ${schema}.${record.kind} (${columns}) from stdin`).writable()
        const ended = new Promise<void>((resolve, reject) => into.on("finish", resolve).on("error", reject))
        let chunk = ""
        for (const row of kept) {
          chunk += `${record.fields.map(({ name }: { name: string }) => field((row as any)[name])).join("\t")}\n`
          if (chunk.length > 65536) {
            if (!into.write(chunk)) await new Promise<void>((resolve) => into.once("drain", () => resolve()))
            chunk = ""
          }
        }
        into.end(chunk)
        await ended
      })
    }
  })

/**
 * Makes the live rows anew and puts them in place of the old ones. People go on reading, and writing but for the
 * moment of the switch. Returns the position and the number of rows.
 */
export const rebuild = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>, progress: (at: Progress) => void = () => {}) =>
  Effect.gen(function* () {
    const { query, transaction } = yield* Database
    const store = yield* EventStore
    const [last] = yield* query(
      (sql) => sql<Array<{ generation: number }>>`select coalesce(max(generation), 0)::int as generation from es.projection where name = 'rows'`,
    )
    const generation = last!.generation + 1
    const schema = `rows_${generation}`
    const print = fingerprint(streams, views)
    yield* query((sql) => sql`insert into es.projection (name, generation, fingerprint, state) values ('rows', ${generation}, ${print}, 'building')`)
    const upTo = yield* store.closed
    const rows = yield* build(schema, streams, views, upTo, progress)

    const switchOver = transaction(
      Effect.gen(function* () {
        const tables = yield* query(
          (sql) => sql<Array<{ name: string }>>`select format('live.%I', tablename) as name from pg_tables where schemaname = 'live' order by 1`,
        )
        // writers hold their tables from before they append: when we have all of them, nothing is under way
        if (tables.length > 0) {
          yield* query((sql) => sql.unsafe(`lock table ${tables.map(({ name }) => name).join(", ")} in share row exclusive mode`))
        }
        const tail = yield* query((sql) => sql.unsafe(`select ${eventColumns} from es.event where position > ${Number(upTo)} order by position`))
        const changed = new Set((tail as unknown as ReadonlyArray<StoredEvent>).map((event) => event.stream))
        foldEvents(streams, rows, tail as never)
        for (const key of changed) {
          const { stream, row } = rows.get(key)!
          const text = stream.record
            .upsert("$1::jsonb")
            .replaceAll(`into ${stream.record.kind} `, `into ${schema}.${stream.record.kind} `)
            .replaceAll(`null::${stream.record.kind}`, `null::${schema}.${stream.record.kind}`)
          yield* query((sql) => sql.unsafe(text.replace("$1::jsonb", "$1::text::jsonb"), [JSON.stringify([stream.record.toColumns(row)])] as never))
        }
        yield* query((sql) => sql.unsafe(`alter schema live rename to retired_${generation}`))
        yield* query((sql) => sql.unsafe(`alter schema ${schema} rename to live`))
        yield* query((sql) => sql`update es.projection set state = 'retired' where name = 'rows' and state = 'active'`)
        yield* query((sql) => sql`update es.projection set state = 'active', position = ${upTo} where name = 'rows' and generation = ${generation}`)
      }),
    )
    yield* Effect.retry(switchOver, { times: 20, while: (error) => error.code === "40P01" || error.code === "55P03" })
    yield* Effect.retry(
      query((sql) => sql.unsafe(`drop schema retired_${generation} cascade`)),
      { times: 20, while: (error) => error.code === "40P01" || error.code === "55P03" },
    )
    return { position: upTo, rows: rows.size, generation }
  })

/** Makes the live rows if they are not there, or anew if the code that folds them has changed. Safe to call at each start. */
export const ensureRows = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>, progress?: (at: Progress) => void) =>
  Effect.gen(function* () {
    const { query } = yield* Database
    const [active] = yield* query((sql) => sql<Array<{ fingerprint: string }>>`select fingerprint from es.projection where name = 'rows' and state = 'active'`)
    if (active?.fingerprint === fingerprint(streams, views)) return undefined
    return yield* rebuild(streams, views, progress)
  })
