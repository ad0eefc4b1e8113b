/** Leave: who is away, the caller's own balance, and the requests with what may be done about them. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense, useState } from "react"
import type { LeaveRequestAnswer } from "../contract.ts"
import { pathOf, useApi } from "../../web/client.ts"
import { Holidays } from "../../working-days/web/holidays.tsx"
import { LeaveBalance } from "./leave-balance.tsx"
import { LeaveDecision, useApproval, type Verb } from "./leave-decisions.tsx"
import { LeaveDrawer } from "./leave-drawer.tsx"
import { LeaveMonth } from "./leave-month.tsx"
import { fullName } from "./labels.ts"
import "./leave.css"

type Request = typeof LeaveRequestAnswer.Type

const RequestLeaveDialog = lazyWithRetry(() => import("./request-leave-dialog.tsx"))

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

export const Leaves = () => {
  const { can, sees } = useSession()
  const dialog = useDialog()
  const [, setOpen] = useAddress("open", "push")
  const [asked, ask] = useState<{ readonly of: Request; readonly verb: Verb }>()
  const approve = useApproval()
  const staffed = sees("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")
  const mayAsk = can("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")
  const types = useApi(staffed ? "GET /api/hr/leave-types" : null).data ?? []
  const request = () => dialog.open("request-leave")
  useKeys("Leave", mayAsk ? { c: ["Request leave", request] } : {})
  if (!staffed) return <EmptyState title="You see no leave" />
  const button = mayAsk && (
    <Button kind="primary" onClick={request}>
      Request Leave
    </Button>
  )
  const Acts = ({ of }: { readonly of: Request }) => (
    <span className="line-tight">
      {of.canApprove && (
        <button
          type="button"
          className="act"
          data-solid
          disabled={approve.pending}
          aria-label={`Approve the leave of ${fullName(of.staff)}`}
          onClick={() => void approve.run(of)}
        >
          Approve
        </button>
      )}
      {of.canReject && (
        <button type="button" className="act" aria-label={`Reject the leave of ${fullName(of.staff)}`} onClick={() => ask({ of, verb: "reject" })}>
          Reject
        </button>
      )}
      {of.canCancel && !of.canApprove && (
        <button type="button" className="act" aria-label={`Cancel the leave of ${fullName(of.staff)}`} onClick={() => ask({ of, verb: "cancel" })}>
          Cancel
        </button>
      )}
    </span>
  )
  return (
    <>
      <LeaveMonth open={(id) => void setOpen(String(id))} />
      <div className="columns">
        <Panel title="Your leave">
          <LeaveBalance />
        </Panel>
        <Holidays />
      </div>
      <ListPage
        path={pathOf("GET /api/hr/leave-requests")}
        noun={["request", "requests"]}
        loading="Loading leave requests..."
        rowId={({ id }) => String(id)}
        siteFilter
        actions={!inThePast && button}
        views={[
          { id: "all", label: "All requests" },
          { id: "pending", label: "Pending", query: { status: "pending" } },
          { id: "ahead", label: "Approved", query: { status: "approved" } },
          { id: "mine", label: "My own", query: { mine: "true" } },
        ]}
        filters={[
          {
            field: "status",
            label: "Status",
            options: [
              { value: "pending", label: "Pending" },
              { value: "approved", label: "Approved" },
              { value: "taken", label: "Taken" },
              { value: "rejected", label: "Rejected" },
              { value: "cancelled", label: "Cancelled" },
            ],
          },
          { field: "leaveTypeId", label: "Leave type", options: types.map(({ id, name }) => ({ value: String(id), label: name })) },
          { field: "from", label: "From", date: true },
          { field: "to", label: "To", date: true },
        ]}
        columns={[
          { id: "staff", header: "Staff", cell: (r) => fullName(r.staff), sort: true },
          { id: "leaveType", header: "Leave Type", cell: (r) => r.leaveType.name, sort: true },
          { id: "startDate", header: "Dates", cell: (r) => <Dates of={r} />, sort: true },
          { id: "totalDays", header: "Days", figure: (r) => r.totalDays, sort: true },
          { id: "status", header: "Status", cell: (r) => <StatusMark status={r.status} />, sort: true },
          { id: "appliedDate", header: "Applied", cell: (r) => <Day date={r.appliedDate} />, sort: true, hidden: true },
          { id: "department", header: "Department", cell: (r) => r.department, hidden: true },
          { id: "acts", header: "Actions", cell: (r) => <Acts of={r} /> },
        ]}
        card={(r) => ({
          title: fullName(r.staff),
          mark: <StatusMark status={r.status} />,
          text: (
            <>
              {r.leaveType.name} · <Dates of={r} />
            </>
          ),
          figure: r.totalDays,
        })}
        empty={{ title: "No leave requests found", ...(button && { action: button }) }}
        drawer={(id, _row, close) => <LeaveDrawer key={id} id={id} onClose={close} />}
      />
      {asked && <LeaveDecision request={asked.of} verb={asked.verb} onClose={() => ask(undefined)} />}
      {dialog.name === "request-leave" && mayAsk && (
        <Suspense>
          <RequestLeaveDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
