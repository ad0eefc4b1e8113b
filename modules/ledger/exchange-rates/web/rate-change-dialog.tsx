/** Proposes another rate for a day that has one. */
import { formatDay } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { isAmount } from "../../web/books-form.ts"
import { useCommand } from "../../web/client.ts"
import { type Rate, rateLists, rateTypeOptions } from "../../web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    type: Schema.Literals(["official", "parallel", "contract"]),
    from: text("From", 10, true),
    rate: Schema.String.check(
      Schema.makeFilter((rate) => {
        if (rate.trim() === "") return "Rate is required"
        if (!isAmount(rate)) return "Rate must be a number with at most two decimals"
        return Number(rate) > 0 ? undefined : "Rate must be greater than 0"
      }),
    ),
    source: text("Source", 500),
    reason: text("Reason", 500, true),
  }),
)

export default function RateChangeDialog({ rate, onClose }: { readonly rate: Rate; readonly onClose: () => void }) {
  const propose = useCommand("POST /api/exchange-rates/changes", {
    lists: rateLists,
    done: ({ changeNumber }) => `${changeNumber} waits for a second person`,
    failed: "Failed to propose the change",
  })
  return (
    <FormDialog
      title="Change exchange rate"
      help={`From ${formatDay(rate.from)} a dollar costs ${formatFigure(rate.rate)} SSP. The new rate applies once another person confirms it; posted entries keep their rate.`}
      schema={Form}
      defaults={{ type: rate.type, from: rate.from, rate: "", source: rate.source, reason: "" }}
      submit="Propose change"
      pending="Proposing..."
      save={propose.send}
      onClose={onClose}
    >
      <div className="pair">
        <SelectField name="type" label="Type" options={rateTypeOptions} required />
        <DateField name="from" label="From" required />
      </div>
      <MoneyField name="rate" label="SSP for a dollar" currency="SSP" required />
      <TextField name="source" label="Source" />
      <TextField name="reason" label="Reason" hint="Reason for the change" required />
    </FormDialog>
  )
}
