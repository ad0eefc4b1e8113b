/** Replays the log: makes every row anew beside those people read, compares, and leaves nothing behind. */
import { Effect } from "effect"
import { Database, type Instant } from "../database/database.ts"
import { EventStore } from "../event-store/event-store.ts"
import { type Compared, compare } from "./compare.ts"
import { atOnce, build, type Progress } from "./generation.ts"
import type { AnyStream } from "./stream.ts"

export interface Replayed {
  /** the last event that was folded */
  readonly position: number
  readonly tables: ReadonlyArray<{ readonly table: string; readonly rows: number }>
  /** undefined if it was not asked for */
  readonly compared: Compared | undefined
  /** the files that were given out or attached, and the names of those whose bytes are not what they were; undefined if not asked for */
  readonly documents: { readonly kept: number; readonly spoiled: ReadonlyArray<string> } | undefined
}

const documentsOf = Effect.gen(function* () {
  const { statement } = yield* Database
  const tables = yield* statement(
    "select t::text as name from unnest(array[to_regclass('app.document'), to_regclass('app.attachment')]) t where t is not null",
    [],
  )
  if (tables.length === 0) return { kept: 0, spoiled: [] }
  const files = tables.map(({ name }) => `select sha256, bytes from ${name}`).join(" union all ")
  const [found] = yield* statement(
    `select count(*) as kept, coalesce(array_agg(sha256) filter (where encode(sha256(bytes), 'hex') <> sha256), '{}') as spoiled from (${files}) f`,
    [],
  )
  return found as { kept: number; spoiled: ReadonlyArray<string> }
})

export interface ReplayOptions {
  /** the moment up to which the log is replayed; without one its present end */
  readonly until?: Instant | undefined
  /** whether the rows are compared: with the live ones, or with those that screens show of the moment */
  readonly diff: boolean
  readonly progress?: (at: Progress) => void
}

/**
 * Folds the log into rows of their own while people go on working. Compared with live rows, what is written meanwhile
 * makes no difference. The rows of a past moment are compared if somebody has looked back to it, and they are still kept.
 */
export const replay = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string>, { until, diff, progress }: ReplayOptions) =>
  Effect.gen(function* () {
    const { query, statement } = yield* Database
    const store = yield* EventStore
    return yield* atOnce(
      Effect.gen(function* () {
        const [{ schema }] = (yield* statement("select 'replay_' || pg_backend_pid() as schema", [])) as [{ schema: string }]
        const position = until?.position ?? (yield* store.closed)
        const counts = yield* build(schema, streams, views, position, progress, true)
        const compared = diff ? yield* compare(until?.schema ?? "live", schema, streams, position) : undefined
        yield* query((sql) => sql.unsafe(`drop schema ${schema} cascade`))
        const documents = diff ? yield* documentsOf : undefined
        return { position, tables: [...counts].map(([table, rows]) => ({ table, rows })), compared, documents } satisfies Replayed
      }),
    )
  })
