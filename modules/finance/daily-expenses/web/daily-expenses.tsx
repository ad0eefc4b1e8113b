import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { columnsOf, filtersOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { pathOf } from "../../web/client.ts"
import { DailyExpenseDrawer } from "./daily-expense-drawer.tsx"
import { nameOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"

const DailyExpenseDialog = lazyWithRetry(() => import("./daily-expense-dialog.tsx"))

/** What each site spent on each day. */
export const DailyExpenses = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const mayRecord = can(...screen.commands.record.may)
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
        noun={screen.noun}
        loading="Loading daily expenses..."
        rowId={({ id }) => String(id)}
        siteFilter
        actions={button}
        filters={filtersOf(screen)}
        columns={[
          ...columnsOf(screen, {
            expenseDate: {
              cell: ({ expenseDate, siteName }) => (
                <>
                  <Day date={expenseDate} />
                  <span className="sr">, {siteName}</span>
                </>
              ),
            },
            siteName: { id: "site", cell: ({ siteCode, siteName }) => <SiteCode code={siteCode} name={siteName} />, sort: true },
            staffCount: { hidden: true },
            currency: { hidden: true },
            totalCost: { explain: ({ id }) => ({ name: "dailyExpense.total", parameters: { id } }) },
          }),
          { id: "recordedBy", header: "Recorded By", cell: ({ recordedByUser }) => nameOf(recordedByUser), hidden: true },
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
