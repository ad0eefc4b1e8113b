/** Campaigns: budget and cost, expected and actual leads. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { CampaignDrawer } from "./campaign-drawer.tsx"
import { pathOf } from "../../web/client.ts"
import { campaignTypeOptions, decimal } from "../../web/labels.ts"

const CampaignDialog = lazyPart(() => import("./campaign-dialog.tsx"))
const statuses = ["planned", "active", "completed", "cancelled"].map((value) => ({ value, label: statusWord(value) }))

export const Campaigns = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const [, setOpen] = useAddress("open", "push")
  const maySet = can("department.manage", "budget.manage")
  const button = maySet && (
    <Button kind="primary" onClick={() => dialog.open("new-campaign")}>
      New Campaign
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/crm/marketing-campaigns")}
        noun={["campaign", "campaigns"]}
        loading="Loading campaigns..."
        rowId={({ id }) => String(id)}
        number={({ name }) => name}
        actions={button}
        filters={[
          { field: "status", label: "Status", options: statuses },
          { field: "campaignType", label: "Type", options: campaignTypeOptions },
          { field: "from", label: "Begins from", date: true },
          { field: "to", label: "Begins to", date: true },
        ]}
        columns={[
          { id: "name", header: "Campaign", cell: (c) => c.name, sort: true },
          { id: "campaignType", header: "Type", cell: (c) => statusWord(c.campaignType), sort: true },
          { id: "startDate", header: "From", cell: (c) => <Day date={c.startDate} />, sort: true },
          { id: "endDate", header: "To", cell: (c) => <Day date={c.endDate} />, sort: true },
          { id: "budget", header: "Budget", money: (c) => ({ amount: decimal(c.budget), currency: "USD" }), sort: true },
          {
            id: "spentAmount",
            header: "Spent",
            money: (c) => ({ amount: decimal(c.spentAmount), currency: "USD" }),
            explain: ({ id }) => ({ name: "marketingCampaign.spent", parameters: { id } }),
            sort: true,
          },
          { id: "actualLeads", header: "Leads", figure: (c) => `${c.actualLeads} of ${c.expectedLeads}`, sort: true },
          {
            id: "costPerLead",
            header: "Cost per Lead",
            figure: (c) => (c.costPerLead === null ? <span className="muted">N/A</span> : formatMoney(c.costPerLead.toFixed(2), "USD")),
          },
          { id: "status", header: "Status", cell: (c) => <StatusMark status={c.status} />, sort: true },
        ]}
        card={(c) => ({
          title: c.name,
          mark: <StatusMark status={c.status} />,
          text: `${statusWord(c.campaignType)} · ${c.actualLeads} of ${c.expectedLeads} leads`,
          figure: formatMoney(c.spentAmount.toFixed(2), "USD"),
        })}
        empty={{ title: "No campaigns found", ...(button && { action: button }) }}
        drawer={(id, _row, close) => <CampaignDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "new-campaign" && maySet && <CampaignDialog onClose={dialog.close} onPlanned={(id) => void setOpen(String(id))} />}
    </>
  )
}
