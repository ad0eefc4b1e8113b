/** Sets a person's pay from a date. Earlier terms stay in the history. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { amount, day, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { StaffProfileAnswer } from "../../contract.ts"
import { useCommand } from "../../web/client.ts"
import { payOptions, peopleLists } from "../../web/staff-labels.ts"

const Form = formOf({ from: day("Date from"), salary: amount("Salary"), currency: Schema.Literals(["USD", "SSP"]), reason: text("Reason", 500, true) })

export default function PayDialog({ person, onClose }: { readonly person: typeof StaffProfileAnswer.Type; readonly onClose: () => void }) {
  const save = useCommand("POST /api/hr/staff/:id/pay", { id: person.id, lists: peopleLists, done: "Pay changed", failed: "Failed to change pay" })
  return (
    <FormDialog
      title={`Change pay of ${person.firstName} ${person.lastName}`}
      help="Holds from the day named, until it is changed again."
      schema={Form}
      defaults={{ from: `${today().slice(0, 7)}-01`, salary: person.salary ?? "", currency: person.currency ?? "USD", reason: "" }}
      submit="Change pay"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        <MoneyField name="salary" label="Salary" hint="A month" required />
        <SelectField name="currency" label="Currency" options={payOptions} required />
      </div>
      <DateField name="from" label="From" required />
      <TextField name="reason" label="Reason" required />
    </FormDialog>
  )
}
