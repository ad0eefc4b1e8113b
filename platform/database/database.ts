/** PostgreSQL as a service: queries, prepared statements and transactions, over postgres.js. */
import { Context, Effect, Exit, Layer, Redacted, Schema } from "effect"
import postgres from "postgres"

/** What the database, or the way to it, had to say. */
export class DatabaseError extends Schema.TaggedError<DatabaseError>()("DatabaseError", {
  /** SQLSTATE such as 23505, or the driver's word such as CONNECTION_CLOSED */
  code: Schema.String,
  message: Schema.String,
  /** the broken constraint, if one was */
  constraint: Schema.optional(Schema.String),
  cause: Schema.Defect(),
}) {}

const databaseError = (cause: unknown) => {
  const { code, message, constraint_name } = cause as Partial<postgres.PostgresError>
  return new DatabaseError({
    code: code ?? "UNKNOWN",
    message: message || String(cause),
    ...(constraint_name && { constraint: constraint_name }),
    cause,
  })
}

/** The types that do not go as postgres.js has them: int8 is a number here, dates and times stay text. */
export type Types = { readonly int8: number | bigint; readonly time: string }
export type Sql = postgres.Sql<Types>
type Cancellable<A> = PromiseLike<A> & { cancel?(): void }

export class Database extends Context.Service<
  Database,
  {
    /** the pool itself, outside of any transaction and of any past instant */
    readonly sql: Sql
    /**
     * Runs what `f` asks, in the transaction around it if there is one, on the rows of the instant around it if there is
     * one. Interruption cancels it on the server.
     */
    readonly query: <A>(f: (sql: Sql) => Cancellable<A>) => Effect.Effect<A, DatabaseError>
    /**
     * One statement with parameters $1, $2 …, prepared once a connection by its text. Objects become jsonb where the
     * statement wants that, arrays become arrays.
     */
    readonly statement: (text: string, parameters: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<any>, DatabaseError>
    /** All or nothing: commits on success, else rolls back. Inside another transaction it is a savepoint. */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DatabaseError, R>
  }
>()("@ops/platform/database/Database") {}

export type DatabaseOptions = (
  | { readonly url: Redacted.Redacted }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly password: Redacted.Redacted
      readonly database: string
    }
) & {
  /** connections at most; 10 if not given */
  readonly max?: number
  /** of these, how many only {@link ahead} may use; 2 of 10 if no `max` is given */
  readonly kept?: number
  /** whom the session acts as, instead of the user who signs in */
  readonly role?: string
  /** false for long maintenance work */
  readonly timeouts?: false
}

const types = {
  int8: {
    to: 20,
    from: [20],
    serialize: (value: number | bigint) => String(value),
    parse: (value: string): number | bigint => {
      const number = Number(value)
      if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too large for a number: ask for it as text`)
      return number
    },
  },
  time: {
    to: 1184,
    from: [1082, 1114, 1184], // date, timestamp, timestamptz
    serialize: (value: string | Date) => (value instanceof Date ? value.toISOString() : value),
    parse: (value: string) => value,
  },
}

/** A moment of the past: the rows as they were after the event at `position`. */
export interface Instant {
  /** the last event that is part of it */
  readonly position: number
  /** when that was: what `es.now()` answers */
  readonly at: string
  /** the business date of `at`: what `es.today()` answers */
  readonly today: string
  /** the generation that holds the rows */
  readonly schema: string
}

/** The instant in which a reader stands; undefined is the present. */
export const CurrentInstant = Context.Reference<Instant | undefined>("@ops/platform/database/CurrentInstant", { defaultValue: () => undefined })

/** Whether a caller goes ahead of the others. */
const Ahead = Context.Reference<boolean>("@ops/platform/database/Ahead", { defaultValue: () => false })

/**
 * Runs an effect on the connections that are kept for those who sign in and for the probes: whatever else keeps the
 * database busy, people still get in, and a watcher is not told that the server is dead.
 */
export const ahead = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => Effect.provideService(effect, Ahead, true)

/** Pools of past instants that are kept open at once, and connections of each. They close by themselves when nobody asks. */
const pastPools = 8
const pastConnections = 4

/** What a connection of a past instant is: it sees only that instant, and cannot write. */
const settingsOf = ({ schema, at, today, position }: Instant) => ({
  search_path: `${schema},es,public`,
  default_transaction_read_only: "on",
  "ops.now": at,
  "ops.today": today,
  "ops.position": String(position),
})

const connect = (options: DatabaseOptions, max: number, instant?: Instant): Sql => {
  // as words, since the driver leaves out a plain 0
  const [statement, lock, idle] = options.timeouts === false ? ["0s", "0s", "0s"] : ["10s", "3s", "15s"]
  const settings = {
    max,
    // one query a connection at a time: behind a slow one no other waits, and a cancelled one takes no other with it
    max_pipeline: 0,
    idle_timeout: 30,
    backoff: () => 0.1,
    onnotice: () => {},
    types,
    connection: {
      application_name: "ops",
      TimeZone: "UTC",
      search_path: "live,es,public",
      statement_timeout: statement,
      lock_timeout: lock,
      idle_in_transaction_session_timeout: idle,
      ...(options.role && { role: options.role }),
      ...(instant && settingsOf(instant)),
    } as object,
  }
  if ("url" in options) return postgres(Redacted.value(options.url), settings)
  const { host, port, user, password, database } = options
  return postgres({ ...settings, host, port, user, database, password: Redacted.value(password) })
}

const run = <A>(start: () => Cancellable<A>) =>
  Effect.callback<A, DatabaseError>((resume) => {
    const query = start()
    const done = query.then(
      (value) => resume(Effect.succeed(value)),
      (cause) => resume(Effect.fail(databaseError(cause))),
    )
    return Effect.promise(async () => {
      query.cancel?.()
      await done // the connection is free again
    })
  })

const CurrentTransaction = Context.Reference<postgres.TransactionSql<Types> | undefined>("@ops/platform/database/CurrentTransaction", {
  defaultValue: () => undefined,
})

/** Runs an effect in an instant, or (undefined) in the present, outside of the transaction around it. The generation must be there. */
export const atInstant = <A, E, R>(instant: Instant | undefined, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  effect.pipe(Effect.provideService(CurrentInstant, instant), Effect.provideService(CurrentTransaction, undefined))

class RolledBack extends Error {}

/** Opens a transaction with the driver's `begin` or `savepoint`, and keeps it open until it is told the outcome. */
const open = (begin: (body: (sql: postgres.TransactionSql<Types>) => Promise<void>) => Promise<unknown>) => {
  const outcome = Promise.withResolvers<void>()
  outcome.promise.catch(() => {}) // it may be known before the driver listens
  let opened = false
  let ended: Promise<unknown> = Promise.resolve()
  return {
    sql: Effect.callback<postgres.TransactionSql<Types>, DatabaseError>((resume) => {
      ended = begin((sql) => {
        opened = true
        resume(Effect.succeed(sql))
        return outcome.promise
      })
      ended.catch((cause) => resume(Effect.fail(databaseError(cause))))
    }),
    commit: Effect.tryPromise({
      try: () => {
        outcome.resolve()
        return ended
      },
      catch: databaseError,
    }),
    rollback: Effect.promise(async () => {
      outcome.reject(new RolledBack())
      if (opened) await ended.catch(() => {}) // else the driver still waits for a connection: we do not
    }),
  }
}

/** A pool of connections, closed with the scope. It connects at the first query, and again when a connection is lost. */
export const make = Effect.fnUntraced(function* (options: DatabaseOptions) {
  if (!("mended" in postgres)) {
    return yield* Effect.die(new Error("The patch of postgres.js is not applied. Run: npx patch-package"))
  }
  const { max = 10, kept = options.max === undefined ? 2 : 0 } = options
  const opened = (connections: number) =>
    Effect.acquireRelease(
      Effect.sync(() => connect(options, connections)),
      (pool) => Effect.promise(() => pool.end({ timeout: 5 })),
    )
  const pool = yield* opened(max - kept)
  const aheadOf = kept > 0 ? yield* opened(kept) : pool
  // a pool for each instant that is read: what a connection is set to, it stays, so nothing leaks from one reader to another
  const past = new Map<string, Sql>()
  const poolOf = (instant: Instant | undefined, isAhead: boolean): Sql => {
    if (!instant) return isAhead ? aheadOf : pool
    const key = `${instant.schema} ${instant.at}`
    const known = past.get(key) ?? connect(options, pastConnections, instant)
    past.delete(key)
    past.set(key, known)
    if (past.size > pastPools) {
      const [oldest, closing] = past.entries().next().value!
      past.delete(oldest)
      void closing.end() // after what it is doing
    }
    return known
  }
  yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all([...past.values()].map((each) => each.end({ timeout: 5 })))))

  const query = <A>(f: (sql: Sql) => Cancellable<A>) =>
    Effect.gen(function* () {
      const transaction = (yield* CurrentTransaction) as Sql | undefined
      const [instant, isAhead] = [yield* CurrentInstant, yield* Ahead]
      return yield* run(() => f(transaction ?? poolOf(instant, isAhead)))
    })

  return Database.of({
    sql: pool,
    query,
    statement: (text, parameters) =>
      query((sql) => {
        // no type is guessed from a value (0): the server says what it wants, and the text alone names the statement
        const untyped = parameters.map((parameter) => sql.typed(parameter as never, 0))
        const prepared = { prepare: true, simple: false }
        return sql.unsafe(text, untyped, prepared)
      }),
    transaction: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const outer = yield* CurrentTransaction
          const [instant, isAhead] = [yield* CurrentInstant, yield* Ahead]
          const transaction = open((body) => (outer ? outer.savepoint(body) : poolOf(instant, isAhead).begin(body)))
          const exit = yield* Effect.flatMap(transaction.sql, (sql) => Effect.provideService(effect, CurrentTransaction, sql)).pipe(restore, Effect.exit)
          yield* Exit.isSuccess(exit) ? transaction.commit : transaction.rollback
          return yield* exit
        }),
      ),
  })
})

/** {@link make} as a layer. */
export const layer = (options: DatabaseOptions) => Layer.effect(Database, make(options))
