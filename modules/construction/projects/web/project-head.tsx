/** The facts and progress of a project, and the status changes that this person may make. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { type ReactNode, useState } from "react"
import { Link } from "react-router-dom"
import { pathsOf, useCommand } from "../../web/client.ts"
import { typeName } from "../../web/labels.ts"
import { budgetOf, managerOf } from "./active-projects.tsx"
import { ProgressBar } from "./progress-bar.tsx"
import type { construction } from "../resource.ts"
import { screen } from "../screen.ts"

type Project = (typeof construction)["Row"]

const ProjectDialog = lazyPart(() => import("./project-dialog.tsx"))

export const ProjectHead = ({ of, money }: { readonly of: Project; readonly money: boolean }) => {
  const { can } = useSession()
  const [asked, ask] = useState<"change" | "complete">()
  const close = () => ask(undefined)
  const complete = useCommand("PATCH /api/construction-projects/:id/complete", {
    id: of.id,
    lists: pathsOf("GET /api/construction-projects"),
    done: "Project changed",
    failed: "Failed to change the project",
  })
  const snags = `${of.openSnags} ${of.openSnags === 1 ? "snag is" : "snags are"} open. Give a reason to complete it anyway.`
  return (
    <section className="construction-head" aria-label="Project">
      <div className="line construction-title">
        <div>
          <p className="muted">
            <Link className="link" to="/construction">
              All projects
            </Link>{" "}
            · <span className="num">{of.projectNumber}</span>
          </p>
          <h2>
            {of.name} <StatusMark status={of.status} />
          </h2>
        </div>
        <div className="line construction-acts">
          {can("projects.manage") && of.status !== "cancelled" && <Button onClick={() => ask("change")}>Change</Button>}
          <Decisions
            screen={screen}
            row={of}
            of={["cancel", "start", "hold", "complete", "resume", "reopen"]}
            own={{
              complete: (of.canComplete || of.canOverride) && (
                <Button kind="primary" onClick={() => ask("complete")}>
                  Complete
                </Button>
              ),
            }}
          />
        </div>
      </div>
      <p className={of.description ? undefined : "muted"}>{of.description || "No description available"}</p>
      {of.statusReason && (
        <p>
          <span className="muted">Reason:</span> {of.statusReason}
        </p>
      )}
      <dl className="construction-facts">
        <Fact name="Type">{typeName(of.projectType)}</Fact>
        <Fact name="Site">{of.site.name}</Fact>
        <Fact name="Manager">{managerOf(of)}</Fact>
        {money && <Fact name="Budget">{budgetOf(of)}</Fact>}
        {money && of.actualCost !== null && (
          <Fact name="Spent">
            <Figure value={formatMoney(of.actualCost, "USD")} of={{ name: "constructionProject.spent", parameters: { id: of.id } }} label="Spent" />
          </Fact>
        )}
        <Fact name="Start">
          <Day date={of.startDate} />
        </Fact>
        <Fact name={of.actualEndDate ? "Completed" : "Expected completion"}>
          <Day date={of.actualEndDate ?? of.expectedEndDate} />
        </Fact>
      </dl>
      <ProgressBar of={of} />
      {asked === "complete" && (
        <ConfirmDialog
          title={`Complete ${of.name}`}
          text={of.openSnags === 0 ? "The work is done; its last day is today." : snags}
          confirm={of.openSnags === 0 ? "Complete" : "Complete anyway"}
          pending="Completing..."
          {...(of.openSnags > 0 && { reason: { label: "Reason", required: true } })}
          onConfirm={(reason) => complete.send({ overrideReason: reason || null })}
          onClose={close}
        />
      )}
      {asked === "change" && <ProjectDialog project={of} onClose={close} />}
    </section>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
  </div>
)
