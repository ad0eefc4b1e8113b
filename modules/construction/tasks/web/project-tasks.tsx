/** The plan of a project as a table: tasks and milestones, with owners, predecessors and progress. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { DataTable, type TableColumn } from "@ops/platform/ui/lists/data-table.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useMemo } from "react"
import type { construction } from "../../projects/resource.ts"
import type { ScheduleAnswer, TaskAnswer } from "../../contract.ts"
import { useCommand } from "../../web/client.ts"
import { planLists } from "./plan-lists.ts"

type Project = (typeof construction)["Row"]
type Plan = typeof ScheduleAnswer.Type
type Task = typeof TaskAnswer.Type

const TaskDialog = lazyPart(() => import("./task-dialog.tsx"))
const ProgressDialog = lazyPart(() => import("./progress-dialog.tsx"))

/** Whether the plan can still change. */
export const isOpen = ({ status }: Pick<Project, "status">) => status !== "completed" && status !== "cancelled"

/** The state shown next to a task: late, done, due, or its progress. */
const standing = (task: Task, today: string) => {
  if (task.actualEnd) return task.actualEnd > task.end ? "Done late" : "Done"
  if (task.end < today) return "Late"
  return task.percent > 0 ? `${task.percent}%` : task.start <= today ? "Due" : ""
}

interface Props {
  readonly project: Project
  readonly plan: Plan
}

export const ProjectTasks = ({ project, plan }: Props) => {
  const { can } = useSession()
  const dialog = useDialog()
  const { open } = dialog
  const plans = can("projects.manage") && isOpen(project)
  const reports = can("operations.basic", "operations.supervise", "department.manage") && project.status === "in_progress"
  const add = () => dialog.open("task")
  useKeys("Tasks", plans ? { n: ["New task", add] } : {})
  const baseline = useCommand("POST /api/construction-projects/:id/baseline", {
    id: project.id,
    lists: planLists(project),
    done: "Baseline kept",
    failed: "Failed to save the baseline",
  })
  const names = useMemo(() => new Map(plan.tasks.map(({ id, name }) => [id, name])), [plan])
  const columns = useMemo<readonly TableColumn<Task>[]>(
    () => [
      { id: "name", header: "Task", cell: (task) => `${task.kind === "milestone" ? "◆ " : ""}${task.name}` },
      { id: "start", header: "Start", cell: (task) => <Day date={task.start} /> },
      {
        id: "end",
        header: "End",
        cell: (task) => (
          <span className={task.baselineEnd && task.end > task.baselineEnd ? "negative" : undefined}>
            <Day date={task.end} />
          </span>
        ),
      },
      { id: "baseline", header: "Baseline end", cell: (task) => <span className="muted">{task.baselineEnd ? <Day date={task.baselineEnd} /> : "–"}</span> },
      { id: "owner", header: "Owner", cell: (task) => task.ownerName ?? <span className="muted">–</span> },
      { id: "after", header: "After", cell: (task) => task.after.map((id) => names.get(id)).join(", ") || <span className="muted">–</span> },
      {
        id: "state",
        header: "State",
        cell: (task) => <span className={/^Late|late$/.test(standing(task, plan.today)) ? "negative" : undefined}>{standing(task, plan.today)}</span>,
      },
      ...(reports
        ? [
            {
              id: "act",
              header: "",
              acts: (task: Task) => (
                <button type="button" className="act" onClick={() => open("progress", task.id)} aria-label={`Progress of ${task.name}`}>
                  Progress
                </button>
              ),
            },
          ]
        : []),
    ],
    [names, plan.today, reports, open],
  )
  const chosen = plan.tasks.find(({ id }) => String(id) === dialog.value)
  return (
    <Panel
      title="Schedule Planning"
      actions={
        plans && (
          <div className="line">
            {plan.tasks.length > 0 && <Button onClick={() => dialog.open("baseline")}>Save baseline</Button>}
            <Button kind="primary" onClick={add}>
              Add task
            </Button>
          </div>
        )
      }
    >
      {plan.baselineOn && (
        <p className="construction-note muted">
          Baseline of <Day date={plan.baselineOn} />
          {plan.baselineReason && `: ${plan.baselineReason}`}
        </p>
      )}
      {plan.tasks.length === 0 ? (
        <EmptyState
          title="No tasks yet"
          text="Tasks and milestones show the schedule, the people responsible and the dependencies."
          small
          {...(plans && { action: <Button onClick={add}>Add task</Button> })}
        />
      ) : (
        <DataTable
          rows={plan.tasks}
          columns={columns}
          rowId={({ id }) => String(id)}
          label="Tasks"
          {...(plans && { open: { id: null, href: (id) => `?tab=tasks&dialog=task:${id}`, run: (id) => dialog.open("task", id) } })}
        />
      )}
      {dialog.name === "task" && plans && (dialog.value === undefined || chosen) && (
        <TaskDialog project={project} plan={plan} task={chosen} onClose={dialog.close} />
      )}
      {dialog.name === "progress" && reports && chosen && <ProgressDialog project={project} task={chosen} onClose={dialog.close} />}
      {dialog.name === "baseline" && plans && (
        <ConfirmDialog
          title="Save the plan as the baseline"
          text={plan.baselineOn ? "The current plan replaces the baseline." : "The current plan is saved as the baseline for comparison."}
          confirm="Save baseline"
          reason={{ label: "Reason", required: plan.baselineOn !== null }}
          onConfirm={(reason) => baseline.send({ reason })}
          onClose={dialog.close}
        />
      )}
    </Panel>
  )
}
