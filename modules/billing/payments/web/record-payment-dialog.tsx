/** Money that a client has paid for an invoice. What is more than is open becomes the client's credit. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { day, text } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { amount } from "../../web/invoice-form.ts"
import { type Invoice, invoiceLists, isLess, methodOptions, numberOf } from "../../web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    amount: amount("Amount"),
    method: Schema.Literals(["bank_transfer", "cash", "check", "credit_card"]),
    date: day("Payment date"),
    reference: text("Reference", 100),
    notes: text("Notes", 500),
    settles: Schema.Literals(["this", "oldest"]).annotate({ message: "Choose what it settles" }),
  }),
)

export default function RecordPaymentDialog({ invoice, onClose }: { readonly invoice: Invoice; readonly onClose: () => void }) {
  const { id, clientId, currency, openAmount } = invoice
  const record = useCommand("POST /api/payments", {
    body: ({ amount, method, date, reference, notes, settles }: typeof Form.Type) => ({
      clientId,
      amount,
      currency,
      method,
      date,
      reference: reference || null,
      notes: notes || null,
      allocations: settles === "this" ? [{ invoiceId: id, amount: isLess(amount, openAmount) ? amount : openAmount }] : null,
    }),
    lists: invoiceLists,
    done: ({ paymentNumber }) => `Payment ${paymentNumber} recorded`,
    failed: "Failed to record payment",
  })
  return (
    <FormDialog
      title={`Record Payment for ${numberOf(invoice)}`}
      help={`${invoice.clientName} owes ${formatMoney(openAmount, currency)}. Any overpayment becomes a credit on the client's account.`}
      schema={Form}
      defaults={{ amount: openAmount, method: "bank_transfer", date: today(), reference: "", notes: "", settles: "this" }}
      submit="Record payment"
      pending="Recording..."
      save={record.send}
      onClose={onClose}
    >
      <MoneyField name="amount" label="Amount" currency={currency} required />
      <div className="pair">
        <SelectField name="method" label="Payment method" options={methodOptions} required />
        <DateField name="date" label="Payment date" max={today()} required />
      </div>
      <PostingDay name="date" />
      <TextField name="reference" label="Reference" />
      <SelectField
        name="settles"
        label="Settles"
        required
        options={[
          { value: "this", label: "This invoice" },
          { value: "oldest", label: "The client's oldest invoices first" },
        ]}
      />
      <TextField name="notes" label="Notes" />
    </FormDialog>
  )
}
