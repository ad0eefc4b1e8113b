/** Receives goods, issues them to the kitchen, or writes them off. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, NumberField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { chosen, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { maybeAmount, quantity } from "../../web/stock-form.ts"
import { useItemOptions, useLevel } from "./use-level.ts"
import { type Level, plain, stockLists } from "../../web/labels.ts"

const fields = {
  siteId: chosen("Site"),
  stockItemId: chosen("Stock item"),
  quantity,
  lotNumber: text("Lot", 60),
  expiryDate: Schema.String,
  cost: maybeAmount("Cost"),
}
const Form = formOf({ ...fields, note: text("Note", 200) })
const WasteForm = formOf({ ...fields, note: text("Reason", 200, true) })
type Values = typeof Form.Type

const words = {
  receive: { title: "Receive Goods", submit: "Receive", pending: "Recording...", done: "Goods received", failed: "Failed to receive the goods" },
  issue: { title: "Issue to Kitchen", submit: "Issue", pending: "Issuing...", done: "Goods issued", failed: "Failed to issue the goods" },
  waste: { title: "Write Off Waste", submit: "Write off", pending: "Recording...", done: "Waste written off", failed: "Failed to write it off" },
}
const help = {
  receive: "Goods without a purchase request. To receive an order, open it.",
  issue: "At average cost. The lot that expires first is used first.",
  waste: "Spoilt, broken or lost goods, at average cost.",
}

interface Props {
  readonly kind: keyof typeof words
  /** "7", or "7.LOT" for a lot */
  readonly levelId: string | undefined
  readonly onClose: () => void
}

export default function MovementDialog({ kind, levelId, onClose }: Props) {
  const [id, ...rest] = levelId?.split(".") ?? []
  const { level, ready } = useLevel(id || undefined)
  if (!ready) return null
  return <Movement kind={kind} level={level} lotNumber={rest.join(".")} onClose={onClose} />
}

const Movement = ({ kind, level, lotNumber, onClose }: Pick<Props, "kind" | "onClose"> & { readonly level: Level | undefined; readonly lotNumber: string }) => {
  const { siteId } = useWorkingSite()
  const options = useItemOptions()
  const { title, submit, pending, done, failed } = words[kind]
  const move = useCommand("POST /api/stock/movements", {
    body: ({ cost, lotNumber, expiryDate, ...of }: Values) => ({
      ...of,
      kind,
      ...(cost !== "" && { cost }),
      ...(lotNumber !== "" && { lotNumber }),
      ...(expiryDate !== "" && { expiryDate }),
    }),
    lists: stockLists,
    done,
    failed,
  })
  const unit = level?.stockItem.unit
  const lots = (level?.lots ?? []).flatMap(({ lotNumber, expiryDate, quantity }) =>
    lotNumber === null ? [] : [{ value: lotNumber, label: `${lotNumber}: ${plain(quantity)} ${unit}${expiryDate ? `, until ${expiryDate}` : ""}` }],
  )
  const lot = level?.lots.find((each) => each.lotNumber === lotNumber && lotNumber !== "")
  const defaults: typeof Form.Encoded = {
    siteId: level?.siteId ?? siteId,
    stockItemId: level?.stockItemId,
    quantity: lot && Number(lot.quantity),
    lotNumber,
    expiryDate: "",
    cost: "",
    note: kind === "issue" ? "Kitchen" : lot ? `Expired on ${lot.expiryDate}` : "",
  }
  return (
    <FormDialog
      title={level ? `${title}: ${level.itemName}` : title}
      help={level ? `${level.site.name} has ${plain(level.currentQuantity)} ${unit}. ${help[kind]}` : help[kind]}
      schema={kind === "waste" ? WasteForm : Form}
      defaults={defaults}
      submit={submit}
      pending={pending}
      save={move.send}
      onClose={onClose}
    >
      {!level && (
        <div className="pair">
          <SiteField name="siteId" label="Site" required />
          <SelectField name="stockItemId" label="Item" options={options} placeholder="Choose an item" numeric required />
        </div>
      )}
      <div className="pair">
        <NumberField name="quantity" label="Quantity" min={0} step={0.001} {...(unit && { unit })} required />
        {kind === "receive" && <MoneyField name="cost" label="Total cost" currency="USD" hint="Leave blank to estimate it" />}
        {kind !== "receive" && lots.length > 0 && <SelectField name="lotNumber" label="Lot" options={lots} placeholder="Soonest to expire first" />}
      </div>
      {kind === "receive" && (
        <div className="pair">
          <TextField name="lotNumber" label="Lot number" />
          <DateField name="expiryDate" label="Use until" min={today()} />
        </div>
      )}
      {kind === "waste" ? <TextField name="note" label="Reason" required /> : <TextField name="note" label="Note" />}
    </FormDialog>
  )
}
