import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import type { View } from "@ops/platform/ui/lists/list-state.ts"
import { type ReactNode, Suspense } from "react"
import { pathOf } from "../../web/client.ts"
import { ExpenseDrawer } from "./expense-drawer.tsx"
import { ExpenseStatus } from "./expense-status.tsx"
import { askerOf, categoryOptions, currencyOptions, expenseStatusOptions, priorityOptions, wordOf } from "../../shared/web/labels.ts"

const ExpenseRequestDialog = lazyWithRetry(() => import("./expense-request-dialog.tsx"))

interface ExpenseRequestsProps {
  readonly views?: readonly View[]
  /** beside the button that asks */
  readonly also?: ReactNode
}

/** Every expense request that the person may see, narrowed by the views if there are any. */
export const ExpenseRequests = ({ views, also }: ExpenseRequestsProps) => {
  const { can } = useSession()
  const dialog = useDialog()
  const [, setOpen] = useAddress("open", "push")
  const mayAsk = can("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")
  const ask = () => dialog.open("new-expense")
  useKeys("Expenses", mayAsk ? { n: ["New expense request", ask] } : {})
  const button = mayAsk && (
    <Button kind="primary" onClick={ask}>
      New Expense Request
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/expense-requests")}
        noun={["expense request", "expense requests"]}
        loading="Loading expense requests..."
        rowId={({ id }) => String(id)}
        number={({ requestNumber }) => requestNumber}
        priority={({ priority, status }) => (status === "pending" ? (priority === "urgent" ? "critical" : priority) : null)}
        siteFilter
        {...(views && { views })}
        actions={
          <div className="finance-acts">
            {also}
            {button}
          </div>
        }
        filters={[
          { field: "status", label: "Status", options: expenseStatusOptions },
          { field: "category", label: "Category", options: categoryOptions },
          { field: "priority", label: "Priority", options: priorityOptions },
          { field: "currency", label: "Currency", options: currencyOptions },
          { field: "from", label: "Dated from", date: true },
          { field: "to", label: "Dated to", date: true },
        ]}
        columns={[
          {
            id: "requestDate",
            header: "Date",
            cell: ({ requestDate, requestNumber }) => (
              <>
                <Day date={requestDate} />
                <span className="sr">, {requestNumber}</span>
              </>
            ),
            sort: true,
          },
          { id: "requestNumber", header: "Request #", cell: ({ requestNumber }) => requestNumber, sort: true, hidden: true },
          { id: "site", header: "Site", cell: ({ siteCode, siteName }) => <SiteCode code={siteCode} name={siteName} />, sort: true, hidden: true },
          { id: "requestedBy", header: "Requested By", cell: askerOf, sort: true },
          { id: "category", header: "Category", cell: ({ category }) => wordOf(category), sort: true, hidden: true },
          { id: "description", header: "Description", cell: ({ description }) => description, sort: true, grows: true },
          {
            id: "amount",
            header: "Amount",
            money: ({ amount, currency }) => ({ amount, currency }),
            explain: ({ id }) => ({ name: "expenseRequest.amount", parameters: { id } }),
            sort: true,
            noTotal: true,
          },
          { id: "paymentMethod", header: "Payment Method", cell: ({ paymentMethod }) => wordOf(paymentMethod), sort: true },
          { id: "priority", header: "Priority", cell: ({ priority }) => wordOf(priority), sort: true, hidden: true },
          { id: "status", header: "Status", cell: (request) => <ExpenseStatus of={request} />, sort: true },
          {
            id: "actions",
            header: "Actions",
            cell: ({ id, requestNumber }) => (
              <button type="button" className="act" aria-label={`View ${requestNumber}`} onClick={() => void setOpen(String(id))}>
                View
              </button>
            ),
          },
        ]}
        card={(request) => ({
          title: request.requestNumber,
          mark: <ExpenseStatus of={request} />,
          text: `${askerOf(request)} · ${request.description}`,
          figure: <Money amount={request.amount} currency={request.currency} />,
        })}
        empty={{ title: "No expense requests found", ...(button && { action: button }) }}
        drawer={(id, _, close) => <ExpenseDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "new-expense" && mayAsk && (
        <Suspense>
          <ExpenseRequestDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
