/** Attendance taps that this browser keeps until the server has answered. */
import { type Kept, outboxes, type WaitingIn, waitingIn } from "@ops/platform/ui/data/outbox.ts"
import type { attendance } from "../../attendance/resource.ts"
import { send } from "../../web/client.ts"
import type { KioskTapAnswer } from "../contract.ts"

/** A tap at the door, with its day and time in Juba. */
export interface DoorTap extends Kept {
  readonly staffNumber: string
  readonly attendanceDate: string
  readonly time: string
  /** when it was made; missing in taps of an older version */
  readonly at?: string
}
/** A tap at the kiosk of a site. */
interface KioskTap extends Kept {
  readonly siteId: number
  readonly staffNumber: string
  readonly tappedAt: string
}

/** A fresh tap that is refused is shown to the person immediately, and not kept. */
const isOld = (at: string | undefined) => at !== undefined && Date.now() - Date.parse(at) > 30_000

/** The door's taps of the signed-in user, sent in order: the first of a day is the arrival. */
export const doorTaps = outboxes<(typeof attendance)["Row"], DoorTap>((person) => ({
  place: `door:${person}`,
  most: 1,
  keepsRefused: ({ at }) => isOld(at),
  send: ({ key, staffNumber, attendanceDate, time }) => send("POST /api/hr/attendance/tap", { body: { staffNumber, attendanceDate, time }, key }),
}))

/** The kiosk's taps, also sent in order. */
export const kioskTaps = outboxes<typeof KioskTapAnswer.Type, KioskTap>((person) => ({
  place: `kiosk:${person}`,
  most: 1,
  keepsRefused: ({ tappedAt }) => isOld(tappedAt),
  send: ({ key, siteId, staffNumber, tappedAt }) => send("POST /api/hr/kiosk/taps", { body: { siteId, staffNumber, tappedAt }, key }),
}))

/** Both, for the outbox page. */
export const doorTapsWaiting = (person: string): WaitingIn => waitingIn(doorTaps(person), ({ at, staffNumber }) => ({ at, what: `In or out, ${staffNumber}` }))
export const kioskTapsWaiting = (person: string): WaitingIn =>
  waitingIn(kioskTaps(person), ({ tappedAt, siteId, staffNumber }) => ({ at: tappedAt, siteId, what: `In or out, ${staffNumber}` }))
