/** The words of assets, for the server, the terminal and the screens. */

export const assetKinds = [
  "generator",
  "pump",
  "water_treatment",
  "hvac",
  "refrigeration",
  "kitchen",
  "laundry",
  "vehicle",
  "plant",
  "building",
  "other",
] as const
export type AssetKind = (typeof assetKinds)[number]
export const assetStatuses = ["operational", "standby", "inspection", "down"] as const
export type AssetStatus = (typeof assetStatuses)[number]
/** What a meter counts. */
export const meterUnits = ["hours", "km", "cycles"] as const
export type MeterUnit = (typeof meterUnits)[number]
