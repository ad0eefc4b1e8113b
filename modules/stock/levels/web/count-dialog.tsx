/** Counts a site's store: the quantity on hand of each item; empty fields were not counted. */
import { AwaitedDialog } from "@ops/platform/ui/forms/awaited-dialog.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { NumberField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useApi, useCommand } from "../../web/client.ts"
import { SiteChoice } from "../../web/site-choice.tsx"
import { maybeQuantity } from "../../web/stock-form.ts"
import { countedAt, plain, stockLists } from "../../web/labels.ts"

const Form = formOf(
  {
    lines: Schema.mutable(Schema.Array(Schema.Struct({ stockItemId: Schema.Finite, quantity: maybeQuantity("Quantity") }))),
    note: text("Note", 200),
  },
  ({ lines }) => (lines.some(({ quantity }) => quantity !== undefined) ? undefined : { path: ["lines", 0, "quantity"], issue: "Enter at least one count" }),
)

interface Props {
  readonly site: string | undefined
  readonly onSite: (id: number) => void
  readonly onClose: () => void
}

export default function CountDialog({ site, onSite, onClose }: Props) {
  const { siteId: working, sites } = useWorkingSite()
  const siteId = Number(site ?? working ?? sites[0]?.id ?? 0)
  const levels = useApi("GET /api/stock/levels", siteId > 0 ? { query: countedAt(siteId) } : null)
  const count = useCommand("POST /api/stock/counts", {
    body: ({ lines, note }: typeof Form.Type) => ({
      siteId,
      note,
      lines: lines.flatMap(({ quantity, ...of }) => (quantity === undefined ? [] : [{ ...of, quantity }])),
    }),
    lists: stockLists,
    done: "Count recorded",
    failed: "Failed to record the count",
  })
  if (!levels.data) return <AwaitedDialog title="Count Stock" of={levels} onClose={onClose} />
  return (
    <FormDialog
      title="Count Stock"
      help="Leave uncounted items blank. Differences are posted at average cost."
      schema={Form}
      wide
      defaults={{ lines: levels.data.map(({ stockItemId }) => ({ stockItemId, quantity: undefined })), note: "" }}
      submit="Record count"
      pending="Recording..."
      save={count.send}
      onClose={onClose}
    >
      <SiteChoice siteId={siteId} onSite={onSite} />
      {levels.data.length === 0 && <p className="muted">This site has no stock yet. Receive goods first.</p>}
      <div className="stock-lines">
        {levels.data.map(({ id, itemName, currentQuantity, stockItem }, n) => (
          <NumberField
            key={id}
            name={`lines.${n}.quantity`}
            label={itemName}
            hint={`${plain(currentQuantity)} on the books`}
            min={0}
            step={0.001}
            unit={stockItem.unit}
          />
        ))}
      </div>
      <TextField name="note" label="Note" />
    </FormDialog>
  )
}
