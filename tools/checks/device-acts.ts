/**
 * Checks what devices have signed, from an export and with nothing of ours: the key, the signature and the chain of every act.
 *
 *     ops devices list --all -o json > devices.json
 *     ops field-acts list --all -o json > acts.json
 *     node tools/checks/device-acts.ts devices.json acts.json
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

const read = <T>(file: string | undefined) => JSON.parse(readFileSync(file ?? "", "utf8")) as ReadonlyArray<T>
const [devices, acts] = [read<Device>(process.argv[2]), read<Act>(process.argv[3])]
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
console.log(`${checked} acts of ${devices.length} devices checked`)
for (const fault of faults) console.log(fault)
if (faults.length > 0) process.exitCode = 1
