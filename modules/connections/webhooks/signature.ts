/**
 * The secret of a webhook and the signature of its messages, as in Standard Webhooks (standardwebhooks.com). The secret
 * is derived from the pepper each time: it is not stored, so no log, backup or answer contains one.
 */
import { createHmac, hkdfSync } from "node:crypto"
import { Redacted } from "effect"

interface Signing {
  readonly id: number
  readonly secretNumber: number
  readonly secretAt: string | null
}

const keyOf = (pepper: Redacted.Redacted, { id, secretNumber }: Pick<Signing, "id" | "secretNumber">) =>
  Buffer.from(hkdfSync("sha256", Redacted.value(pepper), "", `webhook ${id} secret ${secretNumber}`, 32))

/** The secret as given to the receiver, once. */
export const secretOf = (pepper: Redacted.Redacted, of: Pick<Signing, "id" | "secretNumber">) => `whsec_${keyOf(pepper, of).toString("base64")}`

/** How long the previous secret signs too, in ms. */
const changeover = 24 * 60 * 60 * 1000

/** The headers of a message. `now` is in milliseconds. */
export const signed = (pepper: Redacted.Redacted, of: Signing, message: string, body: string, now: number): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(now / 1000))
  const isChanging = of.secretNumber > 1 && of.secretAt !== null && now - Date.parse(of.secretAt) < changeover
  const numbers = isChanging ? [of.secretNumber, of.secretNumber - 1] : [of.secretNumber]
  const macs = numbers.map((secretNumber) => {
    const mac = createHmac("sha256", keyOf(pepper, { id: of.id, secretNumber })).update(`${message}.${timestamp}.${body}`)
    return `v1,${mac.digest("base64")}`
  })
  return { "webhook-id": message, "webhook-timestamp": timestamp, "webhook-signature": macs.join(" ") }
}
