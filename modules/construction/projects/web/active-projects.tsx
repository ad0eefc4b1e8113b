/** The projects in progress, each with its manager, budget and progress. */
import { Day } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Link } from "react-router-dom"
import { ProgressBar } from "./progress-bar.tsx"
import type { construction } from "../resource.ts"

type Project = (typeof construction)["Row"]

export const budgetOf = ({ budget }: Pick<Project, "budget">) => (budget === null ? "N/A" : formatMoney(budget, "USD"))
export const managerOf = ({ projectManagerUser: person }: Pick<Project, "projectManagerUser">) =>
  person ? `${person.firstName} ${person.lastName}`.trim() : "No manager"

export const ActiveProjects = ({ of, money }: { readonly of: readonly Project[]; readonly money: boolean }) =>
  of.length === 0 ? (
    <EmptyState title="No active projects at this time" small />
  ) : (
    <ul className="rows construction-active">
      {of.map((project) => (
        <li key={project.id} className="row">
          <div className="row-body">
            <div className="line construction-title">
              <Link className="link" to={`/construction/${project.id}`}>
                {project.name}
              </Link>
              <StatusMark status={project.status} />
            </div>
            <p className="muted">{project.description || "No description available"}</p>
            <dl className="construction-facts">
              <div>
                <dt>Project</dt>
                <dd className="num">{project.projectNumber}</dd>
              </div>
              <div>
                <dt>Site</dt>
                <dd>{project.site.name}</dd>
              </div>
              <div>
                <dt>Manager</dt>
                <dd>{managerOf(project)}</dd>
              </div>
              {money && (
                <div>
                  <dt>Budget</dt>
                  <dd className="num">{budgetOf(project)}</dd>
                </div>
              )}
              <div>
                <dt>Expected completion</dt>
                <dd>
                  <Day date={project.expectedEndDate} />
                </dd>
              </div>
            </dl>
            <ProgressBar of={project} />
          </div>
        </li>
      ))}
    </ul>
  )
