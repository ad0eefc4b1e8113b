/** One payment run: its bills by vendor, who made and checked it, its files, and what this person may do. */
import { count } from "@ops/platform/text.ts"
import { href } from "@ops/platform/ui/data/api.ts"
import { Day } from "@ops/platform/ui/date.tsx"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { formatFigure, formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { ResourceReverse } from "@ops/ledger/reversals/web/resource-reverse.tsx"
import { reversalFacts, reversalReason } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { ReverseButton } from "@ops/ledger/reversals/web/reverse-button.tsx"
import { Fragment } from "react"
import { Link } from "react-router-dom"
import { payableLists } from "../../payables/web/labels.tsx"
import { nameOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"
import { type Run, RunMark } from "./labels.tsx"

const forms = { execute: lazyWithRetry(() => import("./execute-run-dialog.tsx")) }

export const PaymentRunDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <ResourceDrawer
    screen={screen}
    id={id}
    decisions={["cancel", "reverse", "approve", "execute"]}
    parts={(of) => {
      const isKept = Number(of.withheld) !== 0
      const from = `${of.account} ${of.accountName ?? ""}`
      return {
        subject: `${count(of.bills, "bill")} to ${count(of.vendors.length, "vendor")}`,
        status: <RunMark of={of} />,
        forms,
        asks: { approve: `${formatMoney(of.net, of.currency)} from ${from} to ${count(of.vendors.length, "vendor")}. It can then be executed.` },
        facts: {
          ...(!isKept && { withheld: null, net: null }),
          account: from,
          rate: of.rate && `${formatFigure(of.rate)} SSP per USD`,
          maker: nameOf(of.maker),
          checker: of.approvedDate && nameOf(of.checker),
          executor: of.executedDate && nameOf(of.executor),
        },
        more: reversalFacts(of.reversal),
        below: <Bills of={of} />,
        own: { reverse: <ResourceReverse screen={screen} row={of} /> },
      }
    }}
    onClose={onClose}
  />
)

const Bills = ({ of }: { readonly of: Run }) => {
  const isKept = Number(of.withheld) !== 0
  return (
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
                      path={`${screen.path}/${of.id}`}
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
  )
}

/** The documents for a vendor. */
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
