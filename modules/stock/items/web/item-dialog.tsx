/** Adds an item. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { pathsOf, useCommand } from "../../web/client.ts"
import { maybeAmount } from "../../web/stock-form.ts"
import { categoryOptions } from "../../web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    name: text("Name", 200, true),
    category: Schema.Literals(["fresh_vegetables", "frozen_food", "meat", "cleaning_supplies", "other"]).annotate({ message: "Category is required" }),
    unit: text("Unit", 20, true),
    unitCost: maybeAmount("Usual cost"),
    description: text("Description", 500),
  }),
)

export default function ItemDialog({ onClose }: { readonly onClose: () => void }) {
  const add = useCommand("POST /api/stock/items", {
    body: ({ unitCost, ...item }: typeof Form.Type) => ({ ...item, ...(unitCost !== "" && { unitCost }) }),
    lists: pathsOf("GET /api/stock/items"),
    done: "Item added",
    failed: "Failed to add the item",
  })
  return (
    <FormDialog
      title="New Item"
      help="It appears at a site with its first receipt or count there."
      schema={Form}
      defaults={{ name: "", category: "" as (typeof Form.Type)["category"], unit: "", unitCost: "", description: "" }}
      submit="Add item"
      pending="Adding..."
      save={add.send}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required />
      <div className="pair">
        <SelectField name="category" label="Category" options={categoryOptions} placeholder="Choose a category" required />
        <TextField name="unit" label="Unit" suggestions={["kg", "litre", "piece", "cylinder", "box"]} required />
      </div>
      <MoneyField name="unitCost" label="Usual cost of one" currency="USD" hint="Used when there is no receipt or order price" />
      <TextField name="description" label="Description" />
    </FormDialog>
  )
}
