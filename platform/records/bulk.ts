/**
 * Performs many commands in sequence, such as demo data: each is decided on rows held in memory, and the decisions are written in large batches in
 * the background. The log is the same as if each command had been written before the next was decided. The versions that the commands read and write
 * are still checked against the log, so that a concurrent command is detected.
 */
import { Effect, type Scope, Semaphore } from "effect"
import type { DatabaseError } from "../database/database.ts"
import type { Commit } from "../event-store/event-store.ts"
import { fieldValue } from "../row-literal.ts"
import type { Decision, LoadedStream, Source } from "./decide.ts"
import type { PersonalKeys, StreamKey } from "./personal-data/personal.ts"
import type { RowMeta } from "./record.ts"
import type { AnyStream } from "./stream.ts"

/** The maximum number of events per batch, and of streams that it may lock. */
const most = { events: 1500, streams: 3000 }
/** The maximum number of sequence values drawn at once; unused values leave a gap in the sequence. */
const drawnAtMost = 64

/** The rows of a kind, indexed by id and by the field combinations that were queried. */
const table = (rows: ReadonlyArray<LoadedStream>) => {
  const byId = new Map<number, LoadedStream>()
  const indexes: Array<{ readonly names: ReadonlyArray<string>; readonly ids: Map<string, Set<number>> }> = []
  const keyOf = (names: ReadonlyArray<string>, values: object) => JSON.stringify(names.map((name) => fieldValue(values, name) ?? null))
  const enter = ({ names, ids }: (typeof indexes)[number], { id, row }: LoadedStream) => {
    if (row === null) return
    const key = keyOf(names, row)
    const known = ids.get(key)
    if (known) known.add(id)
    else ids.set(key, new Set([id]))
  }
  const put = (held: LoadedStream) => {
    const before = byId.get(held.id)
    byId.set(held.id, held)
    for (const index of indexes) {
      if (before?.row) index.ids.get(keyOf(index.names, before.row))?.delete(held.id)
      enter(index, held)
    }
  }
  const find = (where: object): LoadedStream | undefined => {
    const names = Object.keys(where)
    let index = indexes.find((index) => index.names.length === names.length && names.every((name, n) => name === index.names[n]))
    if (!index) {
      index = { names, ids: new Map() }
      indexes.push(index)
      for (const held of byId.values()) enter(index, held)
    }
    const [id] = index.ids.get(keyOf(names, where)) ?? []
    return id === undefined ? undefined : byId.get(id)
  }
  rows.forEach(put)
  return { byId, put, find }
}

/** A batch waiting to be written. */
const newPart = () => ({
  commits: [] as Array<Commit>,
  events: 0,
  /** the streams at the versions that the first command in the batch saw */
  written: new Map<string, { readonly stream: string; readonly expected: number }>(),
  read: new Map<string, { readonly stream: string; readonly expected: number }>(),
  /** the rows as the last command left them */
  rows: new Map<string, { readonly stream: AnyStream; readonly isNew: boolean; readonly row: RowMeta }>(),
})

export interface BulkOptions {
  /** every row of a kind, from the database */
  readonly rowsOf: (stream: AnyStream) => Effect.Effect<ReadonlyArray<LoadedStream>, DatabaseError>
  readonly draw: (sequence: string, many: number) => Effect.Effect<ReadonlyArray<number>, DatabaseError>
  /** the sequence of a number series, which must be declared */
  readonly sequenceOf: (series: string) => string
  readonly keysOf: PersonalKeys["Service"]["of"]
  readonly write: (commits: ReadonlyArray<Commit>) => Effect.Effect<unknown, DatabaseError>
}

/** Holds the rows for a bulk run. Batches are written in the background until the scope closes; `flush` waits until everything is written. */
export const bulk = ({ rowsOf, draw, sequenceOf, keysOf, write }: BulkOptions, scope: Scope.Scope) => {
  const tables = new Map<AnyStream, ReturnType<typeof table>>()
  const keys = new Map<string, StreamKey>()
  /** sequence values drawn but not used yet, the next one last */
  const drawn = new Map<string, Array<number>>()
  const draws = new Map<string, number>()
  const [loading, drawing, writing] = [Semaphore.makeUnsafe(1), Semaphore.makeUnsafe(1), Semaphore.makeUnsafe(1)]
  let part = newPart()
  let failed: Effect.Effect<never, DatabaseError> | undefined

  const taken = (): ReadonlyArray<Commit> => {
    const { commits, written, read, rows } = part
    part = newPart()
    const [first, ...others] = commits
    if (!first) return []
    // one statement writes them all, so it does not matter which commit a row belongs to
    const changed = [...rows.values()].map(({ stream: { record }, isNew, row }) => ({ table: record, isNew, literal: record.toLiteral(row) }))
    return [{ ...first, streams: [...written.values()], read: [...read.values()], rows: changed }, ...others]
  }
  const flush = writing.withPermits(1)(
    Effect.suspend((): Effect.Effect<unknown, DatabaseError> => {
      if (failed) return failed
      const commits = taken()
      if (commits.length === 0) return Effect.void
      return Effect.tapCause(write(commits), (cause) => Effect.sync(() => (failed = Effect.failCause(cause))))
    }),
  )
  /** Starts writing the batch once it is large enough, after waiting for the batch that is being written. */
  const relieve = Effect.suspend(() => {
    if (failed) return failed
    if (part.events < most.events && part.read.size + part.written.size < most.streams) return Effect.void
    return Effect.andThen(writing.withPermits(1)(Effect.void), Effect.forkIn(flush, scope))
  })

  const load = (stream: AnyStream) =>
    loading.withPermits(1)(
      Effect.gen(function* () {
        const known = tables.get(stream)
        if (known) return known
        yield* flush
        const loaded = table(yield* rowsOf(stream))
        tables.set(stream, loaded)
        return loaded
      }),
    )
  const ask = <A>(stream: AnyStream, question: (rows: ReturnType<typeof table>) => A): Effect.Effect<A, DatabaseError> => {
    const known = tables.get(stream)
    return known ? Effect.succeed(question(known)) : Effect.map(load(stream), question)
  }

  const drawMore = (sequence: string) =>
    drawing.withPermits(1)(
      Effect.gen(function* () {
        const left = drawn.get(sequence)?.pop()
        if (left !== undefined) return left
        const many = Math.min(drawnAtMost, (draws.get(sequence) ?? 0) * 2 || 1)
        const [value, ...rest] = yield* draw(sequence, many)
        draws.set(sequence, many)
        drawn.set(sequence, rest.reverse())
        return value!
      }),
    )
  const valueOf = (sequence: string): Effect.Effect<number, DatabaseError> => {
    const value = drawn.get(sequence)?.pop()
    return value === undefined ? drawMore(sequence) : Effect.succeed(value)
  }
  const source: Source<DatabaseError> = {
    row: (stream, id) => ask(stream, ({ byId }) => byId.get(id)),
    find: (stream, where) => ask(stream, ({ find }) => find(where)),
    id: (stream) => valueOf(`id_${stream.record.kind}`),
    number: (series) => valueOf(sequenceOf(series)),
  }

  return {
    source,
    flush,
    relieve,
    valueOf,
    /** The keys of streams, including streams that are not written yet. */
    keysOf: (streams: Parameters<typeof keysOf>[0]) =>
      Effect.gen(function* () {
        const others = streams.filter(({ stream }) => !keys.has(stream))
        if (others.some(({ isNew }) => !isNew)) yield* flush
        const made = others.length > 0 ? yield* keysOf(others) : new Map<string, StreamKey>()
        const found = new Map(streams.map(({ stream }) => [stream, made.get(stream) ?? keys.get(stream)!] as const))
        for (const [stream, { id, bytes }] of made) keys.set(stream, { id, bytes })
        return found
      }),
    /** Adds a decision to the batch; the next command is decided on its result. */
    add: (decision: Decision, commit: Omit<Commit, "rows">) => {
      const { written, read, rows } = part
      part.commits.push({ ...commit, streams: [], read: [], rows: [] })
      part.events += commit.events.length
      for (const seen of commit.read) if (!written.has(seen.stream)) read.set(seen.stream, seen)
      for (const seen of commit.streams) {
        if (written.has(seen.stream)) continue
        read.delete(seen.stream)
        written.set(seen.stream, seen)
      }
      const heads = new Map(commit.events.map(({ stream, version, hash }) => [stream, { version, head: hash }]))
      for (const [key, { held, row, events }] of decision.touched) {
        if (events.length === 0) continue
        rows.set(key, { stream: held.stream, isNew: rows.get(key)?.isNew ?? held.version === 0, row: row! })
        tables.get(held.stream)?.put({ ...held, ...heads.get(key)!, row })
      }
      for (const stream of commit.erased ?? []) keys.delete(stream)
    },
  }
}
