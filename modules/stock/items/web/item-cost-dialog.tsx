/** Sets the usual cost of an item. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Schema } from "effect"
import { pathsOf, useCommand } from "../../web/client.ts"
import { maybeAmount } from "../../web/stock-form.ts"
import type { Item } from "../../web/labels.ts"

const Form = Schema.toStandardSchemaV1(Schema.Struct({ unitCost: maybeAmount("Usual cost") }))

export default function ItemCostDialog({ item, onClose }: { readonly item: Item; readonly onClose: () => void }) {
  const save = useCommand("PATCH /api/stock/items/:id", {
    id: item.id,
    body: ({ unitCost }: typeof Form.Type) => ({ unitCost: unitCost === "" ? null : unitCost }),
    lists: pathsOf("GET /api/stock/items"),
    done: ({ name }) => `Usual cost of ${name} changed`,
    failed: "Failed to change the cost",
  })
  return (
    <FormDialog
      title={`Usual cost of ${item.name}`}
      help="Stock on hand keeps its value."
      schema={Form}
      defaults={{ unitCost: item.unitCost ?? "" }}
      submit="Save cost"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <MoneyField name="unitCost" label={`Usual cost of one ${item.unit}`} currency="USD" hint="Used when there is no receipt or order price" />
    </FormDialog>
  )
}
