/** Credits part of a bill by the vendor's credit note; one that is not approved is withdrawn as a whole. */
import { today } from "@ops/platform/ui/date.tsx"
import { DateField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { screen } from "../screen.ts"
import type { BillFormProps } from "./labels.tsx"

export default function CreditBillDialog({ row, onClose }: BillFormProps) {
  const same = { screen, command: "credit", row, onClose } as const
  if (row.postedDate === null) {
    return (
      <ChangeForm
        {...same}
        title={`Withdraw ${row.billNumber}`}
        submit="Withdraw"
        done={() => "Bill withdrawn"}
        help="It is not posted yet, so nothing is reversed. Its invoice number can be entered again."
        rows={["reason"]}
      />
    )
  }
  return (
    <ChangeForm
      {...same}
      help={`${formatMoney(row.balance, row.currency)} is open. The costs are reduced in proportion.`}
      initial={{ amount: row.balance, date: today() }}
      hints={{ reference: "The number of the vendor's credit note" }}
      needed={["amount", "date"]}
      rows={[
        "amount",
        { key: "date", node: <DateField name="date" label="Date" min={row.invoiceDate} max={today()} required /> },
        { key: "posting-day", node: <PostingDay name="date" /> },
        "reference",
        "reason",
      ]}
    />
  )
}
