/** The app's service worker: whether it has cached all screens, and a new version that waits until a person accepts it. */
import { useSyncExternalStore } from "react"

/** `saving` until every screen opens offline. `update` is present when a new version is waiting. */
export interface Installed {
  readonly state: "none" | "saving" | "ready"
  readonly update?: () => void
}

const waitsSince = "new-version-since"
/** At startup, before anything is typed, a version that has waited this many days is accepted automatically. */
const mostDays = 7

let installed: Installed = { state: "none" }
const listeners = new Set<() => void>()
const set = (to: Installed) => {
  installed = to
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useInstalled = () => useSyncExternalStore(subscribe, () => installed)

interface Policy {
  createScriptURL: (address: string) => string
}
const asIs: Policy = { createScriptURL: (address) => address }
// the content security policy treats a worker's address like that of a script
const policy = (window as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy } }).trustedTypes?.createPolicy("field-office", asIs) ?? asIs

const takeOver = (waiting: ServiceWorker) => {
  localStorage.removeItem(waitsSince)
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true })
  waiting.postMessage("take over")
}

const follow = (registration: ServiceWorkerRegistration) => {
  const show = () => {
    const { waiting, active } = registration
    if (waiting && active && !localStorage.getItem(waitsSince)) localStorage.setItem(waitsSince, new Date().toISOString())
    set({ state: active ? "ready" : "saving", ...(waiting && active && { update: () => takeOver(waiting) }) })
  }
  const watch = () => registration.installing?.addEventListener("statechange", show)
  registration.addEventListener("updatefound", watch)
  watch()
  show()
  void navigator.serviceWorker.ready.then(show)
  // a page may stay open for a whole shift, so updates are checked for every hour
  setInterval(() => void registration.update().catch(() => undefined), 3_600_000)
}

let isAsked = false
/** Registers the worker once. The product does not depend on it: without it, the app only opens online. */
export const install = async () => {
  if (isAsked || !("serviceWorker" in navigator)) return
  isAsked = true
  const since = localStorage.getItem(waitsSince)
  const isOverdue = since !== null && Date.now() - Date.parse(since) > mostDays * 86_400_000
  try {
    const registration = await navigator.serviceWorker.register(policy.createScriptURL("/sw.js"), { updateViaCache: "none" })
    if (registration.waiting && registration.active && isOverdue) return takeOver(registration.waiting)
    follow(registration)
  } catch {
    // offline, the existing registration remains
    const registration = await navigator.serviceWorker.getRegistration()
    if (registration) follow(registration)
  }
}
