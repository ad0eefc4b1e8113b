/** Fills a float from cash or the bank. */
import { today } from "@ops/platform/ui/date.tsx"
import { DateField, MoneyField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { moneyOptions } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"
import type { FloatFormProps } from "./labels.ts"

export default function TopUpDialog({ row, onClose }: FloatFormProps) {
  const room = (Math.round(Number(row.limit) * 100) - Math.round(Number(row.balance) * 100)) / 100
  const bank = row.currency === "USD" ? "1010" : "1020"
  return (
    <ChangeForm
      screen={screen}
      command="topUp"
      row={row}
      help={`Balance ${formatMoney(row.balance, row.currency)}, limit ${formatMoney(row.limit, row.currency)}. It is posted immediately.`}
      initial={{ amount: room.toFixed(2), account: bank, date: today() }}
      needed={["amount", "date"]}
      hints={{ reference: "The number of the voucher or cheque" }}
      rows={[
        {
          key: "amount",
          node: (
            <div className="pair">
              <MoneyField name="amount" label="Amount" currency={row.currency} required />
              <SelectField name="account" label="From" options={moneyOptions.filter(({ value }) => value === "1000" || value === bank)} required />
            </div>
          ),
        },
        { key: "date", node: <DateField name="date" label="Date" {...(row.lastMovedOn && { min: row.lastMovedOn })} max={today()} required /> },
        { key: "posting-day", node: <PostingDay name="date" /> },
        "reference",
      ]}
      onClose={onClose}
    />
  )
}
