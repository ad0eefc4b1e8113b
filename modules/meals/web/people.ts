/** The people a meal is for, and whose they are. */
import { useRead } from "@ops/platform/ui/data.ts"
import type { ClientAnswer, ProjectHeadAnswer, StaffMemberAnswer } from "@ops/clients/contract.ts"

export type Diner = typeof StaffMemberAnswer.Type

/** The active people of a site, or of one client there; every site's without one. `null` waits. */
export const useDiners = (of: { readonly siteId?: number | undefined; readonly clientId?: number } | null) =>
  useRead<readonly Diner[]>(of && "/api/staff-members", { ...of, status: "active" })

/** The clients at a site; all of them without one. */
export const useClients = (siteId?: number) => useRead<readonly (typeof ClientAnswer.Type)[]>("/api/clients", { siteId }).data ?? []

/** The projects at a site, of clients and of construction. */
export const useProjects = (siteId: number | undefined) =>
  useRead<readonly (typeof ProjectHeadAnswer.Type)[]>(siteId ? "/api/project-heads" : null, { siteId, status: "active" }).data ?? []

/** Achol Deng. */
export const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) => `${firstName} ${lastName}`
