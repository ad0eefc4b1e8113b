/** Figures that were given out at a moment: made again from the rows of that moment, they are the same bytes. */
import { createHash } from "node:crypto"
import { Context, Effect } from "effect"
import { Database, type DatabaseError } from "../database/database.ts"
import type { Refusal } from "./act.ts"
import { Instants } from "./instant.ts"

/** A kind of figures that a module gives out. */
export interface Publication {
  /** what was given out, from the log: its `name`, the `key` it is made by, the `position` of the moment, the `sha256` of the bytes */
  readonly sql: string
  /** the bytes again; runs at the moment */
  readonly bytes: (key: string) => Effect.Effect<Uint8Array, DatabaseError | Refusal, Database>
}

/** Every module's publications. */
export const Publications = Context.Reference<ReadonlyArray<Publication>>("@ops/platform/records/Publications", { defaultValue: () => [] })

/** Makes all that was given out up to a position again; the names of what is not what it was. */
export const republished = (upTo: number) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const { resolve, within } = yield* Instants
    const differing: Array<string> = []
    let made = 0
    for (const { sql, bytes } of yield* Publications) {
      const given = yield* statement(`select name, key, position, sha256 from (${sql}) given where position <= $1 order by position, name`, [upTo])
      for (const { name, key, position, sha256 } of given) {
        const again = yield* within(yield* resolve(`@${position}`), bytes(key))
        if (createHash("sha256").update(again).digest("hex") !== sha256) differing.push(name)
        made++
      }
    }
    return { made, differing }
  })
