import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { pathOf } from "./client.ts"
import { DailyExpenseDrawer } from "./daily-expense-drawer.tsx"
import { currencyOptions, type DailyExpense, dailyStatusOptions, nameOf, dailyCosts } from "./labels.ts"

const DailyExpenseDialog = lazyWithRetry(() => import("./daily-expense-dialog.tsx"))

/** What each site spent on each day. */
export const DailyExpenses = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const mayRecord = can("operations.basic", "operations.supervise", "department.manage", "finance.full")
  const record = () => dialog.open("daily-expense")
  useKeys("Daily expenses", mayRecord ? { n: ["Record daily expenses", record] } : {})
  const button = mayRecord && (
    <Button kind="primary" onClick={record}>
      Record Daily Expenses
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/daily-expenses")}
        noun={["daily expense", "daily expenses"]}
        loading="Loading daily expenses..."
        rowId={({ id }) => String(id)}
        siteFilter
        actions={button}
        filters={[
          { field: "status", label: "Status", options: dailyStatusOptions },
          { field: "currency", label: "Currency", options: currencyOptions },
          { field: "from", label: "Dated from", date: true },
          { field: "to", label: "Dated to", date: true },
        ]}
        columns={[
          {
            id: "expenseDate",
            header: "Date",
            cell: ({ expenseDate, siteName }) => (
              <>
                <Day date={expenseDate} />
                <span className="sr">, {siteName}</span>
              </>
            ),
            sort: true,
          },
          { id: "site", header: "Site", cell: ({ siteCode, siteName }) => <SiteCode code={siteCode} name={siteName} />, sort: true },
          { id: "recordedBy", header: "Recorded By", cell: ({ recordedByUser }) => nameOf(recordedByUser), hidden: true },
          { id: "status", header: "Status", cell: ({ status }) => <StatusMark status={status} />, sort: true },
          { id: "staffCount", header: "Staff", figure: ({ staffCount }) => staffCount, hidden: true },
          ...dailyCosts.map(({ field, label }) => ({
            id: field,
            header: label,
            money: (row: DailyExpense) => ({ amount: Number(row[field]) === 0 ? null : row[field], currency: row.currency }),
          })),
          {
            id: "totalCost",
            header: "Total",
            money: ({ totalCost, currency }) => ({ amount: totalCost, currency }),
            explain: ({ id }) => ({ name: "dailyExpense.total", parameters: { id } }),
            sort: true,
          },
        ]}
        card={({ expenseDate, siteName, recordedByUser, status, totalCost, currency }) => ({
          title: <Day date={expenseDate} />,
          mark: <StatusMark status={status} />,
          text: `${siteName} · ${nameOf(recordedByUser)}`,
          figure: <Money amount={totalCost} currency={currency} />,
        })}
        empty={{ title: "No daily expenses found", ...(button && { action: button }) }}
        drawer={(id, _, close) => <DailyExpenseDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "daily-expense" && mayRecord && (
        <Suspense>
          <DailyExpenseDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
