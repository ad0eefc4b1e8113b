/** Makes a client of a won prospect: a new one, or an existing one. Its contract is signed next. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, maybe } from "@ops/platform/ui/forms/checked-form.ts"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { type Prospect, prospectLists } from "../../web/labels.ts"

const Form = formOf({ clientId: maybe })

export default function ConvertDialog({
  prospect,
  onClose,
  onConverted,
}: {
  readonly prospect: Prospect
  readonly onClose: () => void
  readonly onConverted: (clientId: number) => void
}) {
  const clients = useApi("GET /api/clients", { query: { limit: 1000, sort: "companyName" } })
  const convert = useCommand("POST /api/crm/prospects/:id/convert", {
    id: prospect.id,
    body: ({ clientId }: typeof Form.Type) => ({ clientId: clientId || null }),
    lists: [...prospectLists, ...pathsOf("GET /api/clients")],
    done: ({ clientName, clientCode }) => `${clientName} is client ${clientCode}`,
    failed: "Failed to convert prospect",
    onDone: ({ clientId }) => clientId !== null && onConverted(clientId),
  })
  const there = (clients.data ?? []).filter(({ status }) => status !== "inactive")
  return (
    <FormDialog
      title={`Convert ${prospect.companyName} to a client`}
      help="The new client takes the prospect's name and contact. Next, sign its contract."
      schema={Form}
      defaults={{ clientId: undefined }}
      submit="Convert to client"
      pending="Converting..."
      save={convert.send}
      onClose={onClose}
    >
      <SelectField
        name="clientId"
        label="Client"
        numeric
        placeholder={`New client: ${prospect.companyName}`}
        options={there.map(({ id, clientCode, companyName }) => ({ value: id, label: `${clientCode} ${companyName}` }))}
        hint="Or link to an existing client"
      />
    </FormDialog>
  )
}
