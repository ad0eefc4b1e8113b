/** Purchase requests: the list, its figures, and the drawer for a request. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { cardOf, nameOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { textOf } from "@ops/platform/text.ts"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useApi } from "../../web/client.ts"
import type { purchaseRequests } from "../resource.ts"
import { screen } from "../screen.ts"
import { forms, RequestDrawer } from "./request-drawer.tsx"
import { mailWord } from "./labels.ts"

type Request = (typeof purchaseRequests)["Row"]

const BudgetDialog = lazyPart(() => import("../../budgets/web/budget-dialog.tsx"))
const raising = { address: "new-request", page: "/procurement/new", hotkey: "c" } as const

/** The actions of this person on a request, in its row; View if there are none. */
const Acts = ({ of }: { readonly of: Request }) => {
  const [, setOpen] = useAddress("open", "push")
  const acts = of.canApprove ? (["approve", "reject"] as const) : (["addItem", "receive"] as const)
  return (
    <span className="line-tight">
      <Decisions screen={screen} row={of} of={acts} forms={forms} small={{ about: nameOf(screen, of) }} />
      {!of.canApprove && !of.canAddItem && !of.canReceive && (
        <button type="button" className="act" aria-label={`View ${nameOf(screen, of)}`} onClick={() => void setOpen(String(of.id))}>
          View
        </button>
      )}
    </span>
  )
}

const Status = ({ of }: { readonly of: Request }) => (
  <span className="line-tight">
    <StatusMark status={of.status} />
    {of.mailStatus && <span className="muted">{mailWord(of.mailStatus)}</span>}
  </span>
)

const Figures = ({ setBudget }: { readonly setBudget: (() => void) | undefined }) => {
  const { sees } = useSession()
  const { siteId } = useWorkingSite()
  const may = sees(...screen.mayReadHistory)
  const figures = useApi("GET /api/purchase-requests/figures", may ? { query: siteId === undefined ? undefined : { siteId } } : null)
  if (!may) return null
  const of = figures.data
  const cell = (label: string, value: (of: typeof figures.data & object) => string, name: string) => ({
    label,
    value: of ? value(of) : "...",
    loading: figures.isPending,
    ...(of && { figure: { name: `procurement.${name}`, parameters: { siteId } } }),
  })
  const usd = (amount: string) => formatMoney(amount, "USD")
  return (
    <MetricStrip
      label="Procurement"
      cells={[
        cell("Pending Requests", (of) => String(of.pendingRequests), "pending"),
        cell("Approved This Month", (of) => String(of.approvedThisMonth), "approvedThisMonth"),
        cell("Total Estimated Value", (of) => usd(of.totalEstimatedValue), "estimatedValue"),
        {
          ...cell("Monthly Budget", ({ monthlyBudget }) => usd(monthlyBudget), "budget"),
          ...(of && {
            note: {
              tone: Number(of.budgetUsed) > Number(of.monthlyBudget) ? ("negative" as const) : ("neutral" as const),
              text: (
                <span className="line">
                  <Figure value={`${usd(of.budgetUsed)} used`} of={{ name: "procurement.budgetUsed", parameters: { siteId } }} label="Budget" />
                  {setBudget && (
                    <button type="button" className="act" onClick={setBudget}>
                      Set Budget
                    </button>
                  )}
                </span>
              ),
            },
          }),
        },
      ]}
    />
  )
}

export const Component = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const maySetBudget = can("budget.manage")
  const mayDecide = can("approval.team", "approval.departmental", "approval.override")
  return (
    <>
      <ResourcePage
        screen={screen}
        create={raising}
        empty={{ title: "No purchase requests found" }}
        above={<Figures setBudget={maySetBudget ? () => dialog.open("set-budget") : undefined} />}
        priority={({ priority }) => (priority === "urgent" ? "critical" : priority)}
        views={[
          { id: "all", label: "All requests" },
          { id: "waiting", label: mayDecide ? "Waiting for approval" : "Pending", query: { status: "pending" } },
          { id: "arriving", label: "On their way", query: { status: "approved" } },
        ]}
        filters={{ from: "Requested from", to: "Requested to" }}
        columns={{
          requestedByUser: { id: "requestedBy", cell: ({ requestedByUser }) => (requestedByUser ? textOf(requestedByUser) : "Field Office") },
          justification: {
            id: "itemCount",
            header: "Items",
            cell: ({ justification, itemCount }) => (
              <>
                {justification || "Various items"} <span className="muted">({itemCount})</span>
              </>
            ),
            grows: true,
          },
          estimatedTotal: { header: "Estimated Total" },
          status: { cell: (of) => <Status of={of} /> },
        }}
        more={[{ id: "actions", header: "Actions", acts: (of) => <Acts of={of} /> }]}
        card={(of) => ({ ...cardOf(screen, of), mark: <Status of={of} />, text: `${of.siteName} · ${of.justification || "Various items"}` })}
        drawer={(id, close) => <RequestDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "set-budget" && maySetBudget && <BudgetDialog onClose={dialog.close} />}
    </>
  )
}
