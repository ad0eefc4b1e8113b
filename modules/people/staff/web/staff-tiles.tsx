/** How many people work here, how many are present today, and what is pending: the strip above every tab of HR. */
import { useQuery } from "@tanstack/react-query"
import { readPage } from "@ops/platform/ui/data/api.ts"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { pathOf, useApi } from "../../web/client.ts"

/** The number of rows of a list. */
const useTotal = (path: string | null, query: Record<string, string | number | undefined>) =>
  useQuery({
    queryKey: [path ?? "", { ...query, limit: 1 }, "total"],
    enabled: path !== null,
    queryFn: ({ signal }) => readPage(path!, { ...query, limit: 1 }, signal),
    select: ({ total, rows }) => total ?? rows.length,
  })

export const StaffTiles = () => {
  const { sees } = useSession()
  const { siteId } = useWorkingSite()
  const staffed = sees("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")
  const counts = sees("team.manage", "department.manage", "access.monitor")
  const all = sees("users.department", "users.manage", "finance.full", "team.manage")
  const site = siteId === undefined ? {} : { siteId }
  const total = useTotal(staffed && all ? pathOf("GET /api/hr/staff") : null, { ...site, status: "!terminated" })
  const stats = useApi("GET /api/hr/attendance/stats", counts ? { query: site } : null)
  const leaves = useTotal(staffed ? pathOf("GET /api/hr/leave-requests") : null, { ...site, status: "pending" })
  const of = stats.data
  const figure = (name: string) => ({ figure: { name: `people.${name}`, parameters: { siteId } } })
  const number = (query: { readonly data?: number | undefined; readonly isPending: boolean }) => ({
    value: query.data === undefined ? "..." : String(query.data),
    loading: query.isPending,
  })
  if (!staffed) return null
  return (
    <MetricStrip
      label="HR"
      cells={[
        ...(all ? [{ label: "Total Staff", ...number(total), ...figure("totalStaff") }] : []),
        ...(counts
          ? [
              {
                label: "Present Today",
                value: of ? String(of.present) : "...",
                loading: stats.isPending,
                ...figure("presentToday"),
                ...(of && of.late > 0 && { note: { tone: "neutral" as const, text: `${of.late} late` } }),
              },
              {
                label: "Absent Today",
                value: of ? String(of.absent) : "...",
                loading: stats.isPending,
                ...figure("absentToday"),
                ...(of && of.expectedMissing > 0 && { note: { tone: "negative" as const, text: `${of.expectedMissing} expected, not seen` } }),
              },
            ]
          : []),
        { label: "Pending Leaves", ...number(leaves), ...figure("pendingLeaves") },
      ]}
    />
  )
}
