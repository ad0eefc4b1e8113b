/** Expense requests of people, and daily expenses of sites. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { ExpenseRequests } from "./expense-requests.tsx"
import "../../web/finance.css"
import { SubViews, type SubView } from "../../shared/web/sub-views.tsx"

const DailyExpenses = lazyWithRetry(async () => ({ default: (await import("../../daily-expenses/web/daily-expenses.tsx")).DailyExpenses }))

const views: readonly SubView[] = [
  { id: "requests", label: "Expense Requests", part: () => <ExpenseRequests /> },
  { id: "daily", label: "Daily Expenses", part: () => <DailyExpenses /> },
]

export const Expenses = () => <SubViews label="Expenses" tab="expenses" views={views} />
