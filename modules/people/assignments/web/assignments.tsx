/** Assignments: the list, the rotations, and the people expected at each site. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { assignments } from "../resource.ts"
import { screen } from "../screen.ts"
import { AssignmentActs } from "./assignment-commands.tsx"
import { AssignmentDrawer } from "./assignment-drawer.tsx"
import { HeadCounts } from "./head-count.tsx"
import { typeName } from "../../leave/web/labels.ts"
import { Turns } from "./turns.tsx"

type Assignment = (typeof assignments)["Row"]

const assigning = { form: lazyWithRetry(() => import("./new-assignment-dialog.tsx")), hotkey: "c" }

const typeOf = ({ assignmentType, rotation }: Assignment) => (rotation === null ? typeName(assignmentType) : `${rotation.daysOn}/${rotation.daysOff} rotation`)

export const Assignments = () => {
  const { sees } = useSession()
  const staffed = sees("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")
  const counts = sees("team.manage", "department.manage", "finance.full")
  if (!staffed) return <EmptyState title="No assignments you can see" />
  return (
    <>
      <ResourcePage
        screen={screen}
        create={assigning}
        views={[
          { id: "now", label: "Current and upcoming", query: { status: "active,planned" } },
          { id: "all", label: "All" },
        ]}
        filters={{ assignmentType: "Type", from: "Begins from", to: "Begins until" }}
        columns={{
          name: { id: "staff", sort: true },
          siteName: {
            header: "Project / Site",
            cell: ({ site, projectName }) => (
              <span className="line-tight">
                <SiteCode code={site.code} name={site.name} />
                {projectName && <span className="muted">{projectName}</span>}
              </span>
            ),
          },
          assignmentType: { cell: typeOf },
        }}
        more={[{ id: "acts", header: "Actions", acts: (of) => <AssignmentActs of={of} /> }]}
        card={(of) => ({ title: of.name, mark: <StatusMark status={of.status} />, text: `${of.role} · ${of.site.name} · ${typeOf(of)}` })}
        drawer={(id, close) => <AssignmentDrawer key={id} id={id} onClose={close} />}
      />
      <Turns />
      {counts && <HeadCounts />}
    </>
  )
}
