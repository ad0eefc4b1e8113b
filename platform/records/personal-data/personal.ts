/**
 * Personal data in the log. Fields declared with `Personal` are encrypted before their event is hashed, with a key that belongs to the event's
 * stream. Destroying that key erases the person, while every hash and seal stays valid. AES-256-GCM with a random nonce each time, bound to the
 * stream, the version and the field. The keys are stored beside the log, encrypted in the same way with a master key kept outside the database.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto"
import { Context, Effect, Layer, Redacted } from "effect"
import * as path from "node:path"
import { Config, ConfigError, secretFile } from "../../config.ts"
import { batched } from "../../database/batch.ts"
import { Database, DatabaseError } from "../../database/database.ts"
import { col, sql } from "../../database/statement.ts"

/** A key of a stream; `wrapped` is its stored form, if it has to be written with the events. */
export interface StreamKey {
  readonly id: string
  readonly bytes: Buffer
  readonly wrapped?: string
}

/** The parts of an event that matter for its personal fields. */
interface Read {
  readonly stream: string
  readonly version: number
  readonly data: Readonly<Record<string, unknown>>
}

const cipher = "aes-256-gcm"
const [nonceBytes, tagBytes] = [12, 16]

const encrypt = (key: Buffer, about: string, text: Buffer): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const encrypting = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(about))
  return Buffer.concat([nonce, encrypting.update(text), encrypting.final(), encrypting.getAuthTag()])
}

/** Throws unless the text was encrypted with this key for the same context. */
const decrypt = (key: Buffer, about: string, sealed: Buffer): Buffer => {
  const decrypting = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(about))
    .setAuthTag(sealed.subarray(sealed.length - tagBytes))
  return Buffer.concat([decrypting.update(sealed.subarray(nonceBytes, sealed.length - tagBytes)), decrypting.final()])
}

const aboutField = ({ stream, version }: Read, field: string) => `${stream} ${version} ${field}`
const aboutKey = (id: string, stream: string) => `key ${id} of ${stream}`

/** The property that replaces a personal field in the log: the id of its key, the ciphertext, and the value to read once the key is destroyed. */
const mark = "$personal"
type Marked = { readonly [mark]: readonly [key: string, text: string, erased: unknown] }
const isMarked = (value: unknown): value is Marked => typeof value === "object" && value !== null && mark in value

/** An event's data as stored in the log. `fields` are the personal ones. */
export const encrypted = (key: StreamKey, event: Read, fields: ReadonlyMap<string, unknown>): Record<string, unknown> => {
  const data: Record<string, unknown> = { ...event.data }
  for (const [name, erased] of fields) {
    const text = encrypt(key.bytes, aboutField(event, name), Buffer.from(JSON.stringify(data[name] ?? null)))
    data[name] = { [mark]: [key.id, text.toString("base64"), erased] } satisfies Marked
  }
  return data
}

/** Whether one of these fields is in plain text, written before personal data was encrypted. */
export const holdsPlainText = (data: Readonly<Record<string, unknown>>, fields: ReadonlyMap<string, unknown>) =>
  [...fields.keys()].some((name) => data[name] !== null && data[name] !== undefined && !isMarked(data[name]))

const marksOf = (data: Readonly<Record<string, unknown>>): ReadonlyArray<readonly [field: string, marked: Marked]> => {
  let marks: Array<readonly [string, Marked]> | undefined
  for (const name in data) {
    const value = data[name]
    if (isMarked(value)) (marks ??= []).push([name, value])
  }
  return marks ?? none
}
const none: ReadonlyArray<never> = []

/** An event as it was written; fields whose key is missing have their erased value. */
const decrypted = <E extends Read>(event: E, keys: ReadonlyMap<string, Buffer | null>): E => {
  const marks = marksOf(event.data)
  if (marks.length === 0) return event
  const data: Record<string, unknown> = { ...event.data }
  for (const [
    name,
    {
      [mark]: [id, text, erased],
    },
  ] of marks) {
    const key = keys.get(id)
    data[name] = key ? (JSON.parse(decrypt(key, aboutField(event, name), Buffer.from(text, "base64")).toString()) as unknown) : erased
  }
  return { ...event, data }
}

const keptKey = { id: col.text, stream: col.text, key: col.bytes }
const someKeys = sql(keptKey, "select id, stream, key from es.personal_key where key is not null order by id limit 20")
const allKeys = sql(keptKey, "select id, stream, key from es.personal_key where key is not null")
const keysOfStreams = sql(keptKey, "select id, stream, key from es.personal_key where stream = any($1::text[]) and key is not null")
const keysById = sql({ ...keptKey, key: col.nullable(col.bytes) }, "select id, stream, key from es.personal_key where id = any($1::text[])")
const goneKeys = sql(
  { stream: col.text, deleted: col.flag },
  `select distinct u.stream, k.id is null as deleted from (
     select e.stream, m.value->'${mark}'->>0 as id from es.event e, jsonb_each(e.data) m
     where jsonb_typeof(e.data) = 'object' and jsonb_typeof(m.value) = 'object' and m.value ? '${mark}' group by 1, 2) u
   left join es.personal_key k on k.id = u.id
   where k.key is null and not exists(select from es.event g where g.stream = u.stream and g.type = any($1::text[])) order by 1`,
)

/** A key that is not in the state that the log requires. */
export interface KeyFault {
  readonly stream: string
  readonly what: "damaged" | "deleted" | "destroyed without an erasure"
}

const failed = (message: string, cause?: unknown) => new DatabaseError({ code: "OPKEY", message, cause })
const wrongMaster = (cause: unknown) =>
  failed(
    "The personal data of this database was encrypted under another key than OPS_PERSONAL_KEY (in demo mode: keys/personal.key in the data folder). " +
      "Put the correct key in its place: nothing was changed",
    cause,
  )

export class PersonalKeys extends Context.Service<
  PersonalKeys,
  {
    /** The keys to encrypt the personal fields of streams with, by stream; new keys for new streams and after an erasure. */
    readonly of: (streams: ReadonlyArray<{ readonly stream: string; readonly isNew: boolean }>) => Effect.Effect<ReadonlyMap<string, StreamKey>, DatabaseError>
    /**
     * Events with their personal fields decrypted, or with the erased values once they are erased. They also read as erased if the keys are missing,
     * as after a restore without them; that is logged.
     */
    readonly read: <E extends Read>(events: ReadonlyArray<E>) => Effect.Effect<ReadonlyArray<E>, DatabaseError>
    /** The stored form of a request's hash, which keeps its readers from testing names against it. */
    readonly print: (requestHash: string) => string
    /** Fails with a readable message (OPKEY) unless the master key decrypts this database's keys. */
    readonly check: Effect.Effect<void, DatabaseError>
    /** Problems with the keys of individual streams, each as a separate fault; `erasing` are the event types that destroy a stream's keys. */
    readonly faults: (erasing: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<KeyFault>, DatabaseError>
  }
>()("@ops/platform/records/PersonalKeys") {
  /** Uses the master key from the environment. Demo mode creates one in the data folder. */
  static readonly layer: Layer.Layer<PersonalKeys, ConfigError, Config | Database> = Layer.unwrap(
    Effect.gen(function* () {
      const { mode, personalKey, dataFolder } = yield* Config
      if (!personalKey && mode === "production")
        return yield* Effect.fail(new ConfigError({ message: "There is no OPS_PERSONAL_KEY_FILE, the key that encrypts personal data." }))
      const file = path.join(dataFolder, "keys", "personal.key")
      const master = yield* Effect.try({
        try: () => personalKey ?? secretFile(file),
        catch: (error) =>
          new ConfigError({ message: `The key of personal data cannot be kept in ${file}: ${error instanceof Error ? error.message : error}.` }),
      })
      return PersonalKeys.under(master)
    }),
  )

  /** Uses this master key. */
  static readonly under = (master: Redacted.Redacted) =>
    Layer.effect(
      PersonalKeys,
      Effect.gen(function* () {
        const { statement } = yield* Database
        const derived = (purpose: string) => Buffer.from(hkdfSync("sha256", Redacted.value(master), "", `field office: ${purpose}`, 32))
        const [wrapping, printing] = [derived("personal keys"), derived("requests")]

        interface KeyRow {
          readonly id: string
          readonly stream: string
          readonly key: Buffer
        }
        const opens = ({ id, stream, key }: KeyRow) => {
          try {
            decrypt(wrapping, aboutKey(id, stream), key)
            return true
          } catch {
            return false
          }
        }
        /** A sample of keys, to tell a wrong master key, which decrypts none of them, from a damaged row. */
        const some = statement(someKeys, [])
        const unwrapped = (row: KeyRow) =>
          Effect.try({ try: () => decrypt(wrapping, aboutKey(row.id, row.stream), row.key), catch: wrongMaster }).pipe(
            Effect.catch((wrong) =>
              Effect.flatMap(some, (rows) =>
                Effect.fail(
                  rows.some((other) => other.id !== row.id && opens(other))
                    ? failed(
                        `The key of the personal data of ${row.stream} is damaged: its row ${row.id} in es.personal_key is not what was written. ` +
                          "OPS_PERSONAL_KEY is correct: it decrypts other keys. Restore that row from a backup",
                        wrong.cause,
                      )
                    : wrong,
                ),
              ),
            ),
          )

        const check = Effect.flatMap(some, (rows) => (rows.length === 0 || rows.some(opens) ? Effect.void : Effect.asVoid(unwrapped(rows[0]!))))
        const faults = (erasing: ReadonlyArray<string>) =>
          Effect.gen(function* () {
            const kept = yield* statement(allKeys, [])
            const gone = yield* statement(goneKeys, [erasing])
            return [
              ...kept.filter((row) => !opens(row)).map(({ stream }): KeyFault => ({ stream, what: "damaged" })),
              ...gone.map(({ stream, deleted }): KeyFault => ({ stream, what: deleted ? "deleted" : "destroyed without an erasure" })),
            ]
          })
        let told = false
        let checked = false
        const checkedOnce = Effect.suspend(() => (checked ? Effect.void : Effect.tap(check, () => Effect.sync(() => (checked = true)))))

        const made = (stream: string): StreamKey => {
          const [id, bytes] = [randomBytes(12).toString("base64url"), randomBytes(32)]
          return { id, bytes, wrapped: encrypt(wrapping, aboutKey(id, stream), bytes).toString("base64") }
        }
        // read again each time: a cached key might have been destroyed meanwhile
        const current = batched<string, KeyRow, DatabaseError>(String, (streams) =>
          Effect.map(statement(keysOfStreams, [streams]), (rows) => new Map(rows.map((row) => [row.stream, row]))),
        )

        return {
          check,
          faults,
          of: (streams) =>
            Effect.gen(function* () {
              yield* checkedOnce
              const keys = yield* Effect.forEach(
                streams,
                ({ stream, isNew }) =>
                  Effect.gen(function* () {
                    const row = isNew ? undefined : yield* current(stream)
                    return [stream, row ? { id: row.id, bytes: yield* unwrapped(row) } : made(stream)] as const
                  }),
                { concurrency: "unbounded" },
              )
              return new Map(keys)
            }),
          read: <E extends Read>(events: ReadonlyArray<E>) =>
            Effect.suspend(() => {
              const ids = new Set<string>()
              for (const { data } of events)
                for (const [
                  ,
                  {
                    [mark]: [id],
                  },
                ] of marksOf(data))
                  ids.add(id)
              if (ids.size === 0) return Effect.succeed(events)
              return Effect.gen(function* () {
                const rows = yield* statement(keysById, [[...ids]])
                const keys = new Map<string, Buffer | null>()
                for (const { key, ...row } of rows) keys.set(row.id, key === null ? null : yield* unwrapped({ ...row, key }))
                if (keys.size < ids.size && !told) {
                  told = true
                  yield* Effect.logWarning(
                    "Keys of personal data are not in es.personal_key: what was encrypted with them reads as erased. To read it, restore that table, then run: ops projections rebuild",
                  )
                }
                return yield* Effect.try({
                  try: () => events.map((event) => decrypted(event, keys)),
                  catch: (cause) => failed("Personal data in the log was changed: it cannot be decrypted. Run: ops audit verify", cause),
                })
              })
            }),
          print: (requestHash) => createHmac("sha256", printing).update(requestHash).digest("hex"),
        }
      }),
    )
}
