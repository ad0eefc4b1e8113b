/** One invoice or credit note: its lines, its payments, its history, and what this person may do. */
import { href } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { keepInstant } from "@ops/platform/ui/instant.ts"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteName } from "@ops/platform/ui/site-code.tsx"
import { Activity } from "@ops/platform/ui/record/activity.tsx"
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { Link } from "react-router-dom"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { pdfOf } from "./invoice-preview.tsx"
import { InvoiceStatus } from "./invoice-status.tsx"
import { type Invoice, invoiceLists, kindName, numberOf } from "../../web/labels.ts"

export const InvoiceDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <RecordDrawer of={useApi("GET /api/invoices/:id", { id })} noun="Invoice" loading="Loading invoices..." onClose={onClose}>
    {(of) => (
      <Drawer
        title={numberOf(of)}
        subject={of.clientName}
        status={<InvoiceStatus invoice={of} mail={of.mailStatus} />}
        onClose={onClose}
        actions={<Acts of={of} />}
      >
        <Facts of={of} />
        <Lines of={of} />
        <Payments of={of} />
        <CreditNotes of={of} />
        <Activity path={pathOf("GET /api/invoices/:id", { id: of.id })}>
          <Button asChild>
            <a href={href(`/api/audit/evidence/invoice/${of.id}`)} download>
              Evidence
            </a>
          </Button>
        </Activity>
      </Drawer>
    )}
  </RecordDrawer>
)

const figure = (name: string, { id }: Invoice, line?: number) => ({ name: `invoice.${name}`, parameters: { id, line } })

/** Another invoice, shown in place of this one. */
const Other = ({ id, number }: { readonly id: number; readonly number: string }) => {
  const [, setOpen] = useAddress("open", "push")
  return (
    <a
      className="link"
      href={keepInstant(`?open=${id}`)}
      onClick={(event) => {
        event.preventDefault()
        void setOpen(String(id))
      }}
    >
      {number}
    </a>
  )
}

const Facts = ({ of }: { readonly of: Invoice }) => (
  <section className="part">
    <KeyValues
      of={[
        ["Kind", kindName(of.kind)],
        ["Site", <SiteName key="site" id={of.siteId} />],
        [
          "Client",
          <span key="client">
            <Link className="link" to={`/clients?open=${of.clientId}`}>
              {of.clientName}
            </Link>
            {of.clientAddress && `, ${of.clientAddress}`}
          </span>,
        ],
        of.clientEmail !== null && ["E-mail", of.clientEmail],
        ["Period", of.billingPeriod],
        of.issueDate !== null && ["Date", <Day key="date" date={of.issueDate} />],
        of.kind !== "credit_note" && ["Due", <Day key="due" date={of.dueDate} />],
        of.mealsServed > 0 && [
          "Meals served",
          <span key="meals">
            <Figure value={of.mealsServed} of={figure("served", of)} label="Meals served" />,{" "}
            <Figure value={of.mealsMissed} of={figure("missed", of)} label="Meals missed" /> missed
          </span>,
        ],
        of.staffCount > 0 && ["Staff", of.staffCount],
        of.sentAt !== null && ["Sent", <When key="sent" at={of.sentAt} />],
        of.creditOf !== null && ["Credit of", <Other key="of" id={of.creditOf} number={of.creditOfNumber ?? `Invoice ${of.creditOf}`} />],
        of.replaces !== null && ["In place of", <Other key="replaces" id={of.replaces} number="an invoice that was cancelled" />],
        of.overrideReason !== null && ["Reason", of.overrideReason],
        of.notes !== "" && ["Notes", of.notes],
      ]}
    />
  </section>
)

const Lines = ({ of }: { readonly of: Invoice }) => {
  const { currency } = of
  const sum = (label: string, amount: string, name: string) => (
    <tr key={label}>
      <td colSpan={3}>{label}</td>
      <td className="num">
        <Figure value={<Money amount={amount} currency={currency} plain />} of={figure(name, of)} label={label} />
      </td>
    </tr>
  )
  return (
    <section className="part">
      <h3>Lines</h3>
      <div className="table-frame">
        <table className="table bill-lines">
          <thead>
            <tr>
              <th>Description</th>
              <th className="num">Qty</th>
              <th className="num">Price</th>
              <th className="num">{currency}</th>
            </tr>
          </thead>
          <tbody>
            {of.lines.map(({ line, description, quantity, unitPrice, amount }) => (
              <tr key={line}>
                <td className="bill-words">{description}</td>
                <td className="num">{quantity}</td>
                <td className="num">
                  <Money amount={unitPrice} currency={currency} plain />
                </td>
                <td className="num">
                  <Figure value={<Money amount={amount} currency={currency} plain />} of={figure("line", of, line)} label={description} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {sum("Net", of.subtotalAmount, "subtotal")}
            {of.taxes.map(({ rate, tax }) => sum(`Tax ${rate}%`, tax, "tax"))}
            {sum("Total", of.totalAmount, "total")}
          </tfoot>
        </table>
      </div>
      {of.kind !== "credit_note" && of.issueDate !== null && (
        <KeyValues
          of={[
            ["Paid", <Figure key="paid" value={formatMoney(of.paidAmount, currency)} of={figure("paid", of)} label="Paid" />],
            ["Credited", <Figure key="credited" value={formatMoney(of.creditedAmount, currency)} of={figure("credited", of)} label="Credited" />],
            [
              "Open",
              <b key="open">
                <Figure value={formatMoney(of.openAmount, currency)} of={figure("open", of)} label="Open" />
              </b>,
            ],
          ]}
        />
      )}
    </section>
  )
}

const Payments = ({ of }: { readonly of: Invoice }) =>
  of.payments.length > 0 && (
    <section className="part">
      <h3>Payments</h3>
      <KeyValues
        of={of.payments.map(({ paymentId, paymentNumber, amount, date }) => [
          amount.startsWith("-") ? `${paymentNumber} reversed` : paymentNumber,
          <span key={`${paymentId} ${amount}`}>
            <Link className="link" to={`/invoices?view=receipts&open=${paymentId}`}>
              {formatMoney(amount, of.currency)}
            </Link>{" "}
            · <Day date={date} />
          </span>,
        ])}
      />
    </section>
  )

const CreditNotes = ({ of }: { readonly of: Invoice }) =>
  of.creditNotes.length > 0 && (
    <section className="part">
      <h3>Credit notes</h3>
      <ul>
        {of.creditNotes.map(({ id, invoiceNumber, totalAmount, issueDate }) => (
          <li key={id}>
            <Other id={id} number={invoiceNumber} /> {formatMoney(totalAmount, of.currency)} · <Day date={issueDate} />
          </li>
        ))}
      </ul>
    </section>
  )

const Acts = ({ of }: { readonly of: Invoice }) => {
  const dialog = useDialog()
  const { can } = useSession()
  const button = (name: string, label: string, kind: "plain" | "primary" | "danger" = "plain") => (
    <Button kind={kind} onClick={() => dialog.open(name, of.id)}>
      {label}
    </Button>
  )
  const issues = of.canDiscard && of.kind === "meal"
  return (
    <>
      {of.canDiscard && button("discard", "Discard", "danger")}
      {of.canCredit && button("credit", "Credit", "danger")}
      {button("preview", "Preview")}
      <Button asChild>
        <a href={pdfOf(of)} target="_blank" rel="noreferrer">
          Download
        </a>
      </Button>
      {of.canSend && button("send", "Send", of.canPay || of.status === "paid" ? "plain" : "primary")}
      {of.cancelledBy?.canSend && <Button onClick={() => dialog.open("send", of.cancelledBy!.id)}>Send credit note</Button>}
      {of.canPay && can("finance.full") && <UseCredit of={of} />}
      {of.canPay && button("record-payment", "Record Payment", "primary")}
      {issues && button("issue", "Issue", "primary")}
    </>
  )
}

/** Settles the invoice with the client's credit. */
const UseCredit = ({ of }: { readonly of: Invoice }) => {
  const accounts = useApi("GET /api/client-accounts", { query: { clientId: of.clientId } })
  const credit = accounts.data?.[0]?.credit[of.currency]
  const apply = useCommand("POST /api/invoices/:id/apply-credit", { id: of.id, lists: invoiceLists, done: "Credit used", failed: "Failed to use the credit" })
  if (!credit || Number(credit) <= 0) return null
  return (
    <Button disabled={apply.pending} onClick={() => void apply.run()}>
      Use credit of {formatMoney(credit, of.currency)}
    </Button>
  )
}
