/** Sets the rate of a tax from a day on. */
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { checkedText, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { isAmount } from "../../web/books-form.ts"
import { pathsOf, useCommand } from "../../web/client.ts"
import type { TaxCode } from "./tax-labels.ts"

const Form = formOf({
  code: text("Tax", 20, true),
  from: text("From", 10, true),
  rate: checkedText((rate) => {
    if (rate.trim() === "") return "Percent is required"
    return isAmount(rate.trim()) && Number(rate) <= 100 ? undefined : "A tax rate must be between 0 and 100, with at most two decimals"
  }),
  source: text("Source", 500, true),
})
type Form = typeof Form.Type

export default function TaxRateDialog({ codes, onClose }: { readonly codes: readonly TaxCode[]; readonly onClose: () => void }) {
  const set = useCommand("POST /api/tax-codes/:code/rates", {
    params: ({ code }: Form) => ({ code }),
    body: ({ code: _, rate, ...form }) => ({ ...form, rate: rate.trim() }),
    lists: pathsOf("GET /api/tax-codes", "GET /api/tax-codes/history", "GET /api/periods"),
    done: ({ name, proposals }) => (proposals.length > 0 ? `${name}: rate proposed. Another person confirms it` : `${name}: rate set`),
    failed: "Failed to set the rate",
  })
  return (
    <FormDialog
      title="Set Tax Rate"
      help={`It applies from its date, today is ${formatDay(today())}. Documents keep the rate of their date. A rate that changes figures of this month or earlier applies once another person confirms it.`}
      schema={Form}
      defaults={{ code: codes[0]?.code ?? "", from: today(), rate: "", source: "" }}
      submit="Set rate"
      pending="Setting..."
      save={set.send}
      onClose={onClose}
    >
      <SelectField name="code" label="Tax" options={codes.map(({ code, name }) => ({ value: code, label: name }))} required />
      <div className="pair">
        <TextField name="rate" label="Percent" required />
        <DateField name="from" label="From" required />
      </div>
      <TextField name="source" label="Source" hint="The law or notice it comes from" required />
    </FormDialog>
  )
}
