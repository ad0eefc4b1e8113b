/** Supplier bills, their status, and what is owed. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { type Metric, MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { Suspense } from "react"
import { pathOf, useApi } from "../../web/client.ts"
import "../../web/finance.css"
import { PayableDrawer } from "./payable-drawer.tsx"
import { type Bill, billState, billStatusOptions, count } from "./labels.ts"
import { currencyOptions, wordOf } from "../../shared/web/labels.ts"

const EnterBillDialog = lazyWithRetry(() => import("./enter-bill-dialog.tsx"))

const State = ({ bill }: { readonly bill: Bill }) => {
  const [mark, word] = billState(bill)
  return (
    <span className="line-tight">
      <StatusMark status={mark} label={word} />
      {bill.match.state === "differs" && bill.postedDate === null && <span className="muted">Differs</span>}
      {bill.runNumber && <span className="muted">{bill.runNumber}</span>}
    </span>
  )
}

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
  const { can } = useSession()
  const dialog = useDialog()
  const [, setOpen] = useAddress("open", "push")
  const vendors = useApi("GET /api/vendors", { query: { limit: 1000 } }).data ?? []
  const mayEnter = can("finance.full")
  const enter = () => dialog.open("enter-bill")
  useKeys("Bills", mayEnter ? { n: ["Enter bill", enter] } : {})
  const button = mayEnter && (
    <Button kind="primary" onClick={enter}>
      Enter Bill
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/accounts-payable")}
        noun={["bill", "bills"]}
        loading="Loading bills..."
        rowId={({ id }) => String(id)}
        number={({ billNumber }) => billNumber}
        priority={(bill) => (bill.overdue || bill.status === "disputed" ? "high" : null)}
        siteFilter
        above={<Tiles />}
        actions={button}
        filters={[
          { field: "status", label: "Status", options: billStatusOptions },
          { field: "waiting", label: "Waits for approval", options: [{ value: "true", label: "Yes" }] },
          { field: "overdue", label: "Overdue", options: [{ value: "true", label: "Yes" }] },
          {
            field: "match",
            label: "Match",
            options: [
              { value: "matched", label: "Agrees" },
              { value: "differs", label: "Differs" },
              { value: "none", label: "No order" },
            ],
          },
          { field: "vendorId", label: "Vendor", options: vendors.map(({ id, name }) => ({ value: String(id), label: name })) },
          { field: "currency", label: "Currency", options: currencyOptions },
          { field: "from", label: "Dated from", date: true },
          { field: "to", label: "Dated to", date: true },
        ]}
        columns={[
          { id: "billNumber", header: "Bill #", cell: ({ billNumber }) => billNumber, sort: true },
          { id: "vendor", header: "Vendor", cell: ({ vendorName }) => vendorName, sort: true, grows: true },
          { id: "invoiceNumber", header: "Invoice #", cell: ({ invoiceNumber }) => invoiceNumber, sort: true },
          { id: "site", header: "Site", cell: ({ siteCode, siteName }) => <SiteCode code={siteCode} name={siteName} />, sort: true },
          { id: "category", header: "Category", cell: ({ category }) => wordOf(category), hidden: true },
          { id: "purchaseRequest", header: "Order", cell: ({ purchaseRequestNumber }) => purchaseRequestNumber, hidden: true },
          { id: "invoiceDate", header: "Date", cell: ({ invoiceDate }) => <Day date={invoiceDate} />, sort: true },
          { id: "dueDate", header: "Due", cell: ({ dueDate }) => <Day date={dueDate} />, sort: true },
          { id: "status", header: "Status", cell: (bill) => <State bill={bill} />, sort: true },
          {
            id: "amount",
            header: "Amount",
            money: ({ amount, currency }) => ({ amount, currency }),
            explain: ({ id }) => ({ name: "payable.amount", parameters: { id } }),
            sort: true,
          },
          {
            id: "balance",
            header: "Open",
            money: ({ balance, currency }) => ({ amount: balance, currency }),
            explain: ({ id }) => ({ name: "payable.balance", parameters: { id } }),
            sort: true,
          },
        ]}
        card={(bill) => ({
          title: bill.billNumber,
          mark: <State bill={bill} />,
          text: `${bill.vendorName} · ${bill.invoiceNumber}`,
          figure: <Money amount={bill.amount} currency={bill.currency} />,
        })}
        empty={{ title: "No bills found", ...(button && { action: button }) }}
        drawer={(id, _, close) => <PayableDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "enter-bill" && mayEnter && (
        <Suspense>
          <EnterBillDialog onClose={dialog.close} onEntered={(id) => void setOpen(String(id))} />
        </Suspense>
      )}
    </>
  )
}
