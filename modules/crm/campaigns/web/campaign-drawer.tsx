/** One campaign: details, cost, leads, and next step. */
import { RecordDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { useState } from "react"
import { Link } from "react-router-dom"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { BarOf, StageBadge } from "../../web/marks.tsx"
import { nameOf } from "../../web/labels.ts"

const CampaignDialog = lazyPart(() => import("./campaign-dialog.tsx"))
const ChargeCostDialog = lazyPart(() => import("./charge-cost-dialog.tsx"))
const usd = (value: number) => formatMoney(value.toFixed(2), "USD")
const lists = pathsOf("GET /api/crm/marketing-campaigns", "GET /api/crm/marketing-costs", "GET /api/crm/marketing-budgets", "GET /api/crm/overview")

export const CampaignDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { sees } = useSession()
  const campaign = useApi("GET /api/crm/marketing-campaigns/:id", { id })
  const seesCosts = sees("finance.departmental", "finance.full")
  const costs = useApi("GET /api/crm/marketing-costs", seesCosts ? { query: { campaignId: id, limit: 100 } } : null)
  const leads = useApi("GET /api/crm/prospects", { query: { campaignId: id, limit: 100 } })
  const history = useApi("GET /api/crm/marketing-campaigns/:id/history", { id })
  const [asked, ask] = useState<"change" | "charge" | "complete" | "cancel">()
  const done = () => ask(undefined)
  const step = useCommand("PATCH /api/crm/marketing-campaigns/:id/status", {
    id,
    lists,
    done: ({ name, status }) => `${name}: ${statusWord(status).toLowerCase()}`,
    failed: "Failed to change campaign",
  })
  const release = useCommand("PUT /api/crm/marketing-costs", {
    body: ({ document }: { document: string }) => ({ document, campaignId: null }),
    lists,
    done: (_, { document }) => `${document} is not charged to a campaign`,
    failed: "Failed to change the document",
  })
  const of = campaign.data
  if (!of) return <RecordDrawer of={campaign} noun="Campaign" loading="Loading campaigns..." onClose={onClose} />
  return (
    <Drawer
      title={of.name}
      subject={statusWord(of.campaignType)}
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={
        <>
          {of.canCancel && (
            <Button kind="danger" onClick={() => ask("cancel")}>
              Cancel campaign
            </Button>
          )}
          {of.canChange && <Button onClick={() => ask("change")}>Edit</Button>}
          {of.canCharge && seesCosts && <Button onClick={() => ask("charge")}>Charge a document</Button>}
          {of.canStart && (
            <Button kind="primary" disabled={step.pending} onClick={() => void step.run({ status: "active", reason: "" })}>
              Start
            </Button>
          )}
          {of.canComplete && (
            <Button kind="primary" onClick={() => ask("complete")}>
              Complete
            </Button>
          )}
        </>
      }
    >
      <section className="part">
        <KeyValues
          of={[
            ["Budget", usd(of.budget)],
            [
              "Spent",
              <span key="spent">
                <Figure value={usd(of.spentAmount)} of={{ name: "marketingCampaign.spent", parameters: { id: of.id } }} label="Spent" />
                <BarOf label="Spent of the budget" part={of.spentAmount} whole={of.budget} limit />
              </span>,
            ],
            ["From", <Day key="from" date={of.startDate} />],
            ["To", <Day key="to" date={of.endDate} />],
            ["Leads", `${of.actualLeads} of ${of.expectedLeads} expected, ${of.wonLeads} won`],
            ["Cost per lead", of.costPerLead === null ? "N/A" : usd(of.costPerLead)],
            ...(of.targetAudience === "" ? [] : [["Target audience", of.targetAudience] as [string, string]]),
            ["Managed by", nameOf(of.managedByUser)],
            ...(of.description === "" ? [] : [["Description", of.description] as [string, string]]),
            ...(of.statusReason === null ? [] : [["Why", of.statusReason] as [string, string]]),
          ]}
        />
      </section>
      {seesCosts && costs.data && (
        <section className="part">
          <h3>Costs</h3>
          {costs.data.length === 0 ? (
            <p className="muted">No costs yet.</p>
          ) : (
            <table className="table">
              <caption className="sr">Documents charged to the campaign</caption>
              <thead>
                <tr>
                  <th scope="col">Document</th>
                  <th scope="col">What</th>
                  <th scope="col" className="num">
                    Amount
                  </th>
                  {of.canCharge && (
                    <th scope="col">
                      <span className="sr">Actions</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {costs.data.map(({ number, what, amount }) => (
                  <tr key={number}>
                    <td>{number}</td>
                    <td>{what}</td>
                    <td className="num">{usd(amount)}</td>
                    {of.canCharge && (
                      <td>
                        <button
                          type="button"
                          className="act"
                          aria-label={`Take ${number} away`}
                          disabled={release.pending}
                          onClick={() => void release.run({ document: number })}
                        >
                          Take away
                        </button>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      )}
      <section className="part">
        <h3>Leads</h3>
        {leads.data?.length === 0 && <p className="muted">It has no prospects yet.</p>}
        <ul className="stay-list">
          {(leads.data ?? []).map(({ id: lead, companyName, stage }) => (
            <li key={lead}>
              <Link className="link" to={`/marketing?tab=prospects&open=${lead}`}>
                {companyName}
              </Link>
              <StageBadge stage={stage} />
            </li>
          ))}
        </ul>
      </section>
      {history.data && (
        <section className="part">
          <h3>History</h3>
          <Timeline events={history.data.toReversed()} />
        </section>
      )}
      {asked === "change" && <CampaignDialog campaign={of} onClose={done} />}
      {asked === "charge" && <ChargeCostDialog campaign={of} onClose={done} />}
      {asked === "complete" && (
        <ConfirmDialog
          title={`Complete ${of.name}`}
          text="You can no longer change it. Documents can still be charged to it."
          confirm="Complete"
          pending="Completing..."
          reason={{ label: "Result" }}
          onConfirm={(reason) => step.send({ status: "completed", reason })}
          onClose={done}
        />
      )}
      {asked === "cancel" && (
        <ConfirmDialog
          title={`Cancel ${of.name}`}
          confirm="Cancel campaign"
          pending="Cancelling..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => step.send({ status: "cancelled", reason })}
          onClose={done}
        />
      )}
    </Drawer>
  )
}
