/** One payment by a client: what it settled, its history, and reversing it. */
import { Figure } from "@ops/platform/ui/figure.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { reversalFacts } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { ReverseButton } from "@ops/ledger/reversals/web/reverse-button.tsx"
import { Link } from "react-router-dom"
import { pathOf } from "../../web/client.ts"
import { invoiceLists } from "../../web/labels.ts"
import { screen } from "../screen.ts"

export const ReceiptDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <ResourceDrawer
    screen={screen}
    id={id}
    parts={(of) => ({
      subject: of.clientName,
      facts: {
        clientName: (
          <Link key="client" className="link" to={`/clients?open=${of.clientId}`}>
            {of.clientName}
          </Link>
        ),
        unallocated: of.unallocated !== "0.00" && (
          <Figure
            key="unallocated"
            value={formatMoney(of.unallocated, of.currency)}
            of={{ name: "payment.unallocated", parameters: { id: of.id } }}
            label="Client credit"
          />
        ),
      },
      more: [
        ...of.allocations.map(
          ({ invoiceId, invoiceNumber, amount }) =>
            [
              `Settles ${invoiceNumber}`,
              <Link key={invoiceId} className="link" to={`/invoices?view=all&open=${invoiceId}`}>
                {formatMoney(amount, of.currency)}
              </Link>,
            ] as const,
        ),
        ...reversalFacts(of.reversal),
      ],
      actions: (
        <ReverseButton
          can={of.canReverse}
          what={of.paymentNumber}
          path={pathOf("GET /api/payments/:id", { id: of.id })}
          version={of.version}
          lists={invoiceLists}
        />
      ),
    })}
    onClose={onClose}
  />
)
