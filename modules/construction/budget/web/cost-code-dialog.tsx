/** Adds a cost code, or renames one; retires it where nothing more is to be booked on it. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { codeName, type CostCode } from "./budget-labels.ts"
import { pathsOf, useCommand } from "../../web/client.ts"

const Form = Schema.toStandardSchemaV1(Schema.Struct({ code: text("Code", 20, true), name: text("Name", 100, true), isActive: Schema.Boolean }))

export default function CostCodeDialog({ code, onClose }: { readonly code?: CostCode; readonly onClose: () => void }) {
  const save = useCommand(code ? "PATCH /api/cost-codes/:id" : "POST /api/cost-codes", {
    id: code?.id,
    body: ({ code: number, name, isActive }: typeof Form.Type) => (code ? { name, isActive } : { code: number, name }),
    lists: pathsOf("GET /api/cost-codes"),
    done: (saved) => `${codeName(saved)} ${code ? "changed" : "added"}`,
    failed: "Failed to save the cost code",
  })
  return (
    <FormDialog
      title={code ? `Change ${codeName(code)}` : "New cost code"}
      schema={Form}
      defaults={{ code: code?.code ?? "", name: code?.name ?? "", isActive: code?.isActive ?? true }}
      submit={code ? "Save cost code" : "Add cost code"}
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      {code ? (
        <>
          <TextField name="name" label="Name" required />
          <CheckField name="isActive" label="In use" hint="Nothing more is budgeted or booked on one that is not. What is booked stays" />
        </>
      ) : (
        <div className="pair">
          <TextField name="code" label="Code" hint="Such as 07" required />
          <TextField name="name" label="Name" required />
        </div>
      )}
    </FormDialog>
  )
}
