/**
 * When it was: a device's clock may be wrong, or be set while it has no connection. Each answer of the server gives the device an anchor, its
 * time under a code that no one else can make, and each act carries the last one: it was done after that, and before it arrived.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import type { SignedAct } from "@ops/platform/access/signed-act.ts"
import { withinMs } from "../devices/device.ts"

/** By so much clocks may drift, in ms. */
const bearable = 120_000

export const anchors = (pepper: string) => {
  const secret = Buffer.from(hkdfSync("sha256", pepper, "", "field-office/anchor/1", 32))
  const macOf = (device: string, said: string) => createHmac("sha256", secret).update(`${device}.${said}`).digest("base64url").slice(0, 22)
  return {
    /** The server's time and how far the device's clock was ahead then. `m` is a minus. */
    write: (device: string, now: number, skew: number): string => {
      const said = `${now}.${skew < 0 ? `m${-skew}` : skew}`
      return `${said}.${macOf(device, said)}`
    },
    /** Undefined where it is no anchor that this device was given. */
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
 * The device's clock, less by how much it is ahead at arrival, within the two bounds; without an anchor the first is when it was enrolled. The doubt is
 * how far its error differed then and now. Where that is more than clocks drift it was set meanwhile, and all of the time between the bounds is in doubt.
 */
export const whenOf = (
  { device, wall, anchor }: Pick<SignedAct, "device" | "wall" | "anchor">,
  skew: number,
  arrived: number,
  enrolled: number,
  { read }: Anchors,
) => {
  const known = read(device, anchor)
  const guess = wall - skew
  const from = Math.min(known?.at ?? enrolled, arrived)
  const at = Math.min(arrived, Math.max(from, guess))
  const drift = Math.max(Math.abs(known ? known.skew - skew : Infinity), Math.abs(at - guess))
  return { notBefore: instant(from), happenedAt: instant(at), arrivedAt: instant(arrived), doubtMs: withinMs(drift > bearable ? arrived - from : drift) }
}
