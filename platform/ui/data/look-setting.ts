import { useSyncExternalStore } from "react"

/**
 * A setting of how screens look, one of two values, stored in this browser under its name. It is a data attribute of the document, so that only CSS depends
 * on it; theme.js sets that before the first paint.
 */
export const lookSetting = <Usual extends string, Other extends string>(name: string, usual: Usual, other: Other) => {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const stored = () => (localStorage.getItem(name) === other ? other : usual)
  const set = (value: Usual | Other) => {
    localStorage.setItem(name, value)
    document.documentElement.dataset[name] = value
    for (const listener of listeners) listener()
  }
  return { stored, set, use: (): Usual | Other => useSyncExternalStore(subscribe, stored) }
}
