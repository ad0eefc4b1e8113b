/** The service worker of the app: when it holds all screens, and the new version that waits until a person takes it. */
import { useSyncExternalStore } from "react"

/** `saving` until every screen opens without a connection. `update` is there when a new version waits. */
export interface Installed {
  readonly state: "none" | "saving" | "ready"
  readonly update?: () => void
}

const waitsSince = "new-version-since"
/** At a start, when nothing is typed yet, a version that has waited so long is taken unasked. */
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
// to the content policy the address of a worker is that of a script
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
  // a shift lasts longer than a page is loaded
  setInterval(() => void registration.update().catch(() => undefined), 3_600_000)
}

let isAsked = false
/** Registers the worker once. Nothing of the product needs it: where there is none, the app opens with a connection only. */
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
    // without a connection the registration there is goes on
    const registration = await navigator.serviceWorker.getRegistration()
    if (registration) follow(registration)
  }
}
