/** What concurrent requests ask of the database at the same moment travels in one query. */
import { Deferred, Effect } from "effect"
import { CurrentInstant } from "./database.ts"

/**
 * Makes a loader of single values out of one that loads many. A lone request goes at once; those that come while
 * a query is under way wait for the next, all together (1000 at most). `load` answers by `keyOf`; what it leaves out is undefined.
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
    return Effect.exit(load(taken.map(({ key }) => key))).pipe(
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
      // a reader in the past asks alone: those who wait together must stand in one instant
      if (yield* CurrentInstant) return (yield* load([key])).get(keyOf(key))
      const done = yield* Deferred.make<Value | undefined, E>()
      waiting.push({ key, done })
      if (loading < underWay) {
        loading++
        // after the requests that are ready now have asked too
        yield* Effect.forkDetach(Effect.andThen(Effect.yieldNow, next))
      }
      return yield* Deferred.await(done)
    })
}

/**
 * SQL that joins a query to what was asked, one asked at a time (`offset 0` keeps it so): a plan that was made while the tables
 * were empty is then still a good one when they are large.
 */
export const lateralLookup = (query: string, alias: string): string => `cross join lateral (${query} offset 0) ${alias}`

/**
 * SQL of the values of an array parameter, one a row. Postgres cannot see how many there are before it runs (the `select`
 * keeps it so), and so holds on to one plan: it would otherwise plan again for each array that is shorter than it expects.
 */
export const unnestParameter = (parameter: string): string => `unnest((select ${parameter}))`

/** How long values drawn ahead are kept, in ms. */
const fresh = 200

/**
 * One value at a time out of a `draw` of many, each given once and in rising order. While many ask, as many more are drawn
 * ahead as they will take before they are old, `most` at most; what is left then is dropped, so that nothing old comes up later.
 */
export const drawnAhead = <E>(draw: (many: number) => Effect.Effect<ReadonlyArray<number>, E>, most: number): (() => Effect.Effect<number, E>) => {
  let left: Array<number> = []
  let drawnAt = -Infinity
  let ahead = 0
  let asked = 0
  /** since the last draw */
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
