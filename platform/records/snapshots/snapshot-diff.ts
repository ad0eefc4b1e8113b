/** What changed between two instants in the rows of a record kind, and by which events. */
import { sqlOf } from "../../database/statement.ts"
import { columnsOf } from "../row-columns.ts"
import { Effect } from "effect"
import { atInstant, Database, type Instant } from "../../database/database.ts"
import { canonical } from "../../canonical.ts"
import { Rejection } from "../command.ts"
import { logWhere } from "../history.ts"
import { Snapshots } from "./snapshots.ts"
import type { RowMeta, RecordKind } from "../record.ts"
import type { AnyStream } from "../stream.ts"

type Fields = Readonly<Record<string, unknown>>
export type Rows = ReadonlyMap<number, Fields>

export interface RowDifference {
  readonly id: number
  readonly what: "added" | "removed" | "changed"
  readonly fields: ReadonlyArray<{ readonly field: string; readonly before: unknown; readonly after: unknown }>
}

// the database orders the keys of an object in its own way
const text = (value: unknown) => canonical(value ?? null)

/** The difference between two versions of a row; undefined if there is none. A missing row is undefined. */
export const difference = (id: number, before: Fields | undefined, after: Fields | undefined): RowDifference | undefined => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const fields = names.flatMap((field) =>
    before && after && text(before[field]) === text(after[field]) ? [] : [{ field, before: before?.[field] ?? null, after: after?.[field] ?? null }],
  )
  if (before && after) return fields.length === 0 ? undefined : { id, what: "changed", fields }
  if (before) return { id, what: "removed", fields }
  return after ? { id, what: "added", fields } : undefined
}

/** The differences between two sets of rows. */
export const differences = (a: Rows, b: Rows): ReadonlyArray<RowDifference> =>
  [...new Set([...a.keys(), ...b.keys()])].sort((one, other) => one - other).flatMap((id) => difference(id, a.get(id), b.get(id)) ?? [])

/** The rows with the differences applied. */
export const applied = (rows: Rows, made: ReadonlyArray<RowDifference>): Rows => {
  const result = new Map(rows)
  for (const { id, what, fields } of made) {
    if (what === "removed") result.delete(id)
    else result.set(id, { ...result.get(id), ...Object.fromEntries(fields.map(({ field, after }) => [field, after])) })
  }
  return result
}

/** Maximum number of events folded for one comparison. */
const most = 50_000
/** Columns that change with every event, whatever its data. */
const counts = ["version", "updatedAt", "createdAt", "id"]
const shown = (row: object | undefined | null): Fields | undefined =>
  row ? Object.fromEntries(Object.entries(row).filter(([name]) => !counts.includes(name))) : undefined

export type Told = Effect.Success<ReturnType<typeof logWhere>>[number]

/** An event between the instants, and the row after it. */
export interface Step {
  readonly event: Told
  readonly made: RowDifference
  readonly before: Fields | undefined
  readonly after: Fields | undefined
}

/** Rows as of an instant (undefined is the present). */
const rowsAt = (stream: AnyStream, instant: Instant | undefined, ids: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const instants = yield* Snapshots
    const record = stream.record as RecordKind
    const asked = statement(sqlOf(columnsOf(record))(`select ${record.state("r")} from ${record.kind} r where r.id = any($1::bigint[])`), [ids])
    const rows = yield* instant ? instants.within(instant, asked) : atInstant(undefined, asked)
    return new Map(rows.map((row) => [row.id, row]))
  })

/**
 * The rows of a kind that events touched between two instants (`b` undefined is the present, up to the closed position `upTo`): before, after, step
 * by step, and as they should be according to the log. Rejected (422) if there are too many events in between.
 */
export const between = (stream: AnyStream, a: Instant, b: Instant | undefined, upTo: number) =>
  Effect.gen(function* () {
    const types = stream.events.map(({ type }) => type)
    const events = yield* logWhere(
      `e.type = any($1::text[]) and starts_with(e.stream, $2) and e.position > $3 and e.position <= $4 order by e.position limit ${most + 1}`,
      [types, `${stream.record.kind}/`, a.position, upTo],
    )
    if (events.length > most) {
      return yield* Effect.fail(new Rejection(422, `More than ${most} events lie between these two moments. Choose two closer together`))
    }
    const idOf = (event: Told) => Number(event.stream.slice(event.stream.indexOf("/") + 1))
    const ids = [...new Set(events.map(idOf))]
    const before = yield* rowsAt(stream, a, ids)
    const after = new Map(yield* rowsAt(stream, b, ids))
    const rows = new Map<number, RowMeta>(before)
    const steps: Array<Step> = []
    for (const event of events) {
      const id = idOf(event)
      const was = rows.get(id) ?? null
      const is = stream.evolve(was, id, event, event.occurredAt)
      rows.set(id, is)
      const [before, after] = [shown(was), shown(is)]
      const made = difference(id, before, after)
      if (made) steps.push({ event, made, before, after })
    }
    // concurrent work: a row that has moved beyond the position is taken as the log had it there
    for (const [id, row] of rows) if ((after.get(id)?.version ?? 0) > row.version) after.set(id, row as RowMeta & Fields)
    const plain = (rows: ReadonlyMap<number, object>): Rows => new Map([...rows].map(([id, row]) => [id, shown(row)!]))
    const [a_, b_, log] = [plain(before), plain(after), plain(rows)]
    return { before: a_, after: b_, steps, log }
  })
