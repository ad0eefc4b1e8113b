/** One prospect: details, stage, activities, and possible next steps. */
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErasePart } from "@ops/platform/ui/record/erase-part.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import { Link } from "react-router-dom"
import { useApi, useCommand } from "../../web/client.ts"
import { Chance, StageBadge } from "../../web/marks.tsx"
import { activityName, daysText, industryName, nameOf, outcomeName, prospectLists, prospectPath } from "../../web/labels.ts"

const ProspectDialog = lazyPart(() => import("./prospect-dialog.tsx"))
const FollowUpDialog = lazyPart(() => import("./follow-up-dialog.tsx"))
const AssignDialog = lazyPart(() => import("./assign-prospect-dialog.tsx"))
const ConvertDialog = lazyPart(() => import("./convert-dialog.tsx"))

const known = (rows: ReadonlyArray<readonly [string, React.ReactNode]>) =>
  rows.flatMap(([label, value]) => (value === null || value === "" || value === undefined ? [] : [[label, value] as [string, React.ReactNode]]))

export const ProspectDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { user, can } = useSession()
  const dialog = useDialog()
  const path = prospectPath(id)
  const prospect = useApi("GET /api/crm/prospects/:id", { id })
  const activities = useApi("GET /api/crm/prospect-activities", { query: { prospectId: id, limit: 100 } })
  const history = useApi("GET /api/crm/prospects/:id/history", { id })
  const team = useApi("GET /api/crm/team")
  const [asked, ask] = useState<"change" | "follow-up" | "assign" | "convert">()
  const done = () => ask(undefined)
  const take = useCommand("PATCH /api/crm/prospects/:id/assign", { id, lists: prospectLists, done: "Assigned to you", failed: "Failed to assign prospect" })
  const of = prospect.data
  if (!of) return <RecordDrawer of={prospect} noun="Prospect" loading="Loading prospects..." onClose={onClose} />
  const maySign = can("finance.full", "department.manage")
  return (
    <Drawer
      title={of.companyName}
      subject={[of.prospectNumber, of.industry && industryName(of.industry)].filter(Boolean).join(" · ")}
      status={<StageBadge stage={of.stage} />}
      onClose={onClose}
      actions={
        <>
          {of.canChange && <Button onClick={() => ask("change")}>Edit</Button>}
          {of.canAssign && <Button onClick={() => ask("assign")}>Assign</Button>}
          {of.canTake && user && (
            <Button disabled={take.pending} onClick={() => void take.run({ assignedTo: Number(user.id) })}>
              Take it
            </Button>
          )}
          {of.canMove && <Button onClick={() => ask("follow-up")}>Follow-up</Button>}
          {of.canMove && <Button onClick={() => dialog.open("move-stage", of.id)}>Move Stage</Button>}
          {of.canConvert ? (
            <Button kind="primary" onClick={() => ask("convert")}>
              Convert to client
            </Button>
          ) : (
            of.canChange && (
              <Button kind="primary" onClick={() => dialog.open("log-activity", of.id)}>
                Log Activity
              </Button>
            )
          )}
        </>
      }
    >
      <section className="part">
        <KeyValues
          of={known([
            ["Contact", of.contactPerson],
            [
              "E-mail",
              of.email && (
                <a key="mail" className="link" href={`mailto:${of.email}`}>
                  {of.email}
                </a>
              ),
            ],
            [
              "Phone",
              of.phone && (
                <a key="phone" className="link" href={`tel:${of.phone.replaceAll(" ", "")}`}>
                  {of.phone}
                </a>
              ),
            ],
            ["Address", of.address],
            ["Value", of.estimatedValue === null ? "N/A" : formatMoney(of.estimatedValue.toFixed(2), "USD")],
            ["Probability", <Chance key="chance" percent={of.probability} />],
            [
              "Weighted",
              (of.weightedValue !== null && (
                <span key="weighted">
                  <Figure
                    value={formatMoney(of.weightedValue.toFixed(2), "USD")}
                    of={{ name: "prospect.weightedValue", parameters: { id: of.id } }}
                    label="Weighted value"
                  />
                  <div className="muted">
                    {of.winRate === null
                      ? `By the entered probability: too few deals (${of.winCases} decided)`
                      : `By our win rate of this stage, ${of.winRate}%`}
                  </div>
                </span>
              )) ||
                null,
            ],
            ["Source", [of.source, of.campaignName].filter(Boolean).join(" · ")],
            ["Assigned to", nameOf(of.assignedToUser)],
            [
              "Follow-up",
              of.nextFollowUp && (
                <span key="next" className="line-tight">
                  <Day date={of.nextFollowUp} />
                  {of.followUpNote && <span>{of.followUpNote}</span>}
                  {of.followUpDue && <StatusMark status="overdue" label="Due" />}
                </span>
              ),
            ],
            ["Last contact", of.lastContact && <When key="last" at={of.lastContact} />],
            ["Outcome", of.outcome && outcomeName(of.outcome)],
            ["Lost reason", of.lostReason],
            ["Notes", of.notes],
            [
              "Client",
              of.clientId && (
                <span key="client">
                  <Link className="link" to={`/clients?open=${of.clientId}`}>
                    {of.clientCode} {of.clientName}
                  </Link>
                  {maySign && (
                    <>
                      {" · "}
                      <button type="button" className="link" onClick={() => dialog.open("sign-contract", of.clientId!)}>
                        Sign a contract
                      </button>
                    </>
                  )}
                </span>
              ),
            ],
          ])}
        />
      </section>
      <section className="part">
        <h3>Stages</h3>
        <ol className="stay-list">
          {of.stays.map(({ stage, at, days, by, outcome, reason }, n) => (
            <li key={at + stage}>
              <StageBadge stage={stage} />
              <span>{n === of.stays.length - 1 ? `${daysText(days)} so far` : daysText(days)}</span>
              <span className="muted">
                from <When at={at} />
                {by && ` by ${by}`}
              </span>
              {(outcome || reason) && <span>{[outcome && outcomeName(outcome), reason].filter(Boolean).join(": ")}</span>}
            </li>
          ))}
        </ol>
      </section>
      <section className="part">
        <h3>Activities</h3>
        {activities.data?.length === 0 && <p className="muted">No activities yet.</p>}
        <ol className="activity-list">
          {(activities.data ?? []).map(({ id, activityType, subject, description, activityDate, duration, outcome, recordedByUser }) => (
            <li key={id}>
              <b>{activityName(activityType)}</b>: {subject}
              {outcome && <span className="muted"> · {statusWord(outcome)}</span>}
              {description !== "" && <p>{description}</p>}
              <div className="muted">
                <When at={activityDate} exact />
                {duration !== null && `, ${duration} min`}
                {recordedByUser && `, ${nameOf(recordedByUser)}`}
              </div>
            </li>
          ))}
        </ol>
      </section>
      {history.data && (
        <section className="part">
          <h3>History</h3>
          <Timeline events={history.data.toReversed()} />
        </section>
      )}
      {(of.contactPerson ?? of.email ?? of.phone ?? of.address) !== null && (
        <ErasePart
          path={path}
          act="erase-contact"
          number={of.prospectNumber}
          called="the prospect's number"
          title={`Erase the contact of ${of.prospectNumber}?`}
          stays="the company, its stages and its activities."
          lists={prospectLists}
        />
      )}
      {asked === "change" && <ProspectDialog prospect={of} onClose={done} />}
      {asked === "follow-up" && <FollowUpDialog prospect={of} onClose={done} />}
      {asked === "assign" && team.data && <AssignDialog prospect={of} team={team.data} onClose={done} />}
      {asked === "convert" && (
        <ConvertDialog prospect={of} onClose={done} onConverted={(clientId) => void setTimeout(() => dialog.open("sign-contract", clientId))} />
      )}
    </Drawer>
  )
}
