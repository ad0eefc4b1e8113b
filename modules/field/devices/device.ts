/** A tablet or phone whose signed acts count: enrolled by a supervisor for a site, and revoked by a command. */
import { createHash, createPublicKey } from "node:crypto"
import { command, conflict, find, forbidden, invalid, newId, permitted, unchanged } from "@ops/platform/records/command.ts"
import { Flag, Instant, label, Line, Literals, Optional, Ref, SiteName, Text, Whole, WholeUpTo } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { siteOf } from "@ops/sites/site.ts"

export const algorithms = ["Ed25519", "ES256"] as const
/** The maximum difference between two clocks, in ms: one may be years ahead. */
export const mostMs = 1e13
export const Ms = WholeUpTo(mostMs)
export const withinMs = (ms: number): number => Math.round(Math.max(-mostMs, Math.min(mostMs, ms)))

const given = { label: Line(60), siteId: Ref("site"), algorithm: Literals(...algorithms), publicKey: Line(200) }
const facts = { ...given, deviceKey: Line(22), enrolledBy: Optional(Ref("person")) }
/** How much of its chain of acts has been received. */
const chain = {
  /** the number up to which nothing is missing, and the digest there */
  whole: Whole,
  tip: Line(43),
  /** the highest number received */
  top: Whole,
  /** how far its clock is ahead, in ms */
  skewMs: label("Clock ahead, ms", Ms),
}

export const FieldDevice = record(
  "field_device",
  {
    ...facts,
    ...chain,
    status: Literals("enrolled", "revoked"),
    /** two different acts had the same number: the device was copied, or reset to an earlier state */
    forked: Flag,
    lastHeard: Optional(Instant),
    revokedReason: Optional(Text(500)),
    /** for a revoked device: acts up to this number count */
    trustedTo: Optional(Whole),
  },
  { label: "Device", title: "label", unique: [{ fields: ["deviceKey"], sentence: "This device is already enrolled" }] },
)

export const DeviceEnrolled = event("DeviceEnrolled", 1, { ...facts, tip: Line(43) }, (e) => `${e.label} enrolled`)
export const DeviceHeard = event("DeviceHeard", 1, chain, ({ whole, top }) =>
  whole === top ? `Received up to act ${top}` : `Received up to act ${top}, complete up to ${whole}`,
)
export const DeviceForked = event(
  "DeviceForked",
  1,
  { number: Whole },
  (e) => `Two different records have number ${e.number}: the device was copied or restored`,
)
export const DeviceMoved = event(
  "DeviceMoved",
  1,
  { siteId: Ref("site"), label: Line(60) },
  ({ siteId, ...e }, title) => `${e.label} at ${title("site", siteId)}`,
)
export const DeviceRevoked = event("DeviceRevoked", 1, { reason: Text(500), trustedTo: Whole }, (e) => `Revoked after act ${e.trustedTo}: ${e.reason}`)

export const fieldDevices = stream(FieldDevice, DeviceEnrolled, DeviceHeard, DeviceForked, DeviceMoved, DeviceRevoked).fold({
  DeviceEnrolled: (_, enrolled) => ({
    ...enrolled,
    status: "enrolled" as const,
    whole: 0,
    top: 0,
    skewMs: 0,
    forked: false,
    lastHeard: null,
    revokedReason: null,
    trustedTo: null,
  }),
  DeviceHeard: (device, heard, at) => ({ ...device, ...heard, lastHeard: at }),
  DeviceForked: (device) => ({ ...device, forked: true }),
  DeviceMoved: (device, moved) => ({ ...device, ...moved }),
  DeviceRevoked: (device, { reason, trustedTo }) => ({ ...device, status: "revoked" as const, revokedReason: reason, trustedTo }),
})

export const rows = ownSite("siteId", "6: own site; 8: own site if it has one; 7 and 10: all")
const seen = visible(fieldDevices, rows)

/** The digest of a signed text, by which acts refer to each other: SHA-256 in base64url. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url")

const base64url = /^[\w-]+$/
/** The id of a device and the beginning of its chain, from its public key (SPKI in base64url). Undefined if it is not such a key. */
export const printOf = (publicKey: string, algorithm: (typeof algorithms)[number]) => {
  if (!base64url.test(publicKey)) return undefined
  const bytes = Buffer.from(publicKey, "base64url")
  try {
    const key = createPublicKey({ key: bytes, format: "der", type: "spki" })
    const isRight = algorithm === "Ed25519" ? key.asymmetricKeyType === "ed25519" : key.asymmetricKeyDetails?.namedCurve === "prime256v1"
    if (!isRight) return undefined
  } catch {
    return undefined
  }
  const print = createHash("sha256").update(bytes).digest()
  return { deviceKey: print.subarray(0, 16).toString("base64url"), tip: print.toString("base64url") }
}

/** Enrols the device that created the key. Level 6 and above, for a site they may act at. */
export const enrolDevice = command(
  "field_device.enrol",
  "Enrol a tablet or phone for a site: what it signs is recorded in its users' names",
  { ...given, siteId: SiteName },
  function* (input, by) {
    if (by.level < 6) throw forbidden("Only a supervisor can enrol a device")
    const site = yield* siteOf(input.siteId, by)
    const print = printOf(input.publicKey, input.algorithm)
    if (!print) throw invalid("Public key must be an Ed25519 or P-256 key (SPKI in base64url)")
    if (yield* find(fieldDevices, { deviceKey: print.deviceKey })) throw conflict("This device is already enrolled")
    return [fieldDevices.at(yield* newId(fieldDevices), DeviceEnrolled({ ...input, siteId: site.id, ...print, enrolledBy: by.person }))]
  },
)

/** Changes the name or the site of a device. */
export const moveDevice = command(
  "field_device.move",
  "Give an enrolled device another name or site",
  { id: Ref("field_device"), label: given.label, siteId: SiteName },
  function* ({ id, ...input }, by) {
    if (by.level < 6) throw forbidden("Only a supervisor can move a device")
    const device = yield* seen(id, by)
    if (device.status === "revoked") throw conflict("This device was revoked. Enrol it again")
    yield* permitted()
    const site = yield* siteOf(input.siteId, by)
    if (site.id === device.siteId && input.label === device.label) return unchanged(id)
    return [fieldDevices.at(id, DeviceMoved({ label: input.label, siteId: site.id }))]
  },
)

/** Acts in the complete part of its chain stay; later arrivals wait for a person's decision. */
export const revokeDevice = command(
  "field_device.revoke",
  "Revoke a device that was lost or is no longer used: records that arrive later are refused",
  { id: Ref("field_device"), reason: Text(500) },
  function* ({ id, reason }, by) {
    if (by.level < 6) throw forbidden("Only a supervisor can revoke a device")
    const device = yield* seen(id, by)
    if (device.status === "revoked") return unchanged(id)
    yield* permitted()
    if (reason === "") throw invalid("Reason is required")
    return [fieldDevices.at(id, DeviceRevoked({ reason, trustedTo: device.whole }))]
  },
)
