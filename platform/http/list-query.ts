/**
 * Lists: a module defines a list in SQL; this module filters, searches, sorts and pages it as requested. The rows are sent as the JSON that Postgres
 * produced.
 */
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { batched, unnestParameter, lateralLookup } from "../database/batch.ts"
import { CurrentInstant, Database, type DatabaseError } from "../database/database.ts"
import { col, sql, sqlOf } from "../database/statement.ts"
import { isDate } from "../calendar.ts"
import { Rejection } from "../records/command.ts"
import type { ListShape } from "../lists/list-shape.ts"
import { jsonResponse, mapDatabaseErrors, withETag } from "./answer.ts"
import { DisclosedRows } from "./access-log.ts"

export type { Condition, ListShape } from "../lists/list-shape.ts"

export interface ListAsked {
  readonly siteId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly q?: string | undefined
  readonly sort?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly format?: "json" | "csv" | "xlsx" | undefined
  readonly [filter: string]: string | undefined
}

const most = 1000
const bad = (sentence: string) => new Rejection(400, sentence)
const asDate = (name: string, value: string) => {
  if (!isDate(value)) throw bad(`${name} must be a day such as 2026-11-21`)
  return value
}
/** The maximum number of rows that a list counts; beyond that it only states that there are more. */
const mostCounted = 10_000
/** Where a page begins: after an offset and, if the order allows it, after the last row's sort values. */
const cursorOf = (offset: number, last: string | null) => Buffer.from(`o${offset}${last ?? ""}`).toString("base64url")
const placeOf = (cursor: string): { readonly offset: number; readonly last: ReadonlyArray<string | number | boolean> | undefined } => {
  const [, offset, last] = /^o(\d{1,9})(\[.{1,500}\])?$/.exec(Buffer.from(cursor, "base64url").toString()) ?? []
  try {
    if (offset !== undefined) return { offset: Number(offset), last: last === undefined ? undefined : lastOf(JSON.parse(last)) }
  } catch {
    // not JSON
  }
  throw bad("This cursor is not valid. Start again from the first page")
}
const lastOf = Schema.decodeUnknownSync(Schema.Array(Schema.Union([Schema.String, Schema.Number, Schema.Boolean])))

const orderOf = ({ sorts, filled, id, long }: ListShape, keys: string) => {
  const asked = keys.split(",").map((key) => {
    const name = key.replace(/^-/, "")
    const expression = sorts[name]
    if (!expression) throw bad(`This list cannot be sorted by ${name.slice(0, 50)}. It can by ${Object.keys(sorts).join(", ")}`)
    return { expression, isDown: key.startsWith("-"), isFilled: long === true || filled?.has(expression) === true }
  })
  const isDown = !long || keys.startsWith("-")
  const way = (down: boolean) => (down ? "desc" : "asc")
  const parts = [
    ...asked.map((each) => ({ expression: each.expression, way: `${way(each.isDown)}${each.isFilled ? "" : " nulls last"}` })),
    { expression: id, way: way(isDown) },
  ]
  return {
    parts,
    sql: parts.map(({ expression, way }) => `${expression} ${way}`).join(", "),
    /** the sort columns, if all are non-null and in the same direction, so that the next rows can be found by comparison */
    keys: asked.every((each) => each.isFilled && each.isDown === isDown) && !id.includes(",") ? [...asked.map(({ expression }) => expression), id] : undefined,
    isDown,
  }
}

/** Removes bracketed text, which does not affect the joins around it. */
const withoutBrackets = (text: string): string => {
  const shorter = text.replace(/\([^()]*\)/g, " ")
  return shorter === text ? text : withoutBrackets(shorter)
}

const namesKept = new Map<string, RegExp | undefined>()
/** Matches the aliases of these joins in an expression; undefined if the joins do not name them. */
const joinedIn = (joins: string): RegExp | undefined => {
  if (!namesKept.has(joins)) {
    const outer = withoutBrackets(joins)
    const names = [...outer.matchAll(/\bjoin\s+(?:lateral\s+)?(?:(?:\w+\s+)?(?:as\s+)?(?!on\b)(\w+))(?=\s+on\b|\s+(?:left|cross|inner|join)\b|\s*$)/g)].map(
      ([, name]) => name!,
    )
    const areAll = names.length === (outer.match(/\bjoin\b/g) ?? []).length
    namesKept.set(joins, areAll ? new RegExp(names.length > 0 ? `\\b(?:${names.join("|")})\\.` : "(?!)") : undefined)
  }
  return namesKept.get(joins)
}

/** Builds the SQL of a list. Throws a Rejection if a filter or sort is not allowed. */
export const listStatement = (shape: ListShape, asked: ListAsked, everything = false) => {
  const values: Array<unknown> = [...(shape.with?.values ?? [])]
  const conditions: Array<string> = []
  const add = (sql: string, ...given: ReadonlyArray<unknown>) => {
    let next = 0
    conditions.push(
      sql.replaceAll("?", () => {
        values.push(given[next++])
        return `$${values.length}`
      }),
    )
  }
  for (const { sql, values: given = [] } of shape.where ?? []) add(sql, ...given)
  if (asked.siteId && shape.site) {
    add(`${shape.site} = any(select id from site where id::text = any(?::text[]) or slug = any($${values.length + 1}::text[]))`, asked.siteId.split(","))
  }
  if (asked["status"] && !shape.filters?.["status"]) throw bad("This list cannot be filtered by status")
  for (const [name, filter] of Object.entries(shape.filters ?? {})) {
    const value = asked[name]
    if (value === undefined || value === "") continue
    const not = value.startsWith("!")
    const given = (not ? value.slice(1) : value).split(",")
    const is = (where: string, values: ReadonlyArray<string | number>) => add(`${not ? "not " : ""}${where}`, values)
    if (typeof filter !== "string") is(filter.where, given)
    // a value that is not a whole number matches no row
    else if (shape.wholes?.has(filter)) is(`${filter} = any(?::bigint[])`, given.filter((one) => /^\d{1,15}$/.test(one)).map(Number))
    else is(`(${filter})::text = any(?::text[])`, given)
  }
  if (shape.date) {
    if (asked.from) add(`${shape.date} >= ?::date`, asDate("from", asked.from))
    if (asked.to) add(`${shape.date} <= ?::date`, asDate("to", asked.to))
    if (asked.from && asked.to && asked.from > asked.to) throw bad("to must be on or after from")
  }
  if (asked.q && shape.search) {
    if (asked.q.includes("\0") || asked.q.length > 200) throw bad("The search text cannot be used")
    const pattern = `%${asked.q.trim().replace(/[\\%_]/g, "\\$&")}%`
    const places = shape.search.map((expression) => `${expression} ilike ?::text`)
    add(`(${places.join(" or ")})`, ...places.map(() => pattern))
  }
  const { sql: order, keys, isDown } = orderOf(shape, asked.sort || shape.order)
  if (asked.limit !== undefined && !/^[1-9]\d{0,3}$/.test(asked.limit)) throw bad("limit must be a whole number from 1 to 1000")
  const limit = everything ? 100_000 : Math.min(Number(asked.limit ?? most), most)
  const { offset, last } = asked.cursor && !everything ? placeOf(asked.cursor) : { offset: 0, last: undefined }
  if (last && last.length !== keys?.length) throw bad("This cursor belongs to another sort order. Start again from the first page")
  const where = conditions.length > 0 ? `where ${conditions.join(" and ")}` : ""
  const { base = shape.from } = shape
  const name = base.split(" ").at(-1)!
  const joins = shape.from.slice(base.length)
  const joined = joinedIn(joins)
  const isOfTable = joined !== undefined && !conditions.some((condition) => joined.test(condition))
  // values that the count does not use come last
  const pageValues = [...values, ...(last ?? [])]
  const after = last ? [`(${keys!.join(", ")}) ${isDown ? "<" : ">"} (${last.map((_, n) => `$${values.length + n + 1}`).join(", ")})`] : []
  // a base that is a query is materialised once, for both the page and the count
  const isMade = isOfTable && shape.base?.startsWith("(") === true
  const made = (conditions: ReadonlyArray<string>) =>
    `with base as materialized (select ${name}.* from ${base} ${conditions.length > 0 ? `where ${conditions.join(" and ")}` : ""}) `
  const [source, all] = isMade ? [`base ${name}`, ""] : [base, where]
  const rest = [...(isMade ? [] : conditions), ...after]
  const cut = `${rest.length > 0 ? `where ${rest.join(" and ")} ` : ""}order by ${order} limit ${limit} offset ${last ? 0 : offset}`
  // if neither the order nor a condition refers to the joins, the page is cut before joining
  const rows =
    isOfTable && joins !== "" && !joined.test(order)
      ? `(select ${name}.* from ${source} ${cut}) ${name}${joins} order by ${order}`
      : `${isOfTable ? source : base}${joins} ${cut}`
  // each row is built in a subquery: a plain select list would be evaluated for all rows, before sorting and limiting
  const page =
    `(select count(*) as n, coalesce(json_agg(page.one), '[]')::text as body, ${keys ? "(array_agg(page.place))[count(*)]" : "null::text"} as last ` +
    `from (select (select row_to_json(r) from (select ${shape.select}) r) as one${keys ? `, json_build_array(${keys.join(", ")})::text as place` : ""} from ${rows}) page)`
  return {
    /** precedes the other parts */
    with: shape.with ? `with ${shape.with.name} as materialized (${shape.with.sql}) ` : isMade ? made(conditions) : "",
    /** the same for a page that may be covered by the most recent days, as many as there are rows up to its end */
    withNewest:
      isMade && shape.newest && order.startsWith(`${shape.date} desc`)
        ? made([...conditions, `${shape.date} between (select ${shape.newest} - ${offset + limit}) and (select ${shape.newest})`])
        : undefined,
    /** total number of rows, limited to what shows that there is a next page */
    total: `(select count(*) from (select from ${isOfTable ? source : shape.from} ${all} limit ${Math.max(mostCounted, offset + limit) + 1}) counted)`,
    /** the page, as a query of one row: the number of rows, their JSON text, and the sort values of the last one */
    page,
    /** the page, as JSON text */
    body: `(select body from ${page} page)`,
    values: pageValues,
    limit,
    offset,
  }
}

const positionSql = sql({ position: col.whole }, "select es.closed() as position")
const pageSql = sqlOf({ total: col.whole, body: col.text, last: col.nullable(col.text) })
const oneSql = sqlOf({ id: col.whole, body: col.text })
/** Parses the JSON rows from Postgres. */
const parsed = (body: string) => JSON.parse(body) as ReadonlyArray<object>

/** Cached row counts by statement, with the log position at which they were taken. */
const counts = new WeakMap<Database["Service"], Map<string, { readonly position: number; readonly total: number }>>()
const countsKept = 500

/** A cached count, valid while the log has not advanced; undefined when reading a past instant. */
const counted = (count: string, values: ReadonlyArray<unknown>) =>
  Effect.gen(function* () {
    if (yield* CurrentInstant) return undefined
    const database = yield* Database
    const kept = counts.get(database) ?? new Map<string, { readonly position: number; readonly total: number }>()
    counts.set(database, kept)
    const key = JSON.stringify([count, values])
    // read before counting, so the count includes at least the log up to this position
    const [row] = yield* database.statement(positionSql, [])
    const { position } = row!
    const before = kept.get(key)
    return {
      total: before?.position === position ? before.total : undefined,
      keep: (total: number) => {
        kept.delete(key)
        if (kept.size >= countsKept) kept.delete(kept.keys().next().value!)
        kept.set(key, { position, total })
      },
    }
  })

/** The answer to a list call: a bare array, with X-Total-Count and the link to the next page; or an exported file. */
export const listAnswer = <E = never, R = never>(
  path: string,
  shape: ListShape,
  asked: ListAsked,
  /** adds to the rows of a page what SQL does not return */
  finish?: (rows: ReadonlyArray<object>) => Effect.Effect<ReadonlyArray<object>, E, R>,
) =>
  mapDatabaseErrors(
    Effect.gen(function* () {
      const { statement } = yield* Database
      const format = asked.format ?? "json"
      const {
        with: before,
        withNewest,
        total: count,
        page,
        values,
        limit,
        offset,
      } = yield* Effect.try({
        try: () => listStatement(shape, asked, format !== "json"),
        catch: (error) => error as Rejection,
      })
      const known = (shape.long || withNewest) && format === "json" ? yield* counted(`${before}${count}`, values) : undefined
      const newest =
        known?.total !== undefined && withNewest ? yield* statement(pageSql(`${withNewest}select n as total, body, last from ${page} page`), values) : []
      // a partly filled page is the end of the list
      const whole = `case when n between ${Math.min(offset, 1)} and ${limit - 1} then ${offset} + n else ${count} end`
      const [row] =
        newest[0]?.total === limit
          ? [{ ...newest[0], total: known!.total! }]
          : yield* statement(pageSql(`${before}select ${known?.total ?? whole} as total, body, last from ${page} page`), values)
      const { total, body, last } = row!
      known?.keep(total)
      if (format !== "json") {
        if (!shape.columns) return yield* Effect.fail(bad("This list cannot be exported"))
        const name = shape.file ?? path.split("/").at(-1)!
        return yield* tableFile({ name, sheet: shape.file ?? "List", columns: shape.columns, rows: parsed(body) }, format)
      }
      const next = offset + limit < total ? cursorOf(offset + limit, last) : undefined
      const query = new URLSearchParams(Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined))
      if (next) query.set("cursor", next)
      return yield* withETag(finish ? JSON.stringify(yield* finish(parsed(body))) : body, {
        "x-total-count": String(Math.min(total, mostCounted)),
        ...(total > mostCounted && { "x-total-more": "true" }),
        ...(next && { link: `<${path}?${query}>; rel="next"`, "x-next-cursor": next }),
      })
    }),
  )

interface TableFile {
  /** the file name without extension */
  readonly name: string
  readonly sheet: string
  readonly columns: NonNullable<ListShape["columns"]>
  readonly rows: ReadonlyArray<object>
}
/** Rows as a file download; they are noted for the log of sensitive reads. */
export const tableFile = ({ name, sheet, columns, rows }: TableFile, format: "csv" | "xlsx") =>
  Effect.gen(function* () {
    const shown = yield* DisclosedRows
    shown.rows = rows
    const headers = { "content-disposition": `attachment; filename="${name}.${format}"` }
    if (format === "csv") {
      const { toCsv } = yield* Effect.promise(() => import("../documents/csv.ts"))
      return HttpServerResponse.text(toCsv(columns, rows), { contentType: "text/csv; charset=utf-8", headers })
    }
    const { toXlsx } = yield* Effect.promise(() => import("../documents/xlsx.ts"))
    const file = yield* Effect.promise(() => toXlsx(sheet, columns, rows))
    return HttpServerResponse.uint8Array(file, {
      contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      headers,
    })
  })

const rowStatements = new WeakMap<ListShape, { readonly text: string; readonly values: ReadonlyArray<unknown> }>()
/** The statement for rows of a list by their ids, an array that follows the other values. A shape is several kB of SQL, so it is made once. */
export const rowStatement = (shape: ListShape) => {
  const known = rowStatements.get(shape)
  if (known) return known
  const { select, from, base = "", where = [], id } = shape
  const values = where.flatMap(({ values = [] }) => values)
  let n = 0
  const conditions = where.map(({ sql }) => sql.replaceAll("?", () => `$${++n}`))
  const scope = [...conditions, `${id} = asked.id`].join(" and ")
  // A plan that was made while the table was empty may read a whole index of the scope or the order for each id, and is kept. Hence the record is found
  // by its key alone, before the scope; and rows with the same id, of which the first in the list's order is returned, are sorted apart.
  const [, table, alias] = /^(\w+) (\w+)$/.exec(base) ?? []
  const source = id === `${alias}.id` ? `(select * from ${table} where id = asked.id offset 0) ${alias}${from.slice(base.length)}` : from
  const { parts } = orderOf(shape, shape.order)
  const keys = parts.map(({ expression }, n) => `${expression} as k${n}`).join(", ")
  const found = `select (select row_to_json(r)::text from (select ${select}) r) as body, ${keys} from ${source} where ${scope} offset 0`
  const one = `select found.body from (${found}) found order by ${parts.map(({ way }, n) => `k${n} ${way}`).join(", ")} limit 1`
  const text = `select asked.id, one.body from ${unnestParameter(`$${n + 1}::bigint[]`)} as asked(id) ${lateralLookup(one, "one")}`
  const made = { text, values }
  rowStatements.set(shape, made)
  return made
}

type RowLoader = (id: number) => Effect.Effect<string | undefined, DatabaseError>
/** One loader per database, statement and scope: concurrent requests share one statement. */
const loaders = new WeakMap<Database["Service"], Map<string, RowLoader>>()
const loadersKept = 500

/** One row of a list by its id, as JSON text, with the shape and scope of the list. Undefined if the caller may not see it. */
export const rowText = (shape: ListShape, id: number) =>
  Effect.flatMap(Database, (database) => {
    const { text, values } = rowStatement(shape)
    const known = loaders.get(database) ?? new Map<string, RowLoader>()
    loaders.set(database, known)
    const key = values.length === 0 ? text : `${text} ${JSON.stringify(values)}`
    const loader = known.get(key)
    if (loader) return loader(id)
    const load = batched<number, string, DatabaseError>(String, (ids) =>
      Effect.map(database.statement(oneSql(text), [...values, ids]), (rows) => new Map(rows.map((row) => [String(row.id), row.body]))),
    )
    if (known.size >= loadersKept) known.clear()
    known.set(key, load)
    return load(id)
  })

/** The row as an answer; 404 if the caller may not see it. */
export const rowAnswer = <E = never, R = never>(
  shape: ListShape,
  id: number,
  what: string,
  status = 200,
  finish?: (rows: ReadonlyArray<object>) => Effect.Effect<ReadonlyArray<object>, E, R>,
) =>
  mapDatabaseErrors(
    Effect.gen(function* () {
      const row = yield* rowText(shape, id)
      if (row === undefined) return yield* Effect.fail(new Rejection(404, `${what} ${id} does not exist`))
      const [finished] = finish ? yield* finish(parsed(`[${row}]`)) : []
      return jsonResponse(finished ? JSON.stringify(finished) : row, { status })
    }),
  )
