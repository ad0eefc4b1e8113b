/**
 * The sealer: regularly states which events exist, signed with a key that the database never holds. Each seal extends the Merkle tree over all
 * events, refers to the previous seal, and is also written to a file outside the database.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { Cause, Duration, Effect } from "effect"
import { dateOf, monthOf } from "../calendar.ts"
import { Database } from "../database/database.ts"
import { col, sql } from "../database/statement.ts"
import { privateFolder } from "../private-folder.ts"
import { EventStore } from "./event-store.ts"
import { leafOf, printsOf, readEntries, writeEntries } from "./leaf.ts"
import { logPage, type Seal, sealColumns, sealRow } from "./log-page.ts"
import { frontier, type Frontier, grow, rootOf } from "./merkle.ts"
import { type Note, noteHash, notesIn, readNote, type SealKind, signNote, type SigningKey } from "./note.ts"
import { commitOrder } from "./order.ts"
import { frontierOf, originOf } from "./verifier.ts"

/** The maximum number of events per seal. */
const most = 20_000

const entriesSql = sql({ id: col.whole, entries: col.bytes }, "select id, entries from es.seal where id > $1 and id <= $2 order by id limit 20")
const lockSql = sql({ ours: col.flag }, "select pg_try_advisory_xact_lock(hashtext('field office: seals')) as ours")
const lastSql = sql(sealRow, `select ${sealColumns}, ''::bytea as entries from es.seal order by id desc limit 1`)
const nowSql = sql(
  { now: col.text, since: col.nullable(col.number), period: col.nullable(col.text) },
  `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now, extract(epoch from now() - $1::timestamptz)::float8 as since,
     to_char(coalesce((select at from es.seal where kind <> 'new' order by id desc limit 1), (select at from es.seal order by id limit 1))
       at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as period`,
)
const firstOfDaySql = sql(
  { position: col.nullable(col.whole) },
  `select min(e.position) as position from es.event e join es.commit c on c.id = e.commit_id
   where e.position > $1 and e.position <= $2 and c.recorded_at >= $3::date::timestamp at time zone 'Africa/Juba'`,
)
const keepSeal = sql(
  {},
  `insert into es.seal (id, kind, position, size, root, previous, at, key_id, note, frontier, entries)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)
const noteSql = sql({ note: col.text }, "select note from es.seal where id = $1")
const lastIdSql = sql({ id: col.whole }, "select coalesce(max(id), 0) as id from es.seal")
const notesSql = sql({ id: col.whole, note: col.text }, "select id, note from es.seal where id > $1 order by id limit 500")
const lastEndedSql = sql(
  { id: sealRow.id, kind: sealRow.kind, position: sealRow.position, note: sealRow.note },
  "select id, kind, position, note from es.seal where kind <> 'new' order by id desc limit 1",
)

type Made = Omit<Seal, "entries" | "frontier">

/** The tree at the last seal. Its stored subtree roots must give the root that the seal states; otherwise they are rebuilt from the entries. */
const treeOf = (last: Seal | undefined) =>
  Effect.gen(function* () {
    if (!last) return frontier()
    const kept = frontierOf(last)
    if (kept && rootOf(kept) === last.root) return kept
    const { statement } = yield* Database
    const tree = frontier()
    for (let id = 0; id < last.id; ) {
      const seals = yield* statement(entriesSql, [id, last.id])
      if (seals.length === 0) break
      for (const seal of seals) {
        const entries = readEntries(seal.entries)
        for (let index = 0; index < entries.count; index++) grow(tree, entries.leaf(index))
      }
      id = seals.at(-1)!.id
    }
    if (rootOf(tree) !== last.root)
      return yield* Effect.die(new Error(`Seal ${last.id} was changed in the database, so nothing is sealed after it: run ops audit verify`))
    return tree
  })

/**
 * Makes the next seal if one is due; undefined if there is nothing new, or if another process is doing so. A business day or month that has ended is
 * sealed first, up to its last event, even if there are no new events. `pause` is in seconds.
 */
export const sealOnce = (key: SigningKey, pause: number) =>
  Effect.gen(function* () {
    const { statement, transaction } = yield* Database
    const store = yield* EventStore
    return yield* transaction(
      Effect.gen(function* () {
        const [lock] = yield* statement(lockSql, [])
        if (!lock!.ours) return undefined
        const closed = yield* store.closed
        const [last] = yield* statement(lastSql, [])
        const after = last?.position ?? 0
        const [clock] = yield* statement(nowSql, [last?.at ?? null])
        const { now, since, period } = clock!
        const today = dateOf(now)
        const before = period === null ? today : dateOf(period)
        const isEnded = before < today
        let upTo = closed
        if (isEnded) {
          const [first] = yield* statement(firstOfDaySql, [after, closed, today])
          if (first!.position !== null) upTo = first!.position - 1
        } else if (closed <= after || (last && closed - after < most && Number(since) < pause / 2)) return undefined

        const { events, commits } = yield* logPage(after, upTo, most)
        const isAll = events.length < most
        if (events.length === 0 && !(isEnded && last)) return undefined
        const tree: Frontier = yield* treeOf(last)
        const order = commitOrder()
        if (last) for (const commit of (yield* logPage(Math.max(0, last.position - 1), last.position, 1)).commits.values()) order.take(commit)
        const entries = events.map((event) => {
          const commit = commits.get(event.commitId)
          if (!commit) throw new Error(`Event ${event.position} has no commit, so nothing is sealed from there on: run ops audit verify`)
          const newer = order.olderThan(commit)
          if (newer) {
            throw new Error(
              `Event ${event.position} (${event.stream}) was put on commit ${commit.id}, which is older than commit ${newer.id} before it, so nothing is sealed after it: run ops audit verify`,
            )
          }
          order.take(commit)
          const leaf = leafOf(event, commit)
          grow(tree, leaf)
          return { leaf, position: event.position, prints: printsOf(event, commit) }
        })
        const kind: SealKind = !isEnded || !isAll ? "new" : monthOf(before) < monthOf(today) ? "month" : "day"
        const checkpoint = {
          origin: last ? readNote(last.note)!.checkpoint.origin : originOf(entries[0]!.leaf),
          size: tree.size,
          root: rootOf(tree),
          seal: (last?.id ?? 0) + 1,
          position: events.at(-1)?.position ?? after,
          time: now,
          kind,
          previous: last ? noteHash(last.note) : "",
        }
        const note = signNote(checkpoint, key)
        yield* statement(keepSeal, [
          checkpoint.seal,
          kind,
          checkpoint.position,
          checkpoint.size,
          checkpoint.root,
          checkpoint.previous,
          checkpoint.time,
          key.id,
          note,
          Buffer.from(tree.peaks.join(""), "hex"),
          writeEntries(entries),
        ])
        const { position, size, root, previous } = checkpoint
        const made: Made = { id: checkpoint.seal, kind, position, size, root, previous, at: checkpoint.time, keyId: key.id, note }
        // more events are already waiting to be sealed
        return { seal: made, goesOn: !isAll || upTo < closed }
      }),
    )
  })

/** Number of bytes at the end of a notes file that are certain to include its last note. */
const tailBytes = 8192

/** The last complete note of a file and the offset of its end; undefined if there is none. */
export const lastNote = (file: string): { readonly note: string; readonly read: Note; readonly end: number } | undefined => {
  if (!fs.existsSync(file)) return undefined
  const handle = fs.openSync(file, "r")
  try {
    const { size } = fs.fstatSync(handle)
    const bytes = Buffer.alloc(Math.min(size, tailBytes))
    fs.readSync(handle, bytes, 0, bytes.length, size - bytes.length)
    const text = bytes.toString("latin1")
    // a complete note ends with its signature; a note cut off when the process ended is ignored
    const last = [...text.matchAll(/\n\u00e2\u0080\u0094 field-office [\w+/]{91}=\n\n/g)].at(-1)
    if (!last) return undefined
    const end = last.index + last[0].length
    const notes = [...notesIn(bytes.subarray(Math.max(0, text.indexOf("field-office/")), end).toString("utf8"))]
    const { note, read } = notes.at(-1)!
    return read && { note, read, end: size - bytes.length + end }
  } finally {
    fs.closeSync(handle)
  }
}

const append = (file: string, notes: ReadonlyArray<string>) => {
  privateFolder(path.dirname(file))
  const handle = fs.openSync(file, "a", 0o640)
  try {
    fs.writeSync(handle, notes.map((note) => `${note}\n`).join(""))
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** Writes the seals that the external file does not have yet. Returns a message if the file and the database diverge. */
export const writeNotes = (file: string, from?: number) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const last = yield* Effect.sync(() => lastNote(file))
    // remains of a note that was being written when the process ended; it is written again below
    if (from === undefined && last && fs.statSync(file).size > last.end) yield* Effect.sync(() => fs.truncateSync(file, last.end))
    const known = from ?? last?.read.checkpoint.seal ?? 0
    let fault: string | undefined
    if (from === undefined && last) {
      const [seal] = yield* statement(noteSql, [known])
      if (seal?.note !== last.note) {
        fault = seal
          ? `Seal ${known} in the database is not the one in ${file}: the log was restored or rewritten. Run ops audit verify`
          : `${file} knows seal ${known}, and the database does not: it was restored to an older state, or its end was cut off. Run ops audit verify`
      }
    }
    let to = known
    if (fault) to = (yield* statement(lastIdSql, []))[0]!.id
    for (;;) {
      const seals = yield* statement(notesSql, [to])
      if (seals.length === 0) return { to, fault }
      yield* Effect.sync(() =>
        append(
          file,
          seals.map(({ note }) => note),
        ),
      )
      to = seals.at(-1)!.id
    }
  })

export interface Sealing<R> {
  readonly key: SigningKey
  /** the file outside the database to which the notes are appended */
  readonly notes: string
  /** seconds between two seals while there are new events */
  readonly pause: number
  /** called after the seal of a business day or month, at least once for the last one */
  readonly ended: (seal: Pick<Seal, "id" | "kind" | "position" | "note">) => Effect.Effect<void, unknown, R>
}

/** Seals until the scope closes. Several processes may do so: each seal is made by one of them, and each keeps its own notes file. */
export const runSealer = <R>({ key, notes, pause, ended }: Sealing<R>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    let told: number | undefined
    let mailed = 0
    let failed = ""
    const turn = Effect.gen(function* () {
      for (;;) {
        const made = yield* sealOnce(key, pause)
        if (!made?.goesOn) break
      }
      const { to, fault } = yield* writeNotes(notes, told)
      told = to
      if (fault) yield* Effect.logError(fault)
      const [period] = yield* statement(lastEndedSql, [])
      if (period && period.id > mailed) {
        yield* ended(period)
        mailed = period.id
      }
      failed = ""
    }).pipe(
      Effect.catchCause((cause) => {
        if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
        const error = Cause.squash(cause)
        const sentence = error instanceof Error ? error.message : String(error)
        if (sentence === failed) return Effect.void // logged once
        failed = sentence
        return Effect.logError(`The log is not sealed: ${sentence}`)
      }),
    )
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(turn, Effect.sleep(Duration.seconds(pause)))))
  })
