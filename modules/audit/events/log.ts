/** The log in plain words: a page of it, or of the events of one record. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { notFound, Rejection } from "@ops/platform/records/command.ts"
import { logAfter } from "@ops/platform/records/history.ts"
import type { RecordKind } from "@ops/platform/records/record.ts"
import { Model } from "@ops/platform/records/records.ts"

export interface LogAsked {
  readonly entity?: string | undefined
  readonly id?: string | undefined
  readonly after?: string | undefined
  readonly limit?: string | undefined
}

export const bad = (sentence: string) => new Rejection(400, sentence)

/** The column that identifies a record of this kind to people: its unique text. */
const numberColumn = ({ unique = [], fields }: RecordKind) => {
  const alone = unique.filter(({ fields }) => fields.length === 1).map(({ fields: [name] }) => name)
  return fields.find(({ name, sql }) => sql === "text" && alone.includes(name))?.column
}

export const kinds = Effect.map(Model, ({ streams }) => streams.map(({ record }) => record as RecordKind))

export const noSuchKind = (known: ReadonlyArray<RecordKind>) =>
  bad(
    `There is no such kind of record. Choose one of: ${known
      .map(({ kind }) => kind)
      .sort()
      .join(", ")}`,
  )

const streamSql = sqlOf({ stream: col.text })
const titlesSql = sqlOf({ id: col.whole, title: col.nullable(col.text) })
export const closedSql = sql({ closed: col.whole }, "select es.closed() as closed")

/** The stream of the requested record; undefined for the whole log. Refuses an invalid query (400) and an unknown record (404). */
export const streamOf = ({ entity, id }: LogAsked) =>
  Effect.gen(function* () {
    if (entity === undefined && id === undefined) return undefined
    const known = yield* kinds
    const asked = entity === undefined ? known : known.filter(({ kind }) => kind === entity)
    if (asked.length === 0) {
      return yield* Effect.fail(noSuchKind(known))
    }
    if (id === undefined || id === "") return yield* Effect.fail(bad("Name the record by its id or its number"))
    const isId = /^[1-9]\d{0,14}$/.test(id)
    if (isId && entity === undefined) return yield* Effect.fail(bad("An id alone does not identify a record. Add its kind"))
    const named = asked.flatMap((record) => {
      const column = numberColumn(record)
      return column ? [`select '${record.kind}/' || id as stream from ${record.kind} where "${column}" = $1`] : []
    })
    const found = isId
      ? yield* statement(streamSql("select stream from es.event where stream = $1 and version = 1"), [`${entity}/${id}`])
      : named.length > 0
        ? yield* statement(streamSql(named.join(" union all ")), [id])
        : []
    if (found.length > 1) return yield* Effect.fail(bad("Several records have this number. Add the kind"))
    if (!found[0]) return yield* Effect.fail(notFound(`There is no record ${entity ? `${entity} ` : ""}${id.slice(0, 60)}`))
    return found[0].stream
  })

/** The names of the records of streams, with one query per kind. */
export const namesOf = (streams: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const names = new Map<string, string>()
    for (const { kind, label, title } of yield* kinds) {
      const ids = new Set(streams.filter((stream) => stream.startsWith(`${kind}/`)).map((stream) => Number(stream.slice(kind.length + 1))))
      if (ids.size === 0) continue
      const rows = yield* statement(titlesSql(`select id, (${title})::text as title from ${kind} where id = any($1::bigint[])`), [[...ids]])
      for (const row of rows) names.set(`${kind}/${row.id}`, `${label} ${row.title}`)
    }
    return names
  })

export const whole = (name: string, text: string | undefined, absent: number, pattern: RegExp) =>
  text === undefined || text === ""
    ? Effect.succeed(absent)
    : pattern.test(text)
      ? Effect.succeed(Number(text))
      : Effect.fail(bad(`${name} cannot be ${text.slice(0, 30)}`))

/** A page of the log, oldest first. Refuses an invalid query (400) and an unknown record (404). */
export const logPage = (asked: LogAsked) =>
  Effect.gen(function* () {
    const given = yield* whole("after", asked.after, 0, /^-?\d{1,15}$/)
    const limit = yield* whole("limit", asked.limit, 100, /^([1-9]\d{0,2}|1000)$/)
    const stream = yield* streamOf(asked)
    const after = given < 0 ? (yield* statement(closedSql, []))[0]!.closed + given : given
    const events = yield* logAfter(after, limit, stream)
    return yield* named(events)
  })

/** Events in the displayed form: with the name of their record, without their other data. */
export const named = (events: Effect.Success<ReturnType<typeof logAfter>>) =>
  Effect.map(namesOf(events.map((event) => event.stream)), (names) =>
    events.map(({ data: _, changes: __, commit: ___, ...event }) => ({ ...event, record: names.get(event.stream) ?? event.stream })),
  )
