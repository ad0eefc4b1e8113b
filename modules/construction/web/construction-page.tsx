/** Overview of construction: the number of projects, their progress, and their costs. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Menu, MenuItem, MenuLabel } from "@ops/platform/ui/layers/menu.tsx"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { ChevronDown } from "lucide-react"
import { useNavigate } from "react-router-dom"
import type { ConstructionFigures } from "../contract.ts"
import { useApi } from "./client.ts"
import { projectTypes, typeName } from "./labels.ts"
import { ActiveProjects } from "../projects/web/active-projects.tsx"
import { AllProjects } from "../projects/web/all-projects.tsx"
import "./construction.css"
import type { construction } from "../projects/resource.ts"

type Project = (typeof construction)["Row"]
type Figures = typeof ConstructionFigures.Type

const NewProjectDialog = lazyPart(() => import("../projects/web/new-project-dialog.tsx"))

/** The quick actions, and the part of a project's page that each links to. */
const quick = [
  ["Schedule Planning", "tab=tasks"],
  ["Assign Resources", "tab=resources"],
  ["Project Timeline", "tab=timeline"],
  ["Budget Reports", "tab=budget"],
] as const

const usd = (amount: string | null) => (amount === null ? "–" : formatMoney(amount, "USD"))

export const Component = () => {
  const { can, sees } = useSession()
  const dialog = useDialog()
  const { siteId } = useWorkingSite()
  const query = siteId === undefined ? {} : { siteId }
  const figures = useApi("GET /api/construction-projects/figures", { query })
  const projects = useApi("GET /api/construction-projects", { query: { ...query, limit: 200 } })
  const mayOpen = can("projects.manage")
  const money = sees("operations.supervise", "department.manage", "finance.departmental", "finance.full")
  const create = () => dialog.open("new-project")
  useKeys("Construction", mayOpen ? { c: ["New Project", create] } : {})
  const button = mayOpen && (
    <Button kind="primary" onClick={create}>
      New Project
    </Button>
  )
  const of = figures.data
  const cell = (label: string, part: keyof Omit<Figures, "byType" | "work">, note: string) => ({
    label,
    note: { tone: "neutral" as const, text: note },
    value: of ? String(of[part]) : "...",
    loading: figures.isPending,
    ...(of && { figure: { name: `construction.${part}`, parameters: { siteId } } }),
  })
  const rows = projects.data ?? []
  const cancelled = rows.filter(({ status }) => status === "cancelled").length
  return (
    <Page actions={button}>
      {figures.isError && <ErrorPanel error={figures.error} retry={() => void figures.refetch()} />}
      <MetricStrip
        label="Projects by status"
        cells={[
          cell("Active", "active", "in progress"),
          cell("Planned", "planned", "not started"),
          cell("On Hold", "onHold", "work paused"),
          cell("Completed", "completed", "finished"),
        ]}
      />
      <div className="columns">
        <div className="stack">
          {of && <WorkToday of={of.work} />}
          <Panel title="Active Projects" {...(projects.data && { count: rows.filter(({ status }) => status === "in_progress").length })}>
            {projects.isError ? (
              <ErrorPanel error={projects.error} retry={() => void projects.refetch()} />
            ) : projects.isPending ? (
              <Loading rows={4} label="Loading projects..." />
            ) : (
              <ActiveProjects of={rows.filter(({ status }) => status === "in_progress")} money={money} />
            )}
          </Panel>
        </div>
        <aside className="stack">
          <Panel title="Projects by Type" padded>
            <KeyValues of={projectTypes.map((type) => [typeName(type), of ? String(of.byType[type]) : "..."])} />
          </Panel>
          {money && (
            <Panel title="Budget Overview" padded>
              <KeyValues
                of={(
                  [
                    ["Total budget", "totalBudget"],
                    ["Spent", "spent"],
                    ["Active projects", "activeBudget"],
                  ] as const
                ).map(([label, part]) => [
                  label,
                  of ? <Figure key={part} value={usd(of[part])} of={{ name: `construction.${part}`, parameters: { siteId } }} label={label} /> : "...",
                ])}
              />
            </Panel>
          )}
          <Panel title="Quick Actions">
            <div className="construction-quick">
              {quick
                .filter(([, to]) => money || to !== "tab=budget")
                .map(([label, to]) => (
                  <ProjectMenu key={label} label={label} to={to} projects={rows.filter(({ status }) => status !== "cancelled")} />
                ))}
            </div>
          </Panel>
        </aside>
      </div>
      <Panel title="All Projects" {...(projects.data && { count: rows.length - cancelled })} besides={cancelled > 0 && `and ${cancelled} cancelled`}>
        {projects.isPending ? (
          <Loading rows={4} label="Loading projects..." />
        ) : rows.length === 0 && !projects.isError ? (
          <EmptyState title="No projects found" small {...(button && { action: button })} />
        ) : (
          <AllProjects of={rows} money={money} />
        )}
      </Panel>
      {dialog.name === "new-project" && mayOpen && <NewProjectDialog onClose={dialog.close} />}
    </Page>
  )
}

/** What is worked on today, what is late first. */
const WorkToday = ({ of }: { readonly of: Figures["work"] }) => (
  <Panel title="Today's work" count={of.length}>
    {of.length === 0 ? (
      <EmptyState title="No task runs today" small />
    ) : (
      <Rows>
        {of.map(({ projectId, project, name, percent, end, late }) => (
          <Row
            key={`${projectId} ${name}`}
            to={`/construction/${projectId}?tab=timeline`}
            act={
              <span className="construction-work">
                <span className="construction-done" aria-hidden>
                  <i style={{ width: `${percent}%` }} />
                </span>
                <span className="num">{percent}%</span>
                <span className={late ? "negative" : "muted"}>
                  {late ? "late, due" : "until"} {formatDay(end)}
                </span>
              </span>
            }
          >
            <div className="construction-task">{name}</div>
            <div className="muted">{project}</div>
          </Row>
        ))}
      </Rows>
    )}
  </Panel>
)

/** An action that needs a project first: the projects, each leading to its own page. */
const ProjectMenu = ({ label, to, projects }: { readonly label: string; readonly to: string; readonly projects: readonly Project[] }) => {
  const go = useNavigate()
  return (
    <Menu
      label={label}
      align="start"
      trigger={
        <button type="button" className="construction-action">
          {label}
          <ChevronDown size={15} strokeWidth={1.75} aria-hidden />
        </button>
      }
    >
      {projects.length === 0 && <MenuLabel>No projects found</MenuLabel>}
      {projects.slice(0, 30).map(({ id, name, projectNumber }) => (
        <MenuItem key={id} onSelect={() => void go(`/construction/${id}?${to}`)}>
          {name} <span className="muted num">{projectNumber}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
