/** Chooses the vendor through which a contractor is paid. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, maybe } from "@ops/platform/ui/forms/checked-form.ts"
import { type Contractor, pathsOf, useApi, useCommand } from "../../web/client.ts"
import { contractorLists } from "../../web/labels.ts"

const Form = formOf({ vendorId: maybe })

export default function VendorDialog({ of, onClose }: { readonly of: Contractor; readonly onClose: () => void }) {
  const vendors = useApi("GET /api/vendors", { query: { limit: 1000 } }).data ?? []
  const save = useCommand("PUT /api/contractors/:id/vendor", {
    id: of.id,
    body: ({ vendorId }: typeof Form.Type) => ({ vendorId: vendorId ?? null }),
    lists: [...contractorLists, ...pathsOf("GET /api/vendors")],
    done: "Vendor named",
    failed: "Failed to choose the vendor",
  })
  return (
    <FormDialog
      title="Paid As"
      help={`The bills of ${of.name} are entered under this vendor.`}
      schema={Form}
      defaults={{ vendorId: of.vendorId ?? undefined }}
      submit="Save"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <SelectField
        name="vendorId"
        label="Vendor"
        numeric
        placeholder={`A new vendor: ${of.companyName ?? of.name}`}
        options={vendors.map(({ id, name, vendorNumber }) => ({ value: id, label: `${name} (${vendorNumber})` }))}
      />
    </FormDialog>
  )
}
