/** Pays out an approved expense and posts it. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { day, one, text } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { askerOf, type Expense, expenseLists, methodOptions } from "../../shared/web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({ paidDate: day("Payment date"), paymentMethod: one(methodOptions, "Payment method"), paymentReference: text("Payment reference", 100) }),
)
type Form = typeof Form.Type

export default function PayDialog({ request, onClose }: { readonly request: Expense; readonly onClose: () => void }) {
  const pay = useCommand("POST /api/expense-requests/:id/pay", {
    id: request.id,
    body: ({ paymentReference, ...form }: Form) => ({ ...form, paymentReference: paymentReference.trim() || null, version: request.version }),
    lists: expenseLists,
    done: "Expense request updated successfully",
    failed: "Failed to update expense request",
  })
  return (
    <FormDialog
      title={`Pay ${request.requestNumber}`}
      help={`${formatMoney(request.amount, request.currency)} to ${askerOf(request)}. It is posted at once: cash from 1000, everything else from the bank.`}
      schema={Form}
      defaults={{ paidDate: today(), paymentMethod: request.paymentMethod, paymentReference: "" }}
      submit="Pay"
      pending="Paying..."
      save={pay.send}
      onClose={onClose}
    >
      <div className="pair">
        <DateField name="paidDate" label="Payment date" min={request.requestDate} max={today()} required />
        <SelectField name="paymentMethod" label="Payment method" options={methodOptions} required />
      </div>
      <PostingDay name="paidDate" />
      <TextField name="paymentReference" label="Payment reference" hint="The number of the voucher, cheque or transfer" />
    </FormDialog>
  )
}
