/** The people a meal is for, and whose they are. */
import { useRead } from "@ops/platform/ui/data.ts"
import type { ClientAnswer, ProjectAnswer, StaffMemberAnswer } from "@ops/clients/contract.ts"

export type Diner = typeof StaffMemberAnswer.Type

/** The active people of a site, or of one client there; every site's without one. `null` waits. */
export const useDiners = (of: { readonly siteId?: number | undefined; readonly clientId?: number } | null) =>
  useRead<readonly Diner[]>(of && "/api/staff-members", { ...of, status: "active" })

/** The clients at a site; all of them without one. */
export const useClients = (siteId?: number) => useRead<readonly (typeof ClientAnswer.Type)[]>("/api/clients", { siteId }).data ?? []

/** The projects at a site. */
export const useProjects = (siteId: number | undefined) =>
  useRead<readonly (typeof ProjectAnswer.Type)[]>(siteId ? "/api/projects" : null, { siteId, status: "active" }).data ?? []

/** Achol Deng. */
export const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) => `${firstName} ${lastName}`
