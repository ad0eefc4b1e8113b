/**
 * The register of equipment: what it is, where it is, its status, its meter reading, and its downtime. Orders
 * that are linked to an asset open and close its downtime. Meter readings are thousandths of the meter's unit.
 */
import { Schema } from "effect"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { BusinessDate, SeriesNumber, Flag, Instant, Line, Literals, Optional, Parts, Quantity, QuantityTotal, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { assetKinds, assetStatuses, meterUnits } from "./labels.ts"

const facts = {
  name: Line(120),
  kind: Literals(...assetKinds),
  siteId: Ref("site"),
  /** where at the site: building, room, field */
  location: Text(200),
  manufacturer: Text(100),
  model: Text(100),
  serialNumber: Optional(Line(100)),
  inServiceSince: Optional(BusinessDate),
  /** null: it has no meter */
  meterUnit: Optional(Literals(...meterUnits)),
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
    /** its status while nothing keeps it out of use */
    restingStatus: Literals("operational", "standby"),
    isActive: Flag,
    retiredReason: Optional(Text(500)),
    /** the last */
    meterReading: Optional(Quantity),
    meterReadOn: Optional(BusinessDate),
    /** the total of all its meters: a new meter starts over, the usage continues */
    meterTotal: QuantityTotal,
    /** the last thirty, the oldest first */
    readings: Parts(MeterReading),
    downtime: Parts(Downtime),
  },
  {
    label: "Asset",
    title: "asset_number || ' ' || name",
    unique: [
      { fields: ["assetNumber"], sentence: "Another asset has this number" },
      { fields: ["serialNumber"], sentence: "Another asset has this serial number" },
    ],
    indexes: [["siteId", "status"]],
  },
)
export type AssetRow = Row<typeof Asset>

const statusNames = { operational: "Operational", standby: "Standby", inspection: "Inspection", down: "Down" }
export const AssetRegistered = event(
  "AssetRegistered",
  1,
  { assetNumber: SeriesNumber("AST"), ...facts, restingStatus: Literals("operational", "standby") },
  ({ assetNumber, name, siteId }, title) => `${assetNumber} ${name} registered at ${title("site", siteId)}`,
)
export const AssetChanged = event("AssetChanged", 1, facts, ({ name, siteId, location }, title) =>
  [`Details changed: ${name}`, title("site", siteId), location].filter(Boolean).join(", "),
)
/** Set by a person; orders affect the status by the downtime they open. */
export const AssetStatusSet = event("AssetStatusSet", 1, { status: Literals(...assetStatuses), reason: Text(500) }, ({ status, reason }) =>
  [statusNames[status], reason].filter(Boolean).join(": "),
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
export const AssetRetired = event("AssetRetired", 1, { reason: Text(500) }, ({ reason }) => `Taken out of the register: ${reason}`)

type Downs = AssetRow["downtime"]
/** Down while something broken is open, under inspection while only planned work is. */
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
  // a status set by hand before ends; downtime from orders continues
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
  // an order that goes from reported to in progress stays one outage
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
