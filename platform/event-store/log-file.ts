/**
 * The log as an NDJSON file, for anyone who verifies it without our server. The first line names the format and the log. Then follow, in order, a
 * line for each commit before its first event, a line for each event, and a line for each seal after the last event that it covers. The last line
 * counts them and holds the SHA-256 of all previous lines. A commit's line is repeated if more than `reach` events have passed since its last event,
 * so that a reader need not keep all commits in memory.
 */
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { StringDecoder } from "node:string_decoder"
import { Effect } from "effect"
import { Database } from "../database/database.ts"
import { col, sql } from "../database/statement.ts"
import type { LogCommit, LogEvent } from "./leaf.ts"
import { logCommit, logCommitColumns } from "./leaf.ts"
import { logPage, type Seal, sealsAfter } from "./log-page.ts"
import { type Note, type PublicKey, pemOf, publicKeys } from "./note.ts"
import type { Progress } from "./verify.ts"
import { verifier, type Verified } from "./verifier.ts"

export interface LogHeader {
  readonly format: "field-office-log"
  readonly version: 1
  readonly exportedAt: string
  /** position of the last event in the file */
  readonly upTo: number
  /** position of the last event that a seal in the file covers */
  readonly sealedTo: number
  /** PEM, concatenated: to be compared with the key that the auditor was given */
  readonly publicKeys: string
}

/** A line of the file: a commit, an event, or a seal with its bytes in base64. */
export type LogLine =
  | { readonly commit: LogCommit }
  | { readonly event: LogEvent }
  | { readonly seal: Omit<Seal, "frontier" | "entries"> & { readonly frontier: string; readonly entries: string } }

export interface LogCounts {
  readonly events: number
  readonly commits: number
  readonly seals: number
}

/** The file was truncated or edited, or is not an exported log. */
export class LogFileError extends Error {
  readonly _tag = "LogFileError"
}

/** Events read and verified per page. */
const eventsAPage = 5000
/** A reader of the file keeps a commit for at least this many events after the commit's last event. */
const reach = 10_000
const sealLine = ({ frontier, entries, ...seal }: Seal): LogLine => ({
  seal: { ...seal, frontier: frontier.toString("base64"), entries: entries.toString("base64") },
})

/** Decodes the seal of a line. */
export const sealOfLine = ({ frontier, entries, ...seal }: Extract<LogLine, { seal: unknown }>["seal"]): Seal => ({
  ...seal,
  frontier: Buffer.from(frontier, "base64"),
  entries: Buffer.from(entries, "base64"),
})

const sealedToSql = sql({ sealedTo: col.whole }, `select coalesce(max(position), 0) as "sealedTo" from es.seal where position <= $1`)
const emptyCommitsSql = sql(
  logCommit,
  `select ${logCommitColumns} from es.commit c where not exists (select from es.event e where e.commit_id = c.id) order by id`,
)

/**
 * Writes the log up to a closed position, page by page. Each call of `write` gets whole lines and is awaited. Commits without events (commands that
 * changed nothing) are included if `upTo` covers the whole log. Run it in a snapshot transaction if other tables must be consistent with it.
 */
export const exportLog = <E, R>(
  options: {
    readonly upTo: number
    readonly isWhole: boolean
    readonly keys: ReadonlyArray<PublicKey>
    readonly progress?: (at: Progress) => void
    readonly pageSize?: number
  },
  write: (text: string) => Effect.Effect<void, E, R>,
) =>
  Effect.gen(function* () {
    const { upTo, isWhole, keys, progress = () => {}, pageSize = eventsAPage } = options
    const { statement } = yield* Database
    const [{ sealedTo } = { sealedTo: 0 }] = yield* statement(sealedToSql, [upTo])
    const digest = createHash("sha256")
    const counts = { events: 0, commits: 0, seals: 0 }
    const put = (lines: ReadonlyArray<unknown>) => {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("")
      digest.update(text)
      return lines.length === 0 ? Effect.void : write(text)
    }
    const header: LogHeader = {
      format: "field-office-log",
      version: 1,
      exportedAt: new Date().toISOString(),
      upTo,
      sealedTo,
      publicKeys: keys.map(pemOf).join(""),
    }
    yield* put([header])
    /** commits whose line is in the file, with the position of the last event of each */
    const written = new Map<number, number>()
    let seals: ReadonlyArray<Seal> = []
    let sealed = { id: 0, size: 0 }
    let areAll = false
    for (let after = 0; ; ) {
      const { events, commits } = yield* logPage(after, upTo, pageSize)
      const lines: Array<LogLine> = []
      /** Seals that end before a position. */
      const sealsBefore = function* (position: number) {
        for (;;) {
          while (seals.length > 0 && seals[0]!.position < position) {
            lines.push(sealLine(seals[0]!))
            seals = seals.slice(1)
            counts.seals++
          }
          if (seals.length > 0 || areAll) return
          const more: ReadonlyArray<Seal> = yield* sealsAfter(sealed.id, sealed.size)
          // excludes seals made since the header was written, because the header states where the seals end
          seals = more.filter((seal) => seal.position <= sealedTo)
          areAll = seals.length < more.length || more.length === 0
          const last = more.at(-1)
          if (last) sealed = { id: last.id, size: last.size }
        }
      }
      for (const event of events) {
        if (seals.length === 0 ? !areAll : seals[0]!.position < event.position) yield* sealsBefore(event.position)
        const commit = commits.get(event.commitId)
        if (commit) {
          if (counts.events - (written.get(commit.id) ?? -Infinity) > reach) {
            lines.push({ commit })
            counts.commits++
          }
          written.set(commit.id, counts.events)
        }
        lines.push({ event })
        counts.events++
      }
      for (const [id, at] of written) if (counts.events - at > reach) written.delete(id)
      const isLast = events.length < pageSize
      if (isLast) yield* sealsBefore(Infinity)
      yield* put(lines)
      progress({ events: counts.events, total: Math.max(upTo, counts.events) })
      if (isLast) break
      after = events.at(-1)!.position
    }
    if (isWhole) {
      const empty = yield* statement(emptyCommitsSql, [])
      counts.commits += empty.length
      yield* put(empty.map((commit) => ({ commit })))
    }
    const end = { end: { ...counts, sha256: digest.digest("hex") } }
    yield* write(`${JSON.stringify(end)}\n`)
    return counts satisfies LogCounts
  })

/** The lines of a byte stream; only a line feed ends a line. */
export async function* linesOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8")
  let rest = ""
  for await (const chunk of stream) {
    const lines = (rest + (typeof chunk === "string" ? chunk : decoder.write(Buffer.from(chunk)))).split("\n")
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== "") yield rest
}

const shapes = {
  event: {
    position: "number",
    stream: "string",
    version: "number",
    type: "string",
    schemaVersion: "number",
    occurredAt: "string",
    commitId: "number",
    hash: "string",
  },
  commit: {
    id: "number",
    commandId: "string",
    command: "string",
    requestHash: "string",
    actor: "string",
    correlation: "string",
    via: "string",
    appVersion: "string",
    recordedAt: "string",
  },
  seal: {
    id: "number",
    kind: "string",
    position: "number",
    size: "number",
    root: "string",
    previous: "string",
    at: "string",
    keyId: "string",
    note: "string",
    frontier: "string",
    entries: "string",
  },
} as const

/** The kind of a line; undefined if it is of no known kind or incomplete. */
const kindOf = (line: unknown): keyof typeof shapes | undefined =>
  (Object.keys(shapes) as Array<keyof typeof shapes>).find((kind) => {
    const said = (line as Readonly<Record<string, Readonly<Record<string, unknown>> | null | undefined>> | null)?.[kind]
    return typeof said === "object" && said !== null && Object.entries(shapes[kind]).every(([name, type]) => typeof said[name] === type)
  })

/** Possible content of a line. */
interface Told extends Partial<LogHeader> {
  readonly end?: LogCounts & { readonly sha256: string }
}

/** Reads the lines of an exported log in order. Throws LogFileError if the file was truncated or edited. */
export async function* readLog(lines: AsyncIterable<string>, name: string, onHeader: (header: LogHeader) => void): AsyncGenerator<LogLine> {
  const digest = createHash("sha256")
  const counts = { events: 0, commits: 0, seals: 0 }
  let number = 0
  let isEnded = false
  for await (const text of lines) {
    number++
    let line: Told | null
    try {
      line = JSON.parse(text) as Told | null
    } catch {
      throw new LogFileError(`Line ${number} of ${name} cannot be read: the file was cut or edited there`)
    }
    if (number === 1) {
      if (line?.format !== "field-office-log") throw new LogFileError(`${name} is not an exported log: its first line does not say so`)
      if (line.version !== 1) throw new LogFileError(`${name} has version ${line.version} of the format, and this program reads version 1`)
      onHeader(line as LogHeader)
    } else if (isEnded) throw new LogFileError(`Line ${number} of ${name} follows its end: the file was edited`)
    else if (line?.end) {
      isEnded = true
      const { events, commits, seals, sha256 } = line.end
      if (events !== counts.events || commits !== counts.commits || seals !== counts.seals || sha256 !== digest.digest("hex")) {
        throw new LogFileError(`${name} was edited: it does not have the lines that its end states (${events} events, ${commits} commits, ${seals} seals)`)
      }
      continue
    } else {
      const kind = kindOf(line)
      if (!kind) throw new LogFileError(`Line ${number} of ${name} is not an event, commit or seal: the file was edited there`)
      counts[`${kind}s`]++
      yield line as LogLine
    }
    digest.update(`${text}\n`)
  }
  if (!isEnded) throw new LogFileError(`${name} was cut after line ${number}: its end is missing`)
}

/**
 * Verifies an exported log without a database. Findings in its events and seals take precedence: a truncated or edited file fails with LogFileError
 * only if they show nothing. Without `keys`, the keys named in the file are trusted.
 */
export const verifyFile = async (
  file: string,
  options: {
    readonly keys?: ReadonlyArray<PublicKey> | undefined
    readonly notes?: ReadonlyMap<number, Note & { readonly hash: string }> | undefined
    readonly progress?: (at: Progress) => void
    readonly pageSize?: number
  },
): Promise<Verified> => {
  const { keys, notes, progress = () => {}, pageSize = eventsAPage } = options
  const lines = linesOf(fs.createReadStream(file))
  let header: LogHeader | undefined
  let check: ReturnType<typeof verifier> | undefined
  let events: Array<LogEvent> = []
  const commits = new Map<number, LogCommit>()
  /** for each commit, the position of its last event, or of the event that follows its line */
  const used = new Map<number, number>()
  let seals: Array<Seal> = []
  let at = 0
  let total = 0
  const feed = () => {
    check!.feed({ events, commits }, at, seals, at >= header!.sealedTo)
    for (const [id, last] of used) {
      if (total - last <= reach) continue
      used.delete(id)
      commits.delete(id)
    }
    ;[events, seals] = [[], []]
    progress({ events: total, total: Math.max(header!.upTo, total) })
  }
  let fault: LogFileError | undefined
  try {
    const read = readLog(lines, file, (found) => {
      header = found
      let own: ReadonlyArray<PublicKey> = []
      try {
        own = publicKeys(found.publicKeys)
      } catch {
        if (!keys) throw new LogFileError(`${file} names no public key that can be read: give the one you know with --key`)
      }
      check = verifier({ keys: keys ?? own, notes })
    })
    for await (const line of read) {
      if ("commit" in line) {
        commits.set(line.commit.id, line.commit)
        used.set(line.commit.id, total)
      } else if ("event" in line) {
        // a page ends where all seals of its events have been read
        if (events.length >= pageSize && line.event.position > at) feed()
        events.push(line.event)
        if (commits.has(line.event.commitId)) used.set(line.event.commitId, total)
        total++
        at = line.event.position
      } else {
        seals.push(sealOfLine(line.seal))
        at = Math.max(at, line.seal.position)
      }
    }
  } catch (error) {
    if (!(error instanceof LogFileError) || !check) throw error
    fault = error
  }
  feed()
  const verified = check!.end()
  if (fault && verified.clean) throw fault
  return verified
}
