/** The numbers beside the entries of the rail: what waits for the person, and what the screens count. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { read } from "@ops/platform/ui/data/api.ts"
import { usePage } from "@ops/platform/ui/data/data.ts"
import { delegatedFirst, inboxFirst, inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useLocation } from "react-router-dom"
import { mayOpen } from "./access.ts"
import { useApi, useTotal } from "./client.ts"

/** The number of records that wait for the person's decision, also in the place of another; undefined for people who decide nothing. */
export const useWaiting = () => {
  const path = mayOpen(useUser(), "/approvals") ? inboxPath : null
  const [own, delegated] = [usePage(path, inboxFirst).data, usePage(path, delegatedFirst).data]
  return path ? (own?.total ?? 0) + (delegated?.total ?? 0) : undefined
}

/** The number of alerts that the person has not read. */
export const useUnread = () => useApi("GET /api/notifications", { query: { limit: 1 } }).data?.unread ?? 0

/** The number of stock items running low, as counted by the catering screen. */
export const useLowStock = () => {
  const { siteId } = useWorkingSite()
  const may = mayOpen(useUser(), "/catering/stock")
  return useTotal(may ? "GET /api/stock/levels" : null, { query: { siteId, status: "low" } })
}

const minute = 60_000
/**
 * The progress of the month-end of the given screen, such as "4 of 8". A screen that shows the month-end shares its read; elsewhere it is read once a
 * minute, because each read makes every check of the month, and nearly every change of the books may change one.
 */
export const useMonthEnd = (screen: string | undefined) => {
  const { pathname, search } = useLocation()
  const isOpen = pathname === screen || (pathname === "/financial" && search === "")
  const path = `/api${screen}`
  const { data } = useQuery({
    queryKey: isOpen ? [path] : ["rail", path],
    queryFn: ({ signal }) => read<{ readonly done: number; readonly steps: readonly unknown[] }>(path, undefined, signal),
    enabled: screen !== undefined,
    placeholderData: keepPreviousData,
    ...(!isOpen && { staleTime: minute, refetchInterval: minute }),
  })
  return data && `${data.done} of ${data.steps.length}`
}
