/** Records a snag, with photos. */
import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { today } from "@ops/platform/ui/date.tsx"
import { Files } from "@ops/platform/ui/files/files-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { PhotoField } from "@ops/platform/ui/files/photo-field.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { pathsOf } from "../../web/client.ts"

const Form = formOf({ text: text("Problem", 500, true), location: text("Where", 200), dueDate: Schema.String, photos: Files })

export default function SnagDialog({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const save = useApiMutation<typeof Form.Type, unknown>({
    method: "POST",
    path: () => path,
    body: (form) => form,
    lists: [...pathsOf("GET /api/construction-projects"), path],
    done: "Snag noted",
    failed: "Failed to save the snag",
  })
  return (
    <FormDialog
      title="Add snag"
      help="A defect to fix before completion."
      schema={Form}
      defaults={{ text: "", location: "", dueDate: "", photos: [] }}
      submit="Add snag"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <TextAreaField name="text" label="Problem" rows={2} maxLength={500} required />
      <div className="pair">
        <TextField name="location" label="Where" />
        <DateField name="dueDate" label="Fixed by" min={today()} />
      </div>
      <PhotoField name="photos" label="Photos" most={4} />
    </FormDialog>
  )
}
