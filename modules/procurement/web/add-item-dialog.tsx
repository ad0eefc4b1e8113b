/** Puts an item on a request while it is pending. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, NumberField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { pathsOf, useApi, useCommand } from "./client.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    stockItemId: Schema.Number.annotate({ message: "Stock item is required" }).check(
      Schema.makeFilter((id) => (id > 0 ? undefined : "Stock item is required")),
    ),
    quantity: Schema.Number.annotate({ message: "Quantity is required" }).check(
      Schema.makeFilter((quantity) => (Number.isInteger(quantity) && quantity > 0 ? undefined : "Quantity must be a whole number greater than 0")),
    ),
    estimatedCost: Schema.String.check(Schema.isPattern(/^\d{1,13}(\.\d{1,2})?$/, { message: "Estimated cost must be a number with at most two decimals" })),
    notes: text("Notes", 500),
  }),
)

export default function AddItemDialog({ requestId, onClose }: { readonly requestId: number; readonly onClose: () => void }) {
  const items = useApi("GET /api/stock/items")
  const add = useCommand("POST /api/purchase-requests/items", {
    body: (form: typeof Form.Type) => ({ purchaseRequestId: requestId, ...form }),
    lists: pathsOf("GET /api/purchase-requests"),
    done: "Item added to purchase request",
    failed: "Failed to add item",
  })
  const options = (items.data ?? []).map(({ id, name, category }) => ({ value: String(id), label: `${name} (${category.replaceAll("_", " ")})` }))
  return (
    <FormDialog
      title="Add item"
      schema={Form}
      defaults={{ stockItemId: 0, quantity: 1, estimatedCost: "", notes: "" }}
      submit="Add item"
      pending="Adding..."
      save={add.send}
      onClose={onClose}
    >
      <SelectField name="stockItemId" label="Stock item" options={options} placeholder="Choose an item" numeric required />
      <div className="pair">
        <NumberField name="quantity" label="Quantity" min={1} step={1} required />
        <MoneyField name="estimatedCost" label="Estimated cost" currency="USD" hint="For the whole line" required />
      </div>
      <TextField name="notes" label="Notes" />
    </FormDialog>
  )
}
