/** Stock on hand, at a glance. */
import { type Metric, MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useApi } from "./client.ts"
import { spoilingAt } from "./labels.ts"
import { useLowStock } from "./low-stock.ts"

export const Figures = () => {
  const { sees } = useSession()
  const { siteId } = useWorkingSite()
  const seesValue = sees("inventory.manage", "department.manage", "finance.full")
  const at = siteId === undefined ? {} : { siteId }
  const valuation = useApi("GET /api/stock/valuation", seesValue ? { query: at } : null)
  const metrics = useLowStock(at)
  const lots = useApi("GET /api/stock/lots", { query: spoilingAt(siteId) })
  const expired = lots.data?.filter(({ daysLeft }) => (daysLeft ?? 0) < 0).length ?? 0
  const low = metrics.data
  const cells: ReadonlyArray<Metric> = [
    ...(seesValue
      ? [
          {
            label: "Stock Value",
            value: valuation.data ? formatMoney(valuation.data.total, "USD") : "...",
            loading: valuation.isPending,
            ...(valuation.data && { figure: { name: "stock.worth", parameters: { siteId } } }),
          },
        ]
      : []),
    {
      label: "Low Stock Items",
      value: low ? String(low.stockAlerts) : "...",
      loading: metrics.isPending,
      ...(low && { figure: { name: "stock.alerts", parameters: { siteId } }, trend: low.trends.stock }),
      ...(low && low.criticalStock > 0 && { note: { tone: "negative" as const, text: `${low.criticalStock} critical` } }),
    },
    {
      label: "Lots to Use Within 7 Days",
      value: lots.data ? String(lots.data.length - expired) : "...",
      loading: lots.isPending,
      ...(expired > 0 && { note: { tone: "negative" as const, text: `${expired} expired` } }),
    },
  ]
  return <MetricStrip label="Stock" cells={cells} />
}
