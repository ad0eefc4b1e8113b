/** One project: its facts, its actions, and its parts: plan, timeline, resources, snags, money, history. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { Tabs } from "@ops/platform/ui/tabs.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { Suspense } from "react"
import { Link, useParams } from "react-router-dom"
import { useApi } from "../../web/client.ts"
import { ProjectHead } from "./project-head.tsx"
import { ProjectTasks } from "../../tasks/web/project-tasks.tsx"
import "../../web/construction.css"

const ProjectTimeline = lazyWithRetry(async () => ({ default: (await import("../../tasks/web/project-timeline.tsx")).ProjectTimeline }))
const ProjectResources = lazyWithRetry(async () => ({ default: (await import("../../tasks/web/project-resources.tsx")).ProjectResources }))
const ProjectSnags = lazyWithRetry(async () => ({ default: (await import("../../snags/web/project-snags.tsx")).ProjectSnags }))
const Budget = lazyWithRetry(async () => ({ default: (await import("../../budget/web/budget.tsx")).Budget }))
const Billing = lazyWithRetry(async () => ({ default: (await import("../../billing/web/billing.tsx")).Billing }))

export const Component = () => {
  const { id = "" } = useParams()
  const project = useApi("GET /api/construction-projects/:id", { id })
  const schedule = useApi("GET /api/construction-projects/:id/tasks", { id })
  const { sees } = useSession()
  const money = sees("operations.supervise", "department.manage", "finance.departmental", "finance.full")
  const of = project.data
  if (!of) {
    return (
      <Page>
        {project.isError ? <ErrorPanel error={project.error} retry={() => void project.refetch()} /> : <Loading rows={6} label="Loading project..." />}
        <p>
          <Link className="link" to="/construction">
            All projects
          </Link>
        </p>
      </Page>
    )
  }
  const tabs = [
    { id: "tasks", label: "Tasks", count: of.taskCount },
    { id: "timeline", label: "Timeline" },
    { id: "resources", label: "Resources" },
    { id: "snags", label: "Snags", count: of.openSnags },
    ...(money
      ? [
          { id: "budget", label: "Budget" },
          { id: "billing", label: "Billing" },
          { id: "history", label: "History" },
        ]
      : []),
  ]
  return (
    <Page>
      <ProjectHead of={of} money={money} />
      <Tabs label="Parts of the project" tabs={tabs}>
        {(tab) => (
          <Suspense fallback={<Loading rows={4} />}>
            {tab === "tasks" && <Answer of={schedule}>{(plan) => <ProjectTasks project={of} plan={plan} />}</Answer>}
            {tab === "timeline" && <Answer of={schedule}>{(plan) => <ProjectTimeline project={of} plan={plan} />}</Answer>}
            {tab === "resources" && <Answer of={schedule}>{(plan) => <ProjectResources project={of} plan={plan} />}</Answer>}
            {tab === "snags" && <ProjectSnags project={of} />}
            {tab === "budget" && <Budget project={of} />}
            {tab === "billing" && <Billing project={of} />}
            {tab === "history" && <History id={of.id} />}
          </Suspense>
        )}
      </Tabs>
    </Page>
  )
}

const History = ({ id }: { readonly id: number }) => {
  const history = useApi("GET /api/construction-projects/:id/history", { id })
  return (
    <Panel title="History" padded>
      <Answer of={history} empty={{ title: "No activity yet" }}>
        {(events) => <Timeline events={events.toReversed()} />}
      </Answer>
    </Panel>
  )
}
