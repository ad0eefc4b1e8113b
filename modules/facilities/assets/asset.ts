/**
 * The register of equipment: kind, place, status, meter reading and downtime. Orders that are linked to an asset open
 * and close its downtime. Meter readings are thousandths of the meter's unit.
 */
import { Schema } from "effect"
import { formatQuantity } from "@ops/platform/quantity.ts"
import {
  type About,
  command,
  type By,
  conflict,
  consequence,
  find,
  get,
  invalid,
  newId,
  permitted,
  type CommandGenerator,
  unchanged,
} from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import {
  BusinessDate,
  SeriesNumber,
  Flag,
  Instant,
  label,
  Line,
  Literals,
  named,
  nonNegative,
  Optional,
  partly,
  Parts,
  Quantity,
  QuantityTotal,
  Ref,
  SiteName,
  Text,
  withDefault,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { wordOf } from "@ops/platform/text.ts"
import { siteOf } from "@ops/sites/site.ts"
import {
  WorkOrderCancelled,
  WorkOrderCompleted,
  WorkOrderReopened,
  WorkOrderRequested,
  type WorkOrderRow,
  workOrders,
  WorkOrderStarted,
} from "../work-orders/work-order.ts"

/** The units that a meter counts. */
export const meterUnits = ["hours", "km", "cycles"] as const
export const assetStatuses = ["operational", "standby", "inspection", "down"] as const
type AssetStatus = (typeof assetStatuses)[number]
const Resting = Literals("operational", "standby")

const facts = {
  name: Line(120),
  kind: named(
    { hvac: "Air conditioning", plant: "Plant and machinery" },
    Literals("generator", "pump", "water_treatment", "hvac", "refrigeration", "kitchen", "laundry", "vehicle", "plant", "building", "other"),
  ),
  siteId: Ref("site"),
  /** place at the site: building, room, field */
  location: Text(200),
  manufacturer: Text(100),
  model: Text(100),
  serialNumber: Optional(Line(100)),
  inServiceSince: Optional(BusinessDate),
  /** null: the asset has no meter */
  meterUnit: label("Meter", named({ km: "Kilometres" }, Optional(Literals(...meterUnits)))),
  notes: Text(),
}
const reading = { date: BusinessDate, reading: Quantity, replaced: Flag, readBy: Optional(Ref("person")) }
export const MeterReading = Schema.Struct({ date: Schema.String, reading: Schema.Int, replaced: Schema.Boolean })
export const Downtime = Schema.Struct({
  orderId: Schema.NullOr(Schema.Int),
  from: Schema.String,
  to: Schema.NullOr(Schema.String),
  planned: Schema.Boolean,
  reason: Schema.String,
})

export const Asset = record(
  "asset",
  {
    assetNumber: SeriesNumber("AST"),
    ...facts,
    status: Literals(...assetStatuses),
    statusSince: Instant,
    /** its status while no outage is open */
    restingStatus: Resting,
    isActive: label("In the register", named({ false: "Retired" }, Flag)),
    retiredReason: Optional(Text(500)),
    /** the latest reading */
    meterReading: Optional(Quantity),
    meterReadOn: Optional(BusinessDate),
    /** the total of all its meters: a new meter starts over, the total continues */
    meterTotal: QuantityTotal,
    /** the last thirty, oldest first */
    readings: Parts(MeterReading),
    downtime: Parts(Downtime),
  },
  {
    label: "Asset",
    title: "asset_number || ' ' || name",
    unique: [
      { fields: ["assetNumber"], sentence: "Another asset already has this number" },
      { fields: ["serialNumber"], sentence: "Another asset already has this serial number" },
    ],
    indexes: [["siteId", "status"]],
  },
)
export type AssetRow = Row<typeof Asset>

export const AssetRegistered = event(
  "AssetRegistered",
  1,
  { assetNumber: SeriesNumber("AST"), ...facts, restingStatus: Resting },
  ({ assetNumber, name, siteId }, title) => `${assetNumber} ${name} registered at ${title("site", siteId)}`,
)
export const AssetChanged = event("AssetChanged", 1, facts, ({ name, siteId, location }, title) =>
  [`Details changed: ${name}`, title("site", siteId), location].filter(Boolean).join(", "),
)
/** Set by a person; orders affect the status by the downtime they open. */
export const AssetStatusSet = event("AssetStatusSet", 1, { status: Literals(...assetStatuses), reason: Text(500) }, ({ status, reason }) =>
  [wordOf(status), reason].filter(Boolean).join(": "),
)
export const AssetMeterRead = event(
  "AssetMeterRead",
  1,
  reading,
  ({ reading, date, replaced }) => `Meter at ${formatQuantity(reading)} on ${date}${replaced ? ", a new meter" : ""}`,
)
export const AssetDowntimeBegan = event(
  "AssetDowntimeBegan",
  1,
  { orderId: Ref("work_order"), planned: Flag },
  ({ orderId, planned }, title) => `${planned ? "Inspection" : "Down"} for ${title("work_order", orderId)}`,
)
export const AssetDowntimeEnded = event(
  "AssetDowntimeEnded",
  1,
  { orderId: Ref("work_order") },
  ({ orderId }, title) => `Back from ${title("work_order", orderId)}`,
)
export const AssetRetired = event("AssetRetired", 1, { reason: Text(500) }, ({ reason }) => `Removed from the register: ${reason}`)

type Downs = AssetRow["downtime"]
/** Down while a breakdown is open, under inspection while only planned work is. */
const standing = (downtime: Downs, resting: AssetRow["restingStatus"]) => {
  const open = downtime.filter(({ to }) => to === null)
  return open.length === 0 ? resting : open.every(({ planned }) => planned) ? ("inspection" as const) : ("down" as const)
}
const backAs = <R extends Pick<AssetRow, "status" | "statusSince" | "restingStatus">>(row: R, downtime: Downs, at: string) => {
  const status = standing(downtime, row.restingStatus)
  return { ...row, downtime, status, statusSince: status === row.status ? row.statusSince : at }
}
const closed = (downtime: Downs, orderId: number | null, at: string): Downs =>
  downtime.map((outage) => (outage.to === null && outage.orderId === orderId ? { ...outage, to: at } : outage))

export const assets = stream(Asset, AssetRegistered, AssetChanged, AssetStatusSet, AssetMeterRead, AssetDowntimeBegan, AssetDowntimeEnded, AssetRetired).fold({
  AssetRegistered: (_, registered, at) => ({
    ...registered,
    status: registered.restingStatus,
    statusSince: at,
    isActive: true,
    retiredReason: null,
    meterReading: null,
    meterReadOn: null,
    meterTotal: 0,
    readings: [],
    downtime: [],
  }),
  AssetChanged: (row, changed) => ({ ...row, ...changed }),
  // an earlier status set by hand ends; downtime from orders continues
  AssetStatusSet: (row, { status, reason }, at) => {
    const before = closed(row.downtime, null, at)
    return status === "operational" || status === "standby"
      ? backAs({ ...row, restingStatus: status }, before, at)
      : backAs(row, [...before, { orderId: null, from: at, to: null, planned: status === "inspection", reason }], at)
  },
  AssetMeterRead: (row, { date, reading, replaced }) => ({
    ...row,
    meterReading: reading,
    meterReadOn: date,
    meterTotal: row.meterTotal + (replaced ? 0 : reading - (row.meterReading ?? 0)),
    readings: [...row.readings, { date, reading, replaced }].slice(-30),
  }),
  // an order that moves from reported to in progress remains one outage
  AssetDowntimeBegan: (row, { orderId, planned }, at) =>
    row.downtime.some((outage) => outage.orderId === orderId && outage.to === null)
      ? row
      : backAs(row, [...row.downtime, { orderId, from: at, to: null, planned, reason: "" }], at),
  AssetDowntimeEnded: (row, { orderId }, at) => backAs(row, closed(row.downtime, orderId, at), at),
  AssetRetired: (row, { reason }, at) => ({
    ...row,
    isActive: false,
    retiredReason: reason,
    downtime: row.downtime.map((outage) => ({ ...outage, to: outage.to ?? at })),
  }),
})

export const rows = ownSite("siteId", "3, 5, 6: own site; 8: own site if it has one")
const seen = visible(assets, rows)

/** Who may manage the register. */
export const ASSET_KEEPERS = ["work_orders.approve", "department.manage"] as const

const requireKeeper = requiring(ASSET_KEEPERS, "Only supervisors and management can change the asset register")
function* assetOf(id: number, by: By): CommandGenerator<AssetRow> {
  const row = yield* seen(id, by)
  if (!row.isActive) throw conflict(`${row.assetNumber} was removed from the register: ${row.retiredReason}`)
  return row
}
function* requireUniqueSerial(serialNumber: string | null, id: number): CommandGenerator<void> {
  const other = serialNumber === null ? undefined : yield* find(assets, { serialNumber })
  if (other && other.id !== id) throw conflict(`${other.assetNumber} ${other.name} has the serial number ${serialNumber} already`)
}

/** Registers an asset under the next number of the series AST-0001. */
export const registerAsset = command(
  "asset.register",
  "Register an asset",
  {
    name: facts.name,
    kind: facts.kind,
    siteId: SiteName,
    status: withDefault("operational", Resting),
    /** the current reading; null without a meter */
    meterReading: Optional(nonNegative(Quantity)),
    location: withDefault("", facts.location),
    manufacturer: withDefault("", facts.manufacturer),
    model: withDefault("", facts.model),
    serialNumber: facts.serialNumber,
    inServiceSince: facts.inServiceSince,
    meterUnit: facts.meterUnit,
    notes: withDefault("", facts.notes),
  },
  function* ({ siteId, status, meterReading, ...given }, by) {
    requireKeeper(by)
    const site = yield* siteOf(siteId, by)
    const id = yield* newId(assets)
    yield* requireUniqueSerial(given.serialNumber, id)
    if (given.inServiceSince !== null && given.inServiceSince > by.today) throw invalid("In service since must not be after today")
    if (meterReading !== null && given.meterUnit === null) throw invalid("Choose what the meter counts, or leave the reading blank")
    const n = (yield { ask: "number", series: "AST" }) as number
    const registered = AssetRegistered({ ...given, siteId: site.id, restingStatus: status, assetNumber: `AST-${String(n).padStart(4, "0")}` })
    const read = AssetMeterRead({ date: by.today, reading: meterReading ?? 0, replaced: false, readBy: by.person })
    return [assets.at(id, registered), ...(meterReading === null ? [] : [assets.at(id, read)])]
  },
)
export type NewAsset = Parameters<typeof registerAsset.decide>[0]

/** Changes only the given fields. */
export const changeAsset = command(
  "asset.change",
  "Change the details of an asset",
  { id: Ref("asset"), ...partly({ ...facts, siteId: SiteName }) },
  function* ({ id, siteId, ...given }, by) {
    requireKeeper(by)
    const row = yield* assetOf(id, by)
    yield* permitted()
    const before = factsOf(row)
    const after = { ...before, ...given, siteId: siteId === undefined ? row.siteId : (yield* siteOf(siteId, by)).id }
    if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(id)
    if (after.serialNumber !== before.serialNumber) yield* requireUniqueSerial(after.serialNumber, id)
    if (after.inServiceSince !== null && after.inServiceSince > by.today) throw invalid("In service since must not be after today")
    if (after.meterUnit !== before.meterUnit && row.readings.length > 0) throw conflict("This meter has readings, so its unit cannot be changed")
    return [assets.at(id, AssetChanged(after))]
  },
)
const factsOf = (row: AssetRow): Parameters<typeof AssetChanged>[0] => {
  const { name, kind, siteId, location, manufacturer, model, serialNumber, inServiceSince, meterUnit, notes } = row
  return { name, kind, siteId, location, manufacturer, model, serialNumber, inServiceSince, meterUnit, notes }
}

type Outage = Pick<AssetRow["downtime"][number], "to" | "orderId" | "planned">
/** The outages of an asset that are due to an open order. */
const heldByOrders = <O extends Outage>(downtime: ReadonlyArray<O>): ReadonlyArray<O> => downtime.filter(({ to, orderId }) => to === null && orderId !== null)
/**
 * The statuses that can be set while the asset has these outages. An open order sets the status itself, except that an
 * asset under planned work can be set down. The asset returns to its status when the order ends.
 */
export const settableStatuses = (downtime: ReadonlyArray<Outage>): ReadonlyArray<AssetStatus> => {
  const held = heldByOrders(downtime)
  if (held.length === 0) return assetStatuses
  return held.every(({ planned }) => planned) ? ["inspection", "down"] : []
}
function* keptOut({ assetNumber, downtime }: AssetRow) {
  const holding = heldByOrders(downtime)
  const order = yield* get(workOrders, (holding.find(({ planned }) => !planned) ?? holding[0]!).orderId!)
  return conflict(`${order.orderNumber} keeps ${assetNumber} out of use. Complete or cancel that order to restore it`)
}

/** Sets the status of an asset, unless an open order determines it: downtime from an order ends with that order. */
export const setAssetStatus = command(
  "asset.status",
  "Set the status of an asset",
  { id: Ref("asset"), status: Asset.schemas.status, reason: withDefault("", Text(500)) },
  function* ({ id, status, reason }, by) {
    const row = yield* assetOf(id, by)
    const settable = settableStatuses(row.downtime)
    if (settable.length === 0) throw yield* keptOut(row)
    yield* permitted()
    const works = status === "operational" || status === "standby"
    if (!works && reason === "") throw invalid("Reason is required")
    if (!settable.includes(status)) throw yield* keptOut(row)
    if (works && row.status === status) return unchanged(id)
    return [assets.at(id, AssetStatusSet({ status, reason }))]
  },
)

/** Records a meter reading. Readings only increase, unless the meter was replaced. */
export const readMeter = command(
  "asset.read_meter",
  "Record a meter reading",
  {
    id: Ref("asset"),
    reading: nonNegative(Quantity),
    /** null: today */
    date: Optional(BusinessDate),
    /** whether this is the first reading of a new meter */
    replaced: withDefault(false, Flag),
  },
  function* ({ id, reading, date: readOn, replaced }, by) {
    const row = yield* assetOf(id, by)
    if (row.meterUnit === null) throw invalid(`${row.assetNumber} has no meter. Set its unit first`)
    yield* permitted()
    const date = readOn ?? by.today
    if (date > by.today) throw invalid("Date must not be after today")
    if (row.meterReadOn !== null && date < row.meterReadOn) throw invalid(`The meter was read on ${row.meterReadOn}. Give that day or a later one`)
    if (row.meterReading !== null && reading < row.meterReading && !replaced)
      throw invalid(`The meter reading was ${formatQuantity(row.meterReading)} on ${row.meterReadOn}. Check the reading, or mark the meter as replaced`)
    if (row.meterReading === reading && row.meterReadOn === date && !replaced) return unchanged(id)
    return [assets.at(id, AssetMeterRead({ date, reading, replaced, readBy: by.person }))]
  },
)

/** Retires an asset from the register; its history remains. */
export const retireAsset = command(
  "asset.retire",
  "Retire an asset from the register; its history stays",
  { id: Ref("asset"), reason: Line(500) },
  function* ({ id, reason }, by) {
    requireKeeper(by)
    const row = yield* assetOf(id, by)
    const [holding] = heldByOrders(row.downtime)
    if (holding) throw conflict(`${(yield* get(workOrders, holding.orderId!)).orderNumber} is open for ${row.assetNumber}. Complete or cancel that order first`)
    yield* permitted()
    return [assets.at(id, AssetRetired({ reason }))]
  },
)

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

/** An urgent order takes its asset out of use immediately, any other order when work begins; the asset returns when the order ends. */
export const assetConsequences = [
  consequence(WorkOrderRequested, function* ({ priority }, { row }: About<typeof workOrders>) {
    return priority === "urgent" ? yield* downtimeOf(row) : []
  }),
  consequence(WorkOrderStarted, (_, { row }: About<typeof workOrders>) => downtimeOf(row)),
  consequence(WorkOrderReopened, (_, { row }: About<typeof workOrders>) => downtimeOf(row)),
  consequence(WorkOrderCompleted, (_, { row }: About<typeof workOrders>) => backFrom(row)),
  consequence(WorkOrderCancelled, (_, { row }: About<typeof workOrders>) => backFrom(row)),
]
