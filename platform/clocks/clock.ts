/**
 * Clocks: scheduled work, such as overdue maintenance or a morning digest. A clock is declared with a cron expression in Juba time. Several server
 * processes may run the same clocks: a lease in the database lets one of them do the work, and if that one dies, another takes over.
 */
import { randomUUID } from "node:crypto"
import { Cron, Duration, Effect, Exit, Layer } from "effect"
import { zone } from "../calendar.ts"
import { Database } from "../database/database.ts"
import { col, sql } from "../database/statement.ts"

export interface Clock<R = never> {
  readonly name: string
  readonly cron: Cron.Cron
  readonly work: Effect.Effect<unknown, { readonly message: string }, R>
  readonly failed: string
  readonly late: number | undefined
}

/** Declares a clock. It is identified by its name: processes with the same database share it. */
export const clock = <E extends { readonly message: string }, R>(
  name: string,
  /** minute, hour, day of month, month, weekday; with six fields the first is the second */
  cron: string,
  options: {
    /** must be idempotent: it runs again if it failed, or its process died */
    readonly work: Effect.Effect<unknown, E, R>
    /** the log message on failure, without a full stop */
    readonly failed: string
    /**
     * By default a server checks at startup for work that became due while none was running. If that is too much during startup: the delay before
     * missed work is done.
     */
    readonly late?: Duration.Input
  },
): Clock<R> => ({
  name,
  cron: Cron.parseUnsafe(cron, zone),
  work: options.work,
  failed: options.failed,
  late: options.late === undefined ? undefined : Duration.toMillis(options.late),
})

export const clockTable = `create table if not exists app.clock (
  name text primary key,
  -- the time for which it was taken last, by whom, and whether that was done
  due timestamptz not null, holder uuid not null, is_done boolean not null default false,
  -- until then no other process takes it
  leased_until timestamptz)`

/** The lease of a process, and the interval at which it is renewed, in seconds. */
const [lease, renewal] = [60, 20]
/** Delay before failed work is tried again, in seconds. */
const again = 60
/** The longest interval between two checks, in ms; needed to notice an expired lease. */
const longest = 60_000

const take = sql(
  { name: col.text },
  `insert into app.clock as c (name, due, holder, leased_until) values ($1, $2::timestamptz, $3::uuid, now() + interval '${lease} seconds')
   on conflict (name) do update set due = greatest(c.due, excluded.due), holder = excluded.holder, leased_until = excluded.leased_until, is_done = false
   where (c.leased_until is null or c.leased_until < now()) and (c.due < excluded.due or not c.is_done) returning c.name`,
)
const renew = sql({}, `update app.clock set leased_until = now() + interval '${lease} seconds' where name = $1 and holder = $2::uuid`)
/** After success nothing remains to be done; after a failure it is retried after a delay; a stopping process hands it over at once. */
const end = sql(
  {},
  `update app.clock set is_done = $3, leased_until = case when $4 then now() + interval '${again} seconds' end where name = $1 and holder = $2::uuid`,
)

/** The last scheduled time at or before a moment. */
const lastOf = (cron: Cron.Cron, now: number): number => Cron.prev(cron, new Date(now + 1)).getTime()

/** The time of the due run, in a process started at `started`; undefined if none is due. */
export const dueOf = ({ cron, late }: Pick<Clock, "cron" | "late">, started: number, now: number): number | undefined => {
  const last = lastOf(cron, now)
  if (late === undefined) return Math.max(last, started)
  return last >= started || now - started >= late ? last : undefined
}

const run = <R>(one: Clock<R>) =>
  Effect.gen(function* () {
    const { name, cron, work, failed } = one
    const { statement } = yield* Database
    const started = Date.now()
    const holder = randomUUID()
    const alive = Effect.forever(Effect.andThen(Effect.sleep(renewal * 1000), Effect.ignore(statement(renew, [name, holder]))))
    const settle = (exit: Exit.Exit<unknown, unknown>) =>
      Effect.ignore(statement(end, [name, holder, Exit.isSuccess(exit), Exit.isFailure(exit) && !Exit.hasInterrupts(exit)]))
    const turn = Effect.gen(function* () {
      const due = dueOf(one, started, Date.now())
      if (due === undefined) return
      const taken = yield* statement(take, [name, new Date(due).toISOString(), holder])
      if (taken.length > 0) yield* Effect.onExit(Effect.raceFirst(work, alive), settle)
    }).pipe(
      Effect.catch(({ message }) => Effect.logWarning(`${failed}: ${message}`)),
      Effect.catchDefect((defect) => Effect.logError(`${failed}: ${defect instanceof Error ? (defect.stack ?? defect.message) : String(defect)}`)),
    )
    const rest = Effect.suspend(() => {
      const now = Date.now()
      return Effect.sleep(Math.max(1, Math.min(Cron.next(cron, new Date(now)).getTime() - now, longest)))
    })
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(turn, rest)))
  })

/** Runs clocks until the scope closes. */
export const runClocks = <R>(clocks: ReadonlyArray<Clock<R>>) => Effect.forEach(clocks, run, { discard: true })

/** {@link runClocks} as a layer. */
export const layer = <R>(clocks: ReadonlyArray<Clock<R>>) => Layer.effectDiscard(runClocks(clocks))
