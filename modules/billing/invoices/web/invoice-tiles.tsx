import { Figure } from "@ops/platform/ui/figure.tsx"
import { type Metric, MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import type { ReactNode } from "react"
import { useApi } from "../../web/client.ts"
import { count } from "../../web/labels.ts"

/** The four figures above the invoices. USD is large, with SSP below: they are never added. */
export const InvoiceTiles = () => {
  const { siteId } = useWorkingSite()
  const tiles = useApi("GET /api/invoice-tiles", { query: siteId === undefined ? undefined : { siteId } })
  const of = tiles.data
  const loading = tiles.isPending
  const money = (label: string, name: "invoicedThisMonth" | "outstanding" | "overdue", more?: ReactNode): Metric => {
    const amounts = of?.[name]
    const figure = (currency: "USD" | "SSP") => ({ name: `invoices.${name}`, parameters: { siteId, currency } })
    const pounds = amounts && Number(amounts.SSP) !== 0 && (
      <>
        and <Figure value={formatMoney(amounts.SSP, "SSP")} of={figure("SSP")} label={label} />
      </>
    )
    const text = (pounds || more) && (
      <>
        {pounds}
        {pounds && more && ", "}
        {more}
      </>
    )
    return {
      label,
      value: amounts ? formatMoney(amounts.USD, "USD") : "–",
      loading,
      note: text ? { tone: more ? "negative" : "neutral", text } : undefined,
      figure: amounts && figure("USD"),
    }
  }
  return (
    <MetricStrip
      label="Invoices"
      cells={[
        {
          label: "Total Invoices",
          value: of ? String(of.totalInvoices) : "–",
          loading,
          figure: of && { name: "invoices.count", parameters: { siteId } },
        },
        money("Invoiced This Month", "invoicedThisMonth"),
        money("Outstanding", "outstanding"),
        money(
          "Overdue",
          "overdue",
          of && of.overdueInvoices > 0 && (
            <Figure value={count(of.overdueInvoices, "invoice")} of={{ name: "invoices.overdueCount", parameters: { siteId } }} label="Overdue" />
          ),
        ),
      ]}
    />
  )
}
