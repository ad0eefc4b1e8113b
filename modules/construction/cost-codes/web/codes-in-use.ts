import { useApi } from "../../web/client.ts"

/** The codes that something can be booked on; undefined until they are read. */
export const useCodesInUse = () => useApi("GET /api/cost-codes", { query: { limit: 500 } }).data?.filter(({ isActive }) => isActive)
