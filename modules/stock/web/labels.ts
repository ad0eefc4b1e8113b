/** The labels of the stock screens. */
import type { LotAnswer, StockLevelAnswer, StockMovementAnswer } from "../contract.ts"
import type { stockItems } from "../items/resource.ts"
import { pathsOf } from "./client.ts"

export type Level = typeof StockLevelAnswer.Type
export type Item = (typeof stockItems)["Row"]
export type Movement = typeof StockMovementAnswer.Type
export type Lot = typeof LotAnswer.Type

/** The lists that a movement changes. */
export const stockLists = [
  ...pathsOf("GET /api/stock/levels", "GET /api/stock/alerts", "GET /api/stock/movements", "GET /api/stock/lots", "GET /api/stock/valuation"),
  "/api/dashboard/metrics",
]

const kinds: Record<Movement["kind"], string> = {
  receive: "Received",
  issue: "Issued",
  waste: "Wasted",
  transfer_out: "Sent",
  transfer_in: "Came in",
  count: "Counted",
  opening: "Opening stock",
  return: "Receipt reversed",
}
export const kindName = (kind: Movement["kind"]) => kinds[kind]
export const kindOptions = Object.entries(kinds).map(([value, label]) => ({ value, label }))

export const categoryOptions = [
  { value: "fresh_vegetables", label: "Fresh vegetables" },
  { value: "frozen_food", label: "Frozen food" },
  { value: "meat", label: "Meat" },
  { value: "cleaning_supplies", label: "Cleaning supplies" },
  { value: "other", label: "Other" },
]

/** "12.5" for "12.50": tables and forms omit trailing zeros. */
export const plain = (quantity: string) => String(Number(quantity))
/** "+12.5 kg", "−3 kg" */
export const signed = (quantity: string, unit: string) => `${Number(quantity) > 0 ? "+" : ""}${plain(quantity).replace("-", "−")} ${unit}`

/** The quantity missing up to the maximum, in whole units. */
export const missing = ({ currentQuantity, maximumLevel }: Level) => Math.max(0, Math.ceil(Number(maximumLevel) - Number(currentQuantity)))

/** The levels that a count of a site's store lists. An enrolled device reads them ahead. */
export const countedAt = (siteId: number) => ({ siteId, limit: 500 })

/** The lots about which the screen of the store warns. An enrolled device reads them ahead. */
export const spoilingAt = (siteId: number | undefined) => ({ siteId, status: "expired,soon", limit: 1000 })
