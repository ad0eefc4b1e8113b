/** Pays out an approved expense and posts it. */
import { today } from "@ops/platform/ui/date.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { DateField } from "@ops/platform/ui/forms/form-fields.tsx"
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { askerOf, type Expense } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"

export default function PayDialog({ row, onClose }: { readonly row: Expense; readonly onClose: () => void }) {
  return (
    <ChangeForm
      screen={screen}
      command="pay"
      row={row}
      help={`${formatMoney(row.amount, row.currency)} to ${askerOf(row)}. It is posted at once: cash from 1000, everything else from the bank.`}
      initial={{ paidDate: today(), paymentMethod: row.paymentMethod }}
      hints={{ paymentReference: "The number of the voucher, cheque or transfer" }}
      rows={[
        { key: "date", node: <DateField name="paidDate" label="Payment date" min={row.requestDate} max={today()} required /> },
        "paymentMethod",
        { key: "posting-day", node: <PostingDay name="paidDate" /> },
        "paymentReference",
      ]}
      onClose={onClose}
    />
  )
}
