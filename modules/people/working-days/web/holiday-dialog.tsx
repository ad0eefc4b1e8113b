/** Adds a holiday: at every site, or at one. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { day, formOf, maybe, text } from "@ops/platform/ui/forms/checked-form.ts"
import { pathsOf, useCommand } from "../../web/client.ts"
import { leaveLists } from "../../leave/web/labels.ts"

const Form = formOf({ date: day("Date"), name: text("Name", 100, true), siteId: maybe })

export default function HolidayDialog({ onClose }: { readonly onClose: () => void }) {
  const sites = useSites().filter(({ isActive }) => isActive)
  const add = useCommand("POST /api/hr/holidays", {
    body: ({ siteId, ...form }: typeof Form.Type) => ({ ...form, siteId: siteId ?? null }),
    lists: [...pathsOf("GET /api/hr/holidays"), ...leaveLists],
    done: "Holiday added",
    failed: "Failed to add the holiday",
  })
  return (
    <FormDialog
      title="Add holiday"
      help="Leave requested from now on does not count it."
      schema={Form}
      defaults={{ date: "", name: "", siteId: undefined }}
      submit="Add holiday"
      pending="Adding..."
      save={add.send}
      onClose={onClose}
    >
      <div className="pair">
        <DateField name="date" label="Date" required />
        <TextField name="name" label="Name" required />
      </div>
      <SelectField name="siteId" label="Site" numeric placeholder="Every site" options={sites.map(({ id, name }) => ({ value: id, label: name }))} />
    </FormDialog>
  )
}
