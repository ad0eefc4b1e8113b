/** Payroll in HR: for finance the periods and their next steps, for everyone their own payslips. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { type ReactNode, Suspense } from "react"
import { Link } from "react-router-dom"
import { MyPayslips } from "../../payslips/web/my-payslips.tsx"
import { PayComponents } from "../../components-and-rules/web/pay-components.tsx"
import { PeriodDrawer } from "./period-drawer.tsx"
import { Rules } from "../../components-and-rules/web/rules.tsx"
import { type Period, periodPath } from "../../web/labels.ts"
import "../../web/payroll.css"

const PayrollPeriodDialog = lazyWithRetry(() => import("./payroll-period-dialog.tsx"))

const Periods = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const [, setOpen] = useAddress("open", "push")
  const mayMake = can("finance.full")
  const create = () => dialog.open("payroll-period")
  useKeys("Payroll", mayMake ? { c: ["Create payroll period", create] } : {})
  const button = mayMake && (
    <Button kind="primary" onClick={create}>
      Create Payroll Period
    </Button>
  )
  const look = (period: Period) => void setOpen(String(period.id))
  return (
    <>
      <ListPage
        path={periodPath}
        noun={["period", "periods"]}
        loading="Loading payroll periods..."
        rowId={({ id }) => String(id)}
        actions={!inThePast && button}
        views={[
          { id: "all", label: "All periods" },
          { id: "open", label: "In progress", query: { status: "draft,calculated,approved" } },
          { id: "posted", label: "Posted and paid", query: { status: "posted,paid" } },
        ]}
        filters={[
          {
            field: "status",
            label: "Status",
            options: ["draft", "calculated", "approved", "posted", "paid", "reversed"].map((value) => ({
              value,
              label: value[0]!.toUpperCase() + value.slice(1),
            })),
          },
        ]}
        columns={[
          { id: "periodName", header: "Period", cell: (p) => p.periodName, sort: true },
          {
            id: "startDate",
            header: "Duration",
            sort: true,
            cell: (p) => (
              <>
                <Day date={p.startDate} /> – <Day date={p.endDate} />
              </>
            ),
          },
          { id: "payDate", header: "Pay Date", cell: (p) => <Day date={p.payDate} />, sort: true },
          { id: "status", header: "Status", cell: (p) => <StatusMark status={p.status} />, sort: true },
          {
            id: "total",
            header: "Total",
            figure: (p) => `${p.currency} ${formatMoney(p.totalNetPay, "USD").replace(/^\$/, "")}`,
            explain: ({ id, status }) => (status === "draft" ? null : { name: "payroll.netPay", parameters: { id } }),
          },
          { id: "people", header: "People", figure: (p) => p.people, hidden: true },
          {
            id: "acts",
            header: "Actions",
            acts: (p) => (
              <span className="line-tight">
                <button type="button" className="act" aria-label={`View details of ${p.periodName}`} onClick={() => look(p)}>
                  View Details
                </button>
                {p.canProcess && (
                  <button type="button" className="act" data-solid aria-label={`Process ${p.periodName}`} onClick={() => look(p)}>
                    Process
                  </button>
                )}
              </span>
            ),
          },
        ]}
        card={(p) => ({
          title: p.periodName,
          mark: <StatusMark status={p.status} />,
          text: (
            <>
              Pay date <Day date={p.payDate} />
            </>
          ),
          figure: formatMoney(p.totalNetPay, "USD"),
        })}
        empty={{ title: "No payroll periods found", ...(button && { action: button }) }}
        drawer={(id, _row, close) => <PeriodDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "payroll-period" && mayMake && (
        <Suspense>
          <PayrollPeriodDialog onClose={dialog.close} onMade={look} />
        </Suspense>
      )}
    </>
  )
}

interface Part {
  readonly id: string
  readonly label: string
  readonly part: () => ReactNode
}

export const Payroll = () => {
  const { sees } = useSession()
  const [asked] = useAddress("part")
  const staffed = sees("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")
  const parts: readonly Part[] = [
    ...(sees("finance.departmental", "finance.full") ? [{ id: "periods", label: "Periods", part: () => <Periods /> }] : []),
    ...(sees("finance.full") ? [{ id: "components", label: "Allowances and deductions", part: () => <PayComponents /> }] : []),
    ...(sees("finance.departmental", "finance.full") ? [{ id: "rules", label: "Rules", part: () => <Rules /> }] : []),
    ...(staffed ? [{ id: "mine", label: "My payslips", part: () => <MyPayslips /> }] : []),
  ]
  const open = parts.find(({ id }) => id === asked) ?? parts[0]
  if (!open) return <EmptyState title="No access to payroll" />
  return (
    <>
      {parts.length > 1 && (
        <nav className="views" aria-label="Payroll">
          {parts.map(({ id, label }, n) => (
            <Link key={id} className="view" to={`?tab=payroll${n === 0 ? "" : `&part=${id}`}`} aria-current={id === open.id ? "page" : undefined}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      <Suspense key={open.id}>{open.part()}</Suspense>
    </>
  )
}
