/** The finance screen: each part belongs to a module, and is loaded when it is opened. */
import { lazyPart, lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useSearchParams } from "react-router-dom"
import { type Part, Parts } from "./parts.tsx"

const Overview = lazyWithRetry(async () => ({ default: (await import("@ops/finance/overview/web/overview.tsx")).Overview }))
const Expenses = lazyWithRetry(async () => ({ default: (await import("@ops/finance/expense-requests/web/expenses.tsx")).Expenses }))
const Transactions = lazyWithRetry(async () => ({ default: (await import("@ops/finance/transactions/web/transactions.tsx")).Transactions }))
const FinancePayroll = lazyWithRetry(async () => ({ default: (await import("@ops/payroll/web/finance-payroll.tsx")).FinancePayroll }))
const Vendors = lazyWithRetry(async () => ({ default: (await import("@ops/finance/payables/web/vendors.tsx")).Vendors }))
const Reports = lazyWithRetry(async () => ({ default: (await import("@ops/ledger/web/reports.tsx")).Reports }))

const MonthEnd = lazyWithRetry(async () => ({ default: (await import("@ops/billing/meal-billing/web/month-end.tsx")).MonthEndPanel }))
const MonthEndLine = lazyPart(async () => ({ default: (await import("@ops/reporting/month-end/web/month-end-line.tsx")).MonthEndLine }))
const Analytics = lazyWithRetry(async () => ({ default: (await import("@ops/finance/overview/web/analytics.tsx")).Analytics }))

/** The overview; or the month, for people who come to bill it. */
const OverviewOrMonth = () => {
  const [address] = useSearchParams()
  const { sees } = useSession()
  return address.get("view") === "month-end" && sees("invoices.manage") ? (
    <MonthEnd />
  ) : (
    <>
      <MonthEndLine />
      <Overview />
    </>
  )
}

/** Below the statements is the ledger's analysis of the year, except when maintaining the books. */
const ReportsAndAnalytics = () => {
  const [address] = useSearchParams()
  return (
    <>
      <Reports />
      {!address.get("view") && <Analytics />}
    </>
  )
}

const parts: readonly Part[] = [
  { id: "overview", label: "Overview", part: () => <OverviewOrMonth /> },
  { id: "expenses", label: "Expenses", part: () => <Expenses /> },
  { id: "transactions", label: "Transactions", part: () => <Transactions /> },
  { id: "payroll", label: "Payroll", part: () => <FinancePayroll /> },
  { id: "vendors", label: "Vendors", part: () => <Vendors /> },
  { id: "reports", label: "Reports", part: () => <ReportsAndAnalytics /> },
]

export const Component = () => {
  return (
    <Page>
      <Parts label="Financial Management" parts={parts} />
    </Page>
  )
}
