/** Deciding on leave, from the list and from its drawer. */
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import type { LeaveRequestAnswer } from "../contract.ts"
import { useCommand } from "../../web/client.ts"
import { days, fullName, leaveLists } from "./labels.ts"

type Request = typeof LeaveRequestAnswer.Type
export type Verb = "reject" | "cancel"

/** Approves at once: what was looked at is what is approved. */
export const useApproval = () =>
  useCommand("PUT /api/hr/leave-requests/:id/approve", {
    params: ({ id }: Request) => ({ id }),
    body: ({ version }) => ({ version }),
    lists: leaveLists,
    done: "Leave request approved",
    failed: "Failed to approve leave request",
  })

export const LeaveDecision = ({ request, verb, onClose }: { readonly request: Request; readonly verb: Verb; readonly onClose: () => void }) => {
  const { id, staff, leaveType, startDate, endDate, totalDays, status } = request
  const reject = useCommand("PUT /api/hr/leave-requests/:id/reject", {
    id,
    body: (rejectionReason: string) => ({ rejectionReason }),
    lists: leaveLists,
    done: "Leave request rejected",
    failed: "Failed to reject leave request",
  })
  const cancel = useCommand("PUT /api/hr/leave-requests/:id/cancel", {
    id,
    body: (reason: string) => ({ reason }),
    lists: leaveLists,
    done: "Leave request cancelled",
    failed: "Failed to cancel leave request",
  })
  const about = `${leaveType.name} of ${fullName(staff)}, ${formatDay(startDate)} to ${formatDay(endDate)}, ${days(totalDays)}.`
  if (verb === "reject") {
    return (
      <ConfirmDialog
        title="Reject leave request"
        text={about}
        confirm="Reject"
        pending="Rejecting..."
        danger
        reason={{ label: "Reason", required: true }}
        onConfirm={reject.send}
        onClose={onClose}
      />
    )
  }
  const begun = status === "approved" && startDate <= today()
  return (
    <ConfirmDialog
      title="Cancel leave"
      text={`${about} ${begun ? "It ends today; the days from tomorrow on come back." : "All its days come back."}`}
      confirm="Cancel leave"
      pending="Cancelling..."
      danger
      reason={{ label: "Reason" }}
      onConfirm={cancel.send}
      onClose={onClose}
    />
  )
}
