/**
 * Decisions wait ten seconds before they are sent, so that undoing one reverses no event. They are sent immediately when the page is left or hidden.
 * Independent of the screen.
 */
import type { Approval } from "../contract.ts"
import type { Verb } from "./approval-labels.ts"

export const holdMs = 10_000

export interface Decision {
  readonly verb: Verb
  readonly rows: readonly Approval[]
  readonly reason: string
}
interface Held extends Decision {
  readonly timer: ReturnType<typeof setTimeout>
  readonly forget: () => void
}

/** Holds decisions, and passes each to `send` once; its rows stay `pending` until `send` has ended. */
export const holdDecisions = (send: (decision: Decision) => Promise<unknown>) => {
  let held: readonly Held[] = []
  let sending: readonly Decision[] = []
  let pending: readonly Decision[] = []
  const listeners = new Set<() => void>()
  const settled = () => {
    pending = [...held, ...sending]
    for (const listener of listeners) listener()
  }
  const release = (one: Held) => {
    if (!held.includes(one)) return
    clearTimeout(one.timer)
    held = held.filter((each) => each !== one)
    sending = [...sending, one]
    settled()
    one.forget()
    void send(one).finally(() => {
      sending = sending.filter((each) => each !== one)
      settled()
    })
  }
  return {
    /** `forget` is called when the decision can no longer be undone. */
    hold: (decision: Decision, forget: () => void) => {
      const one: Held = { ...decision, forget, timer: setTimeout(() => release(one), holdMs) }
      held = [...held, one]
      settled()
    },
    /** Undoes the latest decision and returns it; undefined if there is none. */
    undo: (): Decision | undefined => {
      const one = held.at(-1)
      if (!one) return undefined
      clearTimeout(one.timer)
      held = held.filter((each) => each !== one)
      settled()
      one.forget()
      return one
    },
    /** Sends the held decisions now. */
    flush: () => held.forEach(release),
    pending: () => pending,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
