/** Receivables: the latest invoices, all invoices, payments by clients, and the month-end that creates the meal bills. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { HeadTabs } from "@ops/platform/ui/layers/head.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { type ReactNode, Suspense } from "react"
import { Link, useNavigate } from "react-router-dom"
import "../../web/billing.css"
import { InvoiceDialogs } from "./invoice-dialogs.tsx"
import { InvoiceTiles } from "./invoice-tiles.tsx"
import { invoiceViews } from "../../web/labels.ts"
import { RecentInvoices } from "./recent-invoices.tsx"

const InvoicesList = lazyWithRetry(async () => ({ default: (await import("./invoices-list.tsx")).InvoicesList }))
const ReceiptsList = lazyWithRetry(async () => ({ default: (await import("../../payments/web/receipts-list.tsx")).ReceiptsList }))
const LateMeals = lazyWithRetry(async () => ({ default: (await import("../../late-meals/web/late-meals.tsx")).LateMeals }))
const MonthEnd = lazyWithRetry(async () => ({ default: (await import("../../meal-billing/web/month-end.tsx")).MonthEndPanel }))

const parts: readonly { readonly view: string; readonly label: string; readonly makers?: true; readonly part: () => ReactNode }[] = [
  { view: "recent", label: "Recent", part: () => <RecentInvoices /> },
  { view: "all", label: "All invoices", part: () => <InvoicesList /> },
  { view: "receipts", label: "Receipts", part: () => <ReceiptsList /> },
  { view: "late-meals", label: "Late meals", makers: true, part: () => <LateMeals /> },
  { view: "month-end", label: "Month-end", makers: true, part: () => <MonthEnd /> },
]

export const Component = () => {
  const { can, sees } = useSession()
  const navigate = useNavigate()
  const [view] = useAddress("view")
  const makes = can("invoices.manage")
  const generate = () => void navigate("/invoices/new")
  useKeys("Invoices", makes ? { c: ["Generate invoice", generate] } : {})
  const shown = parts.filter(({ makers }) => !makers || sees("invoices.manage"))
  // the views of the list of all invoices are in the same parameter
  const open = shown.find((part) => part.view === (invoiceViews.some(({ id }) => id === view) ? "all" : view)) ?? shown[0]!
  return (
    <Page
      actions={
        <>
          <Button asChild>
            <Link to="/clients">Clients & Contracts</Link>
          </Button>
          {makes && (
            <Button kind="primary" onClick={generate}>
              Generate Invoice
            </Button>
          )}
        </>
      }
    >
      {open.view !== "month-end" && open.view !== "all" && <InvoiceTiles />}
      <HeadTabs>
        <nav className="views" aria-label="Invoices">
          {shown.map(({ view, label }) => (
            <Link
              key={view}
              className="view"
              to={view === "recent" ? "/invoices" : `/invoices?view=${view}`}
              aria-current={view === open.view ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      </HeadTabs>
      <div className="bill-part" key={open.view}>
        <Suspense>{open.part()}</Suspense>
      </div>
      <InvoiceDialogs />
    </Page>
  )
}
