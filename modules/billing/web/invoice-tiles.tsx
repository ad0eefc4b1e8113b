import { useRead } from "@ops/platform/ui/data.ts"
import { type Metric, MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import type { InvoiceTiles as Answer } from "../invoices-contract.ts"
import { count } from "./words.ts"

type Tiles = typeof Answer.Type

/** The four figures over the invoices. Dollars are large, pounds stand below: they are never added. */
export const InvoiceTiles = () => {
  const { siteId, site } = useWorkingSite()
  const tiles = useRead<Tiles>("/api/invoice-tiles", siteId === undefined ? undefined : { siteId })
  const of = tiles.data
  const loading = tiles.isPending
  const sites = { label: "Sites", value: site?.name ?? "all sites" }
  const money = (label: string, of: Tiles | undefined, amounts: Tiles["overdue"] | undefined, formula: string, more?: string): Metric => {
    const pounds = amounts && Number(amounts.SSP) !== 0 ? `and ${formatMoney(amounts.SSP, "SSP")}` : undefined
    const text = [pounds, more].filter(Boolean).join(", ")
    return {
      label,
      value: amounts ? formatMoney(amounts.USD, "USD") : "–",
      loading,
      note: text ? { tone: more ? "negative" : "neutral", text } : undefined,
      explanation: of &&
        amounts && {
          formula,
          inputs: [sites, { label: "USD", value: formatMoney(amounts.USD, "USD") }, { label: "SSP", value: formatMoney(amounts.SSP, "SSP") }],
          asOf: of.asOf,
        },
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
          explanation: of && { formula: "Invoices that were issued, without credit notes", inputs: [sites], asOf: of.asOf },
        },
        money("Invoiced This Month", of, of?.invoicedThisMonth, "Totals of the invoices issued in this month in Juba"),
        money("Outstanding", of, of?.outstanding, "What of issued invoices is neither paid nor credited"),
        money(
          "Overdue",
          of,
          of?.overdue,
          "What is outstanding after its due date",
          of && of.overdueInvoices > 0 ? count(of.overdueInvoices, "invoice") : undefined,
        ),
      ]}
    />
  )
}
