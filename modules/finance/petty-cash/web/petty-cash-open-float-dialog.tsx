/** Opens a float: custodian, limit and site. */
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { amount, chosen, one, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useApi, useCommand } from "../../web/client.ts"
import { pettyCashLists } from "./labels.ts"
import { currencyOptions } from "../../shared/web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    name: text("Name", 100, true),
    siteId: chosen("Site"),
    currency: one(currencyOptions, "Currency"),
    custodianId: filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id !== undefined && id > 0 ? undefined : "Custodian is required")))),
    limit: amount("Amount"),
  }),
)
type Form = typeof Form.Type

export default function PettyCashOpenFloatDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteId } = useWorkingSite()
  const people = useApi("GET /api/users", { query: { limit: 1000 } }).data ?? []
  const open = useCommand("POST /api/petty-cash-floats", {
    lists: pettyCashLists,
    done: ({ name }) => `Float ${name} opened`,
    failed: "Failed to open the float",
  })
  return (
    <FormDialog
      title="Open Float"
      help="It is empty until it is topped up."
      schema={Form}
      defaults={{ name: "", siteId, currency: "USD", custodianId: undefined, limit: "" }}
      submit="Open float"
      pending="Opening..."
      save={open.send}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required />
      <SiteField name="siteId" label="Site" required />
      <SelectField
        name="custodianId"
        label="Custodian"
        hint="Keeps the cash, pays it out and takes the receipts"
        numeric
        placeholder="Choose a person"
        options={people.map(({ id, employeeId, firstName, lastName }) => ({ value: Number(id), label: `${firstName} ${lastName}, ${employeeId}` }))}
        required
      />
      <div className="pair">
        <MoneyField name="limit" label="Limit" required />
        <SelectField name="currency" label="Currency" options={currencyOptions} required />
      </div>
    </FormDialog>
  )
}
