/** The details of one order: facts, clock, checklist, parts, hours, photos, and what the client said. */
import { Badge } from "@ops/platform/ui/button.tsx"
import { Day, When } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { Photos } from "@ops/platform/ui/files/photos.tsx"
import { SiteName } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import type { WorkOrderAnswer } from "../../contract.ts"
import { minutesText, originNames, priorityName, resultNames, serviceName, standingWords } from "../../web/labels.ts"

type WorkOrder = typeof WorkOrderAnswer.Type
type Standing = WorkOrder["sla"]["response"]

const tones = { none: "gray", running: "gray", paused: "amber", met: "green", missed: "red" } as const

/** The state of a promise, and when it is or was due. */
export const Promised = ({ standing, due }: { readonly standing: Standing; readonly due: string | null }) => (
  <span className="line-tight">
    <Badge tone={tones[standing]}>{standingWords[standing]}</Badge>
    {due && <When at={due} exact />}
  </span>
)

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="part">
    <h3>{title}</h3>
    {children}
  </section>
)
const orderLink = ({ id, orderNumber }: { readonly id: number; readonly orderNumber: string }) => (
  <Link key={id} className="link" to={`/facilities/orders?open=${id}`}>
    {orderNumber}
  </Link>
)
/** Leaves out empty values. */
const known = (rows: ReadonlyArray<readonly [string, ReactNode]>) =>
  rows.filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
/** "Person, instant". */
const nameAndTime = (name: string | null, at: string | null) =>
  at && (
    <>
      {name ?? "Field Office"}, <When at={at} exact />
    </>
  )
const lateMinutes = ({ reportedAt, createdAt }: WorkOrder) => reportedAt && Math.max(1, Math.round((Date.parse(createdAt) - Date.parse(reportedAt)) / 60_000))

export const OrderFacts = ({ of }: { readonly of: WorkOrder }) => {
  const { sla, completion } = of
  const late = lateMinutes(of)
  const usd = (amount: string | null) => amount && <Money amount={amount} currency="USD" />
  const [before, after] = [of.photos.filter(({ taken }) => taken === "before"), of.photos.filter(({ taken }) => taken === "after")]
  return (
    <>
      <KeyValues
        of={known([
          [
            "Description",
            <span key="description" className="pre-line">
              {of.description}
            </span>,
          ],
          ["Site", <SiteName key="site" id={of.siteId} />],
          ["Location", of.location],
          [
            "Asset",
            of.assetName && (
              <Link key="asset" className="link" to={`/facilities/assets?open=${of.assetId}`}>
                {of.assetName}
              </Link>
            ),
          ],
          ["Service", serviceName(of.serviceType)],
          ["Priority", priorityName(of.priority)],
          [originNames[of.origin], nameAndTime(of.requestedByName, of.createdAt)],
          ["Sent late", late && `${minutesText(late)} offline`],
          ["Assigned to", of.assignee],
          ["Scheduled", of.scheduledDate && <Day key="scheduled" date={of.scheduledDate} />],
          ["Due", of.dueDate && <Day key="due" date={of.dueDate} />],
          ["Client", of.clientName && `${of.clientName}${of.billable ? ", pays for it" : ""}`],
          ["Estimated cost", usd(of.estimatedCost)],
          [
            "Cost",
            of.parts.length + of.hours.length > 0 && of.actualCost && (
              <Figure key="cost" value={usd(of.actualCost)} of={{ name: "workOrder.cost", parameters: { id: of.id } }} label="Cost" />
            ),
          ],
          ["Made for what failed at", of.followUpOf && orderLink(of.followUpOf)],
          [
            "Follow-up",
            of.followUps.length > 0 && (
              <span key="follow" className="line">
                {of.followUps.map(orderLink)}
              </span>
            ),
          ],
          ["Cancelled", of.cancelReason],
          ["Reopened", of.reopenReason],
          ["Notes", of.notes],
        ])}
      />
      {(sla.response !== "none" || sla.resolution !== "none" || of.holds.length > 0) && (
        <Part title="Promised times">
          <KeyValues
            of={known([
              ["Response", <Promised key="response" standing={sla.response} due={sla.responseDue} />],
              ["Resolution", <Promised key="resolution" standing={sla.resolution} due={sla.resolutionDue} />],
              ["On hold", sla.pausedMinutes > 0 ? minutesText(sla.pausedMinutes) : null],
            ])}
          />
          {of.holds.length > 0 && (
            <ul className="hold-lines">
              {of.holds.map(({ from, to, reason }) => (
                <li key={from}>
                  {reason}: <When at={from} exact /> to {to ? <When at={to} exact /> : "now"}
                </li>
              ))}
            </ul>
          )}
        </Part>
      )}
      {of.checklist.length > 0 && (
        <Part title="Checklist">
          <table className="table">
            <thead>
              <tr>
                <th>Check</th>
                <th>Result</th>
              </tr>
            </thead>
            <tbody>
              {of.checklist.map(({ line, required, result, note }) => (
                <tr key={line}>
                  <td>
                    {line}
                    {!required && <span className="muted"> (optional)</span>}
                    {note && <div className="muted">{note}</div>}
                  </td>
                  <td>
                    {result === null ? (
                      <span className="muted">Open</span>
                    ) : (
                      <StatusMark status={result === "ok" ? "approved" : result} label={resultNames[result]} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      {of.parts.length + of.plannedParts.length > 0 && (
        <Part title={of.parts.length > 0 ? "Parts used" : "Parts foreseen"}>
          <table className="table">
            <tbody>
              {(of.parts.length > 0 ? of.parts : of.plannedParts.map((part) => ({ ...part, value: null }))).map((part, n) => (
                <tr key={n}>
                  <td>{part.name}</td>
                  <td className="num">
                    {part.quantity} {part.unit}
                  </td>
                  {"value" in part && <td className="num">{usd(part.value)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      {of.hours.length > 0 && (
        <Part title="Hours">
          <table className="table">
            <tbody>
              {of.hours.map(({ name, minutes, date, cost }, n) => (
                <tr key={n}>
                  <td>
                    {name}
                    <div className="muted">
                      <Day date={date} />
                    </div>
                  </td>
                  <td className="num">{minutesText(minutes)}</td>
                  <td className="num">{usd(cost)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      {before.length > 0 && (
        <Part title="Photos before">
          <Photos of={before} label="Photos before" />
        </Part>
      )}
      {after.length > 0 && (
        <Part title="Photos after">
          <Photos of={after} label="Photos after" />
        </Part>
      )}
      {of.completedAt && completion && (
        <Part title="Completion">
          <KeyValues
            of={known([
              ["Completed", nameAndTime(of.completedByName, of.completedAt)],
              ["Verified", nameAndTime(of.verifiedByName, of.verifiedAt)],
              ["Remarks", completion.remarks],
              ["Rating", completion.rating === null ? null : `${completion.rating} of 5`],
              ["Signed by", completion.signedBy],
            ])}
          />
          {completion.signature && <Photos of={[completion.signature]} label="Signature" signature />}
        </Part>
      )}
    </>
  )
}
