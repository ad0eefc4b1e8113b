/** Who works where: the assignments, the turns of rotations, and how many should be at each site. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import type { AssignmentAnswer } from "../contract.ts"
import { AssignmentActs } from "./assignment-commands.tsx"
import { AssignmentDrawer } from "./assignment-drawer.tsx"
import { pathOf } from "../../web/client.ts"
import { HeadCounts } from "./head-count.tsx"
import { fullName, typeName, typeOptions } from "../../leave/web/labels.ts"
import { Turns } from "./turns.tsx"

type Assignment = typeof AssignmentAnswer.Type

const NewAssignmentDialog = lazyWithRetry(() => import("./new-assignment-dialog.tsx"))

const typeOf = ({ assignmentType, rotation }: Assignment) => (rotation === null ? typeName(assignmentType) : `${rotation.daysOn}/${rotation.daysOff} rotation`)

export const Assignments = () => {
  const { can, sees } = useSession()
  const dialog = useDialog()
  const mayAssign = can("team.manage", "department.manage")
  const staffed = sees("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")
  const counts = sees("team.manage", "department.manage", "finance.full")
  const assign = () => dialog.open("new-assignment")
  useKeys("Assignments", mayAssign ? { c: ["New assignment", assign] } : {})
  if (!staffed) return <EmptyState title="You see no assignments" />
  const button = mayAssign && (
    <Button kind="primary" onClick={assign}>
      New Assignment
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/hr/assignments")}
        noun={["assignment", "assignments"]}
        loading="Loading assignments..."
        rowId={({ id }) => String(id)}
        siteFilter
        actions={button}
        views={[
          { id: "now", label: "Current and upcoming", query: { status: "active,planned" } },
          { id: "all", label: "All" },
        ]}
        filters={[
          {
            field: "status",
            label: "Status",
            options: [
              { value: "planned", label: "Planned" },
              { value: "active", label: "Active" },
              { value: "completed", label: "Completed" },
              { value: "cancelled", label: "Cancelled" },
            ],
          },
          { field: "assignmentType", label: "Type", options: typeOptions },
          { field: "from", label: "Begins from", date: true },
          { field: "to", label: "Begins until", date: true },
        ]}
        columns={[
          { id: "staff", header: "Staff", cell: (r) => fullName(r.staff), sort: true },
          {
            id: "site",
            header: "Project / Site",
            cell: (r) => (
              <span className="line-tight">
                <SiteCode code={r.site.code} name={r.site.name} />
                {r.projectName && <span className="muted">{r.projectName}</span>}
              </span>
            ),
            sort: true,
          },
          { id: "role", header: "Role", cell: (r) => r.role, sort: true },
          { id: "assignmentType", header: "Type", cell: typeOf, sort: true },
          { id: "startDate", header: "From", cell: (r) => <Day date={r.startDate} />, sort: true },
          { id: "endDate", header: "To", cell: (r) => <Day date={r.endDate} />, sort: true },
          { id: "status", header: "Status", cell: (r) => <StatusMark status={r.status} />, sort: true },
          { id: "acts", header: "Actions", cell: (r) => <AssignmentActs of={r} /> },
        ]}
        card={(r) => ({
          title: fullName(r.staff),
          mark: <StatusMark status={r.status} />,
          text: `${r.role} · ${r.site.name} · ${typeOf(r)}`,
        })}
        empty={{ title: "No assignments found", ...(button && { action: button }) }}
        drawer={(id, _row, close) => <AssignmentDrawer key={id} id={id} onClose={close} />}
      />
      <Turns />
      {counts && <HeadCounts />}
      {dialog.name === "new-assignment" && mayAssign && (
        <Suspense>
          <NewAssignmentDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
