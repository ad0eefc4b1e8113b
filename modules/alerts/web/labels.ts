import type { alerts } from "../resource.ts"
import { pathsOf, useApi } from "./client.ts"

export type Alert = (typeof alerts)["Row"]

/** The lists to reload after an action on an alert. */
export const alertLists = pathsOf("GET /api/alerts", "GET /api/notifications")

/** The kinds that concern the person, with their labels. */
export const useKinds = () => {
  const kinds = useApi("GET /api/notification-choices").data ?? []
  return { kinds, nameOf: (kind: string) => kinds.find((each) => each.kind === kind)?.label ?? kind }
}
