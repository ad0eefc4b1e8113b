/** One payment run: its bills by vendor, who made and checked it, its files, and what this person may do. */
import { href } from "@ops/platform/ui/data/api.ts"
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
import { reversalFacts, reversalReason } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { PostingDayOf } from "@ops/ledger/periods/web/posting-day.tsx"
import { ReverseButton } from "@ops/ledger/reversals/web/reverse-button.tsx"
import { Fragment, useState } from "react"
import { Link } from "react-router-dom"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { Activity } from "@ops/platform/ui/record/activity.tsx"
import { count, payableLists, type Run, runState } from "../../payables/web/labels.ts"
import { known, nameOf } from "../../shared/web/labels.ts"

export const PaymentRunDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const path = pathOf("GET /api/payment-runs/:id", { id })
  const run = useApi("GET /api/payment-runs/:id", { id })
  const [asked, ask] = useState<"approve" | "execute" | "cancel">()
  const done = () => ask(undefined)
  const of = run.data
  const approve = useCommand("POST /api/payment-runs/:id/approve", {
    id,
    body: () => ({ version: of?.version }),
    lists: payableLists,
    done: "Payment run approved",
    failed: "Failed to approve the payment run",
  })
  const execute = useCommand("POST /api/payment-runs/:id/execute", {
    id,
    body: ({ reference }: { reference: string }) => ({ reference: reference || null, version: of?.version }),
    lists: payableLists,
    done: "Payment run executed",
    failed: "Failed to execute the payment run",
  })
  const cancel = useCommand("POST /api/payment-runs/:id/cancel", {
    id,
    body: ({ reason }: { reason: string }) => ({ reason: reason || null }),
    lists: payableLists,
    done: "Payment run cancelled",
    failed: "Failed to cancel the payment run",
  })

  if (!of) {
    return (
      <Drawer title="Payment run" onClose={onClose}>
        {run.isError ? <ErrorPanel error={run.error} retry={() => void run.refetch()} /> : <Loading rows={6} label="Loading payment runs..." />}
      </Drawer>
    )
  }
  const [mark, word] = runState(of)
  const isKept = Number(of.withheld) !== 0
  return (
    <Drawer
      title={of.runNumber}
      subject={`${count(of.bills, "bill")} to ${count(of.vendors.length, "vendor")}`}
      status={<StatusMark status={mark} label={word} />}
      onClose={onClose}
      actions={
        <>
          {of.canCancel && (
            <Button kind="danger" onClick={() => ask("cancel")}>
              Cancel run
            </Button>
          )}
          <ReverseButton can={of.canReverse} what={of.runNumber} path={path} version={of.version} lists={payableLists} />
          {of.canApprove && (
            <Button kind="primary" onClick={() => ask("approve")}>
              Approve
            </Button>
          )}
          {of.canExecute && (
            <Button kind="primary" onClick={() => ask("execute")}>
              Execute
            </Button>
          )}
        </>
      }
    >
      <section className="part">
        <KeyValues
          of={known([
            [
              "Total",
              <Figure key="total" value={formatMoney(of.total, of.currency)} of={{ name: "paymentRun.total", parameters: { id: of.id } }} label="Total" />,
            ],
            ["Withheld", isKept ? formatMoney(of.withheld, of.currency) : null],
            ["To the vendors", isKept ? formatMoney(of.net, of.currency) : null],
            ["Pay from", `${of.account} ${of.accountName ?? ""}`],
            ["Payment date", <Day key="date" date={of.paymentDate} />],
            ["Rate", of.rate && `${formatFigure(of.rate)} SSP for a dollar`],
            ["Made by", nameOf(of.maker)],
            ["Checked by", of.approvedDate && nameOf(of.checker)],
            ["Executed by", of.executedDate && nameOf(of.executor)],
            ["Reference", of.reference],
            ["Journal entry", of.journalEntryNumber],
            ["Reason", of.cancelReason],
            ["Notes", of.notes],
            ...reversalFacts(of.reversal),
          ])}
        />
      </section>
      <section className="part">
        <h3>Bills</h3>
        <div className="table-frame" tabIndex={0} role="region" aria-label="Bills">
          <table className="table">
            <thead>
              <tr>
                <th>Bill</th>
                <th className="wide">Invoice #</th>
                {isKept && <th className="num">Withheld</th>}
                <th className="num">Settles ({of.currency})</th>
              </tr>
            </thead>
            <tbody>
              {of.vendors.map((vendor) => (
                <Fragment key={vendor.vendorId}>
                  <tr className="finance-group">
                    <td>
                      <b>{vendor.vendorName}</b>
                      {of.executedDate !== null && <Papers run={of} vendor={vendor} />}
                      {vendor.reversal !== null && (
                        <div className="negative">
                          Reversed on <Day date={vendor.reversal.date} />, {reversalReason(vendor.reversal)}
                        </div>
                      )}
                      <ReverseButton
                        can={of.canReverse && of.vendors.length > 1 && vendor.reversal === null}
                        what={`the payment of ${of.runNumber} to ${vendor.vendorName}`}
                        path={path}
                        version={of.version}
                        part={{ vendorId: vendor.vendorId }}
                        lists={payableLists}
                        label="Reverse this payment"
                        asLink
                      />
                    </td>
                    <td className="wide" />
                    {isKept && <td className="num">{formatFigure(vendor.withholding)}</td>}
                    <td className="num">
                      <b>{formatFigure(vendor.amount)}</b>
                    </td>
                  </tr>
                  {of.items
                    .filter(({ vendorId }) => vendorId === vendor.vendorId)
                    .map(({ payableId, billNumber, invoiceNumber, withholding, amount, problem }) => (
                      <tr key={payableId} {...(problem && { "data-priority": "high" })}>
                        <td>
                          <Link className="link" to={`/financial?tab=vendors&view=bills&open=${payableId}`}>
                            {billNumber}
                          </Link>
                          {problem && <div className="negative">{problem}</div>}
                        </td>
                        <td className="wide">{invoiceNumber}</td>
                        {isKept && (
                          <td className="num">
                            <Money amount={withholding} currency={of.currency} plain />
                          </td>
                        )}
                        <td className="num">
                          <Money amount={amount} currency={of.currency} plain />
                        </td>
                      </tr>
                    ))}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <Activity path={path} />
      {asked === "approve" && (
        <ConfirmDialog
          title={`Approve ${of.runNumber}`}
          text={`${formatMoney(of.net, of.currency)} from ${of.account} ${of.accountName ?? ""} to ${count(of.vendors.length, "vendor")}. It is executed after that.`}
          confirm="Approve"
          pending="Approving..."
          onConfirm={() => approve.send()}
          onClose={done}
        />
      )}
      {asked === "execute" && (
        <ConfirmDialog
          title={`Execute ${of.runNumber}`}
          text={
            <>
              {`${formatMoney(of.net, of.currency)} leaves ${of.account} ${of.accountName ?? ""}. It is posted at once.`}
              <PostingDayOf date={of.paymentDate} />
            </>
          }
          confirm="Execute"
          pending="Executing..."
          reason={{ label: "Reference of the bank, or number of the cheque" }}
          onConfirm={(reference) => execute.send({ reference })}
          onClose={done}
        />
      )}
      {asked === "cancel" && (
        <ConfirmDialog
          title={`Cancel ${of.runNumber}`}
          text="It pays no one. Its bills can go on another run."
          confirm="Cancel run"
          pending="Cancelling..."
          danger
          reason={{ label: "Reason" }}
          onConfirm={(reason) => cancel.send({ reason })}
          onClose={done}
        />
      )}
    </Drawer>
  )
}

/** What a vendor is given. */
const Papers = ({ run, vendor }: { readonly run: Run; readonly vendor: Run["vendors"][number] }) => {
  const path = (document: string) => href(`/api/payment-runs/${run.id}/vendors/${vendor.vendorId}/${document}/download`, {})
  return (
    <div className="line">
      <a className="link" href={path("remittance")} download>
        Remittance advice
      </a>
      {Number(vendor.withholding) !== 0 && (
        <a className="link" href={path("certificate")} download>
          Withholding certificate
        </a>
      )}
    </div>
  )
}
