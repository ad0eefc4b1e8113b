/** What the server said last, for when it cannot be reached: how old the answers are that are shown now. Which are kept, `kept-answers.ts` says. */
import { useSyncExternalStore } from "react"

/** The name of the browser's database of answers. */
export const answersName = "answers"

/** Rises whenever the answers of a person are forgotten: one that is still on its way then is not kept for the next. */
let reader = 0
export const readerNow = () => reader

/** Nothing is kept, nor the code for it loaded, until a person has signed in. */
export const { promise: personKnown, resolve: personIsKnown } = Promise.withResolvers<void>()

/** Nothing that was read is left for whoever comes next. */
export const forgetAnswers = () => {
  reader++
  shown.clear()
  tell()
  globalThis.indexedDB?.deleteDatabase(answersName)
}

/** The addresses whose kept answer is shown, and of when it is. */
const shown = new Map<string, Date>()
const listeners = new Set<() => void>()
let oldest: Date | undefined

const tell = () => {
  const [first] = [...shown.values()].sort((a, b) => a.getTime() - b.getTime())
  if (first?.getTime() === oldest?.getTime()) return
  oldest = first
  for (const listener of listeners) listener()
}

/** The answer of an address is now the server's own, or a kept one of that time. */
export const answerIs = (address: string, at?: Date) => {
  if (at) shown.set(address, at)
  else if (!shown.delete(address)) return
  tell()
}

/** What is on the screen is read again: what is kept of it counts only if that fails. */
export const allReadAgain = () => {
  shown.clear()
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Of when the oldest answer is that is shown from this browser; undefined where all of them are the server's. */
export const useKeptSince = () => useSyncExternalStore(subscribe, () => oldest)
