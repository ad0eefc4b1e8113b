/** The people a meal is for, and their clients. */
import type { staffMembers } from "@ops/clients/staff-members/resource.ts"
import { useApi } from "./client.ts"
import { dinersOf } from "./labels.ts"

export type Diner = (typeof staffMembers)["Row"]

/** The active people of a site, or of one client there; of all sites if none is given. `null` waits. */
export const useDiners = (of: { readonly siteId?: number | undefined; readonly clientId?: number } | null) =>
  useApi("GET /api/staff-members", of ? { query: dinersOf(of) } : null)

/** The clients at a site; all clients if none is given. */
export const useClients = (siteId?: number) => useApi("GET /api/clients", { query: { siteId } }).data ?? []

/** The projects at a site, of clients and of construction. */
export const useProjects = (siteId: number | undefined) => useApi("GET /api/project-heads", siteId ? { query: { siteId, status: "active" } } : null).data ?? []

/** For example Achol Deng. */
export const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) => `${firstName} ${lastName}`
