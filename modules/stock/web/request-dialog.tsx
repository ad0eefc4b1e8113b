/** Requests the low items of a site, filled in up to the maximum of each item. */
import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { AwaitedDialog } from "@ops/platform/ui/forms/awaited-dialog.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, NumberField, SelectField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { checkedNumber, choice, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useNavigate } from "react-router-dom"
import { useApi } from "./client.ts"
import { SiteChoice } from "./site-choice.tsx"
import { maybeAmount } from "./stock-form.ts"
import { type Level, missing, plain } from "./labels.ts"

const Count = checkedNumber((count) => (count === undefined || (Number.isInteger(count) && count >= 0) ? undefined : "Quantity must be a whole number"))
const Form = formOf(
  {
    priority: choice("Priority", ["low", "medium", "high", "urgent"]),
    justification: text("Justification", 2000),
    lines: Schema.mutable(Schema.Array(Schema.Struct({ stockItemId: Schema.Finite, quantity: Count, estimatedCost: maybeAmount("Estimated cost") }))),
  },
  ({ lines }) => (lines.some(({ quantity = 0 }) => quantity > 0) ? undefined : { path: ["lines", 0, "quantity"], issue: "Request at least one item" }),
)
const priorities = [
  { value: "low", label: "Low" },
  { value: "medium", label: "Medium" },
  { value: "high", label: "High" },
  { value: "urgent", label: "Urgent" },
]

interface Props {
  /** "2": the alerts of a site; "2.7.9": the items 7 and 9 of it */
  readonly asked: string | undefined
  readonly onSite: (id: number) => void
  readonly onClose: () => void
}

export default function RequestDialog({ asked, onSite, onClose }: Props) {
  const { siteId: working, sites } = useWorkingSite()
  const navigate = useNavigate()
  const [site, ...items] = asked?.split(".") ?? []
  const siteId = Number(site ?? working ?? sites[0]?.id ?? 0)
  const query = items.length > 0 ? { stockItemId: items.join(",") } : { alert: "true", sort: "daysRemaining" }
  const levels = useApi("GET /api/stock/levels", siteId > 0 ? { query: { siteId, limit: 200, ...query } } : null)
  const known = useApi("GET /api/stock/items")
  const raise = useApiMutation<typeof Form.Type, { readonly id: number }>({
    method: "POST",
    path: "/api/purchase-requests",
    body: ({ lines, ...form }) => ({
      ...form,
      siteId,
      items: lines.flatMap(({ stockItemId, quantity = 0, estimatedCost }) =>
        quantity > 0 ? [{ stockItemId, quantity, estimatedCost: estimatedCost === "" ? "0.00" : estimatedCost }] : [],
      ),
    }),
    lists: ["/api/purchase-requests"],
    done: "Purchase request created successfully",
    failed: "Failed to create purchase request",
  })
  if (!levels.data) return <AwaitedDialog title="Create Purchase Request" of={levels} onClose={onClose} />
  if (known.isPending) return null
  const costOf = (level: Level, quantity: number) => {
    const one = level.averageCost ?? known.data?.find(({ id }) => id === level.stockItemId)?.unitCost
    return one ? (Number(one) * quantity).toFixed(2) : ""
  }
  const lines = levels.data.map((level) => {
    const quantity = missing(level)
    return { stockItemId: level.stockItemId, quantity, estimatedCost: costOf(level, quantity) }
  })
  const isUrgent = levels.data.some(({ daysRemaining }) => (daysRemaining ?? 9) <= 2)
  return (
    <FormDialog
      title="Create Purchase Request"
      help="Fills each item to its maximum, at average cost. Another person approves."
      schema={Form}
      wide
      defaults={{ priority: isUrgent ? "high" : "medium", justification: "Stock is low", lines }}
      submit="Create request"
      pending="Creating..."
      onClose={onClose}
      save={async (form) => {
        const { id } = await raise.send(form)
        setTimeout(() => void navigate(`/procurement?open=${id}`), 0)
      }}
    >
      <div className="pair">
        <SiteChoice siteId={siteId} onSite={onSite} />
        <SelectField name="priority" label="Priority" options={priorities} required />
      </div>
      {levels.data.length === 0 && <p className="muted">No low stock at this site.</p>}
      {levels.data.map(({ id, itemName, currentQuantity, minimumLevel, stockItem }, n) => (
        <div className="pair" key={id}>
          <NumberField
            name={`lines.${n}.quantity`}
            label={itemName}
            hint={`${plain(currentQuantity)} on hand, minimum ${plain(minimumLevel)}`}
            min={0}
            step={1}
            unit={stockItem.unit}
          />
          <MoneyField name={`lines.${n}.estimatedCost`} label="Estimated cost" currency="USD" hint="For the whole line" />
        </div>
      ))}
      <TextAreaField name="justification" label="Justification" rows={2} />
    </FormDialog>
  )
}
