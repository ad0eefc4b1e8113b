/** The log as it is verified and exported: events in order with their commits, and the seals. */
import { StringDecoder } from "node:string_decoder"
import { Effect } from "effect"
import { Database } from "../database/database.ts"
import { col, sql } from "../database/statement.ts"
import { type LogCommit, logCommitColumns, type LogEvent, logEventColumns, occurred } from "./leaf.ts"
import type { SealKind } from "./note.ts"

export interface LogPage {
  readonly events: ReadonlyArray<LogEvent>
  readonly commits: ReadonlyMap<number, LogCommit>
}

/** A seal as stored. */
export interface Seal {
  readonly id: number
  readonly kind: SealKind
  readonly position: number
  readonly size: number
  readonly root: string
  /** the hash of the previous note, "" for the first */
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
/** What {@link sealColumns} selects, and the entries. */
export const sealRow = {
  id: col.whole,
  kind: col.words<SealKind>("new", "day", "month"),
  position: col.whole,
  size: col.whole,
  root: col.text,
  previous: col.text,
  at: col.text,
  keyId: col.text,
  note: col.text,
  frontier: col.bytes,
  entries: col.bytes,
}

/** Decodes one value of COPY's text format. */
const plain = (text: string): string | null => {
  if (!text.includes("\\")) return text
  return text === "\\N" ? null : text.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)
}
const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }

/** The rows of a query, read by COPY at half the cost of an ordinary query. */
const copied = <A>(text: string, made: (values: ReadonlyArray<string>) => A) =>
  Effect.flatMap(Database, ({ query }) =>
    query(async (sql): Promise<Array<A>> => {
      const decoder = new StringDecoder("utf8")
      const rows: Array<A> = []
      let rest = ""
      for await (const chunk of await sql.unsafe(`copy (${text}) to stdout`).readable()) {
        const lines = (rest + decoder.write(chunk as Buffer)).split("\n")
        rest = lines.pop()!
        for (const line of lines) rows.push(made(line.split("\t")))
      }
      return rows
    }),
  )

const eventOf = ([position, stream, version, type, schemaVersion, occurredAt, data, commitId, hash]: ReadonlyArray<string>): LogEvent => ({
  position: Number(position),
  stream: plain(stream!)!,
  version: Number(version),
  type: plain(type!)!,
  schemaVersion: Number(schemaVersion),
  occurredAt: occurred(occurredAt!),
  data: JSON.parse(plain(data!)!),
  commitId: Number(commitId),
  hash: plain(hash!)!,
})

const commitOf = (values: ReadonlyArray<string>): LogCommit => {
  const [id, commandId, command, requestHash, actor, onBehalfOf, correlation, causation, via, appVersion, recordedAt, result] = values.map(plain)
  return {
    id: Number(id),
    commandId: commandId!,
    command: command!,
    requestHash: requestHash!,
    actor: actor!,
    onBehalfOf: onBehalfOf!,
    correlation: correlation!,
    causation: causation!,
    via: via!,
    appVersion: appVersion!,
    recordedAt: recordedAt!,
    result: result === null ? null : JSON.parse(result!),
  }
}

/** Events after a position and up to another, in order, with their commits. */
export const logPage = (after: number, upTo: number, limit: number) =>
  Effect.gen(function* () {
    const events = yield* copied(
      `select ${logEventColumns} from es.event where position > ${after} and position <= ${upTo} order by position limit ${limit}`,
      eventOf,
    )
    const ids = new Set<number>()
    let [lowest, highest] = [Infinity, 0]
    for (const { commitId } of events) {
      ids.add(commitId)
      if (commitId < lowest) lowest = commitId
      if (commitId > highest) highest = commitId
    }
    if (ids.size === 0) return { events, commits: new Map<number, LogCommit>() } satisfies LogPage
    // the commit ids of a page are mostly consecutive
    const which = highest - lowest < 2 * ids.size ? `between ${lowest} and ${highest}` : `= any('{${[...ids].join(",")}}')`
    const commits = yield* copied(`select ${logCommitColumns} from es.commit where id ${which}`, commitOf)
    return { events, commits: new Map(commits.map((commit) => [commit.id, commit])) } satisfies LogPage
  })

/** Approximate number of entries in a page of seals. */
const entriesAPage = 50_000

/** The next seals after a given one, with their entries: a page, or at least one seal if there is any. */
export const sealsAfter = (id: number, size: number) => Effect.flatMap(Database, ({ statement }) => statement(sealsAfterSql, [id, size + entriesAPage]))
const sealsAfterSql = sql(
  sealRow,
  `select ${sealColumns}, entries from es.seal
   where id > $1 and (size <= $2 or id = (select min(id) from es.seal where id > $1)) order by id limit 1000`,
)
