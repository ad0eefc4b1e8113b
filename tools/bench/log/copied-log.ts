/**
 * Makes the rows of a long log, as COPY reads them, in a thread of its own, so that the database takes in one part while the next is made. The rows
 * are purchase requests of five events each, with the hashes and seals that commands and the sealer would have written. Hashes are computed from
 * prepared texts instead of records, which takes a fraction of the time; `ops audit verify` finds no fault in such a log.
 */
import { crc32 } from "node:zlib"
import { parentPort, workerData } from "node:worker_threads"
import { canonical } from "@ops/platform/canonical.ts"
import { commitDigest, sha256 } from "@ops/platform/event-store/hash.ts"
import { type Entry, writeEntries } from "@ops/platform/event-store/leaf.ts"
import type { Seal } from "@ops/platform/event-store/log-page.ts"
import { grow, leafHash, rootOf } from "@ops/platform/event-store/merkle.ts"
import { noteHash, readNote, signNote, signingKey } from "@ops/platform/event-store/note.ts"
import { frontierOf } from "@ops/platform/event-store/verifier.ts"

/** The number of events of each stream, which one commit writes. */
export const eventsOfStream = 5
/** The number of events of each seal. */
export const inSeal = 20_000
/** The id of the first request, far from those that commands draw. */
const firstId = 10_000_000

/** The stream of the request with this number, from 0. */
export const laidStream = (n: number) => `purchase_request/${firstId + n}`

/** What the thread is started with: the end of the log, and the last seal. */
export interface LogEnd {
  readonly commit: number
  readonly position: number
  /** in ms */
  readonly at: number
  readonly seal: Pick<Seal, "id" | "size" | "note"> & { readonly frontier: Uint8Array }
  /** the private key, as PEM */
  readonly key: string
}

/** Rows as COPY reads them. */
export type Part = Readonly<Record<"events" | "commits" | "seals", Uint8Array<ArrayBuffer>>>

const requestHash = "0".repeat(64)
const types = ["PurchaseRequestRaised", "PurchaseItemAdded", "PurchaseItemAdded", "PurchaseItemAdded", "PurchaseRequestApproved"]
const typePrints = types.map((type, n) => crc32(`${n + 1} ${type} 1`))

/** The data of an event in canonical form: keys sorted, without spaces. */
const dataOf = (id: number, version: number) =>
  version === 1
    ? `{"copiedFrom":null,"justification":"Kitchen stores for week ${id % 52}","priority":"medium","requestDate":"2026-01-01",` +
      `"requestNumber":"PR-2025-${id}","requestedBy":null,"siteId":${(id % 3) + 1}}`
    : version === eventsOfStream
      ? `{"approvedBy":null,"overrideReason":null,"vendorId":null}`
      : `{"addedBy":null,"estimatedCost":${(id % 9000) + 100},"notes":"","quantity":${(id % 40) + 1},"stockItemId":${version}}`

/** Returns a function that makes the rows of the events that the next seals cover. */
const maker = (end: LogEnd) => {
  const key = signingKey(end.key)
  const tree = frontierOf({ size: end.seal.size, frontier: Buffer.from(end.seal.frontier) })!
  const { origin } = readNote(end.seal.note)!.checkpoint
  let [previous, seal, next] = [noteHash(end.seal.note), end.seal.id, 0]
  return (seals: number): Part => {
    let [events, commits, sealed] = ["", "", ""]
    for (let made = 0; made < seals; made++) {
      const entries: Array<Entry> = []
      let time = ""
      for (let n = 0; n < inSeal / eventsOfStream; n++) {
        const [id, commitId, stream] = [firstId + next, end.commit + next + 1, laidStream(next)]
        time = new Date(end.at + Math.floor(next / 10)).toISOString()
        const recordedAt = `${time.slice(0, -1)}000Z`
        const [commandId, correlation, actor, result] = [`bench:${id}`, `bench ${id}`, `person:${(id % 40) + 1}`, `{"id":${id}}`]
        const does = { commandId, command: "purchase_request.raise", requestHash, actor, correlation, via: "web" }
        commits += `${commitId}\t${commandId}\t${does.command}\t${requestHash}\t${actor}\t${correlation}\tweb\t0.1.0\t${recordedAt}\t${result}\n`
        const digest = commitDigest(does)
        const rest = JSON.stringify([null, null, "0.1.0", recordedAt, result])
        const prints = {
          stream: crc32(stream),
          time: crc32(time),
          actor: crc32(actor),
          "recorded time": crc32(recordedAt),
          commit: crc32(canonical([commitId, commandId, does.command, requestHash, correlation, null, "web", "0.1.0", null, { id }])),
        }
        let head = ""
        for (let version = 1; version <= eventsOfStream; version++) {
          const [data, type, position] = [dataOf(id, version), types[version - 1]!, end.position + next * eventsOfStream + version]
          head = sha256(`${head}\n${stream}\n${version}\n${type}\n1\n${time}\n${digest}\n${data}`)
          events += `${position}\t${stream}\t${version}\t${type}\t1\t${time}\t${data}\t${commitId}\t${head}\n`
          const leaf = leafHash(`${position}\n${head}\n${commitId}\n${rest}`)
          grow(tree, leaf)
          entries.push({ leaf, position, prints: { ...prints, type: typePrints[version - 1]!, data: crc32(data), hash: crc32(head) } })
        }
        next++
      }
      const position = end.position + next * eventsOfStream
      const { size } = tree
      const root = rootOf(tree)
      const note = signNote({ origin, size, root, seal: ++seal, position, time, kind: "new", previous }, key)
      sealed +=
        `${seal}\tnew\t${position}\t${size}\t${root}\t${previous}\t${time}\t${key.id}\t${note.replaceAll("\n", "\\n")}` +
        `\t\\\\x${tree.peaks.join("")}\t\\\\x${writeEntries(entries).toString("hex")}\n`
      previous = noteHash(note)
    }
    const bytes = (text: string) => new TextEncoder().encode(text)
    return { events: bytes(events), commits: bytes(commits), seals: bytes(sealed) }
  }
}

if (parentPort) {
  const make = maker(workerData as LogEnd)
  parentPort.on("message", (seals: number) => {
    const part = make(seals)
    parentPort!.postMessage(
      part,
      Object.values(part).map(({ buffer }) => buffer),
    )
  })
}
