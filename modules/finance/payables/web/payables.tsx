/** Supplier bills, their status, and the amounts owed. */
import { count } from "@ops/platform/text.ts"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { type Metric, MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { cardOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useApi } from "../../web/client.ts"
import "../../web/finance.css"
import { wordOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"
import { type Bill, BillMark } from "./labels.tsx"
import { PayableDrawer } from "./payable-drawer.tsx"

const entering = { address: "enter-bill", form: lazyWithRetry(() => import("./enter-bill-dialog.tsx")), opens: true }

const State = ({ of }: { readonly of: Bill }) => (
  <span className="line-tight">
    <BillMark of={of} />
    {of.match.state === "differs" && of.postedDate === null && <span className="muted">Differs</span>}
    {of.runNumber && <span className="muted">{of.runNumber}</span>}
  </span>
)

const Tiles = () => {
  const { siteId } = useWorkingSite()
  const figures = useApi("GET /api/accounts-payable/figures", { query: siteId === undefined ? undefined : { siteId } })
  const of = figures.data
  const sum = (label: string, name: "waiting" | "open" | "overdue" | "dueSoon", bills: number | undefined): Metric => {
    const figure = (currency: "USD" | "SSP") => ({ name: `payables.${name}`, parameters: { siteId, currency } })
    const amounts = of?.[name]
    const note = (pounds: string, bills: number) => (
      <span>
        {Number(pounds) !== 0 && (
          <>
            and <Figure value={formatMoney(pounds, "SSP")} of={figure("SSP")} label={label} />,{" "}
          </>
        )}
        <Figure value={count(bills, "bill")} of={{ name: `payables.${name}Bills`, parameters: { siteId } }} label={label} />
      </span>
    )
    return {
      label,
      value: amounts ? formatMoney(amounts.USD, "USD") : "–",
      loading: figures.isPending,
      figure: amounts && figure("USD"),
      note: amounts && bills ? { tone: name === "overdue" ? "negative" : "neutral", text: note(amounts.SSP, bills) } : undefined,
    }
  }
  return (
    <MetricStrip
      label="Bills"
      cells={[
        sum("To Approve", "waiting", of?.waitingBills),
        sum("Accounts Payable", "open", of?.openBills),
        sum("Due Within 7 Days", "dueSoon", of?.dueSoonBills),
        sum("Overdue", "overdue", of?.overdueBills),
      ]}
    />
  )
}

export const Payables = () => {
  const vendors = useApi("GET /api/vendors", { query: { limit: 1000 } }).data ?? []
  return (
    <ResourcePage
      screen={screen}
      create={entering}
      above={<Tiles />}
      priority={({ overdue, status }) => (overdue || status === "disputed" ? "high" : null)}
      moreFilters={[{ field: "vendorId", label: "Vendor", options: vendors.map(({ id, name }) => ({ value: String(id), label: name })) }]}
      columns={{
        vendorName: { id: "vendor", sort: true, grows: true },
        category: { cell: ({ category }) => wordOf(category) },
        purchaseRequestNumber: { id: "purchaseRequest" },
        status: { cell: (of) => <State of={of} /> },
        balance: { explain: ({ id }) => ({ name: "payable.balance", parameters: { id } }) },
      }}
      card={(of) => ({ ...cardOf(screen, of), mark: <State of={of} /> })}
      drawer={(id, close) => <PayableDrawer key={id} id={id} onClose={close} />}
    />
  )
}
