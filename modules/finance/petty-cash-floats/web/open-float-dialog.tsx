/** Opens a float: custodian, limit and site. */
import { SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { useApi } from "../../web/client.ts"
import { screen } from "../screen.ts"

export default function OpenFloatDialog({ onClose }: { readonly onClose: () => void }) {
  const people = useApi("GET /api/users", { query: { limit: 1000 } }).data ?? []
  const custodian = (
    <SelectField
      name="custodianId"
      label="Custodian"
      hint="Keeps the cash, pays it out and takes the receipts"
      numeric
      placeholder="Choose a person"
      options={people.map(({ id, employeeId, firstName, lastName }) => ({ value: Number(id), label: `${firstName} ${lastName}, ${employeeId}` }))}
      required
    />
  )
  return (
    <RecordForm
      screen={screen}
      command="open"
      help="It is empty until it is topped up."
      narrow
      done={({ name }) => `Float ${name} opened`}
      submit="Open float"
      rows={["name", "siteId", { key: "custodian", node: custodian }, ["limit", "currency"]]}
      onClose={onClose}
    />
  )
}
