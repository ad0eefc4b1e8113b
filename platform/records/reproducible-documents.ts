/** Published figures: regenerated from the rows of their instant, they must give the same bytes. */
import { createHash } from "node:crypto"
import { Context, Effect } from "effect"
import { Database, type DatabaseError } from "../database/database.ts"
import { col, sqlOf } from "../database/statement.ts"
import type { Rejection } from "./command.ts"
import { Snapshots } from "./snapshots/snapshots.ts"

/** A kind of figures that a module publishes. */
export interface Publication {
  /**
   * selects the published items from the log: `name`, the `key` to regenerate it by, the `position` of its instant, the `sha256` of its bytes, and
   * the `version` of the code that made them
   */
  readonly sql: string
  /** selects from the log the `name` of items that were due up to position $1 and were never published */
  readonly missing: string
  /** the current version of the generating code; it is raised with every change of layout or calculation that changes the bytes */
  readonly version: (key: string) => number
  /** regenerates the bytes; runs at the instant */
  readonly bytes: (key: string) => Effect.Effect<Uint8Array, DatabaseError | Rejection, Database>
}

/** Every module's publications. */
export class Publications extends Context.Service<Publications, ReadonlyArray<Publication>>()("@ops/platform/records/Publications") {}

export interface Republished {
  /** number of items regenerated */
  readonly made: number
  /** names of the items whose bytes differ from the published ones */
  readonly differing: ReadonlyArray<string>
  /** items made by another version of the code: their bytes are expected to differ and prove nothing */
  readonly incomparable: ReadonlyArray<{ readonly name: string; readonly version: number; readonly present: number }>
  /** names of the items that were due but never published, so that there was nothing to compare */
  readonly missing: ReadonlyArray<string>
}

const givenSql = sqlOf({ name: col.text, key: col.text, position: col.whole, sha256: col.text, version: col.whole })
const missingSql = sqlOf({ name: col.text })

/** Regenerates everything published up to a position. */
export const republished = (upTo: number) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const { resolve, within } = yield* Snapshots
    const differing: Array<string> = []
    const incomparable: Array<Republished["incomparable"][number]> = []
    const missing: Array<string> = []
    let made = 0
    for (const { sql, missing: unpublished, version: versionOf, bytes } of yield* Publications) {
      const given = yield* statement(givenSql(`select name, key, position, sha256, version from (${sql}) given where position <= $1 order by position, name`), [
        upTo,
      ])
      for (const { name, key, position, sha256, version } of given) {
        const again = yield* within(yield* resolve(`@${position}`), bytes(key))
        const isSame = createHash("sha256").update(again).digest("hex") === sha256
        const present = versionOf(key)
        if (!isSame && version !== present) {
          incomparable.push({ name, version, present })
          continue
        }
        if (!isSame) differing.push(name)
        made++
      }
      for (const { name } of yield* statement(missingSql(unpublished), [upTo])) missing.push(name)
    }
    return { made, differing, incomparable, missing } satisfies Republished
  })
