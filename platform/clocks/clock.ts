/**
 * Clocks: work that time brings, such as overdue maintenance or the digest of a morning. A clock is declared with a cron expression, in
 * Juba's time. Several server processes may run the same clocks: a lease in the database lets one of them do what is due, and when that
 * one dies in the middle, another does it.
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

/** Declares a clock. Its name is its identity: processes with the same database share it. */
export const clock = <E extends { readonly message: string }, R>(
  name: string,
  /** minute, hour, day of month, month, weekday; with six fields the first is the second */
  cron: string,
  options: {
    /** must bear a repeat: it is done again when it failed, or its process died */
    readonly work: Effect.Effect<unknown, E, R>
    /** what a log says where it failed, without a full stop */
    readonly failed: string
    /**
     * A server that starts looks at once, for what has become due while none ran. Where that is too much for a start: how long what
     * was missed waits after it.
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

/** How long a process that says nothing more is waited for, in seconds, and how often it says that it is at it. */
const [lease, renewal] = [60, 20]
/** When work that failed is tried again, in seconds. */
const again = 60
/** The longest time between two looks, in ms: for a lease that has expired. */
const longest = 60_000

const take = sql(
  { name: col.text },
  `insert into app.clock as c (name, due, holder, leased_until) values ($1, $2::timestamptz, $3::uuid, now() + interval '${lease} seconds')
   on conflict (name) do update set due = greatest(c.due, excluded.due), holder = excluded.holder, leased_until = excluded.leased_until, is_done = false
   where (c.leased_until is null or c.leased_until < now()) and (c.due < excluded.due or not c.is_done) returning c.name`,
)
const renew = sql({}, `update app.clock set leased_until = now() + interval '${lease} seconds' where name = $1 and holder = $2::uuid`)
/** After success nothing is owed; after a failure it is, in a while; a process that stops leaves it to another at once. */
const end = sql(
  {},
  `update app.clock set is_done = $3, leased_until = case when $4 then now() + interval '${again} seconds' end where name = $1 and holder = $2::uuid`,
)

/** The last time at or before a moment. */
const lastOf = (cron: Cron.Cron, now: number): number => Cron.prev(cron, new Date(now + 1)).getTime()

/** What is due now, in a process that started then; undefined if nothing is. */
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
