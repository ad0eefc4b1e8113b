import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { dailyExpenses } from "./resource.ts"

export const screen = screenOf(dailyExpenses, {
  title: ["siteName", "expenseDate"],
  called: "daily expenses",
  amount: { field: "totalCost", figure: "dailyExpense.total" },
  hidden: ["staffCount", "currency", "recordedByUser"],
  card: ["siteName", "recordedByUser"],
  commands: {
    record: { button: "Record Daily Expenses", done: "Daily expenses recorded successfully", failed: "Failed to record daily expenses" },
    approve: { kind: "primary" },
    reject: { kind: "danger", ask: "It is not posted. The day can be recorded again." },
  },
})
