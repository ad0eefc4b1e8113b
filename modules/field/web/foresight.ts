/** Keeps the rows on which this device decides before the office does, and decides. Loaded with the first act. */
import { NO_SITE } from "@ops/platform/access/site-scope.ts"
import { read } from "@ops/platform/ui/data/api.ts"
import { type SessionUser, sessionKey } from "@ops/platform/ui/data/session.tsx"
import { type Doing, type Foreseen, type KeptAct, readDevice } from "@ops/platform/ui/device/device-store.ts"
import * as facilities from "@ops/facilities/web/client.ts"
import * as procurement from "@ops/procurement/web/client.ts"
import * as stock from "@ops/stock/web/client.ts"
import { countedAt } from "@ops/stock/web/labels.ts"
import { pathOf } from "./client.ts"
import { foreseer, type Rows } from "../acts/foreseer.ts"

/** Rows older than this are read again, if there is a connection; in ms. */
const fresh = 60_000

/** The versions of the records that were read ahead, by path. */
const readOf = new Map<string, number>()
const most = 40
/** Reads what a shift opens without a connection: the orders and deliveries of the site, and what its store is counted by. */
const readAhead = async ({ siteId, rows }: Rows & { readonly siteId: number }) => {
  if (!navigator.onLine) return
  await read(stock.pathOf("GET /api/stock/levels"), countedAt(siteId))
  const records = [
    ...(rows["work_order"] ?? []).map((row) => [row, facilities.pathOf("GET /api/work-orders/:id", row)] as const),
    ...(rows["purchase_request"] ?? []).map((row) => [row, procurement.pathOf("GET /api/purchase-requests/:id", row)] as const),
  ]
  for (const [{ version }, path] of records.slice(-most)) {
    if (readOf.get(path) === version) continue
    await read(path)
    readOf.set(path, version)
  }
}

let current: { readonly readAt: number; readonly foresees: Promise<ReturnType<typeof foreseer> | undefined> } | undefined
const load = async () => {
  const device = await readDevice()
  if (!device) return undefined
  const [rows, user] = await Promise.all([
    read<Rows & { readonly siteId: number }>(pathOf("GET /api/field/pack"), { device: device.key }),
    read<SessionUser>(sessionKey[0]),
  ])
  void readAhead(rows).catch(() => undefined)
  const { accessLevel: level, department, siteConfined, site } = user
  const confinedTo = siteConfined ? (site?.id ?? NO_SITE) : null
  return foreseer(rows, { id: Number(user.id), name: `${user.firstName} ${user.lastName}`, level, department, confinedTo })
}

/** Reads the rows, for when there is no connection. */
export const prepare = async (): Promise<void> => {
  const foresees = load()
  // the rows that are there stay, if no newer ones can be read
  const before = current
  current = { readAt: Date.now(), foresees: foresees.catch(() => before?.foresees) }
  await current.foresees
}

const latest = async () => {
  if (!current) await prepare()
  else if (Date.now() - current.readAt > fresh) void prepare()
  return current?.foresees
}

export const foresee = async (doing: Doing, acts: readonly KeptAct[]): Promise<Foreseen | undefined> =>
  (await latest())?.foresee(doing, acts, new Date().toISOString())

export const outlook = async (kind: string, id: number, acts: readonly KeptAct[]) => (await latest())?.outlook(kind, id, acts, new Date().toISOString())
