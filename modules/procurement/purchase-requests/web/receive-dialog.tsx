/** Receives goods: the received and the damaged quantity of each line. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { today } from "@ops/platform/ui/date.tsx"
import { DateField, NumberField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDayOf } from "@ops/ledger/periods/web/posting-day.tsx"
import { Schema } from "effect"
import { useChange } from "@ops/platform/ui/resources/changes.ts"
import { screen } from "../screen.ts"
import type { ActProps } from "./labels.ts"

const Count = Schema.Number.annotate({ message: "Quantities must be whole numbers" }).check(
  Schema.makeFilter((count) => (Number.isInteger(count) && count >= 0 ? undefined : "Quantities must be whole numbers, not negative")),
)
const Lot = text("Lot", 60)
const Form = formOf({
  lines: Schema.mutable(Schema.Array(Schema.Struct({ itemId: Schema.Finite, received: Count, damaged: Count, lotNumber: Lot, expiryDate: Schema.String }))),
  note: text("Note", 500),
})

export default function ReceiveDialog({ row, onClose }: ActProps) {
  const { send } = useChange(screen.commands.receive, row, [screen.path])
  const open = (row.items ?? []).map((item) => ({ item, left: (item.approvedQuantity ?? 0) - item.received })).filter(({ left }) => left > 0)
  return (
    <FormDialog
      title={`Receive ${row.requestNumber}`}
      help="Received stock items are added to the site's stock immediately."
      schema={Form}
      wide
      defaults={{ lines: open.map(({ item, left }) => ({ itemId: item.id, received: left, damaged: 0, lotNumber: "", expiryDate: "" })), note: "" }}
      submit="Receive goods"
      pending="Recording..."
      save={send}
      onClose={onClose}
    >
      {open.map(({ item, left }, n) => (
        <fieldset className="part" key={item.id} aria-label={item.stockItem.name}>
          <div className="pair">
            <NumberField name={`lines.${n}.received`} label={`${item.stockItem.name}, of ${left} ${item.stockItem.unit}`} min={0} step={1} />
            <NumberField name={`lines.${n}.damaged`} label="Damaged besides" min={0} step={1} />
          </div>
          {item.stockItemId !== null && (
            <div className="pair">
              <TextField name={`lines.${n}.lotNumber`} label={`Lot of ${item.stockItem.name}`} />
              <DateField name={`lines.${n}.expiryDate`} label={`Use ${item.stockItem.name} until`} min={today()} />
            </div>
          )}
        </fieldset>
      ))}
      <PostingDayOf date={today()} />
      <TextField name="note" label="Note" />
    </FormDialog>
  )
}
