/** Signs the sheet of a day with a passkey of the signer's own phone: what it signs is the sheet's SHA-256. */
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser"

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")
const digestOf = async (text: string) => base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))))

const library = () => import("@simplewebauthn/browser")
/** Whether this phone can check its owner: by finger, face or PIN. */
export const canSign = async () => (await library()).platformAuthenticatorIsAvailable()

/** Answers the sheet with one of these passkeys. */
export const signWith = async (text: string, credentialIds: readonly string[]) => {
  const allowCredentials = credentialIds.map((id) => ({ id, type: "public-key" as const }))
  const optionsJSON = { challenge: await digestOf(text), rpId: location.hostname, allowCredentials, userVerification: "required" as const }
  return (await library()).startAuthentication({ optionsJSON })
}

/** Makes a passkey on this phone, and answers the sheet with it. */
export const signWithNew = async (text: string, company: string, name: string, known: readonly string[]) => {
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = {
    challenge: await digestOf(text),
    rp: { id: location.hostname, name: company },
    user: { id: base64url(crypto.getRandomValues(new Uint8Array(16))), name, displayName: name },
    // Ed25519, P-256, RSA
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
    authenticatorSelection: { authenticatorAttachment: "platform", residentKey: "preferred", userVerification: "required" },
    excludeCredentials: known.map((id) => ({ id, type: "public-key" })),
  }
  const registration = await (await library()).startRegistration({ optionsJSON })
  return { registration, assertion: await signWith(text, [registration.id]) }
}
