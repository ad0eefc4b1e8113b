import { useApi } from "../../web/client.ts"

/** The level that a dialog is about, if it names one; `ready` once it is known. */
export const useLevel = (id: string | undefined) => {
  const found = useApi("GET /api/stock/levels", id ? { query: { levelId: id, limit: 1 } } : null)
  return { level: found.data?.[0], ready: !id || found.data !== undefined || found.isError }
}

/** Every item, for a choice. */
export const useItemOptions = () => {
  const items = useApi("GET /api/stock/items")
  return (items.data ?? []).map(({ id, name, unit }) => ({ value: id, label: `${name} (${unit})` }))
}
