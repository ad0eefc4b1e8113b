/**
 * Several versions of the program may run on one database for a moment, during a rolling upgrade. Once the rows are made by another version, the
 * commits of this one are rejected (es.append), and this service stops the process.
 */
import { Effect, Layer } from "effect"
import { Database } from "../../database/database.ts"
import { col, sql } from "../../database/statement.ts"
import { fingerprint } from "./generation.ts"
import { Model } from "../records.ts"

const liveSql = sql(
  { fingerprint: col.text, generation: col.whole },
  "select fingerprint, generation from es.projection where name = 'rows' and state = 'active'",
)

/** How often the live generation is checked, in ms. */
const pause = 2_000

/** Calls `stop` once the live rows are made by other code than that of this process. */
export const layer = (stop: () => void) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { statement } = yield* Database
      const { streams, views } = yield* Model
      const own = fingerprint(streams, views)
      const look = Effect.gen(function* () {
        const [live] = yield* statement(liveSql, [])
        if (!live || live.fingerprint === own) return false
        yield* Effect.logError(
          `The read tables of the database are now maintained by another version of this program (generation ${live.generation}). This process can no longer record anything, and stops. Start the new version in its place.`,
        )
        stop()
        return true
      }).pipe(Effect.orElseSucceed(() => false)) // the database is unreachable: check again
      yield* Effect.forkScoped(Effect.repeat(Effect.delay(look, pause), { until: (isOver) => isOver }))
    }),
  )
