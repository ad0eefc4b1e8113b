import { Day } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { pathOf, useApi, useTotal } from "../../web/client.ts"
import { InvoiceDrawer } from "./invoice-drawer.tsx"
import { InvoiceStatus } from "./invoice-status.tsx"
import { SendInvoices } from "./send-invoices.tsx"
import { type InvoiceLine, invoiceViews, kindName, kindOptions, numberOf, statusOptions } from "../../web/labels.ts"

const figure =
  (name: string) =>
  ({ id }: InvoiceLine) => ({ name: `invoice.${name}`, parameters: { id } })

const sendingOf = (invoice: InvoiceLine) => ({ id: invoice.id, name: numberOf(invoice), client: invoice.clientName })

/** Every invoice and credit note. */
export const InvoicesList = () => {
  const { can } = useSession()
  const clients = useApi("GET /api/clients").data ?? []
  const { siteId } = useWorkingSite()
  const waiting = {
    "not-sent": useTotal("GET /api/invoices", { query: { siteId, status: "issued" } }),
    overdue: useTotal("GET /api/invoices", { query: { siteId, status: "overdue" } }),
  }
  return (
    <ListPage
      path={pathOf("GET /api/invoices")}
      noun={["invoice", "invoices"]}
      loading="Loading invoices..."
      rowId={({ id }) => String(id)}
      number={numberOf}
      priority={({ overdue }) => (overdue ? "high" : null)}
      siteFilter
      views={invoiceViews.map((view) => ({ ...view, ...(view.id in waiting && { count: waiting[view.id as keyof typeof waiting] }) }))}
      filters={[
        { field: "status", label: "Status", options: statusOptions },
        { field: "clientId", label: "Client", options: clients.map(({ id, companyName }) => ({ value: String(id), label: companyName })) },
        { field: "kind", label: "Kind", options: kindOptions },
        {
          field: "currency",
          label: "Currency",
          options: [
            { value: "USD", label: "USD" },
            { value: "SSP", label: "SSP" },
          ],
        },
        { field: "from", label: "Dated from", date: true },
        { field: "to", label: "Dated to", date: true },
      ]}
      columns={[
        { id: "invoiceNumber", header: "Invoice #", cell: numberOf, sort: true },
        { id: "site", header: "Site", cell: ({ site }) => <SiteCode code={site.code} name={site.name} />, sort: true },
        { id: "client", header: "Client", cell: ({ clientName }) => clientName, sort: true },
        { id: "kind", header: "Kind", cell: ({ kind }) => kindName(kind), hidden: true },
        { id: "billingPeriod", header: "Period", cell: ({ billingPeriod }) => billingPeriod, grows: true },
        { id: "issueDate", header: "Date", cell: ({ issueDate }) => <Day date={issueDate} />, sort: true },
        { id: "dueDate", header: "Due", cell: ({ kind, dueDate }) => <Day date={kind === "credit_note" ? null : dueDate} />, sort: true },
        { id: "status", header: "Status", cell: (invoice) => <InvoiceStatus invoice={invoice} mail={invoice.mailStatus} />, sort: true },
        {
          id: "subtotalAmount",
          header: "Net",
          money: ({ subtotalAmount, currency }) => ({ amount: subtotalAmount, currency }),
          explain: figure("subtotal"),
          hidden: true,
          noTotal: true,
        },
        {
          id: "taxAmount",
          header: "Tax",
          money: ({ taxAmount, currency }) => ({ amount: taxAmount, currency }),
          explain: figure("tax"),
          hidden: true,
          noTotal: true,
        },
        // credit notes are listed among the invoices: a sum of totals would be meaningless
        {
          id: "totalAmount",
          header: "Total",
          money: ({ totalAmount, currency }) => ({ amount: totalAmount, currency }),
          explain: figure("total"),
          sort: true,
          noTotal: true,
        },
        { id: "openAmount", header: "Open", money: ({ openAmount, currency }) => ({ amount: openAmount, currency }), explain: figure("open"), sort: true },
      ]}
      card={(invoice) => ({
        title: numberOf(invoice),
        mark: <InvoiceStatus invoice={invoice} />,
        text: `${invoice.clientName} · ${invoice.billingPeriod}`,
        figure: <Money amount={invoice.totalAmount} currency={invoice.currency} />,
      })}
      empty={{ title: "No invoices generated yet" }}
      {...(can("invoices.manage") && {
        selection: (rows: readonly InvoiceLine[], clear: () => void) => {
          const sendable = rows.filter(({ canSend }) => canSend)
          return sendable.length > 0 ? <SendInvoices of={sendable.map(sendingOf)} onDone={clear} /> : <span className="muted">None of them can be sent</span>
        },
      })}
      drawer={(id, _, close) => <InvoiceDrawer key={id} id={id} onClose={close} />}
    />
  )
}
