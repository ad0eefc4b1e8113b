/** Figures that were given out at a moment: made again from the rows of that moment, they are the same bytes. */
import { createHash } from "node:crypto"
import { Context, Effect } from "effect"
import { Database, type DatabaseError } from "../database/database.ts"
import { col, sqlOf } from "../database/statement.ts"
import type { Rejection } from "./command.ts"
import { Snapshots } from "./snapshots/snapshots.ts"

/** A kind of figures that a module gives out. */
export interface Publication {
  /**
   * what was given out, from the log: its `name`, the `key` it is made by, the `position` of the moment, the `sha256` of the bytes,
   * and the `version` of the code that made them
   */
  readonly sql: string
  /** the `name` of what was due up to position $1 and has never been given out, from the log */
  readonly missing: string
  /** the version of the code that makes it now; it rises with each change of layout or calculation that changes the bytes */
  readonly version: (key: string) => number
  /** the bytes again; runs at the moment */
  readonly bytes: (key: string) => Effect.Effect<Uint8Array, DatabaseError | Rejection, Database>
}

/** Every module's publications. */
export class Publications extends Context.Service<Publications, ReadonlyArray<Publication>>()("@ops/platform/records/Publications") {}

export interface Republished {
  /** how many were made again */
  readonly made: number
  /** the names of those that are not what was given out */
  readonly differing: ReadonlyArray<string>
  /** those that another version of the code made: other bytes are expected of them, and prove nothing */
  readonly incomparable: ReadonlyArray<{ readonly name: string; readonly version: number; readonly present: number }>
  /** the names of those that were due and never given out, so that there was nothing to compare */
  readonly missing: ReadonlyArray<string>
}

const givenSql = sqlOf({ name: col.text, key: col.text, position: col.whole, sha256: col.text, version: col.whole })
const missingSql = sqlOf({ name: col.text })

/** Makes all that was given out up to a position again. */
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
