/**
 * The PINs of a device that several people share. A PIN says who records, not what may be done: the server applies the rights of that person to what the
 * device has signed, and is asked nothing else in their name. It is set with a connection and works without one.
 */
import { isByPin, keepPinPeople, lock, personHere, type PinPerson, pinPeople, setPersonHere, unlock } from "../data/unsent.ts"
import { readPin, readPins, writePin } from "./device-store.ts"

const rounds = 600_000
/** Wrong tries until a person has to wait, and until their PIN is removed. */
const [triesToWait, triesAtMost] = [5, 10]
const minutesToWait = 5

const of = async (pin: string, salt: Uint8Array<ArrayBuffer>, key: CryptoKey) => {
  const typed = await crypto.subtle.importKey("raw", new TextEncoder().encode(pin), "PBKDF2", false, ["deriveBits"])
  const bits = await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds }, typed, 256)
  return crypto.subtle.sign("HMAC", key, bits)
}
const isSame = (one: ArrayBuffer, other: ArrayBuffer) => new Uint8Array(one).every((byte, n) => byte === new Uint8Array(other)[n])

/** Lets a person unlock this device with a PIN. */
export const setPin = async (person: PinPerson, pin: string) => {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const key = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  await writePin(person.id, { ...person, salt, key, verifier: await of(pin, salt, key), wrong: 0, lockedUntil: 0 })
  keepPinPeople([...pinPeople().filter(({ id }) => id !== person.id), person])
  unlock()
}

/**
 * Knows the people beside their PINs again, which a browser that was killed may have lost, and locks the device for them. The names of an older version are
 * stored with the PINs.
 */
export const restorePinPeople = async () => {
  const before = pinPeople()
  const people: PinPerson[] = []
  for (const pin of await readPins()) {
    const name = pin.name ?? before.find(({ id }) => id === pin.id)?.name
    if (name === undefined) continue
    if (pin.name === undefined) await writePin(pin.id, { ...pin, name })
    people.push({ id: pin.id, name })
  }
  if (JSON.stringify(people) === JSON.stringify(before)) return
  keepPinPeople(people)
  if (before.length < people.length) lock()
}

export const removePin = async (person: number) => {
  if (isByPin() && personHere() === String(person)) setPersonHere(null)
  keepPinPeople(pinPeople().filter(({ id }) => id !== person))
  await writePin(person, undefined)
}

/** Why a PIN does not unlock the device for a person; undefined if it does. A try is counted before it is compared, so that a restart gives none back. */
export const tryPin = async (person: number, pin: string, now = Date.now()): Promise<string | undefined> => {
  const known = await readPin(person)
  if (!known) return "You have no PIN on this device. Sign in with your password"
  if (known.lockedUntil > now) return `Too many wrong tries. Wait ${Math.ceil((known.lockedUntil - now) / 60_000)} minutes, or sign in with your password`
  const wrong = known.wrong + 1
  await writePin(person, { ...known, wrong, lockedUntil: wrong === triesToWait ? now + minutesToWait * 60_000 : 0 })
  if (isSame(await of(pin, known.salt, known.key), known.verifier)) {
    await writePin(person, { ...known, wrong: 0, lockedUntil: 0 })
    return undefined
  }
  if (wrong === triesToWait) return `Too many wrong tries. Wait ${minutesToWait} minutes, or sign in with your password`
  if (wrong < triesAtMost) return "Wrong PIN"
  await removePin(person)
  return "Too many wrong tries: this PIN was removed. Sign in with your password, and set a new one"
}
