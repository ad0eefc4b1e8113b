/** A person's last day of employment. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { day, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import type { StaffProfileAnswer } from "../../contract.ts"
import { useCommand } from "../../web/client.ts"
import { peopleLists } from "../../web/staff-labels.ts"

const Form = formOf({ terminationDate: day("Last day"), reason: text("Reason", 500, true) })

export default function TerminationDialog({ person, onClose }: { readonly person: typeof StaffProfileAnswer.Type; readonly onClose: () => void }) {
  const save = useCommand("PUT /api/hr/staff/:id/terminate", {
    id: person.id,
    lists: peopleLists,
    done: "Employment ended",
    failed: "Failed to end the employment",
  })
  return (
    <FormDialog
      title={`End the employment of ${person.firstName} ${person.lastName}`}
      help="The last day, no later than today. The account is closed; Finance settles what is owed under Pay."
      schema={Form}
      defaults={{ terminationDate: today(), reason: "" }}
      submit="End employment"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <DateField name="terminationDate" label="Last day" max={today()} required />
      <TextField name="reason" label="Reason" required />
    </FormDialog>
  )
}
