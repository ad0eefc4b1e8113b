/** Adds a vendor. */
import { TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { screen } from "../screen.ts"

export default function VendorDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <RecordForm
      screen={screen}
      command="add"
      help="Orders are sent to this e-mail address. The person who adds a vendor cannot approve the first purchase from them."
      draft="vendor"
      narrow
      rows={["name", ["contactPerson", "phone"], "email", { key: "address", node: <TextField name="address" label="Address" /> }, ["paymentTerms", "currency"]]}
      onClose={onClose}
    />
  )
}
