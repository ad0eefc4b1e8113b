/** Adds a client, or changes its details. Completing a draft makes it an active client. */
import { ChangeForm, RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import type { clients } from "../resource.ts"
import { screen } from "../screen.ts"

const rows = ["companyName", ["contactPerson", "phone"], "email", "address", ["paymentTerms", "currency"]] as const

export default function ClientForm({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (id: number) => void }) {
  return (
    <RecordForm
      screen={screen}
      command="add"
      title="Add client"
      submit="Add client"
      help="Invoices are sent to this e-mail address."
      draft="client"
      rows={[...rows, "notes"]}
      onDone={({ id }) => onMade(id)}
      onClose={onClose}
    />
  )
}

export const ChangeClientForm = ({ client, onClose }: { readonly client: (typeof clients)["Row"]; readonly onClose: () => void }) => (
  <ChangeForm
    screen={screen}
    command="change"
    row={client}
    narrow={false}
    submit="Save client"
    help={client.status === "draft" ? "Created with an invoice. It becomes a client when you save it." : "Invoices are sent to this e-mail address."}
    hints={{ statementsFrom: "From this day on, month-ends wait for the client's statement of account. Blank if it sends none." }}
    rows={[...rows, "statementsFrom", "notes"]}
    onClose={onClose}
  />
)
