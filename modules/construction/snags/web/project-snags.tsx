/** Faults that must be fixed before the project is complete, with their photos. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { Photos } from "@ops/platform/ui/files/photos.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { pathOf, pathsOf, useApi, useCommand } from "../../web/client.ts"
import { isOpen } from "../../tasks/web/project-tasks.tsx"
import type { construction } from "../../projects/resource.ts"

const SnagDialog = lazyPart(() => import("./snag-dialog.tsx"))

export const ProjectSnags = ({ project }: { readonly project: (typeof construction)["Row"] }) => {
  const { can } = useSession()
  const dialog = useDialog()
  const path = pathOf("GET /api/construction-projects/:id/snags", { id: project.id })
  const snags = useApi("GET /api/construction-projects/:id/snags", { id: project.id })
  const works = can("operations.basic", "operations.supervise", "department.manage") && isOpen(project)
  const fix = useCommand("PATCH /api/construction-projects/:id/snags/:snagId/fix", {
    params: ({ id }: { readonly id: number; readonly note: string }) => ({ id: project.id, snagId: id }),
    body: ({ note }) => ({ note }),
    lists: [...pathsOf("GET /api/construction-projects"), pathOf("GET /api/construction-projects/:id/snags", { id: project.id })],
    done: "Snag fixed",
    failed: "Failed to fix the snag",
  })
  const fixing = snags.data?.find(({ id, fixedOn }) => String(id) === dialog.value && fixedOn === null)
  const add = works && <Button onClick={() => dialog.open("snag")}>Add snag</Button>
  return (
    <Panel title="Snags" actions={add}>
      <Answer of={snags} empty={{ title: "No snags", text: "Defects to fix before completion are listed here." }}>
        {(all) => (
          <ul className="rows">
            {all.map((snag) => (
              <li key={snag.id} className="row">
                <div className="row-body">
                  <div>
                    <span className="muted num">{snag.id}</span> {snag.text}
                    {snag.location && <span className="muted"> · {snag.location}</span>}
                  </div>
                  <div className="muted">
                    Found {formatDay(snag.foundOn)}
                    {snag.foundByName && ` by ${snag.foundByName}`}
                    {snag.fixedOn === null && snag.dueDate && `, to be fixed by ${formatDay(snag.dueDate)}`}
                    {snag.fixedOn && `, fixed ${formatDay(snag.fixedOn)}${snag.fixedByName ? ` by ${snag.fixedByName}` : ""}`}
                    {snag.fixNote && `: ${snag.fixNote}`}
                  </div>
                  {snag.photos.length > 0 && <Photos of={snag.photos} label={`Photos of snag ${snag.id}`} />}
                </div>
                {snag.fixedOn === null && works && (
                  <button type="button" className="act" onClick={() => dialog.open("fix-snag", snag.id)} aria-label={`Snag ${snag.id} is fixed`}>
                    Fixed
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answer>
      {dialog.name === "snag" && works && <SnagDialog path={path} onClose={dialog.close} />}
      {dialog.name === "fix-snag" && works && fixing && (
        <ConfirmDialog
          title={`Snag ${fixing.id} is fixed`}
          text={fixing.text}
          confirm="Fixed"
          pending="Saving..."
          reason={{ label: "Note" }}
          onConfirm={(note) => fix.send({ id: fixing.id, note })}
          onClose={dialog.close}
        />
      )}
    </Panel>
  )
}
