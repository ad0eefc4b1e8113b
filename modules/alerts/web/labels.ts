import type { Permission } from "@ops/platform/access/levels.ts"
import { pathsOf, useApi } from "./client.ts"

export const stateName = { open: "Open", acknowledged: "Acknowledged", resolved: "Resolved" } as const

/** What is read again after an action on an alert. */
export const alertLists = pathsOf("GET /api/alerts", "GET /api/notifications")

/** Who may do what with an alert; the server checks the same. */
export const ASSIGNERS: ReadonlyArray<Permission> = ["team.manage", "department.manage", "finance.full"]
export const RESOLVERS: ReadonlyArray<Permission> = ["operations.basic", "operations.supervise", "security.manage", "finance.full", "department.manage"]

/** The kinds that concern the person, with their labels. */
export const useKinds = () => {
  const kinds = useApi("GET /api/notification-choices").data ?? []
  return { kinds, nameOf: (kind: string) => kinds.find((each) => each.kind === kind)?.label ?? kind }
}
