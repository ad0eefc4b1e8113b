/** Prospects: as a list or a board, with the drawer of one prospect. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day, formatDay } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { Link } from "react-router-dom"
import { pathOf, useApi } from "../../web/client.ts"
import { Chance, StageBadge } from "../../web/marks.tsx"
import { ProspectBoard } from "./prospect-board.tsx"
import { ProspectDrawer } from "./prospect-drawer.tsx"
import { decimal, industryName, industryOptions, nameOf, stageOptions, stages } from "../../web/labels.ts"

const ProspectDialog = lazyPart(() => import("./prospect-dialog.tsx"))
const LogActivityDialog = lazyPart(() => import("./log-activity-dialog.tsx"))
const MoveStageDialog = lazyPart(() => import("./move-stage-dialog.tsx"))

const here = "/marketing?tab=prospects"

export const Prospects = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const [view] = useAddress("view")
  const [open, setOpen] = useAddress("open", "push")
  const mayWork = can("operations.basic", "operations.supervise", "department.manage")
  const add = () => dialog.open("new-prospect")
  useKeys("Prospects", mayWork ? { c: ["New prospect", add] } : {})
  const isBoard = view === "board"
  const button = mayWork && (
    <Button kind="primary" onClick={add}>
      New Prospect
    </Button>
  )
  const actions = (
    <>
      <Button asChild>
        <Link to={isBoard ? here : `${here}&view=board`}>{isBoard ? "List" : "Board"}</Link>
      </Button>
      {button}
    </>
  )
  const [moving, to] = dialog.value?.split("/") ?? []
  return (
    <>
      {isBoard ? (
        <ProspectBoard
          actions={actions}
          onOpen={(id) => void setOpen(String(id))}
          onMove={(id, stage) => dialog.open("move-stage", `${id}/${stage}`)}
          open={open}
        />
      ) : (
        <List actions={actions} add={button} />
      )}
      {isBoard && open && <ProspectDrawer key={open} id={open} onClose={() => void setOpen(null, { history: "replace" })} />}
      {dialog.name === "new-prospect" && mayWork && <ProspectDialog onClose={dialog.close} onAdded={(id) => void setOpen(String(id))} />}
      {dialog.name === "log-activity" && dialog.value && mayWork && <LogActivityDialog key={dialog.value} id={dialog.value} onClose={dialog.close} />}
      {dialog.name === "move-stage" && moving && mayWork && (
        <MoveStageDialog key={dialog.value} id={moving} to={stages.find((one) => one === to)} onClose={dialog.close} />
      )}
    </>
  )
}

const List = ({ actions, add }: { readonly actions: React.ReactNode; readonly add: React.ReactNode }) => {
  const { can } = useSession()
  const dialog = useDialog()
  const mayWork = can("operations.basic", "operations.supervise", "department.manage")
  const team = useApi("GET /api/crm/team").data ?? []
  return (
    <>
      <h2 className="sr">Prospects Management</h2>
      <ListPage
        path={pathOf("GET /api/crm/prospects")}
        noun={["prospect", "prospects"]}
        loading="Loading prospects..."
        rowId={({ id }) => String(id)}
        number={({ prospectNumber }) => prospectNumber}
        actions={actions}
        views={[
          { id: "all", label: "Prospects Management" },
          { id: "open", label: "Open", query: { stage: "lead,qualified,proposal,negotiation" } },
          { id: "due", label: "Follow-ups due", query: { due: "true" }, sort: "nextFollowUp" },
          { id: "mine", label: "Mine", query: { mine: "true", status: "active" } },
          { id: "won", label: "Ready to convert", query: { stage: "closed_won", status: "active" } },
        ]}
        filters={[
          { field: "stage", label: "Stage", options: stageOptions },
          { field: "industry", label: "Industry", options: industryOptions },
          { field: "assignedTo", label: "Assigned to", options: team.map((member) => ({ value: String(member.id), label: nameOf(member) })) },
          { field: "from", label: "Added from", date: true },
          { field: "to", label: "Added to", date: true },
        ]}
        columns={[
          {
            id: "companyName",
            header: "Company",
            cell: (p) => (
              <span className="two-lines">
                {p.companyName}
                {p.industry && <small>{industryName(p.industry)}</small>}
              </span>
            ),
            sort: true,
          },
          {
            id: "contactPerson",
            header: "Contact",
            cell: (p) => (
              <span className="two-lines">
                {p.contactPerson}
                {p.email && <small>{p.email}</small>}
              </span>
            ),
            sort: true,
          },
          { id: "stage", header: "Stage", cell: (p) => <StageBadge stage={p.stage} />, sort: true },
          {
            id: "estimatedValue",
            header: "Value",
            figure: (p) => (p.estimatedValue === null ? <span className="muted">N/A</span> : formatMoney(decimal(p.estimatedValue)!, "USD")),
            sort: true,
          },
          { id: "probability", header: "Probability", cell: (p) => <Chance percent={p.probability} />, sort: true },
          {
            id: "weightedValue",
            header: "Weighted",
            figure: (p) => (p.weightedValue === null ? "" : formatMoney(decimal(p.weightedValue)!, "USD")),
            explain: (p) => (p.weightedValue !== null && { name: "prospect.weightedValue", parameters: { id: p.id } }) || null,
            hidden: true,
          },
          {
            id: "nextFollowUp",
            header: "Follow-up",
            cell: (p) =>
              p.nextFollowUp && (p.followUpDue ? <StatusMark status="overdue" label={`Due ${formatDay(p.nextFollowUp)}`} /> : <Day date={p.nextFollowUp} />),
            sort: true,
          },
          { id: "assignedTo", header: "Assigned to", cell: (p) => nameOf(p.assignedToUser), hidden: true },
          { id: "prospectNumber", header: "Prospect #", cell: (p) => p.prospectNumber, sort: true, hidden: true },
          {
            id: "actions",
            header: "Actions",
            acts: (p) =>
              mayWork && (
                <button type="button" className="act" aria-label={`Log Activity with ${p.companyName}`} onClick={() => dialog.open("log-activity", p.id)}>
                  Log Activity
                </button>
              ),
          },
        ]}
        card={(p) => ({
          title: p.companyName,
          mark: <StageBadge stage={p.stage} />,
          text: [p.contactPerson, p.nextFollowUp && `follow-up ${p.nextFollowUp}`].filter(Boolean).join(" · "),
          figure: p.estimatedValue === null ? "N/A" : formatMoney(decimal(p.estimatedValue)!, "USD"),
        })}
        empty={{ title: "No prospects found", ...(add && { action: add }) }}
        drawer={(id, _row, close) => <ProspectDrawer key={id} id={id} onClose={close} />}
      />
    </>
  )
}
