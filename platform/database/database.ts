/** PostgreSQL as a service: queries, prepared statements and transactions, over postgres.js. */
import { Context, Effect, Exit, Layer, Redacted, Schema } from "effect"
import postgres from "postgres"
import { TooLarge } from "../too-large.ts"
import { col, sql, type Statement, textOf } from "./statement.ts"

/** An error of the database or of the connection to it. */
export class DatabaseError extends Schema.TaggedError<DatabaseError>()("DatabaseError", {
  /** SQLSTATE such as 23505, or the driver's code such as CONNECTION_CLOSED */
  code: Schema.String,
  message: Schema.String,
  /** the violated constraint, if any */
  constraint: Schema.optional(Schema.String),
  /** the connection was lost between the request and its answer, so the statement may have been executed */
  inDoubt: Schema.optional(Schema.Boolean),
  cause: Schema.Defect(),
}) {}

const databaseError = (cause: unknown, inDoubt = false) => {
  const { code, message, constraint_name } = cause as Partial<postgres.PostgresError>
  return new DatabaseError({
    code: code ?? "UNKNOWN",
    message: message || String(cause),
    ...(constraint_name && { constraint: constraint_name }),
    ...(inDoubt && { inDoubt }),
    cause,
  })
}

/**
 * Whether the error came from the server itself, so that the statement was rolled back. An administrator's shutdown may also interrupt a statement
 * that succeeded.
 */
const isAnswer = (cause: unknown): boolean => cause instanceof postgres.PostgresError && !/^57P0[12]$/.test(cause.code)

/** SQLSTATE codes of a write that fails because the disk is full or broken, or the server is read-only. */
const cannotWrite = /^(53100|58030|25006)$/

/** Matches statements that may write. Other statements leave nothing in doubt. */
const writing = /\b(insert|update|delete|merge|truncate|create|alter|drop|es\.append|es\.erase_again)\b/i

/** Whether the connection to the database was lost or closed: driver codes, system codes (ECONNRESET, EPIPE, ETIMEDOUT …) and SQLSTATE classes. */
export const lostConnection = ({ code, inDoubt }: Pick<DatabaseError, "code" | "inDoubt">): boolean =>
  inDoubt === true || /^(CONNECTION|CONNECT_|E[A-Z]|57P|08)/.test(code)

/** Types that differ from the postgres.js defaults: int8 is a number, dates and times stay text. */
export type Types = { readonly int8: number | bigint; readonly time: string }
export type Sql = postgres.Sql<Types>
type Cancellable<A> = PromiseLike<A> & { cancel?(): void }

/** A query object of the driver. */
interface DriverQuery {
  /** the connection it was assigned to; null while it waits for one */
  readonly state?: Backend | null
  /** its text, once it has been sent */
  readonly string?: string
}
interface Backend {
  readonly pid: number | null
  /** closes the connection without notifying the server (patches/README.md) */
  readonly destroy?: () => void
}

export class Database extends Context.Service<
  Database,
  {
    /** the pool itself, outside any transaction and any past instant */
    readonly sql: Sql
    /**
     * Runs the queries of `f`, in the current transaction if there is one, on the rows of the current past instant if there is one. Interruption
     * cancels them on the server.
     */
    readonly query: <A>(f: (sql: Sql) => Cancellable<A>) => Effect.Effect<A, DatabaseError>
    /**
     * One statement with parameters $1, $2 …, prepared once per connection by its text. Objects become jsonb if the statement expects that, arrays
     * become SQL arrays. The rows of a declared statement (`statement.ts`) are checked and typed.
     */
    // oxlint-disable-next-line typescript/no-explicit-any -- the columns of a bare text are what it selects, which no type here knows (docs/decisions/0066-casts.md)
    readonly statement: <A = any>(asked: string | Statement<A>, parameters: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<A>, DatabaseError>
    /** Fails while the database cannot write; checks again after a write has failed because the disk is full or broken, or the server read-only. */
    readonly canWrite: Effect.Effect<void, DatabaseError>
    /** All or nothing: commits on success, otherwise rolls back. Inside another transaction it is a savepoint. */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DatabaseError, R>
  }
>()("@ops/platform/database/Database") {}

/** The rows of a declared statement, from the `Database` of the running effect. */
export const statement = <A>(asked: Statement<A>, parameters: ReadonlyArray<unknown>) =>
  Effect.flatMap(Database, (database) => database.statement(asked, parameters))

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
  /** maximum number of connections; default 10 */
  readonly max?: number
  /** how many of these are reserved for {@link ahead}; 2 of 10 if no `max` is given */
  readonly kept?: number
  /** the role that the session assumes instead of the login user */
  readonly role?: string
  /** false for long maintenance work */
  readonly timeouts?: false
  readonly silence?: Partial<Silence>
}

/** How an unresponsive database is detected; all times in ms. */
export interface Silence {
  /** age of a query at which the database is asked, over a new connection, whether it is still working on it */
  readonly patience: number
  /** how long the database may take to answer that; then all queries in progress fail, and new queries fail at once until it answers */
  readonly answer: number
  /** maximum age of a query on a connection with timeouts: the server's own limit plus a margin for its answer to arrive */
  readonly deadline: number
}

/** Under 5 seconds in total with the time for looking up a command of unknown outcome (`settling` in records.ts). */
export const usualSilence: Silence = { patience: 1_000, answer: 2_000, deadline: 12_000 }

const types = {
  int8: {
    to: 20,
    from: [20],
    serialize: (value: number | bigint) => String(value),
    parse: (value: string): number | bigint => {
      const number = Number(value)
      if (!Number.isSafeInteger(number)) throw new TooLarge(`${value} is too large for a number: request it as text`)
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

/** A past instant: the rows as they were after the event at `position`. */
export interface Instant {
  /** the last event included */
  readonly position: number
  /** the time of the instant, returned by `es.now()` */
  readonly at: string
  /** the business date of `at`, returned by `es.today()` */
  readonly today: string
  /** the generation that holds the rows */
  readonly schema: string
}

/** The instant at which the current fiber reads; undefined is the present. */
export const CurrentInstant = Context.Reference<Instant | undefined>("@ops/platform/database/CurrentInstant", { defaultValue: () => undefined })

/** Whether the caller has priority. */
const Ahead = Context.Reference<boolean>("@ops/platform/database/Ahead", { defaultValue: () => false })

/**
 * Runs an effect on the connections reserved for sign-in and health probes: however busy the database is, people can still sign in, and monitoring
 * does not report the server as dead.
 */
export const ahead = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => Effect.provideService(effect, Ahead, true)

/** Whether the caller does long work that no request waits for. */
const Patient = Context.Reference<boolean>("@ops/platform/database/Patient", { defaultValue: () => false })

/**
 * Runs long work, such as an upgrade of a long log, which keeps a machine so busy that the database may answer late: it fails only after a minute of
 * silence, instead of a few seconds.
 */
export const patiently = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => Effect.provideService(effect, Patient, true)

/** How long the database may be silent during long work, in ms. */
const longestSilence = 60_000

/** The number of connection pools for past instants that are kept open, and of connections in each. They close by themselves when idle. */
const pastPools = 8
const pastConnections = 4

/** Settings of a connection to a past instant: it sees only that instant and cannot write. */
const settingsOf = ({ schema, at, today, position }: Instant) => ({
  search_path: `${schema},es,public`,
  default_transaction_read_only: "on",
  "ops.now": at,
  "ops.today": today,
  "ops.position": String(position),
})

/** The schemas that a connection's table names refer to. */
export const searchPath = "live,es,public"

/**
 * How a request's statements are planned, wherever the database runs: to read a few rows of a table that is mostly in memory, through an index, in one
 * process. Starting parallel workers or compiling a statement takes longer than such a read.
 */
const planning = { random_page_cost: "1.1", max_parallel_workers_per_gather: "0", jit: "off" }

const connect = (options: DatabaseOptions, max: number, instant?: Instant): Sql => {
  // with units, because the driver leaves out a plain 0
  const [statement, lock, idle] = options.timeouts === false ? ["0s", "0s", "0s"] : ["10s", "3s", "15s"]
  const settings = {
    max,
    // one query per connection at a time, so that none waits behind a slow one, and cancelling one does not cancel another
    max_pipeline: 0,
    idle_timeout: 30,
    connect_timeout: 3,
    keep_alive: 5, // the system then probes every second, and gives up after ten
    backoff: () => 0.1,
    onnotice: () => {},
    types,
    connection: {
      application_name: "ops",
      TimeZone: "UTC",
      search_path: searchPath,
      statement_timeout: statement,
      lock_timeout: lock,
      idle_in_transaction_session_timeout: idle,
      // the database probes as well: otherwise the transaction of a process whose network went silent could keep its locks for two hours
      tcp_keepalives_idle: "30s",
      tcp_keepalives_interval: "10s",
      tcp_keepalives_count: 3,
      ...(options.timeouts !== false && planning),
      ...(options.role && { role: options.role }),
      ...(instant && settingsOf(instant)),
    } as object,
  }
  if ("url" in options) return postgres(Redacted.value(options.url), settings)
  const { host, port, user, password, database } = options
  return postgres({ ...settings, host, port, user, database, password: Redacted.value(password) })
}

const CurrentTransaction = Context.Reference<postgres.TransactionSql<Types> | undefined>("@ops/platform/database/CurrentTransaction", {
  defaultValue: () => undefined,
})

/** Runs an effect at an instant, or (undefined) in the present, outside the current transaction. The generation must exist. */
export const atInstant = <A, E, R>(instant: Instant | undefined, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  effect.pipe(Effect.provideService(CurrentInstant, instant), Effect.provideService(CurrentTransaction, undefined))

/** The column names of a result; the driver has none for a statement that returns no rows. */
const namesOf = ({ columns }: { readonly columns?: ReadonlyArray<{ readonly name: string }> }) => columns?.map(({ name }) => name) ?? []

const checkWrite = sql({ check_write: col.unknown }, "select es.check_write()")

class RolledBack extends Error {}

/** Opens a transaction with the driver's `begin` or `savepoint`, and keeps it open until `commit` or `rollback`. `watched` ends it if it hangs. */
const open = (
  begin: (body: (sql: postgres.TransactionSql<Types>) => Promise<void>) => Promise<unknown>,
  watched: (sql: object | undefined, ending: Promise<unknown>) => void,
) => {
  const outcome = Promise.withResolvers<void>()
  outcome.promise.catch(() => {}) // it may be rejected before the driver listens
  let opened: object | undefined
  let ended: Promise<unknown> = Promise.resolve()
  return {
    sql: Effect.callback<postgres.TransactionSql<Types>, DatabaseError>((resume) => {
      ended = begin((sql) => {
        opened = sql
        resume(Effect.succeed(sql))
        return outcome.promise
      })
      ended.catch((cause) => resume(Effect.fail(databaseError(cause))))
    }),
    commit: Effect.tryPromise({
      try: () => {
        outcome.resolve()
        watched(opened, ended)
        return ended
      },
      catch: (cause) => databaseError(cause, !isAnswer(cause)),
    }),
    rollback: Effect.promise(async () => {
      outcome.reject(new RolledBack())
      if (!opened) return // the driver is still waiting for a connection: do not wait for that
      watched(opened, ended)
      await ended.catch(() => {})
    }),
  }
}

/** The error of a query that was never sent, because the database does not answer. */
const silent = () => Object.assign(new Error("The database does not answer"), { code: "CONNECT_TIMEOUT" })

/** A watched query. */
interface Watched {
  readonly state: () => Backend | null | undefined
  /** fails a query that has not been sent yet */
  readonly giveUp: () => void
  readonly hasDeadline: boolean
  readonly isPatient: boolean
}

/** How often a pending query is checked, in ms. */
const turn = 50

/**
 * Watches queries, because a network that silently drops packets, or a server that was moved away, would leave them without an answer forever. Asks
 * the database over a new connection which queries are merely slow.
 */
const watched = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const { patience, answer, deadline } = { ...usualSilence, ...options.silence }
  /** queries with their start times */
  const underWay = new Map<Watched, number>()
  /** connections that were seen idle while one of their queries waited for its answer */
  let idle = new Set<number>()
  let isSilent = false
  let silentSince = Infinity
  let isAsking = false

  const fail = (one: Watched) => {
    const state = one.state()
    if (state) state.destroy?.()
    else one.giveUp()
  }

  /** Whether the server answers, and which of these backends are working. */
  const ask = async (pids: ReadonlyArray<number>): Promise<Set<number> | undefined> => {
    const { role: _, ...signedIn } = options
    const probe = connect(signedIn, 1)
    const timer = Promise.withResolvers<undefined>()
    // counted in turns of the event loop, so that a process that was busy itself reads pending answers before it gives up
    let turns = Math.ceil(answer / turn) + 5
    const wait = () => (turns-- > 0 ? (timeout = setTimeout(wait, turn)) : timer.resolve(undefined))
    let timeout = setTimeout(wait, turn)
    try {
      const asked = probe.unsafe<Array<{ pid: number }>>(
        `select pid from pg_stat_activity where pid in (${[0, ...pids].join(", ")}) and coalesce(state, '') not like 'idle%'`,
      )
      return await Promise.race([
        asked.then(
          (rows) => new Set(rows.map(({ pid }) => pid)),
          // a server that rejects the connection, because it is full or still starting, is reachable
          (error: unknown) => (error instanceof postgres.PostgresError ? new Set(pids) : undefined),
        ),
        timer.promise,
      ])
    } finally {
      clearTimeout(timeout)
      void probe.end({ timeout: 0 })
    }
  }

  const look = async () => {
    const now = performance.now()
    for (const [one, began] of underWay) if (one.hasDeadline && now - began > deadline) fail(one)
    const old = [...underWay].filter(([, began]) => now - began > patience).map(([one]) => one)
    if (isAsking || (old.length === 0 && !isSilent)) return
    isAsking = true
    try {
      const pids = new Map(old.flatMap((one) => (typeof one.state()?.pid === "number" ? [[one.state()!.pid!, one] as const] : [])))
      const working = await ask([...pids.keys()])
      isSilent = working === undefined
      silentSince = working ? Infinity : Math.min(silentSince, now)
      if (!working) {
        for (const one of underWay.keys()) if (!one.isPatient || performance.now() - silentSince > longestSilence) fail(one)
        idle = new Set()
        return
      }
      // seen idle twice, because the first time the answer may have been on its way
      const without = [...pids].filter(([pid, one]) => !working.has(pid) && underWay.has(one))
      for (const [pid, one] of without) if (idle.has(pid)) fail(one)
      idle = new Set(without.map(([pid]) => pid))
    } finally {
      isAsking = false
    }
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => setInterval(() => void look(), Math.min(250, patience)).unref()),
    (timer) => Effect.sync(() => clearInterval(timer)),
  )
  return {
    isSilent: () => isSilent,
    /** Watches a query until the returned function is called. */
    enter: (one: Watched) => {
      underWay.set(one, performance.now())
      return () => void underWay.delete(one)
    },
  }
})

/** A connection pool, closed with the scope. It connects at the first query, and reconnects when a connection is lost. */
export const make = Effect.fnUntraced(function* (options: DatabaseOptions) {
  if (!("mended" in postgres)) {
    return yield* Effect.die(new Error("The patch of postgres.js is not applied. Run: npx patch-package"))
  }
  const { max = 10, kept = options.max === undefined ? 2 : 0 } = options
  const pool = connect(options, max - kept)
  const aheadOf = kept > 0 ? connect(options, kept) : pool
  // a separate pool for each instant: a connection keeps its settings, so nothing leaks from one reader to another
  const past = new Map<string, Sql>()
  yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all([...new Set([pool, aheadOf, ...past.values()])].map((each) => each.end({ timeout: 3 })))))
  const poolOf = (instant: Instant | undefined, isAhead: boolean): Sql => {
    if (!instant) return isAhead ? aheadOf : pool
    const key = `${instant.schema} ${instant.at}`
    const known = past.get(key) ?? connect(options, pastConnections, instant)
    past.delete(key)
    past.set(key, known)
    if (past.size > pastPools) {
      const [oldest, closing] = past.entries().next().value!
      past.delete(oldest)
      void closing.end() // after the queries in progress
    }
    return known
  }
  const watch = yield* watched(options)
  let isFull = false
  /** The connections of transactions that have sent a query. */
  const connections = new WeakMap<object, Backend>()

  const run = <A>(transaction: object | undefined, isPatient: boolean, start: () => Cancellable<A>) =>
    Effect.callback<A, DatabaseError>((resume) => {
      if (!transaction && !isPatient && watch.isSilent()) return resume(Effect.fail(databaseError(silent())))
      const query = start() as Cancellable<A> & DriverQuery
      const left = watch.enter({
        state: () => query.state,
        giveUp: () => {
          resume(Effect.fail(databaseError(silent())))
          query.cancel?.()
        },
        hasDeadline: options.timeouts !== false && !transaction,
        isPatient,
      })
      const done = query.then(
        (value) => {
          left()
          if (transaction && query.state) connections.set(transaction, query.state)
          resume(Effect.succeed(value))
        },
        (cause: unknown) => {
          left()
          if (cannotWrite.test(databaseError(cause).code)) isFull = true
          const inDoubt = !transaction && Boolean(query.state) && !isAnswer(cause) && (query.string === undefined || writing.test(query.string))
          resume(Effect.fail(databaseError(cause, inDoubt)))
        },
      )
      return Effect.promise(async () => {
        query.cancel?.()
        await done // the connection is free again
      })
    })
  /** The end of a transaction is watched too. */
  const ending = (isPatient: boolean) => (sql: object | undefined, end: Promise<unknown>) => {
    const state = sql && connections.get(sql)
    if (!state) return
    const left = watch.enter({ state: () => state, giveUp: () => {}, hasDeadline: false, isPatient })
    end.then(left, left)
  }

  const query = <A>(f: (sql: Sql) => Cancellable<A>) =>
    Effect.gen(function* () {
      const transaction = (yield* CurrentTransaction) as Sql | undefined
      const [instant, isAhead] = [yield* CurrentInstant, yield* Ahead]
      return yield* run(transaction, yield* Patient, () => f(transaction ?? poolOf(instant, isAhead)))
    })

  const answer = (text: string, parameters: ReadonlyArray<unknown>) =>
    query((sql) => {
      // parameter types are not guessed from values (0): the server reports the types, and the text alone identifies the statement
      const untyped = parameters.map((parameter) => sql.typed(parameter, 0))
      const prepared = { prepare: true, simple: false }
      return sql.unsafe(text, untyped, prepared)
    })
  const statement = <A>(asked: string | Statement<A>, parameters: ReadonlyArray<unknown>) =>
    Effect.map(
      answer(textOf(asked), parameters),
      (rows): ReadonlyArray<A> => (typeof asked === "string" ? (rows as ReadonlyArray<object> as ReadonlyArray<A>) : asked.read(namesOf(rows), rows)),
    )

  return Database.of({
    sql: pool,
    query,
    statement,
    canWrite: Effect.suspend(() =>
      isFull
        ? Effect.map(ahead(statement(checkWrite, [])), () => {
            isFull = false
          })
        : Effect.void,
    ),
    transaction: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const outer = yield* CurrentTransaction
          const [instant, isAhead] = [yield* CurrentInstant, yield* Ahead]
          const transaction = open((body) => (outer ? outer.savepoint(body) : poolOf(instant, isAhead).begin(body)), ending(yield* Patient))
          const exit = yield* Effect.flatMap(transaction.sql, (sql) => Effect.provideService(effect, CurrentTransaction, sql)).pipe(restore, Effect.exit)
          yield* Exit.isSuccess(exit) ? transaction.commit : transaction.rollback
          return yield* exit
        }),
      ),
  })
})

/** {@link make} as a layer. */
export const layer = (options: DatabaseOptions) => Layer.effect(Database, make(options))
