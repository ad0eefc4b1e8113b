/** What a screen puts into the head above it: its line, where that depends on what is shown, and what can be done. */
import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from "react"
import { createPortal } from "react-dom"

interface Head {
  readonly title?: string | undefined
  readonly subtitle?: string | undefined
}

let head: Head = {}
const listeners = new Set<() => void>()
const put = (next: Head) => {
  head = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What the open screen says of itself, for the header. */
export const useSaidHead = () => useSyncExternalStore(subscribe, () => head)

/** Says the title or the line of the header while the screen is shown; what is left out stays as the screen's entry has it. */
export const useHead = ({ title, subtitle }: Head) => {
  useLayoutEffect(() => {
    put({ title, subtitle })
    return () => put({})
  }, [title, subtitle])
}

const place = "head-acts"
/** Where the header shows what can be done on a screen. */
export const HeadPlace = () => <div id={place} className="head-acts" />

/** The act of a screen, and at most two quiet ones before it, in the header; at the foot of a phone. */
export const HeadActs = ({ children }: { readonly children: ReactNode }) => {
  const [at, setAt] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setAt(document.getElementById(place)), [])
  return at && createPortal(children, at)
}
