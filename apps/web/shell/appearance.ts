import { useSyncExternalStore } from "react"

export type Appearance = "system" | "light" | "dark"

const key = "theme"
const system = matchMedia("(prefers-color-scheme: dark)")
const listeners = new Set<() => void>()

const stored = (): Appearance => {
  const chosen = localStorage.getItem(key)
  return chosen === "light" || chosen === "dark" ? chosen : "system"
}

const apply = () => {
  const chosen = stored()
  document.documentElement.className = chosen === "dark" || (chosen === "system" && system.matches) ? "dark" : "light"
  for (const listener of listeners) listener()
}
system.addEventListener("change", apply)

/** Light, dark, or as the device; stored in this browser. `theme.js` applies it before the first paint. */
export const setAppearance = (appearance: Appearance) => {
  if (appearance === "system") localStorage.removeItem(key)
  else localStorage.setItem(key, appearance)
  apply()
}

export const useAppearance = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, stored)
