/** Facilities at a glance: open orders, latest requests, available people and stock. */
import { OnlyHere, RowsHere } from "@ops/platform/ui/lists/rows-here.tsx"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import type { UseQueryResult } from "@tanstack/react-query"
import { useEffect } from "react"
import { Link, useNavigate } from "react-router-dom"
import type { OverviewAnswer } from "../work-orders/board.ts"
import { pathOf, useApi } from "./client.ts"
import "./facilities.css"
import { ShownStatus } from "../work-orders/web/order-card.tsx"
import { WaitingReports } from "../work-orders/web/waiting-reports.tsx"
import { statusName } from "../assets/web/assets-labels.ts"
import { serviceName, teamNames, toneOf } from "./labels.ts"

type Overview = typeof OverviewAnswer.Type

const emergency = () => import("../work-orders/web/report-emergency-dialog.tsx")
const CreateOrderDialog = lazyPart(() => import("../work-orders/web/create-order-dialog.tsx"))
const ReportEmergencyDialog = lazyPart(emergency)
const AssignStaffDialog = lazyPart(() => import("../assignees/web/assign-staff-dialog.tsx"))

export const Component = () => {
  const { can } = useSession()
  const { siteId } = useWorkingSite()
  const dialog = useDialog()
  const navigate = useNavigate()
  const overview = useApi("GET /api/work-orders/overview", { query: siteId === undefined ? undefined : { siteId } })
  const mayCreate = can("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")
  const mayAssign = can("work_orders.approve", "department.manage")
  const shown = (id: number) => void navigate(`/facilities/orders?open=${id}`)
  useKeys("Facilities", {
    ...(mayCreate && { c: ["Create work order", () => dialog.open("create-order")], e: ["Report emergency", () => dialog.open("report-emergency")] }),
  })
  // preloaded, as it must open offline too
  useEffect(() => {
    void emergency().catch(() => undefined)
  }, [])
  return (
    <Page
      actions={
        mayCreate && (
          <>
            <Button kind="danger" onClick={() => dialog.open("report-emergency")}>
              Report Emergency
            </Button>
            <Button kind="primary" onClick={() => dialog.open("create-order")}>
              Create Work Order <kbd aria-hidden>C</kbd>
            </Button>
          </>
        )
      }
    >
      <Figures of={overview} />
      <WaitingReports />
      <div className="columns">
        <div className="stack">
          <Recent of={overview} />
          <Services of={overview} />
        </div>
        <div className="stack">
          <Teams of={overview} assign={mayAssign ? () => dialog.open("assign-staff") : undefined} />
          <Equipment of={overview} schedule={mayAssign ? () => void navigate("/facilities/plans?dialog=new-plan") : undefined} />
        </div>
      </div>
      {dialog.name === "create-order" && mayCreate && <CreateOrderDialog onClose={dialog.close} onCreated={shown} />}
      {dialog.name === "report-emergency" && mayCreate && <ReportEmergencyDialog onClose={dialog.close} onReported={shown} />}
      {dialog.name === "assign-staff" && mayAssign && <AssignStaffDialog onClose={dialog.close} />}
    </Page>
  )
}

interface Part {
  readonly of: UseQueryResult<Overview>
}

const Figures = ({ of: { data, isPending } }: Part) => {
  const { siteId } = useWorkingSite()
  const cell = (label: string, name: "activeOrders" | "urgentRequests" | "availableStaff" | "completedToday", note: string) => ({
    label,
    value: data ? String(data[name]) : "...",
    loading: isPending,
    note: { tone: "neutral" as const, text: note },
    ...(data && { figure: { name: `facilities.${name}`, parameters: { siteId } } }),
  })
  return (
    <MetricStrip
      label="Facilities"
      cells={[
        cell("Active Work Orders", "activeOrders", "not done yet"),
        cell("Urgent Requests", "urgentRequests", "urgent and open"),
        cell("Available Staff", "availableStaff", "on shift and unassigned"),
        cell("Completed Today", "completedToday", "verified or not"),
      ]}
    />
  )
}

const Recent = ({ of }: Part) => (
  <Panel
    title="Recent Work Orders"
    actions={
      <Link className="link" to="/facilities/orders">
        View All
      </Link>
    }
  >
    <Answer of={of} rows={3}>
      {({ recent }) =>
        recent.length === 0 ? (
          <p className="panel-body muted">No work orders yet</p>
        ) : (
          <RowsHere rows={recent} path={pathOf("GET /api/work-orders")}>
            {(orders, isHere) => (
              <Rows>
                {orders.map((order) => (
                  <Row
                    key={order.id}
                    priority={toneOf(order.priority)}
                    to={`/facilities/orders?open=${order.id}`}
                    act={
                      <span className="line-tight">
                        {isHere(order) && <OnlyHere />}
                        <ShownStatus of={order} />
                      </span>
                    }
                  >
                    <b>{order.description}</b>
                    <div className="muted">
                      {order.orderNumber}, {serviceName(order.serviceType).toLowerCase()} at {[order.site.name, order.location].filter(Boolean).join(", ")}
                    </div>
                  </Row>
                ))}
              </Rows>
            )}
          </RowsHere>
        )
      }
    </Answer>
  </Panel>
)

const Services = ({ of }: Part) => (
  <Panel
    title="Service Categories"
    actions={
      useSession().can("invoices.manage", "finance.departmental") && (
        <Link className="link" to="/facilities/billing">
          Work Orders to Bill
        </Link>
      )
    }
  >
    <Answer of={of} rows={5}>
      {({ services }) => (
        <SmallTable
          rows={services}
          rowKey={({ serviceType }) => serviceType}
          columns={[
            {
              header: "Service",
              cell: ({ serviceType }) => (
                <Link className="link" to={`/facilities/orders?view=open&serviceType=${serviceType}`}>
                  {serviceName(serviceType)}
                </Link>
              ),
            },
            { header: "Open", className: "num", cell: ({ open }) => open },
            { header: "Urgent", className: "num", cell: ({ urgent }) => urgent },
            {
              header: "",
              className: "picture wide",
              cell: ({ open, urgent }) => <Bar of={open} part={urgent} most={Math.max(...services.map((each) => each.open))} isBad />,
            },
          ]}
        />
      )}
    </Answer>
  </Panel>
)

const Act = ({ words, act }: { readonly words: string; readonly act: (() => void) | undefined }) =>
  act && (
    <button type="button" className="link" onClick={act}>
      {words}
    </button>
  )

/** A count as a share of the largest one, with a highlighted part. */
const Bar = ({ of, part, most, isBad }: { readonly of: number; readonly part: number; readonly most: number; readonly isBad?: boolean }) => (
  <span className="facilities-bar" aria-hidden>
    <span style={{ width: `${most === 0 ? 0 : (of / most) * 100}%` }}>
      <i data-bad={isBad || undefined} style={{ width: `${of === 0 ? 0 : (part / of) * 100}%` }} />
    </span>
  </span>
)

const Teams = ({ of, assign }: Part & { readonly assign: (() => void) | undefined }) => (
  <Panel title="Staff Availability" actions={<Act words="Assign Staff" act={assign} />}>
    <Answer of={of} rows={3}>
      {({ teams }) => (
        <SmallTable
          rows={teams}
          rowKey={({ team }) => team}
          columns={[
            { header: "Team", cell: ({ team }) => teamNames[team] },
            { header: "On shift", className: "num", cell: ({ onShift }) => onShift },
            { header: "Free", className: "num", cell: ({ free }) => free },
            {
              header: "",
              className: "picture wide",
              cell: ({ onShift, free }) => <Bar of={onShift} part={free} most={Math.max(...teams.map((each) => each.onShift))} />,
            },
          ]}
        />
      )}
    </Answer>
  </Panel>
)

const Equipment = ({ of, schedule }: Part & { readonly schedule: (() => void) | undefined }) => (
  <Panel
    title="Equipment Status"
    actions={
      <span className="line">
        <Act words="Schedule Maintenance" act={schedule} />
        <Link className="link" to="/facilities/assets">
          Register
        </Link>
      </span>
    }
  >
    <Answer of={of} rows={4}>
      {({ equipment }) => (
        <SmallTable
          rows={Object.entries(equipment)}
          rowKey={([status]) => status}
          columns={[
            {
              cell: ([status]) => (
                <Link className="link" to={`/facilities/assets?status=${status}`}>
                  {statusName(status)}
                </Link>
              ),
            },
            { className: "num", cell: ([, count]) => count },
            {
              className: "picture wide",
              cell: ([status, count]) => (
                <Bar
                  of={count}
                  part={status === "operational" || status === "down" ? count : 0}
                  most={Math.max(...Object.values(equipment))}
                  isBad={status === "down"}
                />
              ),
            },
          ]}
        />
      )}
    </Answer>
  </Panel>
)
