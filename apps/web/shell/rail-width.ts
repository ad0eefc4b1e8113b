import { useSyncExternalStore } from "react"

type RailWidth = "wide" | "slim"

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const shown = () => (document.documentElement.dataset["rail"] === "slim" ? "slim" : "wide")

/** With words or, 64 px wide, as icons alone: stored in this browser; theme.js puts it on the document before the first paint. */
export const setRailWidth = (width: RailWidth) => {
  localStorage.setItem("rail", width)
  document.documentElement.dataset["rail"] = width
  for (const listener of listeners) listener()
}
export const useRailWidth = (): RailWidth => useSyncExternalStore(subscribe, shown)

/** The tooltip of an entry that has no words. */
export const tipOf = (label: string) => (shown() === "slim" ? label : undefined)
