/** Events in the log that this version cannot fold: written by a newer one, or forged. */
import { Effect } from "effect"
import { Database } from "../../database/database.ts"
import { col, sql } from "../../database/statement.ts"
import type { AnyStream } from "../stream.ts"

const readySql = sql({ ready: col.flag }, "select to_regclass('es.event') is not null as ready")
/** Loose index scan, so the cost does not grow with the log; the last event of a type has its newest schema version. */
const writtenSql = sql(
  { type: col.text, version: col.whole, position: col.whole, stream: col.text },
  `with recursive kind as (
     (select type from es.event order by type limit 1)
     union all select (select e.type from es.event e where e.type > kind.type order by e.type limit 1) from kind where kind.type is not null)
   select type, l.version, l.position, l.stream from kind,
     lateral (select e.schema_version as version, e.position, e.stream from es.event e
       where (e.type, e.position) <= (kind.type, 9223372036854775807) order by e.type desc, e.position desc limit 1) l
   where type is not null`,
)

/** The undeclared event types, or versions of types, with the last event of each. Empty if there is no log yet. */
export const unknownEvents = (streams: ReadonlyArray<AnyStream>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const [log] = yield* statement(readySql, [])
    if (!log?.ready) return []
    const written = yield* statement(writtenSql, [])
    const known = new Map(streams.flatMap(({ events }) => events.map((event) => [event.type as string, event.schemaVersion as number])))
    return written.filter(({ type, version }) => version > (known.get(type) ?? 0))
  })
