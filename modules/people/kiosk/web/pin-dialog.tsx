/** Sets the PIN for tapping in and out at a kiosk. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { StaffProfileAnswer } from "../../contract.ts"
import { useCommand } from "../../web/client.ts"
import { peopleLists } from "../../web/staff-labels.ts"

const Form = formOf(
  {
    pin: Schema.String.check(Schema.isPattern(/^\d{4,6}$/, { message: "PIN must be 4 to 6 digits" })),
    again: Schema.String,
  },
  ({ pin, again }) => (pin === again ? undefined : { path: ["again"], issue: "The two PINs differ" }),
)

export default function PinDialog({ person, onClose }: { readonly person: typeof StaffProfileAnswer.Type; readonly onClose: () => void }) {
  const save = useCommand("PUT /api/hr/staff/:id/pin", {
    id: person.id,
    body: ({ pin }: typeof Form.Type) => ({ pin }),
    lists: peopleLists,
    done: "PIN set",
    failed: "Failed to set the PIN",
  })
  return (
    <FormDialog
      title={`PIN of ${person.firstName} ${person.lastName}`}
      help={`With ${person.staffNumber} and this PIN, you clock in and out at a kiosk. 4 to 6 digits, not in a row.`}
      schema={Form}
      defaults={{ pin: "", again: "" }}
      submit="Set PIN"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <TextField name="pin" label="PIN" type="password" autoComplete="off" required />
      <TextField name="again" label="PIN again" type="password" autoComplete="off" required />
    </FormDialog>
  )
}
