/** The details of one order: facts, clock, checklist, parts, hours, photos, and the client's comment. */
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { Badge } from "@ops/platform/ui/button.tsx"
import { Day, When } from "@ops/platform/ui/date.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { factsOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { Photos } from "@ops/platform/ui/files/photos.tsx"
import { SiteName } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import type { workOrders } from "../resource.ts"
import { screen } from "../screen.ts"
import { minutesText, originNames, resultNames, standingWords } from "../../web/labels.ts"

type WorkOrder = (typeof workOrders)["Row"]
type Standing = WorkOrder["sla"]["response"]

const photoMoments = ["before", "after"] as const
const tones = { none: "gray", running: "gray", paused: "amber", met: "green", missed: "red" } as const

/** The state of a promise, and its due time. */
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
/** For example "Person, instant". */
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
  return (
    <>
      <KeyValues
        of={factsOf(screen, of, {
          description: (
            <span key="description" className="pre-line">
              {of.description}
            </span>
          ),
          siteName: <SiteName key="site" id={of.siteId} />,
          assetName: of.assetName && (
            <Link key="asset" className="link" to={`/facilities/assets?open=${of.assetId}`}>
              {of.assetName}
            </Link>
          ),
          requestedByName: nameAndTime(of.requestedByName, of.createdAt),
          reportedAt: late && `${minutesText(late)} offline`,
          clientName: of.clientName && `${of.clientName}${of.billable ? ", pays for it" : ""}`,
          ...(of.parts.length + of.hours.length === 0 && { actualCost: null }),
          followUpOf: of.followUpOf && orderLink(of.followUpOf),
          followUps: of.followUps.length > 0 && (
            <span key="follow" className="line">
              {of.followUps.map(orderLink)}
            </span>
          ),
        }).map(([title, value]) => [title === "Requested by" ? originNames[of.origin] : title, value])}
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
          <SmallTable
            rows={of.checklist}
            rowKey={({ line }) => line}
            columns={[
              {
                header: "Check",
                cell: ({ line, required, note }) => (
                  <>
                    {line}
                    {!required && <span className="muted"> (optional)</span>}
                    {note && <div className="muted">{note}</div>}
                  </>
                ),
              },
              {
                header: "Result",
                cell: ({ result }) =>
                  result === null ? (
                    <span className="muted">Open</span>
                  ) : (
                    <StatusMark status={result === "ok" ? "approved" : result} label={resultNames[result]} />
                  ),
              },
            ]}
          />
        </Part>
      )}
      {of.parts.length + of.plannedParts.length > 0 && (
        <Part title={of.parts.length > 0 ? "Parts used" : "Parts foreseen"}>
          <SmallTable
            rows={of.parts.length > 0 ? of.parts : of.plannedParts.map((part) => ({ ...part, value: null }))}
            rowKey={(_, n) => n}
            columns={[
              { cell: ({ name }) => name },
              { className: "num", cell: ({ quantity, unit }) => `${quantity} ${unit}` },
              { className: "num", cell: ({ value }) => usd(value) },
            ]}
          />
        </Part>
      )}
      {of.hours.length > 0 && (
        <Part title="Hours">
          <SmallTable
            rows={of.hours}
            columns={[
              {
                cell: ({ name, date }) => (
                  <>
                    {name}
                    <div className="muted">
                      <Day date={date} />
                    </div>
                  </>
                ),
              },
              { className: "num", cell: ({ minutes }) => minutesText(minutes) },
              { className: "num", cell: ({ cost }) => usd(cost) },
            ]}
          />
        </Part>
      )}
      {photoMoments.map((moment) => {
        const photos = of.photos.filter(({ taken }) => taken === moment)
        return (
          photos.length > 0 && (
            <Part key={moment} title={`Photos ${moment}`}>
              <Photos of={photos} label={`Photos ${moment}`} />
            </Part>
          )
        )
      })}
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
