/**
 * The event store: appends commits together with the rows they change in one statement, and reads events without gaps. Commits that are waiting at
 * the same moment share one statement, which is a single durable transaction for all of them.
 */
import { Cause, Context, Deferred, Effect, Layer } from "effect"
import { Database, DatabaseError } from "../database/database.ts"
import { col, sql, sqlOf } from "../database/statement.ts"
import { rowsLiteral, rowLiteral } from "../row-literal.ts"

export interface StoredEvent {
  readonly position: number
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly schemaVersion: number
  readonly occurredAt: string
  readonly data: Readonly<Record<string, unknown>>
  readonly commitId: number
}

/** One command's outcome, ready to be written. */
export interface Commit {
  readonly commit: {
    readonly commandId: string
    readonly command: string
    readonly requestHash: string
    readonly actor: string
    readonly onBehalfOf: string | null
    readonly correlation: string
    readonly causation: string | null
    readonly via: string
    readonly appVersion: string
    readonly result: unknown
  }
  /** the streams that it writes, with the versions on which the decision was based; 0 for a new stream */
  readonly streams: ReadonlyArray<{ stream: string; expected: number }>
  /** the streams that were only read for the decision */
  readonly read: ReadonlyArray<{ stream: string; expected: number }>
  readonly events: ReadonlyArray<{
    stream: string
    version: number
    type: string
    schemaVersion: number
    occurredAt: string
    data: unknown
    hash: string
  }>
  /** newly created keys, in stored form, that encrypt personal fields of these events */
  readonly keys?: ReadonlyArray<{ id: string; stream: string; version: number; key: string }>
  /** the streams whose keys are destroyed */
  readonly erased?: ReadonlyArray<string>
  /** the fingerprint of the fold code that made the rows; the append fails with code OPOLD if the live rows were made by other code */
  readonly fold?: string
  /** the rows to change or add, as literals */
  readonly rows: ReadonlyArray<{ readonly table: Table; readonly isNew: boolean; readonly literal: string }>
}

/** A row table, with the SQL that writes an array of its rows. */
export interface Table {
  readonly kind: string
  readonly upsert: (rows: string) => string
  /** cheaper than upsert, for batches that only contain new rows */
  readonly insert: (rows: string) => string
}

export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * Appends one command's commit and returns its position. Fails with code OP409 if a stream has moved on, 23505 on commit_command_id if the
     * command was already written, OPOLD if this process is out of date.
     */
    readonly append: (commit: Commit) => Effect.Effect<number, DatabaseError>
    /** Appends several commits, all or none. */
    readonly appendAll: (commits: ReadonlyArray<Commit>) => Effect.Effect<number, DatabaseError>
    /** The position up to which every event is final. */
    readonly closed: Effect.Effect<number, DatabaseError>
    /** Events after a position, up to a closed one, in order. */
    readonly read: (
      after: number,
      options: { readonly upTo: number; readonly limit: number; readonly types?: ReadonlyArray<string> },
    ) => Effect.Effect<ReadonlyArray<StoredEvent>, DatabaseError>
    /** Called after each append of this process. */
    readonly onAppend: (listener: () => void) => () => void
  }
>()("@ops/platform/event-store/EventStore") {}

/** The select list of a stored event. */
export const eventColumns = `position, stream, version, type, schema_version as "schemaVersion",
  to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt", data, commit_id as "commitId"`
/** What {@link eventColumns} selects. */
export const storedEvent = {
  position: col.whole,
  stream: col.text,
  version: col.whole,
  type: col.text,
  schemaVersion: col.whole,
  occurredAt: col.text,
  data: col.object,
  commitId: col.whole,
}
const eventsAfter = sql(storedEvent, `select ${eventColumns} from es.event where position > $1 and position <= $2 order by position limit $3`)
const eventsOfTypes = sql(
  storedEvent,
  `select ${eventColumns} from es.event where position > $1 and position <= $2 and type = any($4::text[]) order by position limit $3`,
)
const closedSql = sql({ closed: col.whole }, "select es.closed() as closed")
/** The fingerprint of the code that made the live rows. */
const liveFold = sql({ fingerprint: col.text }, "select fingerprint from es.projection where name = 'rows' and state = 'active'")
const appended = sqlOf({ position: col.whole })

/** A commit and an event as literals of es.new_commit and es.new_event. */
const commitLiteral = ({ commandId, command, requestHash, actor, onBehalfOf, correlation, causation, via, appVersion, result }: Commit["commit"]) =>
  rowLiteral([commandId, command, requestHash, actor, onBehalfOf, correlation, causation, via, appVersion, result])
const eventLiteral = ({ stream, version, type, schemaVersion, occurredAt, data, hash }: Commit["events"][number], act: number) =>
  rowLiteral([stream, version, type, schemaVersion, occurredAt, data, hash, act])

const isInDoubt = (cause: Cause.Cause<DatabaseError>) => {
  const error = Cause.squash(cause)
  return error instanceof DatabaseError && error.inDoubt === true
}

/** The maximum number of events per shared statement. A command with more events is sent by itself, and no other command waits for it. */
const together = 32
/** The maximum number of shared statements on their way. */
const mostSent = 2
/** So many waiting commits are worth a statement of their own while another one is on its way; fewer would cost as much as they save. */
const worthwhile = 16

export const layer = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const { statement } = yield* Database
    const listeners = new Set<() => void>()

    const appendAll = (commits: ReadonlyArray<Commit>) => {
      const tables = new Map<Table, { areNew: boolean; readonly literals: Array<string> }>()
      const written: Array<string> = []
      const events: Array<string> = []
      const seen = new Set<string>()
      const keys: Array<string> = []
      for (const [nth, { commit, streams, read, events: added, keys: made = [], rows }] of commits.entries()) {
        written.push(commitLiteral(commit))
        for (const event of added) events.push(eventLiteral(event, nth + 1))
        // a new stream has no head yet; event_once prevents two processes from creating it
        for (const { stream, expected } of streams) if (expected > 0) seen.add(rowLiteral([stream, expected, true]))
        for (const { stream, expected } of read) seen.add(rowLiteral([stream, expected, false]))
        for (const { id, stream, version, key } of made) keys.push(rowLiteral([id, stream, version, key]))
        for (const { table, isNew, literal } of rows) {
          const known = tables.get(table)
          if (known) {
            known.areNew &&= isNew
            known.literals.push(literal)
          } else tables.set(table, { areNew: isNew, literals: [literal] })
        }
      }
      const erased = commits.flatMap(({ erased = [] }) => erased)
      const fold = commits.find((commit) => commit.fold !== undefined)?.fold
      const some = (rows: ReadonlyArray<string>) => (rows.length > 0 ? rowsLiteral(rows) : null)
      const parameters = [rowsLiteral(written), rowsLiteral(events), some([...seen].sort()), some(keys), erased.length > 0 ? erased : null, fold ?? null]
      const writes = [...tables]
        .sort(([a], [b]) => (a.kind < b.kind ? -1 : 1))
        .map(
          ([{ kind, insert, upsert }, { areNew, literals }]) => `${kind}_rows as (${(areNew ? insert : upsert)(`$${parameters.push(rowsLiteral(literals))}`)})`,
        )
      const text = `${writes.length > 0 ? `with ${writes.join(", ")} ` : ""}select es.append($1, $2, $3, $4, $5, $6) as position`
      return statement(appended(text), parameters).pipe(
        Effect.map(([row]) => row!.position),
        Effect.mapError((error) => {
          const { constraint, message, cause } = error
          return constraint === "event_once" ? new DatabaseError({ code: "OP409", message, cause }) : error
        }),
        // the statement may not match the tables of another version, or its rows may violate that version's checks
        Effect.catchIf(
          ({ code }) => fold !== undefined && /^(22|42|XX|0A|23514)/.test(code),
          (error) =>
            Effect.flatMap(statement(liveFold, []), ([live]) =>
              Effect.fail(live && live.fingerprint !== fold ? new DatabaseError({ code: "OPOLD", message: error.message, cause: error.cause }) : error),
            ),
        ),
        Effect.tap(() => Effect.sync(() => listeners.forEach((listener) => listener()))),
      )
    }

    interface Waiting {
      readonly commit: Commit
      readonly done: Deferred.Deferred<number, DatabaseError>
    }
    let waiting: Array<Waiting> = []
    /** The shared statements on their way. */
    const sent = new Set<ReadonlyArray<Waiting>>()
    let isGathering = false
    /** Whether the waiting commits fill a statement. */
    const isFull = () => {
      let events = 0
      return waiting.some(({ commit }) => (events += commit.events.length) >= together)
    }

    /** Takes the commands that can share a statement: none of them touches a stream that another one, also one on its way, writes. */
    const take = (): ReadonlyArray<Waiting> => {
      const taken: Array<Waiting> = []
      const [writes, touches, commands] = [new Set<string>(), new Set<string>(), new Set<string>()]
      let events = 0
      const note = ({ commit: { commandId }, streams, read }: Commit) => {
        for (const { stream } of streams) writes.add(stream)
        for (const { stream } of [...streams, ...read]) touches.add(stream)
        commands.add(commandId)
      }
      for (const commits of sent) for (const { commit } of commits) note(commit)
      const fits = (commit: Commit) =>
        events + commit.events.length <= together &&
        !commands.has(commit.commit.commandId) &&
        !commit.streams.some(({ stream }) => touches.has(stream)) &&
        !commit.read.some(({ stream }) => writes.has(stream))
      waiting = waiting.filter((act) => {
        const { commit } = act
        if (!fits(commit)) return true
        note(commit)
        events += commit.events.length
        taken.push(act)
        return false
      })
      return taken
    }

    /**
     * Sends waiting commits in one statement, and again until none are left. At most two statements are on their way, so that the database writes one
     * while the callers of the other decide what they write next.
     */
    const send: Effect.Effect<void> = Effect.suspend(() => {
      const taken = sent.size < mostSent ? take() : []
      if (taken.length === 0) return Effect.void
      sent.add(taken)
      const settle = ({ commit, done }: Waiting) => Effect.flatMap(Effect.exit(appendAll([commit])), (exit) => Deferred.done(done, exit))
      const settleAll = Effect.matchCauseEffect(appendAll(taken.map(({ commit }) => commit)), {
        onSuccess: (position) =>
          Effect.gen(function* () {
            sent.delete(taken)
            // the database does not have to wait until the callers have gone on
            if (isFull()) yield* Effect.forkDetach(send, { startImmediately: true })
            yield* Effect.forEach(taken, ({ done }) => Deferred.succeed(done, position), { discard: true })
          }),
        // one of the commits was rejected, so each is sent by itself and none fails because of another. If they may already have been written, the
        // callers find out themselves
        onFailure: (cause) =>
          (taken.length === 1 || isInDoubt(cause)
            ? Effect.forEach(taken, ({ done }) => Deferred.failCause(done, cause), { discard: true })
            : Effect.forEach(taken, settle, { discard: true, concurrency: 4 })
          ).pipe(Effect.andThen(Effect.sync(() => sent.delete(taken)))),
      })
      // callers that just got their answer may have more to write
      return Effect.andThen(settleAll, gather)
    })
    /** Sends what waits once the fibers that are ready now have added their commits, unless a statement is on its way, after which it is sent. */
    const gather: Effect.Effect<void> = Effect.suspend(() => {
      isGathering = true
      return Effect.andThen(
        Effect.yieldNow,
        Effect.suspend(() => {
          isGathering = false
          return sent.size === 0 ? send : Effect.void
        }),
      )
    })

    return {
      append: (commit) =>
        Effect.gen(function* () {
          if (commit.events.length > together) return yield* Effect.uninterruptible(appendAll([commit]))
          const done = yield* Deferred.make<number, DatabaseError>()
          waiting.push({ commit, done })
          const isWorthwhile = sent.size < mostSent && (waiting.length >= worthwhile || isFull())
          if (isWorthwhile) yield* Effect.forkDetach(send, { startImmediately: true })
          else if (sent.size === 0 && !isGathering) yield* Effect.forkDetach(gather, { startImmediately: true })
          return yield* Deferred.await(done)
        }),
      appendAll,
      closed: Effect.map(statement(closedSql, []), ([row]) => row!.closed),
      read: (after, { upTo, limit, types }) => (types ? statement(eventsOfTypes, [after, upTo, limit, types]) : statement(eventsAfter, [after, upTo, limit])),
      onAppend: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  }),
)
