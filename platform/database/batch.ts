/** Combines the database lookups of concurrent requests into one query. */
import { Deferred, Effect } from "effect"
import { CurrentInstant } from "./database.ts"

/**
 * Makes a loader of single values from one that loads many. A lone request is sent at once; requests that come while queries are in progress wait and
 * are sent together (at most 1000), each key once. `load` returns values by `keyOf`; a missing one is undefined.
 */
export const batched = <Key, Value, E>(
  keyOf: (key: Key) => string,
  load: (keys: ReadonlyArray<Key>) => Effect.Effect<ReadonlyMap<string, Value>, E>,
  underWay = 2,
): ((key: Key) => Effect.Effect<Value | undefined, E>) => {
  const waiting: Array<{ key: Key; done: Deferred.Deferred<Value | undefined, E> }> = []
  let loading = 0

  const next: Effect.Effect<void> = Effect.suspend(() => {
    const taken = waiting.splice(0, 1000)
    if (taken.length === 0) {
      loading--
      return Effect.void
    }
    // several commands often ask for the same row at once, such as those that are decided for a list
    const asked = new Map(taken.map(({ key }) => [keyOf(key), key]))
    return Effect.exit(load([...asked.values()])).pipe(
      Effect.flatMap((exit) =>
        Effect.forEach(
          taken,
          ({ key, done }) => (exit._tag === "Success" ? Deferred.succeed(done, exit.value.get(keyOf(key))) : Deferred.failCause(done, exit.cause)),
          { discard: true },
        ),
      ),
      Effect.flatMap(() => next),
    )
  })

  return (key) =>
    Effect.gen(function* () {
      // a reader of a past instant loads alone, because a shared query can run at only one instant
      if (yield* CurrentInstant) return (yield* load([key])).get(keyOf(key))
      const done = yield* Deferred.make<Value | undefined, E>()
      waiting.push({ key, done })
      if (loading < underWay) {
        loading++
        // lets the requests that are ready now join the query
        yield* Effect.forkDetach(Effect.andThen(Effect.yieldNow, next))
      }
      return yield* Deferred.await(done)
    })
}

/**
 * SQL that joins a query to each requested value separately (enforced by `offset 0`), so that a plan made while the tables were empty still works
 * well when they are large.
 */
export const lateralLookup = (query: string, alias: string): string => `cross join lateral (${query} offset 0) ${alias}`

/**
 * SQL for the values of an array parameter, one per row. Postgres cannot see their number before execution (because of the `select`) and therefore
 * keeps one generic plan; otherwise it would plan again for each array that is shorter than expected.
 */
export const unnestParameter = (parameter: string): string => `unnest((select ${parameter}))`

/** How long values drawn in advance are kept, in ms. */
const fresh = 200

/**
 * Returns single values from a `draw` of many, each only once and in ascending order. Under load, it draws as many values in advance as will be used
 * before they expire (at most `most`); the remaining ones are then dropped, so that no outdated value is returned later.
 */
export const drawnAhead = <E>(draw: (many: number) => Effect.Effect<ReadonlyArray<number>, E>, most: number): (() => Effect.Effect<number, E>) => {
  let left: Array<number> = []
  let drawnAt = -Infinity
  let ahead = 0
  let asked = 0
  /** values returned since the last draw */
  let given = 0
  const ask = batched<number, number, E>(
    String,
    (asking) => {
      const since = performance.now() - drawnAt
      const wanted = Math.floor((given * fresh) / since)
      ahead = since < fresh ? Math.min(most, Math.max(1, ahead * 2)) : Math.min(ahead, wanted)
      return Effect.map(draw(asking.length + ahead), (drawn) => {
        drawnAt = performance.now()
        given = asking.length
        left = drawn.slice(asking.length)
        return new Map(asking.map((each, n) => [String(each), drawn[n]!]))
      })
    },
    1,
  )
  return () => {
    if (performance.now() - drawnAt > fresh) left = []
    const value = left.shift()
    if (value === undefined) return Effect.map(ask(asked++), (drawn) => drawn!)
    given++
    return Effect.succeed(value)
  }
}
