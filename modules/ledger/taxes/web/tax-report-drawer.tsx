/** One tax report: its lines with their entries, its payments, and what can be done next. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { href } from "@ops/platform/ui/data/api.ts"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Menu, MenuLink } from "@ops/platform/ui/layers/menu.tsx"
import { formatFigure, formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { Activity } from "@ops/platform/ui/record/activity.tsx"
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Download } from "lucide-react"
import { Link } from "react-router-dom"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { pathOf, pathsOf, useApi, useCommand } from "../../web/client.ts"
import { reversalReason } from "../../reversals/web/reversal-facts.tsx"
import { ReverseButton } from "../../reversals/web/reverse-button.tsx"
import { TaxStatus } from "./tax-status.tsx"
import { personName, taxLists, type TaxPayment, type TaxReport, type TaxReportWithLines, taxWord } from "./tax-labels.ts"

const TaxPaymentDialog = lazyPart(() => import("./tax-payment-dialog.tsx"))

export const TaxReportDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const report = useApi("GET /api/tax-reports/:id", { id })
  return (
    <RecordDrawer of={report} noun="Tax report" loading="Loading the report..." onClose={onClose}>
      {(of) => <OpenReport of={of} onClose={onClose} />}
    </RecordDrawer>
  )
}

const OpenReport = ({ of, onClose }: { readonly of: TaxReportWithLines; readonly onClose: () => void }) => {
  const dialog = useDialog()
  return (
    <Drawer
      title={of.reportNumber}
      subject={`${taxWord(of.taxType)}, ${formatMonth(of.taxPeriod)}`}
      status={<TaxStatus status={of.status} />}
      onClose={onClose}
      actions={<Acts of={of} />}
    >
      <section className="part">
        <KeyValues
          of={[
            ["Taxable", <Money key="taxable" amount={of.totalTaxable} currency={of.currency} />],
            [
              "Owed",
              <Figure
                key="owed"
                value={formatMoney(of.totalTaxOwed, of.currency)}
                of={{ name: "taxReport.owed", parameters: { id: of.id } }}
                label="Tax owed"
              />,
            ],
            ["Paid", <Money key="paid" amount={of.totalTaxPaid} currency={of.currency} />],
            ["Balance", <Money key="balance" amount={of.taxBalance} currency={of.currency} />],
            ["Due", <Day key="due" date={of.dueDate} />],
            ["Prepared by", personName(of.createdByUser) ?? "The system"],
            of.reviewedByUser !== null && ["Reviewed by", personName(of.reviewedByUser)],
            of.filingDate !== null && ["Filed", <Day key="filed" date={of.filingDate} />],
            of.filingReference !== null && ["Reference", of.filingReference],
            of.notes !== "" && ["Notes", of.notes],
          ]}
        />
        {of.inBooks !== of.totalTaxOwed && (
          <p className="negative">
            The ledger now has {formatMoney(of.inBooks, of.currency)} of this tax in {formatMonth(of.taxPeriod)}.
            {of.canDrawUp ? " Prepare the report again." : " Later entries belong to a later report."}
          </p>
        )}
      </section>
      <Lines of={of} />
      <Payments of={of} />
      <Activity path={pathOf("GET /api/tax-reports/:id", { id: of.id })} />
      {dialog.name === "tax-payment" && of.canPay && <TaxPaymentDialog report={of} onClose={dialog.close} />}
    </Drawer>
  )
}

const Acts = ({ of }: { readonly of: TaxReportWithLines }) => {
  const dialog = useDialog()
  const path = pathOf("GET /api/tax-reports/:id", { id: of.id })
  const lists = [...taxLists, path, `${path}/history`]
  const review = useCommand("POST /api/tax-reports/:id/review", {
    id: of.id,
    lists,
    done: `${of.reportNumber} reviewed`,
    failed: "Failed to review the report",
  })
  const again = useCommand("POST /api/tax-reports", {
    body: () => ({ taxPeriod: of.taxPeriod, taxType: of.taxType, currency: of.currency, notes: of.notes }),
    lists,
    done: `${of.reportNumber} prepared again`,
    failed: "Failed to prepare the report",
  })
  const file = useCommand("POST /api/tax-reports/:id/file", {
    id: of.id,
    body: (reference: string) => ({ reference: reference || null }),
    lists,
    done: `${of.reportNumber} filed`,
    failed: "Failed to file the report",
  })
  return (
    <>
      <Menu
        label="Download"
        trigger={
          <Button>
            <Download size={16} strokeWidth={1.75} aria-hidden /> Download
          </Button>
        }
      >
        {(["pdf", "xlsx", "csv"] as const).map((format) => (
          <MenuLink key={format} href={href(`${path}/statement`, { format })} download>
            {format.toUpperCase()}
          </MenuLink>
        ))}
      </Menu>
      {of.canDrawUp && of.inBooks !== of.totalTaxOwed && (
        <Button disabled={again.pending} onClick={() => again.run(undefined)}>
          Draw up again
        </Button>
      )}
      {of.canReview && (
        <Button kind="primary" disabled={review.pending} onClick={() => review.run()}>
          Review
        </Button>
      )}
      {of.canFile && (
        <Button kind="primary" onClick={() => dialog.open("file-tax", of.id)}>
          File
        </Button>
      )}
      {of.canPay && (
        <Button kind="primary" onClick={() => dialog.open("tax-payment", of.id)}>
          Record payment
        </Button>
      )}
      {dialog.name === "file-tax" && of.canFile && (
        <ConfirmDialog
          title={`File ${of.reportNumber}`}
          text={`${formatMoney(of.totalTaxOwed, of.currency)} owed. Filed today; it is not prepared again after that.`}
          confirm="File"
          pending="Filing..."
          reason={{ label: "Reference of the authority" }}
          onConfirm={file.send}
          onClose={dialog.close}
        />
      )}
    </>
  )
}

const Lines = ({ of }: { readonly of: TaxReportWithLines }) => (
  <section className="part">
    <h3>Lines</h3>
    {of.lines.length === 0 ? (
      <p className="muted">No tax in this month.</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
      <div className="table-frame" tabIndex={0} role="region" aria-label="Lines">
        <table className="table books-lines">
          <thead>
            <tr>
              <th>Entry</th>
              <th className="num">Taxable ({of.currency})</th>
              <th className="num">Percent</th>
              <th className="num">Tax ({of.currency})</th>
            </tr>
          </thead>
          <tbody>
            {of.lines.map((line, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an entry can have two lines
              <tr key={n}>
                <td className="books-words">
                  <Link className="link" to={`/financial?tab=reports&view=journal&open=${line.journalEntryId}`}>
                    {line.entryNumber}
                  </Link>
                  <small className="muted">
                    <Day date={line.date} /> · {line.description}
                  </small>
                </td>
                <td className="num">{formatFigure(line.taxableAmount)}</td>
                <td className="num">{line.taxRate ?? ""}</td>
                <td className="num">{formatFigure(line.taxAmount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>Total</td>
              <td className="num">{formatFigure(of.totalTaxable)}</td>
              <td />
              <td className="num">{formatFigure(of.totalTaxOwed)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    )}
  </section>
)

const Payments = ({ of }: { readonly of: TaxReport }) => {
  const payments = useApi("GET /api/tax-payments", { query: { taxReportId: of.id } })
  const dialog = useDialog()
  if (!payments.data || payments.data.length === 0) return null
  const asked = payments.data.find(({ id }) => dialog.value === String(id))
  return (
    <section className="part">
      <h3>Payments</h3>
      <table className="table books-lines">
        <tbody>
          {payments.data.map((payment) => (
            <tr key={payment.id}>
              <td className="books-words">
                {payment.paymentNumber} <Badge tone={payment.status === "paid" ? "green" : "gray"}>{statusWord(payment.status)}</Badge>
                <small className="muted">
                  <Day date={payment.paymentDate} />
                  {[payment.referenceNumber, payment.reason, payment.reversal && reversalReason(payment.reversal), personName(payment.recordedByUser)]
                    .filter(Boolean)
                    .map((text) => ` · ${text}`)}
                </small>
              </td>
              <td className="num">{formatFigure(payment.paymentAmount)}</td>
              <td>
                {(["approve", "pay", "cancel"] as const)
                  .filter((act) => payment[`can${act === "approve" ? "Approve" : act === "pay" ? "Pay" : "Cancel"}`])
                  .map((act) => (
                    <button
                      key={act}
                      type="button"
                      className="act"
                      data-solid={act !== "cancel" || undefined}
                      onClick={() => dialog.open(`${act}-tax`, payment.id)}
                    >
                      {words[act]}
                    </button>
                  ))}
                <ReverseButton
                  can={payment.canReverse}
                  what={payment.paymentNumber}
                  path={pathOf("GET /api/tax-payments/:id", { id: payment.id })}
                  version={payment.version}
                  lists={[...pathsOf("GET /api/tax-payments", "GET /api/tax-reports"), pathOf("GET /api/tax-reports/:id", { id: of.id })]}
                  asLink
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked && (dialog.name === "approve-tax" || dialog.name === "pay-tax" || dialog.name === "cancel-tax") && (
        <Deciding act={dialog.name.replace("-tax", "") as keyof typeof words} of={asked} onClose={dialog.close} />
      )}
    </section>
  )
}

const words = { approve: "Approve", pay: "Pay", cancel: "Cancel" } as const

const Deciding = ({ act, of, onClose }: { readonly act: keyof typeof words; readonly of: TaxPayment; readonly onClose: () => void }) => {
  const report = pathOf("GET /api/tax-reports/:id", { id: of.taxReportId })
  const decide = useCommand(`POST /api/tax-payments/:id/${act}`, {
    id: of.id,
    body: (said: string) => (act === "approve" ? undefined : act === "pay" ? { reference: said || null } : { reason: said }),
    lists: [...taxLists, report, `${report}/history`],
    done: `${of.paymentNumber} ${{ approve: "approved", pay: "paid", cancel: "cancelled" }[act]}`,
    failed: `Failed to ${act} the payment`,
  })
  const amount = formatMoney(of.paymentAmount, of.currency)
  return (
    <ConfirmDialog
      title={`${words[act]} ${of.paymentNumber}`}
      text={
        { approve: `${amount} to the tax authority. Another person pays it.`, pay: `${amount} is posted as paid today.`, cancel: `${amount} is not paid.` }[act]
      }
      confirm={`${words[act]} payment`}
      pending="Saving..."
      danger={act === "cancel"}
      {...(act === "pay" && { reason: { label: "Reference of the bank" } })}
      {...(act === "cancel" && { reason: { label: "Reason", required: true } })}
      onConfirm={decide.send}
      onClose={onClose}
    />
  )
}
