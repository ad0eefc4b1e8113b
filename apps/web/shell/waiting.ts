/** The numbers beside the entries of the rail: what waits for the person, and what the screens count. */
import { useApiQuery, usePage, useTotal } from "@ops/platform/ui/data/data.ts"
import { inboxFirst, inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { mayOpen } from "./access.ts"
import { useApi } from "./client.ts"

/** The number of records that wait for the person's decision; undefined for people who decide nothing. */
export const useWaiting = () => {
  const may = mayOpen(useUser(), "/approvals")
  const total = usePage(may ? inboxPath : null, inboxFirst).data?.total
  return may ? (total ?? 0) : undefined
}

/** The number of alerts that the person has not read. */
export const useUnread = () => useApi("GET /api/notifications", { query: { limit: 1 } }).data?.unread ?? 0

/** The number of stock items running low, as counted by the catering screen. */
export const useLowStock = () => {
  const { siteId } = useWorkingSite()
  const may = mayOpen(useUser(), "/catering/stock")
  return useTotal(may ? "/api/stock/levels" : null, { ...(siteId !== undefined && { siteId }), status: "low" })
}

/** How far the month-end is whose screen is given, such as "4 of 8". Asked for only where it is shown. */
export const useMonthEnd = (screen: string | undefined) => {
  const { data } = useApiQuery<{ readonly done: number; readonly steps: readonly unknown[] }>(screen === undefined ? null : `/api${screen}`)
  return data && `${data.done} of ${data.steps.length}`
}
