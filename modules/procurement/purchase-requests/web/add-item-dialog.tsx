/** Adds an item to a pending request. */
import { SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import { useApi } from "../../web/client.ts"
import { screen } from "../screen.ts"
import type { ActProps } from "./labels.ts"

export default function AddItemDialog({ row, onClose }: ActProps) {
  const items = useApi("GET /api/stock/items")
  const options = (items.data ?? []).map(({ id, name, category }) => ({ value: String(id), label: `${name} (${category.replaceAll("_", " ")})` }))
  return (
    <ChangeForm
      screen={screen}
      command="addItem"
      row={row}
      initial={{ quantity: 1 }}
      rows={[
        { key: "item", node: <SelectField name="stockItemId" label="Stock item" options={options} placeholder="Choose an item" numeric /> },
        ["name", "unit"],
        ["quantity", "estimatedCost"],
        "notes",
      ]}
      onClose={onClose}
    />
  )
}
