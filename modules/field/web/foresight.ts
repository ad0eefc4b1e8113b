/** Keeps the rows on which this device decides before the office does, and decides. Loaded with the first act. */
import { NO_SITE } from "@ops/platform/access/site-scope.ts"
import { read, readPage } from "@ops/platform/ui/data/api.ts"
import { type SessionUser, sessionKey } from "@ops/platform/ui/data/session.tsx"
import { type Doing, type Foreseen, type KeptAct, readDevice } from "@ops/platform/ui/device/device-store.ts"
import { pathOf } from "./client.ts"
import { foreseer, type Rows } from "../acts/foreseer.ts"
import { ofShift } from "./of-shift.ts"
import { aheadBy } from "./read-ahead.ts"

/** Rows older than this are read again, if there is a connection; in ms. */
const fresh = 60_000

type Packed = Rows & { readonly siteId: number }
const readAhead = aheadBy(({ path, query, isPage }) => (isPage ? readPage(path, query) : read(path, query)))

let current: { readonly readAt: number; readonly foresees: Promise<ReturnType<typeof foreseer> | undefined> } | undefined
const load = async () => {
  const device = await readDevice()
  if (!device) return undefined
  const [rows, user] = await Promise.all([read<Packed>(pathOf("GET /api/field/pack"), { device: device.key }), read<SessionUser>(sessionKey[0])])
  const { accessLevel: level, department, siteConfined, site, workingSite } = user
  if (navigator.onLine) void readAhead(user.id, ofShift(rows, siteConfined ? site?.id : (workingSite?.siteId ?? undefined)))
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
