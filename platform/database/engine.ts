/**
 * Whether the database keeps the two guarantees that the log depends on: an advisory lock excludes others for as long as it is held, and other
 * connections see it at once. PostgreSQL does. Other databases that speak its protocol may accept the same statements and keep neither (CockroachDB
 * does not lock at all, YugabyteDB shows only some locks, and late); events would then be lost without an error.
 */
import { Effect } from "effect"
import { type DatabaseOptions, make } from "./database.ts"
import { col, sql } from "./statement.ts"

const key = "20312, 1"
const hold = sql({ taken: col.flag }, `select pg_try_advisory_lock_shared(${key}) as taken`)
const look = sql(
  { seen: col.flag, excluded: col.flag },
  `select exists(select from pg_locks where locktype = 'advisory' and classid = 20312 and objid = 1 and objsubid = 2) as seen,
     not pg_try_advisory_lock(${key}) as excluded`,
)
const recovery = sql({ isStandby: col.flag }, `select pg_is_in_recovery() as "isStandby"`)

/** Why the log cannot be written safely to this database, as a sentence with what to do; undefined if it can. */
export const engineFault = (options: DatabaseOptions) =>
  Effect.scoped(
    Effect.gen(function* () {
      const [first, second] = [yield* make({ ...options, max: 1 }), yield* make({ ...options, max: 1 })]
      const [state] = yield* first.statement(recovery, [])
      if (state!.isStandby) return "DATABASE_URL leads to a standby, which can only be read. Give the address of the primary."
      // held until the connection closes
      yield* first.statement(hold, [])
      const [found] = yield* second.statement(look, [])
      if (found!.seen && found!.excluded) return undefined
      return (
        "This database does not keep advisory locks as PostgreSQL does, so events could be lost without an error. " +
        "Use PostgreSQL itself, or a service that runs it unchanged."
      )
    }),
  )
