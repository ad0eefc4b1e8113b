/** Purchase requests: the list, its figures, and the drawer in which a request is dealt with. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { Suspense, useState } from "react"
import type { PurchaseRequestAnswer } from "../contract.ts"
import { pathOf, useApi } from "./client.ts"
import { type Asked, RequestDialogs } from "./request-dialogs.tsx"
import { RequestDrawer } from "./request-drawer.tsx"
import { mailWord, priorityName } from "./labels.ts"

type Request = typeof PurchaseRequestAnswer.Type

const BudgetDialog = lazyWithRetry(() => import("./budget-dialog.tsx"))
const NewRequestDialog = lazyWithRetry(() => import("./new-request-dialog.tsx"))

const nameOf = (person: { readonly firstName: string; readonly lastName: string } | null) =>
  person ? `${person.firstName} ${person.lastName}` : "Field Office"
/** What colours a request's row: urgent counts as critical. */
const priorityOf = ({ priority }: Request) => (priority === "urgent" ? "critical" : priority)

interface ActsProps {
  readonly of: Request
  readonly mayDecide: boolean
  readonly ask: (act: Asked) => void
  readonly view: () => void
}

/** What this person may do with a request, in its row; if nothing, it is looked at. */
const Acts = ({ of, mayDecide, ask, view }: ActsProps) => {
  const acts: readonly (readonly [string, Asked])[] = of.canApprove
    ? [["Approve", "approve"], ...(mayDecide ? ([["Reject", "reject"]] as const) : [])]
    : [...(of.canAddItem ? ([["Add Item", "item"]] as const) : []), ...(of.canReceive ? ([["Receive", "receive"]] as const) : [])]
  const button = (label: string, act: () => void) => (
    <button key={label} type="button" className="act" aria-label={`${label} ${of.requestNumber}`} onClick={act}>
      {label}
    </button>
  )
  return <span className="line-tight">{acts.length > 0 ? acts.map(([label, act]) => button(label, () => ask(act))) : button("View", view)}</span>
}

const totalOf = ({ id, estimatedTotal }: Request) => estimatedTotal && { name: "purchaseRequest.total", parameters: { id } }

const Status = ({ request }: { readonly request: Request }) => (
  <span className="line-tight">
    <StatusMark status={request.status} />
    {request.mailStatus && <span className="muted">{mailWord(request.mailStatus)}</span>}
  </span>
)

const Figures = ({ setBudget }: { readonly setBudget: (() => void) | undefined }) => {
  const { sees } = useSession()
  const { siteId } = useWorkingSite()
  const may = sees("operations.basic", "operations.supervise", "department.manage", "finance.departmental", "finance.full", "inventory.manage")
  const figures = useApi("GET /api/purchase-requests/figures", may ? { query: siteId === undefined ? undefined : { siteId } } : null)
  if (!may) return null
  const of = figures.data
  const loading = figures.isPending
  const explain = (name: string) => of && { figure: { name: `procurement.${name}`, parameters: { siteId } } }
  const usd = (amount: string) => formatMoney(amount, "USD")
  return (
    <MetricStrip
      label="Procurement"
      cells={[
        {
          label: "Pending Requests",
          value: of ? String(of.pendingRequests) : "...",
          loading,
          ...explain("pending"),
        },
        {
          label: "Approved This Month",
          value: of ? String(of.approvedThisMonth) : "...",
          loading,
          ...explain("approvedThisMonth"),
        },
        {
          label: "Total Estimated Value",
          value: of ? usd(of.totalEstimatedValue) : "...",
          loading,
          ...explain("estimatedValue"),
        },
        {
          label: "Monthly Budget",
          value: of ? usd(of.monthlyBudget) : "...",
          loading,
          ...explain("budget"),
          ...(of && {
            note: {
              tone: Number(of.budgetUsed) > Number(of.monthlyBudget) ? ("negative" as const) : ("neutral" as const),
              text: (
                <span className="line">
                  <Figure value={`${usd(of.budgetUsed)} used`} of={{ name: "procurement.budgetUsed", parameters: { siteId } }} label="Budget" />
                  {setBudget && (
                    <button type="button" className="act" onClick={setBudget}>
                      Set Budget
                    </button>
                  )}
                </span>
              ),
            },
          }),
        },
      ]}
    />
  )
}

export const Component = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const [, setOpen] = useAddress("open", "push")
  const [asked, ask] = useState<{ readonly request: Request; readonly act: Asked }>()
  const mayRaise = can("operations.basic", "operations.supervise", "department.manage")
  const maySetBudget = can("budget.manage")
  const mayDecide = can("approval.team", "approval.departmental", "approval.override")
  const raise = () => dialog.open("new-request")
  useKeys("Requests", mayRaise ? { c: ["New request", raise] } : {})
  const button = mayRaise && (
    <Button kind="primary" onClick={raise}>
      New Request
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/purchase-requests")}
        noun={["request", "requests"]}
        loading="Loading requests..."
        rowId={({ id }) => String(id)}
        number={({ requestNumber }) => requestNumber}
        priority={priorityOf}
        siteFilter
        above={<Figures setBudget={maySetBudget ? () => dialog.open("set-budget") : undefined} />}
        actions={button}
        views={[
          { id: "all", label: "All requests" },
          { id: "waiting", label: mayDecide ? "Waiting for approval" : "Pending", query: { status: "pending" } },
          { id: "arriving", label: "On their way", query: { status: "approved" } },
        ]}
        filters={[
          {
            field: "status",
            label: "Status",
            options: [
              { value: "pending", label: "Pending" },
              { value: "approved", label: "Approved" },
              { value: "completed", label: "Completed" },
              { value: "rejected", label: "Rejected" },
            ],
          },
          {
            field: "priority",
            label: "Priority",
            options: [
              { value: "urgent", label: "Urgent" },
              { value: "high", label: "High" },
              { value: "medium", label: "Medium" },
              { value: "low", label: "Low" },
            ],
          },
          { field: "from", label: "Requested from", date: true },
          { field: "to", label: "Requested to", date: true },
        ]}
        columns={[
          { id: "requestNumber", header: "Request #", cell: (r) => r.requestNumber, sort: true },
          { id: "site", header: "Site", cell: (r) => <SiteCode code={r.site.code} name={r.site.name} />, sort: true },
          { id: "requestedBy", header: "Requested By", cell: (r) => nameOf(r.requestedByUser) },
          { id: "requestDate", header: "Date", cell: (r) => <Day date={r.requestDate} />, sort: true, hidden: true },
          {
            id: "itemCount",
            header: "Items",
            cell: (r) => (
              <>
                {r.justification || "Various items"} <span className="muted">({r.itemCount})</span>
              </>
            ),
            grows: true,
          },
          { id: "priority", header: "Priority", cell: (r) => priorityName(r.priority), sort: true },
          { id: "estimatedTotal", header: "Estimated Total", money: (r) => ({ amount: r.estimatedTotal, currency: "USD" }), explain: totalOf, sort: true },
          { id: "status", header: "Status", cell: (r) => <Status request={r} />, sort: true },
          {
            id: "actions",
            header: "Actions",
            cell: (request) => <Acts of={request} mayDecide={mayDecide} ask={(act) => ask({ request, act })} view={() => void setOpen(String(request.id))} />,
          },
        ]}
        card={(r) => ({
          title: r.requestNumber,
          mark: <Status request={r} />,
          text: `${r.site.name} · ${r.justification || "Various items"}`,
          figure: r.estimatedTotal === null ? undefined : <Money amount={r.estimatedTotal} currency="USD" />,
        })}
        empty={{ title: "No purchase requests found", ...(button && { action: button }) }}
        drawer={(id, _row, close) => <RequestDrawer id={id} onClose={close} />}
      />
      {asked && <RequestDialogs request={asked.request} asked={asked.act} onClose={() => ask(undefined)} />}
      {dialog.name === "set-budget" && maySetBudget && (
        <Suspense>
          <BudgetDialog onClose={dialog.close} />
        </Suspense>
      )}
      {dialog.name === "new-request" && mayRaise && (
        <Suspense>
          <NewRequestDialog onClose={dialog.close} onRaised={(id) => void setOpen(String(id))} />
        </Suspense>
      )}
    </>
  )
}
