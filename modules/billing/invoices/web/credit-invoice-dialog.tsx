/** Credits an invoice, in full or in part, by a credit note dated today. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, SelectField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { checkedText, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { useCommand } from "../../web/client.ts"
import { type Invoice, invoiceLists, isAmount, numberOf } from "../../web/labels.ts"

const Form = formOf(
  {
    what: Schema.Literals(["all", "lines"]).annotate({ message: "Choose the lines to credit" }),
    amounts: Schema.Array(checkedText((text) => (text === "" || isAmount(text) ? undefined : "Amount must be a number with at most two decimals"))),
    reason: text("Reason", 500, true),
  },
  ({ what, amounts }) =>
    what === "all" || amounts.some((amount) => Number(amount) > 0) ? undefined : { path: ["amounts", 0], issue: "Give the amount of at least one line" },
)

export default function CreditInvoiceDialog({ invoice, onClose }: { readonly invoice: Invoice; readonly onClose: () => void }) {
  const credit = useCommand("POST /api/invoices/:id/credit", {
    id: invoice.id,
    body: ({ what, amounts, reason }: typeof Form.Type) => ({
      reason,
      lines: what === "all" ? null : amounts.flatMap((amount, n) => (Number(amount) > 0 ? [{ line: n + 1, amount }] : [])),
    }),
    lists: invoiceLists,
    done: (note) => `Credit note ${numberOf(note)} issued`,
    failed: "Failed to credit the invoice",
  })
  return (
    <FormDialog
      title={`Credit ${numberOf(invoice)}`}
      help="The credit note is dated today. Any overpayment becomes a credit on the client's account."
      schema={Form}
      defaults={{ what: "all", amounts: invoice.lines.map(() => ""), reason: "" }}
      submit="Credit"
      pending="Crediting..."
      save={credit.send}
      onClose={onClose}
    >
      <SelectField
        name="what"
        label="Lines to credit"
        required
        options={[
          { value: "all", label: "Full remaining amount" },
          { value: "lines", label: "Some of its lines" },
        ]}
      />
      <Lines invoice={invoice} />
      <TextAreaField name="reason" label="Reason" maxLength={500} required />
    </FormDialog>
  )
}

const Lines = ({ invoice }: { readonly invoice: Invoice }) =>
  useWatch({ name: "what" }) === "lines" &&
  invoice.lines.map(({ line, description, amount }, n) => (
    <MoneyField
      key={line}
      name={`amounts.${n}`}
      label={description}
      currency={invoice.currency}
      hint={`Before tax; the line has ${formatMoney(amount, invoice.currency)}.`}
    />
  ))
