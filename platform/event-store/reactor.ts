/**
 * Reactors handle what follows an event outside the log, such as a mail. Each event that a reactor subscribes to becomes one effect, stored in the
 * same transaction as the reactor's checkpoint. The effect is then tried until it succeeds (at least once), and parked with its error after the last
 * attempt. The event's position is the idempotency key.
 */
import { setTimeout as delay } from "node:timers/promises"
import { Cause, Duration, Effect, Exit, Latch, Layer, Option, Schedule, Scope } from "effect"
import { Database } from "../database/database.ts"
import { col, sql, type Statement } from "../database/statement.ts"
import { eventColumns, EventStore, storedEvent, type StoredEvent } from "./event-store.ts"

/** The number of this attempt, from 1; after the last one the effect is parked. */
export interface Attempt {
  readonly number: number
  readonly last: boolean
}

export interface Reactor<R = never> {
  readonly name: string
  readonly on: ReadonlyArray<{
    readonly type: string
    readonly schemaVersion: number
    /** the schema versions it can read besides the current one, and how: taken from the definition made with `event` */
    readonly versions?: ReadonlyArray<number>
    readonly upcast?: (version: number, data: unknown) => unknown
  }>
  readonly react: (event: StoredEvent, attempt: Attempt) => Effect.Effect<void, unknown, R>
  readonly attempts: number
  readonly pause: Duration.Duration
  readonly within: Duration.Duration
}

/**
 * Describes a reactor. It reads the log from its beginning and is identified by its name. `react` must be idempotent: it runs again if the process
 * died before its success was recorded. Effects of one reactor run concurrently.
 */
export const reactor = <R = never>(
  name: string,
  options: {
    /** the event types it subscribes to, as declared with `event` */
    readonly on: Reactor["on"]
    readonly react: Reactor<R>["react"]
    /** attempts before the effect is parked; default 10 */
    readonly attempts?: number
    /** delay before the second attempt; doubles with each attempt, up to an hour; default 1 second */
    readonly pause?: Duration.Input
    /** timeout of an attempt; default 30 seconds */
    readonly within?: Duration.Input
  },
): Reactor<R> => ({
  name,
  on: options.on,
  react: options.react,
  attempts: options.attempts ?? 10,
  pause: Duration.fromInputUnsafe(options.pause ?? "1 second"),
  within: Duration.fromInputUnsafe(options.within ?? "30 seconds"),
})

/** Maximum number of effects of one reactor that a process runs concurrently. */
const atOnce = 8
/** Events turned into stored effects per transaction. */
const page = 500
/** Minimum and maximum polling interval in milliseconds when nothing wakes the reactor. */
const [shortest, longest] = [100, 2000]
/** Milliseconds to wait for further events of a burst. */
const burst = 50
/** How many positions a checkpoint may lag while the log has nothing for the reactor. */
const behind = 1000

type Leased = StoredEvent & { readonly attempts: number }

const register = sql({}, "insert into es.reactor (name) values ($1) on conflict do nothing")
const checkpointSql = sql({ position: col.whole }, "select position from es.reactor where name = $1 for update skip locked")
const owe = sql({}, "insert into es.effect (reactor, position) select $1, unnest($2::bigint[])")
const move = sql({}, "update es.reactor set position = $2 where name = $1")
const leaseSql = sql(
  { ...storedEvent, attempts: col.whole },
  `with due as (
     select f.reactor, f.position from es.effect f join es.event e on e.position = f.position
     where f.reactor = $1 and not f.parked and f.due <= now() and (f.leased_until is null or f.leased_until < now())
       and e.type || ' ' || e.schema_version = any($2::text[])
     order by f.position limit $3 for update of f skip locked
   ), taken as (
     update es.effect f set leased_until = now() + make_interval(secs => $4), attempts = f.attempts + 1
     from due where f.reactor = due.reactor and f.position = due.position returning f.position, f.attempts
   ) select ${eventColumns}, attempts from es.event join taken using (position) order by position`,
)
const done = sql({}, "delete from es.effect where reactor = $1 and position = $2")
const failed = sql(
  {},
  `update es.effect set leased_until = null, due = now() + make_interval(secs => $4), parked = $5,
     attempts = attempts - $6, error = coalesce($7, error)
   where reactor = $1 and position = $2 and attempts = $3`,
)

const sentenceOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return (error instanceof Error ? error.message : String(error)).replaceAll("\0", "").slice(0, 2000)
}

const run = <R>({ name, on, react, attempts, pause, within }: Reactor<R>) =>
  Effect.gen(function* () {
    const { statement, transaction } = yield* Database
    const store = yield* EventStore
    // created before the loop is forked, so closed after it: the loop starts no new attempts while the running ones are being ended
    const tries = yield* Effect.acquireRelease(Scope.make("parallel"), Scope.close)
    const types = on.map(({ type }) => type)
    const kinds = new Map(on.map((kind) => [kind.type, kind]))
    const understood = on.flatMap(({ type, schemaVersion, versions = [schemaVersion] }) => versions.map((version) => `${type} ${version}`))
    const isStrange = ({ type, schemaVersion }: StoredEvent) => !understood.includes(`${type} ${schemaVersion}`)
    const upcast = (event: StoredEvent): StoredEvent => {
      const { schemaVersion, upcast: read } = kinds.get(event.type)!
      return read ? { ...event, schemaVersion, data: read(event.schemaVersion, event.data) as StoredEvent["data"] } : event
    }
    const wake = Latch.makeUnsafe()
    let ready = false
    let stopped = false
    let looked = -1 // everything up to this position has been stored
    let filed = 0
    let running = 0

    const prepare = Effect.suspend(() =>
      ready
        ? Effect.void
        : Effect.map(statement(register, [name]), () => {
            ready = true
          }),
    )

    /** Stores a page of effects up to a closed position, together with the checkpoint. Undefined if another process is doing so. */
    const filePage = (closed: number) =>
      transaction(
        Effect.gen(function* () {
          const [checkpoint] = yield* statement(checkpointSql, [name])
          if (!checkpoint) return undefined
          if (checkpoint.position >= closed) return { upTo: closed, foreign: undefined }
          const events = yield* store.read(checkpoint.position, { upTo: closed, limit: page, types })
          const strange = events.findIndex(isStrange)
          const foreign = events[strange]
          const owed = foreign ? events.slice(0, strange) : events
          const upTo = foreign ? foreign.position - 1 : events.length < page ? closed : events.at(-1)!.position
          yield* statement(owe, [name, owed.map(({ position }) => position)])
          yield* statement(move, [name, upTo])
          return { upTo, foreign }
        }),
      )

    /** Stores effects of new events. Returns true if there were any. */
    const file = Effect.gen(function* () {
      if (stopped) return false
      const closed = yield* store.closed
      if (closed <= looked) return false
      // reading costs no write; the checkpoint moves when there is something to store, or when it lags far behind
      const [next] = yield* store.read(looked, { upTo: closed, limit: 1, types })
      if (!next && closed - filed < behind) {
        looked = closed
        return false
      }
      const result = yield* filePage(closed)
      if (!result) return false
      looked = filed = result.upTo
      if (result.foreign) {
        stopped = true
        const { position, type, schemaVersion } = result.foreign
        yield* Effect.logError(
          `Reactor ${name} stops before event ${position}: this version of the program does not know schema version ` +
            `${schemaVersion} of ${type}. Nothing is skipped; a version that knows it goes on from there.`,
        )
      }
      return true
    })

    /** Leases due effects to this process. The attempt is counted from here, so that an attempt that kills the process counts too. */
    const lease = (many: number) => statement(leaseSql, [name, understood, many, Duration.toSeconds(within) * 2])

    /** Records how an attempt ended. */
    const note = (noted: Statement<unknown>, values: ReadonlyArray<unknown>) =>
      statement(noted, values).pipe(
        Effect.retry({ schedule: Schedule.spaced("200 millis"), times: 10 }),
        // the lease will expire, and the effect will be tried again
        Effect.catch(({ message }) => Effect.logWarning(`Reactor ${name} could not note how a try ended: ${message}`)),
        Effect.asVoid,
      )

    const execute = ({ attempts: number, ...event }: Leased) =>
      Effect.gen(function* () {
        const { position } = event
        const tried: Effect.Effect<void, unknown, R> =
          number > attempts
            ? Effect.fail(new Error("The process ended in the middle of the last try"))
            : Effect.timeoutOrElse(
                Effect.suspend(() => react(upcast(event), { number, last: number === attempts })),
                {
                  duration: within,
                  orElse: () => Effect.fail(new Error(`It took longer than ${Duration.toSeconds(within)} s`)),
                },
              )
        const exit = yield* Effect.exit(Effect.interruptible(tried))
        if (Exit.isSuccess(exit)) {
          return yield* note(done, [name, position])
        }
        const stopping = Cause.hasInterruptsOnly(exit.cause) // an orderly shutdown: this attempt does not count
        const error = sentenceOf(exit.cause)
        const parked = !stopping && number >= attempts
        // if the lease has expired and another process has taken over the effect, its count stands and nothing is changed
        yield* note(failed, [name, position, number, wait(number), parked, stopping ? 1 : 0, stopping ? null : error])
        if (stopping) return
        const log = parked ? Effect.logError : Effect.logWarning
        yield* log(`Reactor ${name}, event ${position}, try ${number} of ${attempts}${parked ? ", parked" : ""}: ${error}`)
      })
    const wait = (number: number) => Math.min(Duration.toSeconds(pause) * 2 ** (number - 1), 3600)

    /** Leases due effects and starts them. Returns true if there were any. */
    const start = Effect.uninterruptible(
      Effect.gen(function* () {
        const effects = running < atOnce ? yield* lease(atOnce - running) : []
        for (const effect of effects) {
          running++
          const ended = Effect.sync(() => {
            running--
            wake.openUnsafe()
          })
          yield* Effect.forkIn(Effect.ensuring(execute(effect), ended), tries, { uninterruptible: true })
        }
        return effects.length > 0
      }),
    )

    yield* Effect.acquireRelease(
      Effect.sync(() => store.onAppend(() => wake.openUnsafe())),
      (forget) => Effect.sync(forget),
    )
    /** In real time, like the log itself. */
    const breath = Effect.promise((signal) => delay(burst, undefined, { signal }).catch(() => {}))
    let idle: number = shortest
    const turn = Effect.gen(function* () {
      wake.closeUnsafe()
      yield* prepare
      const found = yield* file
      return (yield* start) || found
    }).pipe(
      Effect.catch(({ message }) => Effect.as(Effect.logWarning(`Reactor ${name} waits for the database: ${message}`), false)),
      Effect.flatMap((busy) => {
        if (busy) {
          idle = shortest
          return Effect.void
        }
        idle = Math.min(idle * 2, longest)
        return Effect.flatMap(Effect.timeoutOption(wake.await, idle), (woken) => {
          if (Option.isNone(woken)) return Effect.void
          idle = shortest
          return breath
        })
      }),
    )
    yield* Effect.forkScoped(Effect.forever(turn))
  })

/** Runs reactors until the scope closes. Several processes may run the same reactors: each effect is tried by one process at a time. */
export const runReactors = <R>(reactors: ReadonlyArray<Reactor<R>>) => Effect.forEach(reactors, run, { discard: true })

/** {@link runReactors} as a layer. */
export const layer = <R>(reactors: ReadonlyArray<Reactor<R>>) => Layer.effectDiscard(runReactors(reactors))

const parkedSql = sql(
  { reactor: col.text, position: col.whole, stream: col.text, type: col.text, attempts: col.whole, error: col.text },
  `select f.reactor, f.position, e.stream, e.type, f.attempts, f.error
   from es.effect f join es.event e on e.position = f.position where f.parked order by f.position, f.reactor`,
)
const retry = sql(
  { position: col.whole },
  `update es.effect set parked = false, attempts = 0, due = now(), leased_until = null
   where reactor = $1 and position = $2 and (leased_until is null or leased_until < now()) returning position`,
)

/** The parked effects, oldest first, each with its last error. */
export const parked = Effect.flatMap(Database, ({ statement }) => statement(parkedSql, []))

/**
 * Retries an effect that is parked or waiting for its next attempt at once, with its attempts counted afresh. Returns false if there is no such
 * effect, or if an attempt is running.
 */
export const retryParked = (name: string, position: number) =>
  Effect.flatMap(Database, ({ statement }) => Effect.map(statement(retry, [name, position]), (rows) => rows.length > 0))
