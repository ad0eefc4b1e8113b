/** Draws up the report of a month, or draws it up again. */
import { lastMonth, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { choice, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { taxLists, taxOptions } from "./tax-labels.ts"
import { currencyOptions } from "../../web/labels.ts"

const Form = formOf({
  taxPeriod: text("Month", 7, true),
  taxType: choice("Tax", ["nsif", "pit", "sales", "withholding"]),
  currency: Schema.Literals(["USD", "SSP"]),
  notes: text("Notes", 2000),
})

export default function TaxReportDialog({ onClose }: { readonly onClose: () => void }) {
  const [, setOpen] = useAddress("open")
  const draw = useCommand("POST /api/tax-reports", {
    lists: taxLists,
    done: ({ reportNumber, lines }) => `${reportNumber} drawn up from ${lines.length === 1 ? "one line" : `${lines.length} lines`}`,
    failed: "Failed to prepare the report",
  })
  return (
    <FormDialog
      title="New Tax Report"
      help="Based on entries posted in the completed month. It can be prepared again until it is filed; another person reviews it."
      schema={Form}
      defaults={{ taxPeriod: lastMonth(today()), taxType: "sales", currency: "USD", notes: "" }}
      submit="Draw up report"
      pending="Drawing up..."
      save={async (form) => {
        const { id } = await draw.send(form)
        setTimeout(() => void setOpen(String(id)), 0)
      }}
      onClose={onClose}
    >
      <SelectField name="taxType" label="Tax" options={taxOptions} required />
      <div className="pair">
        <DateField name="taxPeriod" label="Month" type="month" max={lastMonth(today())} required />
        <SelectField name="currency" label="Taxed in" options={currencyOptions} required />
      </div>
      <TextAreaField name="notes" label="Notes" rows={2} maxLength={2000} />
    </FormDialog>
  )
}
