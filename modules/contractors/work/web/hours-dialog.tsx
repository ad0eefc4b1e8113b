/** Records what a contractor worked on a day. */
import { today } from "@ops/platform/ui/date.tsx"
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, NumberField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { day, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { ContractorAssignmentAnswer } from "../contract.ts"
import { useCommand } from "../../web/client.ts"
import { within } from "../../web/contractor-form.ts"
import { contractorLists, fullName } from "../../web/labels.ts"

const Form = Schema.toStandardSchemaV1(Schema.Struct({ date: day("Day"), hours: filled(within("Hours", 24, true)), note: text("Note", 500) }))

export default function HoursDialog({ of, onClose }: { readonly of: typeof ContractorAssignmentAnswer.Type; readonly onClose: () => void }) {
  const record = useCommand("POST /api/contractor-hours", {
    body: (form: typeof Form.Type) => ({ ...form, assignmentId: of.id }),
    lists: contractorLists,
    done: "Hours recorded",
    failed: "Failed to record the hours",
  })
  return (
    <FormDialog
      title="Record Hours"
      help={`${fullName(of.contractor)}, ${of.task}. Another person approves them; until then, recording the same day again corrects them.`}
      schema={Form}
      defaults={{ date: of.completedOn ?? today(), hours: 8, note: "" }}
      submit="Record hours"
      pending="Recording..."
      save={record.send}
      onClose={onClose}
    >
      <div className="pair">
        <DateField name="date" label="Day" min={of.startedOn ?? of.startDate} max={of.completedOn ?? today()} required />
        <NumberField name="hours" label="Hours" min={0} max={24} step={0.25} unit="hours" required />
      </div>
      <TextField name="note" label="Note" />
    </FormDialog>
  )
}
