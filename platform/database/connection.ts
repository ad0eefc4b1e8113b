/** Which database to connect to, and as which role: the embedded one, or the one named by DATABASE_URL. */
import * as path from "node:path"
import { Context, Effect, Layer, Redacted, Schedule, Schema } from "effect"
import { Config, secretFile } from "../config.ts"
import * as Database from "./database.ts"
import { EmbeddedPostgresError, make as startEmbedded } from "./embedded.ts"
import { engineFault } from "./engine.ts"

/** The role that the application runs as. It owns nothing; its privileges are granted table by table. */
export const applicationRole = "ops"

export interface Addresses {
  /** creates and alters tables */
  readonly owner: Database.DatabaseOptions
  /** serves the application, as the role `ops` */
  readonly app: Database.DatabaseOptions
  /** whether the server is a child process of the application */
  readonly embedded: boolean
}

/** Both connections to the database. While this service exists, the server runs, and the role and the database exist. */
export class DatabaseAddress extends Context.Service<DatabaseAddress, Addresses>()("@ops/platform/database/DatabaseAddress") {}

/** The database cannot be reached or prepared; the message says why, and what to do. */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  message: Schema.String,
  cause: Schema.Defect(),
}) {}

const pooler =
  "DATABASE_URL leads to a connection pooler such as PgBouncer, which does not keep the settings, locks and prepared statements of a connection. " +
  "Give the address and port of PostgreSQL itself; the server has its own pool."

/** Rejects a connection pooler: it reports another backend than the one that answers, or drops the settings requested for a connection. */
const refusePooler = Effect.gen(function* () {
  const { query } = yield* Database.Database
  const isPooled = yield* query((sql) => {
    const asked = sql<Array<{ pid: number; path: string }>>`select pg_backend_pid() as pid, current_setting('search_path') as path`
    return asked.then(([row]) => {
      const { state } = asked as unknown as { readonly state: { readonly pid: number } }
      return row!.path !== Database.searchPath || row!.pid !== state.pid
    })
  })
  if (isPooled) return yield* new DatabaseUnavailable({ message: pooler, cause: undefined })
})

/**
 * Creates the role `ops` if it is missing, without login, and lets the current user act as it. Requires the privilege to create roles, unless an
 * administrator has already done both.
 */
export const ensureRole = Effect.gen(function* () {
  const { query, transaction } = yield* Database.Database
  yield* transaction(
    Effect.gen(function* () {
      yield* query((sql) => sql`select pg_advisory_xact_lock(hashtext('field office: role'))`)
      // before version 16, every member of a role may act as it; since then that is a separate privilege
      const [server] = yield* query((sql) => sql`select current_setting('server_version_num')::int >= 160000 as apart`)
      const right = server!.apart ? "SET" : "MEMBER"
      const [found] = yield* query((sql) => sql`select pg_has_role(current_user, oid, ${right}) as granted from pg_roles where rolname = 'ops'`)
      if (!found) yield* query((sql) => sql`create role ops nologin`)
      if (!found?.granted) yield* query((sql) => sql.unsafe(`grant ops to current_user${server!.apart ? " with set true" : ""}`))
    }),
  )
})

/** Creates the role `ops` with a login, and the database `ops`, in the embedded server. */
const prepareEmbedded = Effect.fnUntraced(function* (passwordFile: string) {
  const { query, transaction } = yield* Database.Database
  const password = yield* transaction(
    Effect.gen(function* () {
      // one process at a time, if several start at once
      yield* query((sql) => sql`select pg_advisory_xact_lock(hashtext('field office: role'))`)
      const password = yield* Effect.sync(() => secretFile(passwordFile))
      const [found] = yield* query((sql) => sql`select from pg_roles where rolname = 'ops'`)
      if (!found) yield* query((sql) => sql`create role ops`)
      // sets the password again, in case the file or the server was restored or replaced
      yield* query((sql) => sql.unsafe(`alter role ops login password '${Redacted.value(password)}'`))
      return password
    }),
  )
  const exists = query((sql) => sql`select from pg_database where datname = 'ops'`)
  if ((yield* exists).length === 0) {
    yield* query((sql) => sql`create database ops`).pipe(
      Effect.catchIf(
        (error) => error.code === "42P04" || error.code === "23505", // another process was faster
        () => Effect.void,
      ),
    )
  }
  return password
})

/** Error codes of a server that is still starting or not reachable yet. */
const notYet = new Set(["ECONNREFUSED", "ECONNRESET", "CONNECTION_CLOSED", "CONNECT_TIMEOUT", "ENOTFOUND", "57P03"])

const unavailable = (error: Database.DatabaseError) =>
  new DatabaseUnavailable({
    message: error.message.startsWith("unsupported startup parameter")
      ? `${pooler} (${error.message})`
      : error.code === "42501"
        ? `The user of DATABASE_URL may not prepare the role ops (${error.message}). ` +
          "Let an administrator run: create role ops nologin; grant ops to that user."
        : `The database cannot be used: ${error.message} (${error.code})`,
    cause: error,
  })

/** Starts the embedded server, or connects to the one of DATABASE_URL (waiting up to half a minute for it to come up). */
export const layer: Layer.Layer<DatabaseAddress, DatabaseUnavailable | EmbeddedPostgresError, Config> = Layer.effect(
  DatabaseAddress,
  Effect.gen(function* () {
    const { databaseUrl: url, dataFolder } = yield* Config
    const as = <A, E>(options: Database.DatabaseOptions, work: Effect.Effect<A, E, Database.Database>) =>
      Effect.provide(work, Database.layer({ ...options, max: 1 }))

    if (url) {
      yield* as({ url }, refusePooler).pipe(
        Effect.retry({
          schedule: Schedule.spaced("1 second"),
          times: 30,
          while: (error) => error._tag === "DatabaseError" && notYet.has(error.code),
        }),
        Effect.catchTag("DatabaseError", (error) => Effect.fail(unavailable(error))),
      )
      const fault = yield* Effect.mapError(engineFault({ url }), unavailable)
      if (fault !== undefined) return yield* new DatabaseUnavailable({ message: fault, cause: undefined })
      yield* as({ url }, ensureRole).pipe(Effect.mapError(unavailable))
      return { owner: { url }, app: { url, role: applicationRole }, embedded: false }
    }
    const { host, port, user, password } = yield* startEmbedded(path.join(dataFolder, "postgres"))
    const server = { host, port, user, password }
    const owner = { ...server, database: "ops" }
    const appPassword = yield* as({ ...server, database: "postgres" }, prepareEmbedded(path.join(dataFolder, "ops.password"))).pipe(
      Effect.mapError(unavailable),
    )
    return { owner, app: { ...owner, user: applicationRole, password: appPassword }, embedded: true }
  }),
)
