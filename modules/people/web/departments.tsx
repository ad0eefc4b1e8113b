/** The departments and the positions in them. */
import { Answer } from "@ops/platform/ui/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { useRead } from "@ops/platform/ui/data.ts"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { lazy, Suspense } from "react"
import type { DepartmentAnswer, PositionAnswer } from "../departments-contract.ts"

const DepartmentDialog = lazy(() => import("./department-dialog.tsx"))
const PositionDialog = lazy(() => import("./position-dialog.tsx"))

const InUse = ({ isActive }: { readonly isActive: boolean }) => (
  <StatusMark status={isActive ? "active" : "inactive"} label={isActive ? "In use" : "Set aside"} />
)
const figure = (amount: string | null) => (amount === null ? "" : formatFigure(amount))

export const DepartmentsPart = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const departments = useRead<readonly (typeof DepartmentAnswer.Type)[]>("/api/hr/departments")
  const positions = useRead<readonly (typeof PositionAnswer.Type)[]>("/api/hr/positions", { sort: "department,title", limit: 500 })
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
            <table className="table" aria-label="Departments">
              <thead>
                <tr>
                  <th>Department</th>
                  <th className="wide">Manager</th>
                  <th>State</th>
                  <th className="num">Staff</th>
                  <th className="num wide">Budget a year (USD)</th>
                  {manages && (
                    <th>
                      <span className="sr">Act</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {all.map((each) => (
                  <tr key={each.id}>
                    <td>{each.name}</td>
                    <td className="wide">{each.manager?.name ?? ""}</td>
                    <td>
                      <InUse {...each} />
                    </td>
                    <td className="num">{each.staff}</td>
                    <td className="num wide">{figure(each.budget)}</td>
                    {manages && (
                      <td>
                        <button type="button" className="act" aria-label={`Change ${each.name}`} onClick={() => dialog.open("department", String(each.id))}>
                          Change
                        </button>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Answer>
      </Panel>
      <Panel title="Positions" actions={leads && <Button onClick={() => dialog.open("position")}>New Position</Button>}>
        <Answer of={positions} empty={{ title: "There are no positions" }}>
          {(all) => (
            <table className="table" aria-label="Positions">
              <thead>
                <tr>
                  <th>Position</th>
                  <th>Department</th>
                  <th>State</th>
                  <th className="num wide">Level</th>
                  <th className="num wide">Base salary (USD)</th>
                  {leads && (
                    <th>
                      <span className="sr">Act</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {all.map((each) => (
                  <tr key={each.id}>
                    <td>{each.title}</td>
                    <td>{each.department.name}</td>
                    <td>
                      <InUse {...each} />
                    </td>
                    <td className="num wide">{each.level ?? ""}</td>
                    <td className="num wide">{figure(each.baseSalary)}</td>
                    {leads && (
                      <td>
                        <button type="button" className="act" aria-label={`Change ${each.title}`} onClick={() => dialog.open("position", String(each.id))}>
                          Change
                        </button>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Answer>
      </Panel>
      {dialog.name === "department" && manages && (!dialog.value || department) && (
        <Suspense>
          <DepartmentDialog {...(department && { department })} onClose={dialog.close} />
        </Suspense>
      )}
      {dialog.name === "position" && leads && departments.data && (!dialog.value || position) && (
        <Suspense>
          <PositionDialog {...(position && { position })} departments={departments.data} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
