/** Every payment that clients have made. */
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { useApi } from "../../web/client.ts"
import { screen } from "../screen.ts"
import { ReceiptDrawer } from "./receipt-drawer.tsx"

export const ReceiptsList = () => {
  const clients = useApi("GET /api/clients").data ?? []
  return (
    <ResourcePage
      screen={screen}
      moreFilters={[{ field: "clientId", label: "Client", options: clients.map(({ id, companyName }) => ({ value: String(id), label: companyName })) }]}
      filters={{ from: "Paid from", to: "Paid to" }}
      columns={{
        paymentNumber: { header: "Receipt #" },
        clientName: { id: "client", sort: true, grows: true },
        reference: { grows: true },
        invoices: { grows: true },
        // reversed payments are listed among the others: a sum would be meaningless
        amount: { noTotal: true },
      }}
      drawer={(id, close) => <ReceiptDrawer key={id} id={id} onClose={close} />}
    />
  )
}
