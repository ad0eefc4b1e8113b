/**
 * Records who was shown sensitive data, for the auditor, before the answer is sent. An answer that cannot be recorded is not sent. The entries form a
 * hash chain: each has a hash over itself and the previous one (table `es.read`, append-only).
 */
import { Context, Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { InvalidatedBy, Rule } from "../access/rule.ts"
import { Who } from "../access/who.ts"
import { batched } from "../database/batch.ts"
import { Database, type DatabaseError } from "../database/database.ts"
import { col, sql, sqlOf } from "../database/statement.ts"
import { sha256 } from "../event-store/hash.ts"
import { Rejection } from "../records/command.ts"
import { Authorization } from "./contract.ts"

/** The rows in an answer that is not JSON, such as an exported file, set by the code that makes the answer. */
export const DisclosedRows = Context.Reference<{ rows?: ReadonlyArray<object> }>("@ops/platform/http/DisclosedRows", { defaultValue: () => ({}) })

/** Up to this many record ids are listed; for more, only their number is recorded. */
const namedAtMost = 50
const purposeAtMost = 200

interface Noted {
  readonly nth: number
  readonly at: string
  readonly actor: string
  readonly via: string
  readonly endpoint: string
  readonly path: string
  readonly class: string
  readonly purpose: string | null
  readonly records: ReadonlyArray<string>
  readonly shown: number
  readonly status: number
  readonly asOf: number | null
}

const notNoted = new Rejection(503, "This access could not be recorded, so the data is not shown. Try again in a minute.")

const rowsOf = ({ body }: HttpServerResponse.HttpServerResponse): ReadonlyArray<object> => {
  if (body._tag !== "Uint8Array" || !body.contentType.startsWith("application/json")) return []
  const answer: unknown = JSON.parse(new TextDecoder().decode(body.body))
  const rows: ReadonlyArray<unknown> = Array.isArray(answer) ? answer : [answer]
  return rows.filter((row) => row !== null && typeof row === "object")
}

const isExport = (url: string) => /[?&]format=(csv|xlsx|pdf)\b/.test(url)

/** The text of a header, limited to characters that the database can store. */
const words = (text: string | undefined) =>
  text
    ?.replace(/[^\P{C}]/gu, " ")
    .trim()
    .toWellFormed()
    .slice(0, purposeAtMost) || null

const noteReads = sql({ note_reads: col.unknown }, "select es.note_reads($1::text::jsonb)")

/** An Authorization that keeps who viewed sensitive data, and who was refused it. */
export const recorded = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const permit = yield* Authorization
    const { statement } = yield* Database
    let nth = 0
    const note = batched<Noted, true, DatabaseError>(
      (read) => String(read.nth),
      (reads) => Effect.map(statement(noteReads, [JSON.stringify(reads)]), () => new Map(reads.map((read) => [String(read.nth), true]))),
      1,
    )
    return Authorization.of((effect, call) => {
      const { annotations } = call.endpoint
      const rule = Context.get(annotations, Rule)
      if (rule?.audited === undefined && call.endpoint.method !== "GET") return permit(effect, call)
      const [kind] = Context.get(annotations, InvalidatedBy)
      const shown: { rows?: ReadonlyArray<object> } = {}
      const permitted = permit(Effect.provideService(effect, DisclosedRows, shown), call)
      return Effect.gen(function* () {
        const { url, headers, method } = yield* HttpServerRequest.HttpServerRequest
        const sensitive = [...(rule?.audited ? [rule.audited] : []), ...(method === "GET" && isExport(url) ? ["export"] : [])]
        if (sensitive.length === 0) return yield* permitted
        const who = yield* Who
        const keep = (status: number, rows: ReadonlyArray<object>, asOf: number | null) => {
          const named = (id: unknown) => (kind ? `${kind}/${id}` : String(id))
          const ids = rows.flatMap((row) => ("id" in row && row.id !== null ? [named(row.id)] : []))
          const [, ofPath] = /\/(\d+)(?=[/?]|$)/.exec(url) ?? []
          const read: Noted = {
            nth: nth++,
            at: new Date().toISOString(),
            actor: who.actor,
            via: who.via,
            endpoint: `${call.group.identifier}.${call.endpoint.identifier}`,
            path: url,
            class: [...new Set(sensitive)].join(", "),
            purpose: words(headers["x-purpose"]),
            // a file about one record, such as an invoice, is identified by the path
            records: rows.length === 0 && ofPath !== undefined ? [named(ofPath)] : ids.length > namedAtMost ? [] : ids,
            shown: rows.length === 0 && ofPath !== undefined && status < 300 ? 1 : rows.length,
            status,
            asOf,
          }
          return Effect.mapError(note(read), () => notNoted)
        }
        const answer = yield* Effect.tapError(permitted, (refusal: unknown) =>
          refusal instanceof Rejection && refusal.status === 403 ? Effect.asVoid(keep(403, [], null)) : Effect.void,
        )
        const asOf = answer.headers["x-as-of"]
        const wasSeen = answer.status < 300
        yield* keep(answer.status, wasSeen ? (shown.rows ?? rowsOf(answer)) : [], asOf === undefined ? null : Number(asOf))
        return answer
      })
    })
  }),
)

const columns = `id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor, via, endpoint, path, class, purpose, records, shown, status,
  as_of as "asOf", hash`
const read = {
  id: col.whole,
  at: col.text,
  actor: col.text,
  via: col.text,
  endpoint: col.text,
  path: col.text,
  class: col.text,
  purpose: col.nullable(col.text),
  records: col.list(col.text),
  shown: col.whole,
  status: col.whole,
  asOf: col.nullable(col.whole),
  hash: col.text,
}
const readsWhere = sqlOf(read)
const readsAfter = sql(read, `select ${columns} from es.read where id > $1 order by id limit 5000`)

/** The entries before a given one, newest first, as stored. `where` is SQL over es.read, with its values. */
export const readsBefore = (before: number, limit: number, where: ReadonlyArray<string> = [], values: ReadonlyArray<unknown> = []) =>
  Effect.flatMap(Database, ({ statement }) =>
    statement(
      readsWhere(`select ${columns} from es.read where ${[...where, `id < $${values.length + 1}`].join(" and ")} order by id desc limit $${values.length + 2}`),
      [...values, before, limit],
    ),
  )

/**
 * Whether the chain of entries is intact. Returns the first entry that does not follow from the previous one; `head` is the hash of the last valid
 * entry: with a noted head it can be shown later that no entry up to it was cut off.
 */
export const verifyReads = Effect.gen(function* () {
  const { statement } = yield* Database
  let head = ""
  let last = 0
  for (;;) {
    const rows = yield* statement(readsAfter, [last])
    for (const { id, hash, ...read } of rows) {
      const { at, actor, via, endpoint, path, class: sensitive, purpose, records, shown, status, asOf } = read
      const text = (value: unknown): string => (Array.isArray(value) ? `[${value.map(text).join(", ")}]` : JSON.stringify(value))
      const right = sha256(text([head, last + 1, at, actor, via, endpoint, path, sensitive, purpose, records, shown, status, asOf]))
      if (id !== last + 1) return { reads: last, head, broken: { id: last + 1, sentence: `Read ${last + 1} is missing: the next one is ${id}` } }
      if (hash !== right) return { reads: last, head, broken: { id: Number(id), sentence: `Read ${id} is not what was noted, or not where it was noted` } }
      head = hash
      last = Number(id)
    }
    if (rows.length < 5000) return { reads: last, head, broken: null }
  }
})
