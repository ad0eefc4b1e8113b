/**
 * A seal as a signed note, the text format of transparency log checkpoints (golang.org/x/mod/sumdb/note): origin, size and root of the tree, then our
 * own lines, a blank line, and the Ed25519 signature with the key's name and id.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign as signBytes, verify as verifyBytes } from "node:crypto"
import { hash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { privateFolder } from "../private-folder.ts"

/** Why a seal was made: there were new events, or a business day or month had ended. */
export type SealKind = "new" | "day" | "month"

/** The content of a seal. */
export interface Checkpoint {
  /** name of the log; unique per log */
  readonly origin: string
  /** number of events in the tree */
  readonly size: number
  /** hex */
  readonly root: string
  readonly seal: number
  /** position of the last event in the tree */
  readonly position: number
  /** ISO, UTC */
  readonly time: string
  readonly kind: SealKind
  /** the hash of the previous note, "" for the first */
  readonly previous: string
}

const keyName = "field-office"

/** A public key and its id as used in notes: eight hex digits. */
export interface PublicKey {
  readonly id: string
  readonly key: KeyObject
}

/** The current signing key; seals signed by its predecessors remain valid. */
export interface SigningKey extends PublicKey {
  readonly private: KeyObject
  readonly trusted: ReadonlyArray<PublicKey>
}

const publicKey = (key: KeyObject): PublicKey => {
  if (key.asymmetricKeyType !== "ed25519") throw new Error(`It is a key for ${key.asymmetricKeyType}; seals need one for Ed25519`)
  const { x } = key.export({ format: "jwk" })
  const bytes = Buffer.concat([Buffer.from(`${keyName}\n\x01`), Buffer.from(x!, "base64url")])
  return { id: hash("sha256", bytes).slice(0, 8), key }
}

const blocks = (pem: string) => pem.match(/-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g) ?? []

/** The public keys in a PEM text; a private key yields its public key. Throws if there is none. */
export const publicKeys = (pem: string): ReadonlyArray<PublicKey> => {
  const keys = blocks(pem).map((block) => publicKey(createPublicKey(block)))
  if (keys.length === 0) throw new Error("There is no key in it: it must be PEM text, -----BEGIN PUBLIC KEY-----")
  return keys
}

/** The private key in a PEM text, with the public keys of its predecessors that follow it. Throws if there is none. */
export const signingKey = (pem: string): SigningKey => {
  const block = blocks(pem).find((each) => each.startsWith("-----BEGIN PRIVATE KEY-----"))
  if (!block) throw new Error("There is no private key in it: it must be PEM text, -----BEGIN PRIVATE KEY-----, for Ed25519")
  const key = createPrivateKey(block)
  return { ...publicKey(createPublicKey(key)), private: key, trusted: publicKeys(pem) }
}

export const pemOf = ({ key }: PublicKey): string => key.export({ format: "pem", type: "spki" }) as string

/** Reads the signing key from its own file (mode 0600), creating it if missing. Processes that create it concurrently all get the same key. */
export const signingKeyFile = (file: string): SigningKey => {
  if (!fs.existsSync(file)) {
    privateFolder(path.dirname(file))
    const draft = `${file}.${process.pid}`
    const pem = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" })
    fs.writeFileSync(draft, pem, { mode: 0o600 })
    try {
      fs.linkSync(draft, file) // atomic: the file appears complete, and only if it does not exist yet
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    } finally {
      fs.rmSync(draft)
    }
  }
  return signingKey(fs.readFileSync(file, "utf8"))
}

const textOf = ({ origin, size, root, seal, position, time, kind, previous }: Checkpoint) =>
  [
    origin,
    String(size),
    Buffer.from(root, "hex").toString("base64"),
    `seal ${seal}`,
    `position ${position}`,
    `time ${time}`,
    `kind ${kind}`,
    `previous ${previous || "none"}`,
    "",
  ].join("\n")

/** The signed note. */
export const signNote = (checkpoint: Checkpoint, { id, private: key }: SigningKey): string => {
  const text = textOf(checkpoint)
  const signature = Buffer.concat([Buffer.from(id, "hex"), signBytes(null, Buffer.from(text), key)])
  return `${text}\n— ${keyName} ${signature.toString("base64")}\n`
}

/** The hash by which a seal refers to the previous one. */
export const noteHash = (note: string): string => hash("sha256", note)

export interface Note {
  readonly checkpoint: Checkpoint
  readonly keyId: string
  readonly text: string
  readonly signature: Buffer
}

/** Parses a note without verifying it; undefined if it is not a note. Only the canonical form is accepted. */
export const readNote = (note: string): Note | undefined => {
  const found =
    /^([^\n]+)\n(\d{1,15})\n([\w+/]{43}=)\nseal (\d{1,15})\nposition (\d{1,15})\ntime ([\dTZ:.-]+)\nkind (new|day|month)\nprevious ([0-9a-f]{64}|none)\n\n— ([^\n ]+) ([\w+/=]+)\n$/.exec(
      note,
    )
  if (!found) return undefined
  const [, origin, size, root, seal, position, time, kind, previous, name, signed] = found as unknown as ReadonlyArray<string>
  const checkpoint: Checkpoint = {
    origin: origin!,
    size: Number(size),
    root: Buffer.from(root!, "base64").toString("hex"),
    seal: Number(seal),
    position: Number(position),
    time: time!,
    kind: kind as SealKind,
    previous: previous === "none" ? "" : previous!,
  }
  const bytes = Buffer.from(signed!, "base64")
  if (name !== keyName || bytes.length !== 68 || `${textOf(checkpoint)}\n— ${name} ${bytes.toString("base64")}\n` !== note) return undefined
  return { checkpoint, keyId: bytes.toString("hex", 0, 4), text: textOf(checkpoint), signature: bytes.subarray(4) }
}

/** Whether one of the keys has signed the note; `unknown` if none of these keys signed it. */
export const checkNote = ({ keyId, text, signature }: Note, keys: ReadonlyArray<PublicKey>): "holds" | "unknown" | "forged" => {
  const key = keys.find(({ id }) => id === keyId)
  if (!key) return "unknown"
  return verifyBytes(null, Buffer.from(text), key.key, signature) ? "holds" : "forged"
}

/** The notes in a text, in order; text that is not a note is returned unchanged. */
export function* notesIn(text: string): Generator<{ readonly note: string; readonly read: Note | undefined; readonly line: number }> {
  let note = ""
  let begin = 1
  let line = 0
  for (const each of text.split("\n")) {
    line++
    if (note === "" && each === "") continue
    if (note === "") begin = line
    note += `${each}\n`
    if (!each.startsWith("— ")) continue
    yield { note, read: readNote(note), line: begin }
    note = ""
  }
  if (note !== "") yield { note, read: undefined, line: begin }
}
