/**
 * A seal as a signed note, the text form of the checkpoints of transparency logs (golang.org/x/mod/sumdb/note): origin,
 * size and root of the tree, then our own lines, a blank line, and the Ed25519 signature with the key's name and id.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign as signBytes, verify as verifyBytes } from "node:crypto"
import { hash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { privateFolder } from "../private-folder.ts"

/** Why a seal was made: something new was there, or a business day or month had ended. */
export type SealKind = "new" | "day" | "month"

/** What a seal states. */
export interface Checkpoint {
  /** names the log: two logs never share it */
  readonly origin: string
  /** how many events the tree has */
  readonly size: number
  /** hex */
  readonly root: string
  readonly seal: number
  /** of the last event that is part of it */
  readonly position: number
  /** ISO, UTC */
  readonly time: string
  readonly kind: SealKind
  /** the hash of the note before it, "" for the first */
  readonly previous: string
}

const keyName = "field-office"

/** A public key, and its id as the notes name it: eight hex digits. */
export interface PublicKey {
  readonly id: string
  readonly key: KeyObject
}

/** Signs; the seals of the keys before it are still believed. */
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

/** The public keys of a PEM text; of a private key the public one. Throws where there is none. */
export const publicKeys = (pem: string): ReadonlyArray<PublicKey> => {
  const keys = blocks(pem).map((block) => publicKey(createPublicKey(block)))
  if (keys.length === 0) throw new Error("There is no key in it: it must be PEM text, -----BEGIN PUBLIC KEY-----")
  return keys
}

/** The private key of a PEM text, with the public keys of its predecessors that stand after it. Throws where there is none. */
export const signingKey = (pem: string): SigningKey => {
  const block = blocks(pem).find((each) => each.startsWith("-----BEGIN PRIVATE KEY-----"))
  if (!block) throw new Error("There is no private key in it: it must be PEM text, -----BEGIN PRIVATE KEY-----, for Ed25519")
  const key = createPrivateKey(block)
  return { ...publicKey(createPublicKey(key)), private: key, trusted: publicKeys(pem) }
}

export const pemOf = ({ key }: PublicKey): string => key.export({ format: "pem", type: "spki" }) as string

/** The signing key in a file of its own (0600), made at the first need. Of several processes that need it at once, all get the same. */
export const signingKeyFile = (file: string): SigningKey => {
  if (!fs.existsSync(file)) {
    privateFolder(path.dirname(file))
    const draft = `${file}.${process.pid}`
    const pem = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" })
    fs.writeFileSync(draft, pem, { mode: 0o600 })
    try {
      fs.linkSync(draft, file) // appears whole, and only if it is the first
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

/** By which a seal names the one before it. */
export const noteHash = (note: string): string => hash("sha256", note)

export interface Note {
  readonly checkpoint: Checkpoint
  readonly keyId: string
  readonly text: string
  readonly signature: Buffer
}

/** Reads a note without believing it; undefined if it is none. Only the one way of writing a note is read. */
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

/** Whether one of the keys has signed the note: `unknown` if it was signed by none of these keys. */
export const checkNote = ({ keyId, text, signature }: Note, keys: ReadonlyArray<PublicKey>): "holds" | "unknown" | "forged" => {
  const key = keys.find(({ id }) => id === keyId)
  if (!key) return "unknown"
  return verifyBytes(null, Buffer.from(text), key.key, signature) ? "holds" : "forged"
}

/** The notes of a text, one after the other; what is no note is given as it stands. */
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
