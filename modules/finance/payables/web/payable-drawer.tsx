/** One bill: what it is for, its match with the order, payments, history, and what this person may do. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatFigure, formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Suspense, useState } from "react"
import { Link } from "react-router-dom"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { Activity } from "@ops/platform/ui/record/activity.tsx"
import { type Bill, billState, payableLists, quantity } from "./labels.ts"
import { AttachedFiles } from "@ops/platform/ui/files/attached-files.tsx"
import { known, nameOf, wordOf } from "../../shared/web/labels.ts"

const CreditBillDialog = lazyWithRetry(() => import("./credit-bill-dialog.tsx"))

export const PayableDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const path = pathOf("GET /api/accounts-payable/:id", { id })
  const bill = useApi("GET /api/accounts-payable/:id", { id })
  const [asked, ask] = useState<"approve" | "dispute" | "resolve" | "credit">()
  const done = () => ask(undefined)
  const of = bill.data
  const approve = useCommand("POST /api/accounts-payable/:id/approve", {
    id,
    body: (input: { reason: string | null }) => ({ ...input, version: of?.version }),
    lists: payableLists,
    done: "Bill approved",
    failed: "Failed to approve the bill",
  })
  const dispute = useCommand("POST /api/accounts-payable/:id/dispute", { id, lists: payableLists, done: "Bill disputed", failed: "Failed to dispute the bill" })
  const resolve = useCommand("POST /api/accounts-payable/:id/resolve", {
    id,
    body: ({ note }: { note: string }) => ({ note: note || null }),
    lists: payableLists,
    done: "Dispute settled",
    failed: "Failed to settle the dispute",
  })

  if (!of) {
    return (
      <Drawer title="Bill" onClose={onClose}>
        {bill.isError ? <ErrorPanel error={bill.error} retry={() => void bill.refetch()} /> : <Loading rows={6} label="Loading bills..." />}
      </Drawer>
    )
  }
  const [mark, word] = billState(of)
  const differs = of.match.state === "differs"
  const figure = (name: "amount" | "balance", label: string) => (
    <Figure key={name} value={formatMoney(of[name], of.currency)} of={{ name: `payable.${name}`, parameters: { id: of.id } }} label={label} />
  )
  const some = (amount: string) => (Number(amount) === 0 ? null : formatMoney(amount, of.currency))
  return (
    <Drawer
      title={of.billNumber}
      subject={`${of.vendorName}, invoice ${of.invoiceNumber}`}
      status={<StatusMark status={mark} label={word} />}
      onClose={onClose}
      actions={
        <>
          {of.canCredit && (
            <Button kind="danger" onClick={() => ask("credit")}>
              {of.postedDate === null ? "Withdraw" : "Credit"}
            </Button>
          )}
          {of.canDispute && <Button onClick={() => ask("dispute")}>Dispute</Button>}
          {of.canResolve && (
            <Button kind="primary" onClick={() => ask("resolve")}>
              Settle dispute
            </Button>
          )}
          {of.canApprove && (
            <Button kind="primary" onClick={() => ask("approve")}>
              Approve
            </Button>
          )}
        </>
      }
    >
      <section className="part">
        <KeyValues
          of={known([
            ["Amount", figure("amount", "Amount")],
            ["Of which tax", some(of.taxAmount)],
            ["Open", figure("balance", "Open")],
            ["Withholding", of.withholdingRate && `${Number(of.withholdingRate)} % of the amount before tax`],
            ["Rate", of.rate && `${formatFigure(of.rate)} SSP for a dollar`],
            ["Date", <Day key="date" date={of.invoiceDate} />],
            ["Due", <Day key="due" date={of.dueDate} />],
            ["Overdue", of.overdue ? `${of.daysOverdue} ${of.daysOverdue === 1 ? "day" : "days"}` : null],
            ["For", of.description],
            ["Category", wordOf(of.category)],
            ["Site", of.siteName],
            [
              "Order",
              of.purchaseRequestNumber && (
                <Link key="order" className="link" to={`/procurement?open=${of.purchaseRequestId}`}>
                  {of.purchaseRequestNumber}
                </Link>
              ),
            ],
            ["Entered by", nameOf(of.createdByUser)],
            ["Approved by", of.approvedDate && nameOf(of.approvedByUser)],
            ["Approved despite difference", of.matchReason],
            ["In the books from", of.postedDate && <Day key="posted" date={of.postedDate} />],
            ["Journal entry", of.journalEntryNumber],
            ["Dispute", of.disputeReason],
            [
              "Payment run",
              of.runNumber && (
                <Link key="run" className="link" to={`/financial?tab=vendors&view=payments&open=${of.runId}`}>
                  {of.runNumber}
                </Link>
              ),
            ],
            ["Notes", of.notes],
          ])}
        />
      </section>
      {of.match.items.length > 0 && <MatchTable of={of.match} />}
      <section className="part">
        <h3>Lines</h3>
        <div className="table-frame" tabIndex={0} role="region" aria-label="Lines">
          <table className="table">
            <thead>
              <tr>
                <th>Description</th>
                <th className="num">Qty</th>
                <th className="num">{of.currency}</th>
              </tr>
            </thead>
            <tbody>
              {of.lines.map(({ description, accountNumber, accountName, quantity: many, amount }, n) => (
                // a bill may have the same line twice
                <tr key={n}>
                  <td>
                    {description}
                    <div className="muted">
                      {accountNumber} {accountName}
                    </div>
                  </td>
                  <td className="num">{quantity(many)}</td>
                  <td className="num">
                    <Money amount={amount} currency={of.currency} plain />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
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
      <AttachedFiles of={of.attachments} title="Attachments" />
      <Activity path={path} />
      {asked === "approve" && (
        <ConfirmDialog
          title={`Approve ${of.billNumber}`}
          text={
            differs
              ? "It differs from its order. The reason stays in its history."
              : `${formatMoney(of.amount, of.currency)} goes into the books on its date. After that it is taken back only by a credit.`
          }
          confirm="Approve"
          pending="Approving..."
          {...(differs && { reason: { label: "Reason", required: true } })}
          onConfirm={(reason) => approve.send({ reason: reason || null })}
          onClose={done}
        />
      )}
      {asked === "dispute" && (
        <ConfirmDialog
          title={`Dispute ${of.billNumber}`}
          text="It is not approved and not paid until the dispute is settled."
          confirm="Dispute"
          pending="Disputing..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => dispute.send({ reason })}
          onClose={done}
        />
      )}
      {asked === "resolve" && (
        <ConfirmDialog
          title={`Settle the dispute of ${of.billNumber}`}
          text="It can be approved and paid again."
          confirm="Settle dispute"
          pending="Settling..."
          reason={{ label: "Outcome" }}
          onConfirm={(note) => resolve.send({ note })}
          onClose={done}
        />
      )}
      {asked === "credit" && (
        <Suspense>
          <CreditBillDialog bill={of} onClose={done} />
        </Suspense>
      )}
    </Drawer>
  )
}

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
    {of.state === "matched" && <p className="muted">All of it was ordered, has arrived, and is at the order's price.</p>}
  </section>
)
