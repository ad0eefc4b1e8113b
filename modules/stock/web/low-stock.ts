import { useApiQuery } from "@ops/platform/ui/data/data.ts"

interface LowStock {
  readonly stockAlerts: number
  readonly criticalStock: number
  /** the alerts at the ends of the last 13 days, the last of now */
  readonly trends: { readonly stock: ReadonlyArray<number> }
}

/** The items that run low at a site, or at all sites. The dashboard shows the same figures. */
export const useLowStock = (at: { readonly siteId?: number }) => useApiQuery<LowStock>("/api/dashboard/metrics", at)
