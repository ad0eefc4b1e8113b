/** Acts on this device that are not settled yet: sent in packets, as often as necessary, with or without a session. */
import type { PacketAnswer } from "../../access/signed-act.ts"
import { ApiError, write } from "../data/api.ts"
import { forgetAnswers } from "../data/kept.ts"
import type { WaitingIn } from "../data/outbox.ts"
import { enrolledKey, isEnrolled, pinPeople } from "../data/unsent.ts"
import {
  type Doing,
  dropFile,
  dropOldActs,
  type Foreseen,
  isSettled,
  keepAct,
  keepAnswers,
  type KeptAct,
  type KeptFile,
  makeDevice,
  markSeen,
  readActs,
  readDevice,
  readFiles,
} from "./device-store.ts"
import { removePin, restorePinPeople } from "./pins.ts"

/** The name of the device. */
export const enrolledAs = () => JSON.parse(localStorage.getItem(enrolledKey) ?? '""') as string

/** Whether the outbox lists it: its outcome is open, or was not what its person wanted and may still change. */
const isShown = (act: KeptAct) => !isSettled(act) && !act.isSeen

let acts: readonly KeptAct[] = []
let files: readonly KeptFile[] = []
let revoked = false
const watchers = new Set<() => void>()
const otherWindows = new BroadcastChannel("field-acts")
const load = async () => {
  acts = await readActs()
  files = await readFiles()
  revoked = (await readDevice())?.revoked ?? false
  for (const watcher of watchers) watcher()
}
const changed = async () => {
  otherWindows.postMessage("changed")
  await load()
}
otherWindows.onmessage = () => void load()

/** The acts of this device. */
export const keptActs = () => acts
/** A supervisor has revoked this device: acts on it are no longer recorded. */
export const isRevoked = () => revoked
export const watchActs = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Acts in one packet; halved when answers are lost. */
const [most, fewest] = [200, 10]
let size = most
const seconds = 30

/**
 * Sends the files of acts that the office has received, the smallest first, each as often as necessary until it arrived. The digest in the signed text says
 * that it is theirs, so no session is needed. Returns whether one arrived: then the office decides its act.
 */
const sendFiles = async (): Promise<boolean> => {
  const known = new Map((await readActs()).map((act) => [act.number, act]))
  let hasSent = false
  for (const { digest, file, act: number } of (await readFiles()).toSorted((a, b) => a.file.size - b.file.size)) {
    const act = known.get(number)
    if (act?.state === "received" || act?.state === "held") {
      const body = new FormData()
      body.append("file", file, file.name)
      const answer = await fetch(`/api/field/files/${digest}`, { method: "POST", body }).catch(() => undefined)
      if (!answer) return hasSent
      if (!answer.ok) continue
      hasSent = true
    } else if (act && isShown(act)) continue
    await dropFile(digest)
  }
  return hasSent
}

/** Sends undecided acts to the server, then their files; one packet at a time, even across several windows. */
export const sendActs = async () => {
  if (!isEnrolled()) return
  await navigator.locks.request("field-packets", { ifAvailable: true }, async (lock) => {
    if (!lock) return
    if ((await sendPackets()) && (await sendFiles())) await sendPackets()
  })
}
/** Whether the server has answered since this start: it tells the time, and whether the device was revoked. */
let hasAsked = false
/** Whether the server has answered all of them. */
const sendPackets = async (): Promise<boolean> => {
  const device = await readDevice()
  if (!device) return false
  // the office may still record what it refused, and finance what was proposed
  const open = (await readActs()).filter((act) => isShown(act) && act.state !== "unreadable")
  // a device without acts, which may be a stolen one, asks too
  for (let at = 0; at < open.length || (at === 0 && (device.anchor === "-" || !hasAsked)); at += size) {
    const packet = open.slice(at, at + size)
    const sent = { device: device.key, sentAt: Date.now(), acts: packet.map(({ text, signature }) => ({ text, signature })) }
    try {
      const { acts: answers, anchor, revoked } = await write<PacketAnswer>("POST", "/api/field/packets", sent)
      size = Math.min(most, size * 2)
      await keepAnswers(new Map(answers.map(({ digest, status, sentence }) => [digest, { state: status, sentence }])), { anchor, revoked })
      hasAsked = true
      if (revoked) {
        for (const { id } of pinPeople()) await removePin(id)
        forgetAnswers()
      }
      await changed()
    } catch {
      // the acts wait for the next attempt
      size = Math.max(fewest, Math.floor(size / 2))
      return false
    }
  }
  return true
}

/**
 * Notes again that this browser is an enrolled device, if it is one: a browser writes `localStorage` to disk minutes later, and one that was killed has lost
 * what it noted last. Returns whether it was lost.
 */
export const restoreEnrolment = async () => {
  const device = isEnrolled() ? undefined : await readDevice()
  if (device) {
    localStorage.setItem(enrolledKey, JSON.stringify(device.label))
    await restorePinPeople()
  }
  return device !== undefined
}

let timer: ReturnType<typeof setInterval> | undefined
/** Starts sending acts automatically, whoever is signed in. */
export const startSending = async () => {
  if (timer !== undefined || !isEnrolled()) return
  timer = setInterval(() => void sendActs(), seconds * 1000)
  addEventListener("online", () => void sendActs())
  await restorePinPeople()
  await dropOldActs()
  await load()
  await sendActs()
}

/** Decides on what this device keeps, before the office does; given by the application, which knows the rules. */
interface Foresight {
  readonly foresee: (doing: Doing, acts: readonly KeptAct[]) => Promise<Foreseen | undefined>
  readonly outlook: (kind: string, id: number, acts: readonly KeptAct[]) => Promise<Readonly<Record<string, unknown>> | undefined>
}
let foresight: (() => Promise<Foresight>) | undefined
export const foreseeBy = (load: () => Promise<Foresight>) => {
  foresight = load
}
/** The fields of a record that acts on this device change, and what else can be done with it; undefined where that is unknown. */
export const outlook = async (kind: string, id: number) => (await foresight?.())?.outlook(kind, id, acts)

/** In words, as long as the office has not decided: nothing is certain before. */
export const provisional = ({ state, foreseen }: Pick<KeptAct, "state" | "foreseen">): string | undefined => {
  if (!foreseen || (state !== "waiting" && state !== "received")) return undefined
  const { state: will, sentence } = foreseen
  if (sentence !== "") return `Provisional: ${sentence}`
  return `Provisional: ${will === "duplicate" ? "this changes nothing, it is recorded already" : will === "late" ? "will be recorded, late" : "will be recorded"}`
}
/** Whether the office will probably not record it. */
export const isDoubtful = ({ state, foreseen }: Pick<KeptAct, "state" | "foreseen">) =>
  (state === "waiting" || state === "received") && (foreseen?.state === "refused" || foreseen?.state === "proposed")

/** Signs and stores an act, then sends it. An act that will probably be refused is stored too: the office decides. */
export const doHere = async (doing: Doing): Promise<KeptAct> => {
  const kept = await keepAct(
    doing,
    await foresight?.()
      .then((by) => by.foresee(doing, acts))
      .catch(() => undefined),
  )
  await changed()
  void sendActs()
  return kept
}

/** Enrols this browser; `enrol` is the server's call. */
export const enrolHere = async (label: string, enrol: Parameters<typeof makeDevice>[1]) => {
  await restoreEnrolment()
  await load()
  await sendActs()
  const here = acts.filter(({ state }) => state === "waiting").length
  // a new key starts a new chain
  if (here > 0) throw new ApiError(409, `${here} ${here === 1 ? "entry exists" : "entries exist"} only on this device. Send them first.`)
  if (files.length > 0) throw new ApiError(409, "Photos or files exist only on this device. Send them first.")
  await makeDevice(label, enrol)
  localStorage.setItem(enrolledKey, JSON.stringify(label))
  await startSending()
}

/** Hides an act that was not recorded; the office has it. */
export const hideAct = async (number: number) => {
  await markSeen(number)
  await changed()
}
/** Repeats an act as a new one. */
export const actAgain = async (old: KeptAct) => {
  await doHere({ ...old, files: files.filter(({ act }) => act === old.number) })
  await hideAct(old.number)
}

const words: Partial<Record<KeptAct["state"], string>> = {
  received: "At the office",
  held: "At the office, waiting",
  proposed: "At the office, for finance",
  unreadable: "Cannot be read",
}

/** The acts waiting on this device, for the outbox page. */
export const deviceWaiting: WaitingIn = {
  lines: () =>
    acts.filter(isShown).map((act) => {
      const own = files.filter((file) => file.act === act.number).length
      const only = own > 0 && `${own} ${own === 1 ? "file" : "files"} only on this device`
      const note = [act.sentence || provisional(act), only].filter(Boolean).join(". ")
      return {
        key: `act ${act.number}`,
        at: act.at,
        what: act.what,
        refused: act.state === "refused" || act.state === "unreadable" ? act.sentence : undefined,
        ...(words[act.state] && { state: words[act.state] }),
        ...(note && { note }),
        isDoubtful: isDoubtful(act),
        retry: () => actAgain(act),
        discard: () => hideAct(act.number),
      }
    }),
  drain: sendActs,
  watch: watchActs,
}
