/** Records what a site spent on a day; another person approves it, and then it is posted. */
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { isAmount } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { useWatch } from "react-hook-form"
import { dailyExpenseLists } from "../../shared/web/labels.ts"
import { useCommand } from "../../web/client.ts"
import { screen } from "../screen.ts"

const command = screen.commands.record
const costs = command.fields.filter(({ kind }) => kind === "money").map(({ name }) => name)

export default function DailyExpenseDialog({ onClose }: { readonly onClose: () => void }) {
  const record = useCommand("POST /api/daily-expenses", {
    lists: dailyExpenseLists,
    done: "Daily expenses recorded successfully",
    failed: "Failed to record daily expenses",
  })
  return (
    <CommandDialog
      command={command}
      title="Record Daily Expenses"
      help="What one site spent on one day. It is posted when someone else approves it."
      draft="daily-expense"
      submit="Record expenses"
      pending="Recording..."
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
      save={record.send}
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
