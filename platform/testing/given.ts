/**
 * Given these changes, when this command, then these events or that rejection. No database and no mocks: the rows are folded from the given changes,
 * and the command is decided as on the server, including consequences.
 *
 *     given(parcels.at(1, ParcelPacked({ … })))
 *       .when(send, { id: 1, carrier: "Nile Air" })
 *       .gives(["parcel/1", "ParcelSent", { carrier: "Nile Air" }])
 *       .when(send, { id: 1, carrier: "Nile Air" })
 *       .refuses("Only a packed parcel can be sent")
 */
import { deepStrictEqual, fail, ok, strictEqual } from "node:assert"
import { Effect, Result } from "effect"
import { type Command, type By, conflict, type Consequence, type Rejection, system } from "../records/command.ts"
import { decide, type LoadedStream, type Source } from "../records/decide.ts"
import { fieldValue } from "../row-literal.ts"
import type { RowMeta, RecordKind, Row } from "../records/record.ts"
import type { AnyStream, Change } from "../records/stream.ts"

/** The stream's key, the event's type, and its data. */
// oxlint-disable-next-line typescript/no-explicit-any -- the data of any event, which a test compares (docs/decisions/0066-casts.md)
export type Written = readonly [stream: string, type: string, data: any]

export interface Then {
  /** the record that the answer would show; undefined if the command was rejected */
  readonly id: number | undefined
  /** the written events, in order; empty if the command was rejected */
  readonly events: ReadonlyArray<Written>
  readonly refusal: Rejection | undefined
  /** The row after the commands so far, or undefined. */
  readonly row: <R extends AnyStream>(stream: R, id: number) => Row<R["record"]> | undefined
  /** Asserts that exactly these events were written, in this order. An event without data is compared by stream and type only. */
  readonly gives: (...events: ReadonlyArray<Written | readonly [stream: string, type: string]>) => Then
  /** Asserts that the command was rejected with this message, or one that matches, and with this status if given. */
  readonly refuses: (sentence: string | RegExp, status?: Rejection["status"]) => Then
  /** Asserts that the row has these values, among others. */
  readonly holds: <R extends AnyStream>(stream: R, id: number, values: Partial<Row<R["record"]>>) => Then
  /** Performs another command on the resulting state. */
  readonly when: Given["when"]
}

export interface Given {
  /** Adds consequences, as a module lists them. */
  readonly with: (...consequences: ReadonlyArray<Consequence>) => Given
  /** Performs the command; as the system on 2026-11-21, if no actor is given. */
  readonly when: <Input>(act: Command<Input>, input: Input, by?: By) => Then
}

/** The time of the given changes, and of commands without an actor. */
export const givenAt = "2026-11-21T08:00:00.000Z"

interface World {
  readonly rows: ReadonlyMap<string, { readonly stream: AnyStream; readonly row: RowMeta }>
  /** the last numbers drawn by series, and the last ids by kind */
  readonly drawn: ReadonlyMap<string, number>
  readonly consequences: ReadonlyArray<Consequence>
}

/** The initial changes. They have no consequences: list all of them. */
export const given = (...changes: ReadonlyArray<Change>): Given => {
  const rows = new Map<string, { stream: AnyStream; row: RowMeta }>()
  const drawn = new Map<string, number>()
  for (const { stream, id, event } of changes) {
    const key = stream.key(id)
    rows.set(key, { stream, row: stream.evolve(rows.get(key)?.row ?? null, id, event, givenAt) })
    drawn.set(stream.record.kind, Math.max(drawn.get(stream.record.kind) ?? 0, id))
  }
  return inWorld({ rows, drawn, consequences: [] })
}

const inWorld = (world: World): Given => ({
  with: (...consequences) => inWorld({ ...world, consequences: [...world.consequences, ...consequences] }),
  when: (act, input, by = system("test", givenAt)) => execute(world, act, input, by),
})

const matches = (row: object, where: object) => Object.entries(where).every(([name, value]) => fieldValue(row, name) === value)

const execute = <Input>(world: World, act: Command<Input>, input: Input, by: By): Then => {
  const drawn = new Map(world.drawn)
  const next = (name: string) =>
    Effect.sync(() => {
      drawn.set(name, (drawn.get(name) ?? 0) + 1)
      return drawn.get(name)!
    })
  const held = (entry: { stream: AnyStream; row: RowMeta } | undefined): LoadedStream | undefined =>
    entry && { ...entry, id: entry.row.id, version: entry.row.version, head: "" }
  const source: Source = {
    row: (stream, id) => Effect.sync(() => held(world.rows.get(stream.key(id)))),
    find: (stream, where) => Effect.sync(() => held([...world.rows.values()].find((entry) => entry.stream === stream && matches(entry.row, where)))),
    id: (stream) => next(stream.record.kind),
    number: (series) => next(`number ${series}`),
  }
  const consequences = new Map<string, Array<Consequence>>()
  for (const each of world.consequences) consequences.set(each.on, [...(consequences.get(each.on) ?? []), each])

  const decided = Effect.runSync(
    Effect.result(
      Effect.flatMap(decide(act, input, by, consequences, source), (decision) => {
        const rows = new Map(world.rows)
        for (const [key, { held, row }] of decision.touched) if (row) rows.set(key, { stream: held.stream, row })
        const twice = shared(rows)
        return twice === undefined ? Effect.succeed({ decision, rows }) : Effect.fail(conflict(twice))
      }),
    ),
  )
  if (Result.isFailure(decided)) return then({ ...world, drawn }, undefined, [], decided.failure)
  const { decision, rows } = decided.success
  const events = decision.changes.map(({ stream, id, event }): Written => [stream.key(id), event.type, event.data])
  return then({ ...world, drawn, rows }, decision.id, events, undefined)
}

/** The message of the first unique constraint that two rows violate, as the database would report it. */
const shared = (rows: World["rows"]): string | undefined => {
  const seen = new Set<string>()
  for (const { stream, row } of rows.values()) {
    const { kind, unique = [] } = stream.record as RecordKind
    for (const { fields, sentence } of unique) {
      const values = fields.map((field) => fieldValue(row, field))
      if (values.includes(null)) continue // as in SQL, null does not equal null
      const key = JSON.stringify([kind, fields, values])
      if (seen.has(key)) return sentence
      seen.add(key)
    }
  }
  return undefined
}

const then = (world: World, id: number | undefined, events: ReadonlyArray<Written>, refusal: Rejection | undefined): Then => {
  const row = <R extends AnyStream>(stream: R, id: number) => world.rows.get(stream.key(id))?.row as Row<R["record"]> | undefined
  const self: Then = {
    id,
    events,
    refusal,
    row,
    gives: (...expected) => {
      if (refusal) fail(`It was refused: ${refusal.message}`)
      deepStrictEqual(
        events.map((event, n) => event.slice(0, expected[n]?.length ?? 3)),
        expected,
      )
      return self
    },
    refuses: (sentence, status) => {
      ok(refusal, `It was not refused, but wrote ${events.map(([stream, type]) => `${type} to ${stream}`).join(", ") || "nothing"}`)
      if (typeof sentence === "string") strictEqual(refusal.message, sentence)
      else ok(sentence.test(refusal.message), `"${refusal.message}" does not match ${sentence}`)
      if (status !== undefined) strictEqual(refusal.status, status)
      return self
    },
    holds: (stream, id, values) => {
      const found = row(stream, id) as Record<string, unknown> | undefined
      ok(found, `${stream.record.label} ${id} does not exist`)
      deepStrictEqual(Object.fromEntries(Object.keys(values).map((name) => [name, found[name]])), values)
      return self
    },
    when: inWorld(world).when,
  }
  return self
}
