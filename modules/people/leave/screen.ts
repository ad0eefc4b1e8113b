import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { leaveRequests } from "./resource.ts"

export const screen = screenOf(leaveRequests, {
  title: ["type"],
  hidden: ["staffNumber", "endDate", "appliedDate", "department"],
  commands: {
    request: { button: "Request Leave", done: "Leave request submitted successfully", failed: "Failed to submit leave request", pending: "Submitting..." },
    approve: { kind: "primary", done: "Leave request approved" },
    reject: { kind: "danger", title: "Reject leave request" },
    cancel: {
      button: "Cancel leave",
      title: "Cancel leave",
      ask: "All days are returned to the balance.",
      reason: "optional",
      done: "Leave request cancelled",
      failed: "Failed to cancel leave request",
      pending: "Cancelling...",
    },
  },
})
