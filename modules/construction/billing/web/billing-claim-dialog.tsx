/** Claims the work done to date, line by line. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, NumberField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { day, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { type Contract, moneyLists, short } from "../../budget/web/budget-labels.ts"
import { useCommand } from "../../web/client.ts"

const Line = Schema.Struct({ id: Schema.Finite, before: Schema.Finite, most: Schema.Finite, quantity: Schema.UndefinedOr(Schema.Finite) }).check(
  Schema.makeFilter(({ before, most, quantity }) => {
    if (quantity === undefined) return { path: ["quantity"], issue: "Quantity is required" }
    if (quantity > most) return { path: ["quantity"], issue: `The contract has ${most}` }
    return quantity < before ? { path: ["quantity"], issue: `${before} are certified already` } : undefined
  }),
)
const Form = formOf({ periodTo: day("Work up to"), lines: Schema.Array(Line), note: text("Note", 500) }, ({ lines }) =>
  lines.some(({ quantity, before }) => (quantity ?? 0) > before)
    ? undefined
    : { path: ["lines", 0, "quantity"], issue: "This claims no more work than is certified already" },
)
type Form = typeof Form.Type

export default function BillingClaimDialog({ of, onClose }: { readonly of: Contract; readonly onClose: () => void }) {
  const claim = useCommand("POST /api/construction-projects/:id/certificates", {
    id: of.id,
    body: ({ periodTo, lines, note }: Form) => ({ periodTo, note, done: lines.map(({ id, quantity }) => ({ id, quantity: quantity! })) }),
    lists: moneyLists,
    done: ({ certificateNumber, billed }) => `${certificateNumber} claimed: ${formatMoney(billed, "USD")} to be billed`,
    failed: "Failed to claim progress",
  })
  return (
    <FormDialog
      title="Claim progress"
      help="Quantities to date. When Finance certifies the claim, it is billed immediately."
      schema={Form}
      defaults={{
        periodTo: today(),
        lines: of.lines.map(({ id, quantity, certifiedQuantity }) => ({
          id,
          before: Number(certifiedQuantity),
          most: Number(quantity),
          quantity: Number(certifiedQuantity),
        })),
        note: "",
      }}
      draft={`claim-${of.id}`}
      submit="Claim progress"
      pending="Claiming..."
      save={claim.send}
      onClose={onClose}
      wide
    >
      {of.lines.map((line, n) => (
        <div className="billing-line" key={line.id}>
          <p>
            {line.item} {line.description}
            <span className="muted">
              , {short(line.certifiedQuantity)} of {short(line.quantity)} {line.unit} certified
            </span>
          </p>
          <NumberField name={`lines.${n}.quantity`} label={`Done of ${line.item}, ${line.unit}`} min={0} step={0.001} required />
        </div>
      ))}
      <Sum of={of} />
      <div className="pair">
        <DateField name="periodTo" label="Work up to" max={today()} required />
        <TextField name="note" label="Note" />
      </div>
    </FormDialog>
  )
}

/** The amount of the claim before retention, updated as the user types. */
const Sum = ({ of }: { readonly of: Contract }) => {
  const { lines = [] } = useWatch<Form>()
  const more = of.lines.reduce((sum, line, n) => sum + Math.max(0, ((lines[n]?.quantity ?? 0) - Number(line.certifiedQuantity)) * Number(line.rate)), 0)
  return (
    <output className="budget-sum">
      <span>This claim, before retention of {Number(of.retentionRate)}%</span>
      <b className="num">{formatMoney(more.toFixed(2), "USD")}</b>
    </output>
  )
}
