/** Keeps the rows on which this device decides before the office does, and decides. Loaded with the first act. */
import { NO_SITE } from "@ops/platform/access/site-scope.ts"
import { ApiError, href, read } from "@ops/platform/ui/data/api.ts"
import { type SessionUser, sessionKey } from "@ops/platform/ui/data/session.tsx"
import { type Doing, type Foreseen, type KeptAct, readDevice } from "@ops/platform/ui/device/device-store.ts"
import { today } from "@ops/platform/ui/date.tsx"
import * as facilities from "@ops/facilities/web/client.ts"
import * as procurement from "@ops/procurement/web/client.ts"
import * as stock from "@ops/stock/web/client.ts"
import { countedAt } from "@ops/stock/web/labels.ts"
import { sheetOf } from "../signed-days/web/sheet-of.ts"
import { pathOf } from "./client.ts"
import { foreseer, type Rows } from "../acts/foreseer.ts"

/** Rows older than this are read again, if there is a connection; in ms. */
const fresh = 60_000

type Packed = Rows & { readonly siteId: number }
/** What a shift opens without a connection, with the version of each record: the orders and deliveries of the site, its clients and their sheets, its store. */
const ofShift = ({
  siteId,
  rows,
}: Packed): ReadonlyArray<readonly [path: string, query?: Readonly<Record<string, string | number>> | undefined, version?: number]> => [
  [pathOf("GET /api/clients")],
  [pathOf("GET /api/clients"), { siteId }],
  [stock.pathOf("GET /api/stock/levels"), countedAt(siteId)],
  ...(rows["client"] ?? []).map(({ id }) => [pathOf("GET /api/signed-days/sheet"), sheetOf(siteId, id, today())] as const),
  ...(rows["work_order"] ?? []).slice(-most).map((row) => [facilities.pathOf("GET /api/work-orders/:id", row), undefined, row.version] as const),
  ...(rows["work_order"] ?? []).slice(-most).map((row) => [facilities.pathOf("GET /api/work-orders/:id/history", row), undefined, row.version] as const),
  ...(rows["purchase_request"] ?? []).slice(-most).map((row) => [procurement.pathOf("GET /api/purchase-requests/:id", row), undefined, row.version] as const),
]
const most = 30
/** What need not be read again, by address: the version that was read, and what the person may not read or does not exist. */
const done = new Map<string, number | undefined>()
const readAhead = async (pack: Packed) => {
  for (const [path, query, version] of ofShift(pack)) {
    const address = href(path, query)
    if (done.has(address) && done.get(address) === version) continue
    try {
      await read(path, query)
      if (version !== undefined) done.set(address, version)
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      if (status !== 403 && status !== 404) return
      done.set(address, version)
    }
  }
}

let current: { readonly readAt: number; readonly foresees: Promise<ReturnType<typeof foreseer> | undefined> } | undefined
const load = async () => {
  const device = await readDevice()
  if (!device) return undefined
  const [rows, user] = await Promise.all([read<Packed>(pathOf("GET /api/field/pack"), { device: device.key }), read<SessionUser>(sessionKey[0])])
  if (navigator.onLine) void readAhead(rows)
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
