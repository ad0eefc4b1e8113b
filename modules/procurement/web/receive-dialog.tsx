/** Receives goods: what has arrived of each line, and what of it was damaged. */
import { useWrite } from "@ops/platform/ui/data.ts"
import { FormDialog } from "@ops/platform/ui/form-dialog.tsx"
import { NumberField, TextField } from "@ops/platform/ui/form-fields.tsx"
import { Schema } from "effect"
import type { PurchaseRequestAnswer } from "../contract.ts"

const Count = Schema.Number.annotate({ message: "Quantities must be whole numbers" }).check(
  Schema.makeFilter((count) => (Number.isInteger(count) && count >= 0 ? undefined : "Quantities must be whole numbers, not negative")),
)
const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    lines: Schema.mutable(Schema.Array(Schema.Struct({ itemId: Schema.Finite, received: Count, damaged: Count }))),
    note: Schema.String.check(Schema.isMaxLength(500, { message: "Note can have 500 characters at most" })),
  }),
)

export default function ReceiveDialog({ request, onClose }: { readonly request: typeof PurchaseRequestAnswer.Type; readonly onClose: () => void }) {
  const receive = useWrite<typeof Form.Type, unknown>({
    method: "POST",
    path: () => `/api/purchase-requests/${request.id}/receipts`,
    body: (form) => form,
    lists: ["/api/purchase-requests"],
    done: "Goods received",
    failed: "Failed to receive goods",
  })
  const open = (request.items ?? []).map((item) => ({ item, left: (item.approvedQuantity ?? 0) - item.received })).filter(({ left }) => left > 0)
  return (
    <FormDialog
      title={`Receive ${request.requestNumber}`}
      help="What has arrived goes into the site's stock at once."
      schema={Form}
      wide
      defaults={{ lines: open.map(({ item, left }) => ({ itemId: item.id, received: left, damaged: 0 })), note: "" }}
      submit="Receive goods"
      pending="Recording..."
      save={receive.send}
      onClose={onClose}
    >
      {open.map(({ item, left }, n) => (
        <div className="pair" key={item.id}>
          <NumberField name={`lines.${n}.received`} label={`${item.stockItem.name}, of ${left} ${item.stockItem.unit}`} min={0} step={1} />
          <NumberField name={`lines.${n}.damaged`} label="Damaged besides" min={0} step={1} />
        </div>
      ))}
      <TextField name="note" label="Note" />
    </FormDialog>
  )
}
