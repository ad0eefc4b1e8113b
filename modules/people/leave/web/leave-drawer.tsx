/** One request for leave: what is asked, what is left, what happened, and what this person may do. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day, formatDay } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { useState } from "react"
import { useApi } from "../../web/client.ts"
import { LeaveBalance } from "./leave-balance.tsx"
import { LeaveDecision, useApproval, type Verb } from "./leave-decisions.tsx"
import { days, fullName } from "./labels.ts"

export const LeaveDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const request = useApi("GET /api/hr/leave-requests/:id", { id })
  const history = useApi("GET /api/hr/leave-requests/:id/history", { id })
  const [verb, ask] = useState<Verb>()
  const approve = useApproval()
  const of = request.data
  if (!of) {
    return (
      <Drawer title="Leave request" onClose={onClose}>
        {request.isError ? <ErrorPanel error={request.error} retry={() => void request.refetch()} /> : <Loading rows={6} label="Loading leave requests..." />}
      </Drawer>
    )
  }
  const decided = of.approvedByUser && `${fullName(of.approvedByUser)}${of.overrideReason ? `, override: ${of.overrideReason}` : ""}`
  return (
    <Drawer
      title={of.leaveType.name}
      subject={`${fullName(of.staff)}, ${formatDay(of.startDate)}${of.startDate === of.endDate ? "" : ` to ${formatDay(of.endDate)}`}`}
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={
        <>
          {of.canCancel && <Button onClick={() => ask("cancel")}>Cancel leave</Button>}
          {of.canReject && (
            <Button kind="danger" onClick={() => ask("reject")}>
              Reject
            </Button>
          )}
          {of.canApprove && (
            <Button kind="primary" disabled={approve.pending} onClick={() => void approve.run(of)}>
              Approve
            </Button>
          )}
        </>
      }
    >
      <section className="part">
        <KeyValues
          of={[
            ["Days", `${days(of.totalDays)}${of.leaveType.paid ? "" : ", not paid"}`],
            of.claimedDays !== null && ["Counted by the form", days(of.claimedDays)],
            ["Reason", of.reason],
            ["Staff number", of.staff.staffNumber],
            ["Department", of.department],
            ["Site", of.site?.name ?? null],
            ["Applied", <Day key="applied" date={of.appliedDate} />],
            of.requestedByUser && ["Asked by", fullName(of.requestedByUser)],
            decided !== null && ["Approved by", decided],
            of.rejectionReason !== null && ["Rejected", of.rejectionReason],
            of.cancelReason !== null && of.cancelReason !== "" && ["Called off", of.cancelReason],
            ["In an emergency", [of.emergencyContact, of.emergencyPhone].filter(Boolean).join(", ") || null],
            of.handoverNotes !== "" && ["Handover", of.handoverNotes],
          ]}
        />
      </section>
      <section className="part">
        <h3>Leave of {of.staff.firstName}</h3>
        <LeaveBalance staffId={of.staffId} />
      </section>
      <section className="part">
        <h3>History</h3>
        <Answer of={history} rows={2}>
          {(events) => <Timeline events={events.toReversed()} />}
        </Answer>
      </section>
      {verb && <LeaveDecision request={of} verb={verb} onClose={() => ask(undefined)} />}
    </Drawer>
  )
}
