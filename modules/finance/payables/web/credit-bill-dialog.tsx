/** Credits some of a bill by the vendor's credit note; one that is not approved is withdrawn as a whole. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { amount, day, text } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { type Bill, payableLists } from "./labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({ amount: amount("Amount"), date: day("Date"), reference: text("Reference", 100), reason: text("Reason", 500, true) }),
)
type Form = typeof Form.Type

export default function CreditBillDialog({ bill, onClose }: { readonly bill: Bill; readonly onClose: () => void }) {
  const isPosted = bill.postedDate !== null
  const credit = useCommand("POST /api/accounts-payable/:id/credit", {
    id: bill.id,
    body: ({ reference, ...form }: Form) => (isPosted ? { ...form, reference: reference.trim() || null } : { reason: form.reason }),
    lists: payableLists,
    done: isPosted ? "Bill credited" : "Bill withdrawn",
    failed: "Failed to credit the bill",
  })
  return (
    <FormDialog
      title={`${isPosted ? "Credit" : "Withdraw"} ${bill.billNumber}`}
      help={
        isPosted
          ? `${formatMoney(bill.balance, bill.currency)} is open. The costs are taken back in proportion.`
          : "It is not in the books yet, so nothing is posted. Its invoice number can be entered again."
      }
      schema={Form}
      defaults={{ amount: bill.balance, date: today(), reference: "", reason: "" }}
      submit={isPosted ? "Credit" : "Withdraw"}
      pending={isPosted ? "Crediting..." : "Withdrawing..."}
      save={credit.send}
      onClose={onClose}
    >
      {isPosted && (
        <>
          <div className="pair">
            <MoneyField name="amount" label="Amount" currency={bill.currency} required />
            <DateField name="date" label="Date" min={bill.invoiceDate} max={today()} required />
          </div>
          <PostingDay name="date" />
          <TextField name="reference" label="Reference" hint="The number of the vendor's credit note" />
        </>
      )}
      <TextAreaField name="reason" label="Reason" maxLength={500} required />
    </FormDialog>
  )
}
