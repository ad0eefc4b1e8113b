/** Attaches files to an expense request: a receipt comes with the goods. */
import { FileField } from "@ops/platform/ui/files/file-field.tsx"
import { Files } from "@ops/platform/ui/files/files-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { type Expense, expenseLists } from "./labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({ receipts: Files.check(Schema.makeFilter((ids) => (ids.length > 0 ? undefined : "Choose at least one file"))) }),
)
type Form = typeof Form.Type

export default function ReceiptsDialog({ request, onClose }: { readonly request: Expense; readonly onClose: () => void }) {
  const add = useCommand("POST /api/expense-requests/:id/receipts", {
    id: request.id,
    lists: expenseLists,
    done: "Receipts added",
    failed: "Failed to add receipts",
  })
  return (
    <FormDialog
      title={`Add receipts to ${request.requestNumber}`}
      help="Receipts of a request cannot be removed."
      schema={Form}
      defaults={{ receipts: [] }}
      submit="Add receipts"
      pending="Adding..."
      save={add.send}
      onClose={onClose}
    >
      <FileField name="receipts" label="Receipts" required />
    </FormDialog>
  )
}
