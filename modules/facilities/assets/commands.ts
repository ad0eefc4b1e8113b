/** Commands on assets: register, change, set the status, read meters, retire; and the effects of linked orders. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import {
  type About,
  command,
  type By,
  conflict,
  consequence,
  find,
  forbidden,
  get,
  invalid,
  newId,
  type CommandGenerator,
  unchanged,
} from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { siteOf } from "@ops/sites/site.ts"
import {
  AssetChanged,
  AssetDowntimeBegan,
  AssetDowntimeEnded,
  AssetMeterRead,
  AssetRegistered,
  AssetRetired,
  type AssetRow,
  AssetStatusSet,
  assets,
} from "./asset.ts"
import { type AssetStatus, heldByOrders, settableStatuses } from "./labels.ts"
import {
  WorkOrderCancelled,
  WorkOrderCompleted,
  WorkOrderReopened,
  WorkOrderRequested,
  type WorkOrderRow,
  workOrders,
  WorkOrderStarted,
} from "../work-orders/work-order.ts"

/** Who manages the register. */
export const ASSET_KEEPERS: ReadonlyArray<Permission> = ["work_orders.approve", "department.manage"]

const requireKeeper = (by: By) => {
  if (by.person !== null && !holdsAny(by, ASSET_KEEPERS)) throw forbidden("Only supervisors and management keep the register of assets")
}
function* assetOf(id: number, by: By): CommandGenerator<AssetRow> {
  const row = yield* get(assets, id)
  if (by.confinedTo !== null && row.siteId !== by.confinedTo) throw forbidden(`${row.assetNumber} stands at another site`)
  if (!row.isActive) throw conflict(`${row.assetNumber} was taken out of the register: ${row.retiredReason}`)
  return row
}

export type AssetFacts = Parameters<typeof AssetChanged>[0]
export interface NewAsset extends Omit<AssetFacts, "siteId"> {
  readonly siteId: number | string
  readonly status: "operational" | "standby"
  /** the present meter reading, thousandths; null without a meter */
  readonly meterReading: number | null
}

function* requireUniqueSerial(serialNumber: string | null, id: number): CommandGenerator<void> {
  const other = serialNumber === null ? undefined : yield* find(assets, { serialNumber })
  if (other && other.id !== id) throw conflict(`${other.assetNumber} ${other.name} has the serial number ${serialNumber} already`)
}

/** Registers an asset under the next number of the series, AST-0001. */
export const registerAsset = command("asset.register", function* ({ siteId, status, meterReading, ...given }: NewAsset, by) {
  requireKeeper(by)
  const site = yield* siteOf(siteId, by)
  const id = yield* newId(assets)
  yield* requireUniqueSerial(given.serialNumber, id)
  if (given.inServiceSince !== null && given.inServiceSince > by.today) throw invalid("In service since must not be after today")
  if (meterReading !== null && given.meterUnit === null) throw invalid("Say what the meter counts, or leave the reading empty")
  if (meterReading !== null && meterReading < 0) throw invalid("Meter reading must be 0 or more")
  const n = (yield { ask: "number", series: "AST" }) as number
  const registered = AssetRegistered({ ...given, siteId: site.id, restingStatus: status, assetNumber: `AST-${String(n).padStart(4, "0")}` })
  const read = AssetMeterRead({ date: by.today, reading: meterReading ?? 0, replaced: false, readBy: by.person })
  return [assets.at(id, registered), ...(meterReading === null ? [] : [assets.at(id, read)])]
})

/** Only the fields named change; undefined ones stay. */
export const changeAsset = command(
  "asset.change",
  function* ({ id, ...given }: { readonly id: number } & { readonly [K in keyof AssetFacts]?: AssetFacts[K] | undefined }, by) {
    requireKeeper(by)
    const row = yield* assetOf(id, by)
    const before = factsOf(row)
    const after = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) } as AssetFacts
    if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(id)
    if (after.siteId !== before.siteId) yield* siteOf(after.siteId, by)
    if (after.serialNumber !== before.serialNumber) yield* requireUniqueSerial(after.serialNumber, id)
    if (after.inServiceSince !== null && after.inServiceSince > by.today) throw invalid("In service since must not be after today")
    if (after.meterUnit !== before.meterUnit && row.readings.length > 0) throw conflict("This meter has readings, so it goes on counting what it counts")
    return [assets.at(id, AssetChanged(after))]
  },
)
const factsOf = (row: AssetRow): AssetFacts => {
  const { name, kind, siteId, location, manufacturer, model, serialNumber, inServiceSince, meterUnit, notes } = row
  return { name, kind, siteId, location, manufacturer, model, serialNumber, inServiceSince, meterUnit, notes }
}

/** Sets the status of an asset unless an open order determines it: downtime from an order ends with the order. */
export const setAssetStatus = command(
  "asset.status",
  function* ({ id, status, reason }: { readonly id: number; readonly status: AssetStatus; readonly reason: string }, by) {
    const row = yield* assetOf(id, by)
    const works = status === "operational" || status === "standby"
    if (!works && reason === "") throw invalid("Reason is required")
    if (!settableStatuses(row.downtime).includes(status)) {
      const holding = heldByOrders(row.downtime)
      const order = yield* get(workOrders, (holding.find(({ planned }) => !planned) ?? holding[0]!).orderId!)
      throw conflict(`${order.orderNumber} keeps ${row.assetNumber} out of use. Complete or cancel that order, and it is back`)
    }
    if (works && row.status === status) return unchanged(id)
    return [assets.at(id, AssetStatusSet({ status, reason }))]
  },
)

export interface Reading {
  readonly id: number
  readonly date: string
  /** thousandths */
  readonly reading: number
  /** a new meter, with its own first reading */
  readonly replaced: boolean
}

/** Records a meter reading. A meter only goes up, unless it was replaced. */
export const readMeter = command("asset.read_meter", function* ({ id, date, reading, replaced }: Reading, by) {
  const row = yield* assetOf(id, by)
  if (row.meterUnit === null) throw invalid(`${row.assetNumber} has no meter. Say what it counts first`)
  if (date > by.today) throw invalid("Date must not be after today")
  if (row.meterReadOn !== null && date < row.meterReadOn) throw invalid(`The meter was read on ${row.meterReadOn}. Give that day or a later one`)
  if (reading < 0) throw invalid("Meter reading must be 0 or more")
  if (row.meterReading !== null && reading < row.meterReading && !replaced)
    throw invalid(`The meter stood at ${formatQuantity(row.meterReading)} on ${row.meterReadOn}. Check the reading, or say that the meter was replaced`)
  if (row.meterReading === reading && row.meterReadOn === date && !replaced) return unchanged(id)
  return [assets.at(id, AssetMeterRead({ date, reading, replaced, readBy: by.person }))]
})

/** Retires an asset from the register; its history stays. */
export const retireAsset = command("asset.retire", function* ({ id, reason }: { readonly id: number; readonly reason: string }, by) {
  requireKeeper(by)
  const row = yield* assetOf(id, by)
  if (reason === "") throw invalid("Reason is required")
  const [holding] = heldByOrders(row.downtime)
  if (holding) throw conflict(`${(yield* get(workOrders, holding.orderId!)).orderNumber} is open for ${row.assetNumber}. Complete or cancel that order first`)
  return [assets.at(id, AssetRetired({ reason }))]
})

function* downtimeOf(order: WorkOrderRow): CommandGenerator<ReadonlyArray<Change>> {
  if (order.assetId === null) return []
  yield* get(assets, order.assetId)
  return [assets.at(order.assetId, AssetDowntimeBegan({ orderId: order.id, planned: order.origin === "plan" }))]
}
function* backFrom({ id, assetId }: WorkOrderRow): CommandGenerator<ReadonlyArray<Change>> {
  if (assetId === null) return []
  const asset = yield* get(assets, assetId)
  const open = asset.downtime.some(({ orderId, to }) => orderId === id && to === null)
  return open ? [assets.at(assetId, AssetDowntimeEnded({ orderId: id }))] : []
}

/** An urgent order takes its asset out of use at once, any other when work begins; when the order ends the asset returns. */
export const assetConsequences = [
  consequence(WorkOrderRequested, function* ({ priority }, { row }: About<typeof workOrders>) {
    return priority === "urgent" ? yield* downtimeOf(row) : []
  }),
  consequence(WorkOrderStarted, (_, { row }: About<typeof workOrders>) => downtimeOf(row)),
  consequence(WorkOrderReopened, (_, { row }: About<typeof workOrders>) => downtimeOf(row)),
  consequence(WorkOrderCompleted, (_, { row }: About<typeof workOrders>) => backFrom(row)),
  consequence(WorkOrderCancelled, (_, { row }: About<typeof workOrders>) => backFrom(row)),
]
