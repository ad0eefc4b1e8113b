/** A person's expense requests and their status; people at a site record its daily expenses there. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import type { View } from "@ops/platform/ui/lists/list-state.ts"
import { useSession, useUser } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { ExpenseRequests } from "./expense-requests.tsx"
import "../../web/finance.css"

const DailyExpenseDialog = lazyWithRetry(() => import("../../daily-expenses/web/daily-expense-dialog.tsx"))

const mine: View = { id: "mine", label: "Mine", query: { mine: "true" } }

/** Up to level 5 people see only their own; above it those of the site, of the department, or all. */
const viewsOf = (level: number): readonly View[] =>
  level < 6 ? [mine] : [mine, { id: "all", label: level === 6 ? "Of the Site" : level === 8 ? "Of the Department" : "All" }]

export const Component = () => {
  const { can } = useSession()
  const { accessLevel } = useUser()
  const dialog = useDialog()
  const mayRecord = can("operations.basic", "operations.supervise", "department.manage", "finance.full")
  const record = () => dialog.open("daily-expense")
  useKeys("Daily expenses", mayRecord ? { r: ["Record daily expenses", record] } : {})
  return (
    <>
      <ExpenseRequests views={viewsOf(accessLevel)} also={mayRecord && <Button onClick={record}>Record Daily Expenses</Button>} />
      {dialog.name === "daily-expense" && mayRecord && (
        <Suspense>
          <DailyExpenseDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
