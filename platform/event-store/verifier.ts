/**
 * Verifies a log that is fed to it in order: every hash, every stream's versions, every leaf, root, signature and link of the seals, and the notes
 * kept outside the database. It reports what was done, not just that something was.
 */
import { type Damage, diagnose, type Finding } from "./diagnosis.ts"
import { commitDigest, eventHash } from "./hash.ts"
import { type Entry, leafOf, type LogCommit, type LogEvent, readEntries } from "./leaf.ts"
import type { LogPage, Seal } from "./log-page.ts"
import { frontier, type Frontier, grow, peaksOf, rootOf } from "./merkle.ts"
import { commitOrder } from "./order.ts"
import { checkNote, type Note, noteHash, type PublicKey, readNote } from "./note.ts"

export interface Verified {
  readonly clean: boolean
  readonly events: number
  readonly seals: number
  /** the last event verified, and the last one that a seal covers */
  readonly position: number
  readonly sealedTo: number
  /** number of external notes that were compared; null if none were given */
  readonly outside: number | null
  /** by position; a hundred at most */
  readonly findings: ReadonlyArray<Finding>
  /** total number of findings */
  readonly found: number
  /** events at which the database clock had gone back, with the time it had shown before; a hundred at most */
  readonly clock: ReadonlyArray<{ readonly position: number; readonly recordedAt: string; readonly before: string }>
}

export interface VerifyOptions {
  /** the trusted keys; if undefined, the signatures of the seals are not checked */
  readonly keys: ReadonlyArray<PublicKey> | undefined
  /** the notes kept outside the database, by seal number */
  readonly notes?: ReadonlyMap<number, Note & { readonly hash: string }> | undefined
  /** an already verified seal: only what follows it is verified */
  readonly from?: Seal | undefined
}

/** The name of a log, derived from its first leaf. */
export const originOf = (leaf: string): string => `field-office/${leaf.slice(0, 16)}`

export const frontierOf = ({ size, frontier: bytes }: Pick<Seal, "size" | "frontier">): Frontier | undefined => {
  const peaks = Array.from({ length: bytes.length / 32 }, (_, n) => bytes.toString("hex", n * 32, n * 32 + 32))
  return peaks.length === peaksOf(size) ? frontier(size, peaks) : undefined
}

const shown = 100
/** Maximum number of damaged places kept for the diagnosis; further ones are only counted. */
const remembered = 10_000

export const verifier = ({ keys, notes, from }: VerifyOptions) => {
  const signatureOf = (note: Note) => (keys === undefined ? "holds" : checkNote(note, keys))
  const damages: Array<Damage> = []
  let damaged = 0
  const findings: Array<Finding> = []
  let found = 0
  const find = (finding: Finding) => {
    found++
    if (findings.length < remembered) findings.push(finding)
  }
  const damage = (one: Damage) => {
    damaged++
    if (damages.length < remembered) damages.push(one)
  }

  const heads = new Map<string, { version: number; hash: string }>()
  /** the commit whose digest is cached: events of a commit mostly follow one another */
  let digested: LogCommit | undefined
  let digest = ""
  let tree: Frontier | undefined = from ? frontierOf(from) : frontier()
  let last = from
  let lastNote = from && readNote(from.note)
  let origin = lastNote?.checkpoint.origin
  let events = 0
  let seals = 0
  let position = from?.position ?? 0
  const waiting: Array<Seal> = []
  let buffer: Array<LogEvent> = []
  let commits: Map<number, LogCommit> = new Map()

  if (from && !(tree && rootOf(tree) === from.root && from.root === lastNote?.checkpoint.root && signatureOf(lastNote) === "holds")) {
    find({
      position: from.position,
      stream: null,
      deed: "seal",
      text: `seal ${from.id}, from which to go on, does not hold itself: verify the whole log`,
      seal: from.id,
    })
  }

  /** Whether the event's hash matches its content and the previous hash in its stream. */
  const follows = (event: LogEvent, commit: LogCommit | undefined): boolean => {
    const head = heads.get(event.stream)
    if (commit && commit !== digested) {
      digested = commit
      digest = commitDigest(commit)
    }
    const fits = commit !== undefined && event.version === (head?.version ?? 0) + 1 && eventHash(head?.hash ?? "", event, digest) === event.hash
    if (head) {
      head.version = event.version
      head.hash = event.hash
    } else heads.set(event.stream, { version: event.version, hash: event.hash })
    return fits
  }

  const order = commitOrder()
  const clock: Array<{ position: number; recordedAt: string; before: string }> = []
  /** Checks whether an otherwise intact event stands behind events of newer commits, which means that it was inserted later. */
  const inOrder = (event: LogEvent, commit: LogCommit): void => {
    const newer = order.olderThan(commit)
    if (newer) {
      find({
        position: event.position,
        stream: event.stream,
        deed: "inserted",
        text: `this event was put on commit ${commit.id} of ${commit.recordedAt}, which is older than the commits before it (${newer.id} of ${newer.recordedAt})`,
        seal: null,
      })
      return
    }
    const before = order.take(commit)
    if (before !== undefined && clock.length < shown) clock.push({ position: event.position, recordedAt: commit.recordedAt, before })
  }

  /** Checks the note of a seal and reports its problems. */
  const checkSeal = (seal: Seal): Note | undefined => {
    const bad = (text: string) => find({ position: seal.position, stream: null, deed: "seal", text: `seal ${seal.id} ${text}`, seal: seal.id })
    const note = readNote(seal.note)
    if (!note) {
      bad("is forged: its note cannot be read")
      return undefined
    }
    const { checkpoint } = note
    const signed = signatureOf(note)
    if (signed === "forged") bad("is forged: its signature does not fit its note")
    else if (signed === "unknown")
      bad(`is signed with another key (${note.keyId}) than the one believed (${(keys ?? []).map(({ id }) => id).join(", ") || "none"})`)
    else if (
      checkpoint.seal !== seal.id ||
      checkpoint.position !== seal.position ||
      checkpoint.size !== seal.size ||
      checkpoint.root !== seal.root ||
      checkpoint.previous !== seal.previous ||
      checkpoint.time !== seal.at ||
      checkpoint.kind !== seal.kind ||
      note.keyId !== seal.keyId
    ) {
      bad("was changed: its row differs from its signed note")
    }
    if (seal.id !== (last?.id ?? 0) + 1) {
      bad(
        seal.id === (last?.id ?? 0) + 2
          ? `follows on seal ${last?.id ?? 0}: seal ${seal.id - 1} was deleted`
          : `follows on seal ${last?.id ?? 0}: those between were deleted`,
      )
    } else if (checkpoint.previous !== (last ? noteHash(last.note) : ""))
      bad(last ? `does not follow from seal ${last.id}: one of the two is not the one that was made` : "names a seal before it, and it is the first")
    if (origin !== undefined && checkpoint.origin !== origin) bad(`is of another log (${checkpoint.origin})`)
    origin ??= checkpoint.origin
    const outside = notes?.get(seal.id)
    if (outside && outside.hash !== noteHash(seal.note)) {
      bad(
        signatureOf(outside) === "holds"
          ? `is not the one kept outside, which is genuine and says ${outside.checkpoint.size} events up to position ${outside.checkpoint.position}: the log was restored or rewritten, and sealed again`
          : "is not the one kept outside, whose signature does not hold: the notes outside were edited",
      )
    }
    return note
  }

  /** Compares the events that a seal adds to the previous one with its entries. */
  const section = (seal: Seal, covered: ReadonlyArray<LogEvent>): void => {
    const note = checkSeal(seal)
    const entries = readEntries(seal.entries)
    const root = note?.checkpoint.root ?? seal.root
    const byEntries = tree && frontier(tree.size, tree.peaks)
    const leaves = Array.from({ length: byEntries ? entries.count : 0 }, (_, index) => entries.leaf(index))
    for (const leaf of leaves) grow(byEntries!, leaf)
    const authentic = byEntries !== undefined && rootOf(byEntries) === root && byEntries.size === (note?.checkpoint.size ?? seal.size)
    if (authentic) {
      let index = 0
      for (const event of covered) {
        for (; index < entries.count && entries.position(index) < event.position; index++) missing(entries.position(index), entries.prints(index))
        const commit = commits.get(event.commitId)
        const fits = follows(event, commit)
        if (index < entries.count && entries.position(index) === event.position) {
          const leafHolds = commit !== undefined && leafOf(event, commit) === leaves[index]
          if (!fits || !leafHolds) damage({ position: event.position, event, commit, prints: entries.prints(index), fits, sealed: true, leafHolds })
          else inOrder(event, commit!)
          index++
        } else damage({ position: event.position, event, commit, prints: undefined, fits, sealed: true, leafHolds: false })
      }
      for (; index < entries.count; index++) missing(entries.position(index), entries.prints(index))
      if (origin !== undefined && tree!.size === 0 && entries.count > 0 && originOf(entries.leaf(0)) !== origin) {
        find({ position: seal.position, stream: null, deed: "seal", text: `seal ${seal.id} does not name the log by its first event`, seal: seal.id })
      }
      tree = byEntries
    } else {
      const byEvents = tree && frontier(tree.size, tree.peaks)
      for (const event of covered) {
        const commit = commits.get(event.commitId)
        const fits = follows(event, commit)
        if (!fits) damage({ position: event.position, event, commit, prints: undefined, fits, sealed: false, leafHolds: false })
        if (byEvents) grow(byEvents, commit ? leafOf(event, commit) : "00".repeat(32))
      }
      const begin = (last?.position ?? 0) + 1
      if (byEvents && rootOf(byEvents) === root) {
        find({
          position: seal.position,
          stream: null,
          deed: "seal",
          text: `the entries of seal ${seal.id} were changed; the events that it covers are as they were`,
          seal: seal.id,
        })
        tree = byEvents
      } else {
        if (tree) {
          find({
            position: begin,
            stream: null,
            deed: "range",
            text: `the events from here to position ${seal.position} are not those that seal ${seal.id} states, and its entries, which would tell which, were changed too`,
            seal: seal.id,
          })
        }
        const own = frontierOf(seal)
        tree = own && rootOf(own) === root ? own : undefined
      }
    }
    last = seal
    lastNote = note
    seals++
  }

  /** Reports an entry without an event. */
  const missing = (at: number, prints: Entry["prints"]) =>
    damage({ position: at, event: undefined, commit: undefined, prints, fits: false, sealed: true, leafHolds: false })

  const run = (upTo: number) => {
    while (waiting.length > 0 && waiting[0]!.position <= upTo) {
      const seal = waiting.shift()!
      let end = 0
      while (end < buffer.length && buffer[end]!.position <= seal.position) end++
      section(seal, buffer.slice(0, end))
      buffer = buffer.slice(end)
    }
    if (buffer.length === 0) commits = new Map()
  }

  /** Checks the events after the last seal, by their hashes alone. */
  const unsealed = () => {
    for (const event of buffer) {
      const commit = commits.get(event.commitId)
      if (!follows(event, commit)) damage({ position: event.position, event, commit, prints: undefined, fits: false, sealed: false, leafHolds: false })
      else inOrder(event, commit!)
    }
    buffer = []
    commits = new Map()
  }

  return {
    /** The streams of a page whose heads lie before the seal to continue from. */
    unknown: ({ events }: LogPage): ReadonlyArray<{ readonly stream: string; readonly version: number }> => {
      if (!from) return []
      const seen = new Set<string>()
      return events.filter(({ stream, version }) => version > 1 && !heads.has(stream) && !seen.has(stream) && seen.add(stream))
    },
    /** Sets the head of a stream before the seal to continue from. */
    head: (stream: string, version: number, hash: string): void => {
      heads.set(stream, { version, hash })
    },
    /**
     * Takes events in order, with every seal up to the last of them. `upTo`: no event at or before this position is outstanding. `isTail`: no further
     * seal will come.
     */
    feed: (page: LogPage, upTo: number, sealed: ReadonlyArray<Seal>, isTail: boolean): void => {
      waiting.push(...sealed)
      buffer = buffer.length === 0 ? [...page.events] : buffer.concat(page.events)
      for (const [id, commit] of page.commits) commits.set(id, commit)
      events += page.events.length
      position = page.events.at(-1)?.position ?? position
      run(upTo)
      if (isTail && waiting.length === 0) unsealed()
    },
    end: (): Verified => {
      run(Infinity)
      unsealed()
      const told = diagnose(damages, position, heads.keys())
      for (const finding of told) find(finding)
      const unread = damaged - damages.length
      found += unread
      const newest =
        notes &&
        [...notes.values()]
          .filter((note) => signatureOf(note) === "holds")
          .reduce<Note | undefined>((most, note) => (most && most.checkpoint.seal > note.checkpoint.seal ? most : note), undefined)
      if (newest && newest.checkpoint.seal > (last?.id ?? 0)) {
        const { seal, position: at, size, time } = newest.checkpoint
        find({
          position: (last?.position ?? 0) + 1,
          stream: null,
          deed: "restored",
          text: `the notes outside know more than the database: seal ${seal} of ${time} states ${size} events up to position ${at}, and the database ends with seal ${last?.id ?? 0}. It was restored to an older state, or its end was cut off with its seals`,
          seal,
        })
      }
      findings.sort((a, b) => a.position - b.position)
      return {
        clean: found === 0,
        events,
        seals,
        position,
        sealedTo: last?.position ?? 0,
        outside: notes ? notes.size : null,
        findings: findings.slice(0, shown),
        found,
        clock,
      }
    },
  }
}
