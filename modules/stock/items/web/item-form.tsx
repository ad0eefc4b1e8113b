/** Adds an item, or sets its usual cost. */
import { MoneyField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { ChangeForm, RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { screen } from "../screen.ts"
import { categoryOptions, type Item } from "../../web/labels.ts"

const costOf = (label: string) => ({
  key: "unitCost",
  node: <MoneyField name="unitCost" label={label} currency="USD" hint="Used when there is no receipt or order price" />,
})
const kind = (
  <div className="pair">
    <SelectField name="category" label="Category" options={categoryOptions} placeholder="Choose a category" required />
    <TextField name="unit" label="Unit" suggestions={["kg", "litre", "piece", "cylinder", "box"]} required />
  </div>
)
const labels = { unitCost: "Usual cost" }

export default function ItemForm({ onClose }: { readonly onClose: () => void }) {
  return (
    <RecordForm
      screen={screen}
      command="add"
      narrow
      help="It appears at a site with its first receipt or count there."
      submit="Add item"
      labels={labels}
      rows={["name", { key: "kind", node: kind }, costOf("Usual cost of one"), "description"]}
      onClose={onClose}
    />
  )
}

export const ItemCostForm = ({ item, onClose }: { readonly item: Item; readonly onClose: () => void }) => (
  <ChangeForm
    screen={screen}
    command="cost"
    row={item}
    title={`Usual cost of ${item.name}`}
    help="Stock on hand keeps its value."
    submit="Save cost"
    done={({ name }) => `Usual cost of ${name} changed`}
    labels={labels}
    rows={[costOf(`Usual cost of one ${item.unit}`)]}
    onClose={onClose}
  />
)
