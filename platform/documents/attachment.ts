/**
 * Files that people attach to records. They are uploaded first, each in one statement, and then referred to by id in the record they are attached to;
 * the record's event contains their SHA-256. Files that are never attached are deleted after a day.
 */
import type { Permission } from "../access/levels.ts"
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { holdsAny } from "../access/levels.ts"
import { type SignedIn, Who } from "../access/who.ts"
import { clock } from "../clocks/clock.ts"
import { Database } from "../database/database.ts"
import { col, sql, sqlOf } from "../database/statement.ts"
import { mapDatabaseErrors } from "../http/answer.ts"
import type { ListShape } from "../http/list-query.ts"
import { acting, invalid, notFound, Rejection, system } from "../records/command.ts"
import type { Attachment } from "./attachment-contract.ts"

/** A kind of record with attached files: people who see a record in its list may open its files. A module lists its kinds in its module.ts. */
export interface AttachedTo {
  readonly kind: string
  /** who may read the list */
  readonly may: ReadonlyArray<Permission>
  readonly list: (who: SignedIn) => Pick<ListShape, "from" | "where">
  /** SQL that is true for a row of the list that has the file with the id `?` attached */
  readonly has: string
}

/** `has` for a column that is a list of attachments. */
export const inColumn = (column: string) => `${column} <> '[]' and ${column} @> jsonb_build_array(jsonb_build_object('id', ?::bigint))`
/** The index for searching such a column, among the `views` of a module whose table grows long. */
export const fileIndex = (table: string, column: string) => `create index on ${table} using gin (${column} jsonb_path_ops) where ${column} <> '[]'`

export const attachmentTable = `create table if not exists app.attachment (
  id bigint generated always as identity primary key,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'), name text not null, type text not null,
  size int not null, bytes bytea not null check (octet_length(bytes) = size),
  uploaded_by bigint, uploaded_at timestamptz not null default now(),
  -- when something was first to be kept with it
  attached_at timestamptz,
  -- the kind of record with whose erasure it goes
  personal_to text)`

/** The index for finding files that are not attached to anything. */
export const looseIndex = "create index if not exists attachment_loose on app.attachment (uploaded_by) where attached_at is null"
/** The index for finding a file by its bytes. */
export const digestIndex = "create index if not exists attachment_sha256 on app.attachment (sha256)"
/** The maximum number of unattached files per person, to prevent filling the disk. */
const looseAtMost = 50

const types = {
  pdf: { type: "application/pdf", endings: ["pdf"] },
  jpeg: { type: "image/jpeg", endings: ["jpg", "jpeg"] },
  png: { type: "image/png", endings: ["png"] },
  webp: { type: "image/webp", endings: ["webp"] },
} as const
const pictures = /\.(jpe?g|jfif|png|webp|gif|bmp|heic|heif|tiff?)$/i

/** The type of a file from its first bytes, whatever its name; undefined if it is not an accepted type. */
export const typeOf = (bytes: Uint8Array): keyof typeof types | undefined => {
  const begins = (text: string, at = 0) => Buffer.from(bytes.subarray(at, at + text.length)).toString("latin1") === text
  if (begins("%PDF-")) return "pdf"
  if (begins("\xff\xd8\xff")) return "jpeg"
  if (begins("\x89PNG\r\n\x1a\n")) return "png"
  return begins("RIFF") && begins("WEBP", 8) ? "webp" : undefined
}

/** A file name that is safe on disk and in a header, with the extension of its actual type. */
export const safeName = (given: string, kind: keyof typeof types): string => {
  const { endings } = types[kind]
  const plain = (given.split(/[/\\]/).at(-1) ?? "")
    .toWellFormed()
    .replace(/[\p{C}<>:"|?*\uFFFD]/gu, "")
    .trim()
    .replace(/^\.+/, "")
    .slice(-150)
  const [, stem = "", ending = ""] = /^(.*?)(?:\.(\w{1,8}))?$/.exec(plain) ?? []
  const fits = endings.some((known) => known === ending.toLowerCase())
  return `${(fits ? stem : plain) || "file"}.${fits ? ending : endings[0]}`
}

/** The columns of a file in answers. */
const file = { id: col.whole, name: col.text, type: col.text, size: col.whole, sha256: col.text }
const looseSql = sql({ loose: col.whole }, "select count(*)::int as loose from app.attachment where uploaded_by = $1 and attached_at is null")
const keep = sql(
  file,
  "insert into app.attachment (sha256, name, type, size, bytes, uploaded_by, attached_at) values ($1, $2, $3, $4, $5::bytea, $6, case when $7 then now() end) returning id, name, type, size, sha256",
)
const attach = sql(
  file,
  `update app.attachment set attached_at = coalesce(attached_at, now()), personal_to = coalesce($3::text, personal_to)
   where id = any($1::bigint[]) and uploaded_by = $2 returning id, name, type, size, sha256`,
)
const otherSql = sql(
  { name: col.text },
  "select name from app.attachment where id = any($1::bigint[]) and uploaded_by = $2 and type not like 'image/%' limit 1",
)
const seenSql = sqlOf(file)
const bytesSql = sql({ bytes: col.bytes }, "select bytes from app.attachment where id = $1")
const gone = { id: col.whole }
const sweepLoose = sql(gone, "delete from app.attachment where attached_at is null and uploaded_at < now() - interval '1 day' returning id")
const sweepErased = sqlOf(gone)

/** Stores an uploaded file. Rejects anything but PDFs and images. */
export const takeFile = (given: string, bytes: Uint8Array) => Effect.flatMap(Who, ({ person }) => storeFile(given, bytes, person))

/** The same in the name of a person. Something waits for an awaited one: it is kept from now on. */
export const storeFile = (given: string, bytes: Uint8Array, person: number, isAwaited = false) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    if (bytes.length === 0) return yield* Effect.fail(invalid("The file is empty. Choose another one"))
    const kind = typeOf(bytes)
    const shown = given.replace(/\p{C}/gu, "").slice(-100) || "The file"
    if (kind === undefined || (pictures.test(given) && kind === "pdf")) {
      const sentence = pictures.test(given)
        ? `${shown} is not a picture that can be read. Take the photo again, or save it as JPEG, PNG or WEBP`
        : `${shown} is neither a PDF nor a picture. Attach a PDF, JPEG, PNG or WEBP`
      return yield* Effect.fail(new Rejection(415, sentence))
    }
    const [waiting] = isAwaited ? [] : yield* statement(looseSql, [person])
    if (waiting && waiting.loose >= looseAtMost) {
      return yield* Effect.fail(
        new Rejection(429, `${looseAtMost} of your files are not attached to a record. Attach them, or try again tomorrow, when they have been deleted`),
      )
    }
    const sha256 = createHash("sha256").update(bytes).digest("hex")
    const [row] = yield* statement(keep, [sha256, safeName(given, kind), types[kind].type, bytes.length, Buffer.from(bytes), person, isAwaited])
    return row!
  })

/**
 * The files with these ids, which the person must have uploaded, in order; from now on they are kept. Files of a record about a person are erased
 * with it: `personalTo` is its kind, which the module must also list in `attachments` of its module.ts.
 */
export const attached = (ids: ReadonlyArray<number> | null | undefined, personalTo?: string) =>
  mapDatabaseErrors(
    Effect.gen(function* () {
      if (!ids || ids.length === 0) return []
      const { statement } = yield* Database
      const { person } = yield* Who
      const rows = yield* statement(attach, [ids, person, personalTo ?? null])
      const files = new Map(rows.map((row) => [row.id, row]))
      const unknown = ids.find((id) => !files.has(id))
      if (unknown !== undefined) return yield* Effect.fail(invalid(`There is no file ${unknown} of yours. Upload it first`))
      return [...new Set(ids)].map((id) => files.get(id)!)
    }),
  )

/** The files of a person with these ids, or with these SHA-256: those that an act of a device names. */
const namedSql = sql(
  file,
  `select id, name, type, size, sha256 from app.attachment where uploaded_by = $1 and sha256 = any($2::text[])
   union select id, name, type, size, sha256 from app.attachment where uploaded_by = $1 and id = any($3::bigint[])`,
)
export const filesNamed = (names: ReadonlyArray<number | string>, person: number) =>
  Effect.map(
    Effect.flatMap(Database, ({ statement }) =>
      statement(namedSql, [person, names.filter((name) => typeof name === "string"), names.filter((name) => typeof name === "number")]),
    ),
    (rows) => new Map(rows.flatMap((row) => [[row.id, row] as const, [row.sha256, row] as const] as ReadonlyArray<readonly [number | string, typeof row]>)),
  )

/** The same for photos and signatures: a file that is not an image is rejected and left unattached. */
export const attachedPictures = (ids: ReadonlyArray<number> | null | undefined, personalTo?: string) =>
  mapDatabaseErrors(
    Effect.gen(function* () {
      const { statement } = yield* Database
      const { person } = yield* Who
      const [other] = yield* statement(otherSql, [ids ?? [], person])
      if (other) return yield* Effect.fail(invalid(`${other.name} is not a picture. Attach a photo as JPEG, PNG or WEBP`))
      return yield* attached(ids, personalTo)
    }),
  )

/** SQL for whether a record of one of these kinds, within the person's scope, has the file with this id. */
const hangs = ({ list, has }: AttachedTo, who: SignedIn, id: number, values: Array<unknown>) => {
  const { from, where = [] } = list(who)
  const placed = ({ sql, values: given = [] }: { readonly sql: string; readonly values?: ReadonlyArray<unknown> }) => {
    let n = 0
    return sql.replaceAll("?", () => `$${values.push(given[n++])}`)
  }
  return `exists(select from ${from} where ${[...where.map(placed), placed({ sql: has, values: [id] })].map((test) => `(${test})`).join(" and ")})`
}

/** The file, if the person uploaded it or may see a record to which it is attached; for others it does not exist. */
export const fileSeen = (kinds: ReadonlyArray<AttachedTo>, id: number) =>
  mapDatabaseErrors(
    Effect.gen(function* () {
      const { statement } = yield* Database
      const who = yield* Who
      const values: Array<unknown> = [id, who.person]
      const seen = ["a.uploaded_by = $2", ...kinds.filter(({ may }) => holdsAny(who, may)).map((kind) => hangs(kind, who, id, values))]
      const [row] = yield* statement(seenSql(`select id, name, type, size, sha256 from app.attachment a where a.id = $1 and (${seen.join(" or ")})`), values)
      return row ?? (yield* Effect.fail(notFound(`File ${id} does not exist`)))
    }),
  )

/** The bytes of a file. Corrupted bytes are never returned. */
export const fileBytes = ({ id, sha256 }: Attachment) =>
  mapDatabaseErrors(
    Effect.gen(function* () {
      const { statement } = yield* Database
      const [row] = yield* statement(bytesSql, [id])
      const bytes = new Uint8Array(row?.bytes ?? [])
      if (createHash("sha256").update(bytes).digest("hex") !== sha256) return yield* Effect.die(new Error(`Attachment ${id} is not what it was`))
      return bytes
    }),
  )

const everyone = (): SignedIn => ({ ...acting(system("attachments")), person: 0, employeeId: "", siteId: null, sessionId: null })

/** Deletes uploads that were not attached within a day, and the files of people who were erased. Returns their number. */
export const sweepFiles = (kinds: ReadonlyArray<AttachedTo>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const lost = yield* statement(sweepLoose, [])
    let swept = lost.length
    for (const kind of kinds) {
      const { from, where } = kind.list(everyone())
      // with a scope, rows that only some people may see would be taken for erased
      if (where && where.length > 0) continue
      const still = `exists(select from ${from} where ${kind.has.replace("?", "attachment.id")})`
      const erased = yield* statement(
        sweepErased(`delete from app.attachment where personal_to = $1 and attached_at < now() - interval '1 hour' and not ${still} returning id`),
        [kind.kind],
      )
      swept += erased.length
    }
    return swept
  })

/** Sweeps every six hours. */
export const fileClock = (kinds: ReadonlyArray<AttachedTo>) =>
  clock("files", "0 */6 * * *", {
    work: Effect.tap(sweepFiles(kinds), (gone) => (gone > 0 ? Effect.logInfo(`${gone} unattached files were deleted`) : Effect.void)),
    failed: "The sweep of files failed",
  })
