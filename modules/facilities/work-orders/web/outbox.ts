/**
 * Reports that wait for a connection: an emergency or issue is stored in this browser before it is sent, with its own
 * key, so that it is created once however often it is sent. Reports refused by the server stay, with the error, until
 * the user discards them.
 */
import { KeptHere, newKey } from "@ops/platform/ui/data/api.ts"
import { isOffline } from "@ops/platform/ui/data/live.ts"
import { type Kept, makeOutbox, type WaitingIn, waitingIn } from "@ops/platform/ui/data/outbox.ts"
import { upload } from "@ops/platform/ui/files/file-upload.ts"
import { dropFiles, keptFile } from "@ops/platform/ui/files/kept-files.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { isEnrolled } from "@ops/platform/ui/data/unsent.ts"
import { useSyncExternalStore } from "react"
import type { workOrders } from "../resource.ts"
import { send } from "../../web/client.ts"
import { serviceName } from "../../web/labels.ts"

type WorkOrder = (typeof workOrders)["Row"]

/** A report, as the payload of the call. */
export interface Report {
  readonly siteId: number
  readonly serviceType: WorkOrder["serviceType"]
  readonly origin: "issue" | "emergency"
  readonly description: string
  readonly location: string
  readonly priority?: WorkOrder["priority"]
  /** ids of files; negative ids are photos stored in this browser */
  readonly photos?: readonly number[]
}
export interface Waiting extends Kept {
  /** the owner: another user of the same browser does not send it */
  readonly user: string
  readonly at: string
  readonly report: Report
}

/** The user whose reports are sent now. */
let sender: string | undefined
/** Keys of reports whose sender is waiting for the answer. */
const asking = new Set<string>()

/** The report with its photos uploaded: each is sent once, and its server id is stored at once. Photos missing from the browser are left out. */
const withPhotos = async ({ key, report }: Waiting): Promise<Report> => {
  const photos: Array<number> = []
  for (const [n, id] of (report.photos ?? []).entries()) {
    if (id > 0) {
      photos.push(id)
      continue
    }
    const photo = await keptFile(id).catch(() => undefined)
    if (!photo) continue
    photos.push((await upload(photo, () => undefined, new AbortController().signal)).id)
    await box.change(key, (each) => ({ ...each, report: { ...report, photos: [...photos, ...report.photos!.slice(n + 1)] } }))
  }
  return report.photos ? { ...report, photos } : report
}

const box = makeOutbox<WorkOrder, Waiting>({
  place: "reports",
  // an emergency never waits behind an earlier report
  most: 3,
  wait: 30_000,
  keepsRefused: true,
  isOurs: ({ user }) => user === sender,
  send: async (waiting) => send("POST /api/work-orders", { body: { ...(await withPhotos(waiting)), reportedAt: waiting.at }, key: waiting.key }),
})
const photosOf = (of: readonly Waiting[]) => of.flatMap(({ report }) => report.photos ?? [])
// a superfluous photo in the browser does no harm
const dropOf = (gone: Waiting) => void dropFiles(photosOf([gone]), new Set(photosOf(box.kept()))).catch(() => undefined)
box.hear((waiting, outcome) => {
  if (outcome.state !== "recorded") return
  dropOf(waiting)
  if (!asking.has(waiting.key)) notify.success(`${outcome.answer.orderNumber} sent (recorded while offline)`)
})

/** The reports waiting in this browser. */
export const useWaiting = () => useSyncExternalStore(box.watch, box.kept)

export const discard = async (key: string) => {
  const gone = box.kept().find((each) => each.key === key)
  await box.drop(key)
  if (gone) dropOf(gone)
}

/** A user's reports for the outbox page. */
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

/** Stores a report and sends it. Returns the order, or undefined if the report has to wait; rejects if the server refuses it. */
export const report = async (user: string, given: Report): Promise<WorkOrder | undefined> => {
  if (!isEnrolled() || !(isOffline() || given.photos?.some((id) => id < 0))) return sendReport(user, given)
  const { keepCall } = await import("@ops/platform/ui/device/keep-call.ts")
  // signed and kept by the device instead
  await keepCall(Number(user), "POST", "/api/work-orders", given).catch((error: unknown) => {
    if (!(error instanceof KeptHere)) throw error
  })
  return undefined
}
const sendReport = (user: string, given: Report) =>
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
        void discard(key)
        return reject(outcome.error as Error)
      }
      watch(user)
      resolve(undefined)
    })
    box.add({ key, user, at: new Date().toISOString(), report: given }).catch(reject)
  })

/** Sends this user's waiting reports. */
export const sendWaiting = (user: string) => {
  sender = user
  return box.drain()
}

let isWatching = false
/** Sends waiting reports as soon as the connection is back, from now on. */
export const watch = (user: string) => {
  if (!isWatching) {
    isWatching = true
    addEventListener("online", box.drain)
  }
  void sendWaiting(user)
}
