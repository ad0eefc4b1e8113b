/** All work orders: as a board, or as a list, with the drawer of one order. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { type ReactNode, Suspense } from "react"
import { Link } from "react-router-dom"
import type { WorkOrderAnswer } from "../../contract.ts"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { Board } from "./board.tsx"
import { pathOf } from "../../web/client.ts"
import { Late, ShownStatus } from "./order-card.tsx"
import { OrderDrawer } from "./order-drawer.tsx"
import { WaitingReports } from "./waiting-reports.tsx"
import { openStatuses, priorityName, priorityOptions, serviceName, serviceOptions, statuses, toneOf } from "../../web/labels.ts"

type WorkOrder = typeof WorkOrderAnswer.Type

const CreateOrderDialog = lazyWithRetry(() => import("./create-order-dialog.tsx"))
const ReportEmergencyDialog = lazyWithRetry(() => import("./report-emergency-dialog.tsx"))

const open = openStatuses.join(",")

export const Component = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const [, setOpen] = useAddress("open", "push")
  const [view] = useAddress("view")
  const mayCreate = can("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")
  const mayReport = mayCreate
  const create = () => dialog.open("create-order")
  useKeys("Work orders", mayCreate ? { c: ["Create work order", create], e: ["Report emergency", () => dialog.open("report-emergency")] } : {})
  const shown = (id: number) => void setOpen(String(id))
  const isBoard = view === null || view === "board"
  const actions = (
    <>
      <Button asChild>
        <Link to={isBoard ? "?view=list" : "?view=board"}>{isBoard ? "List" : "Board"}</Link>
      </Button>
      {mayReport && (
        <Button kind="danger" onClick={() => dialog.open("report-emergency")}>
          Report Emergency
        </Button>
      )}
      {mayCreate && (
        <Button kind="primary" onClick={create}>
          Create Work Order
        </Button>
      )}
    </>
  )
  return (
    <>
      {isBoard ? <BoardPage actions={actions} /> : <Orders actions={actions} />}
      <Suspense>
        {dialog.name === "create-order" && mayCreate && <CreateOrderDialog onClose={dialog.close} onCreated={shown} />}
        {dialog.name === "report-emergency" && mayReport && <ReportEmergencyDialog onClose={dialog.close} onReported={shown} />}
      </Suspense>
    </>
  )
}

const BoardPage = ({ actions }: { readonly actions: ReactNode }) => {
  const [id, setId] = useAddress("open", "push")
  const [serviceType, setServiceType] = useAddress("serviceType")
  const [mine, setMine] = useAddress("mine")
  const close = () => {
    void setId(null, { history: "replace" })
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus())
  }
  return (
    <Page actions={actions}>
      <WaitingReports />
      <div className="switcher">
        <label className="check">
          <input type="checkbox" checked={mine === "true"} onChange={({ target }) => void setMine(target.checked ? "true" : null)} />
          Only mine
        </label>
        <span className="select">
          <select className="input" aria-label="Service type" value={serviceType ?? ""} onChange={({ target }) => void setServiceType(target.value || null)}>
            <option value="">Every service</option>
            {serviceOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </span>
      </div>
      <Board serviceType={serviceType ?? undefined} mine={mine === "true"} />
      {id && <OrderDrawer id={id} onClose={close} />}
    </Page>
  )
}

const Orders = ({ actions }: { readonly actions: ReactNode }) => {
  const { sees } = useSession()
  const costs = sees("work_orders.approve", "department.manage", "finance.full")
  return (
    <ListPage
      path={pathOf("GET /api/work-orders")}
      noun={["work order", "work orders"]}
      loading="Loading work orders..."
      rowId={({ id }) => String(id)}
      number={({ orderNumber }) => orderNumber}
      priority={({ priority }) => toneOf(priority)}
      siteFilter
      above={<WaitingReports />}
      actions={actions}
      views={[
        { id: "list", label: "All orders" },
        { id: "open", label: "Open", query: { status: open }, sort: "priority,requestDate" },
        { id: "urgent", label: "Urgent", query: { status: open, priority: "urgent" }, sort: "requestDate" },
        { id: "overdue", label: "Overdue", query: { overdue: "true" }, sort: "dueDate" },
        { id: "mine", label: "Mine", query: { mine: "true", status: open }, sort: "priority,requestDate" },
        { id: "verify", label: "To verify", query: { status: "completed" }, sort: "completedAt" },
      ]}
      filters={[
        { field: "status", label: "Status", options: statuses.map((value) => ({ value, label: statusWord(value) })) },
        { field: "priority", label: "Priority", options: priorityOptions },
        { field: "serviceType", label: "Service", options: serviceOptions },
        { field: "assetId", label: "Asset", text: "Id of the asset" },
        { field: "from", label: "Requested from", date: true },
        { field: "to", label: "Requested to", date: true },
      ]}
      columns={[
        { id: "orderNumber", header: "Order #", cell: (o) => o.orderNumber, sort: true },
        { id: "site", header: "Site", cell: (o) => <SiteCode code={o.site.code} name={o.site.name} />, sort: true },
        { id: "description", header: "Description", cell: (o) => o.description },
        { id: "priority", header: "Priority", cell: (o) => priorityName(o.priority), sort: true },
        {
          id: "status",
          header: "Status",
          cell: (o) => (
            <span className="line-tight">
              <ShownStatus of={o} />
              {o.isOverdue && o.shown !== "urgent" && <Late />}
            </span>
          ),
          sort: true,
        },
        { id: "assignee", header: "Assigned To", cell: (o) => o.assignee ?? <span className="muted">Unassigned</span> },
        { id: "dueDate", header: "Due", cell: (o) => (o.dueDate ? <Day date={o.dueDate} /> : ""), sort: true },
        { id: "serviceType", header: "Service", cell: (o) => serviceName(o.serviceType), sort: true },
        { id: "requestDate", header: "Requested", cell: (o) => <Day date={o.requestDate} />, sort: true },
        ...(costs ? [{ id: "actualCost", header: "Cost", money: (o: WorkOrder) => ({ amount: o.actualCost, currency: "USD" }), sort: true }] : []),
      ]}
      card={(o) => ({
        title: o.orderNumber,
        mark: <ShownStatus of={o} />,
        text: `${o.site.name} · ${o.description}`,
        figure: o.actualCost && Number(o.actualCost) > 0 ? formatMoney(o.actualCost, "USD") : undefined,
      })}
      empty={{ title: "No work orders found" }}
      drawer={(id, _row, close) => <OrderDrawer id={id} onClose={close} />}
    />
  )
}
