/**
 * What a device promises, on its own code: an act that the screen confirmed is never lost and never sent under another number, whatever happens to the
 * connection, to the browser and to its other windows.
 */
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { afterAll, expect, test, vi } from "vitest"
import { readAct } from "../../access/signed-act.ts"
import { memoryBrowser } from "../../testing/memory-browser.ts"
import { chances, times } from "../../testing/thorough.ts"
import { enrolledKey, isByPin, isEnrolled, isLocked, keepPinPeople, lock, pinPeople, setPersonHere } from "../data/unsent.ts"

const digestOf = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("base64url")
const doing = (n: number) => ({ person: 1, act: "test.act", input: { n }, what: "Test", name: `Entry ${n}` })

let chance = chances(0)
let isCalm = true
let isRevokedThere = false
let publicKey = ""
/** What the office has of the device, by digest. */
const heard = new Map<string, { readonly text: string; readonly signature: string; asked: number }>()

/** What it has decided otherwise than to record it, by digest. */
const decided = new Map<string, "refused" | "proposed" | "closed">()

/** The files that it has, and how often each arrived. */
const filed = new Map<string, number>()
const takeFile = async (body: FormData, path: string) => {
  if (!isCalm && chance() < 0.3) throw new TypeError("Failed to fetch")
  const [digest, bytes] = [path.split("/").at(-1)!, Buffer.from(await (body.get("file") as File).arrayBuffer())]
  const isWaitedFor = [...heard.values()].some(({ text }) => text.includes(digest))
  if (isWaitedFor && createHash("sha256").update(bytes).digest("hex") === digest) filed.set(digest, (filed.get(digest) ?? 0) + 1)
  else throw new TypeError("No act has this file")
  if (!isCalm && chance() < 0.3) throw new TypeError("Failed to fetch")
  return { digest }
}

/** It loses a tenth of the requests and a third of the answers, and decides what it has received when it is asked once more. */
const office = async (body: string | FormData, path: string) => {
  if (typeof body !== "string") return takeFile(body, path)
  const { acts } = JSON.parse(body) as { readonly acts: ReadonlyArray<{ readonly text: string; readonly signature: string }> }
  const lose = (share: number) => {
    if (!isCalm && chance() < share) throw new TypeError("Failed to fetch")
  }
  lose(0.1)
  for (const act of acts) {
    const digest = digestOf(act.text)
    heard.set(digest, { ...act, asked: (heard.get(digest)?.asked ?? 0) + 1 })
  }
  for (let turns = chance() * 6; turns > 0; turns--) await setImmediate()
  lose(0.33)
  const answers = acts.map(({ text }) => {
    const digest = digestOf(text)
    const hasFiles = (text.match(/[\da-f]{64}/g) ?? []).every((file) => filed.has(file))
    const undecided = !hasFiles ? "held" : heard.get(digest)!.asked > 1 ? "recorded" : "received"
    return { digest, status: decided.get(digest) ?? undecided, sentence: decided.has(digest) ? "Decided at the office" : "" }
  })
  return { now: 1, anchor: `${heard.size}.0.mac`, acts: answers, missing: [], revoked: isRevokedThere }
}
const browser = memoryBrowser(office)
const { deviceWaiting, doHere, enrolHere, enrolledAs, restoreEnrolment, sendActs } = await import("./device-outbox.ts")
const { readActs, readDevice, readFiles, readPin, writePin } = await import("./device-store.ts")
const { removePin, restorePinPeople, setPin, tryPin } = await import("./pins.ts")
const { logoutPath } = await import("../data/kept-entries.ts")
const { write } = await import("../data/api.ts")
afterAll(async () => {
  await browser.kill()
  vi.unstubAllGlobals()
})

const enrol = async () => {
  // what a failed test left in progress ends here
  await browser.kill()
  isCalm = true
  heard.clear()
  await enrolHere("Tablet", async (made) => void ({ publicKey } = made))
}
/** Every number once, in a chain from the key on, each with its signature. */
const faultsOf = (acts: ReadonlyArray<{ readonly text: string; readonly signature: string }>, key: KeyObject) => {
  let previous = digestOf(Buffer.from(publicKey, "base64url"))
  return acts.flatMap(({ text, signature }, n) => {
    const act = readAct(text)
    const isRight = act?.number === n + 1 && act.previous === previous && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"))
    previous = digestOf(text)
    return isRight ? [] : [`${n + 1}: ${text}`]
  })
}

// proves U-06-5
test.each(Array.from({ length: times(20, 200) }, (_, n) => n + 1))(
  "an act that was confirmed outlasts kills of the browser, lost requests and answers and a second window, and is sent once under its number (seed %i)",
  async (seed) => {
    await enrol()
    chance = chances(seed)
    isCalm = false
    const confirmed = new Set<string>()
    for (let n = 0; n < 30; n++) {
      const windows = Array.from({ length: 1 + Math.floor(chance() * 3) }, (_, window) => doHere(doing(n * 10 + window)))
      const done = Promise.all(windows.map((act) => act.then(({ digest }) => confirmed.add(digest))))
      if (chance() < 0.25) {
        await Promise.race([done, browser.after(1 + Math.floor(chance() * 20))])
        await browser.kill()
      } else await done
    }
    isCalm = true
    for (let n = 0; n < 3; n++) {
      await browser.kill()
      await sendActs()
    }
    const acts = await readActs()
    expect(confirmed.size).toBeGreaterThan(30)
    expect(acts.map(({ digest }) => digest)).toEqual(expect.arrayContaining([...confirmed]))
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64url"), format: "der", type: "spki" })
    expect(faultsOf(acts, key)).toEqual([])
    // the office has all of them, and the device knows the outcome of each
    expect(new Set(heard.keys())).toEqual(new Set(acts.map(({ digest }) => digest)))
    expect(acts.filter(({ state }) => state !== "recorded")).toEqual([])
    expect(await readDevice()).toMatchObject({ number: acts.length, previous: acts.at(-1)!.digest, anchor: `${acts.length}.0.mac` })
  },
)

test.each([
  ["refused", "recorded"],
  ["refused", "closed"],
  ["proposed", "recorded"],
] as const)("an act that was %s leaves the outbox once the office has it %s, and nothing is repeated", async (first, later) => {
  await enrol()
  const { digest } = await doHere(doing(1))
  decided.set(digest, first)
  /** A packet may be on its way already, then none is sent beside it. */
  const until = (state: string) =>
    vi.waitFor(async () => {
      await sendActs()
      expect(await readActs()).toMatchObject([{ state }])
    })
  await until(first)
  expect(deviceWaiting.lines()).toMatchObject([{ note: "Decided at the office" }])
  if (later === "recorded") decided.delete(digest)
  else decided.set(digest, later)
  await until(later)
  expect(deviceWaiting.lines()).toEqual([])
  // what is settled is no longer asked about
  const { asked } = heard.get(digest)!
  await sendActs()
  expect(heard.get(digest)!.asked).toBe(asked)
})

// proves U-06-8
test.each([1, 2, 3])("files are kept with their act, follow it, and stay until the office has them, whatever is lost or killed (seed %i)", async (seed) => {
  await enrol()
  filed.clear()
  chance = chances(seed)
  isCalm = false
  const photos = [1, 2, 3, 4].map((n) => new File([`photo ${seed} ${n}`], `${n}.jpg`, { type: "image/jpeg" }))
  const digests = photos.map((_, n) =>
    createHash("sha256")
      .update(`photo ${seed} ${n + 1}`)
      .digest("hex"),
  )
  for (const [n, file] of photos.entries()) {
    await doHere({ ...doing(n), input: { photos: [digests[n]] }, files: [{ digest: digests[n]!, file }] })
    if (chance() < 0.5) await browser.kill()
  }
  expect((await readFiles()).length + filed.size).toBeGreaterThanOrEqual(photos.length)
  for (let n = 0; n < 4; n++) {
    await browser.kill()
    await sendActs()
  }
  isCalm = true
  for (let n = 0; n < 3; n++) await sendActs()
  expect(new Set(filed.keys())).toEqual(new Set(digests))
  expect(await readFiles()).toEqual([])
  expect((await readActs()).filter(({ state }) => state !== "recorded")).toEqual([])
})

test("a device that was killed before its localStorage was on disk is still enrolled, and its acts outlast another enrolment", async () => {
  await enrol()
  const { digest } = await doHere(doing(1))
  await vi.waitUntil(() => heard.size === 1)
  isCalm = false
  chance = () => 0 // no connection
  await doHere(doing(2))
  await browser.kill()
  localStorage.removeItem(enrolledKey)
  expect(isEnrolled()).toBe(false)
  await expect(enrolHere("Again", async () => undefined)).rejects.toThrow("only on this device. Send them first.")
  expect([isEnrolled(), enrolledAs(), await restoreEnrolment()]).toEqual([true, "Tablet", false])
  expect((await readActs()).map((act) => act.digest)).toContain(digest)
})

test("signing out keeps the key and the acts of an enrolled device", async () => {
  await enrol()
  expect(await logoutPath()).toBe("/api/auth/logout?keep=unsent")
})

// proves U-06-6
test("a PIN unlocks a shared device; five wrong tries make its person wait, ten remove it, and a restart gives none back", async () => {
  await enrol()
  const [person, now] = [{ id: 7, name: "Achol Deng" }, 1_000_000]
  await setPin(person, "4821")
  expect([isLocked(), await tryPin(7, "4821", now)]).toEqual([false, undefined])
  lock()
  expect(isLocked()).toBe(true)
  for (let n = 1; n < 5; n++) expect(await tryPin(7, "0000", now)).toBe("Wrong PIN")
  await browser.kill()
  const wait = "Too many wrong tries. Wait 5 minutes, or sign in with your password"
  expect(await tryPin(7, "0000", now)).toBe(wait)
  expect(await tryPin(7, "4821", now)).toBe(wait)
  const later = now + 300_001
  for (let n = 6; n < 10; n++) expect(await tryPin(7, "0000", later)).toBe("Wrong PIN")
  expect(await tryPin(7, "0000", later)).toBe("Too many wrong tries: this PIN was removed. Sign in with your password, and set a new one")
  expect(await tryPin(7, "4821", later)).toBe("You have no PIN on this device. Sign in with your password")
  expect([pinPeople(), isLocked()]).toEqual([[], false])
})

test("the names beside PINs outlast a kill of the browser, and the device is locked for them; names of an older version are stored with their PINs", async () => {
  await enrol()
  const person = { id: 7, name: "Achol Deng" }
  await setPin(person, "4821")
  await browser.kill()
  keepPinPeople([])
  await restorePinPeople()
  expect([pinPeople(), isLocked()]).toEqual([[person], true])
  const { name: _, ...old } = (await readPin(7))!
  await writePin(7, old)
  await restorePinPeople()
  keepPinPeople([])
  await restorePinPeople()
  expect(pinPeople()).toEqual([person])
  await removePin(7)
  keepPinPeople([person])
  await restorePinPeople()
  expect(pinPeople()).toEqual([])
})

// proves U-06-2
test("a revoked device that has nothing to send learns so at its next start: its PINs are removed, and what it has read", async () => {
  await enrol()
  await setPin({ id: 7, name: "Achol Deng" }, "4821")
  await sendActs()
  await browser.kill()
  isRevokedThere = true
  const again = (await import("./device-outbox.ts?again" as string)) as typeof import("./device-outbox.ts")
  await again.startSending()
  isRevokedThere = false
  expect([again.isRevoked(), pinPeople(), await readPin(7)]).toEqual([true, [], undefined])
})

test("what is recorded after a PIN is signed as such, and the server is asked nothing else in that person's name", async () => {
  await enrol()
  await setPin({ id: 7, name: "Achol Deng" }, "4821")
  setPersonHere(7, true)
  const { text } = await doHere({ ...doing(1), person: 7 })
  expect(readAct(text)).toMatchObject({ person: 7, proof: "pin" })
  await expect(write("POST", "/api/meal-sessions", {})).rejects.toThrow("This device was unlocked with a PIN")
  await vi.waitUntil(() => heard.size === 1)
  await removePin(7)
  expect(isByPin()).toBe(false)
})
