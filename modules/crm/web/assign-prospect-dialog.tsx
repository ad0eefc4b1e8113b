/** Who deals with a prospect. */
import { useWrite } from "@ops/platform/ui/data.ts"
import { FormDialog } from "@ops/platform/ui/form-dialog.tsx"
import { SelectField } from "@ops/platform/ui/form-fields.tsx"
import { Schema } from "effect"
import { chosen } from "./crm-form.ts"
import { type Member, nameOf, type Prospect, prospectLists, prospectPath } from "./words.ts"

const Form = Schema.toStandardSchemaV1(Schema.Struct({ assignedTo: chosen }))

export default function AssignProspectDialog({
  prospect,
  team,
  onClose,
}: {
  readonly prospect: Prospect
  readonly team: readonly Member[]
  readonly onClose: () => void
}) {
  const assign = useWrite<typeof Form.Type, Prospect>({
    method: "PATCH",
    path: () => `${prospectPath(prospect.id)}/assign`,
    body: ({ assignedTo }) => ({ assignedTo: assignedTo || null }),
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
        placeholder="Nobody"
        options={team.map((member) => ({ value: member.id, label: nameOf(member) }))}
      />
    </FormDialog>
  )
}
