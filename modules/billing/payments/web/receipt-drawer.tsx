/** One payment of a client: what it settled, what happened, and reversing it. */
import { Day } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { reversalFacts } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { ReverseButton } from "@ops/ledger/reversals/web/reverse-button.tsx"
import { Link } from "react-router-dom"
import { pathOf, useApi } from "../../web/client.ts"
import { invoiceLists, methodName } from "../../web/labels.ts"

export const ReceiptDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const path = pathOf("GET /api/payments/:id", { id })
  const payment = useApi("GET /api/payments/:id", { id })
  const history = useApi("GET /api/payments/:id/history", { id })
  const of = payment.data
  if (!of) {
    return (
      <Drawer title="Receipt" onClose={onClose}>
        {payment.isError ? <ErrorPanel error={payment.error} retry={() => void payment.refetch()} /> : <Loading rows={6} label="Loading receipts..." />}
      </Drawer>
    )
  }
  const money = (name: string, label: string, amount: string) => (
    <Figure value={formatMoney(amount, of.currency)} of={{ name: `payment.${name}`, parameters: { id: of.id } }} label={label} />
  )
  return (
    <Drawer
      title={of.paymentNumber}
      subject={of.clientName}
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={<ReverseButton can={of.canReverse} what={of.paymentNumber} path={path} version={of.version} lists={invoiceLists} />}
    >
      <section className="part">
        <KeyValues
          of={[
            ["Amount", money("amount", "Amount", of.amount)],
            [
              "Client",
              <Link key="client" className="link" to={`/clients?open=${of.clientId}`}>
                {of.clientName}
              </Link>,
            ],
            ["Date", <Day key="date" date={of.date} />],
            ["Method", methodName(of.method)],
            of.reference !== null && ["Reference", of.reference],
            ...of.allocations.map(
              ({ invoiceId, invoiceNumber, amount }) =>
                [
                  `Settles ${invoiceNumber}`,
                  <Link key={invoiceId} className="link" to={`/invoices?view=all&open=${invoiceId}`}>
                    {formatMoney(amount, of.currency)}
                  </Link>,
                ] as const,
            ),
            of.unallocated !== "0.00" && ["Client credit", money("unallocated", "Client credit", of.unallocated)],
            of.notes !== "" && ["Notes", of.notes],
            ...reversalFacts(of.reversal),
          ]}
        />
      </section>
      {history.data && (
        <section className="part">
          <h3>Activity</h3>
          <Timeline
            events={[...history.data].reverse().map((event) => ({ ...event, changes: (event.changes ?? []).filter(({ field }) => field === "status") }))}
          />
        </section>
      )}
    </Drawer>
  )
}
