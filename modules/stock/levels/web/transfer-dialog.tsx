/** Transfers goods from one site's store to another. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { NumberField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { chosen, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { useCommand } from "../../web/client.ts"
import { quantity } from "../../web/stock-form.ts"
import { useItemOptions, useLevel } from "./use-level.ts"
import { type Level, plain, stockLists } from "../../web/labels.ts"

const Form = formOf(
  { fromSiteId: chosen("From"), toSiteId: chosen("To"), stockItemId: chosen("Stock item"), quantity, note: text("Note", 200) },
  ({ fromSiteId, toSiteId }) =>
    fromSiteId !== undefined && fromSiteId === toSiteId ? { path: ["toSiteId"], issue: "Choose another site to transfer to" } : undefined,
)

export default function TransferDialog({ levelId, onClose }: { readonly levelId: string | undefined; readonly onClose: () => void }) {
  const { level, ready } = useLevel(levelId)
  return ready ? <Transfer level={level} onClose={onClose} /> : null
}

const Transfer = ({ level, onClose }: { readonly level: Level | undefined; readonly onClose: () => void }) => {
  const { siteId } = useWorkingSite()
  const options = useItemOptions()
  const transfer = useCommand("POST /api/stock/transfers", { lists: stockLists, done: "Goods transferred", failed: "Failed to transfer the goods" })
  const unit = level?.stockItem.unit
  return (
    <FormDialog
      title={level ? `Transfer ${level.itemName}` : "Transfer Stock"}
      help={
        level ? `${level.site.name} has ${plain(level.currentQuantity)} ${unit}. Lots and value are transferred too.` : "Lots and value are transferred too."
      }
      schema={Form}
      defaults={{ fromSiteId: level?.siteId ?? siteId, toSiteId: undefined, stockItemId: level?.stockItemId, quantity: undefined, note: "" }}
      submit="Transfer"
      pending="Transferring..."
      save={transfer.send}
      onClose={onClose}
    >
      <div className="pair">
        {!level && <SiteField name="fromSiteId" label="From" required />}
        <SiteField name="toSiteId" label="To" required />
      </div>
      <div className="pair">
        {!level && <SelectField name="stockItemId" label="Item" options={options} placeholder="Choose an item" numeric required />}
        <NumberField name="quantity" label="Quantity" min={0} step={0.001} {...(unit && { unit })} required />
      </div>
      <TextField name="note" label="Note" />
    </FormDialog>
  )
}
