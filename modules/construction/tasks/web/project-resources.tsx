/** The resources of each task, and assigning more. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { X } from "lucide-react"
import type { ScheduleAnswer } from "../../contract.ts"
import { useCommand } from "../../web/client.ts"
import type { construction } from "../../projects/resource.ts"
import { planLists } from "./plan-lists.ts"
import { isOpen } from "./project-tasks.tsx"

const ResourceDialog = lazyPart(() => import("./resource-dialog.tsx"))

interface Props {
  readonly project: (typeof construction)["Row"]
  readonly plan: typeof ScheduleAnswer.Type
}

export const ProjectResources = ({ project, plan }: Props) => {
  const { can } = useSession()
  const dialog = useDialog()
  const assigns = can("projects.manage", "operations.supervise") && isOpen(project)
  const release = useCommand("POST /api/construction-projects/:id/tasks/:taskId/resources/release", {
    params: ({ taskId }: { readonly taskId: number; readonly key: string }) => ({ id: project.id, taskId }),
    body: ({ key }) => ({ key }),
    lists: planLists(project),
    done: "Resource released",
    failed: "Failed to release the resource",
  })
  const tasks = plan.tasks.filter(({ kind }) => kind === "task")
  const chosen = tasks.find(({ id }) => String(id) === dialog.value)
  return (
    <Panel title="Assign Resources">
      {tasks.length === 0 ? (
        <EmptyState title="No tasks yet" text="People, contractors and equipment are assigned to tasks." small />
      ) : (
        <ul className="rows">
          {tasks.map((task) => (
            <li key={task.id} className="row construction-resources">
              <div className="row-body">
                <div>{task.name}</div>
                <div className="muted">
                  {formatDay(task.start)} to {formatDay(task.end)}
                  {task.ownerName && ` · ${task.ownerName} answers for it`}
                </div>
                {task.resources.length > 0 && (
                  <ul className="construction-chips" aria-label={`Resources of ${task.name}`}>
                    {task.resources.map(({ key, kind, name }) => (
                      <li key={key} data-kind={kind}>
                        {name}
                        {assigns && task.actualEnd === null && (
                          <button
                            type="button"
                            aria-label={`Release ${name} from ${task.name}`}
                            disabled={release.pending}
                            onClick={() => release.run({ taskId: task.id, key })}
                          >
                            <X size={14} strokeWidth={2} aria-hidden />
                          </button>
                        )}
                      </li>
                    ))}
                  </ul>
                )}
              </div>
              {task.actualEnd === null ? (
                assigns && (
                  <button type="button" className="act" onClick={() => dialog.open("assign", task.id)} aria-label={`Assign to ${task.name}`}>
                    Assign
                  </button>
                )
              ) : (
                <span className="muted">Done</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {dialog.name === "assign" && assigns && chosen && <ResourceDialog project={project} task={chosen} onClose={dialog.close} />}
    </Panel>
  )
}
