/** Edits the bill of quantities: lines with a unit price, and milestones with a lump sum. */
import { Button } from "@ops/platform/ui/button.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { type Editable, MoneyField, NumberField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { amount, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFieldArray, useWatch } from "react-hook-form"
import { quantity } from "../../budget/web/budget-form.ts"
import { type Contract, moneyLists } from "../../budget/web/budget-labels.ts"
import { useCommand } from "../../web/client.ts"

const Form = formOf({
  lines: Schema.Array(
    Schema.Struct({
      id: Schema.NullOr(Schema.Finite),
      costCodeId: Schema.NullOr(Schema.Finite),
      item: text("Number", 20, true),
      description: text("Description", 300, true),
      unit: text("Unit", 20, true),
      quantity: quantity("Quantity"),
      rate: amount("Rate"),
    }),
  ).check(Schema.makeFilter((lines) => (lines.length > 0 ? undefined : "Name at least one line"))),
})
type Form = typeof Form.Type
type Line = Editable<Form>["lines"][number]
/** The lines while they are edited: a new one has no quantity yet. */
interface Entered {
  lines: Array<Omit<Line, "quantity"> & { quantity: number | undefined }>
}
const none = { id: null, costCodeId: null, item: "", description: "", unit: "", quantity: undefined, rate: "" }

export default function BillingBoqDialog({ of, onClose }: { readonly of: Contract; readonly onClose: () => void }) {
  const set = useCommand("PUT /api/construction-projects/:id/boq", {
    id: of.id,
    body: ({ lines }: Form) => ({ lines, version: of.version }),
    lists: moneyLists,
    done: "Bill of quantities saved",
    failed: "Failed to save the bill of quantities",
  })
  return (
    <FormDialog
      title="Bill of quantities"
      help={`Contract value: ${formatMoney(of.contractValue ?? "0", "USD")}. A milestone is a line of 1 sum.`}
      schema={Form}
      defaults={{
        lines:
          of.lines.length === 0
            ? [none]
            : of.lines.map(({ id, costCode, item, description, unit, quantity, rate }) => ({
                id,
                costCodeId: costCode?.id ?? null,
                item,
                description,
                unit,
                quantity: Number(quantity),
                rate,
              })),
      }}
      draft={`boq-${of.id}`}
      submit="Write lines"
      pending="Writing..."
      save={set.send}
      onClose={onClose}
      wide
    >
      <Lines />
      <Sum worth={of.contractValue ?? "0"} />
    </FormDialog>
  )
}

const Lines = () => {
  const { fields, append, remove } = useFieldArray<Entered>({ name: "lines" })
  return (
    <>
      {fields.map((field, n) => (
        <div key={field.id}>
          <div className="billing-boq">
            <TextField name={`lines.${n}.item`} label="No." required />
            <TextField name={`lines.${n}.description`} label="Description" required />
            <TextField name={`lines.${n}.unit`} label="Unit" required />
            <NumberField name={`lines.${n}.quantity`} label="Quantity" min={0} step={0.001} required />
            <MoneyField name={`lines.${n}.rate`} label="Rate, USD" required />
          </div>
          <Button kind="quiet" aria-label={`Take out line ${n + 1}`} onClick={() => remove(n)}>
            Take out
          </Button>
        </div>
      ))}
      <Button kind="plain" onClick={() => append(none)}>
        Another line
      </Button>
    </>
  )
}

const Sum = ({ worth }: { readonly worth: string }) => {
  const { lines = [] } = useWatch<Form>()
  const sum = lines.reduce((total, line) => total + Math.round((line?.quantity ?? 0) * Number(line?.rate || 0) * 100), 0) / 100
  const left = Number(worth) - sum
  return (
    <output className="budget-sum">
      <span>Total</span>
      <b className="num">{formatMoney(sum.toFixed(2), "USD")}</b>
      <span className={left < 0 ? "negative" : "muted"}>
        {left < 0 ? `${formatMoney((-left).toFixed(2), "USD")} above the contract` : `${formatMoney(left.toFixed(2), "USD")} left of the contract`}
      </span>
    </output>
  )
}
