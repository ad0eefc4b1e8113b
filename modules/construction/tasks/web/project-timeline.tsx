/** The plan compared with actual progress on a timeline: a bar per task with its progress, the baseline below it, and the statuses above. */
import { addDays } from "@ops/platform/calendar.ts"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react"
import type { ScheduleAnswer, TaskAnswer } from "../../contract.ts"
import { useCommand } from "../../web/client.ts"
import { type Scale, scaleOf, spansOf } from "./gantt-scale.ts"
import { planLists } from "./plan-lists.ts"
import { isOpen } from "./project-tasks.tsx"
import "./timeline.css"
import type { construction } from "../../projects/resource.ts"

type Project = (typeof construction)["Row"]
type Plan = typeof ScheduleAnswer.Type
type Task = typeof TaskAnswer.Type

const TaskDialog = lazyPart(() => import("./task-dialog.tsx"))

const days = ({ start, end }: Pick<Task, "start" | "end">) => (start === end ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`)

/** A task as text for screen readers. */
const spoken = (task: Task, today: string) =>
  [
    `${task.kind === "milestone" ? "Milestone " : ""}${task.name}`,
    `planned ${days(task)}`,
    task.baselineEnd && task.baselineEnd !== task.end && `baseline to ${formatDay(task.baselineEnd)}`,
    task.actualEnd
      ? `done ${formatDay(task.actualEnd)}`
      : task.actualStart
        ? `started ${formatDay(task.actualStart)}, ${task.percent}%`
        : task.end < today
          ? "late, not started"
          : "not started",
  ]
    .filter(Boolean)
    .join(", ")

interface Props {
  readonly project: Project
  readonly plan: Plan
}

export const ProjectTimeline = ({ project, plan }: Props) => {
  const { can } = useSession()
  const dialog = useDialog()
  const plans = can("projects.manage") && isOpen(project)
  const scale = useMemo(
    () => scaleOf(plan.tasks, [plan.startDate, plan.expectedEndDate, project.actualEndDate, ...plan.statuses.map(({ on }) => on)], plan.today),
    [plan, project.actualEndDate],
  )
  const frame = useRef<HTMLDivElement>(null)
  // scroll to today first
  useEffect(() => {
    const box = frame.current
    if (box) box.scrollLeft = (box.scrollWidth * scale.at(plan.today)) / 100 - box.clientWidth / 2
  }, [scale, plan.today])
  const move = useCommand("PATCH /api/construction-projects/:id/tasks/:taskId", {
    params: ({ task }: { readonly task: Task; readonly by: number }) => ({ id: project.id, taskId: task.id }),
    body: ({ task: { start, end, actualStart, kind }, by }) => ({
      // a started task keeps its start
      ...(actualStart === null && { start: addDays(start, by) }),
      ...((kind === "task" || actualStart === null) && { end: addDays(end, by) }),
      carry: true,
    }),
    lists: planLists(project),
    failed: "Failed to move the task",
  })
  const onKey = (event: KeyboardEvent<HTMLButtonElement>, task: Task) => {
    const sideways = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0
    if (sideways !== 0 && event.altKey && plans && task.actualEnd === null) {
      event.preventDefault()
      if (!move.pending) void move.run({ task, by: sideways * (event.shiftKey ? 7 : 1) })
      return
    }
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    const bars = [...(frame.current?.querySelectorAll<HTMLButtonElement>("button.gantt-bar") ?? [])]
    bars[bars.indexOf(event.currentTarget) + step]?.focus()
  }
  if (plan.tasks.length === 0) {
    return (
      <Panel title="Project Timeline">
        <EmptyState title="No tasks yet" text="Planned tasks appear here day by day." small />
      </Panel>
    )
  }
  const chosen = plan.tasks.find(({ id }) => String(id) === dialog.value)
  const until = project.actualEndDate ?? plan.today
  return (
    <Panel title="Project Timeline">
      <p className="construction-note gantt-keys muted">
        Arrow keys go from bar to bar.{plans && " Enter opens a task; Alt and an arrow moves it by a day, with Shift by a week, and what follows with it."}
      </p>
      <div className="gantt" ref={frame}>
        <div className="gantt-inner" style={{ minWidth: `${Math.max(560, scale.days * 9)}px` }}>
          <div className="gantt-row gantt-head" aria-hidden>
            <div className="gantt-name" />
            <div className="gantt-track">
              {scale.months.map(({ label, left, width }) => (
                <span key={label} className="gantt-month" style={{ left: `${left}%`, width: `${width}%` }}>
                  {width > 6 ? label : ""}
                </span>
              ))}
            </div>
          </div>
          <div className="gantt-row" role="img" aria-label={plan.statuses.map(({ status, on }) => `${statusWord(status)} from ${formatDay(on)}`).join(", ")}>
            <div className="gantt-name muted">Status</div>
            <div className="gantt-track">
              {spansOf(plan.statuses, until).map(({ status, from, to }) => (
                <span
                  key={`${status}${from}`}
                  className="gantt-status"
                  data-status={status}
                  title={`${statusWord(status)}, ${days({ start: from, end: to })}`}
                  style={place(scale, from, to)}
                >
                  {scale.wide(from, to) > 9 ? statusWord(status) : ""}
                </span>
              ))}
              <Today scale={scale} today={plan.today} />
            </div>
          </div>
          {plan.tasks.map((task) => (
            <div key={task.id} className="gantt-row">
              <div className="gantt-name" title={task.name}>
                {task.name}
              </div>
              <div className="gantt-track">
                {task.baselineStart && task.baselineEnd && (
                  <span className="gantt-baseline" style={place(scale, task.baselineStart, task.baselineEnd)} aria-hidden />
                )}
                <button
                  type="button"
                  className="gantt-bar"
                  data-kind={task.kind}
                  data-done={task.actualEnd !== null || undefined}
                  data-late={(task.actualEnd === null && task.end < plan.today) || undefined}
                  style={place(scale, task.start, task.end)}
                  aria-label={spoken(task, plan.today)}
                  title={spoken(task, plan.today)}
                  onKeyDown={(event) => onKey(event, task)}
                  onClick={() => plans && dialog.open("task", task.id)}
                >
                  {task.kind === "task" && <i style={{ width: `${task.percent}%` }} />}
                </button>
                {task.actualStart && (
                  <span
                    className="gantt-actual"
                    style={place(scale, task.actualStart, task.actualEnd ?? (plan.today > task.actualStart ? plan.today : task.actualStart))}
                    aria-hidden
                  />
                )}
                <Today scale={scale} today={plan.today} />
              </div>
            </div>
          ))}
        </div>
      </div>
      <ul className="gantt-legend muted" aria-hidden>
        <li data-of="plan">Plan</li>
        <li data-of="actual">Actual</li>
        <li data-of="baseline">Baseline</li>
        <li data-of="milestone">Milestone</li>
        <li data-of="today">Today</li>
      </ul>
      <details className="gantt-table">
        <summary>Show as a table</summary>
        <div className="table-frame">
          <SmallTable
            rows={plan.tasks}
            columns={[
              { header: "Task", cell: ({ name }) => name },
              { header: "Plan", cell: days },
              { header: "Baseline", cell: ({ baselineStart: start, baselineEnd: end }) => (start && end ? days({ start, end }) : "–") },
              {
                header: "Actual",
                cell: ({ actualStart, actualEnd }) => (actualStart ? `${formatDay(actualStart)} to ${actualEnd ? formatDay(actualEnd) : "today"}` : "–"),
              },
              { header: "Done", className: "num", cell: ({ percent }) => `${percent}%` },
            ]}
          />
        </div>
      </details>
      {dialog.name === "task" && plans && chosen && <TaskDialog project={project} plan={plan} task={chosen} onClose={dialog.close} />}
    </Panel>
  )
}

const place = (scale: Scale, from: string, to: string) => ({ left: `${scale.at(from)}%`, width: `${scale.wide(from, to)}%` })

const Today = ({ scale, today }: { readonly scale: Scale; readonly today: string }) => (
  <span className="gantt-today" style={{ left: `${scale.at(today)}%` }} aria-hidden />
)
