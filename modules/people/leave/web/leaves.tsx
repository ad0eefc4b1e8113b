/** Leave: absences, one's own balance, and requests with their actions. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Day } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useApi } from "../../web/client.ts"
import { Holidays } from "../../working-days/web/holidays.tsx"
import type { leaveRequests } from "../resource.ts"
import { screen } from "../screen.ts"
import { LeaveBalance } from "./leave-balance.tsx"
import { LeaveDrawer } from "./leave-drawer.tsx"
import { LeaveMonth } from "./leave-month.tsx"
import { decisionsOf, fullName } from "./labels.ts"
import "./leave.css"

type Request = (typeof leaveRequests)["Row"]

const requesting = { address: "request-leave", form: lazyWithRetry(() => import("./request-leave-dialog.tsx")), hotkey: "c" }

const Dates = ({ of }: { readonly of: Request }) => (
  <>
    <Day date={of.startDate} />
    {of.startDate !== of.endDate && (
      <>
        {" – "}
        <Day date={of.endDate} />
      </>
    )}
  </>
)

const Acts = ({ of }: { readonly of: Request }) => (
  <span className="line-tight">
    <Decisions
      screen={screen}
      row={of}
      of={of.canApprove ? ["approve", "reject"] : ["reject", "cancel"]}
      small={{ about: `the leave of ${fullName(of.staff)}`, buttons: { cancel: "Cancel" } }}
      {...decisionsOf(of)}
    />
  </span>
)

export const Leaves = () => {
  const { sees } = useSession()
  const [, setOpen] = useAddress("open", "push")
  const staffed = sees("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")
  const types = useApi(staffed ? "GET /api/hr/leave-types" : null).data ?? []
  if (!staffed) return <EmptyState title="No leave you can see" />
  return (
    <>
      <LeaveMonth open={(id) => void setOpen(String(id))} />
      <div className="columns">
        <Panel title="Your leave">
          <LeaveBalance />
        </Panel>
        <Holidays />
      </div>
      <ResourcePage
        screen={screen}
        create={requesting}
        views={[
          { id: "all", label: "All requests" },
          { id: "pending", label: "Pending", query: { status: "pending" } },
          { id: "ahead", label: "Approved", query: { status: "approved" } },
          { id: "mine", label: "My own", query: { mine: "true" } },
        ]}
        filters={{ from: "From", to: "To" }}
        moreFilters={[{ field: "leaveTypeId", label: "Leave type", options: types.map(({ id, name }) => ({ value: String(id), label: name })) }]}
        columns={{
          name: { id: "staff", sort: true },
          type: { id: "leaveType", sort: true },
          startDate: { header: "Dates", cell: (of) => <Dates of={of} /> },
        }}
        more={[{ id: "acts", header: "Actions", acts: (of) => <Acts of={of} /> }]}
        card={(of) => ({
          title: of.name,
          mark: <StatusMark status={of.status} />,
          text: (
            <>
              {of.type} · <Dates of={of} />
            </>
          ),
          figure: of.totalDays,
        })}
        drawer={(id, close) => <LeaveDrawer key={id} id={id} onClose={close} />}
      />
    </>
  )
}
