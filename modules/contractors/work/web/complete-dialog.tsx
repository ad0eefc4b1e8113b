/** Completes the work, with its last day and a rating. Later the rating alone. */
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

const Complete = Schema.toStandardSchemaV1(Schema.Struct({ date: day("Last day"), rating: within("Rating", 5), note: text("Note", 500) }))
const Rate = Schema.toStandardSchemaV1(Schema.Struct({ date: Schema.String, rating: filled(within("Rating", 5, true)), note: text("Note", 500) }))

export default function CompleteDialog({ of, onClose }: { readonly of: typeof ContractorAssignmentAnswer.Type; readonly onClose: () => void }) {
  const rates = of.status === "completed"
  const save = useCommand(rates ? "PUT /api/contractor-assignments/:id/rating" : "PUT /api/contractor-assignments/:id/complete", {
    id: of.id,
    body: ({ date, rating, note }: typeof Complete.Type) => (rates ? { rating, note } : { date, rating: rating ?? null, note }),
    lists: contractorLists,
    done: rates ? "Work rated" : "Assignment completed",
    failed: rates ? "Failed to rate the work" : "Failed to complete the assignment",
  })
  return (
    <FormDialog
      title={rates ? "Rate Work" : "Complete Assignment"}
      help={`${fullName(of.contractor)}, ${of.task} at ${of.site.name}.`}
      schema={rates ? Rate : Complete}
      defaults={{ date: today(), rating: of.rating === null ? undefined : Number(of.rating), note: of.ratingNote ?? "" }}
      submit={rates ? "Save rating" : "Complete"}
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      {!rates && <DateField name="date" label="Last day" max={today()} required />}
      <NumberField
        name="rating"
        label="Rating"
        min={0}
        max={5}
        step={0.1}
        unit="of 5"
        {...(rates ? { required: true } : { hint: "Leave blank to rate it later" })}
      />
      <TextField name="note" label="Note" />
    </FormDialog>
  )
}
