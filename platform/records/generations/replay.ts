/** Replays the log: rebuilds every row beside the live ones, compares them, and leaves nothing behind. */
import { Effect } from "effect"
import { Database, type Instant } from "../../database/database.ts"
import { col, sql, sqlOf } from "../../database/statement.ts"
import { EventStore } from "../../event-store/event-store.ts"
import { type Compared, compare, nameOf } from "../snapshots/compare.ts"
import { atOnce, build, type Progress } from "./generation.ts"
import type { RecordKind } from "../record.ts"
import type { AnyStream } from "../stream.ts"

export interface Replayed {
  /** position of the last event that was folded */
  readonly position: number
  readonly tables: ReadonlyArray<{ readonly table: string; readonly rows: number }>
  /** undefined if no comparison was requested */
  readonly compared: Compared | undefined
  /** number of stored files that were published or attached, and those that differ from what the log states; undefined if not requested */
  readonly documents: { readonly kept: number; readonly faults: ReadonlyArray<FileFault> } | undefined
}

/** A published or attached file that is missing or has different content. */
export interface FileFault {
  readonly what: "missing" | "changed"
  readonly sha256: string
  /** the record whose event names the file, and that event; null if no event names it */
  readonly record: string | null
  readonly stream: string | null
  readonly position: number | null
}

const filesSql = sql(
  { name: col.text },
  "select t::text as name from unnest(array[to_regclass('app.document'), to_regclass('app.attachment')]) t where t is not null",
)
const keptSql = sqlOf({ kept: col.whole })
const faultsSql = sqlOf({
  sha256: col.text,
  stream: col.nullable(col.text),
  position: col.nullable(col.whole),
  what: col.words<FileFault["what"]>("missing", "changed"),
})
const schemaSql = sql({ schema: col.text }, "select 'replay_' || pg_backend_pid() as schema")

/**
 * Checks files starting from the events: each SHA-256 named in an event must be that of a stored file. Files that were erased together with a person
 * may be missing.
 */
const documentsOf = Effect.fnUntraced(function* (streams: ReadonlyArray<AnyStream>, upTo: number) {
  const { statement } = yield* Database
  const tables = yield* statement(filesSql, [])
  if (tables.length === 0) return { kept: 0, faults: [] }
  const files = tables.map(({ name }) => `select sha256, encode(sha256(bytes), 'hex') as own from ${name}`).join(" union all ")
  const [{ kept } = { kept: 0 }] = yield* statement(keptSql(`select count(*) as kept from (${files}) f`), [])
  const found = yield* statement(
    faultsSql(`with kept as materialized (select sha256, bool_and(own = sha256) as holds from (${files}) f group by sha256),
       named as materialized (
         select distinct on (f.sha256) f.sha256, e.stream, e.position from es.event e,
           lateral (select x->>'sha256' as sha256 from jsonb_path_query(e.data, 'strict $.**?(@.sha256 like_regex "^[0-9a-f]{64}$")') x) f
         where e.position <= $1 and e.data @? '$.**.sha256' and not exists(select from es.event g where g.stream = e.stream and g.type = any($2::text[]))
         order by f.sha256, e.position)
     select coalesce(n.sha256, k.sha256) as sha256, n.stream, n.position, case when k.sha256 is null then 'missing' else 'changed' end as what
     from named n full join kept k on k.sha256 = n.sha256 where k.holds is distinct from true order by n.position nulls last`),
    [upTo, streams.flatMap(({ erasing }) => [...erasing])],
  )
  const faults = yield* Effect.forEach(found, ({ sha256, stream, position, what }) =>
    Effect.gen(function* () {
      const [kind, id] = stream === null ? [] : stream.split("/")
      const of = streams.find(({ record }) => record.kind === kind)
      const record = of ? yield* nameOf(of.record as RecordKind, Number(id), ["live"]) : stream
      return { what, sha256, record, stream, position } satisfies FileFault
    }),
  )
  return { kept, faults }
})

export interface ReplayOptions {
  /** the instant up to which the log is replayed; the current end by default */
  readonly until?: Instant | undefined
  /** whether to compare the rows: with the live rows, or with the stored rows of the past instant */
  readonly diff: boolean
  readonly progress?: (at: Progress) => void
}

/**
 * Folds the log into separate rows while the system stays in use. Concurrent writes do not affect the comparison with live rows. The rows of a past
 * instant are compared if they exist.
 */
export const replay = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>, { until, diff, progress }: ReplayOptions) =>
  Effect.gen(function* () {
    const { query, statement } = yield* Database
    const store = yield* EventStore
    return yield* atOnce(
      Effect.gen(function* () {
        const { schema } = (yield* statement(schemaSql, []))[0]!
        const position = until?.position ?? (yield* store.closed)
        const counts = yield* build(schema, streams, views, position, progress, true)
        const compared = diff ? yield* compare(until?.schema ?? "live", schema, streams, position) : undefined
        yield* query((sql) => sql.unsafe(`drop schema ${schema} cascade`))
        const documents = diff ? yield* documentsOf(streams, position) : undefined
        return { position, tables: [...counts].map(([table, rows]) => ({ table, rows })), compared, documents } satisfies Replayed
      }),
    )
  })
