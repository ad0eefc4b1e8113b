/** The work to be billed, client by client, and the invoices made of it. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day, today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useState } from "react"
import { Link } from "react-router-dom"
import type { BillingAnswer, OrderBillAnswer } from "../contract.ts"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { serviceName } from "../../web/labels.ts"

type Billing = typeof BillingAnswer.Type
type Bill = typeof OrderBillAnswer.Type
type Open = Billing["open"][number]

const lists = pathsOf("GET /api/work-orders/billing", "GET /api/invoices")

export const Component = () => {
  const { siteId } = useWorkingSite()
  const [asked, setMonth] = useAddress("month")
  const month = asked ?? today().slice(0, 7)
  const billing = useApi("GET /api/work-orders/billing", { query: { month, ...(siteId !== undefined && { siteId }) } })
  return (
    <Page>
      <label className="line">
        Month
        <input
          className="input"
          style={{ width: "auto" }}
          type="month"
          value={month}
          max={today().slice(0, 7)}
          onChange={({ target }) => void setMonth(target.value || null)}
        />
      </label>
      <Answer of={billing} rows={5}>
        {({ open, bills }) => (
          <div className="stack">
            {open.length === 0 && (
              <Panel title="To be billed">
                <EmptyState title="Nothing waits to be billed" text="Billable orders stand here once they are verified." small />
              </Panel>
            )}
            {open.map((each) => (
              <Waiting key={`${each.clientId}/${each.siteId}`} of={each} month={month} />
            ))}
            <Made bills={bills} />
          </div>
        )}
      </Answer>
    </Page>
  )
}

const Waiting = ({ of, month }: { readonly of: Open; readonly month: string }) => {
  const { can } = useSession()
  const { clientId, siteId, clientName, siteName, currency, orders, facilitiesAmount } = of
  const draft = useCommand("POST /api/work-orders/billing", {
    lists,
    done: (bill) => `Invoice drafted for ${bill.clientName}`,
    failed: "Failed to draft invoice",
  })
  return (
    <Panel
      title={`${clientName}, ${siteName}`}
      count={orders.length}
      actions={
        can("invoices.manage") && (
          <Button kind="primary" disabled={draft.pending} onClick={() => draft.run({ month, clientId, siteId })}>
            {draft.pending ? "Drafting..." : "Draft Invoice"}
          </Button>
        )
      }
    >
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th>Order</th>
              <th>Completed</th>
              <th className="wide">Service</th>
              <th className="wide">Description</th>
              <th className="num wide">Hours</th>
              <th className="num">Labour</th>
              <th className="num">Parts</th>
              <th className="num">Credit</th>
              <th className="num">Amount</th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.id}>
                <td>
                  <Link className="link" to={`/facilities/orders?view=list&open=${order.id}`}>
                    {order.orderNumber}
                  </Link>
                </td>
                <td>
                  <Day date={order.completedDate} />
                </td>
                <td className="wide">{serviceName(order.serviceType)}</td>
                <td className="wide">{order.description}</td>
                <td className="num wide">{order.hours}</td>
                <td className="num">
                  <Money amount={order.labour} currency={currency} plain />
                </td>
                <td className="num">
                  <Money amount={order.parts} currency={currency} plain />
                </td>
                <td className="num">
                  <Money amount={order.credit} currency={currency} plain />
                </td>
                <td className="num">
                  <Money amount={order.amount} currency={currency} plain />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>Before tax</td>
              <td colSpan={8} className="num">
                <Figure
                  value={<Money amount={facilitiesAmount} currency={currency} />}
                  of={{ name: "facilities.toBill", parameters: { month, clientId, siteId } }}
                />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Panel>
  )
}

const Made = ({ bills }: { readonly bills: ReadonlyArray<Bill> }) => {
  const { can } = useSession()
  const [asked, ask] = useState<Bill>()
  const issue = useCommand("POST /api/work-orders/billing/:id/issue", {
    params: ({ id }: { readonly id: number }) => ({ id }),
    lists,
    done: ({ invoiceNumber }) => `${invoiceNumber} issued`,
    failed: "Failed to issue invoice",
  })
  return (
    <Panel title="Invoices of this month" count={bills.length}>
      {bills.length === 0 ? (
        <EmptyState title="No invoices of work orders yet" small />
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th>Invoice</th>
              <th>Client</th>
              <th className="wide">Site</th>
              <th className="num wide">Orders</th>
              <th className="num">Total</th>
              <th>Status</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {bills.map((bill) => (
              <tr key={bill.id}>
                <td>
                  <Link className="link" to={`/invoices?view=all&open=${bill.id}`}>
                    {bill.invoiceNumber ?? `Draft ${bill.id}`}
                  </Link>
                </td>
                <td>{bill.clientName}</td>
                <td className="wide">{bill.siteName}</td>
                <td className="num wide">{bill.orders}</td>
                <td className="num">
                  <Money amount={bill.totalAmount} currency={bill.currency} />
                </td>
                <td>
                  <StatusMark status={bill.status} />
                </td>
                <td className="num">
                  {bill.status === "draft" && can("invoices.manage") && (
                    <button type="button" className="act" data-solid onClick={() => ask(bill)}>
                      Issue
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {asked && (
        <ConfirmDialog
          title={`Issue the invoice of ${asked.clientName}`}
          text={`It takes its number and is posted: ${asked.currency} ${asked.totalAmount} with tax. It is not changed after that.`}
          confirm="Issue Invoice"
          onConfirm={() => issue.send({ id: asked.id })}
          onClose={() => ask(undefined)}
        />
      )}
    </Panel>
  )
}
