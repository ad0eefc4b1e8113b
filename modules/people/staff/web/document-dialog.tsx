/** A person's document: its kind, expiry, and file. */
import { FileField } from "@ops/platform/ui/files/file-field.tsx"
import { Files } from "@ops/platform/ui/files/files-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { StaffProfileAnswer } from "../../contract.ts"
import { useCommand } from "../../web/client.ts"
import { documentOptions, peopleLists } from "../../web/staff-labels.ts"

const Form = formOf({
  kind: Schema.Literals(documentOptions.map(({ value }) => value)),
  name: text("Name", 200, true),
  number: text("Number", 100),
  expiryDate: Schema.String,
  files: Files,
})

export default function DocumentDialog({ person, onClose }: { readonly person: typeof StaffProfileAnswer.Type; readonly onClose: () => void }) {
  const save = useCommand("POST /api/hr/staff/:id/documents", {
    id: person.id,
    body: ({ files, ...form }: typeof Form.Type) => ({ ...form, attachmentId: files[0] ?? null }),
    lists: peopleLists,
    done: "Document added",
    failed: "Failed to add the document",
  })
  return (
    <FormDialog
      title={`Add a document of ${person.firstName} ${person.lastName}`}
      schema={Form}
      defaults={{ kind: "contract", name: "", number: "", expiryDate: "", files: [] }}
      submit="Add document"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        <SelectField name="kind" label="Kind" options={documentOptions} required />
        <TextField name="name" label="Name" required />
      </div>
      <div className="pair">
        <TextField name="number" label="Number" />
        <DateField name="expiryDate" label="Valid until" />
      </div>
      <FileField name="files" label="File" most={1} />
    </FormDialog>
  )
}
