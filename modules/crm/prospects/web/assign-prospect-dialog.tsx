/** Assigns a prospect. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, maybe } from "@ops/platform/ui/forms/checked-form.ts"
import { useCommand } from "../../web/client.ts"
import { type Member, nameOf, type Prospect, prospectLists } from "../../web/labels.ts"

const Form = formOf({ assignedTo: maybe })

export default function AssignProspectDialog({
  prospect,
  team,
  onClose,
}: {
  readonly prospect: Prospect
  readonly team: readonly Member[]
  readonly onClose: () => void
}) {
  const assign = useCommand("PATCH /api/crm/prospects/:id/assign", {
    id: prospect.id,
    body: ({ assignedTo }: typeof Form.Type) => ({ assignedTo: assignedTo || null }),
    lists: prospectLists,
    done: ({ assignedToUser }) => `Assigned to ${nameOf(assignedToUser)}`,
    failed: "Failed to assign prospect",
  })
  return (
    <FormDialog
      title={`Assign ${prospect.companyName}`}
      schema={Form}
      defaults={{ assignedTo: prospect.assignedTo ?? undefined }}
      submit="Assign"
      pending="Assigning..."
      save={assign.send}
      onClose={onClose}
    >
      <SelectField
        name="assignedTo"
        label="Assigned to"
        numeric
        placeholder="Unassigned"
        options={team.map((member) => ({ value: member.id, label: nameOf(member) }))}
      />
    </FormDialog>
  )
}
