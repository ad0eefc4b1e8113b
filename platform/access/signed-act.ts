/**
 * An act performed on an enrolled device: a text that the device signs. The signed bytes are stored unchanged, so that no canonical JSON is needed.
 * Used by browsers and the server; UTF-8, each line ended by LF:
 *
 *     field-office/act/1
 *     <device>                base64url of the first 16 bytes of SHA-256 of its public key (SPKI)
 *     <number>                1, 2, 3 … without a gap
 *     <previous>              base64url of SHA-256 of the previous text; of the public key for number 1
 *     <wall> <start> <since>  the device's clock in ms, an id of the app start, ms since that start
 *     <anchor>                the last time that the device received from the server; "-" for none
 *     <person> <proof>        the person, and how they were identified: session, pin or badge
 *     <act>                   the command's name in the log
 *     <input>                 JSON
 */
const kind = "field-office/act/1"
export const mostBytes = 16_384

/** How the person on the device was identified. */
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

/** Undefined if the text does not have this format. */
export const readAct = (text: string): SignedAct | undefined => {
  // a character has at most three bytes
  if (text.length * 3 > mostBytes && new TextEncoder().encode(text).length > mostBytes) return undefined
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

/** The state of an act at the server. */
export const actStates = ["received", "recorded", "duplicate", "late", "held", "proposed", "refused", "closed"] as const
export type ActState = (typeof actStates)[number]

/** The server's answer for one act of a device; `unreadable` if the text or its signature is invalid. */
export interface ActAnswer {
  readonly digest: string
  readonly status: ActState | "unreadable"
  /** the reason, if it is not recorded */
  readonly sentence: string
  readonly recordId: number | null
}
export interface PacketAnswer {
  /** the server's clock in ms */
  readonly now: number
  readonly anchor: string
  readonly acts: ReadonlyArray<ActAnswer>
  /** ranges of numbers that were never received, from and to */
  readonly missing: ReadonlyArray<readonly [from: number, to: number]>
  readonly revoked: boolean
}
