/**
 * The secret of a webhook and the signature of what it sends, as Standard Webhooks (standardwebhooks.com) has them. A secret is made from the pepper
 * each time it is needed: it is kept nowhere, so no log, no backup and no answer holds one.
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

/** The secret as its receiver gets it, once. */
export const secretOf = (pepper: Redacted.Redacted, of: Pick<Signing, "id" | "secretNumber">) => `whsec_${keyOf(pepper, of).toString("base64")}`

/** For so long the secret before signs too. */
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
