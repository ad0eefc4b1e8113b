/** Adds a site, or changes its details. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { NumberField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { checkedNumber, checkedText, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import type { SiteAnswer } from "../contract.ts"
import { pathOf, pathsOf, useCommand } from "./client.ts"

type Site = typeof SiteAnswer.Type

const Form = formOf({
  name: text("Name", 200, true),
  code: checkedText((code) => (/^[A-Z][A-Z0-9]{1,3}$/.test(code) ? undefined : "Code must be two to four capital letters or digits, such as US")),
  label: text("Label"),
  client: text("Client"),
  location: text("Location"),
  capacity: checkedNumber((capacity) =>
    capacity === undefined || (Number.isInteger(capacity) && capacity > 0) ? undefined : "Capacity must be a whole number of at least 1, or blank",
  ),
})

export default function SiteDialog({ site, onClose }: { readonly site?: Site; readonly onClose: () => void }) {
  const save = useCommand(site ? "PATCH /api/sites/:id" : "POST /api/sites", {
    id: site?.id,
    body: ({ capacity, ...form }: typeof Form.Type) => ({ ...form, capacity: capacity ?? null }),
    lists: [...pathsOf("GET /api/sites"), ...(site ? [pathOf("GET /api/sites/:id/history", { id: site.id })] : [])],
    done: ({ name }) => `${name} ${site ? "changed" : "opened"}`,
    failed: "Failed to save the site",
  })
  return (
    <FormDialog
      title={site ? `Change ${site.name}` : "New site"}
      help="The code appears on every list. You can choose a new site immediately."
      schema={Form}
      defaults={{
        name: site?.name ?? "",
        code: site?.code ?? "",
        label: site?.label ?? "",
        client: site?.client ?? "",
        location: site?.location ?? "",
        capacity: site?.capacity ?? undefined,
      }}
      submit={site ? "Save site" : "Open site"}
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        <TextField name="name" label="Name" required />
        <TextField name="code" label="Code" hint="For example: US" required />
      </div>
      <TextField name="label" label="Label" hint="How lists to choose from show it; the name, if empty" />
      <div className="pair">
        <TextField name="client" label="Client" />
        <TextField name="location" label="Location" />
      </div>
      <NumberField name="capacity" label="Capacity" unit="people" min={1} />
    </FormDialog>
  )
}
