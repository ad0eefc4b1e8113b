/** Files as originally generated, stored by the SHA-256 of their bytes, so that what was sent can be shown again, byte for byte. */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { Database } from "../database/database.ts"
import { col, sql } from "../database/statement.ts"

const keep = sql({}, "insert into app.document (sha256, media_type, bytes) values ($1, $2, $3::bytea) on conflict do nothing")
const kept = sql({ bytes: col.bytes }, "select bytes from app.document where sha256 = $1")

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

/** Stores a file and returns its SHA-256. Equal bytes are stored once. */
export const keepDocument = (bytes: Uint8Array, mediaType: string) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const sha256 = digest(bytes)
    yield* statement(keep, [sha256, mediaType, Buffer.from(bytes)])
    return sha256
  })

/** The file with this SHA-256, or undefined. Corrupted bytes are never returned. */
export const documentBytes = (sha256: string) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const [row] = yield* statement(kept, [sha256])
    if (!row) return undefined
    const bytes = new Uint8Array(row.bytes)
    if (digest(bytes) !== sha256) return yield* Effect.die(new Error(`Document ${sha256} is not what it was`))
    return bytes
  })
