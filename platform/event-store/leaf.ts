/**
 * An event in the form that the seals cover. Its leaf holds its position, its hash (which covers the event, the previous hash and the digest of its
 * commit) and the parts of its commit that the hash does not cover, so that nothing in the log can be edited unnoticed. A seal also keeps one entry
 * per event: the leaf, its position, and short fingerprints of its parts, from which a verification can tell what was done to the event.
 */
import { crc32 } from "node:zlib"
import { col } from "../database/statement.ts"
import { canonical } from "../canonical.ts"
import { leafHash } from "./merkle.ts"

/** An event as stored in the log. */
export interface LogEvent {
  readonly position: number
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly schemaVersion: number
  /** in microseconds if they are not zero, otherwise in milliseconds, as the hash covers it */
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
  /** in microseconds */
  readonly recordedAt: string
  readonly result: unknown
}

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The select list of a {@link LogEvent}; `occurredAt` still has to be passed through {@link occurred}. */
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

/** Drops the microseconds of a time if they are zero: events are written with milliseconds. */
export const occurred = (at: string): string => (at.endsWith("000Z") && at.length > 4 ? `${at.slice(0, -4)}Z` : at)

/** Caches a value per commit, because a commit can have thousands of events. */
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

/** The parts of a commit that the event's hash does not already cover. */
const restOf = ofCommit(({ onBehalfOf, causation, appVersion, recordedAt, result }) =>
  JSON.stringify([onBehalfOf, causation, appVersion, recordedAt, canonical(result)]),
)

/** The leaf of an event, built from its hash. */
export const leafOf = ({ position, hash, commitId }: LogEvent, commit: LogCommit): string => leafHash(`${position}\n${hash}\n${commitId}\n${restOf(commit)}`)

/** The fingerprinted parts of an event, by their display names. */
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
/** The fingerprint of an event's commit if the commit is missing. */
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

/** Encodes entries as a seal stores them: leaf, position and fingerprints, big-endian, concatenated. */
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

/** Reads single entries from stored bytes without decoding all of them. */
export const readEntries = (bytes: Buffer) => ({
  /** the number of complete entries; trailing bytes are ignored */
  count: Math.floor(bytes.length / width),
  leaf: (index: number): string => bytes.toString("hex", index * width, index * width + leafBytes),
  position: (index: number): number => bytes.readUInt32BE(index * width + leafBytes) * 2 ** 32 + bytes.readUInt32BE(index * width + leafBytes + 4),
  prints: (index: number) => {
    const from = index * width + leafBytes + positionBytes
    return Object.fromEntries(parts.map((part, n) => [part, bytes.readUInt32BE(from + 4 * n)])) as Entry["prints"]
  },
})
