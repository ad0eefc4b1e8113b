/** The log as it is proved and exported: events in order with their commits, and the seals. */
import { Effect } from "effect"
import { Database, type DatabaseError } from "../database/database.ts"
import { type LogCommit, logCommitColumns, type LogEvent, logEventColumns, occurred } from "./leaf.ts"
import type { SealKind } from "./note.ts"

export interface LogPage {
  readonly events: ReadonlyArray<LogEvent>
  readonly commits: ReadonlyMap<number, LogCommit>
}

/** A seal as it is kept. */
export interface Seal {
  readonly id: number
  readonly kind: SealKind
  readonly position: number
  readonly size: number
  readonly root: string
  /** the hash of the note before it, "" for the first */
  readonly previous: string
  readonly at: string
  readonly keyId: string
  readonly note: string
  readonly frontier: Buffer
  readonly entries: Buffer
}

/** The select list of a {@link Seal} without its entries. */
export const sealColumns = `id, kind, position, size, root, previous, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  key_id as "keyId", note, frontier`

/** Events after a position and up to another, in order, with their commits. */
export const logPage = (after: number, upTo: number, limit: number) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const rows = yield* statement(`select ${logEventColumns} from es.event where position > $1 and position <= $2 order by position limit $3`, [
      after,
      upTo,
      limit,
    ])
    for (const row of rows) row.occurredAt = occurred(row.occurredAt)
    const ids = [...new Set(rows.map(({ commitId }) => commitId))]
    const commits = ids.length === 0 ? [] : yield* statement(`select ${logCommitColumns} from es.commit where id = any($1::bigint[])`, [ids])
    return { events: rows, commits: new Map(commits.map((commit) => [commit.id, commit])) } as LogPage
  })

/** How many entries a page of seals holds, about. */
const entriesAPage = 50_000

/** The seals after one of them, with their entries; some, and at least one if there is any. */
export const sealsAfter = (id: number, size: number) =>
  Effect.flatMap(
    Database,
    ({ statement }) =>
      statement(
        `select ${sealColumns}, entries from es.seal
         where id > $1 and (size <= $2 or id = (select min(id) from es.seal where id > $1)) order by id limit 1000`,
        [id, size + entriesAPage],
      ) as Effect.Effect<ReadonlyArray<Seal>, DatabaseError>,
  )
