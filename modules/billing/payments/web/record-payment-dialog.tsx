/** Records a client's payment of an invoice. Anything beyond the open amount becomes the client's credit. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { day, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { useCommand } from "../../web/client.ts"
import { amount } from "../../web/invoice-form.ts"
import { type Invoice, invoiceLists, isAmount, methodOptions, numberOf } from "../../web/labels.ts"

const Form = formOf(
  {
    amount: amount("Amount"),
    currency: Schema.Literals(["USD", "SSP"]),
    exchangeRate: Schema.String,
    method: Schema.Literals(["bank_transfer", "cash", "check", "credit_card"]),
    date: day("Payment date"),
    reference: text("Reference", 100),
    notes: text("Notes", 500),
    settles: Schema.Literals(["this", "oldest"]).annotate({ message: "Choose what it settles" }),
  },
  ({ settles, exchangeRate }) =>
    exchangeRate === "" || (isAmount(exchangeRate) && Number(exchangeRate) > 0 && settles === "this")
      ? undefined
      : { path: ["exchangeRate"], issue: "Exchange rate must be a number greater than 0, and applies to this invoice only" },
)

/** The rate at which a payment in the other currency settles the invoice. */
const ExchangeRate = ({ invoice }: { readonly invoice: Invoice }) =>
  useWatch({ name: "currency" }) === invoice.currency ? null : <TextField name="exchangeRate" label="Exchange rate (SSP per USD)" required />

export default function RecordPaymentDialog({ invoice, onClose }: { readonly invoice: Invoice; readonly onClose: () => void }) {
  const { id, clientId, openAmount } = invoice
  const record = useCommand("POST /api/payments", {
    body: ({ amount, currency, exchangeRate, method, date, reference, notes, settles }: typeof Form.Type) => ({
      clientId,
      amount,
      currency,
      method,
      date,
      reference: reference || null,
      notes: notes || null,
      allocations: settles === "this" ? [{ invoiceId: id, amount: null }] : null,
      ...(currency !== invoice.currency && { exchangeRate: exchangeRate || null }),
    }),
    lists: invoiceLists,
    done: ({ paymentNumber }) => `Payment ${paymentNumber} recorded`,
    failed: "Failed to record payment",
  })
  return (
    <FormDialog
      title={`Record Payment for ${numberOf(invoice)}`}
      help={`${invoice.clientName} owes ${formatMoney(openAmount, invoice.currency)}. Any overpayment becomes a credit on the client's account.`}
      schema={Form}
      defaults={{
        amount: openAmount,
        currency: invoice.currency,
        exchangeRate: "",
        method: "bank_transfer",
        date: today(),
        reference: "",
        notes: "",
        settles: "this",
      }}
      submit="Record payment"
      pending="Recording..."
      save={record.send}
      onClose={onClose}
    >
      <div className="pair">
        <TextField name="amount" label="Amount" required />
        <SelectField
          name="currency"
          label="Currency"
          required
          options={[
            { value: "USD", label: "USD" },
            { value: "SSP", label: "SSP" },
          ]}
        />
      </div>
      <ExchangeRate invoice={invoice} />
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
