/**
 * Reports that wait for a connection: an emergency or an issue is kept in this browser before it is sent, under a key of its own, so
 * that it is made once however often it is sent. What the server refuses stays, with its error, until the user discards it.
 */
import { ApiError, newKey } from "@ops/platform/ui/data/api.ts"
import { upload } from "@ops/platform/ui/files/file-upload.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { unsent } from "@ops/platform/ui/data/session.tsx"
import { useSyncExternalStore } from "react"
import type { workOrders } from "../resource.ts"
import { send } from "../../web/client.ts"
import { dropPhotos, keptPhoto } from "./kept-photos.ts"

type WorkOrder = (typeof workOrders)["Row"]

/** What is reported, as the call takes it. */
export interface Report {
  readonly siteId: number
  readonly serviceType: WorkOrder["serviceType"]
  readonly origin: "issue" | "emergency"
  readonly description: string
  readonly location: string
  readonly priority?: WorkOrder["priority"]
  /** ids of files; below 0 those that this browser keeps */
  readonly photos?: readonly number[]
}
export interface Waiting {
  readonly key: string
  /** its owner: another person at the same browser does not send it */
  readonly user: string
  readonly at: string
  readonly report: Report
  /** why the server did not take it */
  readonly refused?: string
}

const place = `${unsent}reports`
const every = 30_000

const read = (): readonly Waiting[] => {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "[]") as Waiting[]
  } catch {
    return []
  }
}
let kept = read()
const listeners = new Set<() => void>()
const set = (next: readonly Waiting[]) => {
  kept = next
  if (next.length > 0) localStorage.setItem(place, JSON.stringify(next))
  else localStorage.removeItem(place)
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The reports waiting in this browser. */
export const useWaiting = () => useSyncExternalStore(subscribe, () => kept)

const photosOf = (of: readonly Waiting[]) => of.flatMap(({ report }) => report.photos ?? [])

export const discard = (key: string) => {
  const gone = read().filter((each) => each.key === key)
  set(read().filter((each) => each.key !== key))
  // an extra photo in the browser does no harm
  void dropPhotos(photosOf(gone), new Set(photosOf(read()))).catch(() => undefined)
}

/** Offline, or the server cannot answer at the moment: the same report is sent again. */
const passes = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500)

/** The report with its photos at the server: each is sent once, and its id there is stored at once. One that is missing from the browser is left out. */
const withPhotos = async ({ key, report }: Waiting): Promise<Report> => {
  const photos: Array<number> = []
  for (const [n, id] of (report.photos ?? []).entries()) {
    if (id > 0) {
      photos.push(id)
      continue
    }
    const photo = await keptPhoto(id).catch(() => undefined)
    if (!photo) continue
    photos.push((await upload(photo, () => undefined, new AbortController().signal)).id)
    const now = { ...report, photos: [...photos, ...report.photos!.slice(n + 1)] }
    set(read().map((each) => (each.key === key ? { ...each, report: now } : each)))
  }
  return report.photos ? { ...report, photos } : report
}

const sent = async (waiting: Waiting) => send("POST /api/work-orders", { body: { ...(await withPhotos(waiting)), reportedAt: waiting.at }, key: waiting.key })

/** Keeps a report and sends it. Returns the order, or undefined where it has to wait; rejects where the server refuses it. */
export const report = async (user: string, given: Report): Promise<WorkOrder | undefined> => {
  const waiting = { key: newKey(), user, at: new Date().toISOString(), report: given }
  set([...read(), waiting])
  try {
    const order = await sent(waiting)
    discard(waiting.key)
    return order
  } catch (error) {
    if (passes(error)) {
      watch(user)
      return undefined
    }
    discard(waiting.key)
    throw error
  }
}

let sending = false
/** Sends what waits for this person, one after the other. */
export const sendWaiting = async (user: string) => {
  if (sending) return
  sending = true
  try {
    for (const waiting of read()) {
      if (waiting.user !== user || waiting.refused) continue
      try {
        const { orderNumber } = await sent(waiting)
        discard(waiting.key)
        notify.success(`${orderNumber} was sent, now that you are back online`)
      } catch (error) {
        if (passes(error)) return
        set(read().map((each) => (each.key === waiting.key ? { ...each, refused: error instanceof ApiError ? error.sentence : String(error) } : each)))
      }
    }
  } finally {
    sending = false
  }
}

let watched: string | undefined
/** From now on waiting reports are sent as soon as the connection is back. */
export const watch = (user: string) => {
  const first = watched === undefined
  watched = user
  if (first) {
    const again = () => watched !== undefined && kept.some(({ refused }) => !refused) && void sendWaiting(watched)
    addEventListener("online", again)
    addEventListener("storage", ({ key }) => key === place && set(read()))
    setInterval(again, every)
  }
  void sendWaiting(user)
}
