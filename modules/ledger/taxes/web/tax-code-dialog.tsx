/** Adds a tax, still without a rate. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { pathsOf, useCommand } from "../../web/client.ts"

const Form = formOf({ code: text("Code", 20, true), name: text("Name", 200, true) })

export default function TaxCodeDialog({ onClose }: { readonly onClose: () => void }) {
  const add = useCommand("POST /api/tax-codes", {
    lists: pathsOf("GET /api/tax-codes", "GET /api/tax-codes/history"),
    done: ({ name }) => `${name} added. Set its rate`,
    failed: "Failed to add the tax",
  })
  return (
    <FormDialog title="New tax" schema={Form} defaults={{ code: "", name: "" }} submit="Add tax" pending="Adding..." save={add.send} onClose={onClose}>
      <div className="pair">
        <TextField name="code" label="Code" hint="For example: SALES" required />
        <TextField name="name" label="Name" required />
      </div>
    </FormDialog>
  )
}
