import { useRead } from "@ops/platform/ui/data.ts"
import type { StockItemAnswer } from "../contract.ts"
import type { Level } from "./words.ts"

/** The level that a dialog is about, if it names one; `ready` once it is known. */
export const useLevel = (id: string | undefined) => {
  const found = useRead<readonly Level[]>(id ? "/api/stock/levels" : null, { levelId: id, limit: 1 })
  return { level: found.data?.[0], ready: !id || found.data !== undefined || found.isError }
}

/** Every item, for a choice. */
export const useItemOptions = () => {
  const items = useRead<readonly (typeof StockItemAnswer.Type)[]>("/api/stock/items")
  return (items.data ?? []).map(({ id, name, unit }) => ({ value: id, label: `${name} (${unit})` }))
}
