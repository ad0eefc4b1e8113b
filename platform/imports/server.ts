/** Checks and imports rows of a spreadsheet, each with the command that records one. */
import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { permits } from "../access/rule.ts"
import { type SignedIn, Who } from "../access/who.ts"
import { CurrentInstant, Database, type DatabaseError } from "../database/database.ts"
import { col, sql, sqlOf } from "../database/statement.ts"
import { canonical } from "../canonical.ts"
import { sha256 } from "../event-store/hash.ts"
import { sentencesOf } from "../faults.ts"
import { mapDatabaseErrors } from "../http/answer.ts"
import type { AnyResource } from "../http/resources/resource.ts"
import { inputOf, payloadOf } from "../http/resources/wire.ts"
import { acting, type Command, conflict, invalid, notFound, Rejection } from "../records/command.ts"
import type { Decision } from "../records/decide.ts"
import { describedAs, labelIn } from "../records/field.ts"
import type { RecordKind, Row } from "../records/record.ts"
import { type DocumentSeries, documentSeries } from "../records/series.ts"
import { fieldValue } from "../row-literal.ts"
import { Model, Records } from "../records/records.ts"
import { ImportsApi } from "./contract.ts"
import { type Importable, importOf } from "./importable.ts"
import { headerKey, type ImportField } from "./table.ts"

interface FileRow {
  readonly line: number
  readonly copy?: number | undefined
  readonly values: Readonly<Record<string, string | number | boolean>>
}
/** A checked row: the input of its command, unless it is rejected. */
interface Checked {
  readonly line: number
  readonly key: string
  readonly status: "new" | "done" | "refused"
  readonly reason: string | null
  readonly input?: Record<string, unknown>
  readonly decision?: Decision
}

const doneSql = sql({ key: col.text }, "select command_id as key from es.commit where command_id = any($1::text[])")
const headersSql = sql({ header: col.text, field: col.text }, "select header, field from app.import_header where what = $1")
const rememberSql = sql(
  {},
  "insert into app.import_header (what, header, field) values ($1, $2, $3) on conflict (what, header) do update set field = excluded.field",
)
const soughtSql = sqlOf({ sought: col.text, ids: col.list(col.whole) })

/** Independent of who imports a row and when: the same row of the same records is imported only once. */
const keyOf = (what: string, { values, copy = 0 }: FileRow) => `import/${what}/${sha256(canonical(values))}/${copy}`
const digestOf = (what: string, rows: ReadonlyArray<FileRow>) => sha256(canonical(rows.map((row) => keyOf(what, row))))

/** A row that states how a record is to be, by what is left to change: the same row can be written again once the record has changed since. */
const statedIn = (key: string, decision: Decision) => {
  const changed = [...decision.touched.values()].filter(({ events }) => events.length > 0)
  return { key: [key, ...changed.map(({ held }) => held.version)].join("/"), status: changed.length === 0 ? ("done" as const) : ("new" as const) }
}

const refused = (row: FileRow, key: string, reason: string): Checked => ({ line: row.line, key, status: "refused", reason })

/** The gapless series that a row takes a number from, such as JE-2026, with that number. */
const seriesOf = ({ decision }: Checked) =>
  [...(decision?.touched.values() ?? [])].flatMap(({ held, row }) => (held.stream === documentSeries ? [row as Row<typeof DocumentSeries>] : []))

/**
 * Unique constraints are also checked among the rows, because none of them exists yet while the others are checked. Numbers drawn from a series are
 * not those that the rows will get, and always differ.
 */
const requireDistinct = (checked: ReadonlyArray<Checked>): ReadonlyArray<Checked> => {
  const seen = new Map<string, number>()
  return checked.map((row) => {
    const taken = seriesOf(row).map(({ code, last }) => new RegExp(`^${code}-0*${last}$`))
    for (const { held, row: made } of row.decision?.touched.values() ?? []) {
      if (held.version > 0 || made === null || held.stream === documentSeries) continue
      const record = held.stream.record as RecordKind
      const isDrawn = (name: string) =>
        (describedAs(record.schemas[name]).series !== undefined && !(row.input?.[name] ?? null)) ||
        taken.some((number) => number.test(String(fieldValue(made, name))))
      for (const { fields, sentence } of record.unique ?? []) {
        const values = fields.map((name) => fieldValue(made, name))
        if (values.includes(null) || fields.some(isDrawn)) continue
        const key = JSON.stringify([record.kind, fields, values])
        const first = seen.get(key)
        if (first !== undefined) return { ...row, status: "refused", reason: `${sentence} (line ${first} of the file)` }
        seen.set(key, row.line)
      }
    }
    return row
  })
}

/** Whether two rows change the same record, or take a number from the same series, so that they must be decided one after the other. */
const shareRecords = (rows: ReadonlyArray<Checked>) => {
  const changed = rows.flatMap((row) => [
    ...[...(row.decision?.touched ?? [])].flatMap(([stream, { held, events }]) => (held.version > 0 && events.length > 0 ? [stream] : [])),
    ...seriesOf(row).map(({ code }) => code),
  ])
  return new Set(changed).size < changed.length
}

/** `others` are records that are no resources. */
export const importsLive = (resources: ReadonlyArray<AnyResource>, others: ReadonlyArray<Importable> = []) => {
  const importable = [...resources.flatMap((resource) => importOf(resource) ?? []), ...others]
  return HttpApiBuilder.group(
    ImportsApi,
    "imports",
    Effect.fn(function* (handlers) {
      const { statement } = yield* Database
      const { rehearse, executeAll } = yield* Records
      const { streams } = yield* Model

      const named = (what: string) =>
        Effect.gen(function* () {
          const who = yield* Who
          const found = importable.find((one) => one.what === what)
          if (!found) return yield* Effect.fail(notFound(`"${what}" cannot be imported. GET /api/imports lists what can`))
          const { may } = found.exposed.access
          if (!permits(who, may)) return yield* Effect.fail(new Rejection(403, "You do not have access to this"))
          return { ...found, who }
        })

      /**
       * Resolves document numbers, codes and names to ids: by unique fields, by code, and by title. A name that matches no record, or several, gets
       * an error message.
       */
      const idsOf = (kind: string, names: ReadonlyArray<string>, label: string, who: SignedIn) =>
        Effect.gen(function* () {
          const record = streams.find(({ record }) => record.kind === kind)?.record as RecordKind | undefined
          if (!record || names.length === 0) return new Map<string, number | string>()
          const unique = (record.unique ?? []).flatMap(({ fields: [name = "", ...more] }) => (more.length === 0 ? [name] : []))
          const own = record.fields.filter(({ name, sql }) => sql === "text" && (unique.includes(name) || name === "code"))
          const scope = resources.find(({ stream }) => stream.record.kind === kind)?.shape(who).where ?? []
          let nth = 1
          const where = scope.map(({ sql }) => `and (${sql.replace(/\?/g, () => `$${++nth}`)})`).join(" ")
          const called = [record.title, ...own.map(({ column }) => `r."${column}"`)]
          const rows = yield* statement(
            soughtSql(
              `select sought, array_agg(distinct r.id) as ids from unnest($1::text[]) as sought
               join ${kind} r on lower(sought) in (${called.map((it) => `lower(${it})`).join(", ")}) ${where} group by sought`,
            ),
            [names, ...scope.flatMap(({ values = [] }) => values)],
          )
          const found = new Map(rows.map(({ sought, ids }) => [sought, ids]))
          return new Map(
            names.map((name): [string, number | string] => {
              const [id, ...more] = found.get(name) ?? []
              if (id === undefined) return [name, `${label}: there is no ${record.label.toLowerCase()} "${name}" that you may see`]
              return [name, more.length === 0 ? id : `${label}: ${more.length + 1} are called "${name}". Give the number or the id`]
            }),
          )
        })

      const check = (what: string, rows: ReadonlyArray<FileRow>) =>
        Effect.gen(function* () {
          const { exposed, fields, who, changes } = yield* named(what)
          const past = yield* CurrentInstant
          if (past) return yield* Effect.fail(conflict("The past can only be read"))
          const { command } = exposed
          const by = acting(who)
          const decode = Schema.decodeUnknownEffect(payloadOf(command.fields), { errors: "all" })
          const input = inputOf(command.fields)
          const known = new Set(fields.map(({ name }) => name))
          const keys = rows.map((row) => keyOf(what, row))
          const done = new Set((yield* statement(doneSql, [keys])).map(({ key }) => key))
          const references = fields.filter(({ kind }) => kind === "ref" || kind === "site")
          const meant = new Map<string, ReadonlyMap<string, number | string>>()
          for (const { name, label } of references) {
            const texts = rows.flatMap(({ values }) => {
              const value = values[name]
              return typeof value === "string" && !/^\d+$/.test(value) ? [value] : []
            })
            const kind = describedAs(command.fields[name]).refers
            if (kind !== undefined) meant.set(name, yield* idsOf(kind, [...new Set(texts)], label, who))
          }
          const checked = yield* Effect.forEach(
            rows,
            (row, n): Effect.Effect<Checked, DatabaseError> =>
              Effect.gen(function* () {
                const key = keys[n]!
                if (done.has(key)) return { line: row.line, key, status: "done", reason: null } as const
                const strange = Object.keys(row.values).find((name) => !known.has(name))
                if (strange !== undefined) return refused(row, key, `"${strange}" is not a field of this import`)
                const values: Record<string, string | number | boolean> = { ...row.values }
                for (const [field, ids] of meant) {
                  const found = ids.get(String(values[field]))
                  if (typeof found === "string") return refused(row, key, found)
                  if (found !== undefined) values[field] = found
                }
                return yield* decode(values).pipe(
                  Effect.mapError((error) => invalid(sentencesOf(error, (name) => labelIn(command.fields, name)))),
                  Effect.map((payload) => input(payload as Readonly<Record<string, unknown>>)),
                  Effect.flatMap((input) => Effect.map(rehearse(command as Command<unknown>, input, by), (decision) => ({ input, decision }))),
                  Effect.map(({ input, decision }): Checked => {
                    const stated = changes ? statedIn(key, decision) : ({ key, status: "new" } as const)
                    return { line: row.line, reason: null, input, decision, ...stated }
                  }),
                  Effect.catch((error) => (error._tag === "Rejection" ? Effect.succeed(refused(row, key, error.message)) : Effect.fail(error))),
                )
              }),
            { concurrency: 64 },
          )
          return { rows: requireDistinct(checked), command: command as Command<unknown>, who }
        })

      const remember = (what: string, fields: ReadonlyArray<ImportField>, mapping: Readonly<Record<string, string>>) => {
        const known = Object.entries(mapping).filter(([header, field]) => headerKey(header) !== "" && fields.some(({ name }) => name === field))
        return Effect.forEach(known.slice(0, 200), ([header, field]) => statement(rememberSql, [what, headerKey(header).slice(0, 200), field]), {
          discard: true,
        })
      }

      return handlers.handleAll({
        list: () =>
          Effect.map(Who, (who) =>
            importable.filter(({ exposed }) => permits(who, exposed.access.may)).map(({ what, noun }) => ({ what, one: noun[0], several: noun[1] })),
          ),
        form: ({ params: { what } }) =>
          mapDatabaseErrors(
            Effect.gen(function* () {
              const { noun, fields } = yield* named(what)
              const rows = yield* statement(headersSql, [what])
              return {
                what,
                one: noun[0],
                several: noun[1],
                fields: fields.map(({ name, label, kind, required, words, names, most, headers }) => ({
                  name,
                  label,
                  kind,
                  required,
                  ...(words && { words }),
                  ...(names && { names }),
                  ...(most && { most }),
                  ...(headers && { headers }),
                })),
                mapping: Object.fromEntries(rows.map(({ header, field }) => [header, field])),
              }
            }),
          ),
        check: ({ params: { what }, payload: { rows } }) =>
          mapDatabaseErrors(
            Effect.map(check(what, rows), (checked) => ({
              digest: digestOf(what, rows),
              rows: checked.rows.map(({ line, status, reason }) => ({ line, status, reason })),
            })),
          ),
        post: ({ params: { what }, payload: { rows, digest, mapping = {} } }) =>
          mapDatabaseErrors(
            Effect.gen(function* () {
              const { fields } = yield* named(what)
              if (digest !== digestOf(what, rows)) return yield* Effect.fail(conflict("These are not the rows that were checked. Check them again"))
              const checked = yield* check(what, rows)
              const wrong = checked.rows.find(({ status }) => status === "refused")
              if (wrong) return yield* Effect.fail(invalid(`Nothing was imported. Line ${wrong.line}: ${wrong.reason}`))
              const fresh = checked.rows.filter(({ status }) => status === "new")
              const inputs = fresh.map(({ input, key }) => ({ input: input as unknown, by: checked.who, key }))
              // rows that change the same record, such as a total, are decided one after the other; an interrupted import continues where it was
              const groups = shareRecords(fresh) ? inputs.map((one) => [one]) : inputs.length > 0 ? [inputs] : []
              const twin = conflict("The same rows are being imported right now. Check the file again")
              for (const group of groups) {
                yield* Effect.catchIf(
                  executeAll(checked.command, group),
                  (error) => error._tag === "DatabaseError" && error.constraint === "commit_command_id",
                  () => Effect.fail(twin),
                )
              }
              yield* remember(what, fields, mapping)
              return { written: fresh.length, done: rows.length - fresh.length }
            }),
          ),
      })
    }),
  )
}
