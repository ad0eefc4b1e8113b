import { useApi } from "../../web/client.ts"

/** The codes to which costs can be charged; undefined until loaded. */
export const useCodesInUse = () => useApi("GET /api/cost-codes", { query: { limit: 500 } }).data?.filter(({ isActive }) => isActive)
