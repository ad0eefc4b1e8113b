/**
 * This browser as an enrolled device: its key, which can never be read, and the acts performed on it: numbered, chained, signed and on disk before
 * the screen confirms them.
 */
import { type ActState, writeAct } from "../../access/signed-act.ts"
import { deviceDatabase, isByPin } from "../data/unsent.ts"

export type Algorithm = "Ed25519" | "ES256"

/** What changes with every act: stored apart from the keys, which are slow to read and write. */
interface Head {
  /** number of the last act */
  readonly number: number
  readonly previous: string
  /** the last time received from the server */
  readonly anchor: string
  readonly revoked: boolean
}
interface Device extends Head {
  readonly key: string
  readonly keys: CryptoKeyPair
  readonly algorithm: Algorithm
  readonly label: string
}

export interface KeptAct {
  readonly number: number
  readonly text: string
  readonly signature: string
  readonly digest: string
  /** by this device's clock */
  readonly at: string
  readonly person: number
  readonly act: string
  readonly input: unknown
  /** for display: what was done, in words, and to whom it applies */
  readonly what: string
  readonly name: string
  /** waiting: stored only here */
  readonly state: "waiting" | ActState | "unreadable"
  readonly sentence: string
  /** a person has seen that it was not recorded */
  readonly isSeen: boolean
  /** what the office will probably say, decided here by the same rules; undefined where this device does not keep enough for it */
  readonly foreseen?: Foreseen | undefined
}
export interface Foreseen {
  readonly state: ActState
  readonly sentence: string
}

/** A person who unlocks this device with a PIN: what the PIN gives with a key that cannot be read, and the wrong tries since the last right one. */
export interface KnownPin {
  readonly id: number
  /** missing in those of an older version, until the next start */
  readonly name?: string
  readonly salt: Uint8Array<ArrayBuffer>
  readonly key: CryptoKey
  readonly verifier: ArrayBuffer
  readonly wrong: number
  /** in ms */
  readonly lockedUntil: number
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
const ended = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

let opened: Promise<IDBDatabase> | undefined
const open = () => {
  const request = indexedDB.open(deviceDatabase, 3)
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion === 0) {
      request.result.createObjectStore("device")
      request.result.createObjectStore("act", { keyPath: "number" })
    }
    if (oldVersion < 2) request.result.createObjectStore("pin", { keyPath: "id" })
    request.result.createObjectStore("file", { keyPath: "digest" })
  }
  return done(request).then((made) => {
    // a newer version of the app in another window needs it
    made.onversionchange = () => {
      made.close()
      opened = undefined
    }
    return made
  })
}
const database = () => {
  opened ??= open()
  return opened
}
/** A transaction that is flushed to disk, so that an act survives even if the battery runs out a moment later. */
const strict = async () => (await database()).transaction(["device", "act", "file"], "readwrite", { durability: "strict" })

export const readDevice = async (): Promise<Device | undefined> => {
  const devices = (await database()).transaction("device").objectStore("device")
  const [device, latest] = await Promise.all([done(devices.get("this") as IDBRequest<Device | undefined>), headIn(devices)])
  return device && { ...device, ...latest }
}
/** Undefined on a device that was enrolled by an older version, until its next act. */
const headIn = (devices: IDBObjectStore) => done(devices.get("head") as IDBRequest<Head | undefined>)
const asHead = ({ number, previous, anchor, revoked }: Head): Head => ({ number, previous, anchor, revoked })

export const readPin = async (id: number) => done((await database()).transaction("pin").objectStore("pin").get(id) as IDBRequest<KnownPin | undefined>)
export const readPins = async () => done((await database()).transaction("pin").objectStore("pin").getAll() as IDBRequest<KnownPin[]>)
/** Stores the PIN of a person, or removes it. */
export const writePin = async (id: number, pin: KnownPin | undefined) => {
  const writing = (await database()).transaction("pin", "readwrite", { durability: "strict" })
  if (pin) writing.objectStore("pin").put(pin)
  else writing.objectStore("pin").delete(id)
  await ended(writing)
}

/** All stored acts, in order. */
export const readActs = async (): Promise<readonly KeptAct[]> =>
  done((await database()).transaction("act").objectStore("act").getAll() as IDBRequest<KeptAct[]>)

/** A file of an act, which follows it: its SHA-256 in hex, as the act's signed text has it. */
export interface ActFile {
  readonly digest: string
  readonly file: File
}
export interface KeptFile extends ActFile {
  /** the act's number */
  readonly act: number
}
/** The files that the office does not have yet. */
export const readFiles = async () => done((await database()).transaction("file").objectStore("file").getAll() as IDBRequest<KeptFile[]>)
export const dropFile = async (digest: string) => {
  const writing = await strict()
  writing.objectStore("file").delete(digest)
  await ended(writing)
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")
const sha256 = (bytes: BufferSource) => crypto.subtle.digest("SHA-256", bytes)

const makeKeys = async (): Promise<readonly [CryptoKeyPair, Algorithm]> => {
  try {
    return [(await crypto.subtle.generateKey({ name: "Ed25519" }, false, ["sign", "verify"])) as CryptoKeyPair, "Ed25519"]
  } catch {
    return [await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]), "ES256"]
  }
}
const signing = { Ed25519: { name: "Ed25519" }, ES256: { name: "ECDSA", hash: "SHA-256" } } as const

/** Creates the key of this device; `enrol` registers it with the server. If that fails, nothing is stored. */
export const makeDevice = async (label: string, enrol: (device: { readonly algorithm: Algorithm; readonly publicKey: string }) => Promise<unknown>) => {
  const [keys, algorithm] = await makeKeys()
  const spki = await crypto.subtle.exportKey("spki", keys.publicKey)
  const print = await sha256(spki)
  const device: Device = { key: base64url(print.slice(0, 16)), keys, algorithm, label, number: 0, previous: base64url(print), anchor: "-", revoked: false }
  await enrol({ algorithm, publicKey: base64url(spki) })
  const writing = await strict()
  writing.objectStore("act").clear()
  writing.objectStore("device").put(device, "this")
  writing.objectStore("device").put(asHead(device), "head")
  await ended(writing)
  // otherwise the browser may delete it when its disk is full
  await navigator.storage.persist().catch(() => false)
}

/** Distinguishes app starts, between which the monotonic clock may have stopped. */
const start = base64url(crypto.getRandomValues(new Uint8Array(6)).buffer)

export interface Doing {
  readonly person: number
  readonly act: string
  readonly input: unknown
  readonly what: string
  readonly name: string
  readonly files?: readonly ActFile[]
}

/** The end of the chain as this window knows it. */
let head: Device | undefined

/**
 * Signs and stores an act. A signature cannot be awaited within a transaction: it is computed for the end of the chain as read, and the act is
 * written only if that is still the end, because another window may have been faster.
 */
export const keepAct = async ({ person, act, input, what, name, files = [] }: Doing, foreseen?: Foreseen): Promise<KeptAct> => {
  for (;;) {
    const device = head ?? (await readDevice())
    if (!device) throw new Error("This device is not enrolled")
    const number = device.number + 1
    const now = new Date()
    const text = writeAct({
      device: device.key,
      number,
      previous: device.previous,
      wall: now.getTime(),
      start,
      since: Math.round(performance.now()),
      anchor: device.anchor,
      person,
      proof: isByPin() ? "pin" : "session",
      act,
      input,
    })
    const bytes = new TextEncoder().encode(text)
    const [signature, print] = await Promise.all([crypto.subtle.sign(signing[device.algorithm], device.keys.privateKey, bytes), sha256(bytes)])
    const kept: KeptAct = {
      number,
      text,
      signature: base64url(signature),
      digest: base64url(print),
      at: now.toISOString(),
      person,
      act,
      input,
      what,
      name,
      state: "waiting",
      sentence: "",
      isSeen: false,
      foreseen,
    }
    const writing = await strict()
    const devices = writing.objectStore("device")
    const latest = (await headIn(devices)) ?? device
    if (latest.previous !== device.previous) {
      head = undefined
      continue
    }
    const next = { ...device, ...latest, number, previous: kept.digest }
    devices.put(asHead(next), "head")
    writing.objectStore("act").add(kept)
    for (const file of files) writing.objectStore("file").put({ ...file, act: number } satisfies KeptFile)
    await ended(writing)
    head = next
    return kept
  }
}

/** Stores the server's answers about acts, and about the device. */
export const keepAnswers = async (answers: ReadonlyMap<string, Pick<KeptAct, "state" | "sentence">>, said: Pick<Device, "anchor" | "revoked">) => {
  const [acts, device] = await Promise.all([readActs(), readDevice()])
  const writing = await strict()
  const devices = writing.objectStore("device")
  head = { ...(device as Device), ...(await headIn(devices)), ...said }
  devices.put(asHead(head), "head")
  for (const act of acts) {
    const answer = answers.get(act.digest)
    if (answer) writing.objectStore("act").put({ ...act, ...answer })
  }
  await ended(writing)
}

/** Marks an act as seen by a person who was shown that it was not recorded. */
export const markSeen = async (number: number) => {
  const act = (await readActs()).find((each) => each.number === number)
  if (!act) return
  const writing = await strict()
  writing.objectStore("act").put({ ...act, isSeen: true })
  await ended(writing)
}

const settledDays = 7
const settled = new Set<KeptAct["state"]>(["recorded", "duplicate", "late", "closed"])
export const isSettled = ({ state }: Pick<KeptAct, "state">) => settled.has(state)

/** Removes acts that were settled days ago. The end of the chain is kept with the device. */
export const dropOldActs = async () => {
  const old = new Date(Date.now() - settledDays * 86_400_000).toISOString()
  const gone = (await readActs()).filter((act) => isSettled(act) && act.at < old)
  if (gone.length === 0) return
  const writing = await strict()
  for (const { number } of gone) writing.objectStore("act").delete(number)
  await ended(writing)
}
