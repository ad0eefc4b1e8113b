/** Records what a site spent on a day; another person approves it, and then it is posted. */
import { RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { FormTotal } from "../../shared/web/form-figure.tsx"
import { screen } from "../screen.ts"

const costs = screen.commands.record.fields.filter(({ kind }) => kind === "money").map(({ name }) => name)

export default function DailyExpenseDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <RecordForm
      screen={screen}
      command="record"
      help="What one site spent on one day. It is posted when another person approves it."
      draft="daily-expense"
      submit="Record expenses"
      labels={{ expenseDate: "Date" }}
      rows={[
        ["expenseDate", "siteId"],
        { key: "posting-day", node: <PostingDay name="expenseDate" /> },
        ["currency", "staffCount"],
        { grid: "finance-costs", fields: costs },
        { key: "total", node: <FormTotal of={costs} /> },
        "receipts",
        "notes",
      ]}
      onClose={onClose}
    />
  )
}
