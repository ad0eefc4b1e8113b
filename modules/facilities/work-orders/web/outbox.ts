/**
 * Reports that wait for a connection: an emergency or an issue is kept in this browser before it is sent, under a key of its own, so
 * that it is made once however often it is sent. What the server refuses stays, with its error, until the user discards it.
 */
import { newKey } from "@ops/platform/ui/data/api.ts"
import { type Kept, makeOutbox, type WaitingIn, waitingIn } from "@ops/platform/ui/data/outbox.ts"
import { upload } from "@ops/platform/ui/files/file-upload.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { unsent } from "@ops/platform/ui/data/session.tsx"
import { useSyncExternalStore } from "react"
import type { workOrders } from "../resource.ts"
import { send } from "../../web/client.ts"
import { serviceName } from "../../web/labels.ts"
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
export interface Waiting extends Kept {
  /** its owner: another person at the same browser does not send it */
  readonly user: string
  readonly at: string
  readonly report: Report
}

const place = `${unsent}reports`
/** Whose reports are sent now. */
let sender: string | undefined
/** Those whose reporter waits for the answer. */
const asking = new Set<string>()

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
    box.change(key, (each) => ({ ...each, report: { ...report, photos: [...photos, ...report.photos!.slice(n + 1)] } }))
  }
  return report.photos ? { ...report, photos } : report
}

const box = makeOutbox<WorkOrder, Waiting>({
  place,
  storage: localStorage,
  // an emergency never waits for a report before it
  most: 3,
  wait: 30_000,
  keepsRefused: true,
  isOurs: ({ user }) => user === sender,
  send: async (waiting) => send("POST /api/work-orders", { body: { ...(await withPhotos(waiting)), reportedAt: waiting.at }, key: waiting.key }),
})
const photosOf = (of: readonly Waiting[]) => of.flatMap(({ report }) => report.photos ?? [])
// an extra photo in the browser does no harm
const dropOf = (gone: Waiting) => void dropPhotos(photosOf([gone]), new Set(photosOf(box.kept()))).catch(() => undefined)
box.hear((waiting, outcome) => {
  if (outcome.state !== "recorded") return
  dropOf(waiting)
  if (!asking.has(waiting.key)) notify.success(`${outcome.answer.orderNumber} was sent, now that you are back online`)
})

/** The reports waiting in this browser. */
export const useWaiting = () => useSyncExternalStore(box.watch, box.kept)

export const discard = (key: string) => {
  const gone = box.kept().find((each) => each.key === key)
  box.drop(key)
  if (gone) dropOf(gone)
}

/** The reports of a person for the outbox page. */
export const reportsWaiting = (person: string): WaitingIn => ({
  ...waitingIn(
    box,
    ({ at, report }) => ({
      at,
      what: `${report.origin === "emergency" ? "Emergency" : "Issue"}, ${serviceName(report.serviceType).toLowerCase()}${report.description ? `: ${report.description}` : ""}`,
      siteId: report.siteId,
    }),
    ({ user }) => user === person,
    discard,
  ),
  drain: () => sendWaiting(person),
})

/** Keeps a report and sends it. Returns the order, or undefined where it has to wait; rejects where the server refuses it. */
export const report = (user: string, given: Report) =>
  new Promise<WorkOrder | undefined>((resolve, reject) => {
    const key = newKey()
    sender = user
    asking.add(key)
    const end = box.hear((waiting, outcome) => {
      if (waiting.key !== key || outcome.state === "sending") return
      end()
      asking.delete(key)
      if (outcome.state === "recorded") return resolve(outcome.answer)
      if (outcome.state === "refused") {
        discard(key)
        return reject(outcome.error as Error)
      }
      watch(user)
      resolve(undefined)
    })
    void box.add({ key, user, at: new Date().toISOString(), report: given })
  })

/** Sends what waits for this person. */
export const sendWaiting = (user: string) => {
  sender = user
  return box.drain()
}

let isWatching = false
/** From now on waiting reports are sent as soon as the connection is back. */
export const watch = (user: string) => {
  if (!isWatching) {
    isWatching = true
    addEventListener("online", box.drain)
    addEventListener("storage", ({ key }) => key === place && box.changed())
  }
  void sendWaiting(user)
}
