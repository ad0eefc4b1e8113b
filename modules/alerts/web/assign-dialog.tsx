/** Assigns an alert to a person it concerns. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { checkedText, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { useApi, useCommand } from "./client.ts"
import { type Alert, alertLists } from "./labels.ts"

const Form = formOf({ to: checkedText((to) => (to === "" ? "Choose who handles it" : undefined)) })

export default function AssignDialog({ of, onClose }: { readonly of: Alert; readonly onClose: () => void }) {
  const user = useUser()
  const people = useApi("GET /api/alerts/:id/assignees", { id: of.id })
  const assign = useCommand("POST /api/alerts/:id/assign", {
    id: of.id,
    body: ({ to }: typeof Form.Type) => ({ to: Number(to) }),
    lists: alertLists,
    done: ({ assignedToName }) => `Assigned to ${assignedToName}`,
    failed: "Failed to assign alert",
  })
  const options = (people.data ?? [])
    .toSorted((a, b) => Number(b.id === Number(user.id)) - Number(a.id === Number(user.id)))
    .map(({ id, name, position }) => ({ value: String(id), label: id === Number(user.id) ? `${name} (me)` : position ? `${name}, ${position}` : name }))
  return (
    <FormDialog
      title="Assign alert"
      help={of.title}
      schema={Form}
      defaults={{ to: "" }}
      submit="Assign"
      pending="Assigning..."
      save={assign.send}
      onClose={onClose}
    >
      <SelectField name="to" label="To" options={options} placeholder={people.isPending ? "Loading people..." : "Choose a person"} required />
    </FormDialog>
  )
}
