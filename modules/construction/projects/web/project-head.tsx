/** What a project is, how far it is, and the steps of its course that this person may take. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { type ReactNode, Suspense, useState } from "react"
import { Link } from "react-router-dom"
import type { ConstructionProjectAnswer } from "../../contract.ts"
import { pathsOf } from "../../web/client.ts"
import { typeName } from "../../web/labels.ts"
import { budgetOf, managerOf } from "./active-projects.tsx"
import { ProgressBar } from "./progress-bar.tsx"

type Project = typeof ConstructionProjectAnswer.Type
type Step = "start" | "hold" | "resume" | "complete" | "reopen" | "cancel"

const ProjectDialog = lazyWithRetry(() => import("./project-dialog.tsx"))

export const ProjectHead = ({ of, money }: { readonly of: Project; readonly money: boolean }) => {
  const { can } = useSession()
  const [asked, ask] = useState<Step | "change">()
  const close = () => ask(undefined)
  const step = useApiMutation<{ readonly step: Step; readonly reason: string }, Project>({
    method: "PATCH",
    path: ({ step }) => `/api/construction-projects/${of.id}/${step}`,
    body: ({ step, reason }) =>
      step === "start" || step === "resume" ? undefined : step === "complete" ? (reason === "" ? {} : { overrideReason: reason }) : { reason },
    lists: pathsOf("GET /api/construction-projects"),
    done: "Project changed",
    failed: "Failed to change the project",
  })
  const manages = can("projects.manage")
  const act = (name: Step, label: string, kind?: "primary" | "danger") => (
    <Button key={name} {...(kind && { kind })} onClick={() => ask(name)}>
      {label}
    </Button>
  )
  const acts: ReadonlyArray<ReactNode> = [
    manages && of.status !== "cancelled" && (
      <Button key="change" onClick={() => ask("change")}>
        Change
      </Button>
    ),
    manages && of.status === "planning" && act("cancel", "Cancel project", "danger"),
    manages && of.status === "planning" && act("start", "Start", "primary"),
    manages && of.status === "in_progress" && act("hold", "Put on hold"),
    manages && of.status === "in_progress" && act("complete", "Complete", "primary"),
    manages && of.status === "on_hold" && act("resume", "Resume", "primary"),
    can("approval.override") && of.status === "completed" && act("reopen", "Reopen"),
  ].filter(Boolean)
  const confirming = asked !== undefined && asked !== "change" ? questionOf(asked, of) : undefined
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
        {acts.length > 0 && <div className="line construction-acts">{acts}</div>}
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
      {confirming && asked !== undefined && asked !== "change" && (
        <ConfirmDialog {...confirming} onConfirm={(reason) => step.send({ step: asked, reason })} onClose={close} />
      )}
      {asked === "change" && (
        <Suspense>
          <ProjectDialog project={of} onClose={close} />
        </Suspense>
      )}
      <p className="sr" role="status">
        {step.pending ? "Saving..." : ""}
      </p>
    </section>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
  </div>
)

/** What is asked before a step: a reason where the history needs one. */
const questionOf = (step: Step, of: Project) => {
  const reason = { label: "Reason", required: true }
  switch (step) {
    case "start":
      return { title: `Start ${of.name}`, text: "Work begins. The start date is today, unless one stands already.", confirm: "Start", pending: "Starting..." }
    case "hold":
      return { title: `Put ${of.name} on hold`, text: "Work stops until it is resumed.", confirm: "Put on hold", pending: "Saving...", reason }
    case "resume":
      return { title: `Resume ${of.name}`, text: "Work goes on.", confirm: "Resume", pending: "Resuming..." }
    case "complete":
      return of.openSnags === 0
        ? { title: `Complete ${of.name}`, text: "The work is done; its last day is today.", confirm: "Complete", pending: "Completing..." }
        : {
            title: `Complete ${of.name}`,
            text: `${of.openSnags} ${of.openSnags === 1 ? "snag is" : "snags are"} open. Say why it is complete all the same.`,
            confirm: "Complete all the same",
            pending: "Completing...",
            reason,
          }
    case "reopen":
      return { title: `Reopen ${of.name}`, text: "It is in progress again.", confirm: "Reopen", pending: "Reopening...", reason }
    case "cancel":
      return {
        title: `Cancel ${of.name}`,
        text: "It is cancelled before work has begun, permanently.",
        confirm: "Cancel project",
        pending: "Cancelling...",
        danger: true,
        reason,
      }
  }
}
