import { Day } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { pathOf, useApi } from "../../web/client.ts"
import { ReceiptDrawer } from "./receipt-drawer.tsx"
import { methodName, methodOptions, type Receipt, receiptStatusOptions } from "../../web/labels.ts"

const figure =
  (name: string) =>
  ({ id }: Receipt) => ({ name: `payment.${name}`, parameters: { id } })

/** Every payment that clients have made. */
export const ReceiptsList = () => {
  const clients = useApi("GET /api/clients").data ?? []
  return (
    <ListPage
      path={pathOf("GET /api/payments")}
      noun={["receipt", "receipts"]}
      loading="Loading receipts..."
      rowId={({ id }) => String(id)}
      number={({ paymentNumber }) => paymentNumber}
      filters={[
        { field: "status", label: "Status", options: receiptStatusOptions },
        { field: "clientId", label: "Client", options: clients.map(({ id, companyName }) => ({ value: String(id), label: companyName })) },
        { field: "method", label: "Method", options: methodOptions },
        {
          field: "currency",
          label: "Currency",
          options: [
            { value: "USD", label: "USD" },
            { value: "SSP", label: "SSP" },
          ],
        },
        { field: "from", label: "Paid from", date: true },
        { field: "to", label: "Paid to", date: true },
      ]}
      columns={[
        { id: "paymentNumber", header: "Receipt #", cell: ({ paymentNumber }) => paymentNumber, sort: true },
        { id: "date", header: "Date", cell: ({ date }) => <Day date={date} />, sort: true },
        { id: "client", header: "Client", cell: ({ clientName }) => clientName, sort: true, grows: true },
        { id: "method", header: "Method", cell: ({ method }) => methodName(method) },
        { id: "reference", header: "Reference", cell: ({ reference }) => reference, grows: true },
        { id: "invoices", header: "Settles", cell: ({ allocations }) => allocations.map(({ invoiceNumber }) => invoiceNumber).join(", "), grows: true },
        { id: "status", header: "Status", cell: ({ status }) => <StatusMark status={status} /> },
        // what was reversed stands among the others: a sum would say nothing
        { id: "amount", header: "Amount", money: ({ amount, currency }) => ({ amount, currency }), explain: figure("amount"), sort: true, noTotal: true },
      ]}
      card={(receipt) => ({
        title: receipt.paymentNumber,
        mark: <StatusMark status={receipt.status} />,
        text: `${receipt.clientName} · ${methodName(receipt.method)}`,
        figure: <Money amount={receipt.amount} currency={receipt.currency} />,
      })}
      empty={{ title: "No receipts found" }}
      drawer={(id, _, close) => <ReceiptDrawer key={id} id={id} onClose={close} />}
    />
  )
}
