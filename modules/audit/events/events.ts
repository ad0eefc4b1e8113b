/** Search of the log: SQL filters where it can; words are searched in the displayed text, one section of the log at a time. */
import { Effect } from "effect"
import { isDate } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { history, type HistoryLine, logWhere } from "@ops/platform/records/history.ts"
import { Model } from "@ops/platform/records/records.ts"
import { closedSql, bad, kinds, named, noSuchKind, streamOf, whole } from "./log.ts"

export interface EventsAsked {
  readonly [name: string]: string | undefined
}

/** The number of events that one call scans for words; the cursor continues. */
const stretch = 50_000
const chunk = 2_000

const pattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`

const namedSql = sql(
  { id: col.whole, exact: col.flag },
  "select id, employee_id = $1 as exact from person where employee_id = $1 or first_name || ' ' || last_name ilike $2 order by exact desc, id limit 200",
)
const siteSql = sql({ id: col.whole }, "select id from site where id::text = $1 or slug = $1 or code = $1")

/** The actors that match a person's name or employee ID. Refuses (404) an unknown name. */
export const actorsOf = (person: string) =>
  Effect.gen(function* () {
    if (person === "system") return { actors: [] as ReadonlyArray<string>, system: true }
    if (person.includes("\0") || person.length > 100) return yield* Effect.fail(bad("Give an employee ID such as FO-CEO-001, or part of the name"))
    const rows = yield* statement(namedSql, [person, pattern(person)])
    if (rows.length === 0)
      return yield* Effect.fail(notFound(`There is no person called ${person.slice(0, 60)}. Give an employee ID such as FO-CEO-001, or part of the name`))
    const found = rows[0]!.exact ? rows.slice(0, 1) : rows
    return { actors: found.map(({ id }) => `person:${id}`), system: false }
  })

/** SQL for a day in Juba or an instant, as the start or the end of a range. */
export const bound = (name: string, value: string, end: boolean) => {
  if (isDate(value)) return Effect.succeed((place: string) => `((${place}::date ${end ? "+ 1" : ""})::timestamp at time zone 'Africa/Juba')`)
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})$/.test(value) && !Number.isNaN(Date.parse(value))
  return isInstant
    ? Effect.succeed((place: string) => `${place}::timestamptz`)
    : Effect.fail(bad(`${name} must be a day such as 2026-10-31, or a time such as 2026-10-31T18:00:00Z`))
}

export const cursorOf = (position: number) => Buffer.from(`p${position}`).toString("base64url")
export const positionOf = (cursor: string | undefined) => {
  if (cursor === undefined || cursor === "") return Effect.succeed(undefined)
  const [, position] = /^p(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? []
  return position === undefined ? Effect.fail(bad("This cursor is not valid. Start again from the first page")) : Effect.succeed(Number(position))
}

/** The conditions of a search that SQL can check. */
const conditions = (asked: EventsAsked) =>
  Effect.gen(function* () {
    const where: Array<string> = []
    const values: Array<unknown> = []
    const add = (sql: (place: string) => string, value: unknown) => {
      values.push(value)
      where.push(sql(`$${values.length}`))
    }
    const known = yield* kinds
    if (asked["person"]) {
      const { actors, system } = yield* actorsOf(asked["person"])
      if (system) where.push("c.actor like 'system:%'")
      else add((place) => `c.actor = any(${place}::text[])`, actors)
    }
    if (asked["id"]) add((place) => `e.stream = ${place}`, yield* streamOf({ entity: asked["entity"] || undefined, id: asked["id"] }))
    else if (asked["entity"]) {
      const stream = (yield* Model).streams.find(({ record }) => record.kind === asked["entity"])
      if (!stream) return yield* Effect.fail(noSuchKind(known))
      add((place) => `starts_with(e.stream, ${place})`, `${asked["entity"]}/`)
      // the types have an index
      add(
        (place) => `e.type = any(${place}::text[])`,
        stream.events.map(({ type }) => type),
      )
    }
    if (asked["type"]) add((place) => `e.type = any(${place}::text[])`, asked["type"].split(","))
    if (asked["command"]) add((place) => `c.command = ${place}`, asked["command"])
    if (asked["via"]) add((place) => `c.via = ${place}`, asked["via"])
    if (asked["siteId"]) {
      const [site] = yield* statement(siteSql, [asked["siteId"]])
      if (!site) return yield* Effect.fail(notFound(`There is no site ${asked["siteId"].slice(0, 60)}`))
      const atSite = known.flatMap(({ kind, fields }) =>
        fields.filter(({ name, refers }) => name === "siteId" && refers === "site").map(({ column }) => ({ kind, column })),
      )
      add(
        (place) =>
          `e.stream in (${["select 'site/' || $S", ...atSite.map(({ kind, column }) => `select '${kind}/' || id from ${kind} where "${column}" = $S`)].join(" union all ")})`.replaceAll(
            "$S",
            `${place}::bigint`,
          ),
        site.id,
      )
    }
    for (const [name, sign, end] of [
      ["from", ">=", false],
      ["to", "<", true],
    ] as const) {
      const value = asked[name]
      if (!value) continue
      const sql = yield* bound(name, value, end)
      add((place) => `e.occurred_at ${end && !isDate(value) ? "<=" : sign} ${sql(place)}`, value)
    }
    return { where, values }
  })

/**
 * A page of the matching events, in plain words; the start of the next page, and how far was searched. Refuses an invalid query (400) and unknown names
 * (404).
 */
export const searchEvents = (asked: EventsAsked) =>
  Effect.gen(function* () {
    const limit = yield* whole("limit", asked["limit"], 100, /^([1-9]\d{0,2}|1000)$/)
    const sort = asked["sort"] || "-position"
    if (sort !== "position" && sort !== "-position") return yield* Effect.fail(bad("Events are sorted by position or -position"))
    const newestFirst = sort === "-position"
    const words = (asked["q"] ?? "").trim().toLowerCase().split(/\s+/).filter(Boolean)
    if (words.join(" ").length > 200) return yield* Effect.fail(bad("The search text cannot be longer than 200 characters"))
    const { where, values } = yield* conditions(asked)
    const { closed } = (yield* statement(closedSql, []))[0]!
    const from = yield* positionOf(asked["cursor"])

    const found: Array<Effect.Success<ReturnType<typeof named>>[number]> = []
    let at = from ?? (newestFirst ? closed + 1 : 0)
    let looked = 0
    for (;;) {
      const many = words.length === 0 ? limit : chunk
      const n = values.length
      const reach = newestFirst ? `e.position < $${n + 1} and e.position <= $${n + 2}` : `e.position > $${n + 1} and e.position <= $${n + 2}`
      const events = yield* logWhere(`${[...where, reach].join(" and ")} order by e.position ${newestFirst ? "desc" : ""} limit $${n + 3}`, [
        ...values,
        at,
        closed,
        many,
      ])
      const told = yield* named(events)
      const matching = told.filter(({ text, record, by, type, stream, command, position }) => {
        const shown = `${text} ${record} ${by} ${type} ${stream} ${command} ${position}`.toLowerCase()
        return words.every((word) => shown.includes(word))
      })
      const taken = matching.slice(0, limit - found.length)
      found.push(...taken)
      looked += events.length
      const isAll = events.length < many
      const isFull = found.length === limit
      at = (isFull ? taken : events).at(-1)?.position ?? at
      const isEnd = isAll && taken.length === matching.length
      if (isEnd || isFull || looked >= stretch) {
        return { events: found, cursor: isEnd ? undefined : cursorOf(at), searchedTo: isEnd ? (newestFirst ? 1 : closed) : at }
      }
    }
  })

interface Placed {
  readonly stream: string
  readonly position: number
}
/** With the fields that each event changed. Records with personal data show none: reading these is recorded elsewhere. */
export const withChanges = <E extends Placed>(events: ReadonlyArray<E>) =>
  Effect.gen(function* () {
    const { streams } = yield* Model
    const found = new Map<number, HistoryLine["changes"]>()
    for (const name of new Set(events.map(({ stream }) => stream))) {
      const [kind, id] = name.split("/")
      const stream = streams.find(({ record, events: kinds }) => record.kind === kind && kinds.every(({ personal }) => personal.size === 0))
      if (!stream || !/^\d+$/.test(id ?? "")) continue
      for (const { position, changes } of yield* history(stream, Number(id))) found.set(position, changes)
    }
    return events.map((event) => ({ ...event, changes: found.get(event.position) ?? [] }))
  })
