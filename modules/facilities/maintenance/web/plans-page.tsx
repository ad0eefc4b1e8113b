/** Preventive plans; service levels; and the state of orders against them. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { lazyPart, lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { type ReactNode } from "react"
import { Link } from "react-router-dom"
import { meterText } from "../../assets/web/assets-labels.ts"
import { HeadTabs } from "@ops/platform/ui/layers/head.tsx"
import { useCommand } from "../../web/client.ts"
import { PlanDrawer, PlanStatus } from "./plans-drawer.tsx"
import { oftenText, planLists } from "./plans-labels.ts"
import type { maintenance } from "../resource.ts"
import { screen } from "../screen.ts"
import "../../web/plans.css"

type Plan = (typeof maintenance)["Row"]

const ServiceLevels = lazyPart(async () => ({ default: (await import("../../service-levels/web/plans-service-levels.tsx")).ServiceLevels }))
const Clocks = lazyPart(async () => ({ default: (await import("../../service-levels/web/plans-clocks.tsx")).Clocks }))

const parts: readonly { readonly id: string; readonly label: string; readonly needs?: readonly Permission[] }[] = [
  { id: "plans", label: "Plans" },
  { id: "levels", label: "Service levels" },
  { id: "orders", label: "SLA compliance", needs: ["work_orders.approve", "department.manage", "finance.full"] },
]

/** The tabs of the screen; each is a list. */
const Parts = ({ open }: { readonly open: string }) => {
  const { sees } = useSession()
  return (
    <HeadTabs>
      <nav className="views" aria-label="Maintenance and service levels">
        {parts
          .filter(({ needs }) => needs === undefined || sees(...needs))
          .map(({ id, label }) => (
            <Link key={id} className="view" to={id === "plans" ? "?" : `?tab=${id}`} aria-current={id === open ? "page" : undefined}>
              {label}
            </Link>
          ))}
      </nav>
    </HeadTabs>
  )
}

export const Component = () => {
  const [tab] = useAddress("tab")
  const above = <Parts open={tab ?? "plans"} />
  if (tab === "levels" || tab === "orders") return tab === "levels" ? <ServiceLevels above={above} /> : <Clocks above={above} />
  return <Plans above={above} />
}

const planning = { address: "new-plan", form: lazyWithRetry(() => import("./plans-dialog.tsx")), hotkey: "c" }

const Plans = ({ above }: { readonly above: ReactNode }) => {
  const { can } = useSession()
  const run = useCommand("POST /api/maintenance-plans/run", {
    lists: planLists,
    done: ({ made, refused }) =>
      [
        made.length === 0 ? "No order is due" : `${made.length} ${made.length === 1 ? "order" : "orders"} created`,
        ...refused.map(({ planNumber, reason }) => `${planNumber} refused: ${reason}`),
      ].join(". "),
    failed: "Failed to create the due orders",
  })
  return (
    <ResourcePage
      screen={screen}
      create={planning}
      above={above}
      actions={
        can("work_orders.approve", "department.manage") && (
          <Button disabled={run.pending} onClick={() => run.run()}>
            Create due orders
          </Button>
        )
      }
      views={[
        { id: "active", label: "Active", query: { status: "active,paused" } },
        { id: "overdue", label: "Overdue", query: { overdue: "true" } },
        { id: "all", label: "All plans" },
      ]}
      filters={{ serviceType: "Service", assetId: { text: "Id of the asset" }, from: "Next from", to: "Next to" }}
      columns={{
        name: { grows: true },
        location: { header: "Asset or Area", cell: (p) => p.asset?.name ?? p.location },
        every: { header: "How Often", cell: oftenText },
        nextDue: { cell: (p) => <NextOf of={p} /> },
        assignee: { header: "Done By", cell: (p) => p.assignee ?? <span className="muted">Unassigned</span> },
        lastDoneOn: { header: "Last Done" },
        status: { cell: (p) => <State of={p} /> },
      }}
      card={(p) => ({
        title: p.name,
        mark: <State of={p} />,
        text: [p.planNumber, p.site.name, p.asset?.name ?? p.location, oftenText(p).toLowerCase()].filter(Boolean).join(" · "),
        figure: <NextOf of={p} />,
      })}
      drawer={(id, close) => <PlanDrawer id={id} onClose={close} />}
    />
  )
}

const State = ({ of }: { readonly of: Plan }) => (
  <span className="line-tight">
    <PlanStatus of={of} />
    {of.isOverdue && <Badge tone="red">Overdue</Badge>}
  </span>
)

/** The next date or meter reading, or what the plan waits for. */
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
