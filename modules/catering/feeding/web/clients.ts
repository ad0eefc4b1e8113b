import { useApi } from "../../web/client.ts"

/** The clients at a site, for a form that may have to ask for the client. */
export const useClientsAt = (siteId: number | undefined) => useApi("GET /api/clients", siteId ? { query: { siteId } } : null).data ?? []
