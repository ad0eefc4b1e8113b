/** Says on which day an assignment ends. */
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { day, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { AssignmentAnswer } from "../contract.ts"
import { useCommand } from "../../web/client.ts"
import { assignmentLists, fullName } from "../../leave/web/labels.ts"

const Form = Schema.toStandardSchemaV1(Schema.Struct({ endDate: day("End date"), reason: text("Reason", 500) }))

export default function EndAssignmentDialog({ of, onClose }: { readonly of: typeof AssignmentAnswer.Type; readonly onClose: () => void }) {
  const end = useCommand("PUT /api/hr/assignments/:id/end", {
    id: of.id,
    lists: assignmentLists,
    done: "Assignment ended",
    failed: "Failed to end the assignment",
  })
  return (
    <FormDialog
      title="End assignment"
      help={`${fullName(of.staff)}, ${of.role} at ${of.site.name} since ${formatDay(of.startDate)}.`}
      schema={Form}
      defaults={{ endDate: today(), reason: "" }}
      submit="End assignment"
      pending="Ending..."
      save={end.send}
      onClose={onClose}
    >
      <DateField name="endDate" label="Last day" min={of.startDate} {...(of.endDate !== null && { max: of.endDate })} required />
      <TextField name="reason" label="Reason" />
    </FormDialog>
  )
}
