/**
 * Checks what devices and clients have signed, from an export and with nothing of ours: the key, the signature and the chain of every act; the digest of every
 * sheet of a day, and the signature of the passkey that has signed it.
 *
 *     ops devices list --all -o json > devices.json
 *     ops field-acts list --all -o json > acts.json
 *     ops signed-days list --all -o json > days.json
 *     node tools/checks/device-acts.ts devices.json acts.json days.json
 */
import { createHash, createPublicKey, verify } from "node:crypto"
import { readFileSync } from "node:fs"

interface Device {
  readonly id: number
  readonly label: string
  readonly deviceKey: string
  readonly algorithm: string
  readonly publicKey: string
}
interface Act {
  readonly deviceId: number
  readonly number: number
  readonly text: string
  readonly signature: string
  readonly digest: string
}

interface SignedDay {
  readonly sheet: string
  readonly text: string
  readonly digest: string
  readonly passkey: null | Readonly<Record<"publicKey" | "authenticatorData" | "clientData" | "signature", string>>
}

const read = <T>(file: string | undefined) => JSON.parse(readFileSync(file ?? "", "utf8")) as ReadonlyArray<T>
const [devices, acts] = [read<Device>(process.argv[2]), read<Act>(process.argv[3])]
const days = process.argv[4] === undefined ? [] : read<SignedDay>(process.argv[4])
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest()

const faults: Array<string> = []
let checked = 0
for (const { id, label, deviceKey, algorithm, publicKey } of devices) {
  const spki = Buffer.from(publicKey, "base64url")
  const key = createPublicKey({ key: spki, format: "der", type: "spki" })
  if (sha256(spki).subarray(0, 16).toString("base64url") !== deviceKey) faults.push(`${label}: its name does not follow from its key`)
  let [number, tip] = [0, sha256(spki).toString("base64url")]
  for (const act of acts.filter(({ deviceId }) => deviceId === id).sort((a, b) => a.number - b.number)) {
    const bytes = Buffer.from(act.text)
    const signature = Buffer.from(act.signature, "base64url")
    const fits = algorithm === "Ed25519" ? verify(null, bytes, key, signature) : verify("sha256", bytes, { key, dsaEncoding: "ieee-p1363" }, signature)
    const [kind, device, said, previous] = act.text.split("\n")
    const digest = sha256(bytes).toString("base64url")
    if (!fits) faults.push(`${label}, act ${act.number}: the signature does not fit`)
    if (kind !== "field-office/act/1" || device !== deviceKey || said !== String(act.number))
      faults.push(`${label}, act ${act.number}: it is of another device or number`)
    if (digest !== act.digest) faults.push(`${label}, act ${act.number}: it was changed`)
    if (act.number === number) faults.push(`${label}: two acts have number ${number}: the device was copied or restored`)
    else if (act.number !== number + 1) faults.push(`${label}: acts ${number + 1} to ${act.number - 1} were never sent`)
    else if (previous !== tip) faults.push(`${label}, act ${act.number}: its hash does not continue the hash of the previous act`)
    ;[number, tip] = [act.number, digest]
    checked++
  }
}

/** The integers and byte strings of a COSE key, which is a map of them in CBOR. */
const coseOf = (bytes: Buffer) => {
  let at = 0
  const next = (): number | Buffer => {
    const head = bytes[at++]!
    const [major, short] = [head >> 5, head & 31]
    const wide = short < 24 ? 0 : 2 ** (short - 24)
    const value = wide === 0 ? short : bytes.readUIntBE(at, wide)
    at += wide
    if (major === 1) return -1 - value
    if (major !== 2) return value
    at += value
    return bytes.subarray(at - value, at)
  }
  const pairs = next() as number
  return new Map(Array.from({ length: pairs }, () => [next(), next()] as const))
}
/** Whether a passkey has signed the sheet: P-256, Ed25519 or RSA, over the authenticator's data and the SHA-256 of the client's, whose challenge is the digest. */
const fitsPasskey = (digest: string, given: NonNullable<SignedDay["passkey"]>) => {
  const bytes = (name: keyof typeof given) => Buffer.from(given[name], "base64url")
  const cose = coseOf(bytes("publicKey"))
  const part = (name: number) => (cose.get(name) as Buffer).toString("base64url")
  const jwk =
    cose.get(1) === 3
      ? { kty: "RSA", n: part(-1), e: part(-2) }
      : cose.get(1) === 1
        ? { kty: "OKP", crv: "Ed25519", x: part(-2) }
        : { kty: "EC", crv: "P-256", x: part(-2), y: part(-3) }
  const signed = Buffer.concat([bytes("authenticatorData"), sha256(bytes("clientData"))])
  const { challenge } = JSON.parse(bytes("clientData").toString()) as { readonly challenge: string }
  const key = createPublicKey({ key: jwk, format: "jwk" })
  return challenge === digest && verify(jwk.kty === "OKP" ? null : "sha256", signed, key, bytes("signature"))
}
for (const { sheet, text, digest, passkey } of days) {
  if (sha256(Buffer.from(text)).toString("base64url") !== digest) faults.push(`Sheet ${sheet}: it was changed`)
  if (passkey && !fitsPasskey(digest, passkey)) faults.push(`Sheet ${sheet}: the signature of its passkey does not fit`)
}

console.log(`${checked} acts of ${devices.length} devices checked`)
if (days.length > 0) console.log(`${days.length} sheets checked, ${days.filter(({ passkey }) => passkey).length} of them with a passkey`)
for (const fault of faults) console.log(fault)
if (faults.length > 0) process.exitCode = 1
