import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { keepInstant } from "@ops/platform/ui/instant.ts"
import { Money } from "@ops/platform/ui/money.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { Link } from "react-router-dom"
import { useApi } from "../../web/client.ts"
import { InvoiceDrawer } from "./invoice-drawer.tsx"
import { pdfOf } from "./invoice-preview.tsx"
import { InvoiceStatus } from "./invoice-status.tsx"
import { numberOf } from "../../web/labels.ts"

/** The five latest invoices. */
export const RecentInvoices = () => {
  const { siteId } = useWorkingSite()
  const dialog = useDialog()
  const [open, setOpen] = useAddress("open", "push")
  const invoices = useApi("GET /api/invoices", { query: { limit: 5, siteId, sort: "-createdAt", kind: "!credit_note" } })
  return (
    <>
      <Panel
        title="Recent Invoices"
        actions={
          <Link className="link" to="/invoices?view=all">
            All invoices
          </Link>
        }
      >
        <Answer of={invoices} rows={5} loading="Loading invoices..." empty={{ title: "No invoices generated yet" }}>
          {(rows) => (
            <Rows>
              {rows.map((invoice) => (
                <Row
                  key={invoice.id}
                  act={
                    <span className="line-tight">
                      <a className="act" href={pdfOf(invoice)} target="_blank" rel="noreferrer" aria-label={`Download ${numberOf(invoice)}`}>
                        Download
                      </a>
                      {invoice.canSend && (
                        <button type="button" className="act" aria-label={`Send ${numberOf(invoice)}`} onClick={() => dialog.open("send", invoice.id)}>
                          Send
                        </button>
                      )}
                      {invoice.cancelledBy?.canSend && (
                        <button
                          type="button"
                          className="act"
                          aria-label={`Send credit note ${invoice.cancelledBy.invoiceNumber}`}
                          onClick={() => dialog.open("send", invoice.cancelledBy!.id)}
                        >
                          Send credit note
                        </button>
                      )}
                    </span>
                  }
                >
                  <span className="recent-invoice">
                    <a
                      className="number"
                      href={keepInstant(`?open=${invoice.id}`)}
                      onClick={(event) => {
                        event.preventDefault()
                        void setOpen(String(invoice.id))
                      }}
                    >
                      {numberOf(invoice)}
                    </a>
                    <span>
                      <SiteCode code={invoice.site.code} name={invoice.site.name} /> {invoice.clientName}
                      <span className="muted"> · {invoice.billingPeriod}</span>
                    </span>
                    <InvoiceStatus invoice={invoice} mail={invoice.mailStatus} />
                    <span className="muted">
                      due <Day date={invoice.dueDate} />
                    </span>
                    <Money amount={invoice.totalAmount} currency={invoice.currency} />
                  </span>
                </Row>
              ))}
            </Rows>
          )}
        </Answer>
      </Panel>
      {open && <InvoiceDrawer key={open} id={open} onClose={() => void setOpen(null, { history: "replace" })} />}
    </>
  )
}
