/** One bill: its lines, its match with the order, payments, history, and what this person may do. */
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { count } from "@ops/platform/text.ts"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { formatFigure, formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { Link } from "react-router-dom"
import { nameOf, wordOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"
import { type Bill, BillMark, quantity } from "./labels.tsx"

const forms = {
  approve: lazyWithRetry(() => import("./approve-bill-dialog.tsx")),
  resolve: lazyWithRetry(() => import("./settle-dispute-dialog.tsx")),
  credit: lazyWithRetry(() => import("./credit-bill-dialog.tsx")),
}

export const PayableDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <ResourceDrawer
    screen={screen}
    id={id}
    decisions={["credit", "dispute", "resolve", "approve"]}
    parts={(of) => ({
      subject: `${of.vendorName}, invoice ${of.invoiceNumber}`,
      status: <BillMark of={of} />,
      forms,
      buttons: { credit: of.postedDate === null ? "Withdraw" : "Credit" },
      facts: {
        taxAmount: Number(of.taxAmount) !== 0 && formatMoney(of.taxAmount, of.currency),
        balance: <Figure value={formatMoney(of.balance, of.currency)} of={{ name: "payable.balance", parameters: { id: of.id } }} label="Open" />,
        withholdingRate: of.withholdingRate && `${Number(of.withholdingRate)}% of the amount before tax`,
        rate: of.rate && `${formatFigure(of.rate)} SSP per USD`,
        daysOverdue: of.overdue && count(of.daysOverdue, "day"),
        category: wordOf(of.category),
        purchaseRequestNumber: of.purchaseRequestNumber && (
          <Link key="order" className="link" to={`/procurement?open=${of.purchaseRequestId}`}>
            {of.purchaseRequestNumber}
          </Link>
        ),
        createdByUser: nameOf(of.createdByUser),
        approvedByUser: of.approvedDate && nameOf(of.approvedByUser),
        runNumber: of.runNumber && (
          <Link key="run" className="link" to={`/financial?tab=vendors&view=payments&open=${of.runId}`}>
            {of.runNumber}
          </Link>
        ),
      },
      middle: (
        <>
          {of.match.items.length > 0 && <MatchTable of={of.match} />}
          <section className="part">
            <h3>Lines</h3>
            <div className="table-frame" tabIndex={0} role="region" aria-label="Lines">
              <SmallTable
                rows={of.lines}
                rowKey={(_, n) => n}
                columns={[
                  {
                    header: "Description",
                    cell: ({ description, accountNumber, accountName }) => (
                      <>
                        {description}
                        <div className="muted">
                          {accountNumber} {accountName}
                        </div>
                      </>
                    ),
                  },
                  { header: "Qty", className: "num", cell: ({ quantity: many }) => quantity(many) },
                  { header: of.currency, className: "num", cell: ({ amount }) => <Money amount={amount} currency={of.currency} plain /> },
                ]}
              />
            </div>
          </section>
          {of.payments.length + of.credits.length > 0 && (
            <section className="part">
              <h3>Payments and credits</h3>
              <KeyValues
                of={[
                  ...of.payments.map(({ runNumber, date, amount, withholding }) => {
                    const kept = Number(withholding) === 0 ? "" : `, of which ${formatMoney(withholding, of.currency)} withheld`
                    return [`${runNumber}, ${date}`, `${formatMoney(amount, of.currency)}${kept}`] as const
                  }),
                  ...of.credits.map(
                    ({ reference, date, amount, reason }) => [`${reference ?? "Credit"}, ${date}`, `${formatMoney(amount, of.currency)}: ${reason}`] as const,
                  ),
                ]}
              />
            </section>
          )}
        </>
      ),
    })}
    onClose={onClose}
  />
)

const MatchTable = ({ of }: { readonly of: Bill["match"] }) => (
  <section className="part">
    <h3>Ordered, received, billed</h3>
    <div className="table-frame" tabIndex={0} role="region" aria-label="Ordered, received, billed">
      <table className="table">
        <thead>
          <tr>
            <th>Item</th>
            <th className="num">Ordered</th>
            <th className="num">Received</th>
            <th className="num">Billed</th>
          </tr>
        </thead>
        <tbody>
          {of.items.map(({ item, purchaseItemId, ordered, received, billed, expected, charged, problem }, n) => (
            <tr key={purchaseItemId ?? `other-${n}`} {...(problem !== null && { "data-priority": "high" })}>
              <td>
                {item}
                <div className={problem ? "negative" : "muted"}>
                  {problem ?? `${formatMoney(charged, "USD")} billed, ${formatMoney(expected, "USD")} by the order`}
                </div>
              </td>
              <td className="num">{quantity(ordered)}</td>
              <td className="num">{quantity(received)}</td>
              <td className="num">{quantity(billed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {of.state === "matched" && <p className="muted">All items were ordered and received, at the order's price.</p>}
  </section>
)
