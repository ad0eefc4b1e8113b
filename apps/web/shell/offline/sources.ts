/** Every outbox of this browser, and the code that sends them whatever screen is open. */
import { reportsWaiting } from "@ops/facilities/work-orders/web/outbox.ts"
import { tapsWaiting } from "@ops/meals/kiosk/web/use-taps.ts"
import { doorTapsWaiting, kioskTapsWaiting } from "@ops/people/kiosk/web/kept-taps.ts"
import { requestsWaiting } from "@ops/procurement/purchase-requests/web/outbox.ts"
import { deviceWaiting, foreseeBy } from "@ops/platform/ui/device/device-outbox.ts"
import type { Waiting, WaitingIn } from "@ops/platform/ui/data/outbox.ts"
import { isEnrolled } from "@ops/platform/ui/data/unsent.ts"
import { useMemo, useSyncExternalStore } from "react"

const foresight = () => import("@ops/field/web/foresight.ts")
foreseeBy(foresight)
const minutes = 5
/** Keeps the rows on which an enrolled device decides up to date. Returns a function that stops it. */
export const keepRows = () => {
  const prepare = () => void (isEnrolled() && foresight().then((device) => device.prepare()))
  prepare()
  const timer = setInterval(prepare, minutes * 60_000)
  return () => clearInterval(timer)
}

const made = new Map<string, readonly WaitingIn[]>()
const sourcesOf = (person: string) => {
  const sources =
    made.get(person) ?? [tapsWaiting, doorTapsWaiting, kioskTapsWaiting, reportsWaiting, requestsWaiting].map((each) => each(person)).concat(deviceWaiting)
  made.set(person, sources)
  return sources
}

/** Sends what a person has recorded here and the server does not have. */
export const sendAll = async (person: string) => {
  for (const { drain } of sourcesOf(person)) await drain()
}

/** Initial delay in ms: a screen that shows the outcome of its own entries sends them itself. */
const ownFirst = 3_000

/** From now on entries are sent as soon as there is a connection. Returns a function that stops it. */
export const keepSending = (person: string) => {
  const send = () => void sendAll(person)
  const first = setTimeout(send, ownFirst)
  addEventListener("online", send)
  const timer = setInterval(send, 30_000)
  return () => {
    removeEventListener("online", send)
    clearTimeout(first)
    clearInterval(timer)
  }
}

/** All waiting and rejected entries, newest first. */
export const useWaiting = (person: string): readonly Waiting[] => {
  const store = useMemo(() => {
    const sources = sourcesOf(person)
    const read = () => sources.flatMap(({ lines }) => lines()).sort((a, b) => (b.at ?? "").localeCompare(a.at ?? ""))
    let lines = read()
    return {
      read: () => lines,
      subscribe: (told: () => void) => {
        const change = () => {
          lines = read()
          told()
        }
        change()
        const ends = sources.map(({ watch }) => watch(change))
        return () => {
          for (const end of ends) end()
        }
      },
    }
  }, [person])
  return useSyncExternalStore(store.subscribe, store.read)
}
