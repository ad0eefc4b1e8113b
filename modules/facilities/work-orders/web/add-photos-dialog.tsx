/** Adds photos to an order while it is open. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { Files } from "@ops/platform/ui/files/files-form.ts"
import { PhotoField } from "@ops/platform/ui/files/photo-field.tsx"
import { Schema } from "effect"
import type { WorkOrderAnswer } from "../../contract.ts"
import { pathsOf, useCommand } from "../../web/client.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({ photos: Files.check(Schema.makeFilter((ids) => (ids.length === 0 ? "Choose at least one photo" : undefined))) }),
)

export default function AddPhotosDialog({ order, onClose }: { readonly order: typeof WorkOrderAnswer.Type; readonly onClose: () => void }) {
  const add = useCommand("POST /api/work-orders/:id/photos", {
    id: order.id,
    lists: pathsOf("GET /api/work-orders"),
    done: "Photos added",
    failed: "Failed to add photos",
  })
  return (
    <FormDialog
      title={`Photos of ${order.orderNumber}`}
      schema={Form}
      defaults={{ photos: [] }}
      submit="Add photos"
      pending="Adding..."
      save={add.send}
      onClose={onClose}
    >
      <PhotoField name="photos" label="Photos" required />
    </FormDialog>
  )
}
