/** Proofs for third parties: that an event is in the sealed log, and that one seal extends another. They can be checked without our server. */
import { Effect } from "effect"
import { Database } from "../database/database.ts"
import { col, sql } from "../database/statement.ts"
import { commitDigest, eventHash } from "./hash.ts"
import { leafOf, type LogCommit, type LogEvent, readEntries } from "./leaf.ts"
import { logPage, type Seal, sealsAfter } from "./log-page.ts"
import { consistencyPath, inclusionPath, isConsistent, levelsOf, rootBetween, rootByInclusion } from "./merkle.ts"
import { checkNote, type PublicKey, pemOf, publicKeys, readNote } from "./note.ts"
import { frontierOf } from "./verifier.ts"
import { sealById } from "./verify.ts"

/** An event with everything that proves it: the previous hash in its stream, its commit, and the path from its leaf to a signed root. */
export interface EventProof {
  readonly format: "field-office-proof"
  readonly version: 1
  readonly event: LogEvent
  readonly commit: LogCommit
  /** the hash of the previous event in its stream, "" for the first */
  readonly before: string
  /** the index of the leaf, from 0 */
  readonly index: number
  readonly size: number
  readonly path: ReadonlyArray<string>
  readonly note: string
  /** PEM: to be compared with the key that the reader was given */
  readonly publicKeys: string
}

/** Proves that the log of one seal begins with the log of an earlier seal. */
export interface ConsistencyProof {
  readonly format: "field-office-consistency"
  readonly version: 1
  readonly earlier: string
  readonly later: string
  readonly path: ReadonlyArray<string>
  readonly publicKeys: string
}

/** The proof cannot be made; the message says why and what to do. */
export class Unproven extends Error {
  readonly _tag = "Unproven"
}

/**
 * The leaves after one seal and up to another, with the tree above them and the leaf index of each position. The leaves before them are represented
 * by the complete subtrees kept in the first seal. Together they must give the root stated by the second seal.
 */
const leavesBetween = (after: Seal | undefined, seal: Seal) =>
  Effect.gen(function* () {
    const before = after && frontierOf(after)
    // incomplete subtrees prove nothing; in that case all leaves are read
    const begin = before && after ? { id: after.id, size: after.size } : { id: 0, size: 0 }
    const leaves: Array<string> = []
    const indexes = new Map<number, number>()
    let last = begin
    while (last.id < seal.id) {
      const seals: ReadonlyArray<Seal> = (yield* sealsAfter(last.id, last.size)).filter(({ id }) => id <= seal.id)
      if (seals.length === 0) break
      for (const each of seals) {
        const entries = readEntries(each.entries)
        for (let index = 0; index < entries.count; index++) {
          indexes.set(entries.position(index), begin.size + leaves.length)
          leaves.push(entries.leaf(index))
        }
      }
      last = seals.at(-1)!
    }
    const levels = levelsOf(leaves, before)
    if (rootBetween(levels, 0, begin.size + leaves.length) !== readNote(seal.note)?.checkpoint.root) {
      return yield* Effect.fail(new Unproven(`The seals up to ${seal.id} were changed in the database, so they prove nothing. Run: ops audit verify`))
    }
    return { levels, indexes }
  })

const pemsOf = (keys: ReadonlyArray<PublicKey>) => keys.map(pemOf).join("")

const coveringSql = sql({ id: col.whole }, "select id from es.seal where position >= $1 order by position, id limit 1")
const beforeSql = sql({ id: col.whole }, "select id from es.seal where position < $1 and size > 0 order by id desc limit 1")
const hashSql = sql({ hash: col.text }, "select hash from es.event where stream = $1 and version = $2")

/**
 * Proves events, all with one seal: the first that covers them all. Fails with Unproven if an event is missing, not sealed yet, or not as it was
 * sealed.
 */
export const prove = (positions: ReadonlyArray<number>, keys: ReadonlyArray<PublicKey>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const highest = Math.max(...positions)
    const [covering] = yield* statement(coveringSql, [highest])
    const pages = yield* Effect.forEach(positions, (position) => logPage(position - 1, position, 1))
    const absent = pages.findIndex(({ events }) => events.length === 0)
    if (absent >= 0)
      return yield* Effect.fail(new Unproven(`There is no event ${positions[absent]}. ops trail RECORD shows the positions of a record's events.`))
    if (!covering) {
      return yield* Effect.fail(new Unproven(`Event ${highest} is not sealed yet. Seals are made every few seconds while the server runs: try again.`))
    }
    const seal = (yield* sealById(covering.id))!
    const [earlier] = yield* statement(beforeSql, [Math.min(...positions)])
    const { levels, indexes } = yield* leavesBetween(earlier && (yield* sealById(earlier.id)), seal)
    const { size } = readNote(seal.note)!.checkpoint
    return yield* Effect.forEach(pages, ({ events, commits }) =>
      Effect.gen(function* () {
        const event = events[0]!
        const commit = commits.get(event.commitId)
        const index = indexes.get(event.position)
        const [head] = yield* statement(hashSql, [event.stream, event.version - 1])
        const before = head?.hash ?? ""
        if (!commit || index === undefined || leafOf(event, commit) !== levels[0]![index] || eventHash(before, event, commitDigest(commit)) !== event.hash) {
          return yield* Effect.fail(new Unproven(`Event ${event.position} is not as it was sealed. Run: ops audit verify`))
        }
        const path = inclusionPath(levels, index, size)
        return {
          format: "field-office-proof",
          version: 1,
          event,
          commit,
          before,
          index,
          size,
          path,
          note: seal.note,
          publicKeys: pemsOf(keys),
        } satisfies EventProof
      }),
    )
  })

/** Proves that the log of one seal begins with the log of an earlier one. Fails with Unproven if a seal does not exist. */
export const proveConsistency = (earlier: number, later: number, keys: ReadonlyArray<PublicKey>) =>
  Effect.gen(function* () {
    const [first, second] = yield* Effect.all([sealById(earlier), sealById(later)])
    if (!first || !second) return yield* Effect.fail(new Unproven(`There is no seal ${first ? later : earlier}. ops audit seals lists them.`))
    const { levels } = yield* leavesBetween(first.id < second.id ? first : undefined, second)
    const path = consistencyPath(levels, first.size, second.size)
    return {
      format: "field-office-consistency",
      version: 1,
      earlier: first.note,
      later: second.note,
      path,
      publicKeys: pemsOf(keys),
    } satisfies ConsistencyProof
  })

/** Checks a note; returns its problems, or the readable note. */
const checkedNote = (text: unknown, keys: ReadonlyArray<PublicKey>) => {
  const note = typeof text === "string" ? readNote(text) : undefined
  if (!note) return { fault: "its note cannot be read" }
  const signed = checkNote(note, keys)
  if (signed === "forged") return { fault: `the signature under seal ${note.checkpoint.seal} is forged, or the note was edited` }
  if (signed === "unknown") return { fault: `seal ${note.checkpoint.seal} is signed with another key (${note.keyId}) than the one you trust` }
  return { checkpoint: note.checkpoint }
}

/** What a proof shows, or why it shows nothing. */
export type Checked = { readonly holds: true; readonly text: string; readonly keyIds: ReadonlyArray<string> } | { readonly holds: false; readonly text: string }

/** Checks a proof of either kind. Without `known` keys, the keys in the proof are trusted; it then only shows what their owner has signed. */
export const checkProof = (told: unknown, known?: ReadonlyArray<PublicKey>): Checked => {
  const fails = (text: string): Checked => ({ holds: false, text })
  // missing parts throw below
  const proof = told as EventProof | ConsistencyProof
  try {
    const keys = known ?? publicKeys(String(proof.publicKeys))
    const keyIds = keys.map(({ id }) => id)
    if (proof.format === "field-office-consistency") {
      const [earlier, later] = [checkedNote(proof.earlier, keys), checkedNote(proof.later, keys)]
      if (!earlier.checkpoint || !later.checkpoint) return fails((earlier.fault ?? later.fault)!)
      const [a, b] = [earlier.checkpoint, later.checkpoint]
      if (a.origin !== b.origin) return fails("the two seals are of different logs")
      return isConsistent(a.size, a.root, b.size, b.root, proof.path)
        ? { holds: true, text: `The log of seal ${b.seal} (${b.size} events) begins with the very log of seal ${a.seal} (${a.size} events)`, keyIds }
        : fails(`the log of seal ${b.seal} does not begin with the log of seal ${a.seal}`)
    }
    if (proof.format !== "field-office-proof") return fails("it is no proof of ours: its format is not named")
    const { checkpoint, fault } = checkedNote(proof.note, keys)
    if (!checkpoint) return fails(fault!)
    const { event, commit, before, index, path } = proof
    if (eventHash(before, event, commitDigest(commit)) !== event.hash) return fails("the event or its commit was edited: its hash does not follow")
    if (commit.id !== event.commitId) return fails("the commit is not the event's own")
    if (proof.size !== checkpoint.size || rootByInclusion(leafOf(event, commit), index, checkpoint.size, path) !== checkpoint.root) {
      return fails(`the event is not part of the log that seal ${checkpoint.seal} states`)
    }
    const text = `Event ${event.position} (${event.type} of ${event.stream}, by ${commit.actor}, ${event.occurredAt}) is unchanged in the log that was sealed at ${checkpoint.time}`
    return { holds: true, text, keyIds }
  } catch {
    return fails("it is not whole: parts of it are missing or cannot be read")
  }
}
