/** Enters the SSP price of a dollar from a day on. */
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { checkedText, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { isAmount } from "../../web/books-form.ts"
import { useCommand } from "../../web/client.ts"
import { rateLists } from "../../web/labels.ts"
import { RateDay } from "./rate-day.tsx"

const Form = formOf({
  type: Schema.Literals(["official", "parallel", "contract"]),
  from: text("From", 10, true),
  rate: checkedText((rate) => {
    if (rate.trim() === "") return "Rate is required"
    if (!isAmount(rate)) return "Rate must be a number with at most two decimals"
    return Number(rate) > 0 ? undefined : "Rate must be greater than 0"
  }),
  source: text("Source", 500, true),
})

export default function ExchangeRateDialog({ onClose }: { readonly onClose: () => void }) {
  const enter = useCommand("POST /api/exchange-rates", {
    lists: rateLists,
    done: ({ rate, from }) => `${formatFigure(rate)} SSP per USD from ${formatDay(from)}`,
    failed: "Failed to enter the rate",
  })
  return (
    <FormDialog
      title="New Exchange Rate"
      help="It applies from its date. Changing a rate that is already entered takes two people; posted entries keep their rate."
      schema={Form}
      defaults={{ type: "official", from: today(), rate: "", source: "" }}
      submit="Enter rate"
      pending="Entering..."
      save={enter.send}
      onClose={onClose}
    >
      <RateDay />
      <MoneyField name="rate" label="SSP per USD" currency="SSP" required />
      <TextField name="source" label="Source" hint="For example: Bank of South Sudan, weekly rate" required />
    </FormDialog>
  )
}
