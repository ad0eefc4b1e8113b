/**
 * Given these changes, when this command, then these events or that refusal. No database and no mocks: the rows are folded
 * from the given changes, and the command is decided as the server decides it, consequences included.
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

/** The stream's key, the event's type, and what it says. */
// oxlint-disable-next-line typescript/no-explicit-any -- the data of any event, which a test compares (docs/decisions/0066-casts.md)
export type Written = readonly [stream: string, type: string, data: any]

export interface Then {
  /** the record that the answer would show; undefined if the command was refused */
  readonly id: number | undefined
  /** what was written, in order; nothing if the command was refused */
  readonly events: ReadonlyArray<Written>
  readonly refusal: Rejection | undefined
  /** The row after all this, or undefined. */
  readonly row: <R extends AnyStream>(stream: R, id: number) => Row<R["record"]> | undefined
  /** Exactly these events were written, in this order. An event without data is compared by stream and type. */
  readonly gives: (...events: ReadonlyArray<Written | readonly [stream: string, type: string]>) => Then
  /** The command was refused, with this sentence or one that matches, and this status if one is named. */
  readonly refuses: (sentence: string | RegExp, status?: Rejection["status"]) => Then
  /** The row has these values, beside others. */
  readonly holds: <R extends AnyStream>(stream: R, id: number, values: Partial<Row<R["record"]>>) => Then
  /** Goes on: does another command on what came of this one. */
  readonly when: Given["when"]
}

export interface Given {
  /** What follows in the same commit, as a module lists it. */
  readonly with: (...consequences: ReadonlyArray<Consequence>) => Given
  /** Does the command; as the system itself, on 2026-11-21, if no one is named. */
  readonly when: <Input>(act: Command<Input>, input: Input, by?: By) => Then
}

/** The instant of what was given, and of commands by no one in particular. */
export const givenAt = "2026-11-21T08:00:00.000Z"

interface World {
  readonly rows: ReadonlyMap<string, { readonly stream: AnyStream; readonly row: RowMeta }>
  /** the numbers drawn by series, the ids by kind */
  readonly drawn: ReadonlyMap<string, number>
  readonly consequences: ReadonlyArray<Consequence>
}

/** What happened already. The changes bring no consequences: name them all. */
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

/** The sentence of the first constraint that two rows break: the database would refuse them. */
const shared = (rows: World["rows"]): string | undefined => {
  const seen = new Set<string>()
  for (const { stream, row } of rows.values()) {
    const { kind, unique = [] } = stream.record as RecordKind
    for (const { fields, sentence } of unique) {
      const values = fields.map((field) => fieldValue(row, field))
      if (values.includes(null)) continue // as in SQL, nothing equals nothing
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
