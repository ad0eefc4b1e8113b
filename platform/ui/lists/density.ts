import { useSyncExternalStore } from "react"

export type Density = "comfortable" | "compact"

const key = "density"
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const stored = (): Density => (localStorage.getItem(key) === "compact" ? "compact" : "comfortable")

/** Rows of 40 px or 32 px, stored in this browser; the class is on the document so that only CSS depends on it. */
export const setDensity = (density: Density) => {
  localStorage.setItem(key, density)
  document.documentElement.dataset.density = density
  for (const listener of listeners) listener()
}

export const useDensity = () => useSyncExternalStore(subscribe, stored)
