/**
 * The passkey of a client's representative: their own phone checks finger, face or PIN, and signs the SHA-256 of the sheet. What it answered is kept with the
 * sheet, so that anyone can check it with the public key alone.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import { Effect } from "effect"
import { Config } from "@ops/platform/config.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { invalid } from "@ops/platform/records/command.ts"
import { digestOf, type PasskeyProof } from "./signed-day.ts"

/** Loaded on first use, because it is some hundred modules that few requests need. */
const webauthn = () => import("@simplewebauthn/server")

const knownSql = sql(
  { credentialId: col.text, publicKey: col.text, signedBy: col.text, role: col.text },
  `select distinct on (passkey->>'credentialId') passkey->>'credentialId' as "credentialId", passkey->>'publicKey' as "publicKey", signed_by as "signedBy", role
   from signed_day where client_id = $1 and passkey is not null order by passkey->>'credentialId', id`,
)
/** The passkeys that have signed for a client, each with the name and position with which it signed first. */
export const passkeysOf = (clientId: number) => statement(knownSql, [clientId])

/** What a browser's WebAuthn functions answered. */
export interface PasskeyGiven {
  readonly assertion: unknown
  /** of a passkey that was made just now */
  readonly registration?: unknown
}

const refused = invalid("The phone's passkey could not be checked. Try again, or sign by drawing")
const checked = <A>(check: () => Promise<A>) => Effect.tryPromise({ try: check, catch: () => refused })

/** Verifies the passkey signature of this text; returns its proof, and the signer if the passkey has signed for the client before. 422 if it does not verify. */
export const checkPasskey = (text: string, clientId: number, { assertion, registration }: PasskeyGiven) =>
  Effect.gen(function* () {
    const { origin } = yield* Config
    const expected = { expectedChallenge: digestOf(text).toString("base64url"), expectedOrigin: origin, expectedRPID: new URL(origin).hostname }
    const given = assertion as AuthenticationResponseJSON
    const known = (yield* passkeysOf(clientId)).find(({ credentialId }) => credentialId === given?.id)
    let publicKey = known?.publicKey
    if (publicKey === undefined && registration !== undefined) {
      const response = registration as RegistrationResponseJSON
      const made = yield* checked(async () => (await webauthn()).verifyRegistrationResponse({ response, ...expected, requireUserVerification: true }))
      if (made.verified && made.registrationInfo.credential.id === given?.id)
        publicKey = Buffer.from(made.registrationInfo.credential.publicKey).toString("base64url")
    }
    if (publicKey === undefined) return yield* Effect.fail(invalid("This passkey has not signed for this client yet. Sign by drawing, and set it up with that"))
    const credential = { id: given.id, publicKey: Buffer.from(publicKey, "base64url"), counter: 0 }
    const { verified } = yield* checked(async () => (await webauthn()).verifyAuthenticationResponse({ response: given, ...expected, credential }))
    if (!verified) return yield* Effect.fail(refused)
    const { authenticatorData, clientDataJSON, signature } = given.response
    const proof: PasskeyProof = { credentialId: given.id, publicKey, authenticatorData, clientData: clientDataJSON, signature }
    return { proof, signer: known && { signedBy: known.signedBy, role: known.role } }
  })
