/** One plan: what is done and how often, what its orders inherit, which of them are open, and what happened. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { Day, today } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { Suspense, useState } from "react"
import { Link } from "react-router-dom"
import type { PlanAnswer } from "../contract.ts"
import { meterText } from "../../assets/web/assets-labels.ts"
import { pathOf, useApi } from "../../web/client.ts"
import { oftenText, planLists } from "./plans-labels.ts"
import { priorityName, serviceName } from "../../web/labels.ts"

type Plan = typeof PlanAnswer.Type

const PlanDialog = lazyWithRetry(() => import("./plans-dialog.tsx"))

export const PlanDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const path = pathOf("GET /api/maintenance-plans/:id", { id })
  const answer = useApi("GET /api/maintenance-plans/:id", { id })
  const history = useApi("GET /api/maintenance-plans/:id/history", { id })
  const [asked, ask] = useState<"change" | "pause" | "end">()
  const done = () => ask(undefined)
  const act = useApiMutation<{ readonly verb: "pause" | "resume" | "end"; readonly reason?: string }, Plan>({
    method: "PUT",
    path: ({ verb }) => `${path}/${verb}`,
    body: ({ verb, reason }) => (verb === "resume" ? undefined : { reason }),
    lists: planLists,
    done: ({ planNumber }, { verb }) => `${planNumber} ${verb === "pause" ? "paused" : verb === "end" ? "ended" : "goes on"}`,
    failed: "Failed to change the plan",
  })
  const of = answer.data
  if (!of) {
    return (
      <Drawer title="Maintenance plan" onClose={onClose}>
        {answer.isError ? <ErrorPanel error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={6} label="Loading plan..." />}
      </Drawer>
    )
  }
  return (
    <Drawer
      title={of.planNumber}
      subject={`${of.name}, ${of.site.name}`}
      status={<StatusMark status={of.status === "ended" ? "closed" : of.status === "paused" ? "on_hold" : of.status} label={statusWord(of.status)} />}
      onClose={onClose}
      actions={
        <>
          {of.canEnd && (
            <Button kind="danger" onClick={() => ask("end")}>
              End plan
            </Button>
          )}
          {of.canPause && <Button onClick={() => ask("pause")}>Pause</Button>}
          {of.canChange && <Button onClick={() => ask("change")}>Change</Button>}
          {of.canResume && (
            <Button kind="primary" disabled={act.pending} onClick={() => act.run({ verb: "resume" })}>
              Resume
            </Button>
          )}
        </>
      }
    >
      <Facts of={of} />
      <Orders of={of} />
      <section className="part">
        <h3>History</h3>
        {history.data ? <Timeline events={history.data.toReversed()} /> : <Loading rows={3} />}
      </section>
      {(asked === "pause" || asked === "end") && (
        <ConfirmDialog
          title={asked === "pause" ? `Pause ${of.name}?` : `End ${of.name}?`}
          text={
            asked === "pause"
              ? "No order is made until it is resumed; dates within the pause are skipped."
              : "No further order is made. Orders that are open stay open."
          }
          confirm={asked === "pause" ? "Pause" : "End plan"}
          danger={asked === "end"}
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => act.send({ verb: asked, reason })}
          onClose={done}
        />
      )}
      <Suspense>{asked === "change" && <PlanDialog of={of} onClose={done} />}</Suspense>
    </Drawer>
  )
}

const nextText = (of: Plan) => {
  if (of.status === "ended") return "None: the plan has ended"
  if (of.nextDue !== null) return <Day date={of.nextDue} />
  return of.nextReading !== null ? `At ${meterText(of.nextReading, of.meterUnit ?? "")}` : "Counted from the day the open order is done"
}

const Facts = ({ of }: { readonly of: Plan }) => (
  <>
    <section className="part">
      <h3>Plan</h3>
      <KeyValues
        of={[
          ["What", [serviceName(of.serviceType), priorityName(of.priority).toLowerCase()].join(", ")],
          [
            "Of",
            of.asset ? (
              <Link key="asset" className="link" to={`/facilities/assets?open=${of.asset.id}`}>
                {`${of.asset.assetNumber} ${of.asset.name}`}
              </Link>
            ) : (
              of.location || of.site.name
            ),
          ],
          ["How often", oftenText(of)],
          ["Counted from", of.basis === "scheduled" ? (of.trigger === "meter" ? "The planned reading" : "The planned date") : "The day it was done"],
          ["Next", nextText(of)],
          of.meterReading !== null && of.trigger === "meter" && ["Meter", meterText(of.meterReading, of.meterUnit ?? "")],
          of.leadDays > 0 && of.makesOn !== null && ["Its order is made", <Day key="makes" date={of.makesOn} />],
          of.endDate !== null && ["Until", <Day key="until" date={of.endDate} />],
          of.lastDoneOn !== null && ["Last done", <Day key="last" date={of.lastDoneOn} />],
          ["Orders made", of.ordersMade],
          ["Done by", of.assignee ?? "Unassigned"],
          of.clientName !== null && ["Client", `${of.clientName}${of.billable ? ", pays for it" : ""}`],
          of.estimatedCost !== null && ["Estimated cost", formatMoney(of.estimatedCost, "USD")],
          of.signatureRequired && ["Signature", "The client signs when it is done"],
          of.statusReason !== null && ["Why", of.statusReason],
          of.description !== "" && ["Description", of.description],
        ]}
      />
    </section>
    {of.checklist.length > 0 && (
      <section className="part">
        <h3>Checklist</h3>
        <ol className="hold-lines">
          {of.checklist.map(({ line, required }) => (
            <li key={line}>
              {line} {!required && <span className="muted">(optional)</span>}
            </li>
          ))}
        </ol>
      </section>
    )}
    {of.parts.length > 0 && (
      <section className="part">
        <h3>Parts</h3>
        <table className="table">
          <tbody>
            {of.parts.map(({ stockItemId, name, unit, quantity }) => (
              <tr key={stockItemId}>
                <td>{name}</td>
                <td className="num">{`${quantity} ${unit}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )}
  </>
)

const Orders = ({ of }: { readonly of: Plan }) => (
  <section className="part">
    <h3>Open orders</h3>
    {of.openOrders.length === 0 ? (
      <p className="muted">None.</p>
    ) : (
      <table className="table">
        <tbody>
          {of.openOrders.map(({ id, orderNumber, status, scheduledDate }) => (
            <tr key={id}>
              <td>
                <Link className="link" to={`/facilities/orders?open=${id}`}>
                  {orderNumber}
                </Link>
              </td>
              <td>
                {scheduledDate !== null && (
                  <span className="line-tight">
                    <Day date={scheduledDate} />
                    {scheduledDate < today() && <Badge tone="red">Overdue</Badge>}
                  </span>
                )}
              </td>
              <td>
                <StatusMark status={status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
