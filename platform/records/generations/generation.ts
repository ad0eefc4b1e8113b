/**
 * Generations of the rows. Every row table is disposable: a generation is a schema whose tables are folded from the log. `live` is the one in use. A
 * rebuild folds a new generation beside it and replaces it; a past instant is a generation that ends at its position.
 */
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { Database, DatabaseError, patiently } from "../../database/database.ts"
import { rowsLiteral } from "../../row-literal.ts"
import { col, sql } from "../../database/statement.ts"
import { eventColumns, EventStore, storedEvent, type StoredEvent } from "../../event-store/event-store.ts"
import { type Compared, compare } from "../snapshots/compare.ts"
import { eventsUpTo, type FoldedEvent, writer } from "./copy.ts"
import { PersonalKeys } from "../personal-data/personal.ts"
import type { AnyStream } from "../stream.ts"
import type { RowMeta } from "../record.ts"

/** The fingerprint of the code behind the rows: the tables and the folds. When it changes, the rows are rebuilt. */
export const fingerprint = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>): string =>
  createHash("sha256")
    .update(JSON.stringify([...streams.map(({ code }) => code).sort(), ...views]))
    .digest("hex")

/** Which code folded the rows of one kind, as the comment on its table says. */
const foldedBy = ({ code }: AnyStream) => `folded by ${createHash("sha256").update(code).digest("hex")}`
const saysFoldedBy = (stream: AnyStream, schema: string) => `comment on table ${schema}.${stream.record.kind} is '${foldedBy(stream)}'`

/** Which tables and views the rows have, whatever folds them, as the comment on their schema says. */
const shapeOf = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>) =>
  `shaped by ${createHash("sha256")
    .update(JSON.stringify([...streams.map(({ record }) => record.ddl.join()).sort(), ...views]))
    .digest("hex")}`
const saysShape = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>) => `comment on schema live is '${shapeOf(streams, views)}'`

const liveShape = Effect.map(
  Effect.flatMap(Database, ({ query }) =>
    query((sql) => sql<Array<{ shape: string | null }>>`select obj_description(to_regnamespace('live'), 'pg_namespace') as shape`),
  ),
  ([live]) => live!.shape,
)

/** How many rows may be refolded within their tables at most, because writers wait meanwhile. */
const inPlaceAtMost = 20_000
/** Whether these kinds, the only ones whose folds have changed, can be refolded within the live tables: nothing else has changed, and they are few. */
const fitsInPlace = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>, changed: ReadonlyArray<AnyStream>) =>
  Effect.gen(function* () {
    const { query } = yield* Database
    if ((yield* liveShape) !== shapeOf(streams, views)) return false
    const rows = changed.map(({ record }) => `(select count(*) from (select from live.${record.kind} limit ${inPlaceAtMost + 1}) x)`)
    const [many] = yield* query((sql) => sql.unsafe<Array<{ rows: number }>>(`select (${["0", ...rows].join(" + ")})::int as rows`))
    return many!.rows <= inPlaceAtMost
  })

/**
 * Replaces the live rows of these kinds by those of another schema, where they differ. Fails with an integrity error if the tables do not allow that
 * one by one: then a new generation is needed.
 */
const replaceRows = (schema: string, streams: ReadonlyArray<AnyStream>) =>
  Effect.gen(function* () {
    const { query } = yield* Database
    for (const { record } of streams) {
      const { kind } = record
      const names = record.fields.map(({ column }) => `"${column}"`)
      const [row] = yield* query((sql) =>
        sql.unsafe<Array<{ extra: boolean }>>(
          `select exists(select from live.${kind} l where not exists(select from ${schema}.${kind} where id = l.id)) as extra`,
        ),
      )
      if (row!.extra) return yield* Effect.fail(new DatabaseError({ code: "23000", message: `A row of ${kind} has no events`, cause: undefined }))
      yield* query((sql) =>
        sql.unsafe(
          `insert into live.${kind} as l (${names.join(", ")}) select ${names.join(", ")} from ${schema}.${kind} order by id
           on conflict (id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(", ")} where row(l.*) is distinct from row(excluded.*)`,
        ),
      )
    }
    yield* all([...streams.map((stream) => saysFoldedBy(stream, "live")), `drop schema ${schema} cascade`])
  })
/** A row that the constraints of its table do not allow. */
const breaksIntegrity = ({ code }: DatabaseError) => code.startsWith("23")

/** The kinds of record whose live rows were folded by the same code as these streams have. */
const unchangedKinds = (streams: ReadonlyArray<AnyStream>) =>
  Effect.gen(function* () {
    const { query } = yield* Database
    const tables = yield* query(
      (sql) => sql<Array<{ kind: string; code: string | null }>>`select relname as kind, obj_description(oid, 'pg_class') as code
        from pg_class where relnamespace = to_regnamespace('live') and relkind = 'r'`,
    )
    const codes = new Map(tables.map(({ kind, code }) => [kind, code]))
    return streams.filter((stream) => codes.get(stream.record.kind) === foldedBy(stream))
  })

export interface Progress {
  readonly events: number
  /** the last position until the end is reached, which may exceed the number of events; then the number of events */
  readonly total: number
  /** all events are folded, and the indexes are being created */
  readonly isIndexing?: boolean
}

/** Repeats the last progress every second: on a long log the database alone sorts or creates indexes for minutes. */
const heartbeat = (progress: (at: Progress) => void) => {
  let last: Progress | undefined
  const timer = setInterval(() => last && progress(last), 1000)
  const tell = (at: Progress) => {
    last = at
    progress(at)
  }
  return { tell, stop: () => clearInterval(timer) }
}

/** Rows held in memory, by stream. */
export type Rows = Map<string, { stream: AnyStream; row: RowMeta }>

/** Runs long work in one transaction, so that a killed process leaves nothing behind. */
export const atOnce = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, ({ transaction, query }) =>
    patiently(
      transaction(
        Effect.andThen(
          query((sql) =>
            sql
              .unsafe(
                "set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local work_mem = '64MB'",
              )
              .simple(),
          ),
          effect,
        ),
      ),
    ),
  )

/** Sets the schema that table names refer to for the rest of the current transaction. */
const lookingAt = (schema: string) => Effect.flatMap(Database, ({ query }) => query((sql) => sql.unsafe(`set local search_path = ${schema}, es, public`)))

/** Finds the stream to which an event belongs. An event of an unknown kind stops the reader. */
const kindsOf = (streams: ReadonlyArray<AnyStream>) => {
  const byKind = new Map(streams.map((stream) => [stream.record.kind as string, stream]))
  return ({ stream: name, position }: FoldedEvent): AnyStream => {
    const stream = byKind.get(name.slice(0, name.indexOf("/")))
    if (!stream) throw new Error(`Event ${position} is of a kind that this version does not know: ${name}`)
    return stream
  }
}
const idOf = (stream: string) => Number(stream.slice(stream.indexOf("/") + 1))

/** Folds events into the rows held in memory. */
export const foldEvents = (streams: ReadonlyArray<AnyStream>, rows: Rows, events: Iterable<StoredEvent>) => {
  const kindOf = kindsOf(streams)
  for (const event of events) {
    const entry = rows.get(event.stream)
    const stream = entry?.stream ?? kindOf(event)
    const row = stream.evolve(entry?.row ?? null, idOf(event.stream), event, event.occurredAt)
    if (entry) entry.row = row
    else rows.set(event.stream, { stream, row })
  }
}

/** Minimum number of rows for which a table is analyzed. */
const worthAnalyzing = 1000

const all = (texts: ReadonlyArray<string>) => Effect.flatMap(Database, ({ query }) => query((sql) => sql.unsafe(texts.join(";\n")).simple()))
/** Creates the tables of a new generation, without the parts that are faster to create once the rows are in. */
const beginTables = (schema: string, streams: ReadonlyArray<AnyStream>) =>
  all([
    `create schema ${schema}`,
    `set local search_path = ${schema}, es, public`,
    ...streams.flatMap((stream) => [stream.record.ddl[0]!, saysFoldedBy(stream, schema)]),
  ])
/** Copies the rows of these kinds from another generation; returns their numbers by kind. */
const copyRows = (from: string, streams: ReadonlyArray<AnyStream>) =>
  Effect.gen(function* () {
    const { query } = yield* Database
    const counts = new Map<string, number>()
    for (const { record } of streams) {
      const { count } = yield* query((sql) => sql.unsafe(`insert into ${record.kind} select * from ${from}.${record.kind}`))
      counts.set(record.kind, count)
    }
    return counts
  })
/** Creates the remaining parts. */
const finishTables = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>, counts: ReadonlyMap<string, number>) => {
  // a sample is enough for the planner, and the tables are vacuumed later. Small tables are not analyzed: a plan for next to no rows would be kept
  // when there are many
  const large = [...counts].flatMap(([kind, rows]) => (rows >= worthAnalyzing ? [kind] : []))
  const analyze = large.length === 0 ? [] : ["set local default_statistics_target = 10", `analyze ${large.join(", ")}`]
  return Effect.andThen(all([...streams.flatMap(({ record }) => record.ddl.slice(1)), ...views, ...analyze]), lookingAt("live"))
}

/**
 * Builds a generation of the rows in a new `schema`, folded from the log up to a position, in one transaction. Reads the log stream by stream on
 * another connection and writes each row once, as soon as its stream is folded. With `gently` it pauses for as long as it works, to leave processor
 * time to other processes on the same machine. The rows of the `unchanged` kinds are copied from the live ones instead, which may be later than the
 * position. Returns the number of rows by table.
 */
export const build = (
  schema: string,
  streams: ReadonlyArray<AnyStream>,
  views: ReadonlyArray<string>,
  upTo: number,
  progress: (at: Progress) => void = () => {},
  gently = false,
  unchanged: ReadonlyArray<AnyStream> = [],
): Effect.Effect<ReadonlyMap<string, number>, DatabaseError, Database | PersonalKeys> =>
  Effect.acquireUseRelease(
    Effect.sync(() => heartbeat(progress)),
    ({ tell }) => buildTelling(schema, streams, views, upTo, tell, gently, unchanged),
    ({ stop }) => Effect.sync(stop),
  )

const buildTelling = (
  schema: string,
  streams: ReadonlyArray<AnyStream>,
  views: ReadonlyArray<string>,
  upTo: number,
  tell: (at: Progress) => void,
  gently: boolean,
  unchanged: ReadonlyArray<AnyStream>,
) =>
  atOnce(
    Effect.gen(function* () {
      const { query, sql } = yield* Database
      const { read } = yield* PersonalKeys
      yield* beginTables(schema, streams)
      const counts = new Map([
        ...streams.map(({ record }): [string, number] => [record.kind, 0]),
        ...(yield* copyRows(
          "live",
          unchanged.filter((stream) => streams.includes(stream)),
        )),
      ])
      const isRead = (stream: AnyStream) => !unchanged.includes(stream)
      const types = streams.filter(isRead).flatMap(({ events }) => events.map(({ type }) => type))
      const part = unchanged.length === 0 ? undefined : { without: unchanged.map(({ record }) => record.kind), types }
      const kindOf = kindsOf(streams)
      tell({ events: 0, total: upTo })
      let events = 0
      yield* query(async (into) => {
        const { write, end } = writer(into, schema)
        let stream: AnyStream | undefined
        let name = ""
        let row: RowMeta | null = null
        const done = () => {
          if (!stream) return undefined
          counts.set(stream.record.kind, counts.get(stream.record.kind)! + 1)
          return write(stream, row!)
        }
        let began = performance.now()
        for await (const written of eventsUpTo(sql, upTo, part)) {
          const page = await Effect.runPromise(patiently(read(written))) // outside the transaction, whose connection may be copying
          for (const event of page) {
            if (event.stream !== name) {
              const waits = done()
              if (waits) await waits
              name = event.stream
              stream = kindOf(event)
              row = null
            }
            row = stream!.evolve(row, idOf(name), event, event.occurredAt)
          }
          events += page.length
          tell({ events, total: upTo })
          if (gently) await new Promise((resolve) => setTimeout(resolve, performance.now() - began))
          began = performance.now()
        }
        await done()
        await end()
        tell({ events, total: upTo, isIndexing: true })
      })
      yield* finishTables(streams, views, counts)
      tell({ events, total: events })
      return counts
    }),
  )

const countSql = sql({ events: col.whole }, "select count(*) as events from es.event where position > $1 and position <= $2")
const changedSql = sql(
  storedEvent,
  `select ${eventColumns} from es.event
   where stream = any(array(select distinct stream from es.event where position > $1 and position <= $2)) and position <= $2 order by stream, version`,
)

/** Brings the tables of a generation, except those it `leaves` out, from one position of the log to a later one. Returns the number of events in between. */
const catchUp = (schema: string, streams: ReadonlyArray<AnyStream>, from: number, upTo: number, leaves: ReadonlyArray<AnyStream> = []) =>
  Effect.gen(function* () {
    const { statement, query } = yield* Database
    const [{ events } = { events: 0 }] = yield* statement(countSql, [from, upTo])
    if (events === 0) return 0
    // a changed row is folded again from its first event
    const { read } = yield* PersonalKeys
    const changed = yield* Effect.flatMap(statement(changedSql, [from, upTo]), read)
    const rows: Rows = new Map()
    const kindOf = kindsOf([...streams, ...leaves])
    foldEvents(
      streams,
      rows,
      changed.filter((event) => !leaves.includes(kindOf(event))),
    )
    const perStream = new Map<AnyStream, Array<string>>()
    for (const { stream, row } of rows.values()) {
      const written = perStream.get(stream) ?? []
      written.push(stream.record.toLiteral(row))
      perStream.set(stream, written)
    }
    yield* lookingAt(schema)
    for (const [{ record }, written] of perStream) yield* query((sql) => sql.unsafe(record.upsert("$1"), [rowsLiteral(written)]))
    yield* lookingAt("live")
    return events
  })

/** The same, starting from a generation of the same code at an earlier position: its rows are copied, and the later events are folded. */
export const buildFrom = (
  from: { readonly schema: string; readonly position: number },
  schema: string,
  streams: ReadonlyArray<AnyStream>,
  views: ReadonlyArray<string>,
  upTo: number,
) =>
  atOnce(
    Effect.gen(function* () {
      yield* beginTables(schema, streams)
      yield* finishTables(streams, views, yield* copyRows(from.schema, streams))
      yield* catchUp(schema, streams, from.position, upTo)
    }),
  )

/** Yields to other code of the process; in real time, because a database does not follow a test clock. */
export const pause = (milliseconds: number) => Effect.promise(() => new Promise((resolve) => setTimeout(resolve, milliseconds)))

/** The maximum lag of the new rows behind the log, in events, when writers are stopped; and how long one attempt may stop them, in ms. */
const nearEnough = 200
const patience = 150

export interface Rebuilt {
  readonly position: number
  readonly rows: number
  readonly generation: number
  /** whether the previous live rows were made by the same fold code, in which case they must be equal */
  readonly sameCode: boolean
  readonly compared: Compared
  /** how long writers were stopped, in ms */
  readonly stopped: number
}

/**
 * Rebuilds the live rows, compares them with the current ones, and replaces these. Reads continue throughout, and so do writes except at the moment
 * of the switch. Runs in one transaction, so a killed process leaves nothing behind. With `onlyChanged`, kinds of record whose fold has not changed
 * keep their rows; and if nothing but the folds of a few rows has changed, these are replaced within their tables.
 */
export const rebuild = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>, progress: (at: Progress) => void = () => {}, onlyChanged = false) =>
  onlyChanged
    ? Effect.catchIf(rebuildAs("changed", streams, views, progress), breaksIntegrity, () => rebuildAs("copied", streams, views, progress))
    : rebuildAs("whole", streams, views, progress)

/** Folds the whole log; or only the changed kinds, with the rows of the others copied; or only the changed kinds, and in place if that is possible. */
const rebuildAs = (
  how: "whole" | "copied" | "changed",
  streams: ReadonlyArray<AnyStream>,
  views: ReadonlyArray<string>,
  progress: (at: Progress) => void,
): Effect.Effect<Rebuilt, DatabaseError, Database | EventStore | PersonalKeys> =>
  Effect.gen(function* () {
    const { query, transaction } = yield* Database
    const store = yield* EventStore
    const print = fingerprint(streams, views)
    const rebuilt = yield* atOnce(
      Effect.gen(function* () {
        yield* query((sql) => sql`select pg_advisory_xact_lock(hashtext('field office: rebuild'))`)
        yield* sweep
        const [before] = yield* query(
          (sql) => sql<Array<{ generation: number; active: string | null }>>`
            select coalesce(max(generation), 0)::int as generation, max(fingerprint) filter (where state = 'active') as active from es.projection where name = 'rows'`,
        )
        const generation = before!.generation + 1
        const sameCode = before!.active === print
        const schema = `rows_${generation}`
        let upTo = yield* store.closed
        // copied rows may be later than this position: what happened after it is folded again below
        const unchanged = how === "whole" ? [] : yield* unchangedKinds(streams)
        const changed = streams.filter((stream) => !unchanged.includes(stream))
        const isInPlace = how === "changed" && (yield* fitsInPlace(streams, views, changed))
        const [folded, theirViews, left] = isInPlace ? [changed, [], unchanged] : [streams, views, []]
        const made = yield* build(schema, folded, theirViews, upTo, progress, false, unchanged)
        const compared: Compared = sameCode ? yield* compare("live", schema, streams, upTo) : { tables: [], differences: [], differing: 0 }

        const follow = (to: number) =>
          Effect.map(catchUp(schema, folded, upTo, to, left), (events) => {
            upTo = to
            return events
          })
        for (let round = 0; round < 50; round++) if ((yield* follow(yield* store.closed)) <= nearEnough) break

        // kept sums are written by triggers of the other tables, whose locks writers take first
        const tables = yield* query(
          (sql) => sql<Array<{ name: string }>>`select format('live.%I', tablename) as name from pg_tables where schemaname = 'live'
            and not exists(select from pg_views where schemaname = 'live' and viewname = tablename || '_added_up') order by 1`,
        )
        let began = 0
        const switchOver = Effect.suspend(() => {
          const from = upTo
          return transaction(
            Effect.gen(function* () {
              yield* query((sql) => sql.unsafe(`set local lock_timeout = ${patience}`))
              began = performance.now()
              // writers lock their tables before they append, so once all locks are held, no write is in progress
              if (tables.length > 0) {
                yield* query((sql) => sql.unsafe(`lock table ${tables.map(({ name }) => name).join(", ")} in share row exclusive mode`))
              }
              const [last] = yield* query((sql) => sql<Array<{ position: number }>>`select coalesce(max(position), 0) as position from es.event`)
              yield* follow(last!.position)
              if (isInPlace) yield* replaceRows(schema, changed)
              else yield* all([`alter schema live rename to retired_${generation}`, `alter schema ${schema} rename to live`, saysShape(streams, views)])
              yield* query((sql) =>
                sql
                  .unsafe(
                    `update es.projection set state = 'retired' where name = 'rows' and state = 'active';
                   insert into es.projection (name, generation, fingerprint, state, position) values ('rows', ${generation}, '${print}', 'active', ${upTo})`,
                  )
                  .simple(),
              )
            }),
          ).pipe(Effect.tapError(() => Effect.sync(() => void (upTo = from)))) // what was followed is rolled back
        })
        const attempt = (left: number): typeof switchOver =>
          Effect.catch(switchOver, (error) =>
            left > 0 && inTheWay(error)
              ? pause(50 + Math.random() * 100).pipe(
                  Effect.andThen(Effect.flatMap(store.closed, follow)),
                  Effect.andThen(Effect.suspend(() => attempt(left - 1))),
                )
              : Effect.fail(error),
          )
        yield* attempt(200)
        return { position: upTo, rows: [...made.values()].reduce((sum, rows) => sum + rows, 0), generation, sameCode, compared, began }
      }),
    )
    const { began, ...made } = rebuilt
    const stopped = performance.now() - began
    // readers that began on the old rows finish on them
    const dropped = Effect.retry(
      transaction(
        query((sql) =>
          sql.unsafe(`set local statement_timeout = 0; set local lock_timeout = '3s'; drop schema if exists retired_${made.generation} cascade`).simple(),
        ),
      ),
      { times: 50, while: inTheWay },
    )
    // a starting server does not wait for this; if its process ends before, the next rebuild drops them
    yield* how === "whole" ? dropped : Effect.forkDetach(Effect.ignore(dropped))
    return { ...made, stopped } satisfies Rebuilt
  })

/** A deadlock, or a lock that was not free in time. */
export const inTheWay = ({ code }: DatabaseError) => code === "40P01" || code === "55P03"

/** Drops the remains of a rebuild that was killed. The caller must hold the rebuild lock. */
const sweep = Effect.gen(function* () {
  const { query } = yield* Database
  const left = yield* query((sql) => sql<Array<{ name: string }>>`select nspname as name from pg_namespace where nspname ~ '^(rows|retired)_[0-9]+$'`)
  for (const { name } of left) yield* query((sql) => sql.unsafe(`drop schema if exists ${name} cascade`))
  yield* query((sql) => sql`delete from es.projection where name = 'rows' and state = 'building'`)
})

/** Builds the live rows if they are missing, or rebuilds them if the code that folds them has changed. Safe to call at each start. */
export const ensureRows = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>, progress?: (at: Progress) => void) =>
  Effect.gen(function* () {
    const { query } = yield* Database
    const [active] = yield* query((sql) => sql<Array<{ fingerprint: string }>>`select fingerprint from es.projection where name = 'rows' and state = 'active'`)
    if (active?.fingerprint === fingerprint(streams, views)) {
      // rows from before the tables and the schema said so
      const known = yield* unchangedKinds(streams)
      if (known.length < streams.length || (yield* liveShape) === null)
        yield* all([...streams.map((stream) => saysFoldedBy(stream, "live")), saysShape(streams, views)])
      return undefined
    }
    return yield* rebuild(streams, views, progress, true)
  })
