/**
 * Past instants: the state of the log at a past time, read with the same queries as the present. A time is resolved to a position of the log; the
 * rows up to that position are a separate generation, built when first read, shared by all processes of the database, and dropped when it has not
 * been read for a while.
 */
import { Context, Deferred, Effect, Layer, Semaphore } from "effect"
import { dateOf, isDate } from "../../calendar.ts"
import { atInstant, Database, type DatabaseError, type Instant } from "../../database/database.ts"
import { col, sql, sqlOf } from "../../database/statement.ts"
import { EventStore } from "../../event-store/event-store.ts"
import { Rejection } from "../command.ts"
import { atOnce, build, buildFrom, fingerprint } from "../generations/generation.ts"
import { PersonalKeys } from "../personal-data/personal.ts"
import { Model } from "../records.ts"

export type { Instant } from "../../database/database.ts"

export class Snapshots extends Context.Service<
  Snapshots,
  {
    /**
     * Resolves a text to an instant: a time (`2026-10-31T20:59:59Z`; in Juba time without a zone), a day (its end in Juba), a month (the end of its
     * last day; a day or month that is not over means now), or `@1234` (after the event at that position). Rejected (400) if it is not a time, lies
     * in the future, or is before the first event.
     */
    readonly resolve: (asOf: string) => Effect.Effect<Instant, Rejection | DatabaseError>
    /** Runs an effect at an instant: all its queries see the data as it was then, and it cannot write. */
    readonly within: <A, E, R>(instant: Instant, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DatabaseError, R>
    /** Has the rows of all instants rebuilt at their next use, because the events they were folded from read differently now, as after an erasure. */
    readonly forget: Effect.Effect<void, DatabaseError>
  }
>()("@ops/platform/records/Snapshots") {}

export interface SnapshotOptions {
  /** minutes without a reader after which the rows of an instant are dropped */
  readonly idleMinutes?: number
  /** maximum number of instants kept, among those not in use */
  readonly kept?: number
}

/** Seconds for which an instant counts as in use after a reader has touched it; readers touch it again before they are over. */
const inUse = 120
const saidAgain = 30

/** When an event became known, in ms as shown to users. Demo data about the past counts as known when it occurred. */
const knownAt = "date_trunc('milliseconds', case when c.via = 'demo' then e.occurred_at else c.recorded_at end)"
/** Number of events among which events of the same command may be spread: concurrent commands draw positions in turn. */
const interleaved = 10_000
/** Milliseconds after which a command that began before a given moment has certainly ended. */
const settled = 60_000

const bad = (sentence: string) => new Rejection(400, sentence)
const nonsense = (asOf: string) =>
  bad(`${asOf.slice(0, 40)} is not a valid moment. Give a day such as 2026-10-31, a month, a time such as 2026-10-31T18:00:00Z, or @ and a position`)

/** The end of the requested time or period as SQL over $1, and its beginning if it is a period. */
const momentOf = (asOf: string): { readonly ends: string; readonly begins: string; readonly value: string } | undefined => {
  const local = (expression: string) => `((${expression})::timestamp at time zone 'Africa/Juba')`
  const beforeNext = (next: string) => `(${local(next)} - interval '1 millisecond')`
  if (/^\d{4}-\d{2}$/.test(asOf) && isDate(`${asOf}-01`)) {
    return { ends: beforeNext("$1::date + interval '1 month'"), begins: local("$1::date"), value: `${asOf}-01` }
  }
  if (isDate(asOf)) return { ends: beforeNext("$1::date + 1"), begins: local("$1::date"), value: asOf }
  const [, day, time, zone] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:?\d{2})?$/.exec(asOf) ?? []
  if (day === undefined || !isDate(day) || Number.isNaN(Date.parse(`${day}T${time}Z`))) return undefined
  if (zone === undefined) return { ends: local("$1"), begins: local("$1"), value: `${day} ${time}` }
  if (Number.isNaN(Date.parse(`${day}T${time}${zone}`))) return undefined
  return { ends: "$1::timestamptz", begins: "$1::timestamptz", value: `${day} ${time}${zone}` }
}

const written = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const lookup = (from: string, where: string) => `select e.position, ${written(knownAt)} as at ${from} where ${where}`
const log = "from es.event e join es.commit c on c.id = e.commit_id"

const eventAt = sqlOf({ position: col.whole, at: col.text })
const firstAt = sqlOf({ at: col.text })
const momentSql = sqlOf({ at: col.text, isToCome: col.flag, isSettled: col.flag })
const wholeSql = sql(
  { position: col.nullable(col.whole) },
  `select max(position) as position from es.event where position <= $2
   and commit_id = any(array(select distinct commit_id from es.event where position > $1 - ${interleaved} and position <= $1))`,
)
const freshSql = sql(
  { fresh: col.flag },
  `select used_at > now() - interval '${saidAgain} seconds' as fresh from es.instant where position = $1 and fingerprint = $2`,
)
const touch = sql({ position: col.whole }, "update es.instant set used_at = now() where position = $1 and fingerprint = $2 returning position")
/**
 * The latest instant before $1 from which continuing is faster than folding the whole log: the later events are the smaller part of it. Marks it as
 * in use.
 */
const nearest = sql(
  { position: col.whole },
  `update es.instant set used_at = now() where position = (select max(position) from es.instant where position < $1 and position > $1 * 3 / 4 and fingerprint = $2)
   returning position`,
)
const lock = sql({ pg_advisory_xact_lock: col.unknown }, "select pg_advisory_xact_lock(hashtext($1))")
const drop = sql({}, "delete from es.instant where position = $1")
const made = sql(
  {},
  `insert into es.instant (position, fingerprint)
   select $1::bigint, case when exists(select from es.personal_key where erased_at >= now()) then '' else $2 end`,
)
const dropped = sqlOf({ position: col.whole })
const forgetAll = sql({}, "update es.instant set fingerprint = ''")

export const layer = (options: SnapshotOptions = {}) =>
  Layer.effect(
    Snapshots,
    Effect.gen(function* () {
      const { idleMinutes = 30, kept = 12 } = options
      const database = yield* Database
      const personal = yield* PersonalKeys
      const { statement, query, transaction } = database
      const store = yield* EventStore
      const { streams, views } = yield* Model
      const print = fingerprint(streams, views)
      const present = <A, E, R>(effect: Effect.Effect<A, E, R>) => atInstant(undefined, effect)

      const known = new Map<string, Instant>()
      const remember = (asOf: string, instant: Instant) => {
        known.set(asOf, instant)
        if (known.size > 500) known.delete(known.keys().next().value!)
      }
      const instantAt = (position: number, at: string): Instant => ({ position, at, today: dateOf(at), schema: `as_of_${position}` })

      const atPosition = (asOf: string) =>
        Effect.gen(function* () {
          const position = Number(asOf.slice(1))
          const closed = yield* store.closed
          if (position > closed) return yield* Effect.fail(bad(`There is no event ${position} yet: the last one is ${closed}`))
          const [last] = yield* statement(eventAt(`${lookup(log, "e.position <= $1")} order by e.position desc limit 1`), [position])
          if (!last) return yield* Effect.fail(bad("There is no data before the first event. Use @1 or later"))
          return instantAt(position, last.at)
        })

      /** Extends a position so that commands with events at or below it are included completely. */
      const wholeActs = (position: number, closed: number): Effect.Effect<number, DatabaseError> =>
        Effect.flatMap(statement(wholeSql, [position, closed]), ([row]) =>
          Number(row!.position) > position ? wholeActs(Number(row!.position), closed) : Effect.succeed(position),
        )

      /**
       * The last position of everything known by then, extended to include all commands below it completely. Concurrent commands may draw positions
       * in another order than they read the clock, so events that were in progress in those milliseconds may be included, but nothing that was known
       * is left out, and no command is seen in part.
       */
      const atTime = (asOf: string) =>
        Effect.gen(function* () {
          const moment = momentOf(asOf)
          if (!moment) return yield* Effect.fail(nonsense(asOf))
          const { begins, ends, value } = moment
          const [found] = yield* Effect.catchIf(
            statement(
              momentSql(`select ${written(`least(${ends}, clock_timestamp())`)} as at, ${begins} > clock_timestamp() as "isToCome",
                ${ends} < clock_timestamp() - interval '${settled} milliseconds' as "isSettled"`),
              [value],
            ),
            ({ code }) => code.startsWith("22"),
            () => Effect.fail(nonsense(asOf)),
          )
          const { at, isToCome, isSettled } = found!
          if (isToCome) return yield* Effect.fail(bad(`${asOf} is in the future. Choose a moment in the past`))
          const closed = yield* store.closed
          const [last] = yield* statement(eventAt(`${lookup(log, `e.position <= $1 and ${knownAt} <= $2::timestamptz`)} order by e.position desc limit 1`), [
            closed,
            at,
          ])
          if (!last) {
            const [first] = yield* statement(
              firstAt(
                `select to_char(${knownAt} at time zone 'Africa/Juba', 'FMDD FMMonth YYYY, HH24:MI') as at ${log} where e.position <= $1 order by ${knownAt} limit 1`,
              ),
              [closed],
            )
            return yield* Effect.fail(
              bad(
                first ? `Nothing was recorded by ${asOf}: the first event is of ${first.at} in Juba. Choose that moment or later` : "Nothing is recorded yet",
              ),
            )
          }
          const instant = instantAt(yield* wholeActs(last.position, closed), at)
          if (isSettled) remember(asOf, instant)
          return instant
        })

      /** Marks an instant as in use; false if its rows do not exist. Waits for a process that is just dropping it. */
      const isThere = ({ position }: Instant) =>
        Effect.gen(function* () {
          const [row] = yield* statement(freshSql, [position, print])
          if (row?.fresh) return true
          return row !== undefined && (yield* touched(position))
        })
      const touched = (position: number) => Effect.map(statement(touch, [position, print]), (rows) => rows.length > 0)

      const making = new Map<string, Deferred.Deferred<void, DatabaseError>>()
      // each build takes two connections of the pool and one core
      const atMost = yield* Semaphore.make(2)
      const make = (instant: Instant) =>
        // in a separate transaction, because readers of that instant update the same row
        Effect.flatMap(statement(nearest, [instant.position, print]), ([kept]) => atOnce(madeFrom(kept?.position, instant))).pipe(
          Effect.provideService(Database, database),
          Effect.provideService(PersonalKeys, personal),
        )
      const madeFrom = (kept: number | undefined, { position, schema }: Instant) =>
        Effect.gen(function* () {
          yield* statement(lock, [`field office: ${schema}`])
          if (yield* touched(position)) return // another process has built it meanwhile
          // the entry before the rows, in the order of the sweep, to avoid a deadlock
          yield* statement(drop, [position])
          yield* query((sql) => sql.unsafe(`drop schema if exists ${schema} cascade`))
          const isKept = kept !== undefined && (yield* statement(freshSql, [kept, print])).length > 0
          yield* isKept ? buildFrom({ schema: `as_of_${kept}`, position: kept }, schema, streams, views, position) : build(schema, streams, views, position)
          // a person erased while the rows were folded may still be in them: then only the waiting callers use these rows
          yield* statement(made, [position, print])
        })

      /**
       * Builds the rows of an instant unless they exist. Of concurrent callers only one builds them, and the build continues even if that caller
       * stops waiting.
       */
      const ready = (instant: Instant): Effect.Effect<void, DatabaseError> =>
        Effect.gen(function* () {
          if (yield* isThere(instant)) return
          const underWay = making.get(instant.schema)
          if (underWay) return yield* Deferred.await(underWay)
          const done = yield* Deferred.make<void, DatabaseError>()
          making.set(instant.schema, done)
          yield* Effect.forkDetach(
            Effect.flatMap(Effect.exit(atMost.withPermit(make(instant))), (exit) => {
              making.delete(instant.schema)
              return Deferred.done(done, exit)
            }),
          )
          yield* Deferred.await(done)
        })

      const dropOne = (where: string) =>
        transaction(
          Effect.gen(function* () {
            const [row] = yield* statement(
              dropped(
                `delete from es.instant where position = (select position from es.instant where ${where} order by used_at limit 1 for update skip locked) returning position`,
              ),
              [],
            )
            if (row) yield* query((sql) => sql.unsafe(`drop schema if exists as_of_${row.position} cascade`))
            return row !== undefined
          }),
        )
      const dropAll = (where: string): Effect.Effect<void, DatabaseError> =>
        Effect.flatMap(dropOne(where), (isDropped) => (isDropped ? dropAll(where) : Effect.void))
      const unread = `used_at < now() - interval '${inUse} seconds'`
      const sweep = Effect.gen(function* () {
        yield* dropAll("fingerprint = ''")
        yield* dropAll(`used_at < now() - interval '${idleMinutes} minutes' and ${unread}`)
        yield* dropAll(`${unread} and (select count(*) from es.instant) > ${kept}`)
      })

      // in real time: readers and the database do not follow a test clock
      const every = (milliseconds: number, work: Effect.Effect<unknown, DatabaseError>) =>
        Effect.map(Effect.context<never>(), (context) =>
          setInterval(() => void Effect.runPromiseWith(context)(Effect.ignore(present(work))), milliseconds).unref(),
        )
      const stop = (timer: NodeJS.Timeout) => Effect.sync(() => clearInterval(timer))
      yield* Effect.acquireRelease(every(60_000, sweep), stop)

      return {
        resolve: (asOf) =>
          Effect.suspend(() => {
            const before = known.get(asOf)
            if (before) return Effect.succeed(before)
            return present(/^@\d{1,15}$/.test(asOf) ? atPosition(asOf) : atTime(asOf))
          }),
        within: (instant, effect) =>
          Effect.andThen(
            present(ready(instant)),
            Effect.acquireUseRelease(every(saidAgain * 1000, touched(instant.position)), () => atInstant(instant, effect), stop),
          ),
        forget: present(Effect.andThen(statement(forgetAll, []), Effect.forkDetach(Effect.ignore(sweep)))),
      }
    }),
  )
