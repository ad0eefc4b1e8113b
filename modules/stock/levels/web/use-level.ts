import { useApi } from "../../web/client.ts"

/** The level of a dialog, if it is for one; `ready` once it is loaded. */
export const useLevel = (id: string | undefined) => {
  const found = useApi("GET /api/stock/levels", id ? { query: { levelId: id, limit: 1 } } : null)
  return { level: found.data?.[0], ready: !id || found.data !== undefined || found.isError }
}

/** Every item, as options of a select. */
export const useItemOptions = () => {
  const items = useApi("GET /api/stock/items")
  return (items.data ?? []).map(({ id, name, unit }) => ({ value: id, label: `${name} (${unit})` }))
}
