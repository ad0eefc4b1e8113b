/** Sets the minimum and maximum of an item at a site. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { NumberField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { useCommand } from "../../web/client.ts"
import { maybeQuantity } from "../../web/stock-form.ts"
import { useLevel } from "./use-level.ts"
import { type Level, stockLists } from "../../web/labels.ts"

const Form = formOf({ minimumLevel: maybeQuantity("Minimum"), maximumLevel: maybeQuantity("Maximum") }, ({ minimumLevel = 0, maximumLevel = 0 }) =>
  maximumLevel < minimumLevel ? { path: ["maximumLevel"], issue: "Maximum must be at least the minimum" } : undefined,
)

export default function LimitsDialog({ levelId, onClose }: { readonly levelId: string | undefined; readonly onClose: () => void }) {
  const { level } = useLevel(levelId)
  return level ? <Limits level={level} onClose={onClose} /> : null
}

const Limits = ({ level, onClose }: { readonly level: Level; readonly onClose: () => void }) => {
  const { siteId, stockItemId, stockItem, minimumLevel, maximumLevel } = level
  const set = useCommand("PUT /api/stock/levels", {
    body: ({ minimumLevel = 0, maximumLevel = 0 }: typeof Form.Type) => ({ siteId, stockItemId, minimumLevel, maximumLevel }),
    lists: stockLists,
    done: "Limits set",
    failed: "Failed to set the limits",
  })
  return (
    <FormDialog
      title={`Limits of ${level.itemName}`}
      help={`${level.site.name}. At the minimum an alert asks for more; a purchase request fills up to the maximum. Nothing means no alert.`}
      schema={Form}
      defaults={{ minimumLevel: Number(minimumLevel), maximumLevel: Number(maximumLevel) }}
      submit="Set limits"
      pending="Saving..."
      save={set.send}
      onClose={onClose}
    >
      <div className="pair">
        <NumberField name="minimumLevel" label="Minimum" min={0} step={0.001} unit={stockItem.unit} required />
        <NumberField name="maximumLevel" label="Maximum" min={0} step={0.001} unit={stockItem.unit} required />
      </div>
    </FormDialog>
  )
}
