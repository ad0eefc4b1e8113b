/** Events and how they fold: the row of a record is the fold of its stream, here and nowhere else. */
import { Schema } from "effect"
import { personalOf } from "./field.ts"
import type { Data, RecordKind, Row } from "./record.ts"

export interface Event<Type extends string = string, D = unknown> {
  readonly type: Type
  readonly schemaVersion: number
  readonly data: D
}

export interface EventKind<Type extends string = string, Fields extends Schema.Struct.Fields = Schema.Struct.Fields> {
  (data: Schema.Struct.Type<Fields>): Event<Type, Schema.Struct.Type<Fields>>
  readonly type: Type
  readonly schemaVersion: number
  readonly schema: Schema.Struct<Fields>
  /** the event in plain words, for people who read a record's history */
  readonly says: (data: Schema.Struct.Type<Fields>, title: Titles) => string
  /** the fields that the log holds encrypted, and what is read there once they are erased */
  readonly personal: ReadonlyMap<string, unknown>
  /** it destroys the key of its stream's personal fields, in the commit that writes it */
  readonly erases: boolean
}

/** Names a record to people: `title("vendor", 3)`. */
export type Titles = (kind: string, id: number | null) => string

/** Declares an event: what happened, in the past tense. A changed shape takes the next schema version and an upcaster. */
export const event = <const Type extends string, const Fields extends Schema.Struct.Fields>(
  type: Type,
  schemaVersion: number,
  fields: Fields,
  says: (data: Schema.Struct.Type<Fields>, title: Titles) => string,
  { erases = false }: { readonly erases?: boolean } = {},
): EventKind<Type, Fields> =>
  Object.assign((data: Schema.Struct.Type<Fields>) => ({ type, schemaVersion, data }), {
    type,
    schemaVersion,
    schema: Schema.Struct(fields),
    says,
    personal: personalOf(fields),
    erases,
  }) as never

/** An event on its way into a stream. */
export interface Change {
  readonly stream: AnyStream
  readonly id: number
  readonly event: Event
}

type DataOf<E> = E extends EventKind<string, infer Fields> ? Schema.Struct.Type<Fields> : never
type Folds<R, Events extends ReadonlyArray<EventKind<any, any>>> = {
  readonly [E in Events[number] as E["type"]]: (row: Row<R>, data: DataOf<E>, at: string) => Data<R>
}

export interface StreamKind<R extends RecordKind<any, any> = RecordKind<any, any>, E extends EventKind<any, any> = EventKind<any, any>> {
  readonly record: R
  readonly events: ReadonlyArray<EventKind<any, any>>
  /** the stream's name in the log: kind/id */
  readonly key: (id: number) => string
  /** an event for the record with this id */
  readonly at: (id: number, event: ReturnType<E>) => Change
  /** the row after an event; null is the row before the first */
  readonly evolve: (row: Row<R> | null, id: number, event: Event, at: string) => Row<R>
  /** the text of the fold code, for the fingerprint */
  readonly code: string
  /** the kinds of its events that hold personal fields, by type */
  readonly personal: ReadonlyMap<string, EventKind<any, any>>
  /** the types of its events that erase them */
  readonly erasing: ReadonlySet<string>
}
export type AnyStream = StreamKind<any, any>

/** Declares the streams of a record kind: which events they have, then `.fold({…})` with one line for each. */
export const stream = <R extends RecordKind<any, any>, const Events extends ReadonlyArray<EventKind<any, any>>>(record: R, ...events: Events) => ({
  fold: (folds: Folds<R, Events>): StreamKind<R, Events[number]> => {
    const self: StreamKind<R, Events[number]> = {
      record,
      events,
      key: (id) => `${record.kind}/${id}`,
      at: (id, event) => ({ stream: self, id, event: event as Event }),
      evolve: (row, id, event, at) => {
        const fold = (folds as Record<string, (row: any, data: any, at: string) => object>)[event.type]
        if (!fold) throw new Error(`${record.kind} knows no event ${event.type}`)
        return {
          ...fold(row, event.data, at),
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
