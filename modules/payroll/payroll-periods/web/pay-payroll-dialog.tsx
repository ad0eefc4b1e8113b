/** Records that a posted payroll was paid, and posts the payment. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { inCurrencies, payrollLists, type Period } from "../../web/labels.ts"

const Form = formOf({
  paidDate: text("Payment date", 100, true),
  paymentMethod: Schema.Literals(["bank_transfer", "cash"]),
  paymentReference: text("Payment reference", 100),
})
const methods = [
  { value: "bank_transfer", label: "Bank transfer" },
  { value: "cash", label: "Cash" },
]

export default function PayPayrollDialog({ period, onClose }: { readonly period: Period; readonly onClose: () => void }) {
  const pay = useCommand("PUT /api/hr/payroll-periods/:id/pay", {
    id: period.id,
    body: ({ paymentReference, ...form }: typeof Form.Type) => ({ ...form, paymentReference: paymentReference.trim() || null }),
    lists: payrollLists,
    done: "Payroll paid",
    failed: "Failed to process payroll",
  })
  return (
    <FormDialog
      title={`Pay ${period.periodName}`}
      help={`${inCurrencies(period.totalsByCurrency)} to ${period.people} people. The payment is posted at once: cash from 1000, else from the bank of each currency.`}
      schema={Form}
      defaults={{ paidDate: today(), paymentMethod: "bank_transfer", paymentReference: "" }}
      submit="Pay"
      pending="Paying..."
      save={pay.send}
      onClose={onClose}
    >
      <div className="pair">
        <DateField name="paidDate" label="Payment date" min={period.startDate} max={today()} required />
        <SelectField name="paymentMethod" label="Payment method" options={methods} required />
      </div>
      <PostingDay name="paidDate" />
      <TextField name="paymentReference" label="Payment reference" hint="The number of the transfer or voucher" />
    </FormDialog>
  )
}
