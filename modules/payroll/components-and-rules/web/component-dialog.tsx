/** Adds an allowance, a bonus, a deduction, or the correction of a paid month. */
import { today } from "@ops/platform/ui/date.tsx"
import { CheckField, DateField, MoneyField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { screen } from "../screen.ts"

const { add } = screen.commands
/** Starts with the month; can be paid once. */
const fresh = { kind: "allowance", currency: "USD", from: `${today().slice(0, 7)}-01`, once: false }

export default function ComponentDialog({ onClose }: { readonly onClose: () => void }) {
  const people = useApi("GET /api/employees", { query: { limit: 1000, sort: "employeeNumber" } }).data ?? []
  const save = useCommand("POST /api/pay-components", { lists: pathsOf("GET /api/pay-components"), done: add.words.done, failed: add.words.failed })
  const options = people.map(({ id, employeeNumber, firstName, lastName }) => ({ value: id, label: `${employeeNumber} ${firstName} ${lastName}` }))
  return (
    <CommandDialog
      command={add}
      title="Add Pay Component"
      help="It is paid or deducted in the payrolls of its dates. Correct an earlier paid month here."
      initial={fresh}
      narrow
      submit="Add component"
      pending="Saving..."
      rows={[
        { key: "staff", node: <SelectField name="staffId" label="Staff member" placeholder="Choose a person" numeric options={options} required /> },
        "kind",
        { key: "name", node: <TextField name="name" label="Name" hint="Name on the payslip" required /> },
        { key: "amount", node: <MoneyField name="amount" label="Amount" hint="A month; a correction may be below 0" required /> },
        "currency",
        { key: "from", node: <DateField name="from" label="From" required /> },
        { key: "once", node: <CheckField name="once" label="Only in the payroll of this day" /> },
        { key: "taxable", node: <CheckField name="taxable" label="Taxed" /> },
      ]}
      save={({ once, ...form }: Parameters<typeof save.send>[0] & { readonly once?: boolean }) => save.send({ ...form, to: once ? form.from : null })}
      onClose={onClose}
    />
  )
}
