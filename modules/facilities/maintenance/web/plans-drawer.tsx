/** One plan: work, interval, defaults of its orders, open orders, and history. */
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Day, today } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { factsOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { useState } from "react"
import { Link } from "react-router-dom"
import { meterText } from "../../assets/web/assets-labels.ts"
import { useApi } from "../../web/client.ts"
import { priorityName, serviceName } from "../../web/labels.ts"
import type { maintenance } from "../resource.ts"
import { screen } from "../screen.ts"
import { oftenText, planLists } from "./plans-labels.ts"

type Plan = (typeof maintenance)["Row"]

const PlanDialog = lazyPart(() => import("./plans-dialog.tsx"))
const marks = { active: "active", paused: "on_hold", ended: "closed" } as const
export const PlanStatus = ({ of: { status } }: { readonly of: Plan }) => <StatusMark status={marks[status]} label={statusWord(status)} />

export const PlanDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <RecordDrawer of={useApi("GET /api/maintenance-plans/:id", { id })} noun="Maintenance plan" loading="Loading plan..." onClose={onClose}>
    {(of) => <OpenPlan of={of} onClose={onClose} />}
  </RecordDrawer>
)

const OpenPlan = ({ of, onClose }: { readonly of: Plan; readonly onClose: () => void }) => {
  const history = useApi("GET /api/maintenance-plans/:id/history", { id: of.id })
  const [isChanging, setChanging] = useState(false)
  return (
    <Drawer
      title={of.planNumber}
      subject={`${of.name}, ${of.site.name}`}
      status={<PlanStatus of={of} />}
      onClose={onClose}
      actions={
        <Decisions
          screen={screen}
          row={of}
          of={["end", "pause", "change", "resume"]}
          lists={planLists}
          own={{ change: of.canChange && <Button onClick={() => setChanging(true)}>Change</Button> }}
        />
      }
    >
      <Facts of={of} />
      <Orders of={of} />
      <section className="part">
        <h3>History</h3>
        <Answer of={history} rows={3}>
          {(events) => <Timeline events={events.toReversed()} />}
        </Answer>
      </section>
      {isChanging && <PlanDialog of={of} onClose={() => setChanging(false)} />}
    </Drawer>
  )
}

const nextText = (of: Plan) => {
  if (of.status === "ended") return "None: the plan has ended"
  if (of.nextDue !== null) return <Day key="next" date={of.nextDue} />
  return of.nextReading !== null ? `At ${meterText(of.nextReading, of.meterUnit ?? "")}` : "Counted from the day the open order is completed"
}

const Facts = ({ of }: { readonly of: Plan }) => (
  <>
    <section className="part">
      <h3>Plan</h3>
      <KeyValues
        of={factsOf(screen, of, {
          serviceType: [serviceName(of.serviceType), priorityName(of.priority).toLowerCase()].join(", "),
          asset: of.asset ? (
            <Link key="asset" className="link" to={`/facilities/assets?open=${of.asset.id}`}>
              {`${of.asset.assetNumber} ${of.asset.name}`}
            </Link>
          ) : (
            of.location || of.site.name
          ),
          every: oftenText(of),
          basis: of.basis === "completed" ? "The day it was done" : of.trigger === "meter" ? "The planned reading" : "The planned date",
          nextDue: nextText(of),
          meterReading: of.meterReading !== null && of.trigger === "meter" && meterText(of.meterReading, of.meterUnit ?? ""),
          ...(of.leadDays === 0 && { makesOn: null }),
          assignee: of.assignee ?? "Unassigned",
          clientName: of.clientName !== null && `${of.clientName}${of.billable ? ", pays for it" : ""}`,
          signatureRequired: of.signatureRequired && "The client signs when it is done",
        })}
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
        <SmallTable
          rows={of.parts}
          rowKey={({ stockItemId }) => stockItemId}
          columns={[{ cell: ({ name }) => name }, { className: "num", cell: ({ quantity, unit }) => `${quantity} ${unit}` }]}
        />
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
      <SmallTable
        rows={of.openOrders}
        columns={[
          {
            cell: ({ id, orderNumber }) => (
              <Link className="link" to={`/facilities/orders?open=${id}`}>
                {orderNumber}
              </Link>
            ),
          },
          {
            cell: ({ scheduledDate }) =>
              scheduledDate !== null && (
                <span className="line-tight">
                  <Day date={scheduledDate} />
                  {scheduledDate < today() && <Badge tone="red">Overdue</Badge>}
                </span>
              ),
          },
          { cell: ({ status }) => <StatusMark status={status} /> },
        ]}
      />
    )}
  </section>
)
