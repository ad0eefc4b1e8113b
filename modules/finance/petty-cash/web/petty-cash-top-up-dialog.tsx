/** Fills a float from cash or the bank. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { amount, day, one, text } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { type Float, pettyCashLists } from "./labels.ts"
import { moneyOptions } from "../../shared/web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({ amount: amount("Amount"), account: one(moneyOptions, "From"), date: day("Date"), reference: text("Reference", 100) }),
)
type Form = typeof Form.Type

export default function PettyCashTopUpDialog({ float, onClose }: { readonly float: Float; readonly onClose: () => void }) {
  const topUp = useCommand("POST /api/petty-cash-floats/:id/top-up", {
    id: float.id,
    body: ({ reference, ...form }: Form) => ({ ...form, reference: reference.trim() || null }),
    lists: pettyCashLists,
    done: "Float topped up",
    failed: "Failed to top up the float",
  })
  const room = (Math.round(Number(float.limit) * 100) - Math.round(Number(float.balance) * 100)) / 100
  const bank = float.currency === "USD" ? "1010" : "1020"
  return (
    <FormDialog
      title={`Top up ${float.name}`}
      help={`${formatMoney(float.balance, float.currency)} are in it, ${formatMoney(float.limit, float.currency)} may be. It is posted at once.`}
      schema={Form}
      defaults={{ amount: room.toFixed(2), account: bank, date: today(), reference: "" }}
      submit="Top up"
      pending="Topping up..."
      save={topUp.send}
      onClose={onClose}
    >
      <div className="pair">
        <MoneyField name="amount" label="Amount" currency={float.currency} required />
        <SelectField name="account" label="From" options={moneyOptions.filter(({ value }) => value === "1000" || value === bank)} required />
      </div>
      <div className="pair">
        <DateField name="date" label="Date" {...(float.lastMovedOn && { min: float.lastMovedOn })} max={today()} required />
        <TextField name="reference" label="Reference" hint="The number of the voucher or cheque" />
      </div>
      <PostingDay name="date" />
    </FormDialog>
  )
}
