/** What this browser keeps when a person signs out: data that the server does not have yet, and its key if it is an enrolled device. */

/** Prefix of storage keys that are kept when signing out. */
export const unsent = "unsent:"
/** The database of entries that have not reached the server yet. */
export const unsentDatabase = "unsent"
/** Marks this browser as an enrolled device: its key, and what it has signed, outlast every session. */
export const enrolledKey = `${unsent}device`
/** The database of an enrolled device, which has its key and its acts. */
export const deviceDatabase = "field"
/** Whether this browser is an enrolled device. */
export const isEnrolled = () => localStorage.getItem(enrolledKey) !== null

/**
 * The people who unlock this device with a PIN of their own; none where it is not shared. A copy of what is stored beside the PINs, for what must be known
 * before a database is open.
 */
const peopleKey = `${enrolledKey}-people`
export interface PinPerson {
  readonly id: number
  readonly name: string
}
export const pinPeople = () => JSON.parse(localStorage.getItem(peopleKey) ?? "[]") as readonly PinPerson[]
export const keepPinPeople = (people: readonly PinPerson[]) => localStorage.setItem(peopleKey, JSON.stringify(people))

/** Whose lists are kept on a shared device, and whether they have shown a PIN only: then the server is not asked in their name. */
const personKey = `${enrolledKey}-person`
const pinKey = `${enrolledKey}-pin`
export const personHere = () => localStorage.getItem(personKey)
// the calls are tested without a browser
export const isByPin = () => typeof globalThis.localStorage?.getItem(pinKey) === "string"
/** `null` when they have signed out. */
export const setPersonHere = (id: number | string | null, isByPin = false) => {
  for (const [key, value] of [
    [personKey, id],
    [pinKey, isByPin || null],
  ] as const)
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, String(value))
}

/** In the session storage while a shared device is unlocked: a new window, and a new start of the browser, are locked. */
const unlockedKey = "unlocked"
const watchers = new Set<() => void>()
/** Whether several people share the device, each with a PIN. */
export const isShared = () => isEnrolled() && pinPeople().length > 0
/** Whether the device is shared, and waits for a PIN. */
export const isLocked = () => isShared() && sessionStorage.getItem(unlockedKey) === null
export const unlock = () => {
  sessionStorage.setItem(unlockedKey, "1")
  for (const watcher of watchers) watcher()
}
export const lock = () => {
  sessionStorage.removeItem(unlockedKey)
  for (const watcher of watchers) watcher()
}
export const watchLock = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
