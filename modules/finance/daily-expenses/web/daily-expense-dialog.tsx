/** Records what a site spent on a day; once another person approves it, it is posted. */
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { isAmount } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { useWatch } from "react-hook-form"
import { screen } from "../screen.ts"

const costs = screen.commands.record.fields.filter(({ kind }) => kind === "money").map(({ name }) => name)

export default function DailyExpenseDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <RecordForm
      screen={screen}
      command="record"
      help="What one site spent on one day. It is posted when someone else approves it."
      draft="daily-expense"
      submit="Record expenses"
      labels={{ expenseDate: "Date" }}
      rows={[
        ["expenseDate", "siteId"],
        { key: "posting-day", node: <PostingDay name="expenseDate" /> },
        ["currency", "staffCount"],
        { grid: "finance-costs", fields: costs },
        { key: "total", node: <Total /> },
        "receipts",
        "notes",
      ]}
      onClose={onClose}
    />
  )
}

/** The total of the amounts entered so far. */
const Total = () => {
  const form = useWatch<Record<string, string | undefined>>()
  const amounts = costs.map((name) => form[name] ?? "").filter((amount) => isAmount(amount))
  return (
    <output className="finance-total">
      <span>Total</span>
      <b className="num">{formatMoney(sumMoney(amounts), form["currency"] ?? "USD")}</b>
    </output>
  )
}
