/** The departments and the positions in them. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { InUse } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useApi } from "../../web/client.ts"

const DepartmentDialog = lazyPart(() => import("./department-dialog.tsx"))
const PositionDialog = lazyPart(() => import("./position-dialog.tsx"))

const figure = (amount: string | null) => (amount === null ? "" : formatFigure(amount))

export const DepartmentsPart = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const departments = useApi("GET /api/hr/departments")
  const positions = useApi("GET /api/hr/positions", { query: { sort: "department,title", limit: 500 } })
  const manages = can("users.manage")
  const leads = can("users.manage", "users.department")
  const department = departments.data?.find(({ id }) => String(id) === dialog.value)
  const position = positions.data?.find(({ id }) => String(id) === dialog.value)
  return (
    <>
      <Panel
        title="Departments"
        actions={
          manages && (
            <Button kind="primary" onClick={() => dialog.open("department")}>
              New Department
            </Button>
          )
        }
      >
        <Answer of={departments} empty={{ title: "There are no departments" }}>
          {(all) => (
            <SmallTable
              label="Departments"
              rows={all}
              columns={[
                { header: "Department", cell: ({ name }) => name },
                { header: "Manager", className: "wide", cell: ({ manager }) => manager?.name ?? "" },
                { header: "State", cell: InUse },
                { header: "Staff", className: "num", cell: ({ staff }) => staff },
                { header: "Yearly budget (USD)", className: "num wide", cell: ({ budget }) => figure(budget) },
              ]}
              act={
                manages &&
                ((each) => (
                  <button type="button" className="act" aria-label={`Change ${each.name}`} onClick={() => dialog.open("department", String(each.id))}>
                    Change
                  </button>
                ))
              }
            />
          )}
        </Answer>
      </Panel>
      <Panel title="Positions" actions={leads && <Button onClick={() => dialog.open("position")}>New Position</Button>}>
        <Answer of={positions} empty={{ title: "There are no positions" }}>
          {(all) => (
            <SmallTable
              label="Positions"
              rows={all}
              columns={[
                { header: "Position", cell: ({ title }) => title },
                { header: "Department", cell: ({ department }) => department.name },
                { header: "State", cell: InUse },
                { header: "Level", className: "num wide", cell: ({ level }) => level ?? "" },
                { header: "Base salary (USD)", className: "num wide", cell: ({ baseSalary }) => figure(baseSalary) },
              ]}
              act={
                leads &&
                ((each) => (
                  <button type="button" className="act" aria-label={`Change ${each.title}`} onClick={() => dialog.open("position", String(each.id))}>
                    Change
                  </button>
                ))
              }
            />
          )}
        </Answer>
      </Panel>
      {dialog.name === "department" && manages && (!dialog.value || department) && (
        <DepartmentDialog {...(department && { department })} onClose={dialog.close} />
      )}
      {dialog.name === "position" && leads && departments.data && (!dialog.value || position) && (
        <PositionDialog {...(position && { position })} departments={departments.data} onClose={dialog.close} />
      )}
    </>
  )
}
