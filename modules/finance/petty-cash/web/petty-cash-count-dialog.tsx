/** Records the count of a float; a difference is posted. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { day, isAmount, text } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { useCommand } from "../../web/client.ts"
import { type Float, pettyCashLists } from "./labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    counted: Schema.String.check(
      Schema.makeFilter((value) => (value === "" ? "Counted is required" : isAmount(value) ? undefined : "Counted must be a number with at most two decimals")),
    ),
    reason: text("Reason", 500),
    date: day("Date"),
  }),
)
type Form = typeof Form.Type

export default function PettyCashCountDialog({ float, onClose }: { readonly float: Float; readonly onClose: () => void }) {
  const count = useCommand("POST /api/petty-cash-floats/:id/count", {
    id: float.id,
    body: ({ reason, ...form }: Form) => ({ ...form, reason: reason.trim() || null }),
    lists: pettyCashLists,
    done: "Count written down",
    failed: "Failed to write down the count",
  })
  return (
    <FormDialog
      title={`Count ${float.name}`}
      help={`The book has ${formatMoney(float.balance, float.currency)}.`}
      schema={Form}
      defaults={{ counted: "", reason: "", date: today() }}
      submit="Write down"
      pending="Writing down..."
      save={count.send}
      onClose={onClose}
    >
      <div className="pair">
        <MoneyField name="counted" label="Counted" currency={float.currency} required />
        <DateField name="date" label="Date" {...(float.lastMovedOn && { min: float.lastMovedOn })} max={today()} required />
      </div>
      <PostingDay name="date" />
      <Difference of={float} />
      <TextAreaField name="reason" label="Reason" hint="Why it is not what the book has" rows={2} />
    </FormDialog>
  )
}

/** The difference between count and book. */
const Difference = ({ of }: { readonly of: Float }) => {
  const { counted = "" } = useWatch<Form>()
  const cents = isAmount(counted) ? Math.round(Number(counted) * 100) - Math.round(Number(of.balance) * 100) : 0
  const much = formatMoney((Math.abs(cents) / 100).toFixed(2), of.currency)
  return (
    <output className="finance-total">
      <span>{cents < 0 ? "Missing" : cents > 0 ? "Over" : "Difference"}</span>
      <b className="num">{isAmount(counted) ? much : "–"}</b>
    </output>
  )
}
