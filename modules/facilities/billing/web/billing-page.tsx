/** The work to be billed by client, and the invoices made. */
import { capitalised } from "@ops/platform/text.ts"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
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
                <EmptyState title="Nothing to bill" text="Billable orders appear here once they are verified." small />
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
        <SmallTable
          rows={orders}
          columns={[
            {
              header: "Order",
              cell: ({ id, orderNumber }) => (
                <Link className="link" to={`/facilities/orders?view=list&open=${id}`}>
                  {orderNumber}
                </Link>
              ),
            },
            { header: "Completed", cell: ({ completedDate }) => <Day date={completedDate} /> },
            { header: "Service", className: "wide", cell: ({ serviceType }) => serviceName(serviceType) },
            { header: "Description", className: "wide", cell: ({ description }) => description },
            { header: "Hours", className: "num wide", cell: ({ hours }) => hours },
            ...(["labour", "parts", "credit", "amount"] as const).map((key) => ({
              header: capitalised(key),
              className: "num" as const,
              cell: (order: Open["orders"][number]) => <Money amount={order[key]} currency={currency} plain />,
            })),
          ]}
          foot={
            <tr>
              <td>Before tax</td>
              <td colSpan={8} className="num">
                <Figure
                  value={<Money amount={facilitiesAmount} currency={currency} />}
                  of={{ name: "facilities.toBill", parameters: { month, clientId, siteId } }}
                />
              </td>
            </tr>
          }
        />
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
        <SmallTable
          rows={bills}
          columns={[
            {
              header: "Invoice",
              cell: ({ id, invoiceNumber }) => (
                <Link className="link" to={`/invoices?view=all&open=${id}`}>
                  {invoiceNumber ?? `Draft ${id}`}
                </Link>
              ),
            },
            { header: "Client", cell: ({ clientName }) => clientName },
            { header: "Site", className: "wide", cell: ({ siteName }) => siteName },
            { header: "Orders", className: "num wide", cell: ({ orders }) => orders },
            { header: "Total", className: "num", cell: ({ totalAmount, currency }) => <Money amount={totalAmount} currency={currency} /> },
            { header: "Status", cell: ({ status }) => <StatusMark status={status} /> },
            {
              header: "",
              className: "num",
              cell: (bill) =>
                bill.status === "draft" &&
                can("invoices.manage") && (
                  <button type="button" className="act" data-solid onClick={() => ask(bill)}>
                    Issue
                  </button>
                ),
            },
          ]}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={`Issue the invoice of ${asked.clientName}`}
          text={`The invoice is numbered and posted: ${asked.currency} ${asked.totalAmount} including tax. You cannot edit it afterwards.`}
          confirm="Issue Invoice"
          onConfirm={() => issue.send({ id: asked.id })}
          onClose={() => ask(undefined)}
        />
      )}
    </Panel>
  )
}
