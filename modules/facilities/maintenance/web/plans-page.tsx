/** Preventive plans; service levels; and the state of orders against them. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { type ReactNode, Suspense } from "react"
import { Link } from "react-router-dom"
import type { PlanAnswer } from "../contract.ts"
import { meterText } from "../../assets/web/assets-labels.ts"
import { pathOf, useCommand } from "../../web/client.ts"
import { PlanDrawer } from "./plans-drawer.tsx"
import { oftenText, planLists, planStatuses } from "./plans-labels.ts"
import { serviceName, serviceOptions } from "../../web/labels.ts"
import "../../web/plans.css"

type Plan = typeof PlanAnswer.Type

const PlanDialog = lazyWithRetry(() => import("./plans-dialog.tsx"))
const ServiceLevels = lazyWithRetry(async () => ({ default: (await import("../../service-levels/web/plans-service-levels.tsx")).ServiceLevels }))
const Clocks = lazyWithRetry(async () => ({ default: (await import("../../service-levels/web/plans-clocks.tsx")).Clocks }))

const parts: readonly { readonly id: string; readonly label: string; readonly needs?: readonly Permission[] }[] = [
  { id: "plans", label: "Plans" },
  { id: "levels", label: "Service levels" },
  { id: "orders", label: "Orders against them", needs: ["work_orders.approve", "department.manage", "finance.full"] },
]

/** The parts of the screen; each is a list of its own. */
const Parts = ({ open }: { readonly open: string }) => {
  const { sees } = useSession()
  return (
    <nav className="views maintenance-views" aria-label="Maintenance and service levels">
      {parts
        .filter(({ needs }) => needs === undefined || sees(...needs))
        .map(({ id, label }) => (
          <Link key={id} className="view" to={id === "plans" ? "?" : `?tab=${id}`} aria-current={id === open ? "page" : undefined}>
            {label}
          </Link>
        ))}
    </nav>
  )
}

export const Component = () => {
  const [tab] = useAddress("tab")
  const above = <Parts open={tab ?? "plans"} />
  if (tab === "levels" || tab === "orders") return <Suspense>{tab === "levels" ? <ServiceLevels above={above} /> : <Clocks above={above} />}</Suspense>
  return <Plans above={above} />
}

const Plans = ({ above }: { readonly above: ReactNode }) => {
  const { can } = useSession()
  const dialog = useDialog()
  const [, setOpen] = useAddress("open", "push")
  const mayPlan = can("work_orders.approve", "department.manage")
  const plan = () => dialog.open("new-plan")
  useKeys("Maintenance", mayPlan ? { c: ["Schedule maintenance", plan] } : {})
  const run = useCommand("POST /api/maintenance-plans/run", {
    lists: planLists,
    done: ({ made, refused }) =>
      [
        made.length === 0 ? "No order is due" : `${made.length} ${made.length === 1 ? "order" : "orders"} made`,
        ...refused.map(({ planNumber, reason }) => `${planNumber} refused: ${reason}`),
      ].join(". "),
    failed: "Failed to make the orders that are due",
  })
  const action = mayPlan && (
    <Button kind="primary" onClick={plan}>
      Schedule Maintenance
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/maintenance-plans")}
        noun={["plan", "plans"]}
        loading="Loading plans..."
        rowId={({ id }) => String(id)}
        number={({ planNumber }) => planNumber}
        siteFilter
        above={above}
        actions={
          mayPlan && (
            <>
              <Button disabled={run.pending} onClick={() => run.run()}>
                Make orders now
              </Button>
              {action}
            </>
          )
        }
        views={[
          { id: "active", label: "Active", query: { status: "active,paused" } },
          { id: "overdue", label: "Overdue", query: { overdue: "true" } },
          { id: "all", label: "All plans" },
        ]}
        filters={[
          { field: "status", label: "Status", options: planStatuses.map((value) => ({ value, label: statusWord(value) })) },
          { field: "serviceType", label: "Service", options: serviceOptions },
          { field: "assetId", label: "Asset", text: "Id of the asset" },
          { field: "from", label: "Next from", date: true },
          { field: "to", label: "Next to", date: true },
        ]}
        columns={[
          { id: "planNumber", header: "Plan #", cell: (p) => p.planNumber, sort: true },
          { id: "name", header: "Plan", cell: (p) => p.name, sort: true, grows: true },
          { id: "site", header: "Site", cell: (p) => <SiteCode code={p.site.code} name={p.site.name} />, sort: true },
          { id: "of", header: "Asset or Area", cell: (p) => p.asset?.name ?? p.location },
          { id: "serviceType", header: "Service", cell: (p) => serviceName(p.serviceType), sort: true, hidden: true },
          { id: "every", header: "How Often", cell: oftenText },
          { id: "nextDue", header: "Next", cell: (p) => <NextOf of={p} />, sort: true },
          { id: "assignee", header: "Done By", cell: (p) => p.assignee ?? <span className="muted">Unassigned</span> },
          { id: "lastDoneOn", header: "Last Done", cell: (p) => (p.lastDoneOn ? <Day date={p.lastDoneOn} /> : ""), sort: true, hidden: true },
          { id: "status", header: "Status", cell: (p) => <State of={p} />, sort: true },
        ]}
        card={(p) => ({
          title: p.name,
          mark: <State of={p} />,
          text: [p.planNumber, p.site.name, p.asset?.name ?? p.location, oftenText(p).toLowerCase()].filter(Boolean).join(" · "),
          figure: <NextOf of={p} />,
        })}
        empty={{ title: "No maintenance plans found", ...(action && { action }) }}
        drawer={(id, _row, close) => <PlanDrawer id={id} onClose={close} />}
      />
      <Suspense>{dialog.name === "new-plan" && mayPlan && <PlanDialog onClose={dialog.close} onMade={(id) => void setOpen(String(id))} />}</Suspense>
    </>
  )
}

const State = ({ of }: { readonly of: Plan }) => (
  <span className="line-tight">
    <StatusMark status={of.status === "ended" ? "closed" : of.status === "paused" ? "on_hold" : of.status} label={statusWord(of.status)} />
    {of.isOverdue && <Badge tone="red">Overdue</Badge>}
  </span>
)

/** A date, a reading of the meter, or what it waits for. */
const NextOf = ({ of }: { readonly of: Plan }) =>
  of.status === "ended" ? (
    ""
  ) : of.nextDue !== null ? (
    <Day date={of.nextDue} />
  ) : of.nextReading !== null ? (
    meterText(of.nextReading, of.meterUnit ?? "")
  ) : (
    <span className="muted">When it is done</span>
  )
