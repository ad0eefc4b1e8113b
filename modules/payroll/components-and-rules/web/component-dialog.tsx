/** An allowance, a bonus, a deduction, or the correction of a month that is paid. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, DateField, MoneyField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    staffId: text("Staff member", 100, true),
    kind: Schema.Literals(["allowance", "bonus", "deduction", "correction"]),
    name: text("Name", 100, true),
    amount: text("Amount", 100, true),
    currency: Schema.Literals(["USD", "SSP"]),
    from: text("Date from", 100, true),
    once: Schema.Boolean,
    taxable: Schema.Boolean,
  }),
)
const kinds = ["allowance", "bonus", "deduction", "correction"].map((value) => ({ value, label: value[0]!.toUpperCase() + value.slice(1) }))
const currencies = ["USD", "SSP"].map((value) => ({ value, label: value }))

export default function ComponentDialog({ onClose }: { readonly onClose: () => void }) {
  const people = useApi("GET /api/employees", { query: { limit: 1000, sort: "employeeNumber" } }).data ?? []
  const add = useCommand("POST /api/pay-components", {
    body: ({ once, ...form }: typeof Form.Type) => ({ ...form, to: once ? form.from : null }),
    lists: pathsOf("GET /api/pay-components"),
    done: "Pay component added",
    failed: "Failed to add the pay component",
  })
  return (
    <FormDialog
      title="Add Pay Component"
      help="It is paid or taken with the payrolls of its days. Correct an earlier paid month here."
      schema={Form}
      defaults={{ staffId: "", kind: "allowance", name: "", amount: "", currency: "USD", from: `${today().slice(0, 7)}-01`, once: false, taxable: true }}
      submit="Add component"
      pending="Saving..."
      save={add.send}
      onClose={onClose}
    >
      <SelectField
        name="staffId"
        label="Staff member"
        placeholder="Choose a person"
        options={people.map(({ id, employeeNumber, firstName, lastName }) => ({ value: String(id), label: `${employeeNumber} ${firstName} ${lastName}` }))}
        required
      />
      <div className="pair">
        <SelectField name="kind" label="Kind" options={kinds} required />
        <TextField name="name" label="Name" hint="As on the payslip" required />
      </div>
      <div className="pair">
        <MoneyField name="amount" label="Amount" hint="A month; a correction may be below 0" required />
        <SelectField name="currency" label="Currency" options={currencies} required />
      </div>
      <DateField name="from" label="From" required />
      <CheckField name="once" label="Only in the payroll of this day" />
      <CheckField name="taxable" label="Taxed" />
    </FormDialog>
  )
}
