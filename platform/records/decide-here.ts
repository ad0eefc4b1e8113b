/**
 * Decides commands on the rows that a device keeps, by the same `decide` as the server. It is provisional: nothing is written, and what the device does
 * not keep is unknown, never assumed.
 */
import { Effect, Result } from "effect"
import { fieldValue } from "../row-literal.ts"
import type { By, Command, Rejection } from "./command.ts"
import { titled } from "./command.ts"
import { decide, type LoadedStream, type Source, untilPermitted } from "./decide.ts"
import type { RowMeta } from "./record.ts"
import type { AnyStream, Change } from "./stream.ts"

/** Rows of one kind that a device keeps. */
export interface KeptKind {
  readonly stream: AnyStream
  /** the fields that it keeps, besides the id and the version */
  readonly fields: ReadonlyArray<string>
  /** values for fields that it does not keep and on which no decision depends, such as costs */
  readonly blanks: Readonly<Record<string, unknown>>
  /** the office has more of them: one that is not found is unknown */
  readonly isPartial?: boolean
}

export type Decided = { readonly changes: ReadonlyArray<Change> } | { readonly rejection: Rejection }

class NotKept extends Error {}
const notKept = () => {
  throw new NotKept()
}

/** A row that refuses to tell a field that the device does not keep. */
const strict = (row: RowMeta): RowMeta =>
  new Proxy(row, { get: (kept, name): unknown => (typeof name === "symbol" || name in kept ? Reflect.get(kept, name) : notKept()) })

/** The rows of a device, with what was done on it laid over them. Another kind of row than these, and a row by its id that is not there, is unknown. */
export const rowsHere = (kinds: ReadonlyArray<KeptKind>, kept: Readonly<Record<string, ReadonlyArray<RowMeta>>>) => {
  const original: ReadonlyMap<string, ReadonlyMap<number, RowMeta>> = new Map(
    kinds.map(({ stream, blanks }) => [stream.record.kind, new Map((kept[stream.record.kind] ?? []).map((row) => [row.id, strict({ ...blanks, ...row })]))]),
  )
  const rows = new Map([...original].map(([kind, found]) => [kind, new Map(found)]))
  const partial = new Set(kinds.flatMap(({ stream, isPartial }) => (isPartial ? [stream] : [])))
  const of = ({ record: { kind } }: AnyStream) => rows.get(kind) ?? notKept()
  const held = (stream: AnyStream, row: RowMeta | undefined): LoadedStream | undefined => row && { stream, id: row.id, row, version: row.version, head: "" }
  let made = 0
  const source: Source = {
    row: (stream, id) => Effect.sync(() => held(stream, of(stream).get(id))),
    find: (stream, where) =>
      Effect.sync(() => {
        const fits = (row: RowMeta) => Object.entries(where).every(([name, value]) => fieldValue(row, name) === value)
        return held(stream, [...of(stream).values()].find(fits) ?? (partial.has(stream) ? notKept() : undefined))
      }),
    // what is made here has no number yet
    id: () => Effect.sync(() => --made),
    number: () => Effect.succeed(0),
  }
  const nameOf = (kind: string, id: number) => {
    const row = rows.get(kind)?.get(id)
    return row && "name" in row ? String(row.name) : kind.replaceAll("_", " ")
  }
  /** Undefined where this device does not keep what the decision needs. With `lay`, later decisions see what it changes. */
  const decideHere = (act: Command<unknown>, input: unknown, by: By, lay = false): Decided | undefined => {
    try {
      const result = Effect.runSync(Effect.result(decide(act, input, by, new Map(), source)))
      if (Result.isSuccess(result)) {
        const { changes, touched } = result.success
        if (lay)
          for (const { held, row, events } of touched.values()) if (row && events.length > 0) rows.get(held.stream.record.kind)?.set(held.id, strict(row))
        return { changes }
      }
      const { failure } = result
      // it may exist at the office
      if (failure.status === 404) return undefined
      const message = failure.message.replaceAll(titled, (_, kind: string, id: string) => nameOf(kind, Number(id)))
      return { rejection: Object.assign(failure, { message }) }
    } catch {
      return undefined
    }
  }
  return {
    decide: decideHere,
    /** Whether the command could be done, before its input has been entered. Undefined where this device does not keep what that needs. */
    could: (act: Command<unknown>, input: unknown, by: By): boolean | undefined => {
      const { asked, isPossible } = untilPermitted(act)
      const decided = decideHere(asked, input, by)
      return decided && "changes" in decided && isPossible(decided)
    },
    /** The fields of a row that acts on this device have changed, without lists and other composed values. Undefined where it keeps no such row. */
    changed: (kind: string, id: number): Readonly<Record<string, unknown>> | undefined => {
      const row = rows.get(kind)?.get(id)
      const before = original.get(kind)?.get(id)
      const isChanged = ([name, value]: [string, unknown]) => Object(value) !== value && !(name in before! && value === Reflect.get(before!, name))
      return row && before && Object.fromEntries(Object.entries(row).filter(isChanged))
    },
  }
}
