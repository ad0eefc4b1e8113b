/** A device of the field for tests: it signs acts as a browser does, with its own clock, and sends them over an unreliable connection. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { type PacketAnswer, type Proof, writeAct } from "@ops/platform/access/signed-act.ts"
import type { Packet } from "./acts/receiving.ts"
import { algorithms, digestOf } from "./devices/device.ts"

export interface KeptAct {
  readonly number: number
  readonly text: string
  readonly signature: string
  readonly digest: string
  /** when it happened, by a correct clock */
  readonly at: number
}

export class TestDevice {
  readonly publicKey: string
  readonly key: string
  readonly kept: Array<KeptAct> = []
  readonly told = new Map<string, PacketAnswer["acts"][number]>()
  anchor = "-"
  /** how far its clock is ahead, in ms */
  ahead: number
  private previous: string
  private readonly secret: KeyObject

  readonly algorithm: (typeof algorithms)[number]

  constructor(algorithm: (typeof algorithms)[number] = algorithms[0], ahead = 0) {
    this.algorithm = algorithm
    const pair = algorithm === "Ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("ec", { namedCurve: "P-256" })
    const spki = pair.publicKey.export({ format: "der", type: "spki" })
    const print = createHash("sha256").update(spki).digest()
    this.secret = pair.privateKey
    this.publicKey = spki.toString("base64url")
    this.key = print.subarray(0, 16).toString("base64url")
    this.previous = print.toString("base64url")
    this.ahead = ahead
  }

  /** A copy of the device as of the given number of acts. */
  copyAt(number: number): TestDevice {
    const copy = new TestDevice(this.algorithm, this.ahead)
    return Object.assign(copy, {
      key: this.key,
      publicKey: this.publicKey,
      secret: this.secret,
      kept: this.kept.slice(0, number),
      previous: this.kept[number - 1]!.digest,
    })
  }

  sign(text: string): string {
    const how = this.algorithm === "Ed25519" ? this.secret : { key: this.secret, dsaEncoding: "ieee-p1363" as const }
    return sign(this.algorithm === "Ed25519" ? null : "sha256", Buffer.from(text), how).toString("base64url")
  }

  /** Performs an act at an instant. */
  act(at: number, person: number, act: string, input: unknown, proof: Proof = "session"): KeptAct {
    const { key: device, previous, anchor } = this
    const number = this.kept.length + 1
    const text = writeAct({ device, number, previous, wall: at + this.ahead, start: "start-01", since: 5, anchor, person, proof, act, input })
    const kept = { number, text, signature: this.sign(text), digest: digestOf(text), at }
    this.previous = kept.digest
    this.kept.push(kept)
    return kept
  }

  packet(acts: ReadonlyArray<Pick<KeptAct, "text" | "signature">>, at: number): Packet {
    return { device: this.key, sentAt: at + this.ahead, acts: acts.map(({ text, signature }) => ({ text, signature })) }
  }

  hear({ anchor, acts }: PacketAnswer): void {
    this.anchor = anchor
    for (const answer of acts) this.told.set(answer.digest, answer)
  }

  /** Its acts without a known outcome. */
  open(): ReadonlyArray<KeptAct> {
    return this.kept.filter(({ digest }) => ["received", "held", undefined].includes(this.told.get(digest)?.status))
  }
}
