/** All work orders: as a board or a list, with the drawer of one order. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { cardOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { type ReactNode } from "react"
import { Link } from "react-router-dom"
import { Board } from "./board.tsx"
import { isLate, Late, ShownStatus } from "./order-card.tsx"
import { OrderDrawer } from "./order-drawer.tsx"
import { WaitingReports } from "./waiting-reports.tsx"
import { screen } from "../screen.ts"
import { openStatuses, serviceOptions, toneOf } from "../../web/labels.ts"

const CreateOrderDialog = lazyPart(() => import("./create-order-dialog.tsx"))
const ReportEmergencyDialog = lazyPart(() => import("./report-emergency-dialog.tsx"))

const open = openStatuses.join(",")

export const Component = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const [, setOpen] = useAddress("open", "push")
  const [view] = useAddress("view")
  const mayCreate = can("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")
  const create = () => dialog.open("create-order")
  useKeys("Work orders", mayCreate ? { c: ["Create work order", create], e: ["Report emergency", () => dialog.open("report-emergency")] } : {})
  const shown = (id: number) => void setOpen(String(id))
  const isBoard = view === null || view === "board"
  const actions = (
    <>
      <Button asChild>
        <Link to={isBoard ? "?view=list" : "?view=board"}>{isBoard ? "List" : "Board"}</Link>
      </Button>
      {mayCreate && (
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
      {dialog.name === "create-order" && mayCreate && <CreateOrderDialog onClose={dialog.close} onCreated={shown} />}
      {dialog.name === "report-emergency" && mayCreate && <ReportEmergencyDialog onClose={dialog.close} onReported={shown} />}
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
  const { columns, ...rest } = screen
  const shown = sees("work_orders.approve", "department.manage", "finance.full")
    ? screen
    : { ...rest, columns: columns.filter(({ key }) => key !== "actualCost") }
  return (
    <ResourcePage
      screen={shown}
      priority={({ priority }) => toneOf(priority)}
      above={<WaitingReports />}
      create={null}
      actions={actions}
      views={[
        { id: "list", label: "All orders" },
        { id: "open", label: "Open", query: { status: open }, sort: "priority,requestDate" },
        { id: "urgent", label: "Urgent", query: { status: open, priority: "urgent" }, sort: "requestDate" },
        { id: "overdue", label: "Overdue", query: { overdue: "true" }, sort: "dueDate" },
        { id: "mine", label: "Mine", query: { mine: "true", status: open }, sort: "priority,requestDate" },
        { id: "verify", label: "To verify", query: { status: "completed" }, sort: "completedAt" },
      ]}
      filters={{ serviceType: "Service", assetId: { text: "Id of the asset" }, billable: false, from: "Requested from", to: "Requested to" }}
      columns={{
        status: {
          cell: (o) => (
            <span className="line-tight">
              <ShownStatus of={o} />
              {isLate(o) && o.priority !== "urgent" && <Late />}
            </span>
          ),
        },
        assignee: { header: "Assigned To", cell: (o) => o.assignee ?? <span className="muted">Unassigned</span> },
        actualCost: { header: "Cost" },
      }}
      card={(o) => ({ ...cardOf(screen, o), mark: <ShownStatus of={o} />, ...(Number(o.actualCost ?? 0) === 0 && { figure: undefined }) })}
      drawer={(id, close) => <OrderDrawer id={id} onClose={close} />}
    />
  )
}
