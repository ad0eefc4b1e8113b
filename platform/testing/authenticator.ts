import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"
import { isoCBOR } from "@simplewebauthn/server/helpers"

/** A device with a sensor: creates a key, signs challenges, counts. */
export const authenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { x, y } = publicKey.export({ format: "jwk" })
  const id = randomBytes(32)
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"))
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x!)],
      [-3, bytes(y!)],
    ]),
  )
  const authData = (counter: number, attested: boolean) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const key = attested ? [Buffer.alloc(16), Buffer.from([0, id.length]), id, Buffer.from(cose)] : []
    // user present, user verified, and a key included
    return Buffer.concat([createHash("sha256").update(new URL(origin).hostname).digest(), Buffer.from([attested ? 0x45 : 0x05]), count, ...key])
  }
  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key", clientExtensionResults: {} }
  return {
    id: credential.id,
    register: ({ challenge }: { challenge: string }) => ({
      ...credential,
      response: {
        clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
        attestationObject: Buffer.from(
          isoCBOR.encode(
            new Map<string, string | Uint8Array | Map<string, string>>([
              ["fmt", "none"],
              ["attStmt", new Map<string, string>()],
              ["authData", new Uint8Array(authData(0, true))],
            ]),
          ),
        ).toString("base64url"),
        transports: ["internal"],
      },
    }),
    answer: ({ challenge }: { challenge: string }, counter = 0) => {
      const [data, client] = [authData(counter, false), clientData("webauthn.get", challenge)]
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()])
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
        },
      }
    },
  }
}
