/**
 * The time of an act: a device's clock may be wrong, or changed while offline. Each answer of the server gives the
 * device an anchor, the server's time with a code that cannot be forged, and each act contains the latest one: it
 * happened after that, and before its arrival.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import type { SignedAct } from "@ops/platform/access/signed-act.ts"
import { withinMs } from "../devices/device.ts"

/** How far clocks may drift, in ms. */
const bearable = 120_000

export const anchors = (pepper: string) => {
  const secret = Buffer.from(hkdfSync("sha256", pepper, "", "field-office/anchor/1", 32))
  const macOf = (device: string, said: string) => createHmac("sha256", secret).update(`${device}.${said}`).digest("base64url").slice(0, 22)
  return {
    /** The server's time, and how far the device's clock was ahead of it. `m` stands for minus. */
    write: (device: string, now: number, skew: number): string => {
      const said = `${now}.${skew < 0 ? `m${-skew}` : skew}`
      return `${said}.${macOf(device, said)}`
    },
    /** Undefined if it is not an anchor given to this device. */
    read: (device: string, anchor: string) => {
      const [now = "", skew = "", mac = ""] = anchor.split(".")
      const right = Buffer.from(macOf(device, `${now}.${skew}`))
      const given = Buffer.from(mac)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      return { at: Number(now), skew: Number(skew.replace("m", "-")) }
    },
  }
}
export type Anchors = ReturnType<typeof anchors>

const instant = (ms: number) => new Date(ms).toISOString()

/**
 * The device's clock, corrected by how far it is ahead on arrival, and limited to the two bounds; without an anchor the
 * lower bound is the enrolment. The doubt is the difference between its errors then and now. If that exceeds normal
 * drift, the clock was changed meanwhile, and the doubt is the whole span between the bounds. Acts of a device keep their
 * order: each is at least a millisecond after the previous one.
 */
export const whenOf = (
  { device, wall, anchor }: Pick<SignedAct, "device" | "wall" | "anchor">,
  skew: number,
  arrived: number,
  enrolled: number,
  { read }: Anchors,
  /** when the previous act happened, if it is known, and how many of the packet follow */
  { after = 0, follow = 0 }: { readonly after?: number | undefined; readonly follow?: number } = {},
) => {
  const known = read(device, anchor)
  const guess = wall - skew
  const from = Math.min(known?.at ?? enrolled, arrived)
  const at = Math.min(arrived - follow, Math.max(from, guess, after + 1))
  const drift = Math.max(Math.abs(known ? known.skew - skew : Infinity), Math.abs(at - guess))
  return { notBefore: instant(from), happenedAt: instant(at), arrivedAt: instant(arrived), doubtMs: withinMs(drift > bearable ? arrived - from : drift) }
}
