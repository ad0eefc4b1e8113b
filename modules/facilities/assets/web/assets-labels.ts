/** Labels of the asset screens. */
import type { AssetKind, AssetStatus, MeterUnit } from "../labels.ts"
import { pathsOf } from "../../web/client.ts"

const kindNames: Readonly<Record<AssetKind, string>> = {
  generator: "Generator",
  pump: "Pump",
  water_treatment: "Water treatment",
  hvac: "Air conditioning",
  refrigeration: "Refrigeration",
  kitchen: "Kitchen",
  laundry: "Laundry",
  vehicle: "Vehicle",
  plant: "Plant and machinery",
  building: "Building",
  other: "Other",
}
export const assetKinds = Object.keys(kindNames) as ReadonlyArray<AssetKind>
export const kindName = (kind: AssetKind) => kindNames[kind]
export const kindOptions = assetKinds.map((value) => ({ value, label: kindNames[value] }))

const statusNames: Readonly<Record<AssetStatus, string>> = { operational: "Operational", standby: "Standby", inspection: "Inspection", down: "Down" }
export const assetStatuses = Object.keys(statusNames) as ReadonlyArray<AssetStatus>
export const assetStatusName = (status: AssetStatus) => statusNames[status]
export const assetStatusOptions = assetStatuses.map((value) => ({ value, label: statusNames[value] }))
/** The status badge of an asset. */
export const assetMarks: Readonly<Record<AssetStatus, string>> = { operational: "active", standby: "planned", inspection: "on_hold", down: "failed" }
const meterNames: Readonly<Record<MeterUnit, string>> = { hours: "Hours", km: "Kilometres", cycles: "Cycles" }
export const meterUnits = Object.keys(meterNames) as ReadonlyArray<MeterUnit>
export const meterOptions = meterUnits.map((value) => ({ value, label: meterNames[value] }))
export const assetLists = pathsOf("GET /api/assets", "GET /api/work-orders", "GET /api/maintenance-plans")

/** "12,480 hours" of "12480.00". */
export const meterText = (reading: string, unit: string) => `${Number(reading).toLocaleString("en-US")} ${unit}`
