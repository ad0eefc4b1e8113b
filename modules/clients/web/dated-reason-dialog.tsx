/** Asks for a date and, if required, a reason: the end of a contract, a person's last day, their return. */
import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { day, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"

const form = (label: string, reason: boolean) => formOf({ day: day(label), reason: text("Reason", 500, reason), status: Schema.String })

export interface DatedReason {
  readonly title: string
  readonly help: string
  readonly label: string
  /** path of the call, and the name of its date field */
  readonly path: string
  readonly field: "endDate" | "from"
  readonly reason: "required" | "optional" | "none"
  /** choices sent as `status` */
  readonly statuses?: readonly { readonly value: string; readonly label: string }[]
  readonly submit: string
  readonly done: string
  readonly failed: string
  readonly lists: readonly string[]
}

export default function DatedReasonDialog({ asked, onClose }: { readonly asked: DatedReason; readonly onClose: () => void }) {
  const { title, help, label, path, field, reason, statuses, submit, done, failed, lists } = asked
  const send = useApiMutation<{ day: string; reason: string; status: string }, unknown>({
    method: "POST",
    path: () => path,
    body: ({ day, reason: said, status }) => ({ [field]: day, ...(reason !== "none" && { reason: said }), ...(statuses && { status }) }),
    lists,
    done,
    failed,
  })
  return (
    <FormDialog
      title={title}
      help={help}
      schema={form(label, reason === "required")}
      defaults={{ day: today(), reason: "", status: statuses?.[0]?.value ?? "" }}
      submit={submit}
      pending="Saving..."
      save={send.send}
      onClose={onClose}
    >
      {statuses && <SelectField name="status" label="Outcome" options={statuses} required />}
      <DateField name="day" label={label} required />
      {reason !== "none" && <TextField name="reason" label="Reason" required={reason === "required"} />}
    </FormDialog>
  )
}
