/** Verifies the log of the database, page by page, while the system stays in use. */
import * as fs from "node:fs"
import { Effect, Fiber } from "effect"
import { Database, DatabaseError } from "../database/database.ts"
import { col, sql } from "../database/statement.ts"
import { EventStore } from "./event-store.ts"
import { logPage, type Seal, sealColumns, sealRow, sealsAfter } from "./log-page.ts"
import { type Note, noteHash, notesIn, type PublicKey } from "./note.ts"
import { verifier, type Verified } from "./verifier.ts"

export interface Progress {
  readonly events: number
  readonly total: number
}

export interface VerifyLog {
  /** the trusted keys; undefined if there are none */
  readonly keys: ReadonlyArray<PublicKey> | undefined
  readonly notes?: ReadonlyMap<number, Note & { readonly hash: string }> | undefined
  /** a seal number: what it covers was already verified */
  readonly from?: number | undefined
  readonly progress?: (at: Progress) => void
}

const pageSize = 5000

const lastOfKey = "-----END PUBLIC KEY-----\n"

/** The notes of a file, by seal number; in a proof they follow its public key. Throws a readable message if the file cannot be read or contains anything that is not a note. */
export const notesOfFile = (file: string): ReadonlyMap<number, Note & { readonly hash: string }> => {
  const notes = new Map<number, Note & { readonly hash: string }>()
  const text = fs.readFileSync(file, "utf8")
  const begin = text.startsWith("Proof of the log ") ? text.indexOf(lastOfKey) + lastOfKey.length : 0
  const linesBefore = text.slice(0, begin).split("\n").length - 1
  for (const { note, read, line } of notesIn(text.slice(begin))) {
    if (!read) throw new Error(`Line ${linesBefore + line} of ${file} is not the start of a seal note: the file was truncated or edited`)
    // of two about one seal the first counts: the file is only appended to
    if (!notes.has(read.checkpoint.seal)) notes.set(read.checkpoint.seal, { ...read, hash: noteHash(note) })
  }
  return notes
}

/** The seal with this number, without entries. */
export const sealById = (id: number) => Effect.flatMap(Database, ({ statement }) => Effect.map(statement(sealSql, [id]), ([seal]) => seal))
const sealSql = sql(sealRow, `select ${sealColumns}, ''::bytea as entries from es.seal where id = $1`)
const lastSealSql = sql({ id: col.whole, position: col.whole }, "select id, position from es.seal order by id desc limit 1")
const headsSql = sql(
  { stream: col.text, version: col.whole, hash: col.text },
  `select e.stream, e.version, e.hash from unnest($1::text[], $2::int[]) as asked(stream, version)
   join es.event e on e.stream = asked.stream and e.version = asked.version - 1 and e.position <= $3`,
)

export class NoSuchSeal extends Error {
  readonly _tag = "NoSuchSeal"
}

/** Verifies the whole log of the database, or what follows a seal. Fails with NoSuchSeal if that seal does not exist. */
export const verifyLog = ({ keys, notes, from, progress = () => {} }: VerifyLog): Effect.Effect<Verified, DatabaseError | NoSuchSeal, Database | EventStore> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { statement } = yield* Database
      // reads the last seal first: it never reaches beyond the closed position, unless events were cut off and the sequence set back
      const [lastSeal] = yield* statement(lastSealSql, [])
      const closed = Math.max(yield* (yield* EventStore).closed, lastSeal?.position ?? 0)
      const start = from === undefined ? undefined : yield* sealById(from)
      if (from !== undefined && !start) return yield* Effect.fail(new NoSuchSeal(`There is no seal ${from}. ops audit seals lists them.`))
      const begin = start?.position ?? 0
      const total = closed - begin
      const check = verifier({ keys, notes, from: start })
      let events = 0

      let sealed = { id: start?.id ?? 0, size: start?.size ?? 0 }
      let seals: ReadonlyArray<Seal> = []
      let areAll = false
      /** Reads seals until they reach past a position, or there are no more. */
      const sealsTo = (position: number) =>
        Effect.gen(function* () {
          const taken: Array<Seal> = []
          for (;;) {
            const fit = seals.filter((seal) => seal.position <= position)
            taken.push(...fit)
            seals = seals.filter((seal) => seal.position > position)
            if (seals.length > 0 || areAll) return taken
            seals = (yield* sealsAfter(sealed.id, sealed.size)).filter(({ id }) => id <= (lastSeal?.id ?? 0))
            areAll = seals.length === 0
            const last = seals.at(-1)
            if (last) sealed = { id: last.id, size: Number(last.size) }
          }
        })

      let page = yield* logPage(begin, closed, pageSize)
      for (;;) {
        const isLast = page.events.length < pageSize
        const upTo = isLast ? closed : page.events.at(-1)!.position
        const next = isLast ? undefined : yield* Effect.forkScoped(logPage(upTo, closed, pageSize), { startImmediately: true })
        const unknown = check.unknown(page)
        if (unknown.length > 0) {
          const before = yield* statement(headsSql, [unknown.map(({ stream }) => stream), unknown.map(({ version }) => version), begin])
          for (const { stream, version, hash } of before) check.head(stream, version, hash)
        }
        const taken = yield* sealsTo(upTo)
        check.feed(page, upTo, taken, areAll)
        events += page.events.length
        progress({ events, total })
        if (!next) break
        page = yield* Fiber.join(next)
      }
      return check.end()
    }),
  )
