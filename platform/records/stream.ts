/** Events and their folds: the row of a record is the fold of its stream, defined only here. */
import { Schema } from "effect"
import { checkOf } from "./check.ts"
import { personalOf } from "./field.ts"
import type { Data, RecordKind, Row, RowMeta } from "./record.ts"

export interface Event<Type extends string = string, D = unknown> {
  readonly type: Type
  readonly schemaVersion: number
  readonly data: D
}

/** A kind of event with unknown fields: the operations that do not depend on them. */
export interface AnyEventKind extends Pick<EventKind, "type" | "schemaVersion" | "personal" | "versions" | "erases"> {
  (data: never): Event
  readonly schema: Schema.Top & { readonly fields: Schema.Struct.Fields }
  describe(data: unknown, title: Titles): string
  checked(data: unknown): unknown
  upcast(version: number, data: unknown): unknown
}

export interface EventKind<Type extends string = string, Fields extends Schema.Struct.Fields = Schema.Struct.Fields> {
  (data: Schema.Struct.Type<Fields>): Event<Type, Schema.Struct.Type<Fields>>
  readonly type: Type
  readonly schemaVersion: number
  readonly schema: Schema.Struct<Fields>
  /** the event in plain words, for readers of a record's history */
  readonly describe: (data: Schema.Struct.Type<Fields>, title: Titles) => string
  /** the fields that are encrypted in the log, and their values after an erasure */
  readonly personal: ReadonlyMap<string, unknown>
  /** the data after all field checks, without unknown keys; throws a Rejection that lists every error */
  readonly checked: (data: unknown) => Schema.Struct.Type<Fields>
  /** the schema versions that can be read: the current one, and those with upcasters that lead to it */
  readonly versions: ReadonlyArray<number>
  /** data of a readable schema version, converted to the current version */
  readonly upcast: (version: number, data: unknown) => Schema.Struct.Type<Fields>
  /** whether it destroys the key to its stream's personal fields, in the commit that writes it */
  readonly erases: boolean
}

/** Returns the title of a record: `title("vendor", 3)`. */
export type Titles = (kind: string, id: number | null) => string

/** Each upcaster declares the shape that it reads, which may be narrower than what the caller has; method parameters are bivariant. */
type Upcaster = { of(old: unknown): object }["of"]

export interface EventOptions {
  readonly erases?: boolean
  /** upcasters: from each older schema version to the next one */
  readonly from?: Readonly<Record<number, Upcaster>>
}

/** Declares an event: what happened, in the past tense. A changed shape gets the next schema version and an upcaster. */
export const event = <const Type extends string, const Fields extends Schema.Struct.Fields>(
  type: Type,
  schemaVersion: number,
  fields: Fields,
  describe: (data: Schema.Struct.Type<Fields>, title: Titles) => string,
  { erases = false, from = {} }: EventOptions = {},
): EventKind<Type, Fields> => {
  const versions = [schemaVersion]
  for (let older = schemaVersion - 1; from[older]; older--) versions.push(older)
  return Object.assign((data: Schema.Struct.Type<Fields>) => ({ type, schemaVersion, data }), {
    type,
    schemaVersion,
    schema: Schema.Struct(fields),
    describe,
    personal: personalOf(fields),
    checked: checkOf(fields),
    versions,
    upcast: (version: number, data: unknown) => {
      let now: unknown = data
      for (let written = version; written < schemaVersion; written++) now = from[written]!(now)
      return now as Schema.Struct.Type<Fields> // the last upcaster leads to the current version
    },
    erases,
  })
}

/** An event as read from the log, or about to be written to it. */
export interface StoredShape extends Event {
  readonly stream?: string
  /** its position in the log, once written */
  readonly position?: number
}

/** This program version cannot read an event, because a newer one wrote it. */
export class UnknownEvent extends Error {
  readonly _tag = "UnknownEvent"
  constructor({ type, schemaVersion, stream, position }: StoredShape, kind: string, known?: number) {
    const place = position === undefined ? "" : ` at position ${position} (${stream ?? kind})`
    super(
      known === undefined
        ? `Event ${type}${place} is not an event of ${kind} that this version of Field Office knows. Start the version that wrote it, or a newer one.`
        : `Event ${type}${place} has schema version ${schemaVersion}, and this version of Field Office reads version ${known}` +
            `${schemaVersion < known ? ` but has no upcaster from version ${schemaVersion}` : ". Start the version that wrote it, or a newer one"}.`,
    )
  }
}

/** An event to be appended to a stream. */
export interface Change {
  readonly stream: AnyStream
  readonly id: number
  readonly event: Event
}

type DataOf<E> = E extends EventKind<string, infer Fields> ? Schema.Struct.Type<Fields> : never
type Folds<R, Events extends ReadonlyArray<AnyEventKind>> = {
  readonly [E in Events[number] as E["type"]]: (row: Row<R>, data: DataOf<E>, at: string) => Data<R>
}

/** A stream of any record: the operations that do not depend on the fields of its row. */
export interface AnyStream {
  readonly record: RecordKind
  readonly events: ReadonlyArray<AnyEventKind>
  /** the stream's name in the log: kind/id */
  readonly key: (id: number) => string
  /** an event for the record with this id */
  at(id: number, event: Event): Change
  /** the event after all field checks; throws a Rejection that lists every error */
  readonly checked: (event: Event) => Event
  /** the event in this version's schema; throws UnknownEvent if its type or version is unknown */
  readonly upcast: <E extends StoredShape>(event: E) => E
  /** the row after an event of any schema version; `row` is null before the first event */
  evolve(row: RowMeta | null, id: number, event: StoredShape, at: string): RowMeta
  /** the source text of the folds, for the fingerprint */
  readonly code: string
  /** the event kinds with personal fields, by type */
  readonly personal: ReadonlyMap<string, AnyEventKind>
  /** the event types that erase personal data */
  readonly erasing: ReadonlySet<string>
}

export interface StreamKind<R extends RecordKind, E extends AnyEventKind> extends AnyStream {
  readonly record: R
  at(id: number, event: ReturnType<E>): Change
  evolve(row: Row<R> | null, id: number, event: StoredShape, at: string): Row<R>
}

/** A fold for one event kind, which determines its row and data types. */
type Fold = { of(row: unknown, data: unknown, at: string): object }["of"]

/** Declares the streams of a record kind: the events they have, then `.fold({…})` with one function for each. */
export const stream = <R extends RecordKind, const Events extends ReadonlyArray<AnyEventKind>>(record: R, ...events: Events) => ({
  fold: (folds: Folds<R, Events>): StreamKind<R, Events[number]> => {
    const kinds = new Map<string, AnyEventKind>(events.map((kind) => [kind.type, kind]))
    const kindOf = (event: StoredShape) => {
      const kind = kinds.get(event.type)
      if (!kind) throw new UnknownEvent(event, record.kind)
      return kind
    }
    const self: StreamKind<R, Events[number]> = {
      record,
      events,
      key: (id) => `${record.kind}/${id}`,
      at: (id, event) => ({ stream: self, id, event }),
      checked: (event) => ({ ...event, data: kindOf(event).checked(event.data) }),
      upcast: (event) => {
        const kind = kindOf(event)
        if (event.schemaVersion === kind.schemaVersion) return event
        if (!kind.versions.includes(event.schemaVersion)) throw new UnknownEvent(event, record.kind, kind.schemaVersion)
        return { ...event, schemaVersion: kind.schemaVersion, data: kind.upcast(event.schemaVersion, event.data) }
      },
      evolve: (row, id, event, at) => {
        const { type, data } = self.upcast(event)
        const fold = (folds as Readonly<Record<string, Fold>>)[type]!
        return {
          ...fold(row, data, at),
          id,
          version: (row?.version ?? 0) + 1,
          createdAt: row?.createdAt ?? at,
          updatedAt: at,
        } as Row<R>
      },
      personal: new Map(events.filter(({ personal }) => personal.size > 0).map((kind) => [kind.type, kind])),
      erasing: new Set(events.filter(({ erases }) => erases).map(({ type }) => type)),
      code: JSON.stringify([record.ddl, Object.entries(folds).map(([type, fold]) => [type, String(fold)])]),
    }
    return self
  },
})
