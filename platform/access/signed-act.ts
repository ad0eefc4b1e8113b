/**
 * What was done on an enrolled device: a text that the device signs. The bytes that are signed are the bytes that are kept, so that JSON
 * need not be written in one way by everyone. For browsers and the server; UTF-8, each line ended by LF:
 *
 *     field-office/act/1
 *     <device>                base64url of the first 16 bytes of SHA-256 of its public key (SPKI)
 *     <number>                1, 2, 3 … without a gap
 *     <previous>              base64url of SHA-256 of the text before; of the public key for number 1
 *     <wall> <start> <since>  the device's clock in ms, which start of the app, ms since that start
 *     <anchor>                the last time that the device had from the server; "-" for none
 *     <person> <proof>        who, and how that was shown: session, pin or badge
 *     <act>                   the command's name in the log
 *     <input>                 JSON
 */
const kind = "field-office/act/1"
export const mostBytes = 16_384

/** How the person on the device was known. */
export const proofs = ["session", "pin", "badge"] as const
export type Proof = (typeof proofs)[number]

export interface SignedAct {
  readonly device: string
  readonly number: number
  readonly previous: string
  readonly wall: number
  readonly start: string
  readonly since: number
  readonly anchor: string
  readonly person: number
  readonly proof: Proof
  readonly act: string
  readonly input: unknown
}

export const writeAct = ({ device, number, previous, wall, start, since, anchor, person, proof, act, input }: SignedAct): string =>
  `${[kind, device, number, previous, `${wall} ${start} ${since}`, anchor, `${person} ${proof}`, act, JSON.stringify(input)].join("\n")}\n`

const shape = new RegExp(
  `^${kind}\\n([\\w-]{22})\\n([1-9]\\d{0,8})\\n([\\w-]{43})\\n(\\d{12,14}) ([\\w-]{8}) (\\d{1,11})\\n([\\w.-]{1,80})\\n([1-9]\\d{0,14}) (${proofs.join("|")})\\n([a-z_]+\\.[a-z_]+)\\n(\\{.*\\})\\n$`,
)

/** Undefined where it is no such text. */
export const readAct = (text: string): SignedAct | undefined => {
  if (new TextEncoder().encode(text).length > mostBytes) return undefined
  const [found, ...parts] = shape.exec(text) ?? []
  if (found === undefined) return undefined
  const [device, number, previous, wall, start, since, anchor, person, proof, act, input] = parts as [string, string, string, ...ReadonlyArray<string>]
  try {
    return {
      device,
      number: Number(number),
      previous,
      wall: Number(wall),
      start: start!,
      since: Number(since),
      anchor: anchor!,
      person: Number(person),
      proof: proof as Proof,
      act: act!,
      input: JSON.parse(input!) as unknown,
    }
  } catch {
    return undefined
  }
}

/** What has become of an act at the server. */
export const actStates = ["received", "recorded", "duplicate", "late", "held", "proposed", "refused", "closed"] as const
export type ActState = (typeof actStates)[number]

/** What a device is answered about one of its acts; `unreadable` where the text or its signature does not fit. */
export interface ActAnswer {
  readonly digest: string
  readonly status: ActState | "unreadable"
  /** why, where it is not recorded */
  readonly sentence: string
  readonly recordId: number | null
}
export interface PacketAnswer {
  /** the server's clock in ms */
  readonly now: number
  readonly anchor: string
  readonly acts: ReadonlyArray<ActAnswer>
  /** numbers that were never received, from and to */
  readonly missing: ReadonlyArray<readonly [from: number, to: number]>
  readonly revoked: boolean
}
