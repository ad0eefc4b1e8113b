/** Adds photos to an order while it is open. */
import { useWrite } from "@ops/platform/ui/data.ts"
import { FormDialog } from "@ops/platform/ui/form-dialog.tsx"
import { Files } from "@ops/platform/ui/files-form.ts"
import { PhotoField } from "@ops/platform/ui/photo-field.tsx"
import { Schema } from "effect"
import type { WorkOrderAnswer } from "../contract.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({ photos: Files.check(Schema.makeFilter((ids) => (ids.length === 0 ? "Choose at least one photo" : undefined))) }),
)

export default function AddPhotosDialog({ order, onClose }: { readonly order: typeof WorkOrderAnswer.Type; readonly onClose: () => void }) {
  const add = useWrite<typeof Form.Type, unknown>({
    method: "POST",
    path: () => `/api/work-orders/${order.id}/photos`,
    body: (form) => form,
    lists: ["/api/work-orders"],
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
