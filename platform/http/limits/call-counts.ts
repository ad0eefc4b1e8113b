/**
 * Counts the calls made under a key in the current minute, across all processes. Each process counts in memory, adds its counts to a table once a
 * second and receives the sums: no call waits for the database, and the sum is at most a second old.
 */
import { Context, Effect, Layer } from "effect"
import { Database } from "../../database/database.ts"
import { col, sql } from "../../database/statement.ts"

export interface Counts {
  /** Counts a call. `seconds` is the time to wait, 0 if the call may proceed; `giveBack` undoes the count. */
  readonly take: (key: string, limit: number) => { readonly seconds: number; readonly giveBack: () => void }
}

const minute = 60_000

interface Count {
  readonly minute: number
  /** counted in this process */
  own: number
  /** how many of these the table already includes */
  told: number
  /** the sum over all processes when the table was last queried */
  known: number
}

/** Counts in this process. `exchange` synchronises with the other processes, through anything that adds up their counts. */
export const localCounts = (now: () => number = Date.now) => {
  const counts = new Map<string, Count>()
  const current = () => Math.floor(now() / minute)
  const take: Counts["take"] = (key, limit) => {
    const at = current()
    let count = counts.get(key)
    if (count?.minute !== at) counts.set(key, (count = { minute: at, own: 0, told: 0, known: 0 }))
    const counted = count
    if (counted.known + counted.own - counted.told >= limit) return { seconds: Math.ceil(((at + 1) * minute - now()) / 1000), giveBack: () => {} }
    counted.own++
    return { seconds: 0, giveBack: () => void counted.own-- }
  }
  /** Adds the calls counted since the last exchange; `add` returns the sums of these keys. */
  const exchange = <E, R>(add: (news: ReadonlyArray<{ key: string; minute: number; calls: number }>) => Effect.Effect<ReadonlyMap<string, number>, E, R>) =>
    Effect.gen(function* () {
      const at = current()
      for (const [key, count] of counts) if (count.minute < at) counts.delete(key)
      const news = [...counts].map(([key, count]) => ({ key, count, minute: count.minute, calls: count.own - count.told }))
      if (news.length === 0) return
      const sums = yield* add(news.sort((a, b) => (a.key < b.key ? -1 : 1)))
      for (const { key, count, calls } of news) {
        count.told += calls
        count.known = sums.get(key) ?? count.known + calls
      }
    })
  return { take, exchange }
}

/** Counts in this process only, unless {@link layer} is provided. */
export const CallCounts = Context.Reference<Counts>("@ops/platform/http/CallCounts", { defaultValue: () => localCounts() })

/** Not part of the log, and not worth a backup or durable writes. */
export const callCountTable =
  "create unlogged table if not exists app.call_count (key text not null, minute bigint not null, calls int not null, primary key (key, minute))"

const countSql = sql(
  { key: col.text, calls: col.whole },
  `with old as (delete from app.call_count where minute < $4)
  insert into app.call_count as c (key, minute, calls) select * from unnest($1::text[], $2::bigint[], $3::int[])
  on conflict (key, minute) do update set calls = c.calls + excluded.calls returning key, calls`,
)

/** Counts together with the other processes on the database. While the database is unreachable, each process counts by itself. */
export const layerAt = (now: () => number) =>
  Layer.effect(
    CallCounts,
    Effect.gen(function* () {
      const { statement } = yield* Database
      const { take, exchange } = localCounts(now)
      const tell = Effect.ignore(
        exchange((news) =>
          Effect.map(
            statement(countSql, [news.map(({ key }) => key), news.map(({ minute }) => minute), news.map(({ calls }) => calls), news[0]!.minute - 1]),
            (rows) => new Map(rows.map((row) => [row.key, row.calls])),
          ),
        ),
      )
      yield* Effect.addFinalizer(() => tell)
      yield* Effect.forkScoped(Effect.forever(Effect.delay(tell, 1_000)))
      return { take }
    }),
  )

export const layer = layerAt(Date.now)
