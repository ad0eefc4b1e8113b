/** Compares two generations of the rows, table by table and row by row, while one of them may be changing. */
import { Effect } from "effect"
import { Database } from "../../database/database.ts"
import { col, type RowOf, sql, sqlOf } from "../../database/statement.ts"
import { eventColumns, storedEvent, type StoredEvent } from "../../event-store/event-store.ts"
import { isMoney } from "../field.ts"
import { PersonalKeys } from "../personal-data/personal.ts"
import { addedUp } from "../generations/kept-sum.ts"
import type { RowMeta, RecordKind } from "../record.ts"
import type { AnyStream } from "../stream.ts"

export interface FieldDifference {
  readonly field: string
  /** the value in the row, and the value derived from the log */
  readonly rows: string
  readonly log: string
}

/** A row that does not match its events. */
export interface Difference {
  /** kind/id; for a kept sum, its table */
  readonly stream: string
  /** display name: "Receipt RCT-2026-0001" */
  readonly record: string
  readonly what: "changed" | "missing" | "without events"
  readonly fields: ReadonlyArray<FieldDifference>
  /** the event from which the row and the log differ: the first that gave one of these fields its value */
  readonly event: { readonly position: number; readonly version: number; readonly type: string } | null
}

export interface TableCompared {
  readonly table: string
  readonly rows: number
  readonly differing: number
}

export interface Compared {
  readonly tables: ReadonlyArray<TableCompared>
  /** the first thousand */
  readonly differences: ReadonlyArray<Difference>
  /** total number of differences */
  readonly differing: number
}

const most = 1000

const tableSql = sqlOf({ there: col.flag, many: col.whole })
const pair = {
  id: col.whole,
  /** the row to check, as JSON of its columns; null if there is none */
  live: col.nullable(col.object),
  liveVersion: col.nullable(col.whole),
  madeVersion: col.nullable(col.whole),
}
const pairsSql = sqlOf(pair)
type Pair = RowOf<typeof pair>
const eventsSql = sql(storedEvent, `select ${eventColumns} from es.event where stream = any($1::text[]) order by stream, version`)
const equalSql = sqlOf({ id: col.whole })
const titleSql = sqlOf({ title: col.nullable(col.text) })
const keptSumColumns = { name: col.text, view: col.text, keys: col.list(col.text) }
/** The kept sums of a generation $1: their tables, the views that compute them from the rows, and their key columns. */
const keptSums = sql(
  keptSumColumns,
  `select c.relname::text as name, v.relname::text as view, array_agg(a.attname::text order by a.attnum) as keys
   from pg_class c join pg_class v on v.relnamespace = c.relnamespace and v.relname = c.relname || '${addedUp("")}' and v.relkind = 'v'
   join pg_index i on i.indrelid = c.oid and i.indisprimary join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
   where c.relnamespace = to_regnamespace($1) and c.relkind = 'r' group by 1, 2 order by 1`,
)
const sumPairsSql = sqlOf({ kept: col.nullable(col.object), counted: col.nullable(col.object), rows: col.whole })
const columnsSql = sqlOf({ columns: col.object })

/**
 * Compares the rows in schema `live` with those in `made`, which were folded from the log up to `upTo`. A row that has changed since is compared with
 * its events up to the version that was read, so that concurrent work makes no difference. The comparison is exact: a difference of a single bit is
 * found. Runs in a transaction.
 */
export const compare = (live: string, made: string, streams: ReadonlyArray<AnyStream>, upTo: number) =>
  Effect.gen(function* () {
    const { query, statement } = yield* Database
    // by merging in the order of the ids: a hash join would copy all rows, and write them to disk if they are many
    yield* query((sql) => sql.unsafe("set local enable_hashjoin = off"))
    const tables: Array<TableCompared> = []
    const differences: Array<Difference> = []
    let differing = 0
    for (const stream of streams) {
      const { kind } = stream.record
      const [table] = yield* statement(tableSql(`select to_regclass($1) is not null as there, (select count(*) from ${made}.${kind}) as many`), [
        `${live}.${kind}`,
      ])
      const { there, many } = table!
      if (!there) continue
      const pairs = yield* statement(
        pairsSql(
          `select coalesce(l.id, m.id) as id, to_jsonb(l) as live, l.version as "liveVersion", m.version as "madeVersion"
           from ${live}.${kind} l full join ${made}.${kind} m on m.id = l.id where (l *<> m) is not false and l is distinct from m order by 1`,
        ),
        [],
      )
      const honest = yield* movedOn(stream, made, pairs)
      const wrong = pairs.filter(({ id }) => !honest.has(id))
      for (const pair of wrong.slice(0, most - differences.length)) differences.push(yield* difference(stream, live, made, pair, upTo))
      differing += wrong.length
      tables.push({ table: kind, rows: many, differing: wrong.length })
    }
    yield* query((sql) => sql.unsafe("set local enable_hashjoin = on"))
    for (const sum of yield* statement(keptSums, [live])) {
      const { rows, wrong } = yield* compareSum(live, sum)
      differences.push(...wrong.slice(0, most - differences.length))
      differing += wrong.length
      tables.push({ table: sum.name, rows, differing: wrong.length })
    }
    return { tables, differences, differing } satisfies Compared
  })

/** Compares kept sums with the totals of the rows in the same schema, at one moment; the rows themselves are compared with the log. */
const compareSum = (schema: string, { name, view, keys }: RowOf<typeof keptSumColumns>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const found = yield* statement(
      sumPairsSql(
        `select to_jsonb(k) as kept, to_jsonb(a) as counted, count(k) over () as rows from ${schema}.${name} k full join ${schema}.${view} a using (${keys.join(", ")})
         order by k is not distinct from a, ${keys.join(", ")} limit ${most + 1}`,
      ),
      [],
    )
    const wrong = found.flatMap(({ kept, counted }): ReadonlyArray<Difference> => {
      const named = { ...counted, ...kept }
      const key = keys.map((column) => `${column} ${shown(named[column])}`).join(", ")
      const fields = Object.keys(named).flatMap((field) => {
        const [rows, log] = [kept?.[field], counted?.[field]]
        return keys.includes(field) || rows === log ? [] : [{ field, rows: shown(rows), log: shown(log) }]
      })
      return fields.length === 0 ? [] : [{ stream: name, record: `Sum ${name} of ${key}`, what: "changed", fields, event: null }]
    })
    return { rows: found[0]?.rows ?? 0, wrong }
  })

/** The events of streams, ordered by version within each. */
const eventsOf = (streams: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const { read } = yield* PersonalKeys
    return yield* read(yield* statement(eventsSql, [streams]))
  })

/** The ids of rows that differ only because of events after the fold: they equal the fold of their events up to their version. */
const movedOn = (stream: AnyStream, made: string, pairs: ReadonlyArray<Pair>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const record = stream.record as RecordKind
    const later = pairs.filter(({ live, liveVersion, madeVersion }) => live !== null && liveVersion! > (madeVersion ?? 0))
    const honest = new Set<number>()
    for (let from = 0; from < later.length; from += most) {
      const some = new Map(later.slice(from, from + most).map((pair) => [pair.id, pair]))
      const events = yield* eventsOf([...some.keys()].map((id) => stream.key(id)))
      const folded = new Map<number, RowMeta>()
      for (const event of events) {
        const id = Number(event.stream.slice(event.stream.indexOf("/") + 1))
        if (event.version > some.get(id)!.liveVersion!) continue
        folded.set(id, stream.evolve(folded.get(id) ?? null, id, event, event.occurredAt))
      }
      const asked = [...some.values()].flatMap(({ id, live, liveVersion }) => {
        const row = folded.get(id)
        return row && row.version === liveVersion ? [{ id, live, made: record.toLiteral(row) }] : []
      })
      const equal = yield* statement(
        equalSql(
          `select (x->>'id')::bigint as id from jsonb_array_elements($1::text::jsonb) x
           where to_jsonb((x->>'made')::${made}.${record.kind}) = x->'live'`,
        ),
        [JSON.stringify(asked)],
      )
      for (const { id } of equal) honest.add(id)
    }
    return honest
  })

const shown = (value: unknown) => (value === null || value === undefined ? "nothing" : typeof value === "object" ? JSON.stringify(value) : String(value))

/** The display name of a record, from the first of these generations that has its row. */
export const nameOf = ({ kind, label, title }: RecordKind, id: number, generations: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    for (const schema of generations) {
      const [row] = yield* statement(titleSql(`select (${title})::text as title from ${schema}.${kind} where id = $1`), [id])
      if (row) return `${label} ${row.title}`
    }
    return `${label} ${id}`
  })

/** The fields of a row in display form: amounts with decimals and currency. */
const shownFields = (record: RecordKind, made: string, columns: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const [row] = (yield* statement(`select ${record.answer("r")} from jsonb_populate_record(null::${made}.${record.kind}, $1::text::jsonb) r`, [
      JSON.stringify(columns),
    ])) as [Record<string, unknown>]
    return new Map(
      record.fields.map((field) => {
        const text = shown(row[field.name])
        if (!isMoney(field) || text === "nothing") return [field.name, text]
        const currency = field.name.endsWith("Usd") ? "USD" : row["currency"]
        const amount = text.replace(/\B(?=(\d{3})+\.)/g, ",")
        return [field.name, typeof currency === "string" ? `${currency} ${amount}` : amount]
      }),
    )
  })

/** Which fields of a row differ, and since which event: its events are folded one by one. */
const difference = (stream: AnyStream, origin: string, made: string, { id, live, liveVersion }: Pair, upTo: number) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const record = stream.record as RecordKind
    const name = stream.key(id)
    const called = { stream: name, record: yield* nameOf(record, id, [made, origin]) }
    const events = yield* eventsOf([name])
    // the state to compare with: at the row's own version if that is later than the fold
    const until = events.filter(({ position, version }) => position <= upTo || version <= (liveVersion ?? 0))
    if (until.length === 0) return { ...called, what: "without events", fields: [], event: null } satisfies Difference
    const steps: Array<Readonly<Record<string, unknown>>> = []
    let row: RowMeta | null = null
    for (const event of until) {
      row = stream.evolve(row, id, event, event.occurredAt)
      const [folded] = yield* statement(columnsSql(`select to_jsonb($1::text::${made}.${record.kind}) as columns`), [record.toLiteral(row)])
      steps.push(folded!.columns)
    }
    const at = (event: StoredEvent) => ({ position: event.position, version: event.version, type: event.type })
    if (live === null) return { ...called, what: "missing", fields: [], event: at(until[0]!) } satisfies Difference
    const right = steps.at(-1)!
    const parted = record.fields.filter(({ column }) => JSON.stringify(live[column] ?? null) !== JSON.stringify(right[column] ?? null))
    /** the event that gave a field its value in the log */
    const since = (column: string) => {
      const value = JSON.stringify(right[column] ?? null)
      let first = steps.length - 1
      while (first > 0 && JSON.stringify(steps[first - 1]![column] ?? null) === value) first--
      return first
    }
    // a stale row differs from the log from the first event that it missed
    const meant = parted.filter(({ name }) => name !== "version" && name !== "updatedAt")
    const first = (meant.length > 0 ? meant : parted).map(({ column }) => since(column))
    const [inRows, inLog] = [yield* shownFields(record, made, live), yield* shownFields(record, made, right)]
    return {
      ...called,
      what: "changed",
      fields: parted.map(({ name, secret }) =>
        secret ? { field: name, rows: "(kept secret)", log: "(kept secret)" } : { field: name, rows: inRows.get(name)!, log: inLog.get(name)! },
      ),
      event: at(until[first.length > 0 ? Math.min(...first) : until.length - 1]!),
    } satisfies Difference
  })
