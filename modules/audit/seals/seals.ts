/** The seals of the company's log: the key, the sealer that runs with the server, and the calls about them. */
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect, Layer, Redacted, Semaphore } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Config, ConfigError, type Settings } from "@ops/platform/config.ts"
import { Database, statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Finding } from "@ops/platform/event-store/diagnosis.ts"
import type { EventStore } from "@ops/platform/event-store/event-store.ts"
import { checkNote, pemOf, type PublicKey, readNote, type SigningKey, signingKey, signingKeyFile } from "@ops/platform/event-store/note.ts"
import { lastNote, runSealer } from "@ops/platform/event-store/seals.ts"
import { notesOfFile, verifyLog } from "@ops/platform/event-store/verify.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { mails, queueMail } from "@ops/platform/mail/mail.ts"
import { command, newId, Rejection, system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { namesOf } from "../events/log.ts"
import { SealsApi } from "./contract.ts"

type KeySettings = Pick<Settings, "sealKey" | "dataFolder">

const demoKeyFile = ({ dataFolder }: KeySettings) => path.join(dataFolder, "keys", "seal.pem")

/** The sealing key. If none is configured, one is created in the data folder, once; production requires a configured one. */
export const sealingKey = (settings: KeySettings): SigningKey =>
  settings.sealKey ? signingKey(Redacted.value(settings.sealKey)) : signingKeyFile(demoKeyFile(settings))

/** The public keys whose seals this machine trusts; empty if it has no key. Does not create one. Throws if the key cannot be read. */
export const believedKeys = (settings: KeySettings): ReadonlyArray<PublicKey> =>
  settings.sealKey || fs.existsSync(demoKeyFile(settings)) ? sealingKey(settings).trusted : []

const periods = { day: "the end of a business day", month: "the end of a month", new: "something new" } as const

const mailSeal = command("seal.mail", function* (asked: { to: string; id: number; kind: "day" | "month"; position: number; note: string }) {
  const text = `This states which events were in the log of Field Office at ${periods[asked.kind]}: ${asked.position} is the position of the last one.
Keep this mail: the log cannot be changed later without contradicting it.

To hold the log against it, save the lines between the rules in a file and run: ops audit verify --notes FILE

-----
${asked.note}-----
`
  return [queueMail(yield* newId(mails), { to: asked.to, subject: `Seal ${asked.id} of the log, at ${periods[asked.kind]}`, text })]
})

/** Seals the log while the server runs, stores the notes in their file, and mails those of the end of a day or month to the auditor. */
export const SealerLive = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* Config
    const key = yield* Effect.try({
      try: () => sealingKey(settings),
      catch: (error) =>
        new ConfigError({
          message: `The key that seals the log cannot be used (${settings.sealKey ? "OPS_SEAL_KEY" : demoKeyFile(settings)}): ${error instanceof Error ? error.message : error}.`,
        }),
    })
    const { auditorMail: to } = settings
    yield* runSealer({
      key,
      notes: settings.sealNotes,
      pause: settings.sealSeconds,
      ended: ({ id, kind, position, note }) =>
        to === undefined || kind === "new" ? Effect.void : execute(mailSeal, { to, id, kind, position, note }, system("seals"), { key: `seal ${id} to ${to}` }),
    })
  }),
)

const lastSealSql = sql({ id: col.whole, note: col.text }, "select id, note from es.seal order by id desc limit 1")
const at = `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`
const pageSql = sql(
  {
    id: col.whole,
    kind: col.words("new", "day", "month"),
    at: col.text,
    position: col.whole,
    size: col.whole,
    root: col.text,
    keyId: col.text,
    note: col.text,
  },
  `select id, kind, ${at}, position, size, root, key_id as "keyId", note
   from es.seal where ($1::bigint is null or id < $1) and kind = any($2::text[]) and position <= es.horizon() order by id desc limit $3`,
)
const visibleSealSql = sql(
  { id: col.whole, position: col.whole, at: col.text, note: col.text },
  `select id, position, ${at}, note from es.seal where position <= es.horizon() order by id desc limit 1`,
)
const unsealedSql = sql(
  { position: col.whole, unsealed: col.whole },
  `select coalesce(max(position), 0) as position, count(*) filter (where position > $1) as unsealed
   from es.event where position >= $1 and position <= es.closed()`,
)

/** Faults of the last seal that can be detected at start without reading the log; none if nothing is sealed yet. */
export const sealFaults = Effect.gen(function* () {
  const settings = yield* Config
  const [last] = yield* statement(lastSealSql, [])
  const outside = yield* Effect.sync(() => lastNote(settings.sealNotes))
  if (!last)
    return outside ? [`${settings.sealNotes} lists seals, but the database has none: it is a different or an older database. Run ops audit verify.`] : []
  const keys = yield* Effect.try({ try: () => believedKeys(settings), catch: String }).pipe(Effect.orElseSucceed(() => []))
  const note = readNote(last.note)
  const faults: Array<string> = []
  if (!note || checkNote(note, keys) !== "holds") {
    faults.push(
      `Seal ${last.id} is not signed with the key of this machine: set OPS_SEAL_KEY_FILE to the right key file, with earlier public keys below the private key.`,
    )
  }
  if (outside && outside.read.checkpoint.seal > last.id) {
    faults.push(
      `${settings.sealNotes} knows seal ${outside.read.checkpoint.seal}, and the database ends with seal ${last.id}: it was restored to an older state, or its end was cut off. Run ops audit verify.`,
    )
  }
  return faults
})

interface SealsAsked {
  readonly before?: string | undefined
  readonly kind?: string | undefined
  readonly limit?: string | undefined
}

const bad = (sentence: string) => new Rejection(400, sentence)

/** How far a verification has read. */
interface Reading {
  readonly events: number
  readonly total: number
}
/** A page of the seals, newest first, with the position up to which the log is sealed. Refuses (400) an invalid query. */
export const sealsPage = ({ before, kind, limit }: SealsAsked, keys: ReadonlyArray<PublicKey>, verifying: Reading | null = null) =>
  Effect.gen(function* () {
    if (before && !/^[1-9]\d{0,14}$/.test(before)) return yield* Effect.fail(bad("before must be the number of a seal"))
    if (limit && !/^([1-9]\d{0,2}|1000)$/.test(limit)) return yield* Effect.fail(bad("limit must be a whole number from 1 to 1000"))
    const kinds = kind ? kind.split(",") : ["new", "day", "month"]
    const strange = kinds.find((each) => !(each in periods))
    if (strange !== undefined) return yield* Effect.fail(bad("kind is new, day or month, or several separated by commas"))
    const seals = yield* statement(pageSql, [before || null, kinds, Number(limit || 50)])
    const [last] = yield* statement(visibleSealSql, [])
    const [log] = yield* statement(unsealedSql, [last?.position ?? 0])
    return {
      state: {
        seals: last?.id ?? 0,
        sealedTo: last?.position ?? 0,
        sealedAt: last?.at ?? null,
        position: log!.position,
        unsealed: log!.unsealed,
        origin: (last && readNote(last.note)?.checkpoint.origin) ?? null,
        publicKey: keys[0] ? pemOf(keys[0]) : null,
        keyId: keys[0]?.id ?? null,
        verifying,
      },
      seals,
    }
  })

const occurred = (where: string) => `(select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from es.event where ${where} limit 1)`
const spanSql = sql(
  { first: col.nullable(col.text), last: col.nullable(col.text) },
  `select ${occurred("true order by position")} as first, ${occurred("position <= $1 order by position desc")} as last`,
)

/** Compares the log with its seals, and with the outside notes if there are any. Refused if they cannot be read. */
const verified = (settings: Settings, progress: (read: Reading) => void) =>
  Effect.gen(function* () {
    const { keys, notes } = yield* Effect.try({
      try: () => ({ keys: believedKeys(settings), notes: fs.existsSync(settings.sealNotes) ? notesOfFile(settings.sealNotes) : undefined }),
      catch: (error) => new Rejection(409, `The log cannot be verified here: ${error instanceof Error ? error.message : error}`),
    })
    const found = yield* verifyLog({ keys, notes, progress }).pipe(Effect.catchTag("NoSuchSeal", Effect.die))
    const [span] = yield* statement(spanSql, [found.position])
    return { ...found, ...span!, findings: yield* namedFindings(found.findings) }
  })

/** The differences between the log and its seals, by the keys and notes of this machine; if it has no key, by hashes and roots only. */
export const logFindings = Effect.gen(function* () {
  const settings = yield* Config
  const { keys, notes } = yield* Effect.try({
    try: () => ({ keys: believedKeys(settings), notes: fs.existsSync(settings.sealNotes) ? notesOfFile(settings.sealNotes) : undefined }),
    catch: (error) => (error instanceof Error ? error : new Error(String(error))),
  })
  const { findings } = yield* verifyLog({ keys: keys.length > 0 ? keys : undefined, notes }).pipe(Effect.catchTag("NoSuchSeal", Effect.die))
  return yield* namedFindings(findings)
})

export const SealsLive = HttpApiBuilder.group(
  SealsApi,
  "auditSeals",
  Effect.fn(function* (handlers) {
    const settings = yield* Config
    const context = yield* Effect.context<Database | EventStore>()
    const oneAtATime = yield* Semaphore.make(1)
    let verifying: Reading | null = null
    const read = Effect.suspend(() => verified(settings, (now) => (verifying = now))).pipe(Effect.ensuring(Effect.sync(() => (verifying = null))))
    return handlers.handleAll({
      verify: () => mapDatabaseErrors(Effect.provide(oneAtATime.withPermits(1)(read), context)),
      list: ({ query }) =>
        mapDatabaseErrors(
          Effect.provide(
            Effect.suspend(() => sealsPage(query, believedKeys(settings), verifying)),
            context,
          ),
        ),
    })
  }),
)

/** The findings of a verification, with the names of their records. */
export const namedFindings = (findings: ReadonlyArray<Finding>) =>
  Effect.gen(function* () {
    const { query } = yield* Database
    const [rows] = yield* query((sql) => sql`select to_regnamespace('live') is not null and exists (select from es.projection where state = 'active') as there`)
    const names: ReadonlyMap<string, string> = rows!.there ? yield* namesOf(findings.flatMap(({ stream }) => stream ?? [])) : new Map()
    return findings.map((finding) => ({ ...finding, ...(finding.stream !== null && names.has(finding.stream) && { record: names.get(finding.stream)! }) }))
  })
