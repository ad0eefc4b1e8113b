/** Every project in one table; guessed types can be confirmed here. */
import { DataTable, type TableColumn } from "@ops/platform/ui/lists/data-table.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useMemo } from "react"
import { useNavigate } from "react-router-dom"
import { pathsOf, useCommand } from "../../web/client.ts"
import { typeName } from "../../web/labels.ts"
import { budgetOf } from "./active-projects.tsx"
import { ProgressBar } from "./progress-bar.tsx"
import type { construction } from "../resource.ts"

type Project = (typeof construction)["Row"]

const TypeCell = ({ of }: { readonly of: Project }) => {
  const { can } = useSession()
  const confirm = useCommand("PATCH /api/construction-projects/:id/type", {
    id: of.id,
    body: (projectType: Project["projectType"]) => ({ projectType }),
    lists: pathsOf("GET /api/construction-projects"),
    done: `${of.name} is ${typeName(of.projectType).toLowerCase()}`,
    failed: "Failed to confirm the type",
  })
  return (
    <span className="line-tight">
      {typeName(of.projectType)}
      {of.typeGuessed &&
        (can("projects.manage") ? (
          <button type="button" className="act" disabled={confirm.pending} onClick={() => confirm.run(of.projectType)} title="Recognized from its name">
            Confirm
          </button>
        ) : (
          <span className="muted">to confirm</span>
        ))}
    </span>
  )
}

export const AllProjects = ({ of, money }: { readonly of: readonly Project[]; readonly money: boolean }) => {
  const go = useNavigate()
  const columns = useMemo<readonly TableColumn<Project>[]>(
    () => [
      { id: "name", header: "Project", cell: (p) => p.name },
      { id: "projectType", header: "Type", cell: (p) => <TypeCell of={p} /> },
      { id: "site", header: "Site", cell: (p) => <SiteCode code={p.site.code} name={p.site.name} /> },
      { id: "status", header: "Status", cell: (p) => <StatusMark status={p.status} /> },
      ...(money ? [{ id: "budget", header: "Budget", figure: budgetOf }] : []),
      { id: "progress", header: "Progress", cell: (p) => <ProgressBar of={p} small /> },
    ],
    [money],
  )
  const address = (id: string) => `/construction/${id}`
  return (
    <DataTable
      rows={of}
      columns={columns}
      rowId={({ id }) => String(id)}
      label="All Projects"
      open={{ id: null, href: address, run: (id) => void go(address(id)) }}
    />
  )
}
