/**
 * The server's last answers, for when it is unreachable: keeps track of the age of cached answers on screen. `kept-answers.ts` decides which answers
 * are cached.
 */
import { useSyncExternalStore } from "react"
import { pinPeople } from "./unsent.ts"

/** The name of the browser's database of answers. */
export const answersName = "answers"

/** Incremented whenever a person's answers are deleted, so that an answer still under way is not cached for the next person. */
let reader = 0
export const readerNow = () => reader

/** Resolved once a person has signed in; before that nothing is cached, nor the code for it loaded. */
export const { promise: personKnown, resolve: personIsKnown } = Promise.withResolvers<void>()

/** Deletes everything that was read, so that the next person cannot see it. A device that people unlock with a PIN keeps it under the name of each. */
export const forgetAnswers = () => {
  reader++
  shown.clear()
  tell()
  if (pinPeople().length === 0) globalThis.indexedDB?.deleteDatabase(answersName)
}

/** The addresses whose cached answer is shown, with its time. */
const shown = new Map<string, Date>()
const listeners = new Set<() => void>()
let oldest: Date | undefined

const tell = () => {
  const [first] = [...shown.values()].sort((a, b) => a.getTime() - b.getTime())
  if (first?.getTime() === oldest?.getTime()) return
  oldest = first
  for (const listener of listeners) listener()
}

/** Records that the answer of an address is now the server's own, or a cached one of that time. */
export const answerIs = (address: string, at?: Date) => {
  if (at) shown.set(address, at)
  else if (!shown.delete(address)) return
  tell()
}

/** Everything on the screen is reloaded: cached answers count only if that fails. */
export const allReadAgain = () => {
  shown.clear()
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The time of the oldest cached answer on screen; undefined if all are the server's own. */
export const useKeptSince = () => useSyncExternalStore(subscribe, () => oldest)
