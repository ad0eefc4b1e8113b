/** Creates a calendar with a secret address. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { pathsOf, useCommand } from "../../web/client.ts"
import { whatOptions } from "./labels.ts"

const Form = formOf(
  { name: text("Name", 60, true), leave: Schema.Boolean, rosters: Schema.Boolean, maintenance: Schema.Boolean },
  ({ leave, rosters, maintenance }) =>
    leave || rosters || maintenance ? undefined : { path: ["leave"], issue: "Choose at least one of leave, rosters and maintenance" },
)

interface Props {
  readonly onMade: (made: { readonly name: string; readonly address: string }) => void
  readonly onClose: () => void
}

export default function CalendarDialog({ onMade, onClose }: Props) {
  const make = useCommand("POST /api/calendars", {
    body: (form: typeof Form.Type) => ({ name: form.name.trim(), what: whatOptions.flatMap(({ value }) => (form[value] ? [value] : [])) }),
    lists: pathsOf("GET /api/calendars"),
    failed: "Failed to create the calendar",
  })
  return (
    <FormDialog
      title="New calendar"
      help="It shows what you can see when it is read."
      schema={Form}
      defaults={{ name: "Field Office", leave: true, rosters: true, maintenance: false }}
      submit="Make calendar"
      pending="Making..."
      save={async (form) => onMade(await make.send(form))}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required />
      {whatOptions.map(({ value, label, hint }) => (
        <CheckField key={value} name={value} label={label} hint={hint} />
      ))}
    </FormDialog>
  )
}
