/**
 * An event as the seals cover it. Its leaf holds its position, its hash (which covers the event, the hash before it and
 * the digest of its commit) and what of its commit the hash does not cover, so that nothing of the log can be edited
 * unseen. A seal also keeps an entry an event: the leaf, where it stands, and short prints of its parts, by which a
 * verification tells what was done to it.
 */
import { crc32 } from "node:zlib"
import { col } from "../database/statement.ts"
import { canonical } from "./hash.ts"
import { leafHash } from "./merkle.ts"

/** An event as the log has it. */
export interface LogEvent {
  readonly position: number
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly schemaVersion: number
  /** to the microsecond, if it has any; else to the millisecond, as the hash has it */
  readonly occurredAt: string
  readonly data: unknown
  readonly commitId: number
  readonly hash: string
}

export interface LogCommit {
  readonly id: number
  readonly commandId: string
  readonly command: string
  readonly requestHash: string
  readonly actor: string
  readonly onBehalfOf: string | null
  readonly correlation: string
  readonly causation: string | null
  readonly via: string
  readonly appVersion: string
  /** to the microsecond */
  readonly recordedAt: string
  readonly result: unknown
}

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The select list of a {@link LogEvent}; `occurredAt` is yet to pass {@link occurred}. */
export const logEventColumns = `position, stream, version, type, schema_version as "schemaVersion", ${instant("occurred_at")} as "occurredAt",
  data, commit_id as "commitId", hash`

/** The select list of a {@link LogCommit}. */
export const logCommitColumns = `id, command_id as "commandId", command, request_hash as "requestHash", actor, on_behalf_of as "onBehalfOf",
  correlation, causation, via, app_version as "appVersion", ${instant("recorded_at")} as "recordedAt", result`
export const logCommit = {
  id: col.whole,
  commandId: col.text,
  command: col.text,
  requestHash: col.text,
  actor: col.text,
  onBehalfOf: col.nullable(col.text),
  correlation: col.text,
  causation: col.nullable(col.text),
  via: col.text,
  appVersion: col.text,
  recordedAt: col.text,
  result: col.unknown,
}

/** A time with microseconds, without them if they are none: events are written to the millisecond. */
export const occurred = (at: string): string => (at.endsWith("000Z") && at.length > 4 ? `${at.slice(0, -4)}Z` : at)

/** A commit has up to thousands of events: what is the same for all of them is made once. */
const ofCommit = <A>(make: (commit: LogCommit) => A) => {
  const made = new WeakMap<LogCommit, A>()
  return (commit: LogCommit): A => {
    const before = made.get(commit)
    if (before !== undefined) return before
    const now = make(commit)
    made.set(commit, now)
    return now
  }
}

/** What an event's hash says of its commit does not stand here again. */
const restOf = ofCommit(({ onBehalfOf, causation, appVersion, recordedAt, result }) =>
  JSON.stringify([onBehalfOf, causation, appVersion, recordedAt, canonical(result)]),
)

/** The leaf of an event, from its hash. */
export const leafOf = ({ position, hash, commitId }: LogEvent, commit: LogCommit): string => leafHash(`${position}\n${hash}\n${commitId}\n${restOf(commit)}`)

/** The parts of which prints are kept, as people call them. */
export const parts = ["stream", "type", "time", "data", "actor", "recorded time", "commit", "hash"] as const
export type Part = (typeof parts)[number]

export interface Entry {
  readonly leaf: string
  readonly position: number
  readonly prints: Readonly<Record<Part, number>>
}

const commitPrint = ofCommit(({ id, commandId, command, requestHash, correlation, causation, via, appVersion, onBehalfOf, result }) =>
  crc32(canonical([id, commandId, command, requestHash, correlation, causation, via, appVersion, onBehalfOf, result])),
)
/** Of an event whose commit is lost. */
const noCommit = crc32(canonical(Array.from({ length: 10 })))

export const printsOf = (event: LogEvent, commit: LogCommit | undefined): Entry["prints"] => ({
  stream: crc32(event.stream),
  type: crc32(`${event.version} ${event.type} ${event.schemaVersion}`),
  time: crc32(event.occurredAt),
  data: crc32(canonical(event.data)),
  actor: crc32(commit?.actor ?? ""),
  "recorded time": crc32(commit?.recordedAt ?? ""),
  commit: commit ? commitPrint(commit) : noCommit,
  hash: crc32(event.hash),
})

const leafBytes = 32
const positionBytes = 8
const width = leafBytes + positionBytes + parts.length * 4

/** Entries as a seal keeps them: the leaf, the position, the prints; big-endian, one after the other. */
export const writeEntries = (entries: ReadonlyArray<Entry>): Buffer => {
  const bytes = Buffer.alloc(entries.length * width)
  entries.forEach(({ leaf, position, prints }, index) => {
    const at = index * width
    bytes.write(leaf, at, "hex")
    bytes.writeBigUInt64BE(BigInt(position), at + leafBytes)
    parts.forEach((part, n) => bytes.writeUInt32BE(prints[part], at + leafBytes + positionBytes + 4 * n))
  })
  return bytes
}

/** Looks into kept entries without unpacking them all. */
export const readEntries = (bytes: Buffer) => ({
  /** how many there are; what is left over is no entry */
  count: Math.floor(bytes.length / width),
  leaf: (index: number): string => bytes.toString("hex", index * width, index * width + leafBytes),
  position: (index: number): number => bytes.readUInt32BE(index * width + leafBytes) * 2 ** 32 + bytes.readUInt32BE(index * width + leafBytes + 4),
  prints: (index: number) => {
    const from = index * width + leafBytes + positionBytes
    return Object.fromEntries(parts.map((part, n) => [part, bytes.readUInt32BE(from + 4 * n)])) as Entry["prints"]
  },
})
