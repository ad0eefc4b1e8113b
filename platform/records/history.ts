/** A record's history in plain words: its events, who caused them and when, and what each changed. */
import { Effect, type Schema } from "effect"
import { Database } from "../database/database.ts"
import { col, type RowOf, sql, sqlOf } from "../database/statement.ts"
import { storedEvent } from "../event-store/event-store.ts"
import type { AnyEventKind, AnyStream, Change, Titles } from "./stream.ts"
import { columnOf } from "./field.ts"
import { PersonalKeys } from "./personal-data/personal.ts"
import type { RowMeta } from "./record.ts"
import { Model } from "./records.ts"
import { formatMoney } from "../money.ts"

export interface HistoryLine {
  readonly position: number
  readonly at: string
  /** when it arrived, if it was done on a device */
  readonly recordedAt?: string
  readonly by: string
  readonly via: string
  readonly type: string
  readonly text: string
  readonly changes: ReadonlyArray<{ readonly field: string; readonly from: string; readonly to: string }>
}

const select = `select e.position, e.stream, e.version, e.type, e.schema_version as "schemaVersion", e.data, e.hash, e.commit_id as "commit", c.actor, c.on_behalf_of as "onBehalfOf", c.via, c.command,
  to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt",
  to_char(c.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "recordedAt"
  from es.event e join es.commit c on c.id = e.commit_id`

const { commitId: _, ...event } = storedEvent
const selected = {
  ...event,
  hash: col.text,
  commit: col.whole,
  actor: col.text,
  onBehalfOf: col.nullable(col.text),
  via: col.text,
  command: col.text,
  recordedAt: col.text,
}
/** An event of the log, as returned by `select`. */
type Selected = RowOf<typeof selected>
const eventsWhere = sqlOf(selected)
const eventsOf = sql(selected, `${select} where e.stream = $1 and e.position <= es.horizon() order by e.version`)
const titlesSql = sqlOf({ id: col.whole, title: col.nullable(col.text) })
interface Occurred extends Pick<Selected, "stream" | "type"> {
  readonly data: unknown
}

/** The record that acted: person 7, vendor 3. None for the system itself. */
const actorOf = (actor: string): readonly [string, number] | undefined => {
  const [, kind, id] = /^(?!system:)(\w+):(\d+)$/.exec(actor) ?? []
  return kind === undefined ? undefined : [kind, Number(id)]
}
/** The record that acted, and the one on whose behalf. */
const actorsOf = ({ actor, onBehalfOf }: Pick<Selected, "actor" | "onBehalfOf">) =>
  [actor, ...(onBehalfOf === null ? [] : [onBehalfOf])].flatMap((each) => [actorOf(each) ?? []].filter((found) => found.length === 2))

/** Finds the titles of records, with one query per kind. */
const titlesOf = (records: ReadonlyArray<readonly [kind: string, id: number]>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const { streams } = yield* Model
    const names = new Map<string, string>()
    for (const [kind, those] of Map.groupBy(records, ([kind]) => kind)) {
      const stream = streams.find(({ record }) => record.kind === kind)
      if (!stream) continue
      const ids = [...new Set(those.map(([, id]) => id))]
      const rows = yield* statement(titlesSql(`select id, (${stream.record.title})::text as title from ${kind} where id = any($1::bigint[])`), [ids])
      for (const { id, title } of rows) if (title !== null) names.set(`${kind}/${id}`, title)
    }
    return (kind: string, id: number | null) => (id === null ? "no one" : (names.get(`${kind}/${id}`) ?? `${kind} ${id}`))
  })

/** The titles of the actors of events, and of the records that they refer to. */
const titlesFor = (events: ReadonlyArray<Selected>) =>
  Effect.flatMap(Model, ({ streams }) => titlesOf(events.flatMap((event) => [...actorsOf(event), ...refersTo(streams, event)])))

const kindOf = (streams: ReadonlyArray<AnyStream>, event: Pick<Occurred, "stream" | "type">): AnyEventKind | undefined =>
  streams.find(({ record }) => record.kind === event.stream.slice(0, event.stream.indexOf("/")))?.events.find(({ type }) => type === event.type)

const refersTo = (streams: ReadonlyArray<AnyStream>, event: Occurred): ReadonlyArray<[string, number]> =>
  Object.entries((kindOf(streams, event)?.schema.fields ?? {}) as Readonly<Record<string, Schema.Top>>).flatMap(
    ([name, schema]): ReadonlyArray<[string, number]> => {
      let refers: string | undefined
      try {
        refers = columnOf(schema).refers
      } catch {
        return []
      }
      const id = (event.data as Readonly<Record<string, unknown>>)[name]
      return refers && typeof id === "number" ? [[refers, id]] : []
    },
  )

const shown = (value: unknown, sql: string, answer: boolean): string => {
  if (value === null || value === undefined) return "nothing"
  if (sql === "bigint" && answer && typeof value === "number") return formatMoney(value)
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

type Fields = RowMeta & Readonly<Record<string, unknown>>

/** The history of one record, oldest first. */
export const history = (stream: AnyStream, id: number) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const { streams } = yield* Model
    const { read } = yield* PersonalKeys
    const events = yield* read(yield* statement(eventsOf, [stream.key(id)]))
    const title = yield* titlesFor(events)
    let row: Fields | null = null
    return events.map((event): HistoryLine => {
      const before = row
      const now = stream.evolve(before, id, event, event.occurredAt) as Fields
      row = now
      const changes =
        before === null
          ? []
          : stream.record.fields
              .slice(4)
              .filter(({ name, sql, refers, secret }) => sql !== "jsonb" && !refers && !secret && before[name] !== now[name])
              .map(({ name, sql, answer }) => ({ field: name, from: shown(before[name], sql, !!answer), to: shown(now[name], sql, !!answer) }))
      return { ...line(event, streams, title), ...(event.via === "device" && { recordedAt: event.recordedAt }), changes }
    })
  })

/** The histories of several records as one, the newest first. */
export const histories = (records: ReadonlyArray<readonly [stream: AnyStream, id: number]>) =>
  Effect.map(
    Effect.forEach(records, ([stream, id]) => history(stream, id)),
    (all) => all.flat().sort((a, b) => b.position - a.position),
  )

/** The description and data of an event; for an event type that this version cannot read, only the type. */
const says = (kind: AnyEventKind | undefined, event: Selected, title: Titles) =>
  kind?.versions.includes(event.schemaVersion) ? kind.describe(kind.upcast(event.schemaVersion, event.data), title) : event.type

const line = (event: Selected, streams: ReadonlyArray<AnyStream>, title: (kind: string, id: number | null) => string): HistoryLine => {
  const actors = actorsOf(event)
  return {
    position: event.position,
    at: event.occurredAt,
    by: actors.length > 0 ? actors.map((actor) => title(...actor)).join(" for ") : "Field Office",
    via: event.via,
    type: event.type,
    text: says(kindOf(streams, event), event, title),
    changes: [],
  }
}

/** Describes changes that are not in the log yet in plain words, each with the title of its record. */
export const described = (changes: ReadonlyArray<Change>) =>
  Effect.gen(function* () {
    const { streams } = yield* Model
    const events = changes.map(({ stream, id, event }) => ({ stream: stream.key(id), type: event.type, data: event.data }))
    const own = changes.map(({ stream, id }) => [stream.record.kind as string, id] as const)
    const title = yield* titlesOf([...own, ...events.flatMap((event) => refersTo(streams, event))])
    return changes.map(({ stream, id, event }, n) => ({
      title: title(stream.record.kind, id),
      text: kindOf(streams, events[n]!)?.describe(event.data, title) ?? event.type,
    }))
  })

/** The log after a position, oldest first: each event in plain words, with its data and hash. */
export const logAfter = (after: number, limit: number, stream?: string) =>
  logWhere(`e.position > $1 and e.position <= es.closed() ${stream ? "and e.stream = $3" : ""} order by e.position limit $2`, [
    after,
    limit,
    ...(stream ? [stream] : []),
  ])

/** Events in plain words, with their data and hash. `where` is SQL over es.event e and es.commit c, including order and limit. */
export const logWhere = (where: string, values: ReadonlyArray<unknown>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const { streams } = yield* Model
    const { read } = yield* PersonalKeys
    const events = yield* read(yield* statement(eventsWhere(`${select} where ${where}`), values))
    const title = yield* titlesFor(events)
    return events.map((event) => ({
      ...line(event, streams, title),
      at: event.recordedAt,
      stream: event.stream,
      version: event.version,
      schemaVersion: event.schemaVersion,
      occurredAt: event.occurredAt,
      command: event.command,
      actor: event.actor,
      data: event.data,
      hash: event.hash,
      commit: event.commit,
    }))
  })
