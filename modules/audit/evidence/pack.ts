/**
 * An evidence pack: a ZIP with a page to read, the documents, and a proof for each event. It can be checked without the server and without a database: by its
 * manifest, which is signed with the key of the seals, and by the proofs themselves.
 */
import { createHash, sign, verify } from "node:crypto"
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from "fflate"
import { type PublicKey, publicKeys, type SigningKey } from "@ops/platform/event-store/note.ts"
import { checkProof, type EventProof } from "@ops/platform/event-store/prove.ts"

/** An event in the pack. The texts are for readers; the proven data is in `file`. */
export interface PackedEvent {
  readonly position: number
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly occurredAt: string
  readonly actor: string
  /** the record, the person and the event as text */
  readonly record: string
  readonly by: string
  readonly text: string
  readonly file: string
  /** whether a seal covers it; newer events have only their hash */
  readonly sealed: boolean
}

export interface Manifest {
  readonly format: "field-office-evidence"
  readonly version: 1
  /** kind/id, and the name of the document */
  readonly record: string
  readonly title: string
  readonly madeAt: string
  readonly madeBy: string
  /** the position of the last event at that time */
  readonly position: number
  /** streams that are included completely, from their first event */
  readonly whole: ReadonlyArray<string>
  readonly events: ReadonlyArray<PackedEvent>
  /** documents as created, with the event that has their SHA-256 */
  readonly documents: ReadonlyArray<{ readonly file: string; readonly sha256: string; readonly position: number }>
  readonly files: ReadonlyArray<{ readonly name: string; readonly bytes: number; readonly sha256: string }>
}

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")
const signedText = (manifest: Uint8Array) => Buffer.from(`field-office-evidence\n${digest(manifest)}\n`)

export type Files = ReadonlyMap<string, Uint8Array>

/** Builds a pack. `files` are all files except the manifest and its signature. */
export const packed = (manifest: Omit<Manifest, "format" | "version" | "files">, files: Files, key: SigningKey): Uint8Array => {
  const listed = [...files].map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: digest(bytes) }))
  const text = strToU8(`${JSON.stringify({ format: "field-office-evidence", version: 1, ...manifest, files: listed } satisfies Manifest, null, 1)}\n`)
  const signature = strToU8(`${key.id} ${sign(null, signedText(text), key.private).toString("base64")}\n`)
  const all: Zippable = Object.fromEntries([...files, ["manifest.json", text] as const, ["manifest.sig", signature] as const])
  return zipSync(all, { level: 6, mtime: new Date(manifest.madeAt) })
}

export interface CheckedPack {
  readonly title: string
  readonly madeAt: string
  readonly events: number
  readonly sealed: number
  readonly documents: number
  readonly keyIds: ReadonlyArray<string>
  /** the faults, one sentence each; none if the pack is valid */
  readonly faults: ReadonlyArray<string>
}

/** The maximum total size of unpacked files, in bytes. */
const mostBytes = 500_000_000

const unpacked = (bytes: Uint8Array): Files | undefined => {
  let sum = 0
  try {
    return new Map(Object.entries(unzipSync(bytes, { filter: ({ originalSize }) => (sum += originalSize) <= mostBytes })))
  } catch {
    return undefined
  }
}

const isManifest = (value: unknown): value is Manifest => {
  const told = (value ?? {}) as Readonly<Record<string, unknown>>
  return (
    told["format"] === "field-office-evidence" &&
    told["version"] === 1 &&
    ["record", "title", "madeAt"].every((name) => typeof told[name] === "string") &&
    ["whole", "events", "documents", "files"].every((name) => Array.isArray(told[name]))
  )
}

/** Checks a pack. Without `known` keys the key in the pack is used: the check then only shows what the owner of that key has signed. */
export const checkPack = (bytes: Uint8Array, known?: ReadonlyArray<PublicKey>): CheckedPack => {
  const faults: Array<string> = []
  const nothing = (fault: string): CheckedPack => ({ title: "", madeAt: "", events: 0, sealed: 0, documents: 0, keyIds: [], faults: [fault] })
  const files = unpacked(bytes)
  if (!files) return nothing("It is not a complete ZIP file")
  const parsed = (name: string): unknown => {
    const file = files.get(name)
    try {
      return file && (JSON.parse(strFromU8(file)) as unknown)
    } catch {
      return undefined
    }
  }
  const manifest: unknown = parsed("manifest.json")
  if (!isManifest(manifest)) return nothing("It is not an evidence pack: its manifest.json is missing or cannot be read")
  let keys = known ?? []
  try {
    if (!known) keys = publicKeys(strFromU8(files.get("public-key.pem") ?? new Uint8Array()))
  } catch {
    faults.push("public-key.pem contains no key: give a trusted one with --key")
  }

  const [, keyId, signature] = /^([0-9a-f]{8}) ([\w+/=]+)\n$/.exec(strFromU8(files.get("manifest.sig") ?? new Uint8Array())) ?? []
  const signer = keys.find(({ id }) => id === keyId)
  if (keyId === undefined) faults.push("manifest.sig, the signature under the manifest, is missing or cannot be read")
  else if (!signer) faults.push(`manifest.json is signed with another key (${keyId}) than the one you trust`)
  else if (!verify(null, signedText(files.get("manifest.json")!), signer.key, Buffer.from(signature!, "base64"))) {
    faults.push("manifest.json was edited: its signature is not valid")
  }

  const listed = new Set(["manifest.json", "manifest.sig"])
  for (const { name, sha256 } of manifest.files) {
    listed.add(name)
    const file = files.get(name)
    if (!file) faults.push(`${name} is missing`)
    else if (digest(file) !== sha256) faults.push(`${name} was edited`)
  }
  for (const name of files.keys()) if (!listed.has(name)) faults.push(`${name} does not belong to the pack`)

  const versions = new Map<string, Array<number>>()
  for (const { position, stream, version, type, occurredAt, actor, file, sealed } of manifest.events) {
    versions.set(stream, [...(versions.get(stream) ?? []), version])
    const proof = parsed(file) as Partial<EventProof> | undefined
    if (!proof) continue // reported as missing or edited
    const { event, commit } = proof
    if (
      event?.position !== position ||
      event.stream !== stream ||
      event.version !== version ||
      event.type !== type ||
      event.occurredAt !== occurredAt ||
      commit?.actor !== actor
    ) {
      faults.push(`Event ${position} (${type}) is described differently in the manifest than in ${file}`)
    }
    if (!sealed) continue
    const checked = checkProof(proof, keys)
    if (!checked.holds) faults.push(`Event ${position} (${type}) is not proven: ${checked.text}`)
  }
  for (const stream of manifest.whole) {
    const found = (versions.get(stream) ?? []).sort((a, b) => a - b)
    const gap = found.findIndex((version, n) => version !== n + 1)
    if (found.length === 0 || gap >= 0) faults.push(`Event ${gap < 0 ? 1 : gap + 1} of ${stream} is missing`)
  }
  for (const { file, sha256, position } of manifest.documents) {
    const bytes = files.get(file)
    const source = manifest.events.find((event) => event.position === position)
    const proof = source && (parsed(source.file) as Partial<EventProof> | undefined)
    if (bytes && digest(bytes) !== sha256) faults.push(`${file} is not the document that event ${position} names`)
    if (!proof || !JSON.stringify(proof.event?.data ?? null).includes(`"${sha256}"`)) faults.push(`No event here names ${file}`)
  }
  return {
    title: manifest.title,
    madeAt: manifest.madeAt,
    events: manifest.events.length,
    sealed: manifest.events.filter(({ sealed }) => sealed).length,
    documents: manifest.documents.length,
    keyIds: keys.map(({ id }) => id),
    faults: [...new Set(faults)],
  }
}
