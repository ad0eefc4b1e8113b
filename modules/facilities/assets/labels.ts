/** Labels of assets, for the server, the command line and the screens. */

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

type Outage = { readonly to: string | null; readonly orderId: number | null; readonly planned: boolean }
/** The outages of an asset that are due to an open order. */
export const heldByOrders = <O extends Outage>(downtime: ReadonlyArray<O>): ReadonlyArray<O> =>
  downtime.filter(({ to, orderId }) => to === null && orderId !== null)
/**
 * The statuses that can be set while the asset has these outages. An open order sets the asset down itself; under planned work it
 * may turn out to be down. Once the order has ended the asset returns.
 */
export const settableStatuses = (downtime: ReadonlyArray<Outage>): ReadonlyArray<AssetStatus> => {
  const held = heldByOrders(downtime)
  if (held.length === 0) return assetStatuses
  return held.every(({ planned }) => planned) ? ["inspection", "down"] : []
}
/** What a meter counts. */
export const meterUnits = ["hours", "km", "cycles"] as const
export type MeterUnit = (typeof meterUnits)[number]
